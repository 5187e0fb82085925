"""What things are worth to the greedy bot, in gems: items on the table, a landing, a brawl.

Where a gnome stands is worth nothing: a price for each stone (who is slow has more turns) was tried and won fewer
games.
"""

from __future__ import annotations

from functools import cache

from core.games.oh_gnome.cards import CARDS, FISTS
from core.games.oh_gnome.gems import value
from core.games.oh_gnome.position import Position, Seat
from core.games.oh_gnome.trail import COTTAGE, TRAIL

LATER = 0.88
"""What is left of a price that waits at a later business: items are stolen and lost."""
DIE_MEAN = 3.5
CARD = 1.0
"""What one more card to choose from is worth."""


@cache
def _way() -> dict[str, float]:
    """How far along the trail a place is, in stones; a business is half a stone after its own."""
    far = {str(number): float(number) for number in range(TRAIL.stones + 1)}
    far.update({stone: float(TRAIL.bridge) for stone in TRAIL.back})
    far.update({key: far[shop.after] + 0.5 for key, shop in TRAIL.businesses.items()})
    return {**far, COTTAGE: TRAIL.stones + 1.0}


def far(place: str) -> float:
    """How far along the trail a place is; the stones of the back trail count as the bridge."""
    return _way()[place]


@cache
def kept(item: str, place: str) -> float:
    """What an item on the table will bring to a gnome at this place that does not sell it here."""
    later = [
        DIE_MEAN if shop.die else float(CARDS.price(item, key))
        for key, shop in TRAIL.businesses.items()
        if far(key) > far(place)
    ]
    return max(LATER * max(later, default=0.0), CARDS.items[item].value / 2)


def here(item: str, business: str) -> float:
    """What it brings in this business, on average."""
    return DIE_MEAN if TRAIL.businesses[business].die else float(CARDS.price(item, business))


def visit(seat: Seat, business: str) -> float:
    """What a visit brings above keeping the items for later."""
    return sum(max(0.0, here(item, business) - kept(item, business)) for item in seat.tabled)


def landing(p: Position, number: int, place: str) -> float:
    """What it costs a gnome to land there."""
    effect = TRAIL.effects.get(place)
    seat = p.seats[number]
    if effect is None:
        return 0.0
    if effect.kind == "gems":
        return float(min(effect.amount, value(seat.purse)))
    if effect.kind == "items":
        return sum(sorted(kept(item, place) for item in seat.tabled)[: effect.amount])
    if effect.kind == "hand":
        return CARD * (len(seat.hand) // effect.amount)
    return landing(p, number, effect.stone)


# -- brawls ----------------------------------------------------------------------------------------------------------


def brawl(p: Position, number: int, card: int, others: tuple[int, ...]) -> float:
    """Expected gems of showing a card against gnomes whose brawl cards are unknown, each equally likely."""
    total = 0.0
    purse = value(p.seats[number].purse)
    sets = [FISTS if p.seats[other].brawl else (0,) for other in others]
    for highest in range(card + 1, FISTS[-1] + 1):
        all_below = _share(sets, highest + 1) - _share(sets, highest)
        total -= all_below * min(highest - card, purse)
    for index, fists in enumerate(sets):
        rest = _share(sets[:index] + sets[index + 1 :], card)
        rich = value(p.seats[others[index]].purse)
        total += rest * sum(min(card - fist, rich) for fist in fists if fist < card) / len(fists)
    return total


def _share(sets: list[tuple[int, ...]], bound: int) -> float:
    """How likely all cards are below a bound."""
    chance = 1.0
    for fists in sets:
        chance *= sum(fist < bound for fist in fists) / len(fists)
    return chance


def fight(p: Position, number: int, others: tuple[int, ...], price: float) -> tuple[float, int]:
    """The best of a seat's brawl cards: what it brings, less a price a pip of the card, and the card (0: none left)."""
    cards = [card for card in p.seats[number].brawl if card is not None] or [0]
    return max((brawl(p, number, card, others) - price * card, card) for card in cards)
