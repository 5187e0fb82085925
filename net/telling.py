"""Who is told what: a `Tell` gives each seat its message.

The state machines say what is to be told as functions from a seat (None for spectators) to a message, or to None where
that seat is told nothing; the table sends it to whoever sits there.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TypeAlias

from net.messages import FromHost

Tell: TypeAlias = Callable[[int | None], FromHost | None]


def to_all(message: FromHost) -> Tell:
    """The same for everybody."""
    return lambda _: message


def to_some(message: FromHost, seats: Collection[int]) -> Tell:
    """For these seats alone."""
    return lambda seat: message if seat in seats else None
