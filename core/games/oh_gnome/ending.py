"""The cottage and the end (rulings 11 and 12)."""

from __future__ import annotations

from collections.abc import Sequence

from core.game import Json, Result
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


def told(seats: Sequence[Seat]) -> dict[str, Json]:
    """The data of the last event: the result, and the unused brawl cards, which decide a tie and are open now.

    A follower that does not know them yet does not know who won a tie.
    """
    found = result(seats)
    level = [seat for seat in seats if gems.value(seat.purse) == max(score or 0 for score in found.scores)]
    unknown = len(level) > 1 and any(None in seat.brawl for seat in level)
    winners = None if unknown else list(found.winners)
    return {**found.to_json(), "winners": winners, "brawl": [list(seat.brawl) for seat in seats]}


def result(seats: Sequence[Seat]) -> Result:
    """Most gems, then the highest unused brawl cards, one by one (ruling 12).

    `places` in the result is the order of arrival. A follower's unknown brawl cards count as nothing.
    """
    scores = [gems.value(seat.purse) for seat in seats]
    ranks = [
        (score, sorted((card or 0 for card in seat.brawl), reverse=True))
        for score, seat in zip(scores, seats, strict=True)
    ]
    best = max(ranks)
    winners = tuple(number for number, rank in enumerate(ranks) if rank == best)
    return Result(tuple(scores), winners, {"places": [seat.place for seat in seats]})
