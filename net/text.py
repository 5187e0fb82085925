"""Text from others is poison until cleaned; this is the one place that cleans it.

Printable is not enough: terminals also stumble over variation selectors, stacked combining marks, and letters that
draw nothing. Every name and line passes through here when a frame becomes a message.
"""

from __future__ import annotations

import unicodedata

NAME_CELLS = 16
TABLE_CELLS = 24
LINE_CELLS = 240
_MOST_MARKS = 2
"""Combining marks on one letter; more is a tower that leaves its line."""

_BLANKS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters, marks and signs that count as printable and draw nothing."""
_SELECTORS = frozenset(chr(code) for code in [*range(0xFE00, 0xFE10), *range(0x180B, 0x1810), *range(0xE0100, 0xE01F0)])
_LOOKALIKES = str.maketrans(
    "аеорсухіјѕԁɡһӏАВЕКМНОРСТХІЅЈαορνιΑΒΕΖΗΙΚΜΝΟΡΤΥΧ0１1|lΙ",
    "aeopcyxijsdghlabekmhopctxisjaopviabezhikmnoptyxoiiiii",
)


def clean(text: str, cells: int) -> str:
    """The text in NFC, on one line, without anything a terminal might obey or stumble over, at most `cells` wide."""
    out: list[str] = []
    marks = width = 0
    # What hides is taken out first: a letter and its mark may meet only then, and become one sign.
    for char in unicodedata.normalize("NFC", "".join(map(_shown, text[: cells * 8]))):
        if unicodedata.combining(char) or unicodedata.category(char) in ("Mn", "Me", "Mc"):
            marks += 1
            if marks <= _MOST_MARKS and out:
                out.append(char)
            continue
        if char == " " and (not out or out[-1] == " "):
            continue
        width += _cells(char)
        if width > cells:
            break
        marks = 0
        out.append(char)
    return "".join(out).strip()


def _shown(char: str) -> str:
    """The sign, a space for any white space, nothing for what draws nothing or is not for drawing."""
    if char.isspace():
        return " "
    return "" if char in _SELECTORS or char in _BLANKS or not char.isprintable() else char


def _cells(char: str) -> int:
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def skeleton(name: str) -> str:
    """What a name looks like at a glance; two people with the same skeleton would be taken for one another."""
    plain = unicodedata.normalize("NFKD", name.translate(_LOOKALIKES)).casefold().translate(_LOOKALIKES)
    return "".join(char for char in plain if char.isalnum())


class Name(str):
    """A person's name: cleaned, at most 16 cells."""

    __slots__ = ()
    cells = NAME_CELLS
    needed = True


class TableName(str):
    """A table's name: cleaned, at most 24 cells."""

    __slots__ = ()
    cells = TABLE_CELLS
    needed = True


class Line(str):
    """A line of talk or of explanation: cleaned, at most 240 cells."""

    __slots__ = ()
    cells = LINE_CELLS
    needed = False
