"""Rounds, scores, imaginary opponents, the end: rulings 5 to 7."""

import pytest

from core.game import Ask, Asks, BadOptions, BadOutcome, Chance, Event, Over
from core.games.om_nom_nom import GAME
from core.games.om_nom_nom.position import ANIMALS
from tests.games.om_nom_nom.table import raw, seat


def play(position, **choices):
    return GAME.play(position, {int(number[1:]): ANIMALS.index(name) for number, name in choices.items()})


def test_cards_count_one_black_dice_one_red_dice_two():
    position = GAME.load(
        raw(
            seat(cards="wolf1 cat0", hand="mouse", dice={"rabbit": 1, "frog": 2, "carrot": 3, "fly": 1}),
            seat(hand="frog"),
            seat(hand="frog"),
        )
    )
    assert GAME.scores(position) == (13, 0, 0)


def test_a_round_ends_when_all_hands_are_empty():
    position = GAME.load(
        raw(seat("cat"), seat("mouse wolf"), seat("frog", cards="cat2"), dice={"mouse": 2, "fly": 3}, discard="wolf2")
    )
    position, events = play(position, s0="cat", s1="wolf", s2="frog")
    assert [event.kind for event in events][-1] != "scored"
    assert [ask.seat for ask in GAME.due(position).asks] == [1]
    position, events = play(position, s1="mouse")
    assert events[-1] == Event("scored", {"round": 1, "scores": [3, 2, 8]})
    dumped = GAME.dump(position)
    assert (dumped["round"], dumped["due"], dumped["dice"], dumped["discard"]) == (2, "chance", {}, [])
    assert dumped["seats"] == [seat(rounds=[3]), seat(rounds=[2]), seat(rounds=[8])]


def last_round(*rounds):
    """The last trick of a game in which nobody catches anything, so that everybody gets 1 more."""
    hands = ["wolf", "cat", "hedgehog"]
    seats = [seat(hand, rounds=got) for hand, got in zip(hands, rounds, strict=True)]
    position, events = play(GAME.load(raw(*seats, round_=3)), s0="wolf", s1="cat", s2="hedgehog")
    assert isinstance(GAME.due(position), Over)
    assert events[-1] == Event("over", GAME.result(position).to_json())
    return GAME.result(position)


@pytest.mark.parametrize(
    ("rounds", "winners"),
    [
        (([5, 5], [4, 5], [1, 1]), (0,)),
        (([5, 5], [4, 6], [6, 3]), (1,)),
        (([4, 6], [6, 4], [5, 5]), (0, 1)),
        (([0, 0], [0, 0], [0, 0]), (0, 1, 2)),
    ],
)
def test_total_then_best_round_then_shared(rounds, winners):
    result = last_round(*rounds)
    assert result.winners == winners
    assert result.scores == tuple(sum(got) + 1 for got in rounds)
    assert result.to_json() == {
        "scores": list(result.scores),
        "rounds": [[*got, 1] for got in rounds],
        "winners": list(winners),
    }


@pytest.mark.parametrize(
    ("players", "wanted", "houses"),
    [
        (1, None, ("Nobody", "No One")),
        (1, 2, ("Nobody", "No One")),
        (1, 3, ("Nobody", "No One", "Not Me")),
        (2, None, ("Nobody",)),
        (2, 1, ("Nobody",)),
        (3, 0, ()),
        (6, None, ()),
    ],
)
def test_imaginary_opponents_sit_after_the_players(players, wanted, houses):
    position = GAME.start(players, {"imaginary": wanted})
    assert GAME.houses(position) == houses
    assert [one["imaginary"] for one in GAME.dump(position)["seats"]] == [False] * players + [True] * len(houses)


@pytest.mark.parametrize(("players", "wanted"), [(1, 0), (1, 1), (1, 4), (2, 0), (2, 2), (3, 1), (1, True), (1, 2.0)])
def test_other_numbers_of_them_are_refused(players, wanted):
    with pytest.raises(BadOptions, match="imaginary opponents, not"):
        GAME.start(players, {"imaginary": wanted})


def test_imaginary_opponents_turn_their_cards_over_after_the_players():
    position = GAME.load(raw(seat(), seat(imaginary=True), seat("cat wolf", imaginary=True), dice={"mouse": 1}))
    assert GAME.due(position) == Asks((Ask(0, "card", sealed=True),))
    position, events = play(position, s0="mouse")
    assert events == ()
    assert GAME.dump(position)["chosen"] == {"0": "mouse"}
    assert GAME.due(position) == Chance("imaginary", detail={"seats": [1, 2]})
    for outcome in (["cat"], ["cat", "mouse"], ["cat", "cat", "cat"], ["dog", "cat"], [[], "cat"], "cat"):
        with pytest.raises(BadOutcome):
            GAME.chance(position, outcome)
    position, events = GAME.chance(position, ["frog", "cat"])
    assert events[0] == Event("revealed", {"cards": {"0": "mouse", "1": "frog", "2": "cat"}})
    assert GAME.scores(position) == (0, 1, 3)


def test_cards_that_only_imaginary_opponents_still_hold_are_drawn_without_asking():
    position = GAME.load(raw(seat("cat"), seat("wolf frog", imaginary=True), seat("wolf", imaginary=True)))
    position, _ = GAME.chance(play(position, s0="cat")[0], ["frog", "wolf"])
    assert GAME.due(position) == Chance("imaginary", detail={"seats": [1]})
    position, events = GAME.chance(position, ["wolf"])
    assert events[-1].kind == "scored"


def test_what_is_told():
    names = ["Ana", "Ben", "Cleo"]
    position = GAME.load(raw(seat(), seat(), seat(), dice={"carrot": 5, "mouse": 1}))
    _, events = play(position, s0="cat", s1="cat", s2="mouse")
    assert [GAME.tell(event, names) for event in events] == [
        "Ana plays the cat, Ben the cat and Cleo the mouse.",
        "House: Ana's cat takes Cleo's mouse and Ben's cat takes 1 mouse die.",
    ]
    _, events = play(position, s0="wolf", s1="wolf", s2="rabbit")
    assert GAME.tell(events[1], names) == "Field: Ana and Ben cannot share and go hungry; Cleo's rabbit is discarded."
