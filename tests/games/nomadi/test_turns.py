"""Setting up, throws and turns (rulings 1, 6, 7 and 13)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.game import Asks, BadOutcome, Chance, Over
from core.games.nomadi import GAME
from core.games.nomadi.board import CARDS
from core.stream import Stream
from tests.games.nomadi.positions import at, listed, play, why

WATER = ["l2", "h4", "k5", "d6", "q6", "g8", "o9", "b10", "m11", "l13", "k15"]
SCATTERED = ["a9", "g9", "b9", "c9", "d9", "e9", "f9"]


def placed(seats: int):
    p = GAME.chance(GAME.start(seats), SCATTERED)[0]
    p = GAME.chance(p, list(CARDS))[0]
    while p.phase == "place":
        p = GAME.play(p, {p.turn: GAME.answers(p, p.turn)[0]})[0]
    return p


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_all_stones_are_placed_in_turn_and_seat_0_throws(seats):
    p = placed(seats)
    assert (p.phase, p.turn) == ("roll", 0)
    assert {own.bit_count() for own in p.stones} == {{2: 8, 3: 5, 4: 4, 5: 3}[seats]}
    assert p.board.together(p.caravan)


@pytest.mark.parametrize(
    "outcome", [[1] * 18, [1, 2, 3], [True] * 18, [None] * 17 + [4], [None] * 17 + ["1"], "x" * 18]
)
def test_a_deal_of_other_cards_is_refused(outcome):
    p = GAME.chance(GAME.start(2), SCATTERED)[0]
    with pytest.raises(BadOutcome):
        GAME.chance(p, outcome)


@pytest.mark.parametrize("outcome", [[1] * 5, [0, 1, 2, 3, 4, 5], [7] * 6, [True] * 6, [1.0] * 6, None, "123456"])
def test_a_throw_is_six_numbers(outcome):
    with pytest.raises(BadOutcome):
        GAME.chance(placed(2), outcome)


def test_the_throw_is_kept_as_it_fell_and_the_dice_sorted():
    p = GAME.chance(placed(2), [6, 1, 3, 2, 1, 4])[0]
    assert GAME.dump(p)["rolled"] == [6, 1, 3, 2, 1, 4]
    assert GAME.dump(p)["dice"] == [1, 1, 2, 3, 4, 6]


def test_a_throw_that_moves_nothing_is_free_and_thrown_again():
    p = at({"m10": 0, "n10": 1}, [], phase="roll", coins=[0, 5])
    after, events = GAME.chance(p, [3, 4, 5, 6, 4, 4])
    assert [event.kind for event in events] == ["rolled", "stuck"]
    assert after == p


def test_the_turn_goes_on_while_one_die_has_a_move():
    p = play(at({"m10": 0, "n10": 1, "o10": 0}, [1, 6]), "move 1 m10 n9")
    assert (p.phase, p.turn, p.coins) == ("roll", 1, (4, 5)), "the six cannot move and costs a coin"
    p = play(at({"m10": 0, "n10": 1, "o10": 0}, [1, 1, 6]), "move 1 m10 n9")
    assert (p.phase, p.turn, p.dice) == ("move", 0, (1, 6))


def test_unused_dice_take_a_seat_into_debt():
    p = play(at({"m10": 0, "n10": 1}, [2, 4, 5], coins=[0, 5]), "move 2 m10 o10")
    assert p.coins == (-2, 5)


def test_each_stone_and_number_keeps_its_own_way_back():
    p = at({"m10": 0, "n10": 1, "o10": 0}, [1, 1, 1, 2, 2])
    p = play(p, "move 1 m10 n9", "move 1 o10 n11", "move 2 n9 n12")
    left = {(record["die"], record["stone"]): record["fields"] for record in GAME.dump(p)["left"]}
    assert left == {(1, "n12"): ["m10"], (1, "n11"): ["o10"], (2, "n12"): ["n9"]}
    assert GAME.load(GAME.dump(p)) == p


def test_what_was_left_is_forgotten_with_the_turn():
    p = play(at({"m10": 0, "n10": 1}, [2, 2]), "move 2 m10 o10", "move 2 n10 p10")
    assert (p.phase, p.left, p.dice, p.rolled) == ("roll", (), (), ())


def test_why_a_move_is_not_allowed():
    p = at(
        {"m9": 0, "m10": 1, "m11": 0, "n9": 1, "n10": 0, "n11": 1, "o9": 0, "o10": 1, "o11": 0, "p10": 0}, [1, 2, 3, 5]
    )
    assert "no unused die shows a 4" in why(p, 0, "move 4 p10 l10")
    assert "no stone on q16" in why(p, 0, "move 1 q16 q15")
    assert "n10 has no free side" in why(p, 0, "move 2 n10 n8")
    assert "n9 is taken" in why(p, 0, "move 1 m9 n9")
    assert "not next to" in why(p, 0, "move 1 m9 m7")
    assert "straight over exactly 1 stone;" in why(p, 0, "move 2 m9 l8")
    assert "straight over exactly 2 stones" in why(p, 0, "move 3 m9 k8")
    assert "one turn at most" in why(p, 0, "move 5 m9 k7")
    assert "not an unbroken row of 2 stones" in why(p, 0, "move 3 m9 m6")
    assert "tears the caravan apart" in why(p, 0, "move 1 p10 q9")
    assert "somebody else is in turn" in why(p, 1, "move 1 p10 p9")
    p = at({"d4": 1, "e4": 0, "f4": 0, "g4": 0}, [1, 4])
    assert "in the goal" in why(p, 0, "move 1 d4 d5")
    p = at({"g10": 0, "h10": 1, "i10": 1}, [3])
    assert "beyond the chasm" in why(p, 0, "move 3 g10 j10")
    p = at({"o14": 0, "o13": 1, "p13": 1}, [1])
    assert "tents are down" in why(p, 0, "move 1 o14 p14")
    p = at({"n10": 1, "o10": 0}, [2], left=[{"die": 2, "stone": "o10", "fields": ["m10"]}])
    assert "back and forth" in why(p, 0, "move 2 o10 m10")
    p = at({"e1": 0, "f1": 1}, [1], board=["GGGG,,,#", "GGGG,,,S"])
    assert "rock" in why(p, 0, "move 1 f1 h1")
    assert "haggle" in why(p, 0, "accept")
    assert "on its way" in why(p, 0, "place h2")


@settings(max_examples=25)
@given(st.integers(0, 10**6), st.integers(2, 5))
def test_the_caravan_stays_together_and_coins_come_from_the_bank_alone(seed, seats):
    stream = Stream.of_seed(seed)
    p = GAME.start(seats)
    for _ in range(150):
        due = GAME.due(p)
        if isinstance(due, Over):
            break
        if isinstance(due, Chance):
            after, events = GAME.chance(p, GAME.draw(p, stream))
        else:
            assert isinstance(due, Asks)
            seat = due.asks[0].seat
            after, events = GAME.play(p, {seat: stream.choice(GAME.answers(p, seat))})
        bank = sum(
            event.data["coins"] * (1 if event.kind == "earned" else -1)
            for event in events
            if event.kind in ("earned", "paid")
        )
        assert sum(after.coins) - sum(p.coins) == bank
        if after.phase in ("roll", "move", "haggle"):
            assert after.board.together(after.caravan)
            assert not after.lying & after.caravan
        cards = len(after.values) + sum(map(len, after.held)) + (after.haggle is not None)
        assert cards == 18
        p = after


def test_nobody_else_owes_anything():
    p = at({"m10": 0, "n10": 1}, [2])
    assert listed(p, 1) == set()
