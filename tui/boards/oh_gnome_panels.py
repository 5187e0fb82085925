"""Draws what lies under the trail: the hand or another list on the left; tables, a stack or a counter on the right."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.cells import cell_len

from core.games.oh_gnome.cards import CARDS
from core.games.oh_gnome.telling import title
from core.games.oh_gnome.trail import TRAIL
from tui.boards.board import seat_class, seat_letter
from tui.boards.canvas import Canvas, fit
from tui.boards.oh_gnome_menu import Entry, Menu, prices
from tui.boards.oh_gnome_scene import Layer, Scene
from tui.boards.oh_gnome_words import layer_words, listed, stone_effect
from tui.glyphs import Glyphs


class Area(NamedTuple):
    """A rectangle of the picture; the first line is its heading."""

    x: int
    y: int
    width: int
    height: int


class Panels:
    """The areas under the trail."""

    def __init__(self, canvas: Canvas, glyphs: Glyphs) -> None:
        self.canvas = canvas
        self.glyphs = glyphs

    def heading(self, area: Area, text: str, *style: str) -> None:
        """A line with words in it."""
        side = self.glyphs.box[1]
        self.canvas.put(area.x, area.y, side * area.width, "board--frame")
        self.canvas.put(area.x + 1, area.y, f" {fit(text, area.width - 4, self.glyphs)} ", *(style or ("board--name",)))

    # -- lists -------------------------------------------------------------------------------------------------

    def menu(self, area: Area, menu: Menu, cursor: int, *, yours: bool, chosen: str = "") -> None:
        """A list under its heading; in two columns where one is too short, and paged where two are."""
        self.heading(area, menu.title, *(("oh--open",) if yours else ()))
        room = area.height - 1
        entries = menu.entries
        columns = 1 if len(entries) <= room else 2
        page = room * columns
        first = cursor // page * page if page else 0
        width = (area.width - columns + 1) // columns
        for index, entry in enumerate(entries[first : first + page]):
            x = area.x + index // room * (width + 1)
            here = first + index == cursor
            self._entry(x, area.y + 1 + index % room, width, entry, here=here, yours=yours, chosen=chosen)

    def _entry(self, x: int, y: int, width: int, entry: Entry, *, here: bool, yours: bool, chosen: str) -> None:
        """Cursor, key, colour letter, name, and a note as far as there is room."""
        canvas, glyphs, field = self.canvas, self.glyphs, entry.token
        able = yours and entry.open
        style = "board--yours" if here and able else "oh--able" if able else "oh--here" if here and yours else ""
        quiet = style or "board--quiet"
        styles = (style,) if style else () if not yours else ("board--quiet",)
        canvas.put(x, y, " " * width, *styles, field=field)
        mark = glyphs.chosen if entry.token == chosen else glyphs.cursor if here and yours else " "
        at = canvas.put(x, y, mark, *styles, field=field)
        at = canvas.put(at, y, entry.key if yours or not entry.tag else " ", *styles, field=field)
        if entry.tag in ("G", "P", "R") and len(entry.tag) == 1 and not entry.token.startswith("seat:"):
            at = canvas.put(at + 1, y, entry.tag, f"oh--{entry.tag.lower()}", field=field)
        elif entry.token.startswith("seat:"):
            at = canvas.put(at + 1, y, entry.tag, seat_class(int(entry.token[5:])), field=field)
        elif entry.tag:
            at = canvas.put(at + 1, y, entry.tag.rjust(2), *styles, field=field)
        at += 1
        room = x + width - at
        note = "chosen" if entry.token == chosen else entry.note
        if entry.tag == "G" and width > 24:  # what it brings matters more than the end of its name
            room -= cell_len(note) + 1
        at = canvas.put(at, y, fit(entry.label, room, glyphs), *styles, field=field)
        if note and (room := x + width - at - 1) >= min(cell_len(note), 12):
            text = fit(note, room, glyphs)
            canvas.put(x + width - cell_len(text), y, text, quiet, field=field)

    # -- right side --------------------------------------------------------------------------------------------

    def tables(self, area: Area, scene: Scene) -> None:
        """What lies before everybody; turns to miss, and a place in the cottage."""
        self.heading(area, f"on the table  pile {scene.pile}" if area.width > 30 else "on the table")
        y = area.y + 1
        for seat, (gnome, lines) in enumerate(zip(scene.seats, _shares(scene, area), strict=True)):
            mark = self.glyphs.me if seat == scene.turn else " "
            self.canvas.put(area.x, y, mark, "board--lit")
            self.canvas.put(area.x + 1, y, seat_letter(seat), seat_class(seat))
            words = listed(gnome.tabled, area.width - 3, lines)
            if gnome.place is not None:
                words = [f"home, {gnome.place}{_ORDINALS[gnome.place - 1]}"]
            elif gnome.misses:
                missing = f"misses {gnome.misses}" if gnome.misses > 1 else "misses a turn"
                words = [missing, *words[: lines - 1]] if lines > 1 or not words else [f"{missing}; {words[0]}"]
            for row, text in enumerate(words or [self.glyphs.empty]):
                style = () if words else ("board--quiet",)
                self.canvas.put(area.x + 3, y + row, fit(text, area.width - 3, self.glyphs), *style)
            y += max(1, len(words))

    def stack(self, area: Area, scene: Scene, names: Sequence[str], note: str) -> None:
        """Who did what to whom, each red card on what it is against, and who was asked."""
        self.heading(area, "may be stopped" if scene.asked else "on the stack", "board--lit")
        below = 2 if scene.asked else 0
        room = area.height - 1 - below
        lines = [line for depth, layer in enumerate(scene.layers) for line in self._layer(layer, depth, names, area)]
        y = area.y + 1
        for x, text, styles, seat in lines[-room:]:
            at = area.x + x
            if seat is not None:
                at = self.canvas.put(at, y, seat_letter(seat), seat_class(seat)) + 1
            self.canvas.put(at, y, fit(text, area.x + area.width - at, self.glyphs), *styles)
            y += 1
        if scene.asked:
            y = area.y + area.height - 2
            at = self.canvas.put(area.x, y, "asked ", "board--quiet")
            for seat in scene.asked:
                at = self.canvas.put(at, y, seat_letter(seat), seat_class(seat)) + 1
            self.canvas.put(area.x, y + 1, fit(note, area.width, self.glyphs), "board--quiet")

    def _layer(
        self, layer: Layer, depth: int, names: Sequence[str], area: Area
    ) -> list[tuple[int, str, tuple[str, ...], int | None]]:
        """The lines of one layer: cell, words, style, and whose it is on the first."""
        indent = min(depth, 3) * 2
        target = "" if layer.target is None else names[layer.target]
        words = f"{names[layer.seat]}{layer_words(layer.kind, target, layer.what, layer.amount)}"
        styles: tuple[str, ...] = ("oh--gone",) if layer.gone else ()
        if layer.gone:
            words += " - cancelled"
        room = area.width - indent - 2
        rows = _wrap(words, room)
        return [
            (indent + (0 if row == 0 else 2), text, styles, layer.seat if row == 0 else None)
            for row, text in enumerate(rows)
        ]

    def counter(self, area: Area, scene: Scene, names: Sequence[str]) -> None:
        """Somebody's visit to a shop: what lies on the counter and what it brings here."""
        shop = scene.shop
        assert shop is not None
        self.heading(area, TRAIL.businesses[shop].name, "board--lit")
        y, seat = area.y + 1, scene.turn
        at = self.canvas.put(area.x, y, seat_letter(seat), seat_class(seat)) + 1
        self.canvas.put(
            at, y, fit(f"{names[seat]} has sold for {scene.sold}", area.width - at + area.x, self.glyphs), "board--name"
        )
        for item in scene.seats[seat].tabled[: area.height - 2]:
            y += 1
            text = prices(item, shop) if area.width > 30 else prices(item, shop).partition(",")[0]
            name = fit(title(item), area.width - len(text) - 4, self.glyphs)
            self.canvas.put(area.x + 2, y, name)
            self.canvas.put(area.x + area.width - len(text), y, text, "board--quiet")

    # -- all prices --------------------------------------------------------------------------------------------

    def price_list(self, area: Area) -> None:
        """What pays best where, and the stones of the back trail: over the trail until the key is pressed again."""
        canvas, glyphs = self.canvas, self.glyphs
        canvas.fill(area.x, area.y, area.width, area.height, " ", "oh--sheet")
        canvas.box(area.x, area.y, area.width, area.height, glyphs, "oh--sheet-frame")
        canvas.put(area.x + 2, area.y, " who pays best (elsewhere) ", "oh--sheet-name")
        columns: list[list[tuple[str, str, bool]]] = [[], []]
        for key, business in TRAIL.businesses.items():
            if business.die:
                lines = [(business.name, "", True), ("whatever the die shows", "", False)]
            else:
                lines = [(business.name, "", True)]
                lines += [
                    (title(item), f"{known.best} ({known.value})", False)
                    for item, known in CARDS.items.items()
                    if known.at == key
                ]
            min(columns, key=len).extend(lines)
        back = [(name, stone_effect(name)) for name in TRAIL.back]
        half = (area.width - 5) // 2
        for side, column in enumerate(columns):
            room = area.height - 2
            for row, (name, price, head) in enumerate(column[:room]):
                x = area.x + 2 + side * (half + 1)
                style = "oh--sheet-name" if head else "oh--sheet"
                canvas.put(x, area.y + 1 + row, fit(name, half - len(price) - 1, glyphs), style)
                canvas.put(x + half - len(price), area.y + 1 + row, price, style)
        y = area.y + 2 + max(len(column) for column in columns)
        canvas.put(area.x + 2, y, "back trail", "oh--sheet-name")
        for index, (name, what) in enumerate(back):
            row, side = y + 1 + index // 2, index % 2
            if row >= area.y + area.height - 1:
                break
            canvas.put(area.x + 2 + side * (half + 1), row, fit(f"{name}: {what}", half, glyphs), "oh--sheet")


def _shares(scene: Scene, area: Area) -> list[int]:
    """How many lines each seat has: one, and as many more as its items need and there are, the longest list first."""
    needs = [len(listed(gnome.tabled, area.width - 3, 99)) + (gnome.misses > 0) for gnome in scene.seats]
    shares = [1] * len(needs)
    for _ in range(area.height - 1 - len(needs)):
        short = max(range(len(needs)), key=lambda seat: needs[seat] - shares[seat])
        shares[short] += needs[short] > shares[short]
    return shares


_ORDINALS = ("st", "nd", "rd", "th", "th", "th")


def _wrap(text: str, room: int) -> list[str]:
    lines = [""]
    for word in text.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > room:
            lines.append(word)
        else:
            lines[-1] = f"{lines[-1]} {word}".strip()
    return lines
