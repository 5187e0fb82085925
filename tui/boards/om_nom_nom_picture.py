"""Draws Om Nom Nom: three food chains side by side, the cards on the table, and a hand of six."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from textual.geometry import Offset

from core.games.om_nom_nom.position import ANIMALS, BOARDS, FACES, WORTH
from tui.boards.board import seat_class, seat_letter
from tui.boards.canvas import Canvas, centred, fit
from tui.boards.om_nom_nom_art import LARGE, LARGE_SIZE, SMALL, SMALL_SIZE
from tui.boards.om_nom_nom_scene import BACK, EDGE, NOTHING, Scene
from tui.glyphs import Glyphs

LEVELS = (
    ("wolf", "rabbit", "carrot"),
    ("cat", "mouse", "cheese"),
    ("hedgehog", "frog", "fly"),
)
"""Who eats whom on each board, from the top."""
WIDEST = 96
"""Cells that the picture takes where there are more."""
FOOD = {eater: eaten for chain in LEVELS for eater, eaten in pairwise(chain)}


class Layout(NamedTuple):
    """Where things are on a board of some size; all in cells."""

    left: int
    """The first column; wider boards have the picture in their middle."""
    width: int
    chain: int
    """Width of one food chain with its frame."""
    art: Mapping[str, tuple[str, ...]]
    art_size: tuple[int, int]
    levels: tuple[int, int, int]
    """The first line of each level of a chain."""
    arrows: tuple[int, int]
    bottom: int
    """The last line of the chains' frames."""
    table: int
    """The first line of the cards on the table."""
    table_card: int
    """Lines of one of those."""
    hand: int
    """The first line of the hand; a chosen card is raised to it."""
    hand_card: int
    large: bool


def lay_out(width: int, height: int) -> Layout:
    """The layout for a board of that size; the smallest is 54 x 21."""
    large = width >= 81 and height >= 34
    art, size = (LARGE, LARGE_SIZE) if large else (SMALL, SMALL_SIZE)
    table_card, hand_card = (3, 5) if large else (1, 3)
    gap = 1 if large else 0
    hand = height - hand_card - 1
    table = hand - gap - table_card - 1
    bottom = table - gap - 1
    picture = min(width, WIDEST)
    spare = max(0, bottom - 1 - 3 * size[1] - 2)
    tail = min(spare, 2) // 2  # a line more for what lies on the lower levels
    pads = [(spare - 2 * tail + more) // 4 for more in range(4)]
    arrow = 1 + size[1] + pads[3]
    second = arrow + 1 + pads[2]
    below = second + size[1] + tail + pads[1]
    return Layout(
        left=(width - picture) // 2,
        width=picture,
        chain=picture // 3,
        art=art,
        art_size=size,
        levels=(1, second, below + 1 + pads[0]),
        arrows=(arrow, below),
        bottom=bottom,
        table=table,
        table_card=table_card,
        hand=hand,
        hand_card=hand_card,
        large=large,
    )


class Hand(NamedTuple):
    """My hand: my seat, the card under the cursor (if there is one), the chosen one, and whether I am asked."""

    seat: int | None
    cursor: int | None
    chosen: int | None
    asked: bool


class Picture:
    """One drawing of one scene."""

    def __init__(self, canvas: Canvas, layout: Layout, glyphs: Glyphs) -> None:
        self.canvas = canvas
        self.at = layout
        self.glyphs = glyphs

    # -- food chains -------------------------------------------------------------------------------------------

    def chains(self, scene: Scene) -> None:
        """The three boards."""
        for board in range(len(BOARDS)):
            self._chain(scene, board)

    def _chain(self, scene: Scene, board: int) -> None:
        left, lit = self.at.left + board * self.at.chain, scene.board == board
        style = "board--lit" if lit else "board--frame"
        self.canvas.box(left, 0, self.at.chain, self.at.bottom + 1, self.glyphs, style)
        title = f" {self.glyphs.right} {BOARDS[board]} " if lit else f" {BOARDS[board]} "
        self.canvas.put(left + 2, 0, title, "board--lit" if lit else "board--name")
        for number, line in enumerate(self.at.arrows):
            self._arrow(left, line, scene.hunting == board * 2 + number)
        for number, creature in enumerate(LEVELS[board]):
            self._level(scene, left, self.at.levels[number], creature)

    def _arrow(self, left: int, line: int, lit: bool) -> None:
        down = self.glyphs.down
        text = f"{down} {down} eats {down} {down}" if lit else f"{down} eats"
        self.canvas.put(
            left + 1,
            line,
            centred(text, self.at.chain - 2, self.glyphs),
            "board--lit" if lit else "board--quiet",
        )

    def _level(self, scene: Scene, left: int, line: int, creature: str) -> None:
        width, _ = self.at.art_size
        animal = ANIMALS.index(creature) if creature in ANIMALS else None
        eating = animal is not None and scene.hunting == animal
        x = left + 1 + self.at.large
        for row, text in enumerate(self.at.art[creature]):
            self.canvas.put(x, line + row, text, "om--hunter" if eating else "om--creature")
        x += width + 1
        room = left + self.at.chain - 1 - x
        self.canvas.put(x, line, fit(creature.upper(), room, self.glyphs), "board--lit" if eating else "board--name")
        line += 1
        if animal is not None:
            line += self._chips(x, line, room, scene.places[animal])
        if creature in FACES:
            face = FACES.index(creature)
            self._dice(x, line, room, scene.dice[face], face)
            self._worth(x, line, creature, WORTH[face])

    def _chips(self, x: int, line: int, room: int, owners: Sequence[int]) -> int:
        """The cards on a place as their owners' letters; the number of lines kept for them."""
        if self.at.large:
            for index, owner in enumerate(owners):
                self._chip(x + index % 3 * 4, line + index // 3, owner, " {} ")
            return 2
        step = 2 if len(owners) * 2 - 1 <= room else 1
        for index, owner in enumerate(owners):
            self._chip(x + index * step, line, owner, "{}")
        return 1

    def _chip(self, x: int, line: int, seat: int, form: str) -> None:
        self.canvas.put(x, line, form.format(seat_letter(seat)), seat_class(seat))

    def _dice(self, x: int, line: int, room: int, count: int, face: int) -> None:
        """Dice in rows, apart if there is room."""
        glyph, style = (self.glyphs.black_die, "om--black") if WORTH[face] == 1 else (self.glyphs.red_die, "om--red")
        rows = 3 if self.at.large else 2
        step = 2 if count <= rows * ((room + 1) // 2) else 1
        per_row = (room + step - 1) // step
        for index in range(count):
            self.canvas.put(x + index % per_row * step, line + index // per_row, glyph, style)

    def _worth(self, x: int, line: int, creature: str, points: int) -> None:
        """What a die counts, where there is a line left for it."""
        if self.at.large:
            self.canvas.put(x, line + (2 if creature in ANIMALS else 3), f"{points} each", "board--quiet")
        elif creature not in ANIMALS:
            self.canvas.put(x, line + 2, f"{points} each", "board--quiet")

    def spot(self, face: str) -> Offset:
        """Where the dice of a face lie."""
        board, level = next((board, chain.index(face)) for board, chain in enumerate(LEVELS) if face in chain)
        return Offset(self.at.left + board * self.at.chain + self.at.art_size[0] + 3, self.at.levels[level] + 1)

    # -- table -------------------------------------------------------------------------------------------------

    def table(self, scene: Scene, names: Sequence[str], backs: frozenset[int]) -> None:
        """A card's place before every seat. `backs`: who has a card face down there."""
        slot = self.at.width // max(len(names), 4)
        for seat, name in enumerate(names):
            x = self.at.left + seat * slot
            letter = f" {seat_letter(seat)} " if slot > 10 else seat_letter(seat)
            after = self.canvas.put(x, self.at.table, letter, seat_class(seat)) + 1
            self.canvas.put(after, self.at.table, fit(name, x + slot - 1 - after, self.glyphs), "board--name")
            lying = BACK if seat in backs else scene.table[seat]
            self._table_card(x, min(slot - 1, 14), lying, seat)

    def _table_card(self, x: int, width: int, lying: int, seat: int) -> None:
        y, height = self.at.table + 1, self.at.table_card
        if lying == NOTHING:
            self.canvas.put(x, y + height // 2, centred(self.glyphs.empty * 3, width, self.glyphs), "board--quiet")
        elif lying == BACK:
            self.canvas.fill(x, y, width, height, self.glyphs.back, "om--back")
        elif lying == EDGE:
            self.canvas.fill(x + width // 2, y, 1, height, self.glyphs.edge, "om--back")
        else:
            for row in range(height):
                text = ANIMALS[lying].capitalize() if row == height // 2 else ""
                self.canvas.put(x, y + row, centred(text, width, self.glyphs), seat_class(seat))

    # -- hand --------------------------------------------------------------------------------------------------

    def hand(self, scene: Scene, hand: Hand) -> None:
        """My six cards; the chosen one is raised, the played ones are gone."""
        if hand.seat is None:
            self._hands(scene)
            return
        slot = self.at.width // len(ANIMALS)
        for animal in range(len(ANIMALS)):
            x = self.at.left + animal * slot
            if scene.hands[hand.seat] >> animal & 1:
                self._hand_card(x, slot - 1, animal, hand)
            else:
                middle = self.at.hand + 1 + self.at.hand_card // 2
                gone = centred(self.glyphs.empty, slot - 1, self.glyphs)
                self.canvas.put(x, middle, gone, "board--quiet")

    def _hands(self, scene: Scene) -> None:
        """For who has no seat: which animals everybody still has, by their first letters."""
        self.canvas.put(self.at.left, self.at.hand, "still in hand", "board--quiet")
        slot = len(ANIMALS) + 6
        per_row = max(1, self.at.width // slot)
        for seat, hand in enumerate(scene.hands):
            x, y = self.at.left + seat % per_row * slot, self.at.hand + 1 + seat // per_row
            x = self.canvas.put(x, y, f" {seat_letter(seat)} ", seat_class(seat)) + 1
            for animal, name in enumerate(ANIMALS):
                if hand >> animal & 1:
                    self.canvas.put(x + animal, y, name[0].upper())
                else:
                    self.canvas.put(x + animal, y, self.glyphs.empty, "board--quiet")

    def _hand_card(self, x: int, width: int, animal: int, hand: Hand) -> None:
        chosen, here, field = hand.chosen == animal, hand.cursor == animal, f"card:{animal}"
        top = self.at.hand + (not chosen)
        style = "om--chosen" if chosen else "board--yours" if here and hand.asked else "om--card"
        name = ANIMALS[animal]
        mark = self.glyphs.cursor if here and (hand.asked or not chosen) else " "
        lines = [f"{mark}{animal + 1}", f" {name.capitalize()}", f" {self.glyphs.right}{FOOD[name]}"]
        if len(lines[1]) > width:
            lines[1] = lines[1].strip()
        if self.at.large:
            lines = [lines[0], "", lines[1], "", f" eats {FOOD[name]}"]
        for row, line in enumerate(lines):
            self.canvas.put(x, top + row, fit(line, width, self.glyphs).ljust(width), style, field=field)
        if chosen:
            below = top + len(lines)
            self.canvas.put(x, below, centred("chosen", width, self.glyphs), "om--chosen-word", field=field)
