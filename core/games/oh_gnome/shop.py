"""Businesses: selling and leaving (ruling 10)."""

from __future__ import annotations

from core.games.oh_gnome import gems, turn
from core.games.oh_gnome.cards import CARDS
from core.games.oh_gnome.position import Cart, Sale
from core.games.oh_gnome.table import Table
from core.games.oh_gnome.trail import TRAIL


def sell(t: Table, item: str) -> None:
    """Sells an item at its price here, or has the die rolled for it."""
    business = t.seats[t.turn].at
    t.throw(t.from_table(t.turn, item))
    if TRAIL.businesses[business].die:
        t.stack.append(Cart(item))
        t.note("offered", seat=t.turn, business=business, item=item)
    else:
        _sold(t, item, CARDS.price(item, business))


def priced(t: Table, pips: int) -> None:
    """The die has said what the item fetches."""
    frame = t.stack.pop()
    assert isinstance(frame, Cart)
    _sold(t, frame.item, pips)


def _sold(t: Table, item: str, price: int) -> None:
    t.note("sold", seat=t.turn, business=t.seats[t.turn].at, item=item, price=price)
    t.collect(t.turn, price, "sale")
    t.sold += price


def leave(t: Table) -> bool:
    """Trades the purse up and goes; true if something was sold, and the others may want their cut."""
    purse = t.seats[t.turn].purse
    t.fill(t.turn, gems.coined(gems.value(purse)))
    t.note("left", seat=t.turn, business=t.seats[t.turn].at, sold=t.sold)
    if t.sold:
        t.stack.append(Sale(t.sold))
        t.sold = 0
        return True
    turn.next_turn(t)
    return False
