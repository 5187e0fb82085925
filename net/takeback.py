"""Which steps may be taken back: a seat's own last ones, since when nothing was revealed and nobody else has acted.

Host and guests keep the same account, each of the positions it knows.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from core.game import Event


class Takeback:
    """The steps that could be taken back now, one after the other from the last."""

    def __init__(self) -> None:
        self.seat: int | None = None
        """Whose they are; None where there are none."""
        self._before: list[Any] = []

    def played(self, seat: int, before: Any, events: Sequence[Event]) -> None:
        """A seat answered an open question; `before` is the position it answered in."""
        if any(event.to is not None for event in events):
            self.settle()  # Somebody has seen something that cannot be unseen.
            return
        if seat != self.seat:
            self.settle()
        self.seat = seat
        self._before.append(before)

    def settle(self) -> None:
        """Chance, sealed choices, deals: whatever was done before stands."""
        self.seat = None
        self._before.clear()

    def take_back(self) -> Any:
        """The position before the last step, which is undone."""
        before = self._before.pop()
        if not self._before:
            self.seat = None
        return before
