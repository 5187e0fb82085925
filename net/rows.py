"""What a host's journal holds, row by row: enough to go on with a game at exactly the step after the last one told."""

from __future__ import annotations

from typing import Any, TypeAlias

import msgspec

from net.messages import Heard, Link, Seal

VERSION = 1
"""Of the journal. One of another version is refused: no row of it is guessed at."""


class Row(msgspec.Struct, tag_field="row", tag=str.lower, forbid_unknown_fields=True, frozen=True, omit_defaults=True):
    """Anything in a journal."""


class Person(msgspec.Struct, forbid_unknown_fields=True, frozen=True, omit_defaults=True):
    """One seat. `device`: the key of whoever has it, None for nobody. `bot`: what plays, or stands in."""

    name: str = ""
    device: bytes | None = None
    owner: bool = False
    absent: bool = False
    bot: str = ""


class Opened(Row, frozen=True):
    """The table. `settings`: what was settled when it was opened. `port`: where it listens."""

    version: int
    host: bytes
    settings: dict[str, Any]
    port: int | None = None


class Started(Row, frozen=True):
    """A game. `secret` and `chain`: the host's part in its chance; None at a seeded table."""

    game_id: bytes
    game: str
    options: dict[str, Any]
    date: str
    devices: tuple[bytes, ...]
    secret: bytes | None = None
    chain: bytes | None = None


class Seats(Row, frozen=True):
    """Who sits where from now on, and `held`: which device has had which seat in this game."""

    seats: tuple[Person, ...]
    held: tuple[tuple[bytes, int], ...]


class Occupied(Row, frozen=True):
    """A seat's choices are bound to another device from now on."""

    seat: int
    device: bytes


class Counted(Row, frozen=True):
    """Who contributes to the chance from the next roll on."""

    links: dict[int, Link]
    proof: tuple[str, ...]


class Closed(Row, frozen=True):
    """A set of sealed choices, as everybody is shown it; again, with more `forfeits`, when some are lost."""

    key: int
    seals: dict[int, Seal]
    signature: bytes
    forfeits: tuple[int, ...] = ()


class Stepped(Row, frozen=True):
    """A step: `choices` as text, a drawn outcome, a step taken back, or a seat that gave up."""

    choices: dict[int, str] | None = None
    forfeits: tuple[int, ...] = ()
    nonces: dict[int, bytes] = {}
    outcome: Any = None
    secret: bool = False
    house: bytes | None = None
    elements: dict[int, bytes] = {}
    withheld: tuple[int, ...] = ()
    undo: bool = False
    conceded: int | None = None
    proof: tuple[str, ...] = ()


class Private(Row, frozen=True):
    """What a bot of the house has to remember of its seat (`net.keepsake`)."""

    seat: int
    body: bytes


class Said(Row, frozen=True):
    """A line of talk."""

    heard: Heard


class Settled(Row, frozen=True):
    """Another rule for who is absent, another clock."""

    absent: str
    clock: int


class Barred(Row, frozen=True):
    """Who does not come back to the table, and whom nobody hears: device keys."""

    banned: tuple[bytes, ...]
    muted: tuple[bytes, ...]


class Stopped(Row, frozen=True):
    """The game was ended before its end."""

    why: str


AnyRow: TypeAlias = (
    Opened | Started | Seats | Occupied | Counted | Closed | Stepped | Private | Said | Settled | Barred | Stopped
)
