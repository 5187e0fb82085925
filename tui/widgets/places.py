"""Who came where, with the points built up in the order in which they were earned."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from rich.cells import cell_len
from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from core.game import Result
from tui.boards.board import Sheet, seat_class, seat_letter
from tui.boards.canvas import fit

if TYPE_CHECKING:
    from tui.app import SeraiApp

_NAME = 16
_COLUMN = 5


class Places(Widget):
    """A line a seat, best first; `built`: how many columns of the sheet count already."""

    built: reactive[int] = reactive(0)

    def __init__(self, names: tuple[str, ...], sheet: Sheet, result: Result) -> None:
        super().__init__(classes="panel")
        self.border_title = "places"
        self._names = names
        self._sheet = sheet
        self._result = result
        scores = result.scores
        self._order = sorted(range(len(scores)), key=lambda seat: (seat not in result.winners, -(scores[seat] or 0)))

    @property
    def steps(self) -> int:
        """The number of columns there are to build."""
        return len(self._sheet.columns)

    def get_content_height(self, container: object, viewport: object, width: int) -> int:  # noqa: ARG002
        """A heading and a line a seat."""
        return 1 + len(self._order)

    def render(self) -> Content:
        """Place, name, points by column, total, and a bar of them all."""
        width = self.content_size.width
        heads = "".join(name.rjust(_COLUMN) for name in self._sheet.columns)
        head = f"{' ' * (_NAME + 6)}{heads}{self._sheet.total:>6}"
        lines = [Content.styled(head, "$serai-sand")]
        done = self.built >= self.steps
        room = width - len(head) - 2
        most = max((score or 0 for score in self._result.scores), default=0) or 1
        for place, seat in enumerate(self._order):
            lines.append(self._line(place, seat, done, room, most))
        return Content("\n").join(lines)

    def _line(self, place: int, seat: int, done: bool, room: int, most: int) -> Content:
        glyphs = cast("SeraiApp", self.app).glyphs
        won = seat in self._result.winners
        columns = self._sheet.lines[seat].columns
        name = fit(self._names[seat], _NAME, glyphs)
        mark = glyphs.crown if won and done else str(place + 1) if done else " "
        parts: list[tuple[str, str]] = [
            (f"{mark} ", "$serai-ember bold"),
            (f" {seat_letter(seat)} ", f"$background on ${seat_class(seat)} bold"),
            (f" {name}{' ' * (_NAME - cell_len(name))}", "$serai-ink bold" if won and done else "$foreground"),
        ]
        shown = [score or 0 for score in columns[: self.built]]
        for index, score in enumerate(columns):
            parts.append((str(score or 0).rjust(_COLUMN) if index < self.built else " " * _COLUMN, "$serai-sand"))
        total = self._result.scores[seat] if done else sum(shown)
        parts.append((f"{'?' if total is None else total:>6}  ", "$serai-ink bold"))
        parts.append((self._bar(shown or [total or 0], max(room, 0) / most), f"${seat_class(seat)}"))
        return Content.assemble(*parts)

    def _bar(self, scores: list[int], scale: float) -> str:
        """The scores one after the other, each in a shade of its own."""
        shades = cast("SeraiApp", self.app).glyphs.shades
        bar, reached = "", 0
        for index, score in enumerate(scores):
            reached += score
            bar += shades[index % len(shades)] * (round(reached * scale) - len(bar))
        return bar
