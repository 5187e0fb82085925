"""Who knows which card (rulings 10 to 13)."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.game import Asks, BadEvent, Chance, Event, Over
from core.games.nomadi import GAME
from core.games.nomadi.board import CARDS
from core.stream import Stream
from tests.games.nomadi.positions import at, play


def look(seat, field, value):
    return Event("look", {"seat": seat, "field": field, "value": value}, frozenset((seat,)))


def test_the_deal_is_hidden_from_all():
    p = GAME.start(2)
    p = GAME.chance(p, GAME.draw(p, Stream.of_seed(1)))[0]
    for seat in (0, 1, None):
        assert GAME.hide(p, list(CARDS), seat) == [None] * 18


@settings(max_examples=15)
@given(st.integers(0, 10**6), st.integers(2, 5))
def test_a_view_shows_just_what_its_seat_has_looked_at(seed, seats):
    """The values that a seat was shown are counted from its `look` events; a view may hold no others."""
    stream = Stream.of_seed(seed)
    p = GAME.start(seats)
    shown: list[list[int]] = [[] for _ in range(seats)]
    for _ in range(200):
        due = GAME.due(p)
        if isinstance(due, Over):
            assert all(GAME.view(p, seat) == p for seat in (0, None)), "all is open"
            break
        if isinstance(due, Chance):
            p, events = GAME.chance(p, GAME.draw(p, stream))
        else:
            assert isinstance(due, Asks)
            seat = due.asks[0].seat
            p, events = GAME.play(p, {seat: stream.choice(GAME.answers(p, seat))})
        for event in events:
            if event.kind == "look":
                assert event.to == {event.data["seat"]}
                shown[event.data["seat"]].append(event.data["value"])
        if p.phase != "over":
            for seat in range(seats):
                assert sorted(values(GAME.view(p, seat))) == sorted(shown[seat])
            assert values(GAME.view(p, None)) == []


def values(p):
    """All card values in a dumped position."""
    dumped = GAME.dump(p)
    found = [*dumped["cards"].values(), *(card["value"] for seat in dumped["seats"] for card in seat["cards"])]
    found.append((dumped["haggle"] or {"value": None})["value"])
    return [value for value in found if value is not None]


def test_a_follower_writes_in_what_it_is_shown():
    full = at({"m10": 1, "n10": 0}, [2, 6], cards={"o10": -2, "b9": 3})
    mover, owner = GAME.view(full, 0), GAME.view(full, 1)
    mover, owner = play(mover, "move 2 m10 o10"), play(owner, "move 2 m10 o10")
    assert mover.haggle.value is None
    mover = GAME.learn(mover, look(0, "o10", -2))
    assert mover.haggle.value == -2
    mover, owner = play(mover, "offer 1", "accept"), play(owner, "offer 1", "accept")
    owner = GAME.learn(owner, look(1, "o10", -2))
    true = play(full, "move 2 m10 o10", "offer 1", "accept")
    assert mover == GAME.view(true, 0)
    assert owner == GAME.view(true, 1)
    assert GAME.scores(owner) == GAME.scores(true)
    assert GAME.scores(GAME.view(true, None)) == (GAME.scores(true)[0], None)


@pytest.mark.parametrize(
    "event",
    [
        look(0, "o10", 4),
        look(0, "o10", None),
        look(0, "o10", True),
        look(0, "zz", 1),
        look(7, "o10", 1),
        look("0", "o10", 1),
        look(1, "o10", 1),
        Event("look", {"seat": 0}, frozenset((0,))),
        Event("look", {"seat": 0, "field": "o10", "value": 1, "more": 1}, frozenset((0,))),
        Event("over", {"lying": {}, "cards": [[], []]}),
    ],
)
def test_an_event_that_tells_nothing_is_refused(event):
    view = play(GAME.view(at({"m10": 0, "n10": 1}, [2, 6], cards={"o10": -2}), 0), "move 2 m10 o10")
    with pytest.raises(BadEvent, match=r"\w+ \w+"):
        GAME.learn(view, event)
    assert GAME.learn(view, look(0, "o10", 1)).held[0][0].value == 1


def test_what_is_known_already_changes_nothing_and_cannot_change():
    p = play(at({"m10": 0, "n10": 1}, [2, 6], cards={"o10": -2}), "move 2 m10 o10")
    assert GAME.learn(p, look(0, "o10", -2)) == p
    with pytest.raises(BadEvent, match="known otherwise"):
        GAME.learn(p, look(0, "o10", -1))
    talk = {"field": "n10", "value": 1, "seller": 0, "buyer": 1, "price": None, "by": None, "offers": 0}
    p = at({"m10": 0, "n10": 1}, [], phase="haggle", haggle=talk)
    assert GAME.learn(p, look(0, "n10", 1)) == p
    with pytest.raises(BadEvent, match="known otherwise"):
        GAME.learn(p, look(0, "n10", 2))


def test_more_cards_of_a_value_than_there_are_cannot_be_seen():
    seats = [{"coins": 5, "cards": [{"value": value}], "unplaced": 0} for value in (None, -2)]
    view = at({"m10": 0, "n10": 1}, [2], seats=seats, cards={"k5": -2, "d6": -2})
    with pytest.raises(BadEvent, match="known otherwise"):
        GAME.learn(view, look(0, "o10", -2))


def test_other_events_tell_nothing_about_cards():
    p = at({"m10": 0, "n10": 1}, [2])
    assert GAME.learn(p, Event("rolled", {"seat": 0, "dice": [1]})) is p


def end():
    seats = [
        {"coins": 5, "cards": [{"value": 2}], "unplaced": 0},
        {"coins": 5, "cards": [{"value": -1}], "unplaced": 0},
    ]
    return at({"d3": 1, "c3": 1, "e3": 0, "f3": 0}, [4], seats=seats, cards={"k5": 3, "d6": 1})


def test_at_the_end_everything_is_open():
    full = end()
    move = GAME.parse(full, "move 4 f3 b3")
    true, events = GAME.play(full, {0: move})
    over = events[-1]
    assert over.data["lying"] == {"k5": 3, "d6": 1}
    for seat in (0, 1, None):
        follower, ours = GAME.play(GAME.view(full, seat), {0: move})
        assert GAME.result(follower).winners == ()
        assert None in GAME.result(follower).scores
        assert "None" not in GAME.tell(ours[-1], ("Ana", "Ben"))
        again = Event("over", json.loads(json.dumps(over.data)))
        assert GAME.learn(follower, again) == true == GAME.view(true, seat)


@pytest.mark.parametrize(
    "change",
    [
        {"lying": {"k5": 3}},
        {"lying": {"k5": 3, "d6": 9}},
        {"cards": [[2], []]},
        {"cards": [[3], [-1]]},
        {"cards": [2, -1]},
    ],
)
def test_an_end_that_does_not_fit_is_refused(change):
    full = end()
    move = GAME.parse(full, "move 4 f3 b3")
    follower = GAME.play(GAME.view(full, 0), {0: move})[0]
    data = {"lying": {"k5": 3, "d6": 1}, "cards": [[2], [-1]], **change}
    with pytest.raises(BadEvent, match=r"\w+ \w+"):
        GAME.learn(follower, Event("over", data))


def test_a_guess_fills_every_place_from_the_cards_that_are_left():
    p = at(
        {"m10": 0, "n10": 1},
        [2],
        cards={f"{column}{row}": None for column in "efghi" for row in (1, 2, 3)},
        seats=[
            {"coins": 5, "cards": [{"value": 3}, {"value": -2}], "unplaced": 0},
            {"coins": 5, "cards": [{"value": None}], "unplaced": 0},
        ],
    )
    guessed = GAME.guess(p, 0, Stream.of_seed(4))
    assert sorted(values(guessed)) == sorted(CARDS)
    assert GAME.view(guessed, 0) == GAME.view(p, 0)
