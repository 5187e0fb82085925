"""Connections: bytes in order, late, cut in pieces, held up, lost, or gone without a word."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from tests.nights.night import Night

GUEST, HOST = 0, 1
CONNECT_SECONDS = 5.0
"""How long somebody waits for a table that does not answer."""


class End(Protocol):
    """Who holds one end of a connection."""

    def data(self, cable: Cable, data: bytes) -> None:
        """Bytes have come."""

    def closed(self, cable: Cable) -> None:
        """The other side has closed it, or it is known to be broken."""


class Cable:
    """One connection; `ends`: the guest's and the host's."""

    def __init__(self, night: Night, number: int, ends: tuple[End, End]) -> None:
        self.night, self.number, self.ends = night, number, ends
        self.open = [True, True]
        self.backlog = 0
        """Frames to the guest that have not arrived."""
        slow = night.random.choice((0.002, 0.01, 0.05, 0.4))
        self._delay = [slow * (0.5 + night.random.random()) for _ in ends]
        self._hole = [False, False]
        self._held_until = 0.0
        self._last = [0.0, 0.0]
        self._way: list[deque[Callable[[], None]]] = [deque(), deque()]
        """What is under way from each end, in order."""
        self._lost = 0
        """How often all that was under way was lost."""

    def send(self, end: int, data: bytes) -> None:
        """Bytes from one end, which arrive after all that was sent before them."""
        if not self.open[end] or self._hole[end]:
            return
        random = self.night.random
        if end == HOST:
            self.backlog += 1
        if len(data) > 8 and random.random() < 0.05:
            at = random.randrange(1, len(data))
            first, data = data[:at], data[at:]
            self._later(end, lambda: self._arrive(end, first))
        self._later(end, lambda: self._arrive(end, data, whole=True))

    def close(self, end: int) -> None:
        """One end is done: the other hears of it after all that was sent."""
        if self.open[end]:
            self.open[end] = False
            if not self._hole[end]:
                self._later(end, lambda: self._end(1 - end))

    def reset(self, end: int, *, silent: bool) -> None:
        """One end's process is gone, with what it had not sent; `silent`: its machine too."""
        if self.open[end]:
            self.open[end] = False
            if not (silent or self._hole[end]):
                self.night.agenda.after(self._delay[end], lambda: self._end(1 - end))

    def abort(self, end: int) -> None:
        """One end gives it up, and takes back what has not arrived."""
        if self.open[end]:
            self.open[end] = False
            self._way[end].clear()
            if not self._hole[end]:
                self._later(end, lambda: self._end(1 - end))

    # -- what goes wrong ---------------------------------------------------------------------------------------

    def cut(self) -> None:
        """It breaks, with all that is under way; each end notices by itself, or by silence."""
        self._lost += 1
        self._way = [deque(), deque()]
        self._hole = [True, True]
        for end in (GUEST, HOST):
            if self.night.chance(0.7):
                self.night.agenda.after(self.night.random.random() * 4, lambda end=end: self._end(end))  # type: ignore[misc]

    def swallow(self, end: int) -> None:
        """What is sent from that end vanishes from now on."""
        self._hole[end] = True

    def hold(self, until: float) -> None:
        """Nothing arrives until then; nothing is lost."""
        self._held_until = until

    # -- on its way --------------------------------------------------------------------------------------------

    def _later(self, end: int, do: Callable[[], None]) -> None:
        now = self.night.agenda.now
        time = now + self._delay[end] * (0.5 + self.night.random.random())
        time = self._last[end] = max(time, self._last[end], self._held_until)
        lost = self._lost
        self._way[end].append(do)
        self.night.agenda.at(time, lambda: self._on_its_way(end, lost))

    def _on_its_way(self, end: int, lost: int) -> None:
        """The next thing that is under way arrives, unless nothing does."""
        if lost != self._lost:
            return
        if self._held_until > self.night.agenda.now:
            self._last[end] = max(self._last[end], self._held_until)
            self.night.agenda.at(self._held_until, lambda: self._on_its_way(end, lost))
            return
        if self._way[end]:
            self._way[end].popleft()()

    def _arrive(self, end: int, data: bytes, *, whole: bool = False) -> None:
        if whole and end == HOST:
            self.backlog -= 1
        other = 1 - end
        if self.open[other]:
            self.night.delivered(self, end, data)
            self.ends[other].data(self, data)
        elif not self._hole[other]:
            self.night.agenda.after(self._delay[other], lambda: self._end(end))  # It is told that nobody is there.

    def _end(self, end: int) -> None:
        if self.open[end]:
            self.open[end] = False
            self.ends[end].closed(self)


class Network:
    """Who reaches the host, and all connections."""

    def __init__(self, night: Night) -> None:
        self.night = night
        self.cables: list[Cable] = []
        self._apart: dict[End, float] = {}

    def apart(self, guest: End, until: float, *, lossy: bool) -> None:
        """A guest does not reach the host until then. `lossy`: what it had is not held up, but lost."""
        self._apart[guest] = max(until, self._apart.get(guest, 0.0))
        for cable in self.open_to(guest):
            if lossy:
                cable.swallow(GUEST)
                cable.swallow(HOST)
            else:
                cable.hold(until)

    def heal(self) -> None:
        """Everybody reaches everybody."""
        self._apart.clear()
        for cable in self.cables:
            cable.hold(0.0)

    def open_to(self, guest: End) -> list[Cable]:
        """The connections of a guest that one end at least believes in."""
        return [cable for cable in self.cables if cable.ends[GUEST] is guest and any(cable.open)]

    def connect(self, guest: End, host: End, up: Callable[[], bool], done: Callable[[Cable | None], None]) -> None:
        """Tries to reach the host; `done` is called with the connection, or None."""
        now = self.night.agenda.now
        if self._apart.get(guest, 0.0) > now:
            self.night.agenda.after(CONNECT_SECONDS, lambda: done(None))
            return

        def arrive() -> None:
            if not up():
                done(None)
                return
            cable = Cable(self.night, len(self.cables) + 1, (guest, host))
            self.cables.append(cable)
            done(cable)

        self.night.agenda.after(0.001 + 0.05 * self.night.random.random(), arrive)
