"""A haggle or a deal as a card in the talk: prices with the words that went with them, and keys for who must answer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, cast

from textual import events
from textual.app import ComposeResult
from textual.containers import Container, Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from tui.bargains import Book, Thread, ending, terms
from tui.boards.board import seat_class, seat_letter

if TYPE_CHECKING:
    from tui.app import SeraiApp

KEYS = {
    "accept": ("a", "accept"),
    "offer": ("o", "offer"),
    "counter": ("c", "counter"),
    "decline": ("d", "decline"),
    "keep": ("d", "keep it"),
    "take": ("y", "take it"),
    "refuse": ("n", "refuse"),
    "withdraw": ("w", "withdraw"),
}
"""What is said with which key, and what stands on the button, in the order of the buttons."""
MOST_BUTTONS = 3


class Button(Static):
    """A key that can be clicked."""

    def __init__(self) -> None:
        super().__init__()
        self.word = ""

    def show(self, word: str) -> None:
        """Stands for this word; for none it is gone."""
        self.word = word
        self.display = bool(word)
        if word:
            key, label = KEYS[word]
            self.update(Content.assemble((key, "bold underline"), f" {label}"))

    def on_click(self, event: events.Click) -> None:
        """As if the key had been pressed."""
        event.stop()
        if isinstance(self.parent, Container) and isinstance(self.parent.parent, BargainCard):
            card = self.parent.parent
            card.post_message(BargainCard.Answered(card.thread, self.word))


class BargainCard(Vertical, can_focus=False):
    """Shows a thread of a book; `refresh_card` after the thread or what I may say has changed."""

    class Answered(Message):
        """A button was clicked."""

        def __init__(self, thread: Thread, word: str) -> None:
            self.thread = thread
            self.word = word
            super().__init__()

    def __init__(self, book: Book, thread: Thread) -> None:
        super().__init__()
        self.thread = thread
        self._book = book
        self._rows: list[Static] = []
        self._buttons = [Button() for _ in range(MOST_BUTTONS)]
        self._buttons_row = Container(*self._buttons, classes="buttons")

    def compose(self) -> ComposeResult:
        """The buttons; the words come above them."""
        yield self._buttons_row

    def on_mount(self) -> None:
        """The first look."""
        self.refresh_card()

    def refresh_card(self) -> None:
        """Shows the thread as it is now; before there is anything to show it with, mounting will."""
        if self._buttons_row.parent is None:
            return
        possible = self._book.words(self.thread)
        buttons = [word for word in KEYS if word in possible]
        names = self._book.mirror.names
        self.set_class(self._book.needs_me(self.thread), "-yours")
        self.set_class(bool(self.thread.outcome), "-closed")
        self.border_title = Content(f"{names[self.thread.opener]} to {names[self.thread.partner]}")
        for place, (words, claim) in enumerate(self._words()):
            if place == len(self._rows):
                self._rows.append(Static())
                self.mount(self._rows[-1], before=self._buttons_row)
            self._rows[place].set_class(claim, "claim")
            self._rows[place].update(words)
        for place, button in enumerate(self._buttons):
            button.show(buttons[place] if place < len(buttons) else "")
        self._buttons_row.display = bool(buttons)

    def _words(self) -> Iterator[tuple[Content, bool]]:
        """Row by row, and whether it is a sentence of somebody's; there are never fewer than before."""
        thread, names = self.thread, self._book.mirror.names
        yield Content.styled(thread.what or "a deal on the side", "$serai-sand"), False
        if thread.secret:
            yield Content.styled(thread.secret, "$serai-ember bold"), False
        for price in thread.prices:
            standing = price is thread.standing and not thread.outcome
            look = "$serai-ink bold" if standing else "$foreground" if price is thread.standing else "$serai-sand"
            letter = (seat_letter(price.seat), f"$background on ${seat_class(price.seat)} bold")
            yield Content.assemble(letter, (f" {terms(thread, price, names)}", look)), False
            if price.claim:
                yield Content.styled(self._quoted(price.claim), "$foreground italic"), True
        if thread.outcome:
            yield Content.styled(ending(thread, names), "$serai-ink bold"), False
        elif not thread.prices:
            asked = "you name" if thread.opener == self._book.mirror.seat else f"{names[thread.opener]} names"
            yield Content.styled(f"{asked} a price", "$serai-sand italic"), False

    def _quoted(self, claim: str) -> str:
        opening, closing = cast("SeraiApp", self.app).glyphs.quotes
        return f"{opening}{claim}{closing}"
