"""What can be chosen now, as a list one picks from: cards of the hand, places, items, brawl cards, then targets.

An action is a row of picks: `action pickpocket 2 blue` is the card, then the seat, then the gem.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from core.games.oh_gnome import moves
from core.games.oh_gnome.actions import PICK, PLAY_ALONE, PLAY_AT, PLAY_RED, STEAL, TABLE, Action
from core.games.oh_gnome.cards import CARDS, DUCK
from core.games.oh_gnome.position import Position, clockwise
from core.games.oh_gnome.telling import place, title
from core.games.oh_gnome.trail import TRAIL
from tui.boards.board import seat_letter
from tui.boards.oh_gnome_words import GEM_WORTH, kind, landing, short, use

Picks = tuple[str, ...]
KEYS = "1234567890"
DECLINE = {"pass": "pass", "skip": "no card", "leave": "leave", "peace": "peace"}
"""The answers that do nothing, all on one key."""
_QUIET = {"window": "pass", "play": "skip", "sell": "leave", "brawl": "peace"}


class Entry(NamedTuple):
    """One line. `token`: what is picked. `tag`: the letter of a card's colour. `open`: it can be picked now."""

    token: str
    key: str
    label: str
    note: str = ""
    tag: str = ""
    open: bool = True


class Menu(NamedTuple):
    """A list with a heading. `aside`: it stands on the right, beside the hand."""

    title: str
    entries: tuple[Entry, ...]
    aside: bool = False


def picks(action: Action) -> Picks:
    """What is picked one after the other for this action."""
    match action.verb:
        case "go":
            return (f"place:{action.what}",)
        case "show":
            return (f"fist:{action.number}",)
        case "table" | "red":
            return (f"card:{action.what}",)
        case "sell" | "lose":
            return (f"item:{action.what}",)
        case "action":
            found = [f"card:{action.what}"]
            if action.seat != -1:
                found.append(f"seat:{action.seat}")
            if action.more:
                found.append(f"more:{action.more}")
            return tuple(found)
    return (action.verb,)


def stand_in(card: str, seat: int) -> Action:
    """An action with that card, to ask the rules why it cannot be played."""
    if card in TABLE:
        return TABLE[card]
    if card in PLAY_RED:
        return PLAY_RED[card]
    if card in PLAY_ALONE:
        return PLAY_ALONE[card]
    other = 1 if seat == 0 else 0
    if card == "pickpocket":
        return PICK[other]["red"]
    if card == "sticky-fingers":
        return STEAL[other][next(iter(CARDS.items))]
    return PLAY_AT[card][other]


def menu(
    p: Position, seat: int | None, names: Sequence[str], choices: Sequence[str], picked: Picks, *, asked: bool
) -> Menu:
    """What is listed now. `choices`: what can be picked next. `asked`: whether something is mine to do."""
    if seat is None:
        return _hands(p, names)
    if picked:
        return _targets(p, names, choices, picked)
    if asked and p.phase == "move":
        return _ends(p)
    if asked and p.phase == "brawl":
        entries = (Entry("brawl", "f", "brawl"), Entry("peace", "p", "keep the peace"))
        return Menu("brawl or peace?", entries)
    if asked and p.phase == "show":
        return _fists(p, seat, choices)
    if asked and p.phase in ("sell", "lose"):
        return _items(p, seat)
    return _hand(p, seat, choices, asked=asked)


def _hand(p: Position, seat: int, choices: Sequence[str], *, asked: bool) -> Menu:
    """My cards, green, purple, red; which of them can be played."""
    cards = Counter(card for card in p.seats[seat].hand if card is not None)
    order = [*CARDS.counts]
    entries = []
    for number, card in enumerate(sorted(cards, key=order.index)):
        key = KEYS[number] if number < len(KEYS) else ""
        many = f" x{cards[card]}" if cards[card] > 1 else ""
        token = f"card:{card}"
        entries.append(Entry(token, key, title(card) + many, use(card), kind(card), token in choices))
    if asked and (quiet := _QUIET.get(p.phase)) in choices:
        entries.append(Entry(str(quiet), "p", DECLINE[str(quiet)]))
    return Menu("your hand", tuple(entries))


def _hands(p: Position, names: Sequence[str]) -> Menu:
    """For who has no seat: all hands, that of the gnome in turn first, if they lie open."""
    if any(card is None for seat in p.seats for card in seat.hand):
        return Menu("you are watching", ())
    entries = []
    for seat in clockwise(len(p.seats), p.turn):
        entries.append(
            Entry(f"seat:{seat}", "", names[seat], "" if p.seats[seat].hand else "no card", seat_letter(seat))
        )
        entries += [entry._replace(key="") for entry in _hand(p, seat, (), asked=False).entries]
    return Menu("all hands", tuple(entries))


def _targets(p: Position, names: Sequence[str], choices: Sequence[str], picked: Picks) -> Menu:
    entries = []
    for number, token in enumerate(choices):
        key = KEYS[number] if number < len(KEYS) else ""
        what, _, value = token.partition(":")
        if what == "seat":
            at = p.seats[int(value)].at
            where = short(at) if at in TRAIL.businesses else f"on {at}"
            entries.append(Entry(token, key, names[int(value)], where, seat_letter(int(value))))
        elif value in GEM_WORTH:
            entries.append(Entry(token, key, f"a {value} gem", f"worth {GEM_WORTH[value]}"))
        else:
            entries.append(Entry(token, key, title(value), use(value), "G"))
    return Menu("on whom?" if len(picked) == 1 else "which?", tuple(entries), aside=True)


def _ends(p: Position) -> Menu:
    entries = []
    for number, end in enumerate(moves.ends(p)):
        name = TRAIL.businesses[end.place].name if end.place in TRAIL.businesses else place(end.place)
        if end.place in TRAIL.back:
            name = f"back trail {end.place}"
        others = [n for n, seat in enumerate(p.seats) if seat.at == end.place and n != p.turn]
        note = landing(end.place, end.toll)
        if others and TRAIL.is_stone(end.place):
            there = "".join(seat_letter(n) for n in others)
            note = f"{note}, meet {there}" if note else f"meet {there}"
        entries.append(Entry(f"place:{end.place}", KEYS[number], name, note))
    return Menu("where to?", tuple(entries), aside=True)


def _fists(p: Position, seat: int, choices: Sequence[str]) -> Menu:
    left = sorted(card for card in p.seats[seat].brawl if card is not None)
    entries = [Entry(f"fist:{card}", str(card % 10), CARDS.brawl[card - 1], "10" * (card == 10)) for card in left]
    if "fist:0" in choices:
        entries.append(Entry("fist:0", "0", "Empty hands"))
    if DUCK in p.seats[seat].hand:
        entries.append(Entry(f"card:{DUCK}", "n", title(DUCK), "", "R"))
    return Menu("your brawl cards", tuple(entries))


def _items(p: Position, seat: int) -> Menu:
    """The items before me: what each brings here, and ordinarily and at its best elsewhere."""
    tabled = Counter(p.seats[seat].tabled)
    entries = []
    here = p.seats[seat].at
    for number, item in enumerate(sorted(tabled)):
        many = f" x{tabled[item]}" if tabled[item] > 1 else ""
        note = prices(item, here) if p.phase == "sell" else use(item)
        entries.append(Entry(f"item:{item}", KEYS[number] if number < 10 else "", title(item) + many, note, "G"))
    if p.phase == "sell":
        return Menu(f"counter: {short(here)}", (*entries, Entry("leave", "p", "leave")))
    return Menu("which item goes?", tuple(entries))


def prices(item: str, business: str) -> str:
    """What an item brings here, and what elsewhere."""
    known = CARDS.items[item]
    here = "die" if TRAIL.businesses[business].die else str(CARDS.price(item, business))
    return f"{here}, {f'else {known.value}' if known.at == business else f'{known.at} {known.best}'}"
