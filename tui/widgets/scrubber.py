"""The line under a replay: where in the game one is, and a place to drag it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from textual import events
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

if TYPE_CHECKING:
    from tui.app import SeraiApp

_ROOM = 3
"""Cells that a chapter needs on the track to be marked there."""


class Scrubber(Widget, can_focus=True):
    """A track from the first moment to the last, with a mark where a chapter begins, if they have room."""

    ALLOW_SELECT = False
    number: reactive[int] = reactive(0)
    running: reactive[bool] = reactive(False)
    pace: reactive[str] = reactive("")
    """How fast it runs, in words."""

    class Pulled(Message):
        """Somebody wants to be at that moment."""

        def __init__(self, number: int) -> None:
            self.number = number
            super().__init__()

    class Switched(Message):
        """Somebody has clicked on the sign that starts and stops."""

    def __init__(self, last: int, marks: Sequence[int]) -> None:
        super().__init__()
        self._last = last
        self._marks = [mark for mark in marks if 0 < mark < last]
        self._pulling = False

    def _ends(self) -> tuple[str, str]:
        """What stands left and right of the track."""
        width = len(str(self._last))
        sign = ("||" if self.running else "|>") if self._plain else ("▮▮" if self.running else "▶ ")
        return f"{sign} ", f"  {self.number:>{width}}/{self._last}  {self.pace}"

    @property
    def _plain(self) -> bool:
        return cast("SeraiApp", self.app).glyphs.name == "ascii"

    @property
    def _track(self) -> range:
        """The cells of the track."""
        left, right = self._ends()
        return range(len(left), max(len(left) + 2, self.content_size.width - len(right)))

    def _cell(self, number: int) -> int:
        """Where on the track a moment is, from 0."""
        return round(number * (len(self._track) - 1) / max(1, self._last))

    def render(self) -> Content:
        """Sign, track and numbers."""
        glyphs = cast("SeraiApp", self.app).glyphs
        left, right = self._ends()
        cells, at = len(self._track), self._cell(self.number)
        signs = [glyphs.run] * at + [glyphs.box[1]] * (cells - at)
        if len(self._marks) * _ROOM <= cells:
            for mark in self._marks:
                signs[self._cell(mark)] = "|" if self._plain else "┿" if mark <= self.number else "┼"
        return Content.assemble(
            (left, "$serai-ink bold"),
            ("".join(signs[:at]), "$serai-ember"),
            (glyphs.chosen, "$serai-ember bold"),
            ("".join(signs[at + 1 :]), "$serai-sand"),
            (right, "$serai-sand"),
        )

    # -- mouse -------------------------------------------------------------------------------------------------

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """On the sign: start or stop. On the track: there."""
        x = event.x - self.styles.padding.left
        if x < self._track.start:
            self.post_message(self.Switched())
        elif x < self._track.stop:
            self._pulling = True
            self.capture_mouse()
            self._pull(x)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Along the track."""
        if self._pulling:
            self._pull(event.x - self.styles.padding.left)

    def on_mouse_up(self) -> None:
        """There it stays."""
        self._pulling = False
        self.release_mouse()

    def _pull(self, x: int) -> None:
        track = self._track
        share = (min(max(x, track.start), track.stop - 1) - track.start) / max(1, len(track) - 1)
        self.post_message(self.Pulled(round(share * self._last)))
