"""The greedy bot: the card with the best expected points."""

from __future__ import annotations
from core.games.om_nom_nom.position import HANDS, Animal, Position
from core.stream import Stream


def choose(p: Position, seat: int, stream: Stream) -> Animal:
    """A card."""
    return stream.choice(HANDS[p.seats[seat].hand])
