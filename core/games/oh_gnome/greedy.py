"""The greedy bot."""

from __future__ import annotations

from core.games.oh_gnome.actions import Action
from core.games.oh_gnome.legal import answers
from core.games.oh_gnome.position import Position
from core.stream import Stream


def choose(p: Position, seat: int, stream: Stream) -> Action:
    """An answer."""
    return stream.choice(answers(p, seat))
