"""What a ledger says when it cannot be read or written."""

from __future__ import annotations

import errno
import sqlite3
from pathlib import Path

from net.kept import CannotKeep

LOST = "copy back the file and those beside it from a backup; without one, what it kept cannot be continued: start anew"
"""What is left to do with a ledger that is damaged."""

_CODES = {
    sqlite3.SQLITE_FULL: "the disk is full",
    sqlite3.SQLITE_READONLY: "it is read-only",
    sqlite3.SQLITE_PERM: "permission is denied",
    sqlite3.SQLITE_BUSY: "another program has it open",
    sqlite3.SQLITE_LOCKED: "another program has it open",
    sqlite3.SQLITE_CANTOPEN: "it cannot be opened",
    sqlite3.SQLITE_IOERR: "the disk reports an error",
    sqlite3.SQLITE_CORRUPT: "it is damaged",
    sqlite3.SQLITE_NOTADB: "it is damaged",
}
_NUMBERS = {
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "the disk is full",
    errno.EROFS: "it is read-only",
    errno.EACCES: "permission is denied",
    errno.EPERM: "permission is denied",
    errno.ENOENT: "it is gone",
    errno.ENOTDIR: "its folder is gone",
}


def code(error: sqlite3.Error) -> int:
    """SQLite's primary result code of an error; 0 if the error is not SQLite's own."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def full(error: sqlite3.Error | OSError) -> bool:
    """Whether an error says that there is no room."""
    if isinstance(error, sqlite3.Error):
        return code(error) == sqlite3.SQLITE_FULL
    return error.errno in {errno.ENOSPC, errno.EDQUOT}


def why(error: sqlite3.Error | OSError) -> str:
    """What an error means, as half a sentence."""
    if isinstance(error, sqlite3.Error):
        return _CODES.get(code(error), str(error))
    return _NUMBERS.get(error.errno or 0, error.strerror or str(error))


def cannot_keep(path: Path, error: sqlite3.Error | OSError) -> CannotKeep:
    """The error of a ledger at that path that cannot be written for that reason."""
    return CannotKeep(f"nothing can be kept in {path}: {why(error)}")
