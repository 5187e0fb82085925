"""A game's options as a form offers them; the game alone says what there is and what fits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from core.game import AnyGame, BadOptions, Json, Option


def fitting(game: AnyGame, seats: int, option: Option) -> list[tuple[Json, str]]:
    """The values of an option that make a difference with so many seats, each with its words.

    Two values that lead to the same game are one; the plainer one stands for both. One entry: nothing to choose.
    """
    found: dict[Any, Json] = {}
    for value in option.choices or ():
        try:
            start = game.start(seats, {option.name: value})
        except BadOptions:
            continue
        if start not in found or found[start] is None:
            found[start] = value
    return [(value, words(value)) for value in found.values()]


def usual(game: AnyGame, seats: int, option: Option, values: Mapping[str, Json]) -> Json:
    """The one of `fitting` that stands for the value set, or for the default where it does not fit any more."""
    for wanted in (values.get(option.name, option.default), option.default):
        try:
            start = game.start(seats, {option.name: wanted})
        except BadOptions:
            continue
        for value, _ in fitting(game, seats, option):
            if game.start(seats, {option.name: value}) == start:
                return value
    return option.default


def words(value: Json) -> str:
    """A value as a person reads it."""
    if value is None:
        return "as usual"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(map(words, value)) if isinstance(value, list | tuple) else str(value)
