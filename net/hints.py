"""What the network says about tables, and what of it is true: hints are kept few, asked, confirmed or forgotten.

Pure bookkeeping: times are seconds of a clock that is handed in, asking is done by others. A hint is an address that
somebody on the network named, and anybody can name any address. Only what a table itself answered is shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from net.interfaces import ranked
from net.messages import Public

Address: TypeAlias = tuple[str, int]
MOST_HINTS = 128
"""Unconfirmed ones kept of each way of finding: a flood on one leaves the other alone."""
MOST_A_HOST = 24
"""Unconfirmed ones of one address: somebody's port numbers are not ours to try out."""
MOST_TABLES, MOST_PLACES = 100, 8
"""Tables shown, and addresses kept of one."""
CHECK_SECONDS = 2.0
"""How often a table that is shown is asked again; a host that was killed sends no goodbye."""
FORGET_SECONDS = 60.0
"""How long an address that does not answer, and of which nothing is heard, is remembered."""
_FIRST_PAUSE, _LONGEST_PAUSE = 1.0, 8.0


class Found(NamedTuple):
    """A table that answered. `state`: lobby, playing or over."""

    table: str
    game: str
    host: str
    address: Address
    seats: int
    taken: int
    state: str
    open: bool


class Table(NamedTuple):
    """Which table it is, whatever its address: the key that answered there, the port, and its name."""

    certificate: bytes
    port: int
    name: str


@dataclass
class _Place:
    """An address. `ask_at`: when it is asked next; None if it is not to be. `asked`: when it was, the last time."""

    ways: set[str]
    heard: float
    ask_at: float | None
    asked: float | None = None
    asking: bool = False
    pause: float = _FIRST_PAUSE
    table: Table | None = None
    believed: bool = False
    """Whether a table was ever there."""


@dataclass
class _Row:
    public: Public
    places: list[Address] = field(default_factory=list)


class Hints:
    """All that is heard. `found` is what may be shown."""

    def __init__(self) -> None:
        self._places: dict[Address, _Place] = {}
        self._rows: dict[Table, _Row] = {}

    def __len__(self) -> int:
        return len(self._places)

    @property
    def found(self) -> list[Found]:
        """One row a table, under its likeliest address, in a stable order."""
        return sorted(_row(row.public, row.places[0]) for row in self._rows.values())

    def ways(self, address: Address) -> frozenset[str]:
        """How the table at that address was heard of, by any of its addresses."""
        place = self._places.get(address)
        if place is None or place.table is None:
            return frozenset()
        return frozenset().union(*(self._places[one].ways for one in self._rows[place.table].places))

    def addresses(self, certificate: bytes) -> list[Address]:
        """All addresses at which tables with that certificate answered."""
        return [one for table, row in self._rows.items() if table.certificate == certificate for one in row.places]

    # -- what is heard -----------------------------------------------------------------------------------------

    def hear(self, way: str, address: Address, now: float) -> None:
        """Somebody said that there is a table."""
        place = self._places.get(address)
        if place is None:
            if self._has_room(way, address[0]):
                self._places[address] = _Place({way}, now, now)
            return
        place.ways.add(way)
        place.heard = now
        if place.ask_at is None and place.table is None and place.asked is not None:
            place.ask_at = max(now, place.asked + place.pause)

    def doubt(self, now: float) -> None:
        """Somebody said that a table has gone: all that are shown are asked a little sooner."""
        for row in self._rows.values():
            place = self._places[row.places[0]]
            if place.ask_at is not None and place.asked is not None:
                place.ask_at = min(place.ask_at, max(now, place.asked + _FIRST_PAUSE / 2))

    def _has_room(self, way: str, host: str) -> bool:
        """Makes room if it can: those that did not answer go first, then the oldest; a newcomer is asked at once."""
        unconfirmed = [(address, place) for address, place in self._places.items() if place.table is None]
        if sum(address[0] == host for address, _ in unconfirmed) >= MOST_A_HOST:
            return False
        same = [(address, place) for address, place in unconfirmed if way in place.ways]
        if len(same) < MOST_HINTS:
            return True
        idle = [(address, place) for address, place in same if not place.asking]
        if not idle:
            return False
        del self._places[min(idle, key=lambda one: (one[1].asked is None, one[1].heard))[0]]
        return True

    # -- asking ------------------------------------------------------------------------------------------------

    def due(self, now: float, most: int) -> list[Address]:
        """Whom to ask now: all tables that are shown and due, and at most so many others, the newest first.

        Each is to be followed by `answered` or `silent`.
        """
        self._forget(now)
        shown = {row.places[0] for row in self._rows.values()}
        ready = [
            address
            for address, place in self._places.items()
            if not place.asking and place.ask_at is not None and place.ask_at <= now
        ]
        checks = [one for one in ready if one in shown]
        asked = [*checks, *_in_turn(self._by_way([one for one in ready if one not in shown]), most)]
        for address in asked:
            place = self._places[address]
            place.asking, place.ask_at, place.asked = True, None, now
        return asked

    def _by_way(self, ready: Sequence[Address]) -> list[list[Address]]:
        """The newest first, those known by another way than the others in lists of their own."""
        ways: dict[frozenset[str], list[Address]] = {}
        for address in sorted(ready, key=lambda one: self._places[one].heard, reverse=True):
            ways.setdefault(frozenset(self._places[address].ways), []).append(address)
        return list(ways.values())

    def answered(self, address: Address, table: Table, public: Public, now: float) -> None:
        """A table is there."""
        place = self._places[address]
        place.asking, place.pause = False, _FIRST_PAUSE
        if place.table not in (None, table):
            self._leave(address, place, now)
        row = self._rows.get(table)
        if row is None:
            if len(self._rows) >= MOST_TABLES:
                return
            row = self._rows[table] = _Row(public)
        row.public = public
        if address not in row.places:
            if len(row.places) >= MOST_PLACES:
                return
            order = ranked({one[0] for one in (*row.places, address)})
            row.places = sorted([*row.places, address], key=lambda one: order.index(one[0]))
        place.table, place.believed = table, True
        for one in row.places:
            self._places[one].ask_at = now + CHECK_SECONDS if one == row.places[0] else None

    def silent(self, address: Address, now: float) -> None:
        """No table is there, or none that answers in time."""
        place = self._places[address]
        place.asking = False
        if place.table is not None:
            self._leave(address, place, now)
        again = place.believed or (place.asked is not None and place.heard > place.asked)
        place.ask_at = now + place.pause if again else None
        place.pause = min(2 * place.pause, _LONGEST_PAUSE)

    def _leave(self, address: Address, place: _Place, now: float) -> None:
        """The table is no longer at that address; if it has another it is asked there."""
        assert place.table is not None
        row = self._rows[place.table]
        row.places.remove(address)
        if row.places:
            self._places[row.places[0]].ask_at = now
        else:
            del self._rows[place.table]
        place.table, place.heard = None, now

    def _forget(self, now: float) -> None:
        for address, place in list(self._places.items()):
            if place.table is None and not place.asking and now - place.heard > FORGET_SECONDS:
                del self._places[address]


def _in_turn(lists: list[list[Address]], most: int) -> Iterator[Address]:
    """One of each list after another, until there are so many."""
    taken = 0
    for depth in range(max(map(len, lists), default=0)):
        for one in lists:
            if depth < len(one) and taken < most:
                taken += 1
                yield one[depth]


def _row(public: Public, address: Address) -> Found:
    return Found(
        public.table,
        public.game,
        public.host,
        address,
        public.seats,
        public.taken,
        public.state,
        public.open,
    )
