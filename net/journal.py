"""Where a table keeps its steps before it tells anybody of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from core.record import Step


class Journal(Protocol):
    """An append-only list of the steps of one game, with the lines of its proof."""

    def prove(self, lines: Sequence[str]) -> None:
        """Keeps lines of proof that belong to no step yet."""

    def append(self, step: Step, proof: Sequence[str] = ()) -> None:
        """Keeps a step with its proof; once this returns, others may hear of it."""

    def steps(self) -> tuple[Step, ...]:
        """All steps so far."""

    def proof(self) -> tuple[str, ...]:
        """All lines of proof so far."""


class MemoryJournal:
    """A journal that lasts as long as its process."""

    def __init__(self) -> None:
        self._steps: list[Step] = []
        self._proof: list[str] = []

    def prove(self, lines: Sequence[str]) -> None:
        """Keeps the lines."""
        self._proof += lines

    def append(self, step: Step, proof: Sequence[str] = ()) -> None:
        """Keeps the step."""
        self._proof += proof
        self._steps.append(step)

    def steps(self) -> tuple[Step, ...]:
        """All steps so far."""
        return tuple(self._steps)

    def proof(self) -> tuple[str, ...]:
        """All lines of proof so far."""
        return tuple(self._proof)
