"""To a step of a replay by its number."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Input, Static

from tui.screens.dialog import Dialog


class GoToScreen(Dialog[int]):
    """Asks for a number from 0 to `last` and gives it, or None."""

    def __init__(self, last: int) -> None:
        super().__init__()
        self._last = last

    def compose(self) -> ComposeResult:
        """A line to type in."""
        with Vertical(classes="dialog") as box:
            box.border_title = "Go to a step"
            yield Static(f"From 0, the start, to {self._last}, the end.")
            yield Input(id="step", max_length=7, restrict="[0-9]*")
            yield Static("", id="why", classes="trouble")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter."""
        if event.value.isdecimal() and int(event.value) <= self._last:
            self.dismiss(int(event.value))
        else:
            self.query_one("#why", Static).update(f"There are {self._last} steps.")
