"""Rows of a form that keys and mouse change alike."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

LABEL = 13
"""Cells for what a row is about."""


class Picker(Widget, can_focus=True):
    """One line: a label and a value out of a few, changed with left and right.

    `choices`: pairs of a value and its words.
    """

    DEFAULT_CSS = """
    Picker { height: 1; width: 1fr; }
    Picker:hover { background: $block-cursor-blurred-background; }
    Picker:focus { background: $block-cursor-background; color: $block-cursor-foreground; }
    """
    BINDINGS = [
        Binding("left,h", "step(-1)", "previous", show=False, tooltip="Take the value before"),
        Binding("right,l,space", "step(1)", "change", show=True, key_display="←→", tooltip="Take the next value"),
    ]  # type: list[BindingType]

    index: reactive[int] = reactive(0)

    class Changed(Message):
        """Another value was picked by hand."""

        def __init__(self, picker: Picker) -> None:
            super().__init__()
            self.picker = picker

        @property
        def control(self) -> Picker:
            """The row itself."""
            return self.picker

    def __init__(self, label: str, choices: Sequence[tuple[Any, str]], *, id: str, help: str = "") -> None:  # noqa: A002
        super().__init__(id=id)
        self.label = label
        self.choices = list(choices)
        self.help = help
        self.locked = False

    @property
    def value(self) -> Any:
        """The picked value."""
        return self.choices[self.index][0]

    def offer(self, choices: Sequence[tuple[Any, str]], value: Any) -> None:
        """Other choices, with `value` picked, or the first if it is not among them. Nobody is told."""
        self.choices = list(choices)
        self.index = next((n for n, (choice, _) in enumerate(self.choices) if choice == value), 0)
        self.refresh()

    def lock(self, *, locked: bool) -> None:
        """A locked row shows its value and takes no keys."""
        self.locked = locked
        self.can_focus = not locked
        self.refresh()

    def action_step(self, by: int) -> None:
        """The next or the previous value, in a ring."""
        if self.locked or len(self.choices) < 2:
            return
        self.index = (self.index + by) % len(self.choices)
        self.post_message(self.Changed(self))

    def on_click(self, event: events.Click) -> None:
        """The left mark goes back, the rest goes on."""
        self.action_step(-1 if LABEL <= event.x < LABEL + 2 else 1)

    def render(self) -> Content:
        """Label, marks, value."""
        words = self.choices[self.index][1] if self.choices else ""
        fixed = self.locked or len(self.choices) < 2
        marks = ("  ", "") if fixed else ("‹ ", " ›")
        return Content.assemble(
            (f"{self.label:<{LABEL}}", "$serai-sand"), (marks[0], "$serai-sand"), words, (marks[1], "$serai-sand")
        )
