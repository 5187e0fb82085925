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
        if option.choices is None:
            return wanted
        for value, _ in fitting(game, seats, option):
            if game.start(seats, {option.name: value}) == start:
                return value
    return option.default


def fits(game: AnyGame, seats: int, option: Option, value: Json) -> bool:
    """Whether a row of this option can show the value: a choice that there is, or one that was typed."""
    if option.choices is None:
        return bool(usual(game, seats, option, {option.name: value}) == value)
    return value in [choice for choice, _ in fitting(game, seats, option)]


def unusual(game: AnyGame, seats: int, values: Mapping[str, Json]) -> dict[str, Json]:
    """Those of the values that make another game of it than the defaults do: the others follow the number of seats."""
    plain = game.start(seats)
    return {name: value for name, value in values.items() if game.start(seats, {name: value}) != plain}


def read(game: AnyGame, seats: int, option: Option, text: str) -> Json:
    """The value that was typed for an option without choices: a word, or a list of words or letters.

    Nothing typed is the default. Raises `BadOptions` where the game takes none of what the text may mean.
    """
    parts = text.replace(",", " ").split()
    if not parts:
        return option.default
    trouble: list[BadOptions] = []
    for change in (str, str.lower, str.upper):
        written = [change(part) for part in parts]
        meanings: list[Json] = [written] if len(written) > 1 else [written[0], list(written[0]), written]
        for value in meanings:
            try:
                game.start(seats, {option.name: value})
            except BadOptions as error:
                trouble.append(error)
            else:
                return value
    wrong_kind = _wrong_kind(game, seats, option)
    raise next((error for error in reversed(trouble) if str(error) != wrong_kind), trouble[0])


def _wrong_kind(game: AnyGame, seats: int, option: Option) -> str:
    """What the game says to a value that is not even of the right kind: another error says more."""
    try:
        game.start(seats, {option.name: {}})
    except BadOptions as error:
        return str(error)
    return ""


def words(value: Json) -> str:
    """A value as a person reads it."""
    if value is None:
        return "as usual"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(map(words, value)) if isinstance(value, list | tuple) else str(value)
