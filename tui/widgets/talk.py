"""The stream beside the board: what happened in words, what the table says, and what people say."""

from __future__ import annotations

from collections import deque

from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from net.changes import Noticed, Talked
from tui.boards.board import seat_class, seat_letter

MOST = 200
"""Lines that are kept."""


class TalkPane(VerticalScroll, can_focus=False):
    """Lines, newest at the bottom; it stays there unless one scrolls up. Text is never read as markup."""

    def __init__(self) -> None:
        super().__init__(classes="panel")
        self._lines: deque[Static] = deque()
        self.border_title = "talk and story"

    def on_mount(self) -> None:
        """The newest line stays in sight."""
        self.anchor()

    def story(self, words: str) -> None:
        """An event of the game."""
        self._add(Content.styled(words, "$serai-sand"))

    def hear(self, line: Talked | Noticed) -> None:
        """A line of talk, or one from the table itself."""
        if isinstance(line, Noticed):
            self._add(Content.styled(line.text, "$serai-sand italic"))
            return
        parts: list[tuple[str, str]] = []
        if line.seat is not None:
            parts.append((seat_letter(line.seat), f"$background on ${seat_class(line.seat)} bold"))
            parts.append((" ", ""))
        parts += [(f"{line.name}: ", "$serai-ink bold"), (line.text, "$foreground")]
        self._add(Content.assemble(*parts))

    def say(self, words: str) -> None:
        """Something for me alone: the answer to a command."""
        self._add(Content.styled(words, "$foreground"))

    def _add(self, content: Content) -> None:
        if len(self._lines) == MOST:
            self._lines.popleft().remove()
        self._lines.append(Static(content))
        self.mount(self._lines[-1])
