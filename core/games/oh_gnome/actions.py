"""Every action there can be, by its text: values that are made once and compared by identity of their text."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from core.games.oh_gnome.cards import CARDS, FISTS, PURPLE, RED
from core.games.oh_gnome.trail import TRAIL

SEATS = range(6)
POCKETS = ("red", "blue", "black")
"""The gems that a pickpocket can reach (ruling 9)."""


class Action(NamedTuple):
    """An answer. `what`: the card, item or place it names; `seat`: whom it is for; `more`: the gem or the item."""

    text: str
    verb: str
    what: str = ""
    seat: int = -1
    more: str = ""
    number: int = -1
    """The brawl card of a `show`."""


def _cards() -> Iterable[Action]:
    for card in PURPLE:
        head = f"action {card}"
        if card in ("mining", "second-wind", "toll-day"):
            yield Action(head, "action", card)
            continue
        for seat in SEATS:
            thing = {"pickpocket": POCKETS, "sticky-fingers": tuple(CARDS.items)}.get(card, ("",))
            for more in thing:
                yield Action(f"{head} {seat} {more}".rstrip(), "action", card, seat, more)


def _all() -> Iterable[Action]:
    for verb in ("brawl", "peace", "pass", "skip", "leave"):
        yield Action(verb, verb)
    for place in TRAIL.places[1:]:
        yield Action(f"go {place}", "go", place)
    for number in (0, *FISTS):
        yield Action(f"show {number}", "show", number=number)
    for verb in ("table", "sell", "lose"):
        for item in CARDS.items:
            yield Action(f"{verb} {item}", verb, item)
    for card in RED:
        yield Action(f"red {card}", "red", card)
    yield from _cards()


ACTIONS = {action.text: action for action in _all()}
"""Every action by its text."""

BRAWL, PEACE, PASS, SKIP, LEAVE = (ACTIONS[text] for text in ("brawl", "peace", "pass", "skip", "leave"))
GO = {place: ACTIONS[f"go {place}"] for place in TRAIL.places[1:]}
SHOW = tuple(ACTIONS[f"show {number}"] for number in (0, *FISTS))
TABLE, SELL, LOSE = ({item: ACTIONS[f"{verb} {item}"] for item in CARDS.items} for verb in ("table", "sell", "lose"))
PLAY_RED = {card: ACTIONS[f"red {card}"] for card in RED}
PLAY_ALONE = {card: ACTIONS[f"action {card}"] for card in ("mining", "second-wind", "toll-day")}
PLAY_AT = {
    card: tuple(ACTIONS[f"action {card} {seat}"] for seat in SEATS)
    for card in ("stumble", "wrong-turn", "come-along", "swap-hands")
}
PICK = tuple({gem: ACTIONS[f"action pickpocket {seat} {gem}"] for gem in POCKETS} for seat in SEATS)
STEAL = tuple({item: ACTIONS[f"action sticky-fingers {seat} {item}"] for item in CARDS.items} for seat in SEATS)
