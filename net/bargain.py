"""Haggling and deals: typed messages on the wire, words of the game's notation at the table.

The words are those of `Game.proposals`. Which standing proposal a message answers follows from who says it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.game import Proposal
from net.messages import (
    Accept,
    Bargain,
    Counter,
    Deal,
    Decline,
    Keep,
    Offer,
    Refuse,
    Take,
    Withdraw,
)
from net.text import Line

_HAGGLE: dict[str, type[Accept | Decline | Keep]] = {"accept": Accept, "decline": Decline, "keep": Keep}
_DEALS: dict[str, type[Take | Refuse | Withdraw]] = {"take": Take, "refuse": Refuse, "withdraw": Withdraw}
WORDS = frozenset(("offer", "counter", "deal", *_HAGGLE, *_DEALS))


def is_bargain(text: str) -> bool:
    """Whether an action, as text, is said with a message of its own."""
    return text.partition(" ")[0] in WORDS


def text_of(message: Bargain) -> str:
    """The action's text."""
    word = type(message).__name__.lower()
    match message:
        case Offer() | Counter():
            return f"{word} {message.price}"
        case Deal():
            return f"deal {message.seat} {message.coins}"
        case Take() | Refuse() | Withdraw():
            return f"{word} {message.seat}"
        case _:
            return word


def message_of(text: str, seat: int, key: int, standing: Mapping[Proposal, int], claim: str) -> Bargain:
    """The message with which this seat says that action. `standing`: the proposals and the steps that made them."""
    word, *numbers = text.split()
    revision = standing.get(answered(word, seat, list(map(int, numbers)), standing) or _NONE, 0)
    if word == "offer":
        return Offer(key, int(numbers[0]), revision, Line(claim))
    if word == "counter":
        return Counter(key, int(numbers[0]), revision, Line(claim))
    if word == "deal":
        return Deal(int(numbers[0]), int(numbers[1]), Line(claim))
    made: Bargain = _DEALS[word](int(numbers[0]), revision) if word in _DEALS else _HAGGLE[word](key, revision)
    return made


_NONE = Proposal("", -1, -1, 0)


def answered(word: str, seat: int, numbers: Sequence[int], standing: Mapping[Proposal, int]) -> Proposal | None:
    """The standing proposal that this seat's word answers; None where there is none."""
    if word == "deal":
        return None
    if word in _DEALS:
        pair = (seat, numbers[0]) if word == "withdraw" else (numbers[0], seat)
        return next((one for one in standing if one.topic == "deal" and (one.by, one.to) == pair), None)
    return next((one for one in standing if one.topic == "haggle" and one.to == seat), None)


def renewed(proposals: Sequence[Proposal], before: Mapping[Proposal, int], step: int) -> dict[Proposal, int]:
    """The standing proposals after a step: those that stood before keep their revision."""
    return {proposal: before.get(proposal, step) for proposal in proposals}
