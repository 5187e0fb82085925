"""What can change at a table, as a mirror tells its screen or bot."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

from core.game import Event, Result


class LobbyChanged(NamedTuple):
    """`Mirror.lobby` is new."""


class Begun(NamedTuple):
    """A game is on (at its start, or joined under way): `Mirror.position` and the rest are new."""


class Moved(NamedTuple):
    """One step. `choices`: the actions by seat, None for a chance outcome. `forfeits`: seats that lost their choice."""

    number: int
    before: Any
    after: Any
    choices: dict[int, Any] | None
    forfeits: tuple[int, ...]
    events: tuple[Event, ...]


class ChoicesChanged(NamedTuple):
    """`Mirror.chosen_by` is new: somebody has sealed a choice."""


class Talked(NamedTuple):
    """A line of talk; `seat` is None for a spectator. `about`: the step of the offer that it came with."""

    name: str
    seat: int | None
    text: str
    about: int | None = None


class Noticed(NamedTuple):
    """A line from the table itself."""

    text: str


class Knocked(NamedTuple):
    """To the owner: somebody with that name and device key wants in (answer with `Admit`), or does no longer."""

    number: int
    name: str
    key: bytes
    waiting: bool


class Finished(NamedTuple):
    """The game is over and its record is here; `doubt` says in words what in it does not fit, None if all does."""

    result: Result
    record: bytes
    doubt: str | None


class Rejected(NamedTuple):
    """The host refused what was asked for."""

    code: str
    text: str


class Distrust(NamedTuple):
    """The host broke a rule; the game is not followed any further."""

    text: str


class Closed(NamedTuple):
    """The host ended the connection. `back`: its table is paused, and will be found again."""

    text: str
    back: bool = False


class Stopped(NamedTuple):
    """The game ended before its end, without a result."""

    text: str


class ClockSet(NamedTuple):
    """A clock runs for the question with that key and has so many seconds left; 0: it stands still."""

    key: int
    seconds: int


class LinkChanged(NamedTuple):
    """The connection: `well`, `shaky`, or `lost` and being looked for again; `text` says more."""

    state: str
    text: str = ""


Change: TypeAlias = (
    LobbyChanged
    | Begun
    | Moved
    | ChoicesChanged
    | Talked
    | Noticed
    | Knocked
    | Finished
    | Stopped
    | ClockSet
    | LinkChanged
    | Rejected
    | Distrust
    | Closed
)
