"""The clock for a choice: whose it is, and how long it still runs. It repaints itself alone."""

from __future__ import annotations

from time import monotonic

from rich.cells import cell_len
from textual.content import Content
from textual.widgets import Static

from tui.session import Session

_LATE = 10
"""Seconds from which on the own clock is loud."""


class TurnClock(Static):
    """Beside the line that says what can be done now; hidden where no clock runs."""

    DEFAULT_CSS = """
    TurnClock { width: auto; height: 1; padding: 0 1 0 2; color: $serai-sand; display: none; }
    TurnClock.-late { color: $serai-accent; text-style: bold; }
    """

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self.words = ""

    def on_mount(self) -> None:
        """Counts."""
        self.refresh_clock()
        self.set_interval(0.5, self.refresh_clock)

    def refresh_clock(self) -> None:
        """Says what is left now, if that is news."""
        words, late = self._now()
        self.set_class(late, "-late")
        if words != self.words:
            same = cell_len(words) == cell_len(self.words)
            self.words = words
            self.update(Content(words), layout=not same)
            self.display = bool(words)

    def _now(self) -> tuple[str, bool]:
        session, mirror = self._session, self._session.mirror
        if mirror.lobby is None or not mirror.lobby.clock or not session.playing:
            return "", False
        if session.lost:
            return "", False
        if mirror.paused or self._for_somebody_away():
            return "clock stopped", False
        key, seconds = mirror.clock
        if not seconds or key != mirror.key:
            return "", False
        left = max(0, seconds - int(monotonic() - session.clock_at))
        mine = mirror.seat in mirror.waiting_for
        return f"{spell(left)} for {self._whose(mine=mine)}", mine and left <= _LATE

    def _for_somebody_away(self) -> bool:
        """Whether the table waits for a choice of somebody who is not here."""
        lobby, mirror = self._session.mirror.lobby, self._session.mirror
        assert lobby is not None
        waited = [lobby.seats[seat] for seat in mirror.waiting_for if seat < len(lobby.seats)]
        return any((info.link == "lost" or info.state == "absent") and not info.bot for info in waited)

    def _whose(self, *, mine: bool) -> str:
        mirror = self._session.mirror
        waiting = mirror.waiting_for
        return "you" if mine else mirror.names[waiting[0]] if len(waiting) == 1 else f"{len(waiting)} of us"


def spell(seconds: int) -> str:
    """How long that is: `47 s`, `2:05`."""
    return f"{seconds} s" if seconds < 60 else f"{seconds // 60}:{seconds % 60:02}"
