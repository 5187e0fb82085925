"""An append-only list of rows that survives crashes: what a host's journal and a player's keepsakes stand on.

The rows are in an SQLite database (write-ahead log, every commit synced), each with a hash over itself and the hash
before it. `…-head` beside it says how far the rows go (`net.ledger_head`); it is written after them. So if a disk or a
file is damaged, rows are refused, never lost or altered in silence.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from pathlib import Path

from net.kept import BadLedger, CannotKeep
from net.ledger_head import Head, Mark
from net.ledger_read import APPLICATION, FIRST, TABLE, VERSION, beside, chained, connect, read
from net.ledger_words import cannot_keep, code

__all__ = ["BadLedger", "CannotKeep", "Ledger"]

_ENDS = ("", "-wal", "-shm", "-journal", "-head")


class Ledger:
    """Rows of bytes in a file that only one process has open. `rows`: all of them in order, kept and pending."""

    def __init__(self, path: Path, rows: list[bytes], hashes: list[bytes], head: Head) -> None:
        self.path = path
        self.rows = rows
        self._hashes = hashes
        self._head = head
        self._stored = len(rows)
        self._connection: sqlite3.Connection | None = None
        self._closed = False

    @classmethod
    def create(cls, path: Path) -> Ledger:
        """A new one, for this user's eyes only. Raises `BadLedger` if something is there already, and `CannotKeep`."""
        made = [path.parent]
        try:
            for end in _ENDS:
                if beside(path, end).exists():
                    raise BadLedger(f"{beside(path, end)} is there already: move it away or take another name")
            made += [folder.parent for folder in path.parents if not folder.exists()]
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
        except OSError as error:
            raise cannot_keep(path, error) from None
        try:
            _build(path)
            head = Head.create(beside(path, "-head"), Mark(0, FIRST))
        except (sqlite3.Error, OSError) as error:
            with contextlib.suppress(OSError):
                _delete(path)
            raise cannot_keep(path, error) from None
        for folder in made:
            _sync_folder(folder)
        ledger = cls(path, [], [FIRST], head)
        ledger._take()
        return ledger

    @classmethod
    def open(cls, path: Path) -> Ledger:
        """The one that is there. Rows can be read where nothing can be written, too; `flush` says so then.

        Raises `BadLedger`, and `CannotKeep` if another program has it open.
        """
        ledger = cls(path, *read(path))
        ledger._take()
        with contextlib.suppress(CannotKeep):
            ledger.flush()
        return ledger

    @property
    def pending(self) -> bool:
        """Whether some rows are not known to be durable."""
        return self._head.last.rows < len(self.rows)

    def append(self, body: bytes) -> None:
        """Adds a row, which is pending until `flush`."""
        self.rows.append(body)
        self._hashes.append(chained(self._hashes[-1], len(self.rows), body))

    def flush(self) -> None:
        """Makes all pending rows durable together: none or all of them outlive a crash. Raises `CannotKeep`.

        After an error they stay pending, and may or may not be found when the ledger is opened again.
        """
        if not self.pending:
            return
        if self._closed:
            raise CannotKeep(f"{self.path} is closed")
        try:
            if self._stored < len(self.rows) or self._connection is None:
                self._commit()
            self._head.write(Mark(len(self.rows), self._hashes[-1]))
        except CannotKeep:
            self._disconnect()
            raise
        except (sqlite3.Error, OSError) as error:
            self._disconnect()
            raise cannot_keep(self.path, error) from None

    def close(self) -> None:
        """Lets go of the files. What is pending is not kept."""
        if self._connection is not None:
            with contextlib.suppress(sqlite3.Error):
                self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        self._disconnect()
        self._closed = True

    def remove(self) -> None:
        """Closes it and deletes its files. Raises `CannotKeep` if they cannot be deleted."""
        self._disconnect()
        self._closed = True
        try:
            _delete(self.path)
        except OSError as error:
            raise cannot_keep(self.path, error) from None

    def _take(self) -> None:
        """Takes the file from the start, if it can be written. Raises `CannotKeep` if another program has it."""
        try:
            self._connect()
        except (CannotKeep, sqlite3.Error, OSError) as error:
            self._disconnect()
            if isinstance(error, sqlite3.Error) and code(error) == sqlite3.SQLITE_BUSY:
                raise cannot_keep(self.path, error) from None

    def _connect(self) -> sqlite3.Connection:
        """Takes the file for this process alone, and finds out which rows it has: a failed commit may have arrived."""
        if self._connection is not None:
            return self._connection
        self._head.path.open("r+b").close()  # says more clearly than SQLite what is read-only or gone
        connection = self._connection = connect(self.path, "rw")
        for setting in ("locking_mode=EXCLUSIVE", "journal_mode=WAL", "synchronous=FULL", "fullfsync=1"):
            connection.execute(f"PRAGMA {setting}")
        found = connection.execute("SELECT number, hash FROM kept ORDER BY number DESC LIMIT 1").fetchone()
        count, mark = found or (0, FIRST)
        if not self._head.last.rows <= count <= len(self.rows) or self._hashes[count] != mark:
            raise CannotKeep(f"nothing can be kept in {self.path}: another program changed it")
        with contextlib.suppress(OSError):
            beside(self.path, "-shm").unlink(missing_ok=True)  # left by the reading; who has the file alone needs none
        self._stored = count
        return connection

    def _commit(self) -> None:
        connection = self._connect()
        new = range(self._stored, len(self.rows))
        connection.execute("BEGIN IMMEDIATE")
        connection.executemany(
            "INSERT INTO kept VALUES (?, ?, ?)", [(at + 1, self.rows[at], self._hashes[at + 1]) for at in new]
        )
        connection.execute("COMMIT")
        self.path.stat()  # an open file that somebody deleted takes rows as if nothing had happened
        self._stored = len(self.rows)

    def _disconnect(self) -> None:
        if self._connection is not None:
            with contextlib.suppress(sqlite3.Error):
                self._connection.close()
        self._connection = None


def _build(path: Path) -> None:
    connection = connect(path, "rw")
    try:
        for statement in (
            f"PRAGMA application_id={APPLICATION}",
            f"PRAGMA user_version={VERSION}",
            "PRAGMA synchronous=FULL",
            "PRAGMA journal_mode=WAL",
            TABLE,
        ):
            connection.execute(statement)
    finally:
        connection.close()


def _sync_folder(folder: Path) -> None:
    """Makes the names of new files durable, where a system lets folders be synced."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _delete(path: Path) -> None:
    for end in _ENDS:
        beside(path, end).unlink(missing_ok=True)
