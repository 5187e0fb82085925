"""What a table is handed from outside, and what it gives back."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from net.journal import Journal
from net.messages import FromHost


class Post(NamedTuple):
    """A message for a peer. `last`: the connection ends after it."""

    peer: int
    message: FromHost
    last: bool = False


class Coming(NamedTuple):
    """Somebody came (`why` is None) or went. `seat` is None for a watcher."""

    name: str
    seat: int | None
    why: str | None = None


class Tools(NamedTuple):
    """What a table needs from outside.

    Fresh bytes, signatures by its device key, the date in UTC, and the journal of a game by the game's number.

    `comings` hears of everybody who comes and goes, `banned` of every device that shall not come back.
    """

    entropy: Callable[[int], bytes]
    sign: Callable[[bytes], bytes]
    date: Callable[[], str]
    journal: Callable[[bytes], Journal]
    comings: Callable[[Coming], None] = lambda _: None
    banned: Callable[[bytes], None] = lambda _: None
