"""Reading a ledger and judging whether it is what was kept, without changing a byte of it."""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Sequence
from hashlib import blake2b
from pathlib import Path
from urllib.parse import quote

from net.kept import BadLedger, CannotKeep
from net.ledger_head import Head
from net.ledger_words import LOST, cannot_keep, code, full, why

APPLICATION = 0x53455261
"""The mark of our databases among those of SQLite."""
VERSION = 1
"""The version of the format; a ledger of another one is refused."""
TABLE = "CREATE TABLE kept (number INTEGER PRIMARY KEY, body BLOB NOT NULL, hash BLOB NOT NULL)"
WAIT = 0.2
"""Seconds that another program's lock is waited for."""

_ELSEWHERE = {sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_IOERR}
"""Errors after which a copy may still be readable: SQLite wants to write an index beside a write-ahead log it reads."""


def chained(before: bytes, number: int, body: bytes) -> bytes:
    """The hash of a row: BLAKE2b-256 of the hash before it, its number (8 bytes, big-endian) and its body."""
    return blake2b(before + number.to_bytes(8, "big") + body, digest_size=32, person=b"serai-ledger").digest()


FIRST = blake2b(f"serai ledger {VERSION}\n".encode(), digest_size=32, person=b"serai-ledger").digest()
"""The hash before the first row."""


def beside(path: Path, end: str) -> Path:
    """The file of a ledger that is called as its database with something at the end."""
    return path.with_name(path.name + end)


def connect(path: Path, mode: str) -> sqlite3.Connection:
    """A connection without transactions of its own. `mode`: "ro" or "rw". Raises `sqlite3.Error`."""
    name = path.absolute().as_posix()
    uri = f"file://{'' if name.startswith('/') else '/'}{quote(os.fsencode(name), safe='/:')}?mode={mode}"
    return sqlite3.connect(uri, uri=True, timeout=WAIT, isolation_level=None)


def read(path: Path) -> tuple[list[bytes], list[bytes], Head]:
    """The bodies, the hashes (the one before the first row, too), and the head. Raises `BadLedger`, `CannotKeep`."""
    head = _head(path)
    bodies, hashes = [], [FIRST]
    for number, body, mark in _rows(path):
        if number != len(hashes) or not isinstance(body, bytes) or mark != chained(hashes[-1], number, body):
            raise BadLedger(f"{path} is damaged from row {len(hashes)} on: {LOST}")
        bodies.append(body)
        hashes.append(mark)
    _compare(path, hashes, head)
    return bodies, hashes, head


def _head(path: Path) -> Head:
    at = beside(path, "-head")
    try:
        if not path.exists():
            raise BadLedger(f"{path} is not there" + (f", and it was: {LOST}" if at.exists() else ""))
        head = Head.read(at)
    except OSError as error:
        raise BadLedger(f"{at}, which says how far {path.name} goes, cannot be read ({why(error)}): {LOST}") from None
    if head is None:
        raise BadLedger(f"{at}, which says how far {path.name} goes, is damaged: {LOST}")
    return head


def _compare(path: Path, hashes: Sequence[bytes], head: Head) -> None:
    """Rows beyond the head are what a crash between commit and head leaves; a head beyond the rows is a loss.

    The slot that is written while the machine dies is written after its rows. So rows must go beyond the only readable
    slot: if they do not, the other may have been newer, and its rows are lost.
    """
    last, count = head.last, len(hashes) - 1
    if last.rows > count:
        raise BadLedger(f"{path} lost its end: {last.rows} rows were kept and {count} are there; {LOST}")
    if hashes[last.rows] != last.hash:
        raise BadLedger(f"{path} and {head.path} do not belong together: {LOST}")
    if not head.whole and last.rows == count:
        raise BadLedger(f"{head.path} is damaged, so {path.name} may have lost its end: {LOST}")


def _rows(path: Path) -> list[tuple[object, object, object]]:
    try:
        return _select(path, "ro")
    except sqlite3.Error as error:
        if code(error) == sqlite3.SQLITE_BUSY:
            raise cannot_keep(path, error) from None
        if code(error) not in _ELSEWHERE:
            raise BadLedger(f"{path} is damaged ({error}): {LOST}") from None
    except UnicodeDecodeError:  # of a damaged name in an error's text
        raise BadLedger(f"{path} is damaged: {LOST}") from None
    try:
        with tempfile.TemporaryDirectory(prefix="serai-") as folder:
            copy = Path(folder) / path.name
            shutil.copyfile(path, copy)
            if beside(path, "-wal").exists():
                shutil.copyfile(beside(path, "-wal"), beside(copy, "-wal"))
            return _select(copy, "rw", path)
    except (sqlite3.Error, OSError) as error:
        if full(error):
            raise CannotKeep(f"{path} cannot be read now: {why(error)}, and a copy has to be made for that") from None
        raise BadLedger(f"{path} cannot be read ({why(error)}): {LOST}") from None
    except UnicodeDecodeError:
        raise BadLedger(f"{path} is damaged: {LOST}") from None


def _select(at: Path, mode: str, path: Path | None = None) -> list[tuple[object, object, object]]:
    path = path or at
    connection = connect(at, mode)
    try:
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if application != APPLICATION:
            raise BadLedger(f"{path} is not a ledger of Serai, or its beginning is damaged: {LOST}")
        if version != VERSION:
            raise BadLedger(
                f"{path} has version {version}, and this Serai reads {VERSION}: use the Serai that wrote it"
            )
        if connection.execute("SELECT CAST(sql AS BLOB) FROM sqlite_master").fetchall() != [(TABLE.encode(),)]:
            raise BadLedger(f"{path} has other tables than a ledger of Serai: {LOST}")
        if connection.execute("PRAGMA integrity_check(1)").fetchall() != [("ok",)]:
            raise BadLedger(f"{path} is damaged: {LOST}")
        return connection.execute("SELECT number, body, hash FROM kept ORDER BY number").fetchall()
    finally:
        connection.close()
