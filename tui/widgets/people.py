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

_COLUMN = 4
_WIDE = 34
"""Cells from which on the whole score sheet has room."""


class Person(NamedTuple):
    """A seat as the panel shows it. `kind`: `bot`, `away`, `imaginary`, `shaky`; empty for a person who is here."""

    name: str
    kind: str = ""
    chosen: bool | None = None
    """Whether a choice is on the table; None: nothing is asked of this seat, or it may not show."""
    notes: tuple[str, ...] = ()
    """What is to be said of it; the first that there is room for."""


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
        """A heading, then the seats."""
        width = self.content_size.width
        wide = width >= _WIDE
        columns = self.sheet.columns if wide or not self.sheet.columns else ("now",)
        heads = "".join(name.rjust(_COLUMN) for name in columns) + self.sheet.total.rjust(_COLUMN)
        lines = [Content.styled(heads.rjust(width), "$serai-sand")]
        for seat, person in enumerate(self.people):
            entry = self.sheet.lines[seat] if seat < len(self.sheet.lines) else SheetLine((), None)
            lines.append(self._first_line(seat, person, entry, width, wide))
            if not self.compact:
                lines.append(self._second_line(person, entry, width, wide))
        return Content("\n").join(lines)

    def _first_line(self, seat: int, person: Person, entry: SheetLine, width: int, wide: bool) -> Content:
        """Who it is, and the scores: by column where it is wide, else the running one and the total."""
        shown = range(len(entry.columns)) if wide else [] if entry.running is None else [entry.running]
        scores: list[tuple[str, str]] = []
        for index in shown:
            running = index == entry.running
            look = "$serai-ember bold" if running and entry.lit else "$foreground" if running else "$serai-sand"
            score = entry.columns[index]
            scores.append((("" if score is None else str(score)).rjust(_COLUMN), look))
        total = "?" if entry.total is None else str(entry.total)
        scores.append((total.rjust(_COLUMN), "$serai-ink bold"))
        room = width - 5 - _COLUMN * (len(entry.columns) + 1 if wide else 2)
        mine = seat == self.me
        name = fit(person.name, room, self.glyphs)
        return Content.assemble(
            (self.glyphs.me if mine else " ", "$serai-ink"),
            (seat_letter(seat), f"$background on ${seat_class(seat)} bold"),
            (f" {name}{' ' * (room - cell_len(name))} ", "$serai-ink bold" if mine else "$foreground"),
            (self._sign(person), "$foreground"),
            " " * (width - 5 - room - _COLUMN * len(scores)),
            *scores,
        )

    def _second_line(self, person: Person, entry: SheetLine, width: int, wide: bool) -> Content:
        """What lies before the seat; then, as far as there is room, finished columns and what kind of seat it is."""
        right = Content("")
        if not wide:
            finished = [score for score in entry.columns[: entry.running] if score is not None]
            right = Content.styled("".join(str(score).rjust(_COLUMN - 1) for score in finished), "$serai-sand")
        room = width - 3 - entry.pieces.cell_length - right.cell_length
        if note := next((one for one in person.notes if len(one) < room), ""):
            look = "$text-warning italic" if person.kind in ("away", "shaky") else "$serai-sand italic"
            kind = Content.styled(f" {note}", look)
            right, room = Content.assemble(kind, right), room - kind.cell_length
        return Content.assemble("   ", entry.pieces, " " * max(0, room), right)

    def _sign(self, person: Person) -> str:
        """Whether a choice is on the table, by shape; bots have shapes of their own."""
        if person.kind == "away":
            return self.glyphs.away
        if person.chosen is None:
            return " "
        if person.kind == "bot":
            return self.glyphs.bot_chosen if person.chosen else self.glyphs.bot_waiting
        return self.glyphs.chosen if person.chosen else self.glyphs.waiting
