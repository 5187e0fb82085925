"""A sentence that has to be read."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Button, Static

from tui.screens.dialog import Dialog


class NoticeScreen(Dialog[None]):
    """`title`: ours. `text`: may come from others, so it is never markup."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "dismiss(None)", show=False)]

    def __init__(self, title: str, text: str) -> None:
        super().__init__()
        self._title = title
        self._text = text

    def compose(self) -> ComposeResult:
        """The sentence and a button."""
        with Vertical(classes="dialog") as box:
            box.border_title = self._title
            yield Static(Content(self._text))
            yield Button("enter: go on", id="on", compact=True)

    def on_button_pressed(self) -> None:
        """Read."""
        self.dismiss(None)
