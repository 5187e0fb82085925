"""Reading untrusted JSON: each value is of the expected kind and size, or an error says where and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

from core.game import GameError, Json

S = TypeVar("S", bound=str)


class Shape:
    """Checks values of a document and raises the given error, with the place named, for what does not fit."""

    def __init__(self, error: type[GameError]) -> None:
        self._error = error

    def keys(self, value: Json, where: str, needed: Sequence[str], optional: Sequence[str] = ()) -> Mapping[str, Json]:
        """An object with all the needed keys and none but the optional ones besides."""
        if not isinstance(value, Mapping):
            raise self._error(f"{where} must be an object")
        if missing := [key for key in needed if key not in value]:
            raise self._error(f"{where} lacks {missing[0]!r}")
        allowed = {*needed, *optional}
        if unknown := [key for key in value if key not in allowed]:
            raise self._error(f"{where} has an unknown key {unknown[0]!r}")
        return value

    def sequence(self, value: Json, where: str, least: int, most: int) -> Sequence[Json]:
        """A list of a bounded length."""
        if not isinstance(value, list | tuple):
            raise self._error(f"{where} must be a list")
        if not least <= len(value) <= most:
            raise self._error(f"{where} must have {least} to {most} entries, not {len(value)}")
        return value

    def whole(self, value: Json, where: str, least: int, most: int) -> int:
        """A whole number within bounds (true and false are none)."""
        if type(value) is not int or not least <= value <= most:
            raise self._error(f"{where} must be a whole number from {least} to {most}")
        return value

    def truth(self, value: Json, where: str) -> bool:
        """True or false."""
        if type(value) is not bool:
            raise self._error(f"{where} must be true or false")
        return value

    def one_of(self, value: Json, where: str, choices: Sequence[S]) -> S:
        """One of the given texts."""
        for choice in choices:
            if isinstance(value, str) and value == choice:
                return choice
        raise self._error(f"{where}: {value!r:.40} is none of {', '.join(choices)}")


def listing(parts: Sequence[object], word: str = "and") -> str:
    """`a, b and c`."""
    texts = [str(part) for part in parts]
    return " ".join(filter(None, [", ".join(texts[:-1]), word, texts[-1]])) if len(texts) > 1 else "".join(texts)
