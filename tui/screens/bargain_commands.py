"""`/offer 2 the best in the sands` and its like: words of a haggle or a deal, typed, with a sentence.

People count seats from 1 and call them by name; the game's notation counts from 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from core.game import GameError
from core.shape import listing
from net.bargain import is_bargain
from tui.bargains import PRICED

if TYPE_CHECKING:
    from tui.screens.table import TableScreen

HELP = {
    "offer": "offer what you found, with a price and a sentence: /offer 2 the best in the sands",
    "counter": "name another price: /counter 1 too dear",
    "accept": "say yes to the price that stands",
    "decline": "say no to an offer, for good",
    "keep": "break off and keep it",
    "deal": "propose to pay somebody coins, or ask for them: /deal Ben 3 leave my stone last, /deal 2 -1",
    "take": "take the deal that somebody proposed: /take Ben",
    "refuse": "refuse the deal that somebody proposed: /refuse Ben",
    "withdraw": "withdraw the deal that you proposed to somebody: /withdraw Ben",
}
_BARE = ("accept", "decline", "keep")


def say(screen: TableScreen, word: str, rest: str) -> str:
    """Says it; in words what is wrong with what was typed."""
    if word in _BARE:
        if rest:
            return f"/{word} stands alone: say the rest as talk."
        return _send(screen, word, "")
    names = screen.mirror.names
    begun = word
    if word in ("deal", "take", "refuse", "withdraw"):
        seat, rest = seat_of(rest, names)
        if seat is None:
            people = listing([f"{number} {name}" for number, name in enumerate(names, 1)], "or")
            return f"Say with whom, {people}: {_example(word)}."
        begun = f"{word} {seat}"
    if word not in PRICED:
        return f"/{word} needs a name alone: say the rest as talk." if rest else _send(screen, begun, "")
    number, _, claim = rest.partition(" ")
    try:
        price = int(number)
    except ValueError:
        return f"Say how many coins, and then a sentence if you like: {_example(word)}."
    return _send(screen, f"{begun} {price}", claim.strip())


def seat_of(text: str, names: Sequence[str]) -> tuple[int | None, str]:
    """The seat that a text begins with, by number from 1 or by name (its beginning is enough), and what follows."""
    first, _, rest = text.partition(" ")
    if first.isascii() and first.isdecimal():
        number = int(first)
        return (number - 1 if 1 <= number <= len(names) else None), rest.strip()
    low = text.casefold()
    for seat, name in sorted(enumerate(names), key=lambda one: -len(one[1])):
        folded = name.casefold()
        if low == folded or low.startswith(f"{folded} "):
            return seat, text[len(name) :].strip()
    meant = [seat for seat, name in enumerate(names) if first and name.casefold().startswith(first.casefold())]
    return (meant[0], rest.strip()) if len(meant) == 1 else (None, rest.strip())


def completions(screen: TableScreen) -> Iterator[str]:
    """What may be said now, as commands; a seat by its name, and a deal for a coin as a beginning."""
    names, seen = screen.mirror.names, set()
    for text in sorted(screen.bargaining.book.legal(), key=_plainest):
        word, *numbers = text.split()
        if word in ("deal", "take", "refuse", "withdraw"):
            seat = int(numbers[0])
            both = (f"/{word} {names[seat]}", f"/{word} {seat + 1}")
            found = [" ".join((begun, *numbers[1:])) for begun in both]
        else:
            found = [f"/{text}"]
        for command in found:
            if command not in seen:
                seen.add(command)
                yield command


def _plainest(text: str) -> tuple[bool, int]:
    """Small prices first, and those one gets before those one pays."""
    number = int(text.rpartition(" ")[2]) if text.partition(" ")[0] in PRICED else 0
    return number < 0, abs(number)


def _example(word: str) -> str:
    return {"offer": "/offer 2 the best in the sands", "counter": "/counter 1 too dear"}.get(
        word, "/deal Ben 3 leave my stone last" if word == "deal" else f"/{word} Ben"
    )


def _send(screen: TableScreen, text: str, claim: str) -> str:
    """Sends it; why not is told by the line of what can be done now."""
    game = screen.mirror.game
    assert game is not None
    try:
        action = game.parse(screen.mirror.position, text)
    except GameError as error:
        return f"{error}."
    if why := screen.mirror.why_not(action):
        return f"{why[:1].upper()}{why[1:]}."
    assert is_bargain(text)
    screen.bargaining.send(text, claim)
    return ""
