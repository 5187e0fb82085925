"""What a board looks at in a replay: one moment, with all open or as one seat knew it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from core.game import AnyGame, Over
from tui.replaying import Replay


class ReplaySight:
    """A `Sight` in which nothing is asked and nothing can be played. `seat`: None means that all is open."""

    def __init__(self, replay: Replay) -> None:
        self._replay = replay
        self.game: AnyGame | None = replay.game
        self.names = replay.names
        self.seat: int | None = None
        self.position: Any = replay.view(0, None)
        self.chosen_by: frozenset[int] = frozenset()
        self.asked = None
        self.paused = ""
        self.choice = None
        self.owes = False
        self.closed = False
        self.waiting_for: tuple[int, ...] = ()

    def look(self, number: int, seat: int | None) -> None:
        """Turns to that moment, as that seat knew it."""
        self.seat, self.position = seat, self._replay.view(number, seat)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return isinstance(self._replay.game.due(self.position), Over)

    def answers(self) -> Sequence[Any]:
        """None."""
        return ()

    def why_not(self, action: Any) -> str | None:  # noqa: ARG002
        """Because it is over."""
        return "this has been played: a replay only shows it"
