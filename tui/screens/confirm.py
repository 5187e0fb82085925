"""A question before something is done that cannot be undone."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Button, Static

from tui.screens.dialog import Dialog


class ConfirmScreen(Dialog[bool]):
    """Comes back with the answer; escape and n mean no. `what`: what a yes means. `yes`, `no`: the answers."""

    CSS_PATH = "confirm.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "dismiss(True)", "yes", tooltip="Do it"),
        Binding("n", "dismiss(False)", "no", tooltip="Leave it as it is"),
    ]

    def __init__(self, title: str, what: str, *, yes: str, no: str) -> None:
        super().__init__()
        self._title = title
        self._what = what
        self._yes = yes
        self._no = no

    def compose(self) -> ComposeResult:
        """What it means, and both answers."""
        with Vertical(classes="dialog") as box:
            box.border_title = self._title
            yield Static(Content(self._what))
            with Horizontal(id="answers"):
                yield Button(f"n: {self._no}", id="no", compact=True)
                yield Button(f"y: {self._yes}", id="yes", compact=True)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Answered with the mouse, or with enter."""
        self.dismiss(event.button.id == "yes")
