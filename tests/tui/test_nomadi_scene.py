from collections.abc import Iterator

import pytest

from core.bots import bots
from core.game import Event
from core.games.nomadi import GAME
from core.games.nomadi.position import Position
from core.playout import playout
from core.stream import Stream
from net.changes import Moved
from tests.games.nomadi.positions import at
from tui.boards.history import History, Moment
from tui.boards.nomadi_scene import frames, still
from tui.boards.nomadi_words import bargains, caption, describe, story

NAMES = ("Ana", "Ben", "Chloé")


def steps(seats: int, seed: int = 1) -> Iterator[Moved]:
    stream = Stream.of_seed(seed)
    for number, ply in enumerate(playout(GAME, GAME.start(seats), bots(GAME, ["greedy"] * seats), stream), 1):
        yield Moved(number, ply.before, ply.after, dict(ply.choices) or None, (), ply.events)


def step(p: Position, text: str) -> Moved:
    action = GAME.parse(p, text)
    after, events = GAME.play(p, {GAME.due(p).asks[0].seat: action})
    return Moved(1, p, after, {}, (), events)


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_every_event_is_told_once_and_the_last_picture_is_the_position(seats: int) -> None:
    for moved in steps(seats):
        shown = list(frames(moved))
        assert [event for frame in shown for event in frame.told] == list(moved.events)
        if shown:
            last, after = shown[-1].scene, still(moved.after)
            assert (last.stones, last.cards, last.coins) == (after.stones, after.cards, after.coins)


def test_no_stone_is_lost_or_doubled_on_the_way() -> None:
    for moved in steps(2):
        stones = len(still(moved.before).stones)
        for frame in frames(moved):
            scene = frame.scene
            assert len(scene.stones) + (scene.hop is not None) in (stones, stones + 1)


def test_a_jump_passes_the_stones_in_order() -> None:
    p = at({"e5": 0, "f5": 1, "g5": 0, "g6": 1, "g7": 0}, [5])
    moved = step(p, "move 5 e5 g8")
    hops = [frame.scene.hop for frame in frames(moved) if frame.scene.hop]
    assert hops == [("f5", 0), ("g5", 0), ("g6", 0), ("g7", 0)]


def test_coins_fly_from_where_they_were_found() -> None:
    p = at({"e5": 0, "f5": 0}, [1, 1], cards={"e6": 2})
    moved = step(p, "move 1 f5 e6")
    flights = [flight for frame in frames(moved) for flight in frame.flights]
    assert [(flight.origin, flight.seat, flight.label) for flight in flights] == [("e6", 0, "+1")]


def test_at_the_end_cards_are_turned_over_one_after_the_other() -> None:
    moved = list(steps(3))[-1]
    turned = [frame.scene.turned for frame in frames(moved) if frame.scene.turned is not None]
    most = max(map(len, moved.after.held))
    assert turned == [*range(most + 1), most]


def test_what_lies_on_a_field_in_words() -> None:
    p = at({"n12": 1, "n13": 0}, [1], cards={"m11": 1, "q6": 2})
    scene = still(p)
    assert describe(scene, "n12", NAMES) == "n12: sand, a stone of Ben"
    assert describe(scene, "m11", NAMES) == "m11: water, a card, face down"
    assert describe(scene, "d6", NAMES) == "d6: water beyond the chasm"
    assert describe(scene, "a1", NAMES) == "a1: goal"
    assert describe(scene, "p13", NAMES) == "p13: start"
    assert describe(scene, "z9", NAMES) == ""


def test_captions_are_short() -> None:
    for moved in steps(3):
        for event in moved.events:
            words = caption(event, NAMES) or GAME.tell(event, NAMES)
            assert len(words) <= 78 or event.kind in ("moved", "lapsed"), words


def test_the_story_tells_the_bargains() -> None:
    look = Event("look", {"seat": 0, "field": "k5", "value": 3})
    sold = Event("sold", {"seller": 0, "buyer": 1, "field": "k5", "price": 1})
    bad = Event("look", {"seat": 1, "field": "d6", "value": -2})
    dear = Event("sold", {"seller": 1, "buyer": 0, "field": "d6", "price": 2})
    gift = Event("look", {"seat": 1, "field": "b2", "value": 1})
    given = Event("sold", {"seller": 1, "buyer": 0, "field": "b2", "price": 0})
    paid = Event("look", {"seat": 1, "field": "c2", "value": -1})
    taken = Event("sold", {"seller": 1, "buyer": 0, "field": "c2", "price": -2})
    unused = Event("paid", {"seat": 1, "coins": 2, "why": "unused", "dice": [4, 4]})
    rounds = [(look, sold), (bad, dear), (gift, given), (paid, taken), (unused,)]
    moments = tuple(Moment(None, events, (5, 5)) for events in rounds)
    told = story(History("nomadi", NAMES, moments))
    assert told[:5] == [
        "Best bargain: Ben took +3 (k5) from Ana for 1 coin.",
        "Worst bargain: Ana took -2 (d6) from Ben for 2 coins.",
        "Ana took +1 (b2) from Ben as a gift.",
        "Ana took -1 (c2) from Ben and got 2 coins with it.",
        "Ben paid most for unused dice: 2 coins.",
    ]


def test_all_sales_of_a_game_are_found_with_their_worth() -> None:
    moments = tuple(
        Moment(m.before, m.events, tuple(score or 0 for score in GAME.scores(m.after))) for m in steps(3) if m.events
    )
    sold = [event.data["field"] for moment in moments for event in moment.events if event.kind == "sold"]
    found = list(bargains(History("nomadi", NAMES, moments)))
    assert [bargain.field for bargain in found] == sold
    assert all(bargain.value in (-2, -1, 1, 2, 3) for bargain in found)
