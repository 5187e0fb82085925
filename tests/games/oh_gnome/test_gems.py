"""Gems: denominations, paying with change (ruling 9)."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.games.oh_gnome.gems import EMPTY, WORTH, coined, collect, having, pay, value, without

purses = st.tuples(*[st.integers(0, most) for most in (3, 4, 4, 9)])


@pytest.mark.parametrize(
    ("amount", "gems"),
    [
        (0, (0, 0, 0, 0)),
        (2, (0, 0, 0, 2)),
        (9, (0, 1, 1, 1)),
        (10, (1, 0, 0, 0)),
        (19, (1, 1, 1, 1)),
        (39, (3, 1, 1, 1)),
    ],
)
def test_an_amount_comes_in_the_largest_denominations(amount, gems):
    assert coined(amount) == gems


@given(st.integers(0, 400))
def test_no_smaller_gems_could_be_traded_up(amount):
    gold, red, blue, black = coined(amount)
    assert value((gold, red, blue, black)) == amount
    assert 5 * red + 3 * blue + black < 10
    assert 3 * blue + black < 5
    assert black < 3


def test_collecting_adds_to_what_is_there_and_trades_nothing():
    assert collect((0, 1, 0, 4), 5) == (0, 2, 0, 4)


@pytest.mark.parametrize(
    ("purse", "amount", "left"),
    [
        ((0, 1, 0, 0), 3, (0, 0, 0, 2)),
        ((1, 0, 0, 0), 1, (0, 1, 1, 1)),
        ((1, 1, 0, 0), 5, (1, 0, 0, 0)),
        ((1, 1, 1, 1), 9, (1, 0, 0, 0)),
        ((0, 2, 1, 0), 4, (0, 1, 1, 1)),
        ((0, 1, 2, 0), 6, (0, 1, 0, 0)),
        ((0, 1, 2, 1), 6, (0, 1, 0, 1)),
        ((0, 0, 3, 3), 6, (0, 0, 2, 0)),
        ((1, 2, 0, 0), 10, (1, 0, 0, 0)),
    ],
)
def test_paying(purse, amount, left):
    """Exactly where that can be; else with the least too much; gold, red, blue last."""
    assert pay(purse, amount) == (left, amount)


def test_who_has_too_little_pays_all():
    assert pay((0, 1, 0, 1), 8) == (EMPTY, 6)
    assert pay(EMPTY, 3) == (EMPTY, 0)


@given(purses, st.integers(0, 60))
def test_paying_is_the_best_of_all_combinations(purse, amount):
    after, paid = pay(purse, amount)
    assert min(after) >= 0
    assert value(after) == value(purse) - paid
    if value(purse) < amount:
        assert paid == value(purse)
        return
    given_ = (c for c in product(*(range(count + 1) for count in purse)) if _sum(c) >= amount)
    best = min(given_, key=lambda c: (_sum(c), *c))
    left = tuple(count - gone for count, gone in zip(purse, best, strict=True))
    assert after == collect(left, _sum(best) - amount)


def _sum(gems):
    return sum(map(int.__mul__, gems, WORTH))


def test_single_gems_move():
    assert without((1, 2, 3, 4), "red") == (1, 1, 3, 4)
    assert having((1, 2, 3, 4), "black") == (1, 2, 3, 5)
