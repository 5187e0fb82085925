"""Lists that letters move in, too."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.widgets import OptionList


class Lines(OptionList):
    """An option list with hjkl beside the arrows; left and right go to the neighbour."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down,j", "cursor_down", "down", show=False, tooltip="The next line"),
        Binding("up,k", "cursor_up", "up", show=False, tooltip="The line before"),
        Binding("right,l", "app.focus_next", "right", show=False, tooltip="To the next panel"),
        Binding("left,h", "app.focus_previous", "left", show=False, tooltip="To the panel before"),
    ]
