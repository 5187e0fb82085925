"""Draws what stands beside and below the desert of Nomadi: dice, a haggle, my cards, the way so far, the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.cells import cell_len

from core.games.nomadi.position import Haggle, Held
from core.games.nomadi.telling import signed
from tui.boards.board import seat_class, seat_letter
from tui.boards.canvas import Canvas, fit
from tui.boards.nomadi_desert import Layout, Marks
from tui.boards.nomadi_scene import Scene
from tui.boards.nomadi_words import describe, proposal, terms
from tui.glyphs import Glyphs

DIE = 6
"""Cells from one die to the next."""
_ACCOUNT = 27
"""Cells of a line of the final account without its cards."""


class Card(NamedTuple):
    """One of my cards, and where it came from in a few signs."""

    value: int | None
    origin: str


class Haggling(NamedTuple):
    """An open haggle as I see it. `where`: the card's field. `price`: what I would say, if I am the one to speak."""

    haggle: Haggle
    me: int | None
    where: str
    price: int | None
    keys: str


class Beside:
    """One drawing of one scene."""

    def __init__(self, canvas: Canvas, layout: Layout, glyphs: Glyphs, names: Sequence[str]) -> None:
        self.canvas = canvas
        self.at = layout
        self.lattice = layout.lattice
        self.glyphs = glyphs
        self.names = names

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
        offers = f"offer {h.offers}/10" if h.offers else ""
        x = self.canvas.put(0, y, f" the card from {haggling.where} ", "nomadi--card-open")
        x = self.canvas.put(x + 1, y, worth, "board--name") + 2 * bool(worth)
        self.canvas.put(x, y, fit(offers, width - x, self.glyphs), "board--quiet")
        self.canvas.put(0, y + 1, fit(proposal(h, self.names, haggling.me), width, self.glyphs), "board--name")
        if haggling.price is not None:
            left, right = ("‹", "›") if self.glyphs.name == "unicode" else ("<", ">")
            x = self.canvas.put(0, y + 2, f" {left} ", "board--yours", field="price:-1")
            x = self.canvas.put(x, y + 2, f"{haggling.price:^4}", "board--yours")
            x = self.canvas.put(x, y + 2, f" {right} ", "board--yours", field="price:+1")
            words = f" {terms(h, haggling.price, self.names, haggling.me)}"
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
        counts = (("start", f"{start}"), ("beyond", f"{beyond}"), ("goal", f"{goal}/3"))
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
        most, room = max(map(len, scene.held)), self.at.width - 2
        cell = 5 if _ACCOUNT + 5 * most <= room else 3
        width = min(room, _ACCOUNT + cell * most)
        height = len(scene.held) + 2
        x, y = max(0, (self.at.width - width) // 2), max(1, (self.lattice.height - height) // 2)
        self.canvas.fill(x, y, width, height, " ", "nomadi--page")
        self.canvas.box(x, y, width, height, self.glyphs, "nomadi--page")
        self.canvas.put(x + 2, y, " coins and cards ", "nomadi--page")
        for seat, held in enumerate(scene.held):
            line = y + 1 + seat
            self.canvas.put(x + 2, line, seat_letter(seat), seat_class(seat))
            self.canvas.put(x + 4, line, fit(self.names[seat], 9, self.glyphs), "nomadi--page")
            self.canvas.put(x + 14, line, f"{scene.coins[seat]:>4}", "nomadi--page")
            shown = held[: (width - _ACCOUNT) // cell]
            self._turned(x + 19, line, cell, shown, scene.turned)
            known = sum(card.value or 0 for card in held[: scene.turned])
            self.canvas.put(x + width - 8, line, f"={scene.coins[seat] + known:>5}", "nomadi--page")

    def _turned(self, x: int, y: int, cell: int, held: Sequence[Held], turned: int) -> None:
        """Cards in a row, so many of them face up."""
        for number, card in enumerate(held):
            if number >= turned or card.value is None:
                text, style = self.glyphs.back * 2, "nomadi--card"
            else:
                text, style = signed(card.value), "nomadi--card-bad" if card.value < 0 else "nomadi--card-open"
            self.canvas.put(x + number * cell, y, text.center(cell - 1), style)
