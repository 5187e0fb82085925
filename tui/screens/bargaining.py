"""Haggles and deals at the table's screen: what is told when, what answers it, and who is called to answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from core.game import GameError
from net.changes import Moved, Talked
from net.text import LINE_CELLS, clean
from tui.bargains import DEAL, PRICED, Book, Price, Thread, effect, has_bargains, terms
from tui.widgets.bargain_card import KEYS
from tui.widgets.price_line import PriceLine
from tui.widgets.talk import TalkPane

if TYPE_CHECKING:
    from tui.screens.table import TableScreen


class Bargaining:
    """The bargains of one table's screen. The board tells when a move has been shown; then its word is told here."""

    def __init__(self, screen: TableScreen) -> None:
        self._screen = screen
        self.book = Book(screen.mirror, screen.board.haggled)
        self._coming: set[int] = set()
        """Steps that are here and not shown yet."""
        self._early: dict[int, Talked] = {}
        """Claims that came before the price they belong to was shown."""
        self._prices: dict[int, tuple[Thread, Price]] = {}
        self._called: set[int] = set()
        """The steps of the deals that I have been called to."""
        self._said: set[tuple[str, int]] = set()
        """What I have answered already, with the step of what it answers."""

    @property
    def _pane(self) -> TalkPane:
        return self._screen.query_one(TalkPane)

    # -- what happens ------------------------------------------------------------------------------------------

    def restart(self) -> None:
        """Another position, without a move that leads there."""
        self._coming.clear()
        self._prices.clear()
        self._pane.drop_cards()
        for thread in self.book.restart():
            self._note(thread)
            self._pane.bargain(self.book, thread)
        for line in self._early.values():
            self._pane.hear(line)
        self._early.clear()

    def moved(self, moved: Moved) -> None:
        """A step is here; it will be shown."""
        self._coming.add(moved.number)

    def shown(self, moved: Moved) -> None:
        """A step has been shown."""
        if moved.number not in self._coming:
            return  # from before a restart, which told it all
        self._coming.remove(moved.number)
        for thread in self.book.follow(moved):
            self._note(thread)
            if thread.standing is not None and (line := self._early.pop(thread.standing.step, None)):
                thread.standing.claim = line.text
            self._pane.bargain(self.book, thread)
        for number in [number for number in self._early if number <= moved.number]:
            self._pane.hear(self._early.pop(number))

    def _note(self, thread: Thread) -> None:
        if thread.standing is not None:
            self._prices[thread.standing.step] = thread, thread.standing

    def hear(self, line: Talked) -> None:
        """A line of talk: with the price that it came with, or by itself."""
        if line.about in self._coming:
            self._early[line.about] = line
        elif line.about in self._prices and not self._prices[line.about][1].claim:
            thread, price = self._prices[line.about]
            if price.seat == line.seat:
                price.claim = line.text
                self._pane.bargain(self.book, thread) if not thread.outcome else self._pane.refresh_cards()
                return
            self._pane.hear(line)
        else:
            self._pane.hear(line)

    # -- who is called -----------------------------------------------------------------------------------------

    def calling(self) -> Thread | None:
        """The bargain that waits for me, as far as it has been shown."""
        return None if self._screen.board.playing else self.book.calling()

    def rings(self) -> bool:
        """Whether a deal has been proposed to me that I was not called to yet."""
        new = {
            thread.standing.step
            for thread in self.book.open
            if thread.topic == DEAL and thread.standing is not None and self.book.needs_me(thread)
        } - self._called
        self._called |= new
        return bool(new)

    def summons(self, thread: Thread) -> str:
        """Who wants what, and which keys answer it."""
        names = self._screen.mirror.names
        words = self.book.words(thread)
        keys = ", ".join(f"{KEYS[word][0]} {KEYS[word][1]}" for word in KEYS if word in words)
        if thread.standing is None:
            return ""
        said = terms(thread, thread.standing, names)
        about = f" ({thread.what})" if thread.what else ""
        return f"{said}{about}: {keys}."

    # -- what I say --------------------------------------------------------------------------------------------

    def can(self, word: str) -> bool:
        """Whether a key for this word means something now."""
        if not has_bargains(self._screen.mirror.game) or self._screen.board.playing:
            return False
        if word == "deal":
            return any(text.startswith("deal ") for text in self.book.legal())
        return self._thread(word) is not None

    def _thread(self, word: str) -> Thread | None:
        return next((thread for thread in self.book.open if word in self.book.words(thread)), None)

    def say(self, word: str, thread: Thread | None = None) -> None:
        """A key or a button: the word at once, or first its price."""
        if word in PRICED:
            self.ask_price(word)
            return
        thread = thread or self._thread(word)
        text = self.book.words(thread).get(word) if thread is not None else None
        if thread is None or text is None:
            self._screen.refuse("that has been answered already, or has changed")
            return
        self.send(text)

    def ask_price(self, word: str, price: int | None = None, *, settled: bool = False) -> None:
        """Opens the line for a price; `settled`: for the sentence alone."""
        texts = [text for text in self.book.legal() if text.partition(" ")[0] == word]
        if not texts:
            self._screen.refuse("there is nothing to name a price for now")
            return
        if price is None and word != "deal":
            thread = self._thread(word)
            standing = thread.standing if thread is not None else None
            price = standing.coins if standing is not None else 2
        self._screen.query_one(PriceLine).open(texts, price, settled=settled)

    def offer(self, text: str) -> bool:
        """The board's choice, as text: if it is a price, a sentence is asked for first; whether it is."""
        if text.partition(" ")[0] not in PRICED or text not in self.book.legal():
            return False
        self._screen.query_one(PriceLine).open([text], int(text.rpartition(" ")[2]), settled=True)
        return True

    def send(self, text: str, claim: str = "") -> None:
        """Says it, once; or tells why not."""
        screen, mirror = self._screen, self._screen.mirror
        assert mirror.game is not None
        mark = text, max(mirror.proposals.values(), default=0)
        if text.startswith(("take ", "refuse ", "withdraw ")) and mark in self._said:
            return
        try:
            messages = mirror.choose(mirror.game.parse(mirror.position, text), clean(claim, LINE_CELLS))
        except GameError as error:
            screen.refuse(str(error))
            return
        self._said.add(mark)
        screen.session.link.send(messages)
        self._pane.refresh_cards()
        screen.board.repaint()
        screen.refresh_words()

    def effect(self, begun: str, price: int) -> str:
        """What a price of mine means: who pays whom."""
        mirror = self._screen.mirror
        word, *seat = begun.split()
        thread = self._thread(word)
        other = int(seat[0]) if seat else None
        if other is None and thread is not None:
            other = thread.partner if mirror.seat == thread.opener else thread.opener
        name = mirror.names[other] if other is not None else "they"
        opening = {"offer": f"Offer to {name}:", "counter": f"Answer to {name}:"}.get(word, f"A deal with {name}:")
        return f"{opening} {effect(word, price, name)}."

    def still_possible(self) -> Sequence[str]:
        """All that I may say."""
        return self.book.legal()
