"""The panel of people: who sits where, who has chosen, the score sheet, and what lies before everyone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, cast

from rich.cells import cell_len
from textual.content import Content
from textual.geometry import Offset
from textual.reactive import reactive
from textual.widget import Widget

from tui.boards.board import Sheet, SheetLine, seat_class, seat_letter
from tui.boards.canvas import fit
from tui.glyphs import Glyphs

if TYPE_CHECKING:
    from tui.app import SeraiApp

_COLUMN = 3
_WIDE_COLUMN = 5


class Person(NamedTuple):
    """A seat as the panel shows it. `kind`: what it is if no person at the table: `bot`, `away`, or `nobody`."""

    name: str
    kind: str = ""
    chosen: bool | None = None
    """Whether a choice is on the table; None: nothing is asked of this seat, or it may not show."""


class PeoplePanel(Widget):
    """Two lines a seat: name, signs and scores; and what lies before it. One line where room is short."""

    ALLOW_SELECT = False
    people: reactive[tuple[Person, ...]] = reactive(())
    sheet: reactive[Sheet] = reactive(Sheet((), ()))
    me: reactive[int | None] = reactive(None)
    compact: reactive[bool] = reactive(False, layout=True)

    def __init__(self) -> None:
        super().__init__(classes="panel")
        self.border_title = "people"

    @property
    def glyphs(self) -> Glyphs:
        """The signs to draw with."""
        return cast("SeraiApp", self.app).glyphs

    def watch_people(self, old: Sequence[Person], new: Sequence[Person]) -> None:
        """The panel is as high as there are people."""
        if len(old) != len(new):
            self.refresh(layout=True)

    def get_content_height(self, container: object, viewport: object, width: int) -> int:  # noqa: ARG002
        """A heading, and one or two lines a seat."""
        return 1 + len(self.people) * (1 if self.compact else 2)

    def spot(self, seat: int) -> Offset:
        """Where on the screen the scores of a seat are."""
        line = 1 + seat * (1 if self.compact else 2)
        return self.content_region.offset + Offset(max(0, self.content_size.width - 6), line)

    def render(self) -> Content:
        """The lines."""
        width = self.content_size.width
        column = _WIDE_COLUMN if width >= 34 else _COLUMN
        scores = column * len(self.sheet.columns) + column + 1
        heading = "".join(name.rjust(column) for name in self.sheet.columns) + "all".rjust(column + 1)
        lines = [Content.styled(heading.rjust(width), "$serai-sand")]
        for seat, person in enumerate(self.people):
            entry = self.sheet.lines[seat] if seat < len(self.sheet.lines) else SheetLine((), None)
            lines.append(self._line(seat, person, entry, width - scores, column))
            if not self.compact:
                kind = f" {person.kind}" if person.kind else ""
                room = width - 3 - cell_len(kind)
                pieces = entry.pieces
                gap = " " * max(0, room - pieces.cell_length)
                lines.append(Content.assemble("   ", pieces, gap, (kind, "$serai-sand italic")))
        return Content("\n").join(lines)

    def _line(self, seat: int, person: Person, entry: SheetLine, room: int, column: int) -> Content:
        mine = seat == self.me
        name = fit(person.name, room - 6, self.glyphs)
        style = "$serai-ink bold" if mine else "$foreground"
        parts: list[tuple[str, str]] = [
            (self.glyphs.me if mine else " ", "$serai-ink"),
            (seat_letter(seat), f"$background on ${seat_class(seat)} bold"),
            (f" {name}", style),
            (" " * (room - 5 - cell_len(name)), ""),
            (f"{self._sign(person)} ", "$foreground"),
        ]
        for index, score in enumerate(entry.columns):
            running = index == entry.running
            lit = running and entry.lit
            look = "$serai-ember bold" if lit else "$foreground" if running else "$serai-sand"
            parts.append((("" if score is None else str(score)).rjust(column), look))
        total = "?" if entry.total is None else str(entry.total)
        parts.append((total.rjust(column + 1), "$serai-ink bold"))
        return Content.assemble(*parts)

    def _sign(self, person: Person) -> str:
        """Whether a choice is on the table, by shape; bots have shapes of their own."""
        if person.kind == "away":
            return self.glyphs.away
        if person.chosen is None:
            return " "
        if person.kind == "bot":
            return self.glyphs.bot_chosen if person.chosen else self.glyphs.bot_waiting
        return self.glyphs.chosen if person.chosen else self.glyphs.waiting
