"""Where the outcomes of chance come from."""

from __future__ import annotations

from typing import Any, Protocol

from core.game import AnyGame, Json
from core.stream import Stream


class Dealer(Protocol):
    """Draws the outcome a position waits for."""

    def draw(self, game: AnyGame, position: Any) -> Json:
        """The outcome, in the game's own form."""


class HouseDealer:
    """The host's machine draws, from one stream: of fresh entropy, or of a seed."""

    def __init__(self, stream: Stream) -> None:
        self._stream = stream

    def draw(self, game: AnyGame, position: Any) -> Json:
        """The next outcome of the stream."""
        return game.draw(position, self._stream)
