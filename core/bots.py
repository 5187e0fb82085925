"""Bots: the one that every game has, and how any of them is given a position."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from core.game import AnyGame, Bot
from core.stream import Stream

RANDOM = "random"


class UnknownBot(ValueError):
    """A game has no bot of that name; the text lists those it has."""


def names(game: AnyGame) -> tuple[str, ...]:
    """The bots of a game, `random` first."""
    return (RANDOM, *game.bots())


def bot(game: AnyGame, name: str) -> Bot[Any, Any]:
    """The bot of that name: (the seat's own view, seat, randomness) -> one of the answers that the seat owes.

    A game's own bots get a full position, with a guess in the place of what the view leaves open; `random` needs none.
    Raises `UnknownBot`.
    """
    if name == RANDOM:
        return lambda view, seat, stream: stream.choice(game.answers(view, seat))
    own = game.bots().get(name)
    if own is None:
        raise UnknownBot(f"{game.title} has no bot {name!r}; there are {', '.join(names(game))}")

    def guessing(view: Any, seat: int, stream: Stream) -> Any:
        return own(game.guess(view, seat, stream), seat, stream)

    return guessing


def bots(game: AnyGame, wanted: Sequence[str]) -> list[Bot[Any, Any]]:
    """The bots of those names, in order. Raises `UnknownBot`."""
    return [bot(game, name) for name in wanted]
