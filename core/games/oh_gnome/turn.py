"""The turn: what comes after a move and after a card, drawing, and whose turn is next (rulings 2 and 7)."""

from __future__ import annotations

from core.game import Event
from core.games.oh_gnome import ending
from core.games.oh_gnome.position import Play
from core.games.oh_gnome.table import Table
from core.games.oh_gnome.trail import COTTAGE


def go_on(t: Table) -> None:
    """A movement is over: a card's effect ends with the draw, a roll's with the play."""
    if t.stack:
        assert isinstance(t.stack[-1], Play)
        t.stack.pop()
        draw(t)
    else:
        play(t)


def play(t: Table) -> None:
    """PLAY, not asked of an empty hand (ruling 7)."""
    if t.seats[t.turn].hand:
        t.phase = "play"
    else:
        draw(t)


def draw(t: Table) -> None:
    """DRAW, after shuffling where the pile is empty; then the next turn (ruling 7)."""
    if not t.deck and t.discard:
        t.phase = "shuffle"
        return
    if t.deck:
        card, t.deck = t.deck[0], t.deck[1:]
        t.give(t.turn, (*t.seats[t.turn].hand, card))
        t.events.append(Event("drawn", {"seat": t.turn, "left": len(t.deck)}))
        t.events.append(Event("draw", {"seat": t.turn, "card": card}, frozenset((t.turn,))))
    next_turn(t)


def next_turn(t: Table) -> None:
    """The turn passes on; at the end of the game to nobody."""
    t.stack.clear()
    t.sold = 0
    if all(seat.at == COTTAGE for seat in t.seats):
        t.phase = "over"
        t.note("over", **ending.result(t.seats).to_json(), brawl=[list(seat.brawl) for seat in t.seats])
        return
    t.turn = (t.turn + 1) % len(t.seats)
    begin(t)


def begin(t: Table) -> None:
    """The first gnome from the one in turn that is on the trail and has no turn to miss, rolls."""
    while (seat := t.seats[t.turn]).at == COTTAGE or seat.misses:
        if seat.misses:
            t.seats[t.turn] = seat._replace(misses=seat.misses - 1)
            t.throw("stumble")
            t.note("missed", seat=t.turn)
        t.turn = (t.turn + 1) % len(t.seats)
    t.phase = "roll"
