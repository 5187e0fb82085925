"""The line one types into: talk, typed moves after `:`, commands after `/`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.suggester import Suggester
from textual.widget import Widget
from textual.widgets import Input

from net.text import LINE_CELLS


class _Completion(Suggester):
    """Completes what can be completed, from what is possible at this moment."""

    def __init__(self, possible: Callable[[], Sequence[str]]) -> None:
        super().__init__(use_cache=False, case_sensitive=True)
        self._possible = possible

    async def get_suggestion(self, value: str) -> str | None:
        """The first thing that begins like this."""
        if value[:1] not in (":", "/"):
            return None
        low = value.lower()
        return next((text for text in self._possible() if text.lower().startswith(low) and text.lower() != low), None)


class CommandInput(Input):
    """Hidden until it is opened; `possible` lists the moves and commands that can be completed, signs included."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "close", "Back", show=True),
        Binding("tab", "complete", "Complete", show=True),
    ]

    class Said(Message):
        """A line of talk."""

        def __init__(self, text: str) -> None:
            self.text = text
            super().__init__()

    class MoveTyped(Message):
        """A move in the game's notation."""

        def __init__(self, text: str) -> None:
            self.text = text
            super().__init__()

    class CommandTyped(Message):
        """A command and what follows it."""

        def __init__(self, name: str, rest: str) -> None:
            self.name = name
            self.rest = rest
            super().__init__()

    class Closed(Message):
        """The line is gone again."""

    def __init__(self, possible: Callable[[], Sequence[str]]) -> None:
        super().__init__(
            placeholder="say something, or : a move, or / a command",
            compact=True,
            max_length=LINE_CELLS,
            suggester=_Completion(possible),
            select_on_focus=False,
        )
        self.display = False
        self._back: Widget | None = None

    def open(self, begun: str = "") -> None:
        """Shows the line with something already typed."""
        self.value = begun
        self.cursor_position = len(begun)
        self.display = True
        self._back = self.screen.focused
        self.screen.set_focus(self)  # at once: the next key may be here already

    def action_close(self) -> None:
        """Away with it."""
        if self.display:
            if self.screen.focused is self:
                self.screen.set_focus(self._back)
            self.display = False
            self.value = ""
            self.post_message(self.Closed())

    def action_complete(self) -> None:
        """Takes the suggestion."""
        self.action_cursor_right()

    def on_blur(self, _: events.Blur) -> None:
        """Whoever goes elsewhere is done typing."""
        if self.screen.focused is not self:  # else it was left and opened again since
            self.action_close()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """What was typed goes where its first sign says; talk leaves the line open for the next sentence."""
        event.stop()
        text = event.value.strip()
        self.value = ""
        if text.startswith(":"):
            self.post_message(self.MoveTyped(text[1:].strip()))
        elif text.startswith("/"):
            name, _, rest = text[1:].partition(" ")
            self.post_message(self.CommandTyped(name.lower(), rest.strip()))
        elif text:
            self.post_message(self.Said(text))
            return
        self.action_close()
