"""Gems: purses, what is collected, and how is paid (ruling 9)."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple, TypeAlias

GEMS = ("gold", "red", "blue", "black")
WORTH = (10, 5, 3, 1)

Purse: TypeAlias = tuple[int, int, int, int]
"""How many gold, red, blue and black gems."""

EMPTY: Purse = (0, 0, 0, 0)


class Payment(NamedTuple):
    """The purse after it has paid, and how much it could pay."""

    purse: Purse
    amount: int


def value(purse: Purse) -> int:
    """What a purse is worth."""
    gold, red, blue, black = purse
    return 10 * gold + 5 * red + 3 * blue + black


@lru_cache(maxsize=1024)
def coined(amount: int) -> Purse:
    """An amount in the largest denominations."""
    gold, rest = divmod(amount, 10)
    red, rest = divmod(rest, 5)
    blue, black = divmod(rest, 3)
    return gold, red, blue, black


def collect(purse: Purse, amount: int) -> Purse:
    """The purse with an amount added in the largest denominations."""
    gold, red, blue, black = coined(amount)
    return purse[0] + gold, purse[1] + red, purse[2] + blue, purse[3] + black


@lru_cache(maxsize=4096)
def pay(purse: Purse, amount: int) -> Payment:
    """The purse after paying; who has too little pays all.

    The gems that overpay least; of those the fewest gold, then red, then blue; then the change.
    """
    have = value(purse)
    if have <= amount:
        return Payment(EMPTY, have)
    over = 0
    while (given := _exactly(purse, amount + over)) is None:
        over += 1
    gold, red, blue, black = purse
    left = (gold - given[0], red - given[1], blue - given[2], black - given[3])
    return Payment(collect(left, over), amount)


def _exactly(purse: Purse, amount: int) -> Purse | None:
    """The gems of exactly this sum with the fewest gold, then red, then blue; None if there are none."""
    for gold in range(min(purse[0], amount // 10) + 1):
        after_gold = amount - 10 * gold
        for red in range(min(purse[1], after_gold // 5) + 1):
            after_red = after_gold - 5 * red
            blue = max(0, -((purse[3] - after_red) // 3))
            if blue <= purse[2] and 3 * blue <= after_red:
                return gold, red, blue, after_red - 3 * blue
    return None


def without(purse: Purse, gem: str) -> Purse:
    """The purse with one gem of that colour less."""
    return _moved(purse, gem, -1)


def having(purse: Purse, gem: str) -> Purse:
    """The purse with one gem of that colour more."""
    return _moved(purse, gem, 1)


def _moved(purse: Purse, gem: str, by: int) -> Purse:
    at = GEMS.index(gem)
    gold, red, blue, black = (count + by * (place == at) for place, count in enumerate(purse))
    return gold, red, blue, black
