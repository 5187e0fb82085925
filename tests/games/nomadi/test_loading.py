"""Written positions: what may be left out, and what is refused."""

from __future__ import annotations

import copy

import pytest

from core.game import BadPosition
from core.games.nomadi import GAME
from tests.games.nomadi.positions import at, listed, play, written

ROW = {"m10": 0, "n10": 1, "o10": 0}
TALK = {"field": "n10", "value": 2, "seller": 0, "buyer": 1, "price": None, "by": None, "offers": 0}


def seats(*cards, unplaced=0, coins=5):
    held = [{"value": value} for value in cards]
    return [{"coins": coins, "cards": held, "unplaced": unplaced}, {"coins": 5, "cards": [], "unplaced": 0}]


def test_options_left_out_take_their_defaults():
    p = GAME.load({**written(ROW, [1]), "options": {}})
    assert GAME.dump(p)["options"] == {"haggling": "coins", "deals": True, "oasis": None}
    p = GAME.load({key: value for key, value in written(ROW, [1]).items() if key != "options"})
    assert p.dealing


def test_dice_are_sorted_and_left_may_be_missing():
    p = at(ROW, [3, 1])
    assert p.dice == (1, 3)
    assert p.left == ()
    assert GAME.dump(p)["left"] == []


def test_the_holder_has_seen_a_card_unless_something_else_is_said():
    p = at(ROW, [1], seats=seats(3, None))
    assert [(card.value, card.seen) for card in p.held[0]] == [(3, (0,)), (None, (0,))]


def test_a_view_is_loaded_and_played_on():
    p = at(ROW, [], phase="haggle", rolled=[2], haggle={**TALK, "value": None}, cards={"k5": None, "d6": 3})
    assert p.values == (None, 3)
    assert p.haggle.value is None


BAD = {
    "two groups": {"stones": {"m10": 0, "o10": 1}},
    "two groups in roll": {"stones": {"m10": 0, "o10": 1}, "phase": "roll", "dice": [], "rolled": []},
    "touching at a corner": {"stones": {"m10": 0, "n11": 1}},
    "no stones": {"stones": {}, "phase": "roll", "dice": [], "rolled": []},
    "no legal move": {"dice": [6], "rolled": [6]},
    "no dice": {"dice": [], "rolled": [1]},
    "a card under a stone": {"cards": {"m10": 1}},
    "a card on rock": {"board": ["GGG,.S#"], "stones": {"e1": 0, "f1": 0}, "cards": {"g1": 1}},
    "a card in the start": {"cards": {"p13": 1}},
    "a card in the goal": {"cards": {"a1": 1}},
    "a card off the board": {"cards": {"t1": 1}},
    "five ones": {"cards": {f"a{row}": 1 for row in range(5, 10)}},
    "a card too many of one kind with those held": {"cards": {"a5": -2, "a6": -2}, "seats": seats(-2, -2)},
    "nineteen cards": {"cards": {f"{c}{r}": None for c in "efghi" for r in (1, 2, 3, 5)}},
    "a card worth zero": {"cards": {"a5": 0}},
    "a card worth true": {"cards": {"a5": True}},
    "nine stones of a seat": {"stones": {f"{column}10": 0 for column in "ghijklmno"}},
    "an owner too many": {"stones": {"m10": 0, "n10": 2}},
    "a stone off the board": {"stones": {"m10": 0, "n17": 0}},
    "three in the goal": {"stones": {"d1": 0, "d2": 0, "d3": 0, "e3": 1}},
    "over with two in the goal": {"phase": "over", "stones": {"d1": 0, "d2": 0, "e2": 1}},
    "unplaced stones on the way": {"seats": seats(unplaced=1)},
    "dice that were not thrown": {"dice": [1, 1], "rolled": [1]},
    "seven dice": {"dice": [1] * 7, "rolled": [1] * 7},
    "a die of seven": {"dice": [1, 7], "rolled": [1, 7]},
    "dice in roll": {"phase": "roll"},
    "rolled in roll": {"phase": "roll", "dice": []},
    "left in roll": {
        "phase": "roll", "dice": [], "rolled": [], "left": [{"die": 1, "stone": "m10", "fields": ["m9"]}]
    },
    "left without its stone": {"left": [{"die": 1, "stone": "m9", "fields": ["m10"]}]},
    "left twice": {"left": [{"die": 1, "stone": "m10", "fields": ["m9"]}] * 2},
    "left of nothing": {"left": [{"die": 1, "stone": "m10", "fields": []}]},
    "a haggle in move": {"haggle": TALK},
    "no haggle in haggle": {"phase": "haggle"},
    "a seller out of turn": {"phase": "haggle", "turn": 1, "haggle": TALK},
    "a buyer without the stone": {"phase": "haggle", "haggle": {**TALK, "field": "m10"}},
    "a haggle on an empty field": {"phase": "haggle", "haggle": {**TALK, "field": "k10"}},
    "a price without a speaker": {"phase": "haggle", "haggle": {**TALK, "price": 1, "offers": 1}},
    "a price without an offer": {"phase": "haggle", "haggle": {**TALK, "price": 1, "by": 0}},
    "an offer without a price": {"phase": "haggle", "haggle": {**TALK, "offers": 1}},
    "a price of eleven": {"phase": "haggle", "haggle": {**TALK, "price": 11, "by": 0, "offers": 1}},
    "eleven offers": {"phase": "haggle", "haggle": {**TALK, "price": 1, "by": 0, "offers": 11}},
    "a counter to the tenth": {"phase": "haggle", "haggle": {**TALK, "price": 1, "by": 1, "offers": 10}},
    "a gift with a price": {
        "phase": "haggle", "options": {"haggling": "gift"}, "haggle": {**TALK, "price": 1, "by": 0, "offers": 1}
    },
    "a haggle without its value": {"phase": "haggle", "haggle": {k: v for k, v in TALK.items() if k != "value"}},
    "deals without the option": {"deals": [{"from": 0, "to": 1, "coins": 1}]},
    "a deal with oneself": {"options": {}, "deals": [{"from": 0, "to": 0, "coins": 1}]},
    "a deal about nothing": {"options": {}, "deals": [{"from": 0, "to": 1, "coins": 0}]},
    "a deal about 21": {"options": {}, "deals": [{"from": 0, "to": 1, "coins": 21}]},
    "two deals one way": {"options": {}, "deals": [{"from": 0, "to": 1, "coins": c} for c in (1, 2)]},
    "deals in roll": {
        "options": {}, "phase": "roll", "dice": [], "rolled": [], "deals": [{"from": 0, "to": 1, "coins": 1}]
    },
    "one seat": {"seats": seats()[:1]},
    "six seats": {"seats": seats() * 3},
    "a turn of nobody": {"turn": 2},
    "no such phase": {"phase": "dance"},
    "no such board": {"board": "moon"},
    "a board with a hole": {"board": ["GGG,.S", "GGG,."]},
    "a board without a goal": {"board": [",,,,..S"]},
    "a board of numbers": {"board": [1, 2]},
    "an oasis on water": {"options": {"oasis": "h4"}},
    "an oasis short of the chasm": {"options": {"oasis": "s1"}},
    "an oasis that is a number": {"options": {"oasis": 7}},
    "an unknown option": {"options": {"colour": "red"}},
    "haggling in gold": {"options": {"haggling": "gold"}},
    "deals that are one": {"options": {"deals": 1}},
    "coins in halves": {"seats": seats(coins=2.5)},
    "coins that are true": {"seats": seats(coins=True)},
    "an unknown key": {"weather": "storm"},
    "a card its holder has not seen": {
        "seats": [{"coins": 5, "cards": [{"value": 1, "seen": [1]}], "unplaced": 0}, seats()[1]]
    },
    "stones as a list": {"stones": ["m10"]},
    "placing with too few stones for the start": {
        "phase": "place", "stones": {"p13": 0}, "dice": [], "rolled": [], "seats": seats(unplaced=1)
    },
    "a start that may fall apart": {
        "phase": "place", "board": ["GGG,S", "..SSS"], "stones": {"e1": 1}, "dice": [], "rolled": [],
        "seats": seats(unplaced=2),
    },
    "placing outside the start": {"phase": "place", "dice": [], "rolled": [], "seats": seats(unplaced=1)},
    "placing with nothing in hand": {"phase": "place", "stones": {"p13": 0}, "dice": [], "rolled": []},
    "stones before the cards": {
        "phase": "scatter", "stones": {"p13": 0}, "dice": [], "rolled": [], "seats": seats(unplaced=1)
    },
    "a deal of two fields": {
        "phase": "deal", "stones": {}, "dice": [], "rolled": [], "seats": seats(unplaced=1), "cards": {"l2": None}
    },
    "cards held before the start": {
        "phase": "scatter", "stones": {}, "dice": [], "rolled": [], "seats": seats(1, unplaced=1)
    },
}  # fmt: skip


@pytest.mark.parametrize("change", BAD.values(), ids=BAD.keys())
def test_positions_that_cannot_be_are_refused(change):
    good = written(ROW, [1])
    GAME.load(good)
    with pytest.raises(BadPosition, match=r"\w+ \w+"):
        GAME.load({**good, **change})


@pytest.mark.parametrize(
    "key", ["board", "phase", "turn", "stones", "cards", "dice", "rolled", "seats", "haggle", "deals"]
)
def test_a_missing_key_is_named(key):
    position = copy.deepcopy(written(ROW, [1]))
    del position[key]
    with pytest.raises(BadPosition, match=key):
        GAME.load(position)


def test_placing_on_a_small_start():
    board = ["GGG,SS", "....SS"]
    p = at({"e1": 1}, [], phase="place", board=board, seats=seats(unplaced=2))
    assert listed(p, 0) == {"place f1", "place e2", "place f2"}
    p = play(p, "place f1", "place f2")
    assert p.phase == "roll"


def test_dealt_cards_have_no_values_before_the_deal():
    scattered = GAME.chance(GAME.start(2), ["a9", "g9", "b9", "c9", "d9", "e9", "f9"])[0]
    dumped = GAME.dump(scattered)
    assert set(dumped["cards"].values()) == {None}
    assert GAME.load(dumped) == scattered
    with pytest.raises(BadPosition, match="not dealt"):
        GAME.load({**dumped, "cards": {**dumped["cards"], "a9": 1}})
