"""The cards: what an item fetches, how many there are of each, and which kinds the rules know."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from core.games.oh_gnome.data import Source, package_file
from core.games.oh_gnome.trail import TRAIL, Trail

PURPLE = (
    "mining",
    "pickpocket",
    "second-wind",
    "stumble",
    "wrong-turn",
    "come-along",
    "sticky-fingers",
    "swap-hands",
    "toll-day",
)
CANCEL, HOLD, DUCK, CUT, GUARD = RED = (
    "oh-gnome-you-dont",
    "hold-it",
    "not-in-the-face",
    "my-cut",
    "guard-gnome",
)
GUARDED = frozenset(("pickpocket", "sticky-fingers", "swap-hands", "toll-day", "wrong-turn", "come-along"))
"""The purple cards from which a guard-gnome protects."""

FISTS = tuple(range(1, 11))
"""A gnome's brawl cards before the first brawl."""


class Item(NamedTuple):
    """A green card: its ordinary price, and the price at the business that pays best."""

    value: int
    best: int
    at: str


@dataclass(frozen=True)
class Cards:
    """A checked set of cards."""

    items: dict[str, Item]
    counts: dict[str, int]
    """How many of each draw card there are, green, purple, red, in the order of the file."""
    brawl: tuple[str, ...]

    @property
    def total(self) -> int:
        """How many draw cards there are."""
        return sum(self.counts.values())

    def price(self, item: str, business: str) -> int:
        """What an item fetches at a business without a die (ruling 10)."""
        found = self.items[item]
        return found.best if found.at == business else found.value


def read(source: Source, trail: Trail) -> Cards:
    """The cards of a TOML file. Raises `BadData` with the line of what is wrong."""
    source.keys("brawl", "green", "purple", "red")
    names = source.values["brawl"]
    if not isinstance(names, list) or len(names) != len(FISTS) or not all(isinstance(n, str) for n in names):
        raise source.bad(f"brawl must be {len(FISTS)} names", "brawl")
    items: dict[str, Item] = {}
    counts: dict[str, int] = {}
    for entry, table in enumerate(source.tables("green", ("item", "value", "best", "at", "count"), most=60)):
        name = source.name_of(table["item"], "item", "green", entry)
        if name in items or name in PURPLE or name in RED:
            raise source.bad(f"there are two cards called {name!r}", "green", entry)
        value, best, count = (
            source.whole(table[key], key, "green", entry, least=1, most=99) for key in ("value", "best", "count")
        )
        if table["at"] not in trail.businesses:
            raise source.bad(f"there is no business {table['at']!r}", "green", entry)
        items[name] = Item(value, best, table["at"])
        counts[name] = count
    if sum(counts.values()) < 12:
        raise source.bad("six gnomes begin with two green cards each, so there must be 12 at least", "green")
    for key, known in (("purple", PURPLE), ("red", RED)):
        for entry, table in enumerate(source.tables(key, ("card", "count"), most=len(known))):
            if table["card"] not in known or table["card"] in counts:
                raise source.bad(f"card must be one of {', '.join(known)}, each once", key, entry)
            counts[table["card"]] = source.whole(table["count"], "count", key, entry, least=0, most=99)
        counts.update({card: 0 for card in known if card not in counts})
    return Cards(items, counts, tuple(names))


CARDS = read(package_file("cards.toml"), TRAIL)
"""The cards that are played."""
