"""Where the fields of a board lie on a canvas, and lines drawn between and round them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import NamedTuple

from core.grid import field, place
from tui.boards.canvas import Canvas
from tui.glyphs import Glyphs

TALLY = 3
"""Cells before the first column: the number of the row and a space."""
Cell = tuple[int, int]

_SIDES = ((0, -1), (1, 0), (0, 1), (-1, 0))


class Pitch(NamedTuple):
    """Cells from one field to the next, and how many of them the field fills; the rest is the gap between two.

    `line`: the one of a field's lines that has its sign, and the number of the row beside it.
    """

    width: int
    height: int
    fill_width: int
    fill_height: int
    line: int


class Lattice(NamedTuple):
    """`columns` x `rows` fields. The letters of the columns stand in line `top`, a gap follows if fields have one."""

    columns: int
    rows: int
    pitch: Pitch
    left: int = 0
    top: int = 0

    @property
    def width(self) -> int:
        """Cells from the numbers of the rows to the last field, its gap included."""
        return TALLY + self.columns * self.pitch.width

    @property
    def height(self) -> int:
        """Lines from the letters of the columns to the last field."""
        return 1 + self.rows * self.pitch.height

    @property
    def _first(self) -> int:
        """The line of the first row."""
        return self.top + 1 + self.pitch.height - self.pitch.fill_height

    def names(self) -> Iterator[str]:
        """All fields in reading order."""
        for row in range(self.rows):
            for column in range(self.columns):
                yield field(column, row)

    def has(self, name: str) -> bool:
        """Whether that is a field of this board."""
        at = place(name)
        return at is not None and at[0] < self.columns and at[1] < self.rows

    def corner(self, name: str) -> Cell:
        """The first cell of a field."""
        at = place(name)
        assert at is not None
        return self.left + TALLY + at[0] * self.pitch.width, self._first + at[1] * self.pitch.height

    def beside(self, name: str, right: int, down: int) -> str | None:
        """The field so many steps away; None off the board."""
        at = place(name)
        assert at is not None
        column, row = at[0] + right, at[1] + down
        return field(column, row) if 0 <= column < self.columns and 0 <= row < self.rows else None

    def fill(self, canvas: Canvas, name: str, sign: str, *style: str) -> None:
        """Fills a field."""
        x, y = self.corner(name)
        canvas.fill(x, y, self.pitch.fill_width, self.pitch.fill_height, sign, *style, field=name)

    def label(self, canvas: Canvas, glyphs: Glyphs, cursor: str, style: str, lit: str) -> None:
        """The coordinates; those of the cursor are lit and marked."""
        here = place(cursor) or (-1, -1)
        middle = (self.pitch.fill_width - 1) // 2
        for column in range(self.columns):
            x = self.left + TALLY + column * self.pitch.width + middle
            on = column == here[0]
            canvas.put(x, self.top, chr(ord("a") + column), lit if on else style)
            if on and self.pitch.width > 1:
                canvas.put(x + 1, self.top, glyphs.down, lit)
        for row in range(self.rows):
            y = self._first + row * self.pitch.height + self.pitch.line
            on = row == here[1]
            canvas.put(self.left, y, f"{row + 1:>2}", lit if on else style)
            if on:
                canvas.put(self.left + 2, y, glyphs.right, lit)

    def inner(self, fields: Collection[str]) -> set[Cell]:
        """The cells of these fields, and of the gaps between two of them that touch."""
        cells: set[Cell] = set()
        for name in fields:
            x, y = self.corner(name)
            right, down = self.beside(name, 1, 0) in fields, self.beside(name, 0, 1) in fields
            wide = self.pitch.width if right else self.pitch.fill_width
            high = self.pitch.height if down else self.pitch.fill_height
            cells |= {(x + a, y + b) for a in range(wide) for b in range(self.pitch.fill_height)}
            cells |= {(x + a, y + b) for a in range(self.pitch.fill_width) for b in range(high)}
            if right and down and self.beside(name, 1, 1) in fields:
                cells |= {(x + a, y + b) for a in range(wide) for b in range(high)}
        return cells

    def outline(
        self,
        canvas: Canvas,
        fields: Collection[str],
        lines: Sequence[str],
        *style: str,
        free: Callable[[str], bool] = lambda _: True,
    ) -> None:
        """Draws a line round connected fields. `lines`: as `Glyphs.box`, and the field of its cells stays theirs.

        Where there is no gap, the line runs through those fields beside them that are `free`.
        """
        inside = self.inner(fields)
        round_it = {(x + a, y + b) for x, y in inside for a in (-1, 0, 1) for b in (-1, 0, 1)} - inside
        for x, y in sorted(round_it):
            if self.pitch.height == self.pitch.fill_height and not self._passable((x, y), free):
                continue
            north, east, south, west = ((x + a, y + b) in round_it for a, b in _SIDES)
            canvas.lay(x, y, _line(lines, north, east, south, west), *style)

    def _passable(self, cell: Cell, free: Callable[[str], bool]) -> bool:
        """Whether a line may be drawn there: between fields, or in one that is free."""
        column, across = divmod(cell[0] - self.left - TALLY, self.pitch.width)
        row = (cell[1] - self._first) // self.pitch.height
        if not 0 <= row < self.rows:
            return False
        if across >= self.pitch.fill_width:
            return True
        return 0 <= column < self.columns and free(field(column, row))


def _line(lines: Sequence[str], north: bool, east: bool, south: bool, west: bool) -> str:
    top_left, side, top_right, upright, bottom_left, bottom_right = lines
    if south and east and not (north or west):
        return top_left
    if south and west and not (north or east):
        return top_right
    if north and east and not (south or west):
        return bottom_left
    if north and west and not (south or east):
        return bottom_right
    return upright if north and south else side
