"""Counts of all ways to play on from fixed positions, a ply at a time, as chess programs check their rules.

`perft/<game>.json` holds `{"name", "position", "counts"}`; `counts[d]` is the number of lines of `d + 1` plies. All
joint choices are played; chance has one fixed outcome. `python -m tests.games.perft GAME SEATS PLIES DEPTH` prints an
entry for the position after so many random plies.
"""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any

from core.game import AnyGame, Asks, Chance
from core.stream import Stream

FOLDER = Path(__file__).parent


def path(key: str) -> Path:
    """Where a game's counts are kept."""
    return FOLDER / f"{key}.json"


def perft(game: AnyGame, position: Any, depth: int) -> int:
    """How many lines of `depth` plies there are; a game that ends earlier counts as one."""
    due = game.due(position)
    if depth == 0:
        return 1
    if isinstance(due, Asks):
        seats = [ask.seat for ask in due.asks]
        joint = product(*(game.answers(position, seat) for seat in seats))
        return sum(perft(game, game.play(position, dict(zip(seats, c, strict=True)))[0], depth - 1) for c in joint)
    if isinstance(due, Chance):
        outcome = game.draw(position, Stream.of_seed("perft"))
        return perft(game, game.chance(position, outcome)[0], depth - 1)
    return 1
