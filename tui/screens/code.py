"""The code of a table, asked for the first time one joins it."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input, Static

from net.codes import BadCode, read_code, spell_code
from tui.screens.dialog import Dialog

_LONGEST = 20
"""Room for dashes and spaces in what people type."""


class CodeScreen(Dialog[str]):
    """Asks for the code; gives it read, or None. `trouble`: what was wrong with the one before, as a sentence."""

    def __init__(self, trouble: str = "") -> None:
        super().__init__()
        self._trouble = trouble

    def compose(self) -> ComposeResult:
        """A line to type in."""
        with Vertical(classes="dialog") as box:
            box.border_title = "The code of the table"
            yield Static("The host's screen shows it. Next time you two know each other, and none is needed.")
            yield Input(placeholder=spell_code("47KQ2XPM"), id="code", max_length=_LONGEST)
            yield Static(Content(self._trouble), id="why", classes="trouble")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter."""
        try:
            self.dismiss(read_code(event.value))
        except BadCode as error:
            text = str(error)
            self.query_one("#why", Static).update(Content(f"{text[0].upper()}{text[1:]}."))
