"""The parts that every screen has: a title line, and a line that answers "what now?"."""

from __future__ import annotations

from textual.content import Content
from textual.geometry import Size
from textual.reactive import reactive
from textual.widgets import Static


class TitleLine(Static):
    """One line: where we are on the left, something about it on the right."""

    DEFAULT_CSS = "TitleLine { height: 1; padding: 0 1; }"

    left: reactive[Content] = reactive(Content(""), layout=False)
    right: reactive[Content] = reactive(Content(""), layout=False)

    def render(self) -> Content:
        """Both ends, the right one given up where there is no room."""
        return both_ends(self.left, self.right, self.content_size)


class NowLine(Static):
    """What you can do now, in words. It wears the accent only when something is yours to do."""

    DEFAULT_CSS = """
    NowLine { height: 1; padding: 0 1; color: $serai-sand; text-overflow: ellipsis; text-wrap: nowrap; }
    NowLine.-yours { color: $serai-accent; text-style: bold; }
    NowLine.-loud { color: $background; background: $serai-accent; text-style: bold; }
    """

    def say(self, text: str, *, yours: bool = False, loud: bool = False) -> None:
        """Says it; `yours`: it is this player's to do; `loud`: somebody waits for this player's word."""
        self.set_class(yours, "-yours")
        self.set_class(loud, "-loud")
        self.update(Content(text), layout=False)


def both_ends(left: Content, right: Content, size: Size) -> Content:
    """One line with something at either end."""
    gap = size.width - left.cell_length - right.cell_length
    if gap < 2:
        return left.truncate(size.width, ellipsis=True)
    return Content.assemble(left, " " * gap, right)
