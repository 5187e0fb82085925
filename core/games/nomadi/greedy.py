"""The greedy bot."""

from __future__ import annotations

from core.games.nomadi.position import Action, Position
from core.stream import Stream


def choose(p: Position, seat: int, stream: Stream) -> Action:
    """tbd"""
    raise NotImplementedError
