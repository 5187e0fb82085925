"""Moving along the trail, and what a stone does to who lands there (rulings 3 to 5)."""

from __future__ import annotations

from core.games.oh_gnome import brawl, ending, turn
from core.games.oh_gnome.gems import value
from core.games.oh_gnome.position import Discard, Lose, Move, Position
from core.games.oh_gnome.table import Table
from core.games.oh_gnome.trail import COTTAGE, TRAIL, End


def ends(p: Position | Table) -> tuple[End, ...]:
    """Where the gnome in turn may go with the move on top of the stack."""
    move = p.stack[-1]
    assert isinstance(move, Move)
    seat = p.seats[p.turn]
    if move.toll:
        return TRAIL.ends(seat.at, move.pips, value(seat.purse))
    return TRAIL.ends_by_card(seat.at, move.pips)


def choose_end(t: Table) -> None:
    """Asks where to go; where there is one way only, it just happens (ruling 3)."""
    found = ends(t)
    if len(found) > 1:
        t.phase = "move"
    else:
        go(t, found[0])


def go(t: Table, end: End) -> None:
    """The gnome in turn walks, pays at the bridge, and enters, arrives or lands."""
    number = t.turn
    t.stack.pop()
    if end.toll:
        t.pay(number, end.toll, "toll")
    walk(t, number, end.way)
    if end.place in TRAIL.businesses:
        t.stack.clear()
        t.note("entered", seat=number, business=end.place)
        t.phase = "sell"
        t.sold = 0
    elif end.place == COTTAGE:
        ending.arrive(t, number)
        turn.next_turn(t)
    else:
        land(t, number)


def walk(t: Table, number: int, way: tuple[str, ...]) -> None:
    """Stands the gnome at the end of a way."""
    t.note("moved", seat=number, start=t.seats[number].at, way=list(way))
    t.put(number, way[-1])


def land(t: Table, number: int) -> None:
    """The landing effect, wherever it sends the gnome, then the brawl on the stone where it ends (ruling 4)."""
    while (effect := TRAIL.effects.get(stone := t.seats[number].at)) is not None:
        kind, count, to = effect
        if kind in ("slide", "to"):
            t.put(number, to)
            t.note("slid" if kind == "slide" else "sent", seat=number, start=stone, at=to)
            continue
        if kind == "gems":
            t.note("trouble", seat=number, stone=stone, gems=count)
            t.pay(number, count, "back trail")
        elif kind == "items":
            if _lose(t, number, count):
                return
        elif _discard(t, number, count):
            return
        break
    brawl.meet(t, t.seats[number].at)


def _lose(t: Table, number: int, count: int) -> bool:
    """Tabled items go; true if the gnome must choose which."""
    tabled = t.seats[number].tabled
    t.note("trouble", seat=number, stone=t.seats[number].at, items=min(count, len(tabled)))
    if len(tabled) > count:
        t.stack.append(Lose(number, count))
        t.phase = "lose"
        return True
    if tabled:
        t.lay(number, ())
        t.throw(*tabled)
        t.note("lost", seat=number, items=list(tabled))
    return False


def _discard(t: Table, number: int, share: int) -> bool:
    """One card in `share` of the hand goes, at random; true if any does."""
    count = len(t.seats[number].hand) // share
    t.note("trouble", seat=number, stone=t.seats[number].at, cards=count)
    if count:
        t.stack.append(Discard(number, count))
        t.phase = "discard"
    return count > 0


def lose(t: Table, item: str) -> None:
    """One chosen item goes."""
    frame = t.stack.pop()
    assert isinstance(frame, Lose)
    number, count = frame
    t.throw(t.from_table(number, item))
    t.note("lost", seat=number, items=[item])
    if count > 1:
        t.stack.append(Lose(number, count - 1))
    else:
        brawl.meet(t, t.seats[number].at)


def discard(t: Table, cards: tuple[str, ...]) -> None:
    """The cards drawn from a hand go."""
    frame = t.stack.pop()
    assert isinstance(frame, Discard)
    for card in cards:
        t.throw(t.from_hand(frame.seat, card))
    t.note("threw", seat=frame.seat, cards=list(cards))
    brawl.meet(t, t.seats[frame.seat].at)
