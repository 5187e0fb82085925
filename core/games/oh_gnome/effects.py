"""What each purple card does when nothing has stopped it."""

from __future__ import annotations

from collections.abc import Callable

from core.games.oh_gnome import gems, moves, turn
from core.games.oh_gnome.actions import Action
from core.games.oh_gnome.position import Move, Play
from core.games.oh_gnome.table import Table
from core.games.oh_gnome.trail import COTTAGE, TRAIL


def act(t: Table) -> None:
    """The effect of the card on top of the stack; a gnome with a guard is left alone (guard-gnome)."""
    frame = t.stack[-1]
    assert isinstance(frame, Play)
    if frame.action.seat in frame.guarded:
        turn.go_on(t)
    else:
        _EFFECTS[frame.action.what](t, frame.action, frame.guarded)


def _mining(t: Table, action: Action, guarded: tuple[int, ...]) -> None:  # noqa: ARG001
    """The die comes first: the frame waits for it in phase `play`."""
    t.phase = "play"


def mined(t: Table, pips: int) -> None:
    """The die of `mining`."""
    t.note("mined", seat=t.turn, pips=pips)
    t.collect(t.turn, pips, "mining")
    turn.go_on(t)


def _pickpocket(t: Table, action: Action, guarded: tuple[int, ...]) -> None:  # noqa: ARG001
    victim, gem = action.seat, action.more
    t.fill(victim, gems.without(t.seats[victim].purse, gem))
    t.fill(t.turn, gems.having(t.seats[t.turn].purse, gem))
    t.note("picked", seat=t.turn, victim=victim, gem=gem)
    turn.go_on(t)


def _second_wind(t: Table, action: Action, guarded: tuple[int, ...]) -> None:  # noqa: ARG001
    t.stack.append(Move(3, toll=False))
    moves.choose_end(t)


def _stumble(t: Table, action: Action, guarded: tuple[int, ...]) -> None:  # noqa: ARG001
    """The card lies before its gnome from now on (ruling 7)."""
    victim = t.seats[action.seat]
    t.seats[action.seat] = victim._replace(misses=victim.misses + 1)
    t.note("stumbled", seat=action.seat)
    turn.go_on(t)


def _wrong_turn(t: Table, action: Action, guarded: tuple[int, ...]) -> None:  # noqa: ARG001
    moves.walk(t, action.seat, TRAIL.back_from(t.seats[action.seat].at, 3))
    moves.land(t, action.seat)


def _come_along(t: Table, action: Action, guarded: tuple[int, ...]) -> None:  # noqa: ARG001
    moves.walk(t, action.seat, (t.seats[t.turn].at,))
    moves.land(t, action.seat)


def _sticky_fingers(t: Table, action: Action, guarded: tuple[int, ...]) -> None:  # noqa: ARG001
    item = t.from_table(action.seat, action.more)
    t.lay(t.turn, (*t.seats[t.turn].tabled, item))
    t.note("took", seat=t.turn, victim=action.seat, item=item)
    turn.go_on(t)


def _swap_hands(t: Table, action: Action, guarded: tuple[int, ...]) -> None:  # noqa: ARG001
    other = action.seat
    mine, theirs = t.seats[t.turn].hand, t.seats[other].hand
    t.give(t.turn, theirs)
    t.give(other, mine)
    t.note("swapped", seat=t.turn, other=other, cards=[len(theirs), len(mine)])
    t.whisper("hand", t.turn, other=other, hand=list(theirs))
    t.whisper("hand", other, other=t.turn, hand=list(mine))
    turn.go_on(t)


def _toll_day(t: Table, action: Action, guarded: tuple[int, ...]) -> None:  # noqa: ARG001
    for number, seat in enumerate(t.seats):
        if number != t.turn and number not in guarded and seat.at != COTTAGE:
            t.pay(number, 1, "toll day", t.turn)
    turn.go_on(t)


_EFFECTS: dict[str, Callable[[Table, Action, tuple[int, ...]], None]] = {
    "mining": _mining,
    "pickpocket": _pickpocket,
    "second-wind": _second_wind,
    "stumble": _stumble,
    "wrong-turn": _wrong_turn,
    "come-along": _come_along,
    "sticky-fingers": _sticky_fingers,
    "swap-hands": _swap_hands,
    "toll-day": _toll_day,
}
