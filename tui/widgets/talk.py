"""The stream beside the board: what happened in words, what the table says, what people say, and their bargains."""

from __future__ import annotations

from collections import deque

from textual.containers import VerticalScroll
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from net.changes import Noticed, Talked
from tui.bargains import DEAL, HAGGLE, Book, Thread
from tui.boards.board import seat_class, seat_letter
from tui.widgets.bargain_card import BargainCard

MOST = 200
"""Lines that are kept."""


class TalkPane(VerticalScroll, can_focus=False):
    """Lines, newest at the bottom; it stays there unless one scrolls up. Text is never read as markup.

    Bargains that are still open stay below everything else, a haggle last, so that nobody has to look for what waits
    for an answer.
    """

    def __init__(self) -> None:
        super().__init__(classes="panel")
        self._lines: deque[Widget] = deque()
        self._open: list[BargainCard] = []
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

    def bargain(self, book: Book, thread: Thread) -> None:
        """A thread that is new, or has changed; one that has ended stays where it is in the stream."""
        card = next((card for card in self._open if card.thread is thread), None)
        if card is None:
            card = BargainCard(book, thread)
            below = next((one for one in self._open if one.thread.topic == HAGGLE and thread.topic == DEAL), None)
            self._open.insert(self._open.index(below) if below else len(self._open), card)
            self.mount(card, before=below)
        else:
            card.refresh_card()
        if thread.outcome:
            self._open.remove(card)
            if self._open:
                self.move_child(card, before=self._open[0])
            self._keep(card)

    def refresh_cards(self) -> None:
        """What I may say in open bargains may be something else."""
        for card in self._open:
            card.refresh_card()

    def drop_cards(self) -> None:
        """Forgets the open bargains: they are told anew."""
        while self._open:
            self._open.pop().remove()

    def to_the_end(self) -> None:
        """Back to the newest line, and stays there."""
        self.anchor()

    def _add(self, content: Content) -> None:
        line = Static(content)
        self.mount(line, before=self._open[0] if self._open else None)
        self._keep(line)

    def _keep(self, line: Widget) -> None:
        if len(self._lines) == MOST:
            self._lines.popleft().remove()
        self._lines.append(line)
