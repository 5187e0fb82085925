"""What a board looks at: a game as one place at the table sees it, and what that place can do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from core.game import AnyGame, Ask


class Sight(Protocol):
    """The part of a `Mirror` that boards know. A replay has one, too, in which nothing is asked."""

    game: AnyGame | None
    names: tuple[str, ...]
    seat: int | None
    position: Any
    chosen_by: frozenset[int]

    @property
    def asked(self) -> Ask | None:
        """The open question to this place."""

    @property
    def over(self) -> bool:
        """Whether the game has ended."""

    @property
    def paused(self) -> str:
        """Why nothing can be played now; empty if it can."""

    @property
    def choice(self) -> Any:
        """The sealed choice of this place, while nobody else can see it."""

    @property
    def owes(self) -> bool:
        """Whether an answer is missing that can still be given."""

    @property
    def closed(self) -> bool:
        """Whether a sealed choice can no longer be changed."""

    @property
    def waiting_for(self) -> tuple[int, ...]:
        """The seats whose answer the table waits for."""

    def answers(self) -> Sequence[Any]:
        """The legal answers to the question to this place."""

    def why_not(self, action: Any) -> str | None:
        """Which rule forbids this now; None if it is allowed."""
