"""The cottage and the end (rulings 11 and 12)."""

from __future__ import annotations

from collections.abc import Sequence

from core.game import Result
from core.games.oh_gnome import gems
from core.games.oh_gnome.cards import CARDS
from core.games.oh_gnome.position import Seat
from core.games.oh_gnome.table import Table
from core.games.oh_gnome.trail import COTTAGE

PRIZES = (8, 5, 2, 0, -2, -4)
"""What the first to the sixth place collects, or pays."""


def arrive(t: Table, number: int) -> None:
    """A gnome comes to the cottage: items at half their sum, the prize of its place, all cards laid down."""
    seat = t.seats[number]
    place = 1 + sum(other.place is not None for other in t.seats)
    t.seats[number] = seat._replace(at=COTTAGE, hand=(), tabled=(), misses=0, place=place)
    t.throw(*seat.hand, *seat.tabled, *["stumble"] * seat.misses)
    t.note("arrive", seat=number, place=place, hand=list(seat.hand), tabled=list(seat.tabled))
    t.collect(number, sum(CARDS.items[item].value for item in seat.tabled) // 2, "items")
    prize = PRIZES[place - 1]
    if prize < 0:
        t.pay(number, -prize, "place")
    else:
        t.collect(number, prize, "place")


def result(seats: Sequence[Seat]) -> Result:
    """Most gems, then the highest unused brawl cards, one by one (ruling 12); `places` is the order of arrival.

    A follower that does not know the cards which decide a tie names no winner.
    """
    scores = tuple(gems.value(seat.purse) for seat in seats)
    level = [number for number, score in enumerate(scores) if score == max(scores)]
    detail = {"places": [seat.place for seat in seats]}
    if len(level) > 1 and any(None in seats[number].brawl for number in level):
        return Result(scores, (), detail)
    left = {number: sorted((card or 0 for card in seats[number].brawl), reverse=True) for number in level}
    best = max(left.values())
    return Result(scores, tuple(number for number in level if left[number] == best), detail)
