"""The greedy bot."""

from __future__ import annotations

from core.games.ominoes.actions import Action
from core.games.ominoes.position import Position
from core.stream import Stream


def choose(p: Position, seat: int, stream: Stream) -> Action:
    """Stub replaced below."""
    raise NotImplementedError
