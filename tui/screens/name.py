"""The player's name."""

from __future__ import annotations

import getpass

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input, Static

from net.text import NAME_CELLS, clean
from tui.screens.dialog import Dialog


def login_name() -> str:
    """What the system calls this user, to begin with."""
    try:
        return clean(getpass.getuser().title(), NAME_CELLS)
    except (OSError, KeyError, ImportError):
        return ""


class NameScreen(Dialog[str]):
    """Asks for the player's name; gives it cleaned, or None. The first time there is no way round it."""

    def __init__(self, name: str, device_words: str) -> None:
        super().__init__()
        self._old = name
        self._words = device_words

    def compose(self) -> ComposeResult:
        """A line to type in."""
        with Vertical(classes="dialog") as box:
            box.border_title = "Your name"
            yield Static("What shall the others at the table call you?")
            yield Input(self._old or login_name(), id="name", select_on_focus=True)
            yield Static(
                Content.assemble("This machine is known as ", (self._words, "$serai-ember"), ": no one else has both."),
                classes="quiet",
            )
            yield Static("", id="why", classes="trouble")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter."""
        name = clean(event.value, NAME_CELLS)
        if name:
            self.dismiss(name)
        else:
            self.query_one("#why", Static).update("A name needs at least one letter or digit.")

    async def action_dismiss(self, result: str | None = None) -> None:
        """Escape keeps the old name, if there is one."""
        if self._old:
            await super().action_dismiss(result)
