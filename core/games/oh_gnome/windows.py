"""Windows: where the others may interrupt, and what a red card does when nothing has stopped it (ruling 8).

The frame on top of the stack is what a window is about. A red card played there is put on top and has a window of its
own. When a frame stands, it takes effect; a cancel that stands takes the frame below off.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from core.games.oh_gnome import effects, moves, turn
from core.games.oh_gnome.actions import Action
from core.games.oh_gnome.cards import CANCEL, CUT, GUARD, GUARDED, HOLD
from core.games.oh_gnome.position import Move, Play, Position, Red, Sale, about, asked, clockwise
from core.games.oh_gnome.table import Table

_RED_FOR: dict[type, tuple[str, ...]] = {Move: (HOLD,), Sale: (CUT,), Red: (CANCEL,), Play: (CANCEL,)}


def fitting(p: Position, seat: int) -> tuple[str, ...]:
    """The red cards that this seat could play in the open window, if it had them."""
    top = p.stack[-1]
    if isinstance(top, Play) and top.action.what in GUARDED and top.action.seat in (seat, -1):
        return CANCEL, GUARD
    return _RED_FOR[type(top)]


def open_on(t: Table) -> None:
    """Opens the window of the frame on top; where nobody can be asked, the frame stands."""
    seats = asked(t.seats, t.stack, t.turn)
    if not seats:
        _stand(t)
        return
    t.phase = "window"
    what, owner = about(t.stack, t.turn)
    t.note("window", about=what, owner=owner, seats=list(seats))


def close(t: Table, choices: Mapping[int, Action]) -> None:
    """All have answered: the first red card clockwise from the gnome in turn is played, the others are kept."""
    top = t.stack[-1]
    reds = [(seat, choices[seat].what) for seat in clockwise(len(t.seats), t.turn) if _is_red(choices.get(seat))]
    what, owner = about(t.stack, t.turn)
    t.note("closed", about=what, owner=owner, seats=sorted(choices), by=reds[0][0] if reds else None)
    if isinstance(top, Play):
        t.stack[-1] = top = top._replace(guards=tuple(seat for seat, card in reds if card == GUARD))
    if not reds:
        _stand(t)
    elif isinstance(top, Play) and reds[0][1] == GUARD:
        _resume(t)
    else:
        _play_red(t, *reds[0])


def _is_red(action: Action | None) -> bool:
    return action is not None and action.verb == "red"


def _play_red(t: Table, seat: int, card: str) -> None:
    t.throw(t.from_hand(seat, card))
    what, owner = about(t.stack, t.turn)
    t.stack.append(Red(card, seat))
    t.note("red", seat=seat, card=card, about=what, owner=owner)
    open_on(t)


def _stand(t: Table) -> None:
    """Nothing has stopped the frame on top: it takes effect."""
    top = t.stack[-1]
    if isinstance(top, Red):
        t.stack.pop()
        t.note("stands", seat=top.seat, card=top.card)
        _REDS[top.card](t, top.seat)
    else:
        _resume(t)


def _resume(t: Table) -> None:
    """Back to a frame whose window is over and that still stands."""
    top = t.stack[-1]
    if isinstance(top, Red):
        _stand(t)
    elif isinstance(top, Move):
        moves.choose_end(t)
    elif isinstance(top, Sale):
        turn.next_turn(t)
    elif isinstance(top, Play) and top.guards:
        t.stack[-1] = top._replace(guards=top.guards[1:])
        _play_red(t, top.guards[0], GUARD)
    else:
        effects.act(t)


def _cancel(t: Table, seat: int) -> None:
    below = t.stack.pop()
    what, owner = about([below], t.turn)
    t.note("cancelled", seat=seat, card=what, owner=owner)
    if isinstance(below, Red):
        _resume(t)
        return
    if what == "stumble":
        t.throw("stumble")
    turn.draw(t)


def _hold(t: Table, seat: int) -> None:
    t.stack.pop()
    t.note("held", seat=t.turn, by=seat)
    turn.play(t)


def _cut(t: Table, seat: int) -> None:
    sale = t.stack[-1]
    assert isinstance(sale, Sale)
    t.pay(t.turn, sale.total // 2, "my cut", seat)
    turn.next_turn(t)


def _guard(t: Table, seat: int) -> None:
    top = t.stack[-1]
    assert isinstance(top, Play)
    t.stack[-1] = top._replace(guarded=(*top.guarded, seat))
    t.note("guarded", seat=seat, card=top.action.what)
    _resume(t)


_REDS: dict[str, Callable[[Table, int], None]] = {CANCEL: _cancel, HOLD: _hold, CUT: _cut, GUARD: _guard}
