"""A grid of cells that a board draws its picture into, and that is then read line by line."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from rich.cells import cell_len, set_cell_size

from tui.glyphs import Glyphs


class Cell(NamedTuple):
    """One place: its sign (empty behind a sign of two cells), component classes, and what the mouse finds there."""

    sign: str = " "
    style: tuple[str, ...] = ()
    field: str = ""


class Run(NamedTuple):
    """Neighbours of one style and field."""

    text: str
    style: tuple[str, ...]
    field: str


BLANK = Cell()


class Canvas:
    """`width` x `height` cells; whatever is put outside them is cut off. `style`: names of component classes."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self._rows = [[BLANK] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, *style: str, field: str = "") -> int:
        """Writes text from a cell on; the column after it. Marks that combine go into the cell before them."""
        for sign in text:
            width = cell_len(sign)
            if width == 0:
                self._combine(x - 1, y, sign)
            elif 0 <= y < self.height and x >= 0 and x + width <= self.width:
                self._rows[y][x] = Cell(sign, style, field)
                if width == 2:
                    self._rows[y][x + 1] = Cell("", style, field)
            x += width
        return x

    def _combine(self, x: int, y: int, mark: str) -> None:
        if 0 <= y < self.height and 0 <= x < self.width:
            cell = self._rows[y][x]
            self._rows[y][x] = cell._replace(sign=cell.sign + mark)

    def fill(self, x: int, y: int, width: int, height: int, sign: str, *style: str, field: str = "") -> None:
        """Fills a rectangle with one sign."""
        for row in range(y, y + height):
            self.put(x, row, sign * width, *style, field=field)

    def sign(self, x: int, y: int) -> str:
        """What stands in a cell."""
        return self._rows[y][x].sign if 0 <= x < self.width and 0 <= y < self.height else " "

    def lay(self, x: int, y: int, sign: str, *style: str) -> None:
        """Puts a sign of one cell over what is there, on its ground; the mouse finds what it found."""
        if 0 <= x < self.width and 0 <= y < self.height:
            below = self._rows[y][x]
            self._rows[y][x] = Cell(sign, below.style + style, below.field)

    def claim(self, x: int, y: int, width: int, field: str) -> None:
        """Cells keep their looks, and the mouse finds this there."""
        for column in range(max(0, x), min(x + width, self.width)):
            if 0 <= y < self.height:
                self._rows[y][column] = self._rows[y][column]._replace(field=field)

    def box(self, x: int, y: int, width: int, height: int, glyphs: Glyphs, *style: str) -> None:
        """Draws a frame, the cells inside stay as they are."""
        top_left, side, top_right, upright, bottom_left, bottom_right = glyphs.box
        self.put(x, y, top_left + side * (width - 2) + top_right, *style)
        for row in range(y + 1, y + height - 1):
            self.put(x, row, upright, *style)
            self.put(x + width - 1, row, upright, *style)
        self.put(x, y + height - 1, bottom_left + side * (width - 2) + bottom_right, *style)

    def runs(self, y: int) -> Iterator[Run]:
        """The cells of a line, neighbours of equal style and field joined."""
        for (style, field), cells in groupby(self._rows[y], key=lambda cell: (cell.style, cell.field)):
            yield Run("".join(cell.sign for cell in cells), style, field)

    def differences(self, other: Canvas) -> list[int]:
        """The lines that are not as on another canvas of the same size."""
        return [y for y, (mine, theirs) in enumerate(zip(self._rows, other._rows, strict=True)) if mine != theirs]


def fit(text: str, cells: int, glyphs: Glyphs) -> str:
    """The text, cut with a sign for it if it is wider than that."""
    if cell_len(text) <= cells:
        return text
    return set_cell_size(text, cells - 1).rstrip() + glyphs.more if cells > 0 else ""


def centred(text: str, cells: int, glyphs: Glyphs) -> str:
    """The text in the middle of so many cells."""
    text = fit(text, cells, glyphs)
    room = cells - cell_len(text)
    return " " * (room // 2) + text + " " * (room - room // 2)
