"""Disks: what was flushed outlives a crash, what was pending does not, and for a while nothing can be kept."""

from __future__ import annotations

from net.kept import CannotKeep
from tests.nights.process import Crash, Process


class File:
    """What a disk has of one list of rows, whatever happens to the process that writes it."""

    def __init__(self) -> None:
        self.rows: list[bytes] = []
        self.perhaps: list[bytes] = []
        """Rows of a commit that failed, which may have arrived all the same."""


class Disk:
    """One machine's. `trouble`: why nothing can be kept now; empty if it can."""

    def __init__(self) -> None:
        self.trouble = ""
        self.files: dict[str, File] = {}

    def open(self, name: str, process: Process) -> Rows:
        """The rows of that name, for a process to work with."""
        file = self.files.setdefault(name, File())
        if file.perhaps and process.night.chance(0.5):
            process.night.say(process.name, f"finds {len(file.perhaps)} rows in {name} that were not known to be kept")
            file.rows += file.perhaps
        file.perhaps = []
        return Rows(self, name, process)

    def crashed(self) -> None:
        """The process that used it has died."""

    def durable(self, name: str) -> list[bytes]:
        """What would be found after a crash now."""
        return self.files[name].rows if name in self.files else []


class Rows:
    """A `Kept` on a simulated disk: a commit arrives whole or not at all, and a torn one is not there."""

    def __init__(self, disk: Disk, name: str, process: Process) -> None:
        self._disk, self._name, self._process = disk, name, process
        self._file = disk.files[name]
        self.rows = list(self._file.rows)

    def append(self, body: bytes) -> None:
        self.rows.append(body)

    def flush(self) -> None:
        file, night = self._file, self._process.night
        pending = self.rows[len(file.rows) :]
        if not pending:
            return
        if self._disk.trouble:
            if night.chance(0.3):
                file.perhaps = pending
            raise CannotKeep(f"nothing can be kept: {self._disk.trouble}")
        try:
            self._process.point(f"before {self._name} has {len(pending)} rows")
        except Crash:
            if night.chance(0.5):
                night.say(self._process.name, "but they arrive")
                file.rows += pending
            file.perhaps = []  # An earlier try of the same rows does not come on top of that.
            raise
        file.rows += pending
        file.perhaps = []
        self._process.point(f"after {self._name} has {len(pending)} rows")

    def close(self) -> None:
        pass

    def remove(self) -> None:
        self._process.point(f"before {self._name} is removed")
        self._disk.files.pop(self._name, None)
        self._file = File()
        self.rows = []
