"""What goes wrong in a night: drawn from its seed, at times drawn from its seed."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tests.nights.guest import Guest
from tests.nights.network import GUEST, HOST
from tests.nights.process import Process

if TYPE_CHECKING:
    from tests.nights.night import Night

TROUBLES = ("the disk is full", "the disk is read-only", "input/output error")


class Faults:
    """Until the night's calm something goes wrong now and then."""

    def __init__(self, night: Night, every: float) -> None:
        """`every`: seconds between two faults, on average."""
        self.night, self.every = night, every
        self._kinds: list[tuple[float, Callable[[], None]]] = [
            (6, self._crash_guest),
            (5, self._crash_host),
            (3, self._cut),
            (3, self._half_open),
            (2, self._stall),
            (2, self._partition),
            (0.7, self._partition_all),
            (1.5, self._disk),
            (0.7, self._pause),
            (0.7, self._leave),
            (0.7, self._newcomer),
        ]
        self.count = 0

    def next(self) -> None:
        """Sets the time of the next one."""
        self.night.agenda.after(self.night.random.expovariate(1 / self.every), self._happen)

    def _happen(self) -> None:
        if self.night.calm:
            return
        weights = [weight for weight, _ in self._kinds]
        ((_, kind),) = self.night.random.choices(self._kinds, weights)
        self.count += 1
        kind()
        self.next()

    def _guest(self) -> Guest | None:
        there = [guest for guest in self.night.guests if guest.up]
        return self.night.random.choice(there) if there else None

    def _touch(self, process: Process, what: str, seconds: float = 0.0) -> None:
        self.night.say(process.name, f"trouble: {what}")
        process.troubled = max(process.troubled, self.night.agenda.now + seconds)

    # -- processes ---------------------------------------------------------------------------------------------

    def _crash(self, process: Process, most: float) -> None:
        night = self.night
        seconds = night.random.uniform(0.2, most)
        self._touch(process, f"crashes, back after {seconds:.1f} s", seconds + 5)
        if night.chance(0.4):
            process.die(silent=night.chance(0.4))
            night.agenda.after(seconds, lambda: self._restart(process))
            return
        process.fuse_at = night.random.choice(("", "before", "sending", "after", "rows"))
        process.fuse = night.random.randrange(12 if process.fuse_at in ("", "before", "sending") else 3)
        night.agenda.after(seconds, lambda: self._restart(process))

    def _restart(self, process: Process) -> None:
        if not process.up and not (isinstance(process, Guest) and process.leaves):
            self._touch(process, "comes back")
            process.start()
        elif process.up:
            process.fuse = None

    def _crash_guest(self) -> None:
        if guest := self._guest():
            self._crash(guest, self.night.random.choice((2.0, 15.0, 70.0)))

    def _crash_host(self) -> None:
        if self.night.host.up:
            self._crash(self.night.host, self.night.random.choice((1.0, 10.0, 90.0)))

    def _pause(self) -> None:
        host = self.night.host
        if host.up and host.table.can_continue:
            seconds = self.night.random.choice((3.0, 30.0, 200.0))
            self._touch(host, f"pauses the table for {seconds:.0f} s", seconds + 5)
            host.run(host.pause)
            host.owner = host.owner and self.night.chance(0.7)
            self.night.agenda.after(seconds, lambda: self._restart(host))

    # -- connections -------------------------------------------------------------------------------------------

    def _cut(self) -> None:
        if (guest := self._guest()) and guest.cable is not None:
            self._touch(guest, "the connection is cut", 30)
            guest.cable.cut()

    def _half_open(self) -> None:
        if (guest := self._guest()) and guest.cable is not None:
            self._touch(guest, "the connection goes dead", 60)
            for end in self.night.random.choice(((GUEST,), (HOST,), (GUEST, HOST))):
                guest.cable.swallow(end)

    def _stall(self) -> None:
        if (guest := self._guest()) and guest.cable is not None:
            seconds = self.night.random.uniform(1, 30)
            self._touch(guest, f"the connection stands still for {seconds:.1f} s", 60)
            guest.cable.hold(self.night.agenda.now + seconds)

    def _partition(self) -> None:
        if guest := self._guest():
            self._apart([guest], self.night.random.uniform(2, 60))

    def _partition_all(self) -> None:
        self._apart(self.night.guests, self.night.random.uniform(2, 40))

    def _apart(self, guests: list[Guest], seconds: float) -> None:
        lossy = self.night.chance(0.5)
        for guest in guests:
            self._touch(guest, f"cannot reach the host for {seconds:.1f} s", seconds + 40)
            self.night.network.apart(guest, self.night.agenda.now + seconds, lossy=lossy)

    # -- disks and people --------------------------------------------------------------------------------------

    def _disk(self) -> None:
        night = self.night
        process = night.host if night.chance(0.6) else self._guest()
        if process is None or process.disk.trouble:
            return
        seconds, disk = night.random.uniform(0.5, 25), process.disk
        disk.trouble = night.random.choice(TROUBLES)
        self._touch(process, f"{disk.trouble} for {seconds:.1f} s", seconds + 30)

        def well() -> None:
            disk.trouble = ""

        night.agenda.after(seconds, well)

    def _leave(self) -> None:
        guest = self._guest()
        if guest is None or guest.state != "well":
            return
        self._touch(guest, "has had enough")
        guest.run(guest.leave)
        if self.night.chance(0.6):
            self.night.agenda.after(self.night.random.uniform(5, 90), lambda: self._return(guest))

    def _return(self, guest: Guest) -> None:
        if not guest.up:
            self._touch(guest, "comes back after all", 30)
            guest.start()

    def _newcomer(self) -> None:
        if len(self.night.guests) < 9:
            self.night.newcomer(sits=self.night.chance(0.6))
