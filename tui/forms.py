"""Rows of a form that keys and mouse change alike."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, cast

from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

if TYPE_CHECKING:
    from tui.app import SeraiApp

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
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,l,space", "step(1)", "change", tooltip="Take the next value; left or h takes the one before"),
        Binding("left,h", "step(-1)", show=False),
        Binding("down,j", "app.focus_next", "next row", show=False, tooltip="The next row"),
        Binding("up,k", "app.focus_previous", "row before", show=False, tooltip="The row before"),
    ]

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
        self.frozen = False

    @property
    def value(self) -> Any:
        """The picked value."""
        return self.choices[self.index][0]

    def offer(self, choices: Sequence[tuple[Any, str]], value: Any) -> None:
        """Other choices, with `value` picked, or the first if it is not among them. Nobody is told."""
        self.choices = list(choices)
        self.index = next((n for n, (choice, _) in enumerate(self.choices) if choice == value), 0)
        self.refresh()

    def freeze(self, *, frozen: bool) -> None:
        """A frozen row shows its value and takes no keys."""
        self.frozen = frozen
        self.can_focus = not frozen
        self.refresh()

    def action_step(self, by: int) -> None:
        """The next or the previous value, in a ring."""
        if self.frozen or len(self.choices) < 2:
            return
        self.index = (self.index + by) % len(self.choices)
        self.post_message(self.Changed(self))

    def on_click(self, event: events.Click) -> None:
        """The left mark goes back, the rest goes on."""
        self.action_step(-1 if LABEL <= event.x < LABEL + 2 else 1)

    def render(self) -> Content:
        """Label, marks, value."""
        words = self.choices[self.index][1] if self.choices else ""
        marks = ("‹ ", " ›") if cast("SeraiApp", self.app).glyphs.name == "unicode" else ("< ", " >")
        if self.frozen or len(self.choices) < 2:
            marks = ("  ", "")
        return Content.assemble(
            (f"{self.label:<{LABEL}}", "$serai-sand"), (marks[0], "$serai-sand"), words, (marks[1], "$serai-sand")
        )
