"""Where this installation keeps the journals of its tables and what it has to remember of games elsewhere."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from net.journal import Journal
from net.keepsake import Keepsake
from net.kept import BadLedger, CannotKeep
from net.ledger import Ledger
from net.rows import Opened, Seats, Started, Stepped

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


class Shelf:
    """Two folders: `tables` of journals, `keepsakes` of what must be remembered as a player."""

    def __init__(self, tables: Path, keepsakes: Path) -> None:
        self._tables = tables
        self._keepsakes = keepsakes

    def journal(self, game_id: bytes) -> Journal:
        """The journal of a new game; what goes wrong with it shows when it is first kept."""
        return Journal(_Late(self._tables / f"{game_id.hex()}{_JOURNAL}"))

    def keepsake(self, game_id: bytes, seat: int) -> Keepsake:
        """What is remembered of that game and seat. A damaged one is put aside: it can only be done without."""
        path = self._keepsakes / f"{game_id.hex()}-{seat}{_KEEPSAKE}"
        late = _Late(path)
        if path.exists():
            try:
                late.open()
            except BadLedger as error:
                _log.warning("a keepsake is put aside: %s", error)
                late = _Late(path.with_suffix(f".again{_KEEPSAKE}"))
            except CannotKeep as error:
                _log.warning("a keepsake cannot be opened: %s", error)
        return Keepsake(late)

    def open(self, path: Path) -> Journal:
        """The journal of a table that is to be continued. Raises `BadLedger`, `CannotKeep`."""
        return Journal(Ledger.open(path))

    def waiting(self) -> Iterator[Waiting | BadLedger]:
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
                error.path = path
                yield error
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


class _Late:
    """A ledger whose file is made when the first rows are to be kept."""

    def __init__(self, path: Path) -> None:
        self.rows: list[bytes] = []
        self._path = path
        self._ledger: Ledger | None = None
        self._done = 0

    def open(self) -> None:
        """What is there already. Raises `BadLedger`, `CannotKeep`."""
        self._ledger = Ledger.open(self._path)
        self.rows = list(self._ledger.rows)
        self._done = len(self.rows)

    def append(self, body: bytes) -> None:
        """One more row, pending."""
        self.rows.append(body)

    def flush(self) -> None:
        """Makes all pending rows durable together. Raises `CannotKeep`."""
        if self._done == len(self.rows) and not (self._ledger is not None and self._ledger.pending):
            return
        if self._ledger is None:
            try:
                self._ledger = Ledger.create(self._path)
            except BadLedger as error:
                raise CannotKeep(str(error)) from None
        for body in self.rows[self._done :]:
            self._ledger.append(body)
        self._done = len(self.rows)
        self._ledger.flush()

    def close(self) -> None:
        """It can be opened again."""
        if self._ledger is not None:
            self._ledger.close()

    def remove(self) -> None:
        """Forgets all of it, as far as the disk lets us."""
        if self._ledger is not None:
            try:
                self._ledger.remove()
            except CannotKeep as error:
                _log.warning("a file that is not needed any more stays: %s", error)
