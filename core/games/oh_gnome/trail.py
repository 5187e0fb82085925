"""The trail: places by name, where a step leads, and what a stone does to a gnome that lands there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from core.games.oh_gnome.data import Source, package_file

START = "0"
COTTAGE = "cottage"
DIE = 6


class Business(NamedTuple):
    """A shop beside the trail, entered from the stone `after`. `die`: what an item fetches is rolled."""

    key: str
    name: str
    after: str
    die: bool


class Effect(NamedTuple):
    """What a stone does to a gnome that lands there exactly.

    `slide` and `to` send it to `stone`; `gems` and `items` take `amount`; `hand` takes one card in `amount`.
    """

    kind: str
    amount: int = 0
    stone: str = START


class End(NamedTuple):
    """Where a move may end: the places on the way, the last one included, and the toll that it costs."""

    place: str
    way: tuple[str, ...]
    toll: int


class Trail:
    """A checked trail, with every walk worked out beforehand. `effects`: what a stone does, by its name."""

    def __init__(
        self,
        stones: int,
        businesses: Mapping[str, Business],
        bridge: str,
        toll: int,
        back: tuple[str, ...],
        effects: Mapping[str, Effect],
    ) -> None:
        self.stones, self.bridge, self.toll, self.back = stones, bridge, toll, back
        self.businesses, self.effects = businesses, effects
        main = [str(number) for number in range(stones + 1)]
        self.places = (*main, *back, *businesses, COTTAGE)
        """Every place's name, the start first, the cottage last."""
        self.before = {**dict(zip(main[1:], main, strict=False)), **dict(zip(back, (bridge, *back), strict=False))}
        """The stone one step back (ruling 5)."""
        walks = [(place, pips) for place in self.places[:-1] for pips in range(1, DIE + 1)]
        self._ends = {walk: self._walk(*walk, free=False) for walk in walks}
        self._cheap = {walk: tuple(end for end in ends if not end.toll) for walk, ends in self._ends.items()}
        self._free = {walk: self._walk(*walk, free=True) for walk in walks}

    def ends(self, place: str, pips: int, gems: int) -> tuple[End, ...]:
        """Where a roll may take a gnome that has so many gems (ruling 3)."""
        return (self._ends if gems >= self.toll else self._cheap)[place, pips]

    def ends_by_card(self, place: str, pips: int) -> tuple[End, ...]:
        """Where a card may take it: over the bridge, without toll (ruling 5)."""
        return self._free[place, pips]

    def back_from(self, stone: str, steps: int) -> tuple[str, ...]:
        """The way of so many steps back along the trail, not past the start (ruling 5)."""
        way: list[str] = []
        while len(way) < steps and stone in self.before:
            stone = self.before[stone]
            way.append(stone)
        return tuple(way)

    def is_stone(self, place: str) -> bool:
        """Whether gnomes can meet there: not the start, no business, not the cottage."""
        return place in self.before

    def _walk(self, place: str, pips: int, *, free: bool) -> tuple[End, ...]:
        """Every end of a walk, in the order of the trail; of two ways to one place the cheaper."""
        found: dict[str, End] = {}
        open_ways: list[tuple[str, tuple[str, ...], int]] = [(place, (), 0)]
        while open_ways:
            at, way, toll = open_ways.pop()
            if not way or (len(way) < pips and at not in self.businesses and at != COTTAGE):
                open_ways += [(step, (*way, step), toll + cost) for step, cost in self._steps(at, free)]
            elif at not in found or toll < found[at].toll:
                found[at] = End(at, way, toll)
        return tuple(sorted(found.values(), key=lambda end: self.places.index(end.place)))

    def _steps(self, place: str, free: bool) -> list[tuple[str, int]]:
        if place in self.businesses:
            return [(self._after(self.businesses[place].after), 0)]
        if place in self.back:
            rest = self.back[self.back.index(place) + 1 :]
            return [(rest[0] if rest else self._after(self.bridge), 0)]
        doors = [(business.key, 0) for business in self.businesses.values() if business.after == place]
        onward = self._after(place)
        if place != self.bridge:
            return [*doors, (onward, 0)]
        return [*doors, (onward, 0)] if free else [*doors, (onward, self.toll), (self.back[0], 0)]

    def _after(self, stone: str) -> str:
        number = int(stone) + 1
        return COTTAGE if number > self.stones else str(number)


def read(source: Source) -> Trail:
    """The trail of a TOML file. Raises `BadData` with the line of what is wrong."""
    source.keys("stones", "businesses", "slides", "bridge", "back")
    stones = source.whole(source.values["stones"], "stones", "stones", least=10, most=200)
    bridge = source.values["bridge"]
    source.table(bridge, "bridge", 0, ("stone", "toll"))
    blue = str(source.whole(bridge["stone"], "stone", "bridge", least=1, most=stones - 1))
    toll = source.whole(bridge["toll"], "toll", "bridge", least=1, most=99)
    effects = _slides(source, stones)
    back = _back(source, stones, effects)
    _check_ends(source, effects)
    return Trail(stones, _businesses(source, stones, blue, back), blue, toll, back, effects)


def _businesses(source: Source, stones: int, blue: str, back: tuple[str, ...]) -> dict[str, Business]:
    found: dict[str, Business] = {}
    for entry, table in enumerate(source.tables("businesses", ("key", "name", "after"), ("die",), most=stones)):
        key = source.name_of(table["key"], "key", "businesses", entry)
        if key in found or key in (*back, COTTAGE):
            raise source.bad(f"there are two places called {key!r}", "businesses", entry)
        if not isinstance(table["name"], str) or not table["name"].isprintable():
            raise source.bad("name must be text", "businesses", entry)
        after = str(source.whole(table["after"], "after", "businesses", entry, least=1, most=stones - 1))
        if after == blue or after in [other.after for other in found.values()]:
            raise source.bad(f"stone {after} already leads two ways", "businesses", entry)
        if type(table.get("die", False)) is not bool:
            raise source.bad("die must be true or false", "businesses", entry)
        found[key] = Business(key, table["name"], after, table.get("die", False))
    return found


def _slides(source: Source, stones: int) -> dict[str, Effect]:
    effects: dict[str, Effect] = {}
    for entry, table in enumerate(source.tables("slides", ("from", "to"), most=stones)):
        first, last = (
            str(source.whole(table[end], end, "slides", entry, least=1, most=stones)) for end in ("from", "to")
        )
        if first in effects:
            raise source.bad(f"two slides begin on stone {first}", "slides", entry)
        effects[first] = Effect("slide", stone=last)
    return effects


def _back(source: Source, stones: int, effects: dict[str, Effect]) -> tuple[str, ...]:
    """The names of the back trail's stones; their effects are added. A stone may have none."""
    kinds = ("gems", "items", "hand", "to")
    tables = source.tables("back", (), kinds, most=50)
    if not tables:
        raise source.bad("the back trail needs a stone", "back")
    names = tuple(f"t{number}" for number in range(1, len(tables) + 1))
    for entry, (name, table) in enumerate(zip(names, tables, strict=True)):
        if len(table) > 1:
            raise source.bad("a stone has one effect", "back", entry)
        for kind, value in table.items():
            least = {"gems": 1, "items": 1, "hand": 2, "to": 1}[kind]
            number = source.whole(value, kind, "back", entry, least=least, most=stones if kind == "to" else 99)
            effects[name] = Effect("to", stone=str(number)) if kind == "to" else Effect(kind, number)
    return names


def _check_ends(source: Source, effects: dict[str, Effect]) -> None:
    """No gnome is sent round for ever. `effects` has the slides first, in the order of the file."""
    for first, effect in effects.items():
        seen = {first}
        while effect.kind in ("slide", "to"):
            if effect.stone in seen:
                why = f"stone {first} sends a gnome round for ever"
                if first.startswith("t"):
                    raise source.bad(why, "back", int(first[1:]) - 1)
                raise source.bad(why, "slides", [*effects].index(first))
            seen.add(effect.stone)
            if effect.stone not in effects:
                break
            effect = effects[effect.stone]


TRAIL = read(package_file("trail.toml"))
"""The trail that is played."""
