"""What the keys do, where you are now."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap
from typing import ClassVar

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from tui.commands import Command
from tui.screens.dialog import Dialog

WIDTH = 68
"""Cells of a line in the box."""
PLACES = {"here": "Where the cursor is", "screen": "On this screen", "everywhere": "Everywhere"}


class HelpScreen(Dialog[None]):
    """The commands that were active when it opened, with their keys."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,question_mark,f1", "dismiss(None)", show=False)]

    def __init__(self, commands: Sequence[Command]) -> None:
        super().__init__()
        self._commands = commands

    def compose(self) -> ComposeResult:
        """A list under headings."""
        with VerticalScroll(classes="dialog") as box:
            box.border_title = "What the keys do"
            box.border_subtitle = "escape closes"
            yield Static(self._text())

    def _text(self) -> Content:
        wide = max((cell_len(command.keys) for command in self._commands), default=0)
        parts: list[Content | str | tuple[str, str]] = []
        for place, title in PLACES.items():
            rows = [command for command in self._commands if command.place == place]
            if rows:
                parts.append((f"{title}\n", "$serai-ember bold"))
            for command in rows:
                first, *more = wrap(command.help, WIDTH - wide - 4)
                pad = " " * (wide - cell_len(command.keys))
                parts += [(f"  {command.keys}{pad}  ", "$serai-ink bold"), f"{first}\n"]
                parts += [f"{' ' * (wide + 4)}{line}\n" for line in more]
            if rows:
                parts.append("\n")
        parts.append(("The mouse does all of this, too. ctrl+p finds commands by name.", "$serai-sand"))
        return Content.assemble(*parts)
