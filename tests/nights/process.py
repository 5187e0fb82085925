"""Processes that can die at any moment, also in the middle of what they do."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tests.nights.agenda import Entry

if TYPE_CHECKING:
    from tests.nights.night import Night


class Crash(BaseException):
    """A process dies here. No `except Exception` may hold it up."""


class Wrong(AssertionError):
    """Something that must hold does not; the text says what."""


class Process:
    """What it knows is gone when it dies; what its disk has stays. `name` is for the story of the night."""

    def __init__(self, night: Night, name: str) -> None:
        self.night = night
        self.name = name
        self.disk = night.new_disk(name)
        self.up = False
        self.fuse: int | None = None
        """At how many more points at which it could die it does."""
        self.fuse_at = ""
        """Only points with these words count."""
        self.life = 0
        self.troubled = -1e9
        """When something went wrong for it last."""

    def start(self) -> None:
        """Comes to life, with nothing but its disk."""
        self.up, self.fuse = True, None
        self.life += 1
        self.night.say(self.name, "starts")
        self.run(self.begin)

    def begin(self) -> None:
        """What it does first."""
        raise NotImplementedError

    def die(self, *, silent: bool = False) -> None:
        """It is gone. `silent`: so is its machine, so that nobody is told that its connections are."""
        if self.up:
            self.up, self.fuse = False, None
            self.night.say(self.name, "dies in silence" if silent else "dies")
            self.end(silent=silent)
            self.disk.crashed()

    def end(self, *, silent: bool) -> None:
        """What its death does to others."""
        raise NotImplementedError

    def run(self, do: Callable[[], None]) -> None:
        """Everything that a process does is done in here."""
        if not self.up:
            return
        try:
            do()
        except Crash:
            self.die(silent=self.night.chance(0.3))

    def after(self, seconds: float, do: Callable[[], None]) -> Entry:
        """Does something later, if it still lives then."""
        life = self.life
        return self.night.agenda.after(seconds, lambda: self.run(do) if self.life == life else None)

    def point(self, where: str) -> None:
        """Between two things that are done one after the other: here it may die. Raises `Crash`."""
        if self.fuse is not None and self.fuse_at in where:
            self.fuse -= 1
            if self.fuse < 0:
                self.fuse = None
                self.night.say(self.name, f"crashes {where}")
                raise Crash
