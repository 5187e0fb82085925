"""Disks with real ledgers on them: a crash leaves a copy of the files as they were at that moment."""

from __future__ import annotations

import shutil
from pathlib import Path

from net.kept import CannotKeep
from net.shelf import _Late
from tests.nights.disk import Disk, File
from tests.nights.process import Crash, Process, Wrong


class FileDisk(Disk):
    """A folder with ledgers; each life of the machine works in a copy of what the last one left."""

    def __init__(self, root: Path) -> None:
        super().__init__()
        self._root = root
        self._lives = 0
        self._open: list[_Late] = []
        self._torn: tuple[Path, int, bytes] | None = None
        self.folder.mkdir(parents=True)

    @property
    def folder(self) -> Path:
        return self._root / str(self._lives)

    def open(self, name: str, process: Process) -> FileRows:  # type: ignore[override]
        file = self.files.setdefault(name, File())
        late = _Late(self.folder / name.replace(" ", "-"))
        self._open.append(late)
        if late._path.exists():
            late.open()
        if late.rows != file.rows:
            raise Wrong(f"{process.name} finds {len(late.rows)} rows in {name}, and {len(file.rows)} were kept")
        return FileRows(self, file, late, name, process)

    def tear(self, wal: Path, size: int, head: bytes) -> None:
        """The crash that comes now leaves that file cut off after `size` bytes, and the head as it was."""
        self._torn = wal, size, head

    def crashed(self) -> None:
        before = self.folder
        self._lives += 1
        shutil.copytree(before, self.folder)
        if self._torn is not None:
            wal, size, head = self._torn
            self._torn = None
            with (self.folder / wal.name).open("r+b") as file:
                file.truncate(size)
            (self.folder / wal.name.replace("-wal", "-head")).write_bytes(head)
        for late in self._open:
            late.close()
        self._open.clear()
        shutil.rmtree(before)


class FileRows:
    """A `Kept` whose rows are in a real ledger, and beside it what must be found there after a crash."""

    def __init__(self, disk: FileDisk, file: File, late: _Late, name: str, process: Process) -> None:
        self._disk, self._file, self._late, self._name, self._process = disk, file, late, name, process

    @property
    def rows(self) -> list[bytes]:
        return self._late.rows

    def append(self, body: bytes) -> None:
        self._late.append(body)

    def flush(self) -> None:
        pending = len(self.rows) - len(self._file.rows)
        if not pending:
            return
        if self._disk.trouble:
            raise CannotKeep(f"nothing can be kept: {self._disk.trouble}")
        try:
            self._process.point(f"before {self._name} has {pending} rows")
        except Crash:
            self._crash()
            raise
        self._late.flush()
        self._file.rows = list(self.rows)
        self._process.point(f"after {self._name} has {pending} rows")

    def _crash(self) -> None:
        """The commit arrives, or in part, or not at all."""
        night = self._process.night
        path = self._late._path
        wal, head = path.with_name(path.name + "-wal"), path.with_name(path.name + "-head")
        if not head.exists() or night.chance(0.3):
            return
        before, old = wal.stat().st_size if wal.exists() else 0, head.read_bytes()
        self._late.flush()
        after = wal.stat().st_size
        if after <= before or night.chance(0.4):
            night.say(self._process.name, "but they arrive, and the head does not")
            self._disk.tear(wal, after, old)
            self._file.rows = list(self.rows)
        else:
            night.say(self._process.name, "and a part of them arrives")
            self._disk.tear(wal, night.random.randrange(before, after), old)

    def close(self) -> None:
        self._late.close()

    def remove(self) -> None:
        self._process.point(f"before {self._name} is removed")
        self._late.remove()
        self._disk.files.pop(self._name, None)
        self._file = File()
