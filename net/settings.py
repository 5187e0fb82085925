"""What a host decides before it opens a table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from core.game import Json

PORT = 47710
"""Our port; the next free one where it is taken."""
WINDOW_SECONDS = 6
"""One clock for all who could interrupt; whoever says nothing in time has passed. 0: no clock."""
LONGEST_WINDOW = 120
ABSENT = ("bot", "wait")
"""What happens to the seat of somebody who is gone: a bot stands in, or the table waits."""
CLOCKS = (0, 30, 60, 180)
"""Seconds for a choice; 0 for no clock."""


@dataclass(frozen=True)
class TableSettings:
    """A table to open.

    `bots`: how many seats, from the last on, bots take at once. `port`: None for ours or the next free one; 0 for any.
    `bind`: the address to listen on, None for all. `listen`: False keeps the table inside this process (solo play).
    `open`: newcomers need no code; they knock, and the host's player lets them in, or anybody is let in where none is.
    `owner`: whether the host plays itself; a dedicated host has no seat and starts as soon as all seats are taken.
    `seed`: makes all chance follow from it; such a table says that it is seeded, not fair.
    """

    game: str
    seats: int
    options: Mapping[str, Json] = field(default_factory=dict)
    table: str = "table"
    name: str = "host"
    bots: int = 0
    port: int | None = None
    bind: str | None = None
    open: bool = False
    listen: bool = True
    owner: bool = True
    absent: str = "bot"
    window: int = WINDOW_SECONDS
    clock: int = 0
    seed: int | None = None
