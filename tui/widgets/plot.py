"""Scores over a game, drawn with letters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from textual.content import Content
from textual.widget import Widget

from tui.boards.board import seat_class, seat_letter

if TYPE_CHECKING:
    from tui.app import SeraiApp


class ScorePlot(Widget):
    """A line a seat, made of the seat's letter: time goes right, points go up. `scores`: one tuple a moment."""

    def __init__(self, scores: Sequence[Sequence[int]]) -> None:
        super().__init__(classes="panel")
        self.border_title = "points over the game"
        self._scores = [[0] * len(scores[0]), *scores] if scores else []

    def render(self) -> Content:
        """The plot, as large as there is room."""
        width, height = self.content_size
        if not self._scores or width < 12 or height < 3:
            return Content("")
        top = max(max(moment) for moment in self._scores) or 1
        label = len(str(top))
        columns = width - label - 2
        cells: dict[tuple[int, int], int] = {}
        order = sorted(range(len(self._scores[0])), key=lambda seat: self._scores[-1][seat])
        for seat in order:
            for x in range(columns):
                moment = self._scores[round(x * (len(self._scores) - 1) / max(1, columns - 1))]
                cells[x, round(moment[seat] * (height - 1) / top)] = seat
        axis = cast("SeraiApp", self.app).glyphs.box[3]
        lines = []
        for y in range(height - 1, -1, -1):
            mark = str(top) if y == height - 1 else "0" if y == 0 else ""
            parts: list[tuple[str, str]] = [(f"{mark:>{label}}{axis} ", "$serai-sand")]
            for x in range(columns):
                at = cells.get((x, y))
                parts.append((" ", "") if at is None else (seat_letter(at), f"${seat_class(at)} bold"))
            lines.append(Content.assemble(*parts))
        return Content("\n").join(lines)
