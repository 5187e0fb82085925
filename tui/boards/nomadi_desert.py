"""Draws the desert of Nomadi: ground, chasm, cards, caravan, and what can be picked."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from tui.boards.board import seat_class, seat_letter
from tui.boards.canvas import Canvas
from tui.boards.lattice import Lattice, Pitch
from tui.boards.nomadi_scene import Scene
from tui.glyphs import Glyphs

PITCHES = (Pitch(4, 2, 3, 2, 0), Pitch(2, 1, 2, 1, 0))
"""Fields for 120 x 40 and for 80 x 24."""
BELOW = 4
"""Lines under the desert."""


class Layout(NamedTuple):
    """Where things are; all in cells."""

    width: int
    lattice: Lattice
    below: int
    """The first line under the desert."""
    side: int
    """The first column beside the desert, and how many there are."""
    side_width: int

    @property
    def large(self) -> bool:
        """Whether fields are two lines high."""
        return self.lattice.pitch.height > 1


def lay_out(width: int, height: int, columns: int, rows: int) -> Layout:
    """The layout with the largest fields there is room for."""
    for pitch in PITCHES:
        lattice = Lattice(columns, rows, pitch)
        used = lattice.width - (pitch.width - pitch.fill_width)
        if used <= width and lattice.height + BELOW <= height:
            break
    return Layout(width, lattice, lattice.height, used + 1, width - used - 1)


class Marks(NamedTuple):
    """What is shown while something is to be picked.

    `die`: the picked one; `picked`: the stone. `choices`: what can be picked next. `over`: the stones that a landing
    under the cursor would pass, in order. `yours`: the cursor is mine to use. `open`: what cards are worth, for who
    sees them all.
    """

    cursor: str = ""
    die: int | None = None
    picked: str = ""
    choices: Collection[str] = ()
    over: Sequence[str] = ()
    yours: bool = False
    open: Mapping[str, str] = MappingProxyType({})


class Desert:
    """One drawing of one scene."""

    def __init__(self, canvas: Canvas, layout: Layout, glyphs: Glyphs) -> None:
        self.canvas = canvas
        self.at = layout
        self.lattice = layout.lattice
        self.glyphs = glyphs

    def draw(self, scene: Scene, marks: Marks) -> None:
        """Ground, chasm, cards, caravan, what can be picked, coordinates."""
        for zone, style in ((scene.board.start, "nomadi--start"), (scene.board.goal, "nomadi--goal")):
            for x, y in self.lattice.inner(scene.board.shown(zone)):
                self.canvas.put(x, y, " ", style)
        for name in self.lattice.names():
            self._ground(scene, name)
        self._chasm(scene)
        for name in scene.cards & marks.open.keys():
            self._open_card(name, marks.open[name])
        dim = self._dimmed(scene, marks)
        for name, seat in scene.stones.items():
            self._stone(name, seat, dim=name in dim)
        for number, name in enumerate(scene.over, 1):
            self._second(name, str(number))
        for name in scene.lit:
            self._light(name, "board--lit")
        if scene.hop is not None:
            self._stone(*scene.hop)
            self._light(scene.hop[0], "board--lit")
        self._marks(scene, marks)
        lit = "grid--cursor" if marks.yours else "grid--here"
        self.lattice.label(self.canvas, self.glyphs, marks.cursor, "grid--label", lit)

    def _ground(self, scene: Scene, name: str) -> None:
        board, glyphs = scene.board, self.glyphs
        bit = board.field(name)
        here = 0 if bit is None else 1 << bit
        sign, style = glyphs.empty, "nomadi--sand"
        if not board.fields & here:
            self.lattice.fill(self.canvas, name, glyphs.rock, "nomadi--rock")
            return
        if board.start & here:
            sign, style = glyphs.start, "nomadi--start"
        elif board.goal & here:
            sign, style = glyphs.goal, "nomadi--goal"
        elif board.water & here:
            sign, style = glyphs.water, "nomadi--water"
        self.lattice.fill(self.canvas, name, " ", style)
        x, y = self._spot(name)
        self.canvas.put(x, y, sign, style, field=name)
        if board.water & here:
            x, y = self.lattice.corner(name)
            self.canvas.put(x, y, sign * self.lattice.pitch.fill_width, style, field=name)
        if name in scene.cards:
            self._card(name, water=bool(board.water & here))

    def _spot(self, name: str) -> tuple[int, int]:
        """The cell for the sign of a field."""
        x, y = self.lattice.corner(name)
        return x + 1, y

    def _card(self, name: str, *, water: bool) -> None:
        """Face down; that it lies on water is seen at its edge."""
        x, y = self.lattice.corner(name)
        style = "nomadi--card-water" if water else "nomadi--card"
        back = self.glyphs.back
        if self.at.large:
            self.canvas.put(x, y, back * 3, style, field=name)
            self.canvas.put(x, y + 1, self.glyphs.water * 3 if water else back * 3, style, field=name)
        else:
            self.canvas.put(x, y, (self.glyphs.water if water else back) + back, style, field=name)

    def _open_card(self, name: str, worth: str) -> None:
        """Its worth in the place of its back."""
        x, y = self.lattice.corner(name)
        style = "nomadi--card-bad" if worth.startswith("-") else "nomadi--card-open"
        self.canvas.put(x, y, worth.rjust(3 if self.at.large else 2), style, field=name)

    def _chasm(self, scene: Scene) -> None:
        """A jagged line between the fields on either side."""
        board, stones = scene.board, scene.stones
        for name in self.lattice.names():
            bit = board.field(name)
            if bit is None or not board.beyond >> bit & 1:
                continue
            x, y = self.lattice.corner(name)
            right, below = self.lattice.beside(name, 1, 0), self.lattice.beside(name, 0, 1)
            if right and self._short(scene, right):
                if self.at.large:
                    self.canvas.lay(x + 3, y, self.glyphs.chasm, "nomadi--chasm")
                    if name not in stones:
                        self.canvas.lay(x + 2, y + 1, self.glyphs.chasm, "nomadi--chasm")
                elif right not in stones:
                    self.canvas.lay(x + 2, y, self.glyphs.chasm, "nomadi--chasm")
                elif name not in stones:
                    self.canvas.lay(x + 1, y, self.glyphs.chasm, "nomadi--chasm")
            if self.at.large and below and self._short(scene, below) and name not in stones:
                corner = bool(right and self._short(scene, right))
                for step in range(2 if corner else 4):
                    self.canvas.lay(x + step, y + 1, self.glyphs.brink, "nomadi--chasm")

    @staticmethod
    def _short(scene: Scene, name: str) -> bool:
        bit = scene.board.field(name)
        return bit is not None and bool(scene.board.short >> bit & 1)

    def _stone(self, name: str, seat: int, *, dim: bool = False) -> None:
        style = f"nomadi--dim-{seat + 1}" if dim else seat_class(seat)
        self.lattice.fill(self.canvas, name, " ", style)
        x, y = self.lattice.corner(name)
        self.canvas.put(x, y, f" {seat_letter(seat)} " if self.at.large else f"{seat_letter(seat)} ", style, field=name)

    @staticmethod
    def _dimmed(scene: Scene, marks: Marks) -> set[str]:
        if marks.picked:
            return set(scene.stones) - {marks.picked, *marks.over}
        stones = [name for name in marks.choices if name in scene.stones]
        return set(scene.stones) - set(stones) if stones else set()

    def _second(self, name: str, sign: str, *style: str) -> None:
        """A sign beside a stone's letter."""
        x, y = self.lattice.corner(name)
        self.canvas.lay(x + 1, y + self.at.large, sign, *style)

    def _light(self, name: str, style: str) -> None:
        """Brackets round a field, or over it where there is no room."""
        x, y = self.lattice.corner(name)
        if self.at.large:
            for row in (y, y + 1):
                self.canvas.lay(x - 1, row, "[", style)
                self.canvas.lay(x + 3, row, "]", style)
        else:
            self.canvas.lay(x + 1, y, "]", "nomadi--lit")

    def _marks(self, scene: Scene, marks: Marks) -> None:
        for name in marks.choices:
            if not self.lattice.has(name):
                continue
            if name in scene.stones:
                self._second(name, self.glyphs.right if not self.at.large else self.glyphs.landing)
            else:
                x, y = self._spot(name)
                self.canvas.lay(x, y, self.glyphs.landing, "grid--open")
        for number, name in enumerate(marks.over, 1):
            self._second(name, str(number))
        if marks.picked:
            self._second(marks.picked, self.glyphs.aim)
        if marks.cursor and self.lattice.has(marks.cursor):
            self._cursor(scene, marks)

    def _cursor(self, scene: Scene, marks: Marks) -> None:
        """The field under the cursor stands on the accent; where there is room it has brackets instead."""
        name = marks.cursor
        if marks.picked and name in marks.choices:
            owner = scene.stones[marks.picked]
            self._stone(name, owner, dim=True)
        x, y = self.lattice.corner(name)
        if self.at.large:
            self._light(name, "grid--cursor" if marks.yours else "grid--here")
            return
        for column in (x, x + 1):
            self.canvas.lay(column, y, self.canvas.sign(column, y), "nomadi--cursor" if marks.yours else "nomadi--here")
