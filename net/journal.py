"""Where a table keeps its steps before it tells anybody of them."""

from __future__ import annotations

from typing import Protocol

from core.record import Step


class Journal(Protocol):
    """An append-only list of the steps of one game."""

    def append(self, step: Step) -> None:
        """Keeps a step; once this returns, others may hear of it."""

    def steps(self) -> tuple[Step, ...]:
        """All steps so far."""


class MemoryJournal:
    """A journal that lasts as long as its process."""

    def __init__(self) -> None:
        self._steps: list[Step] = []

    def append(self, step: Step) -> None:
        """Keeps the step."""
        self._steps.append(step)

    def steps(self) -> tuple[Step, ...]:
        """All steps so far."""
        return tuple(self._steps)
