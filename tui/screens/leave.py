"""The question before one stands up from a running game."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Button, Static

from tui.screens.dialog import Dialog


class LeaveScreen(Dialog[bool]):
    """Comes back with whether to leave; escape and n stay. `what`: what leaving means, as a sentence."""

    CSS_PATH = "leave.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "dismiss(True)", "leave", tooltip="Leave the table"),
        Binding("n", "dismiss(False)", "stay", tooltip="Stay at the table"),
    ]

    def __init__(self, what: str) -> None:
        super().__init__()
        self._what = what

    def compose(self) -> ComposeResult:
        """What it means, and both answers."""
        with Vertical(classes="dialog") as box:
            box.border_title = "Leave the table?"
            yield Static(Content(self._what))
            with Horizontal(id="answers"):
                yield Button("n: stay", id="no", compact=True)
                yield Button("y: leave", id="yes", compact=True)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Answered with the mouse, or with enter."""
        self.dismiss(event.button.id == "yes")
