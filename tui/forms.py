"""Rows of a form that keys and mouse change alike."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, cast

from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from core.game import GameError, Json, Option

if TYPE_CHECKING:
    from tui.app import SeraiApp

OPTION = "option-"
"""Before the name of an option, the id of its row."""
LABEL = 13
"""Cells for what a row is about."""
TYPED = 24
"""Signs that can be typed into a row."""


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


class Entry(Picker):
    """One line: a label and a value that is typed. `read` makes the value of a text, or raises `GameError`."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "app.focus_next", "next row", show=False, tooltip="The next row"),
        Binding("up", "app.focus_previous", "row before", show=False, tooltip="The row before"),
    ]

    def __init__(self, label: str, read: Callable[[str], Any], *, id: str, help: str = "") -> None:  # noqa: A002
        super().__init__(label, [], id=id, help=help)
        self.read = read
        self.text = ""
        self.trouble = ""
        self._value: Any = None

    @property
    def value(self) -> Any:
        """What was typed last that can be read."""
        return self._value

    def offer(self, choices: Sequence[tuple[Any, str]], value: Any) -> None:  # noqa: ARG002
        """Another value. Nobody is told."""
        self._value = value
        self.text, self.trouble = written(value), ""
        self.refresh()

    def action_step(self, by: int) -> None:  # noqa: ARG002
        """There is no next value."""
        self.focus()

    def check_consume_key(self, key: str, character: str | None) -> bool:  # noqa: ARG002
        """Letters are typed here and mean nothing else."""
        return not self.frozen and character is not None and character.isprintable()

    def on_key(self, event: events.Key) -> None:
        """Types; enter takes what was typed, and means what it always means when there is nothing new."""
        if self.frozen:
            return
        if event.is_printable and event.character and len(self.text) < TYPED:
            self.text += event.character
        elif event.key == "backspace":
            self.text = self.text[:-1]
        elif event.key != "enter" or self.text == written(self._value):
            return
        else:
            self.commit()
        event.stop()
        event.prevent_default()
        self.refresh()

    def on_blur(self) -> None:
        """Who goes on has typed it."""
        self.commit()

    def commit(self) -> None:
        """Takes what stands there, or says why not."""
        try:
            value = self.read(self.text)
        except GameError as error:
            self.trouble = str(error)
            self.refresh()
            return
        changed = value != self._value
        self.offer((), value)
        if changed:
            self.post_message(self.Changed(self))

    def render(self) -> Content:
        """Label, what is typed, and why it will not do."""
        typing = self.has_focus and not self.frozen
        text = self.text or ("" if typing else "as usual")
        trouble = f"  {self.trouble}" if self.trouble else ""
        return Content.assemble(
            (f"{self.label:<{LABEL}}  ", "$serai-sand"), text, "_" * typing, (trouble, "$text-warning")
        )


def written(value: Any) -> str:
    """A value as it is typed; nothing for the usual one."""
    if value is None:
        return ""
    return " ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def clock_words(seconds: int) -> str:
    """How long there is for a choice."""
    if not seconds:
        return "off"
    return f"{seconds} seconds" if seconds < 120 else f"{seconds // 60} minutes"


def row_of(option: Option, read_it: Callable[[str], Json]) -> Picker:
    """A row for an option: picked or typed. `read_it`: reads a typed value."""
    name = f"{OPTION}{option.name}"
    if option.choices is None:
        return Entry(option.name, read_it, id=name, help=option.help)
    return Picker(option.name, [], id=name, help=option.help)
