"""Names of a board's fields: a letter for the column from the left, a number for the row from the top."""

from __future__ import annotations

import re

_FIELD = re.compile(r"([a-z])([1-9][0-9]?)", re.ASCII)


def field(column: int, row: int) -> str:
    """The name of the field at this place; both count from 0 at the top left: (0, 0) is `a1`."""
    return f"{chr(ord('a') + column)}{row + 1}"


def place(name: str) -> tuple[int, int] | None:
    """The (column, row) of a field's name, on a board of any size; None for text that names no field."""
    found = _FIELD.fullmatch(name)
    return (ord(found[1]) - ord("a"), int(found[2]) - 1) if found else None
