"""Where this installation keeps the journals of its tables and what it has to remember of games elsewhere."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from net.journal import Journal
from net.keepsake import Keepsake
from net.kept import BadLedger, CannotKeep
from net.ledger import Ledger
from net.rows import Opened, Seats, Started, Stepped

KEEPSAKE_DAYS = 60
"""So long after it was last written a keepsake is deleted: its game has not come back, and will not."""
_JOURNAL, _KEEPSAKE = ".journal", ".keepsake"
_log = logging.getLogger(__name__)


class Waiting(NamedTuple):
    """A table that can be continued. `date`: when its game began. `steps`: how many there are. `when`: last touched."""

    path: Path
    table: str
    game: str
    date: str
    players: tuple[str, ...]
    steps: int
    when: float


class Damaged(NamedTuple):
    """A journal that cannot be continued, and why."""

    path: Path
    why: str


class Shelf:
    """Two folders: `tables` of journals, `keepsakes` of what must be remembered as a player."""

    def __init__(self, tables: Path, keepsakes: Path) -> None:
        self._tables = tables
        self._keepsakes = keepsakes
        self._open: dict[Path, _Late] = {}
        """Keepsakes of this process: who leaves a table and comes back to it goes on with the same one."""
        self._tidy = False

    def journal(self, game_id: bytes) -> Journal:
        """The journal of a new game; what goes wrong with it shows when it is first kept."""
        return Journal(_Late(self._tables / f"{game_id.hex()}{_JOURNAL}"))

    def keepsake(self, game_id: bytes, seat: int) -> Keepsake:
        """What is remembered of that game and seat. A damaged one is put aside: it can only be done without."""
        if not self._tidy:
            self._tidy = True
            self._forget_old()
        path = self._keepsakes / f"{game_id.hex()}-{seat}{_KEEPSAKE}"
        if path not in self._open:
            self._open[path] = _remembered(path)
        return Keepsake(self._open[path])

    def _forget_old(self) -> None:
        """Deletes keepsakes that nobody has written to for so long that nobody will."""
        since = time.time() - KEEPSAKE_DAYS * 86400
        for path in self._keepsakes.glob(f"*{_KEEPSAKE}"):
            files = list(path.parent.glob(f"{path.name}*"))
            try:
                if all(file.stat().st_mtime < since for file in files):
                    for file in files:
                        file.unlink(missing_ok=True)
            except OSError as error:
                _log.warning("an old keepsake stays: %s", error)

    def open(self, path: Path) -> Journal:
        """The journal of a table that is to be continued. Raises `BadLedger`, `CannotKeep`."""
        late = _Late(path)
        late.open()
        return Journal(late)

    def waiting(self) -> Iterator[Waiting | Damaged]:
        """The tables that can be continued, the newest first, and those that can not, with the reason."""
        found: list[tuple[float, Path]] = []
        for path in self._tables.glob(f"*{_JOURNAL}"):
            try:
                found.append((path.stat().st_mtime, path))
            except OSError:
                continue
        for when, path in sorted(found, reverse=True):
            try:
                journal = self.open(path)
                try:
                    yield _described(path, journal, when)
                finally:
                    journal.close()
            except BadLedger as error:
                yield Damaged(path, str(error))
            except CannotKeep:
                continue  # It is open: somebody plays at it now.


def _described(path: Path, journal: Journal, when: float) -> Waiting:
    rows = journal.rows()
    opened = next((row for row in rows if isinstance(row, Opened)), None)
    started = next((row for row in rows if isinstance(row, Started)), None)
    seats = [row for row in rows if isinstance(row, Seats)]
    if opened is None or started is None or not seats:
        raise BadLedger(f"{path}: there is no game in it that could be continued")
    players = tuple(one.name or f"{one.bot} (bot)" for one in seats[-1].seats)
    steps = sum(isinstance(row, Stepped) for row in rows)
    return Waiting(path, str(opened.settings.get("table", "")), started.game, started.date, players, steps, when)


def _remembered(path: Path) -> _Late:
    """The keepsake at that path, or the one that took its place when it was found damaged."""
    while True:
        late = _Late(path)
        if not path.exists():
            return late
        try:
            late.open()
        except CannotKeep as error:
            _log.warning("a keepsake cannot be opened: %s", error)
        except BadLedger as error:
            _log.warning("a keepsake is put aside: %s", error)
            path = path.with_suffix(f".again{_KEEPSAKE}")
            continue
        return late


class _Late:
    """A ledger whose file is made when the first rows are to be kept, and that can be taken up again when closed."""

    def __init__(self, path: Path) -> None:
        self.rows: list[bytes] = []
        self._path = path
        self._ledger: Ledger | None = None
        self._made = False
        self._done = 0

    def open(self) -> None:
        """What is there already. Raises `BadLedger`, `CannotKeep`."""
        self._ledger = Ledger.open(self._path)
        self.rows = list(self._ledger.rows)
        self._made, self._done = True, len(self.rows)

    def append(self, body: bytes) -> None:
        """One more row, pending."""
        self.rows.append(body)

    def flush(self) -> None:
        """Makes all pending rows durable together. Raises `CannotKeep`."""
        if self._done == len(self.rows) and not (self._ledger is not None and self._ledger.pending):
            return
        ledger = self._ledger = self._ledger or self._taken_up()
        for body in self.rows[self._done :]:
            ledger.append(body)
        self._done = len(self.rows)
        ledger.flush()

    def _taken_up(self) -> Ledger:
        try:
            ledger = Ledger.open(self._path) if self._made else Ledger.create(self._path)
        except BadLedger as error:
            raise CannotKeep(str(error)) from None
        if ledger.rows != self.rows[: len(ledger.rows)]:
            ledger.close()
            raise CannotKeep(f"nothing can be kept in {self._path}: another program changed it")
        self._made, self._done = True, len(ledger.rows)
        return ledger

    def close(self) -> None:
        """Lets go of the file."""
        if self._ledger is not None:
            self._done = 0 if self._ledger.pending else self._done
            self._ledger.close()
        self._ledger = None

    def remove(self) -> None:
        """Forgets all of it, as far as the disk lets us."""
        try:
            if self._made:
                (self._ledger or self._taken_up()).remove()
        except CannotKeep as error:
            _log.warning("a file that is not needed any more stays: %s", error)
        self._ledger, self._made, self._done = None, False, 0
        self.rows.clear()
