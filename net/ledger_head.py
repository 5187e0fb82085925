"""The head of a ledger: how many rows were kept, and the last hash, in a file beside the rows.

SQLite drops a damaged end of its write-ahead log without a word; the head tells that it was there. The file has two
slots in sectors of their own, written in turn, so that a write that is torn leaves the one before. A slot: the count
(8 bytes, big-endian), the hash (32) and a checksum of both (BLAKE2b, 16 bytes); zeros up to the end of its sector.
"""

from __future__ import annotations

import os
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

_SECTOR = 4096
_HASH, _CHECK = 32, 16
_SLOT = 8 + _HASH + _CHECK


class Mark(NamedTuple):
    """How many rows there are, and the hash of the last."""

    rows: int
    hash: bytes


class Head:
    """The two slots in a file. `marks`: what is readable of them, one at least."""

    def __init__(self, path: Path, marks: tuple[Mark | None, Mark | None]) -> None:
        self.path = path
        self.marks = marks

    @classmethod
    def create(cls, path: Path, mark: Mark) -> Head:
        """A new file for this user's eyes only, with the mark in both slots, synced. Raises `OSError`."""
        with open(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600), "wb") as file:
            file.write(_pack(mark).ljust(_SECTOR, b"\0") * 2)
            file.flush()
            os.fsync(file.fileno())
        return cls(path, (mark, mark))

    @classmethod
    def read(cls, path: Path) -> Head | None:
        """The head in that file; None if neither slot is readable. Raises `OSError`."""
        data = path.read_bytes()
        marks = _unpack(data[:_SLOT]), _unpack(data[_SECTOR : _SECTOR + _SLOT])
        return None if marks == (None, None) else cls(path, marks)

    @property
    def last(self) -> Mark:
        """The newest readable mark."""
        return max((mark for mark in self.marks if mark), key=lambda mark: mark.rows)

    @property
    def whole(self) -> bool:
        """Whether both slots are readable."""
        return None not in self.marks

    def write(self, mark: Mark) -> None:
        """Puts a newer mark in the place of the one that is unreadable or older, synced. Raises `OSError`."""
        first, second = self.marks
        at = 0 if first is None or (second is not None and first.rows <= second.rows) else 1
        with self.path.open("r+b", buffering=0) as file:
            file.seek(at * _SECTOR)
            if file.write(_pack(mark)) != _SLOT:
                raise OSError(f"{self.path} took half a slot")
            os.fsync(file.fileno())
        self.marks = (first, mark) if at else (mark, second)


def _pack(mark: Mark) -> bytes:
    body = mark.rows.to_bytes(8, "big") + mark.hash
    return body + _check(body)


def _unpack(slot: bytes) -> Mark | None:
    body, check = slot[:-_CHECK], slot[-_CHECK:]
    if len(slot) != _SLOT or check != _check(body):
        return None
    return Mark(int.from_bytes(body[:8], "big"), body[8:])


def _check(body: bytes) -> bytes:
    return blake2b(body, digest_size=_CHECK, person=b"serai-head").digest()
