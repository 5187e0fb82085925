"""A place at a table, as the screens hold it."""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from net.changes import Knocked, Noticed, Talked
from net.link import Link
from net.seat import Mirror
from net.settings import TableSettings

if TYPE_CHECKING:
    from net.host import Host
    from tui.replaying import Replay

MOST_LINES = 200
"""Of talk that a screen shows again after another one had its place."""
GOODBYE_SECONDS = 2.0
"""How long leaving may take; then the connection is simply dropped."""


@dataclass
class Session:
    """One table, from sitting down to leaving.

    `host` is set where this process hosts it. `record_path`: the saved record of the game just finished. `talk`: what
    was said and noticed, oldest first, at most `MOST_LINES`. `solo`: nobody else can come. `starting`: the start was
    given and the game has not begun yet. `knocks`: who waits to be let in, by number.
    """

    link: Link
    host: Host | None = None
    record_path: Path | None = None
    solo: bool = False
    starting: bool = False
    knocks: dict[int, Knocked] = field(default_factory=dict)
    talk: list[Talked | Noticed] = field(default_factory=list)

    @property
    def mirror(self) -> Mirror:
        """What this seat knows of the table."""
        return self.link.mirror

    @property
    def is_owner(self) -> bool:
        """Whether the seats, bots and options are this player's to change, and the start to give."""
        welcome = self.mirror.welcome
        return welcome is not None and welcome.owner

    def hear(self, line: Talked | Noticed) -> None:
        """Keeps a line of talk for the next screen."""
        self.talk.append(line)
        del self.talk[:-MOST_LINES]

    async def close(self, why: str = "") -> None:
        """Says goodbye; where this process hosts, everybody is told and the table ends. Never raises, never lingers."""
        for ending in (self.link.close(why), self.host.close() if self.host else None):
            if ending is not None:
                with contextlib.suppress(OSError, TimeoutError):
                    await asyncio.wait_for(ending, GOODBYE_SECONDS)


@dataclass(frozen=True)
class HostTable:
    """Start the app in the lobby of a table of its own."""

    settings: TableSettings


@dataclass(frozen=True)
class JoinTable:
    """Start the app at somebody's table: at `address`, else the one found under `table`, else the only one found."""

    address: tuple[str, int] | None = None
    table: str | None = None
    watch: bool = False


@dataclass(frozen=True)
class ResumeTable:
    """Start the app by continuing the table of that name, else the one that was played at last."""

    table: str | None = None


@dataclass(frozen=True)
class ShowReplay:
    """Start the app on the replay of a record, and end with it. `path`: its file."""

    game: Replay
    path: Path


Start: TypeAlias = HostTable | JoinTable | ResumeTable | ShowReplay | None
"""What the app does first; None: the home screen."""
