"""What outlives a process: rows of bytes that can be added and are never changed, and what can go wrong with them."""

from __future__ import annotations

from typing import Protocol


class BadLedger(Exception):
    """What was kept cannot be trusted or read; the text says what is wrong and what to do."""


class CannotKeep(Exception):
    """Rows cannot be made durable now; the text says why. They stay pending, and `flush` can be tried again."""


class Kept(Protocol):
    """A list of rows. What was flushed is still there after a crash."""

    rows: list[bytes]
    """All rows, the pending ones too."""

    def append(self, body: bytes) -> None:
        """One more row; pending until the next `flush`."""

    def flush(self) -> None:
        """Makes all pending rows durable together. Raises `CannotKeep`."""

    def close(self) -> None:
        """Ends the work with it; it can be opened again."""

    def remove(self) -> None:
        """Forgets all of it."""


class MemoryLedger:
    """Rows that last as long as their process."""

    def __init__(self) -> None:
        self.rows: list[bytes] = []

    def append(self, body: bytes) -> None:
        """One more row."""
        self.rows.append(body)

    def flush(self) -> None:
        """Nothing is more durable than memory here."""

    def close(self) -> None:
        """Nothing to close."""

    def remove(self) -> None:
        """Forgets all."""
        self.rows.clear()
