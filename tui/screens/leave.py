"""The question before one goes: what can be done instead, and what each of it means."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Button, Static

from tui.screens.dialog import Dialog


class Way(NamedTuple):
    """One answer. `name`: of those that `LeaveScreen` has keys for. `means`: what comes of it, as a sentence."""

    name: str
    label: str
    means: str


KEYS = {"pause": "p", "yes": "y", "concede": "g", "end": "e", "story": "s", "stay": "n"}


class LeaveScreen(Dialog[str]):
    """Comes back with the name of the way that was taken; staying and escape give None."""

    CSS_PATH = "leave.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("p", "take('pause')", "pause", tooltip="Put the table away, to be continued"),
        Binding("y", "take('yes')", "leave", tooltip="Yes, for good"),
        Binding("g", "take('concede')", "give up", tooltip="Give up this game"),
        Binding("e", "take('end')", "end here", tooltip="Ask all to end the game here"),
        Binding("s", "take('story')", "keep the story", tooltip="Write the story so far into a text file"),
        Binding("n", "dismiss(None)", "stay", tooltip="Stay at the table"),
    ]

    def __init__(self, title: str, ways: Sequence[Way]) -> None:
        super().__init__()
        self._title = title
        self._ways = ways

    def compose(self) -> ComposeResult:
        """Each way with what it means."""
        with Vertical(classes="dialog") as box:
            box.border_title = self._title
            for way in self._ways:
                yield Button(f"{KEYS[way.name]}: {way.label}", id=way.name, compact=True)
                yield Static(Content(way.means), classes="means")
            yield Button("n: stay", id="stay", compact=True)

    def on_mount(self) -> None:
        """Enter alone does no harm."""
        self.query_one("#stay").focus()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only the ways that there are."""
        return action != "take" or any(way.name == parameters[0] for way in self._ways)

    def action_take(self, name: str) -> None:
        """That way."""
        self.dismiss(name)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Answered with the mouse, or with enter."""
        self.dismiss(None if event.button.id == "stay" else event.button.id)
