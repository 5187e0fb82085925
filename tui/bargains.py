"""What is being bargained over at a table: every haggle and every deal with its prices, as it is told in the talk.

Nothing here knows a single game: proposals come from `Game.proposals`, and what a haggle is about from the board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from core.game import AnyGame, Game, Proposal
from net.bargain import is_bargain
from net.changes import Moved
from net.seat import Mirror

HAGGLE, DEAL = "haggle", "deal"
PRICED = ("offer", "counter", "deal")
"""The words that name a price and can be said with a sentence."""


class Haggled(NamedTuple):
    """What is haggled over. `what`: in words, `the card from k5`. `secret`: what I alone may know of it, in words."""

    seller: int
    buyer: int
    what: str
    secret: str = ""


@dataclass(slots=True)
class Price:
    """A price that was named. `step`: the number of the step that did; `claim`: what was said with it."""

    step: int
    seat: int
    coins: int
    claim: str = ""


@dataclass(eq=False, slots=True)
class Thread:
    """One haggle or deal from its opening to its end.

    `opener`: the seller, or who proposed the deal. `outcome`: the word that ended it, empty while it is open, and
    `lapse` where nobody ended it.
    """

    topic: str
    opener: int
    partner: int
    what: str
    secret: str = ""
    prices: list[Price] = field(default_factory=list)
    outcome: str = ""

    @property
    def standing(self) -> Price | None:
        """The price that was named last."""
        return self.prices[-1] if self.prices else None


def has_bargains(game: AnyGame | None) -> bool:
    """Whether the game has proposals at all."""
    return game is not None and type(game).proposals is not Game.proposals


def bargained(game: AnyGame, moved: Moved) -> str:
    """The text of the word that was said in this step, empty where it was another action."""
    for action in (moved.choices or {}).values():
        text = game.format(moved.before, action)
        if is_bargain(text):
            return text
    return ""


class Book:
    """All that is open, kept up with the moves as they are shown."""

    def __init__(self, mirror: Mirror, haggled: Callable[[Any], Haggled | None]) -> None:
        self.mirror = mirror
        self._haggled = haggled
        self.open: list[Thread] = []

    def restart(self) -> list[Thread]:
        """Begins with what stands in the mirror's position; the open threads."""
        mirror = self.mirror
        self.open = []
        if h := self._haggled(mirror.position):
            self.open.append(Thread(HAGGLE, h.seller, h.buyer, h.what, h.secret))
        for proposal, step in mirror.proposals.items():
            self._propose(proposal, step)
        return self.open

    def follow(self, moved: Moved) -> list[Thread]:
        """Takes in one step; the threads that are new or have changed."""
        game = self.mirror.game
        assert game is not None
        word = bargained(game, moved).partition(" ")[0]
        before, after = self._haggled(moved.before), self._haggled(moved.after)
        gone = set(game.proposals(moved.before)) - set(game.proposals(moved.after))
        changed: list[Thread] = []
        for thread in list(self.open):
            if thread.topic == HAGGLE:
                ended = before is not None and (after is None or after.what != before.what)
            else:
                ended = any((one.topic, one.by, one.to) == (DEAL, thread.opener, thread.partner) for one in gone)
            if ended:
                thread.outcome = word or "lapse"
                if thread.topic == DEAL and word not in ("take", "refuse", "withdraw"):
                    thread.outcome = "lapse"
                self.open.remove(thread)
                changed.append(thread)
        if after is not None and (before is None or after.what != before.what):
            self.open.append(Thread(HAGGLE, after.seller, after.buyer, after.what, after.secret))
            changed.append(self.open[-1])
        known = game.proposals(moved.before)
        changed += [self._propose(new, moved.number) for new in game.proposals(moved.after) if new not in known]
        return changed

    def _propose(self, proposal: Proposal, step: int) -> Thread:
        """Writes a price into the haggle, or opens a deal."""
        thread = next((one for one in self.open if one.topic == proposal.topic == HAGGLE), None)
        if thread is None:
            thread = Thread(proposal.topic, proposal.by, proposal.to, "")
            self.open.append(thread)
        thread.prices.append(Price(step, proposal.by, proposal.coins))
        return thread

    # -- what I may say ----------------------------------------------------------------------------------------

    def words(self, thread: Thread) -> dict[str, str]:
        """The words that answer this thread now and are mine to say; for each one legal action as text."""
        mirror, price = self.mirror, thread.standing
        if mirror.game is None or mirror.seat is None or thread.outcome:
            return {}
        if price is not None:
            other = thread.partner if price.seat == thread.opener else thread.opener
            if mirror.proposals.get(Proposal(thread.topic, price.seat, other, price.coins)) != price.step:
                return {}
        if thread.topic == HAGGLE:
            if not mirror.owes or self._haggled(mirror.position) is None:
                return {}
            said = self._texts(mirror.answers())
            return {text.partition(" ")[0]: text for text in reversed(said) if is_bargain(text)}
        other = thread.opener if mirror.seat == thread.partner else thread.partner
        own = ("withdraw",) if mirror.seat == thread.opener else ("take", "refuse")
        if mirror.seat not in (thread.opener, thread.partner):
            return {}
        said = self._texts(mirror.game.offers(mirror.position, mirror.seat))
        return {word: f"{word} {other}" for word in own if f"{word} {other}" in said}

    def needs_me(self, thread: Thread) -> bool:
        """Whether somebody waits for my word in it."""
        words = self.words(thread)
        return bool(words) and "withdraw" not in words

    def calling(self) -> Thread | None:
        """The thread that I must answer first; a haggle before deals, which hold nobody up."""
        return next((one for one in sorted(self.open, key=lambda one: one.topic == DEAL) if self.needs_me(one)), None)

    def legal(self) -> list[str]:
        """All that I may say now in a bargain, as text."""
        mirror = self.mirror
        if mirror.game is None or mirror.seat is None or not has_bargains(mirror.game):
            return []
        said = list(mirror.game.offers(mirror.position, mirror.seat))
        if mirror.owes and self._haggled(mirror.position) is not None:
            said = [*mirror.answers(), *said]
        return [text for text in self._texts(said) if is_bargain(text)]

    def _texts(self, actions: Iterable[Any]) -> list[str]:
        game = self.mirror.game
        assert game is not None
        return [game.format(self.mirror.position, action) for action in actions]


# -- words ---------------------------------------------------------------------------------------------------------


def coins(number: int) -> str:
    """`1 coin`, `3 coins`."""
    return f"{number} coin{'' if number == 1 else 's'}"


def terms(thread: Thread, price: Price, names: Sequence[str]) -> str:
    """What was proposed, in words: `Ana asks 2 coins`."""
    who, number = names[price.seat], price.coins
    if thread.topic == DEAL:
        partner = names[thread.partner]
        return (
            f"{who} would pay {partner} {coins(number)}" if number > 0 else f"{who} asks {partner} for {coins(-number)}"
        )
    if price.seat == thread.opener:
        if number > 0:
            return f"{who} asks {coins(number)}"
        return f"{who} pays {coins(-number)} with it" if number else f"{who} gives it for nothing"
    if number > 0:
        return f"{who} would pay {coins(number)}"
    return f"{who} wants {coins(-number)} with it" if number else f"{who} would take it for nothing"


def ending(thread: Thread, names: Sequence[str]) -> str:
    """How it ended, in words."""
    opener, partner = names[thread.opener], names[thread.partner]
    number = thread.standing.coins if thread.standing is not None else 0
    match thread.outcome:
        case "accept" if number == 0:
            return f"{partner} takes it for nothing."
        case "accept":
            payer, payee = (partner, opener) if number > 0 else (opener, partner)
            return f"{partner} takes it: {payer} pays {payee} {coins(abs(number))}."
        case "decline":
            return f"{partner} declines: {opener} keeps it."
        case "keep":
            return f"{opener} keeps it."
        case "take":
            payer, payee = (opener, partner) if number > 0 else (partner, opener)
            return f"Taken: {payer} pays {payee} {coins(abs(number))}."
        case "refuse":
            return f"{partner} refuses."
        case "withdraw":
            return f"{opener} withdraws it."
        case _:
            return "It lapsed."


def effect(word: str, number: int, other: str) -> str:
    """What my price would mean, in words: who pays whom. `word`: offer, counter or deal."""
    if number == 0:
        return "for nothing"
    mine = number < 0 if word == "offer" else number > 0
    return f"you pay {other} {coins(abs(number))}" if mine else f"{other} pays you {coins(abs(number))}"
