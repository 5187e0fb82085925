"""Draws Ominoes: the spaces with the pit, the Ominoe in hand beside them, a lane to the sacred number for each seat."""

from __future__ import annotations

import textwrap
from collections.abc import Collection, Sequence
from typing import NamedTuple

from core.grid import place
from tui.boards.board import seat_class, seat_letter
from tui.boards.canvas import Canvas, fit
from tui.boards.lattice import Lattice, Pitch
from tui.boards.ominoes_art import LARGE, LARGE_SIZE, SMALL, SMALL_SIZE
from tui.boards.ominoes_scene import Group, Scene
from tui.boards.ominoes_words import MEANINGS, title, what_for
from tui.glyphs import Glyphs

PITCHES = (Pitch(9, 5, 7, 4, 2), Pitch(7, 4, 5, 3, 1), Pitch(6, 3, 5, 2, 1), Pitch(4, 2, 3, 2, 1))
"""Spaces from the largest down; the last one is for 80 x 24."""
SIDE = 14
"""The least width of what stands beside the board."""


class Layout(NamedTuple):
    """Where things are; all in cells."""

    width: int
    lattice: Lattice
    side: int
    """The first column beside the board."""
    lanes: int
    """The line of the first lane."""


def lay_out(width: int, height: int, size: int, seats: int) -> Layout:
    """The layout with the largest spaces there is room for."""
    for pitch in PITCHES:
        lattice = Lattice(size, size, pitch)
        if lattice.width + 1 + SIDE <= width and lattice.height + seats <= height:
            break
    room = height - lattice.height - seats
    return Layout(width, lattice, lattice.width + 1, lattice.height + min(1, max(0, room)))


class Marks(NamedTuple):
    """What is shown on the spaces beside the Ominoes: nothing of it while a step is on its way.

    `choices`: what can be picked next. `reach`: where the Ominoe under the cursor could go. `way`: the steps to the
    cursor. `ghost`: what would lie under the cursor then. `yours`: the cursor is mine to use.
    """

    cursor: str = ""
    picked: str = ""
    choices: Collection[str] = ()
    reach: Collection[str] = ()
    way: Sequence[str] = ()
    ghost: str = ""
    yours: bool = False


class Aside(NamedTuple):
    """What stands beside the board: a heading, whether the roll is explained, and what can be scored, with keys."""

    heading: str
    explained: bool
    scores: Sequence[tuple[str, Group]] = ()


def tile(face: str) -> str:
    """The component class of a face."""
    return f"ominoes--{face.lower()}"


class Picture:
    """One drawing of one scene."""

    def __init__(self, canvas: Canvas, layout: Layout, glyphs: Glyphs) -> None:
        self.canvas = canvas
        self.at = layout
        self.lattice = layout.lattice
        self.glyphs = glyphs

    # -- board -------------------------------------------------------------------------------------------------

    def board(self, scene: Scene, marks: Marks) -> None:
        """Floor, pit, Ominoes, what can be scored, what can be picked, coordinates."""
        for name in self.lattice.names():
            if name not in scene.pit:
                self._floor(name, f"ominoes--floor-{self._shade(name)}")
        self._pit(scene)
        dim = self._dimmed(scene, marks)
        for name, face in scene.faces.items():
            self._tile(name, face, dim=name in dim)
        for group in scene.groups:
            self._group(scene, group)
        for name in scene.lit:
            self._frame(name, "board--lit")
        for step, name in enumerate(scene.way, 1):
            self._sign(name, str(step), "board--lit")
        self._marks(scene, marks)
        lit = "grid--cursor" if marks.yours else "grid--here"
        self.lattice.label(self.canvas, self.glyphs, marks.cursor, "grid--label", lit)

    def _middle(self, name: str) -> tuple[int, int]:
        x, y = self.lattice.corner(name)
        pitch = self.lattice.pitch
        return x + pitch.fill_width // 2, y + pitch.line

    def _sign(self, name: str, sign: str, *style: str) -> None:
        self.canvas.lay(*self._middle(name), sign, *style)

    @staticmethod
    def _shade(name: str) -> int:
        """Neighbours differ, as on a chess board."""
        column, row = place(name) or (0, 0)
        return (column + row) % 2 + 1

    def _floor(self, name: str, style: str) -> None:
        self.lattice.fill(self.canvas, name, " ", style)
        self._sign(name, self.glyphs.empty)

    def _pit(self, scene: Scene) -> None:
        """Sunk: darker than the floor, with a ring round it; closed in the expert version."""
        cells = self.lattice.inner(scene.pit)
        left, top = min(cells)
        right, bottom = max(cells)
        for x, y in cells:
            self.canvas.put(x, y, " ", "ominoes--pit")
        for name in scene.pit:
            self._floor(name, "ominoes--pit")
            if scene.expert:
                self.lattice.fill(self.canvas, name, self.glyphs.closed, "ominoes--ring")
        gap = self.lattice.pitch.height > self.lattice.pitch.fill_height
        if gap:
            self.lattice.outline(self.canvas, scene.pit, self.glyphs.box, "ominoes--ring")
            return
        self.canvas.box(left - 1, top, right - left + 3, bottom - top + 1, self.glyphs, "ominoes--ring")
        for name in scene.pit:  # the ring runs over the spaces, and the mouse still has to find them
            x, y = self.lattice.corner(name)
            for row in range(y, y + self.lattice.pitch.fill_height):
                self.canvas.claim(x, row, self.lattice.pitch.fill_width, name)

    def _tile(self, name: str, face: str, *, dim: bool = False) -> None:
        x, y = self.lattice.corner(name)
        pitch = self.lattice.pitch
        style = f"{tile(face)}-dim" if dim else tile(face)
        self.lattice.fill(self.canvas, name, " ", style)
        art, (width, height) = (LARGE, LARGE_SIZE) if pitch.fill_height >= LARGE_SIZE[1] else (SMALL, SMALL_SIZE)
        x += (pitch.fill_width - width) // 2
        y += (pitch.fill_height - height + 1) // 2
        for row, line in enumerate(art[face]):
            self.canvas.put(x, y + row, line, style, field=name)

    @staticmethod
    def _dimmed(scene: Scene, marks: Marks) -> set[str]:
        """While one is to be picked, the others step back; so do all but the one that was picked."""
        if marks.picked:
            return set(scene.faces) - {marks.picked}
        pickable = [name for name in marks.choices if name in scene.faces]
        return set(scene.faces) - set(pickable) if pickable else set()

    def _free(self, scene: Scene, name: str) -> bool:
        return name not in scene.faces

    def _group(self, scene: Scene, group: Group) -> None:
        """A line round it, and the points it brings."""
        style = f"ominoes--rim-{group.god.lower()}"
        lines = self.glyphs.rim
        self.lattice.outline(self.canvas, group.spaces, lines, style, free=lambda name: self._free(scene, name))
        x, y = self.lattice.corner(group.first)
        points = f"+{len(group.spaces)}"
        if self.lattice.pitch.height > self.lattice.pitch.fill_height:
            self.canvas.put(x, y - 1, f" {points} ", style)
        else:
            self.canvas.put(x, y, points.ljust(3), tile(scene.faces[group.first]), field=group.first)

    def _frame(self, name: str, style: str) -> None:
        """A line round one space, or brackets where there is no room for it."""
        pitch = self.lattice.pitch
        if pitch.height > pitch.fill_height:
            self.lattice.outline(self.canvas, {name}, self.glyphs.rim, style)
            return
        x, y = self.lattice.corner(name)
        for row in range(y, y + pitch.fill_height):
            self.canvas.lay(x - 1, row, "[", style)
            self.canvas.lay(x + pitch.fill_width, row, "]", style)

    def _marks(self, scene: Scene, marks: Marks) -> None:
        for name in marks.reach:
            self._sign(name, self.glyphs.landing, "grid--way")
        for name in marks.choices:
            if name in scene.faces:
                x, y = self.lattice.corner(name)
                self.canvas.lay(x - 1, y + self.lattice.pitch.line, self.glyphs.right, "grid--open")
            else:
                self._sign(name, self.glyphs.landing, "grid--open")
        for step, name in enumerate(marks.way, 1):
            self._sign(name, str(step), "grid--open")
        if marks.picked:
            self._frame(marks.picked, "grid--way")
        if marks.cursor:
            if marks.ghost and marks.cursor not in scene.faces:
                self._tile(marks.cursor, marks.ghost, dim=True)
            self._frame(marks.cursor, "grid--cursor" if marks.yours else "grid--here")

    # -- beside the board --------------------------------------------------------------------------------------

    def aside(self, scene: Scene, aside: Aside) -> None:
        """The Ominoe in hand, what it is for, what can be scored; at the bottom the shared gods and the supply."""
        x, room = self.at.side, self.at.width - self.at.side
        self.canvas.put(x, 0, fit(aside.heading, room, self.glyphs), "board--name")
        y, bottom = 2, self._below(x, room, scene)
        if scene.hand:
            self._big(x, 1, scene)
            y = 7
        if scene.hand and not scene.tumbling:
            name = f"{title(scene.hand)}, {MEANINGS[scene.hand]}"
            self.canvas.put(x, y, name if len(name) <= room else title(scene.hand), "board--name")
            words = textwrap.wrap(what_for(scene.hand), max(1, room)) if aside.explained else []
            y += 1
            if y + len(words) + len(aside.scores) + bool(aside.scores) <= bottom:
                for row, line in enumerate(words, y):
                    self.canvas.put(x, row, line, "board--quiet")
                y += len(words)
            y += bool(aside.scores)
        for key, group in aside.scores:
            after = self.canvas.put(x, y, f" {key} ", "board--yours", field=f"score:{group.god} {group.first}")
            points = f" {title(group.god)} {group.first} +{len(group.spaces)}"
            self.canvas.put(after, y, fit(points, room - 3, self.glyphs), "board--name")
            y += 1

    def _big(self, x: int, y: int, scene: Scene) -> None:
        width, height = 9, 5
        self.canvas.fill(x, y, width, height, " ", tile(scene.hand))
        for row, line in enumerate(LARGE[scene.hand], y + 1):
            self.canvas.put(x + 2, row, line, tile(scene.hand))

    def _below(self, x: int, room: int, scene: Scene) -> int:
        """The gods that everybody may score, and the supply; the first line of it."""
        y = self.lattice.height - 1
        self.canvas.put(
            x, y, f"{scene.supply} in the supply" if room > 15 else f"supply {scene.supply}", "board--quiet"
        )
        for god in reversed(scene.shared):
            y -= 1
            after = self.canvas.put(x, y, f" {god} ", tile(god))
            self.canvas.put(after, y, fit(f" {title(god)}", room - 3, self.glyphs), "board--quiet")
        if scene.shared:
            y -= 1
            self.canvas.put(x, y, "for everybody", "board--quiet")
        return y

    # -- lanes -------------------------------------------------------------------------------------------------

    def lanes(self, scene: Scene, names: Sequence[str]) -> None:
        """A lane a seat: its god, and how far it has come towards the sacred number."""
        wide = self.at.width >= 70
        named = 12 if wide else 9
        for seat, score in enumerate(scene.scores):
            y = self.at.lanes + seat
            on = seat == scene.turn and scene.phase != "over"
            self.canvas.put(0, y, self.glyphs.right if on else " ", "board--name")
            self.canvas.put(1, y, seat_letter(seat), seat_class(seat))
            self.canvas.put(3, y, fit(names[seat], named, self.glyphs), "board--name" if on else "board--quiet")
            god = scene.gods[seat]
            label = f" {god} {title(god)} ".ljust(10) if wide else f" {god} "
            after = self.canvas.put(4 + named, y, label, tile(god)) + 1
            self._track(after, y, seat, score, scene.goal)

    def _track(self, x: int, y: int, seat: int, score: int, goal: int) -> None:
        tail = f" {score}/{goal}"
        step = max(1, (self.at.width - x - 1 - 6) // goal)
        style = f"ominoes--lane-{seat % 6 + 1}"
        for point in range(goal + 1):
            here = x + point * step
            if point < score:
                self.canvas.put(here, y, self.glyphs.run * step, style)
            else:
                self.canvas.put(here, y, self.glyphs.goal if point == goal else self.glyphs.empty, "board--quiet")
        self.canvas.put(x + min(score, goal) * step, y, seat_letter(seat), seat_class(seat))
        self.canvas.put(x + goal * step + 1, y, tail, "board--name")
