"""Draws Nomadi: the desert with the caravan, the dice below it, cards and purses where there is room."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from rich.cells import cell_len

from core.games.nomadi.position import Haggle, Held
from core.games.nomadi.telling import signed
from tui.boards.board import seat_class, seat_letter
from tui.boards.canvas import Canvas, fit
from tui.boards.lattice import Lattice, Pitch
from tui.boards.nomadi_scene import Scene
from tui.boards.nomadi_words import describe, proposal, terms
from tui.glyphs import Glyphs

PITCHES = (Pitch(4, 2, 3, 2), Pitch(2, 1, 2, 1))
"""Fields for 120 x 40 and for 80 x 24."""
BELOW = 4
"""Lines under the desert."""
DIE = 6
"""Cells from one die to the next."""


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
    under the cursor would pass, in order. `yours`: the cursor is mine to use.
    """

    cursor: str = ""
    die: int | None = None
    picked: str = ""
    choices: Collection[str] = ()
    over: Sequence[str] = ()
    yours: bool = False


class Card(NamedTuple):
    """One of my cards, and where it came from in a few signs."""

    value: int | None
    origin: str


class Haggling(NamedTuple):
    """An open haggle as I see it. `where`: the card's field. `price`: what I would say, if I am the one to speak."""

    haggle: Haggle
    where: str
    price: int | None
    keys: str


class Picture:
    """One drawing of one scene."""

    def __init__(self, canvas: Canvas, layout: Layout, glyphs: Glyphs, names: Sequence[str]) -> None:
        self.canvas = canvas
        self.at = layout
        self.lattice = layout.lattice
        self.glyphs = glyphs
        self.names = names

    # -- desert ------------------------------------------------------------------------------------------------

    def desert(self, scene: Scene, marks: Marks) -> None:
        """Ground, chasm, cards, caravan, what can be picked, coordinates."""
        for name in self.lattice.names():
            self._ground(scene, name)
        self._chasm(scene)
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
            self.canvas.put(x - 1, y, sign, style, field=name)
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

    # -- below -------------------------------------------------------------------------------------------------

    def below(self, scene: Scene, marks: Marks, haggling: Haggling | None) -> None:
        """What is under the cursor; then the dice, or the haggle."""
        y = self.at.below
        if haggling is not None:
            self._haggle(haggling)
            return
        if marks.cursor:
            words = describe(scene, marks.cursor, self.names)
            self.canvas.put(0, y, fit(words, self.at.width, self.glyphs), "board--quiet")
        self._dice(scene, marks)

    def _dice(self, scene: Scene, marks: Marks) -> None:
        """The whole throw; used dice are empty frames with a quiet number."""
        y, unused = self.at.below + 1, list(scene.dice)
        for place, die in enumerate(scene.rolled):
            x, token = place * DIE, f"die:{die}"
            fresh = die in unused
            if fresh:
                unused.remove(die)
            if fresh and die == marks.die:
                style = "board--yours"
            elif not fresh:
                style = "board--quiet"
            else:
                style = "nomadi--die"
            box = self.glyphs.rim if fresh and die == marks.die else self.glyphs.box
            token = token if fresh else ""
            top_left, side, top_right, upright, bottom_left, bottom_right = box
            inner = f" {die} " if fresh else f"{self.glyphs.empty}{die}{self.glyphs.empty}"
            for row, text in enumerate(
                (top_left + side * 3 + top_right, upright + inner + upright, bottom_left + side * 3 + bottom_right)
            ):
                self.canvas.put(x, y + row, text, style, field=token)

    def _haggle(self, haggling: Haggling) -> None:
        """The card, what stands, my price, and the keys."""
        h, y, width = haggling.haggle, self.at.below, self.at.width
        worth = "" if h.value is None else f"you alone see it: {signed(h.value)}"
        x = self.canvas.put(0, y, f" the card from {haggling.where} ", "nomadi--card-open")
        if worth:
            self.canvas.put(x + 1, y, worth, "board--name")
        self.canvas.put(0, y + 1, fit(proposal(h, self.names), width, self.glyphs), "board--name")
        if haggling.price is not None:
            left, right = ("‹", "›") if self.glyphs.name == "unicode" else ("<", ">")
            x = self.canvas.put(0, y + 2, f" {left} ", "board--yours", field="price:-1")
            x = self.canvas.put(x, y + 2, f"{haggling.price:^4}", "board--yours")
            x = self.canvas.put(x, y + 2, f" {right} ", "board--yours", field="price:+1")
            words = f" {terms(h, haggling.price, self.names)}"
            self.canvas.put(x, y + 2, fit(words, width - x, self.glyphs), "board--name")
        self.canvas.put(0, y + 3, fit(haggling.keys, width, self.glyphs), "board--quiet")

    # -- beside ------------------------------------------------------------------------------------------------

    def cards(self, cards: Sequence[Card] | None) -> None:
        """My cards with where they came from; None: I have no seat. Beside the desert, or right of the dice."""
        if cards is None:
            return
        x, y, room, lines = self.at.side, 1, self.at.side_width, self.lattice.height - 6
        if self.at.large:
            x, y, lines = DIE * 6 + 1, self.at.below + 1, 3
            room = 15
        elif room < 10:
            return
        title = "your cards" if cards else "no cards yet"
        self.canvas.put(x, y - 1, title, "board--name" if cards else "board--quiet")
        for number, card in enumerate(cards):
            column, row = divmod(number, lines)
            self._own(x + column * room, y + row, card, room)

    def _own(self, x: int, y: int, card: Card, room: int) -> None:
        value = "?" if card.value is None else signed(card.value)
        style = "nomadi--card-bad" if card.value is not None and card.value < 0 else "nomadi--card-open"
        after = self.canvas.put(x, y, f" {value} ", style)
        self.canvas.put(after + 1, y, fit(card.origin, room - 6, self.glyphs), "board--quiet")

    def progress(self, scene: Scene) -> None:
        """How far the caravan has come."""
        board = scene.board
        bits = [bit for name in scene.stones if (bit := board.field(name)) is not None]
        start = sum(board.start >> bit & 1 for bit in bits)
        beyond = sum(board.beyond >> bit & 1 for bit in bits)
        goal = sum(board.goal >> bit & 1 for bit in bits)
        counts = (("in start", f"{start}"), ("beyond", f"{beyond}"), ("in goal", f"{goal}/3"))
        if self.at.large:
            words = f" {self.glyphs.between} ".join(f"{label} {count}" for label, count in counts)
            self.canvas.put(self.at.width - cell_len(words), self.at.below, words, "board--quiet")
        elif self.at.side_width >= 10:
            y = self.lattice.height - len(counts)
            for label, count in counts:
                self.canvas.put(self.at.side, y, f"{label:<8} {count:>3}"[: self.at.side_width], "board--quiet")
                y += 1

    # -- the end -----------------------------------------------------------------------------------------------

    def reckoning(self, scene: Scene) -> None:
        """Coins, and cards turned over one after the other, over the middle of the desert."""
        if scene.turned is None:
            return
        most = max(map(len, scene.held))
        width = min(self.at.width - 2, 24 + 5 * most)
        height = len(scene.held) + 3
        x, y = max(0, (self.at.width - width) // 2), max(1, (self.lattice.height - height) // 2)
        self.canvas.fill(x, y, width, height, " ", "nomadi--page")
        self.canvas.box(x, y, width, height, self.glyphs, "nomadi--page")
        self.canvas.put(x + 2, y, " coins and cards ", "nomadi--page")
        for seat, held in enumerate(scene.held):
            self._account(x + 2, y + 1 + seat, width - 4, seat, scene.coins[seat], held[:most], scene.turned)

    def _account(self, x: int, y: int, room: int, seat: int, coins: int, held: Sequence[Held], turned: int) -> None:
        end = x + room
        self.canvas.put(x, y, seat_letter(seat), seat_class(seat))
        self.canvas.put(x + 2, y, fit(self.names[seat], 9, self.glyphs), "nomadi--page")
        after = self.canvas.put(x + 11, y, f"{coins:>4} ", "nomadi--page")
        total = coins
        for number, card in enumerate(held):
            if number >= turned or card.value is None:
                text, style = f" {self.glyphs.back * 2} ", "nomadi--card"
            else:
                total += card.value
                text = f" {signed(card.value)} "
                style = "nomadi--card-bad" if card.value < 0 else "nomadi--card-open"
            if after + 5 <= end - 5:
                after = self.canvas.put(after, y, text, style) + 1
        self.canvas.put(end - 5, y, f"={total:>4}", "nomadi--page")
