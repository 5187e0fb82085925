"""Joining by address, for networks that keep tables from finding each other."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input, Static

from tui.addresses import BadAddress, read_address
from tui.screens.dialog import Dialog


class JoinScreen(Dialog[tuple[str, int]]):
    """Asks for HOST:PORT and gives it read, or None."""

    def compose(self) -> ComposeResult:
        """A line to type in."""
        with Vertical(classes="dialog") as box:
            box.border_title = "Join by address"
            yield Static("The host's lobby shows the address, for instance 192.168.1.5:47710.")
            yield Input(placeholder="HOST:PORT", id="address", max_length=100)
            yield Static("", id="why", classes="trouble")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter."""
        try:
            self.dismiss(read_address(event.value))
        except BadAddress as error:
            text = str(error)
            self.query_one("#why", Static).update(Content(f"{text[0].upper()}{text[1:]}."))
