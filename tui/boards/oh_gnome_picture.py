"""Draws the trail of Oh Gnome You Don't!: winding rows of stones, doors, bridge, back trail, and who stands where."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.cells import cell_len

from core.games.oh_gnome.trail import COTTAGE, START, TRAIL
from tui.boards.board import seat_class, seat_letter
from tui.boards.canvas import Canvas, centred
from tui.boards.oh_gnome_scene import Scene
from tui.boards.oh_gnome_trail import COTTAGE_CELLS, Spot, Way
from tui.boards.oh_gnome_words import purse_at, short, stone_sign
from tui.glyphs import Glyphs


class Marks(NamedTuple):
    """What can be picked on the trail, the one of it under the cursor, and whose items the doors count."""

    ends: Sequence[str] = ()
    cursor: str = ""
    me: int | None = None


class TrailPicture:
    """One drawing of the trail."""

    def __init__(self, canvas: Canvas, way: Way, glyphs: Glyphs) -> None:
        self.canvas = canvas
        self.way = way
        self.glyphs = glyphs

    def draw(self, scene: Scene, marks: Marks) -> None:
        """Paths first, then stones and doors, then the gnomes on them."""
        self._paths()
        self._bridge()
        for name in TRAIL.places:
            if name in TRAIL.businesses:
                continue
            self._stone(name, marks)
        self._slime()
        for key in TRAIL.businesses:
            self._door(key, scene, marks)
        there: dict[str, list[int]] = {}
        for seat, gnome in enumerate(scene.seats):
            if gnome.at not in TRAIL.businesses:
                there.setdefault(gnome.at, []).append(seat)
        if COTTAGE in there:
            there[COTTAGE].sort(key=lambda seat: scene.seats[seat].place or 0)
        for place, seats in there.items():
            self._gnomes(place, seats, scene)
        for place in marks.ends:
            self._end(place, marks)

    # -- paths -------------------------------------------------------------------------------------------------

    def _paths(self) -> None:
        """The line from stone to stone, and where a row turns into the next."""
        spots, side = self.way.spots, self.glyphs.box[1]
        for number in range(TRAIL.stones):
            here, there = spots[str(number)], spots[str(number + 1)]
            if here.row == there.row and str(number) != TRAIL.bridge:
                self._line(here, there, side)
        last, home = spots[str(TRAIL.stones)], spots[COTTAGE]
        if last.row == home.row:
            self._line(last, home, side)
        for one, other in zip(TRAIL.back, TRAIL.back[1:], strict=False):
            self._line(spots[one], spots[other], side)
        _, _, top_right, upright, _, bottom_right = self.glyphs.box
        for turn in self.way.turns:
            top, bottom = (top_right, bottom_right) if turn.right else (self.glyphs.box[0], self.glyphs.box[4])
            self.canvas.put(turn.x, turn.top, top, "oh--path")
            for y in range(turn.top + 1, turn.bottom):
                self.canvas.put(turn.x, y, upright, "oh--path")
            self.canvas.put(turn.x, turn.bottom, bottom, "oh--path")

    def _line(self, one: Spot, other: Spot, sign: str) -> None:
        left, right = min(one.x, other.x), max(one.x, other.x)
        self.canvas.put(left, one.y, sign * (right - left), "oh--path")

    def _bridge(self) -> None:
        """Planks with the troll's toll between the two stones, and the back trail hanging under them."""
        spots, way = self.way.spots, self.way
        here, there = spots[TRAIL.bridge], spots[str(int(TRAIL.bridge) + 1)]
        left, right = min(here.x, there.x) + way.stone, max(here.x, there.x)
        label = f" troll {TRAIL.toll} " if right - left >= 9 else f" {TRAIL.toll} "
        room = right - left - cell_len(label)
        planks = self.glyphs.run * (room // 2) + label + self.glyphs.run * (room - room // 2)
        self.canvas.put(left, here.y, planks, "oh--bridge")
        if TRAIL.back:
            for stone, end in ((here, TRAIL.back[0]), (there, TRAIL.back[-1])):
                for y in range(stone.y + 1, spots[end].y):
                    self.canvas.put(spots[end].x + way.stone // 2, y, self.glyphs.box[3], "oh--path")

    def _slime(self) -> None:
        """A track from the green stone to where it ends, under the stones."""
        for name, effect in TRAIL.effects.items():
            one, other = self.way.spots[name], self.way.spots[effect.stone]
            if effect.kind == "slide" and one.row == other.row:
                left, right = min(one.x, other.x), max(one.x, other.x) + self.way.stone
                text = " slug slime " if right - left > 22 else ""
                room = right - left - len(text)
                track = "~" * (room // 2) + text + "~" * (room - room // 2)
                self.canvas.put(left, one.y + 1, track, "oh--slime")

    # -- places ------------------------------------------------------------------------------------------------

    def _stone(self, name: str, marks: Marks) -> None:
        spot, width = self.way.spots[name], self.way.stone
        style, text = "oh--stone", name
        if name == COTTAGE:
            style, width = "oh--home", max(7, (COTTAGE_CELLS * self.way.pitch) - (self.way.pitch - width))
            x = spot.x if spot.row % 2 == 0 else spot.x + COTTAGE_CELLS * self.way.pitch - width - 1
            spot = spot._replace(x=max(0, x))
        elif name == START:
            style = "oh--home"
        elif name == TRAIL.bridge:
            style = "oh--blue-stone"
        elif name in TRAIL.back:
            style = "oh--back-stone"
            if self.way.large:
                sign = stone_sign(name, self.glyphs.right)
                self.canvas.put(spot.x, spot.y + 1, centred(sign, width, self.glyphs), "board--quiet")
        elif name in TRAIL.effects:
            style = "oh--green-stone"
        if name in marks.ends:
            style = "board--yours" if name == marks.cursor else "oh--end"
        self.canvas.put(spot.x, spot.y, centred(text, width, self.glyphs), style, field=f"place:{name}")

    def _door(self, key: str, scene: Scene, marks: Marks) -> None:
        """The name, what my items would bring there, and who is inside."""
        business, spot = TRAIL.businesses[key], self.way.spots[key]
        name = business.name if self.way.large else short(key)
        worth = "" if marks.me is None else purse_at(scene.seats[marks.me], key)
        worth = "" if worth == "0" else f" {worth}"
        inside = [seat for seat, gnome in enumerate(scene.seats) if gnome.at == key]
        text = f" {name}{worth} "
        chips = len(inside) + 1 if inside else 0
        x = spot.x + (self.way.stone - cell_len(text) - chips) // 2
        x = max(0, min(x, self.canvas.width - cell_len(text) - chips))
        style = "oh--door"
        if key in marks.ends:
            style = "board--yours" if key == marks.cursor else "oh--end"
        left, right = ("[", "]") if self.glyphs.name == "ascii" else ("", "")
        field = f"place:{key}"
        if left:
            text = f"{left}{text[1:-1]}{right}"
        x = self.canvas.put(x, spot.y, text, style, field=field)
        for seat in inside:
            x = self.canvas.put(x, spot.y, seat_letter(seat), seat_class(seat), field=field)
        if inside:
            self.canvas.put(x, spot.y, " ", style, field=field)

    # -- gnomes ------------------------------------------------------------------------------------------------

    def _gnomes(self, place: str, seats: Sequence[int], scene: Scene) -> None:
        """Side by side over the stone, hats on where there is a line for them; a crowd covers the stone too."""
        spot, room = self.way.spots[place], self.way.pitch
        if place == COTTAGE:
            room = 9
        first, more = seats[:room], seats[room:]
        step = 2 if 2 * len(first) <= room else 1
        x = spot.x + max(0, (self.way.stone - step * (len(first) - 1) - 1) // 2)
        if place == COTTAGE:
            x = max(0, spot.x if spot.row % 2 == 0 else spot.x - 1)
        for index, seat in enumerate(first):
            hat = "oh--turn" if seat == scene.turn else "oh--hat"
            if self.way.large:
                self.canvas.put(x + index * step, spot.y - 2, "^", hat)
            self._gnome(x + index * step, spot.y - 1, seat, place)
        for index, seat in enumerate(more):
            self._gnome(x + index, spot.y, seat, place)

    def _gnome(self, x: int, y: int, seat: int, place: str) -> None:
        self.canvas.put(x, y, seat_letter(seat), seat_class(seat), field=f"place:{place}")

    def _end(self, place: str, marks: Marks) -> None:
        """A sign beside the stone for who cannot see the colour, unless somebody stands there."""
        if place in TRAIL.businesses:
            return
        spot = self.way.spots[place]
        sign = self.glyphs.aim if place == marks.cursor else self.glyphs.landing
        self.canvas.put(spot.x + self.way.stone, spot.y, sign, "oh--here" if place == marks.cursor else "oh--open")

    def spot(self, place: str) -> tuple[int, int]:
        """Where a flight from a place begins."""
        spot = self.way.spots[place]
        return spot.x, spot.y - 1
