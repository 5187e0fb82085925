"""Nothing is lost and nothing is added: fifteen dice, and each card in exactly one place."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from core.game import Chance
from core.games.om_nom_nom import GAME
from core.games.om_nom_nom.position import ANIMALS
from core.stream import Stream


def pieces(position):
    """(how often each (animal, owner) is somewhere, the number of dice)."""
    dumped = GAME.dump(position)
    held = [(animal, number) for number, seat in enumerate(dumped["seats"]) for animal in seat["hand"]]
    gone = dumped["discard"] + [card for seat in dumped["seats"] for card in seat["cards"]]
    dice = [dumped["dice"], *(seat["dice"] for seat in dumped["seats"])]
    return Counter(held + [(card["animal"], card["owner"]) for card in gone]), sum(sum(d.values()) for d in dice)


@given(st.integers(1, 6), st.integers(0), st.data())
def test_fifteen_dice_and_six_cards_a_seat(players, seed, data):
    position = GAME.start(players)
    stream = Stream.of_seed(seed)
    everything = {(animal, number): 1 for number in range(len(GAME.scores(position))) for animal in ANIMALS}
    rolled = False
    for _ in range(20):
        due = GAME.due(position)
        if isinstance(due, Chance):
            rolled = rolled or due.kind == "dice"
            position, events = GAME.chance(position, GAME.draw(position, stream))
        else:
            choices = {ask.seat: data.draw(st.sampled_from(GAME.answers(position, ask.seat))) for ask in due.asks}
            position, events = GAME.play(position, choices)
        cards, dice = pieces(position)
        assert cards == everything
        if events and events[-1].kind == "scored":
            rolled = False
        assert dice == (15 if rolled else 0)
