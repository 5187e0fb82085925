"""Haggling over a desert card found with another's stone (ruling 11)."""

from __future__ import annotations

from core.game import Event, Moved
from core.games.nomadi.position import (
    ACCEPT,
    COINS,
    DECLINE,
    GIFT,
    KEEP,
    MOVE,
    Action,
    Answer,
    Counter,
    Haggle,
    Held,
    Offer,
    Position,
)
from core.games.nomadi.travel import give, look

HIGHEST = 10
"""The highest price, either way."""
MOST_OFFERS = 10


def speaker(h: Haggle) -> int:
    """The seat that must say something."""
    return h.buyer if h.by == h.seller else h.seller


def prices(p: Position, h: Haggle) -> range:
    """The prices that can be named: the payer has the coins."""
    if p.haggling == GIFT:
        return range(1)
    return range(-max(0, min(HIGHEST, p.coins[h.seller])), max(0, min(HIGHEST, p.coins[h.buyer])) + 1)


def affordable(p: Position, h: Haggle, price: int) -> bool:
    """Whether the payer has that price now."""
    return price == 0 or (p.coins[h.buyer] >= price if price > 0 else p.coins[h.seller] >= -price)


def answers(p: Position, h: Haggle) -> list[Action]:
    """What the seat that must speak may say."""
    said: list[Action] = []
    if h.price is None:
        return [Offer(price) for price in prices(p, h)]
    if affordable(p, h, h.price):
        said.append(ACCEPT)
    if h.by == h.buyer:
        return [*said, KEEP, *(Offer(price) for price in prices(p, h))]
    said.append(DECLINE)
    if p.haggling == COINS and h.offers < MOST_OFFERS:
        said += [Counter(price) for price in prices(p, h)]
    return said


def forbids(p: Position, h: Haggle, seat: int, action: Offer | Counter | Answer) -> str | None:
    """Why that seat may not say this, in a player's words; None if it may."""
    if seat not in (h.seller, h.buyer):
        return "this card is haggled over by the mover and the owner of the stone alone"
    if seat != speaker(h):
        return "the other side of the haggle speaks now"
    if isinstance(action, Answer):
        return _answer_forbids(p, h, action)
    if isinstance(action, Offer) and seat != h.seller:
        return "offers are the mover's; the owner of the stone may counter"
    if isinstance(action, Counter) and seat != h.buyer:
        return "counters are the owner's; the mover makes an offer"
    if isinstance(action, Counter) and p.haggling == GIFT:
        return "cards are given as gifts in this game: take it or leave it"
    if isinstance(action, Counter) and h.offers >= MOST_OFFERS:
        return f"this was offer {MOST_OFFERS}, the last: accept or decline it"
    return _price_forbids(p, h, action.price)


def _answer_forbids(p: Position, h: Haggle, answer: Answer) -> str | None:
    if h.price is None:
        return "the mover must make an offer first"
    if answer == ACCEPT:
        if affordable(p, h, h.price):
            return None
        return f"the price of {abs(h.price)} is beyond the purse of the one who would pay it"
    if answer == KEEP and h.by != h.buyer:
        return "keeping a card is the mover's answer to a counter; the owner of the stone may decline"
    if answer == DECLINE and h.by != h.seller:
        return "declining is for the owner of the stone; the mover may keep the card"
    return None


def _price_forbids(p: Position, h: Haggle, price: int) -> str | None:
    if p.haggling == GIFT and price:
        return "cards are given as gifts in this game: the only offer is 0"
    if abs(price) > HIGHEST:
        return f"a price is {HIGHEST} coins at most"
    if not affordable(p, h, price):
        payer, purse = ("owner", p.coins[h.buyer]) if price > 0 else ("mover", p.coins[h.seller])
        return (
            f"{abs(price)} is beyond the purse: the {payer} who would pay has {purse}, and a price needs coins in hand"
        )
    return None


def say(p: Position, h: Haggle, action: Offer | Counter | Answer) -> Moved[Position]:
    """After a legal word: the haggle goes on, or is closed (phase `move`, the turn not settled yet)."""
    base = {"seller": h.seller, "buyer": h.buyer, "field": p.board.names[h.field]}
    if isinstance(action, Offer):
        after = h._replace(price=action.price, by=h.seller, offers=h.offers + 1)
        return p._replace(haggle=after), (Event("offered", {**base, "price": action.price, "number": after.offers}),)
    if isinstance(action, Counter):
        after = h._replace(price=action.price, by=h.buyer)
        return p._replace(haggle=after), (Event("countered", {**base, "price": action.price}),)
    closed = p._replace(phase=MOVE, haggle=None)
    if action != ACCEPT:
        kind = "declined" if action == DECLINE else "kept"
        return closed._replace(held=give(p.held, h.seller, Held(h.value, (h.seller,)))), (Event(kind, base),)
    price = h.price or 0
    coins = list(p.coins)
    coins[h.buyer] -= price
    coins[h.seller] += price
    held = give(p.held, h.buyer, Held(h.value, tuple(sorted((h.seller, h.buyer)))))
    events = (Event("sold", {**base, "price": price}), look(h.buyer, p.board.names[h.field], h.value))
    return closed._replace(coins=tuple(coins), held=held), events
