"""Reading a data file of this game: TOML in which every mistake is named with its line."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from importlib.resources import files

from core.game import GameError, Json

_KEY = re.compile(r"[a-z][a-z0-9-]*")


class BadData(GameError):
    """A data file that is malformed; the text names the file and the line."""


class Source:
    """A TOML file of plain values and lists with one inline table an entry."""

    def __init__(self, name: str, text: str) -> None:
        """Parses the text; `name` is what errors call it. Raises `BadData`."""
        self.name = name
        self._lines = text.splitlines()
        try:
            self.values: Mapping[str, Json] = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise BadData(f"{name}: {error}") from None

    def bad(self, why: str, key: str, entry: int | None = None) -> BadData:
        """The error for a top-level key, or for one entry (from 0) of the list under it."""
        return BadData(f"{self.name}, line {self._line(key, entry)}: {why}")

    def _line(self, key: str, entry: int | None) -> int:
        """Where that entry stands. An inline table never breaks over lines, so entries can be counted by braces."""
        first = next((n for n, line in enumerate(self._lines, 1) if re.match(rf"{key}\s*=", line)), 1)
        tables = [
            n for n, line in enumerate(self._lines[first - 1 :], first) for _ in range(line.split("#")[0].count("{"))
        ]
        return first if entry is None or entry >= len(tables) else tables[entry]

    def keys(self, *needed: str) -> None:
        """The file has these top-level keys and no others. Raises `BadData`."""
        for key in needed:
            if key not in self.values:
                raise BadData(f"{self.name}, line {max(1, len(self._lines))}: {key!r} is missing")
        for key in self.values:
            if key not in needed:
                raise self.bad(f"there is no key {key!r}", key)

    def whole(self, value: Json, what: str, key: str, entry: int | None = None, *, least: int, most: int) -> int:
        """A whole number within bounds. Raises `BadData`."""
        if type(value) is not int or not least <= value <= most:
            raise self.bad(f"{what} must be a whole number from {least} to {most}, not {value!r}", key, entry)
        return value

    def name_of(self, value: Json, what: str, key: str, entry: int) -> str:
        """A name as actions spell it: small letters, digits and hyphens. Raises `BadData`."""
        if not isinstance(value, str) or not _KEY.fullmatch(value):
            raise self.bad(f"{what} must be a word of small letters, digits and hyphens, not {value!r}", key, entry)
        return value

    def tables(
        self, key: str, needed: Sequence[str], optional: Sequence[str] = (), *, most: int
    ) -> list[Mapping[str, Json]]:
        """A list of tables with these keys. Raises `BadData`."""
        listed = self.values[key]
        if not isinstance(listed, list) or len(listed) > most:
            raise self.bad(f"{key} must be a list of at most {most} entries", key)
        for entry, table in enumerate(listed):
            self.table(table, key, entry, needed, optional)
        return listed

    def table(self, table: Json, key: str, entry: int, needed: Sequence[str], optional: Sequence[str] = ()) -> None:
        """A table with these keys. Raises `BadData`."""
        if not isinstance(table, dict):
            raise self.bad(f"an entry of {key} must be a table in braces", key, entry)
        for name in needed:
            if name not in table:
                raise self.bad(f"{name!r} is missing", key, entry)
        for name in table:
            if name not in needed and name not in optional:
                raise self.bad(f"there is no key {name!r}", key, entry)


def package_file(name: str) -> Source:
    """A data file that comes with this game. Raises `BadData`."""
    return Source(name, files(__package__).joinpath(name).read_text(encoding="utf-8"))
