"""Lists that letters move in, too."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.widgets import OptionList


class Lines(OptionList):
    """An option list with hjkl beside the arrows; left and right go to the neighbour.

    `painter` is called whenever the rows, which are as wide as the list, have to be made anew.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down,j", "cursor_down", "down", show=False, tooltip="The next line"),
        Binding("up,k", "cursor_up", "up", show=False, tooltip="The line before"),
        Binding("right,l", "app.focus_next", "right", show=False, tooltip="To the next panel"),
        Binding("left,h", "app.focus_previous", "left", show=False, tooltip="To the panel before"),
    ]

    painter: Callable[[], None] | None = None
    _painted = -1

    @property
    def row_width(self) -> int:
        """Cells for a row, beside its padding and the scroll bar."""
        return max(self.size.width - 3, 20)

    def on_resize(self, event: events.Resize) -> None:
        """Rows are as wide as the list."""
        if self.painter is not None and event.size.width != self._painted:
            self._painted = event.size.width
            self.painter()
