"""A place at a table, as the screens hold it."""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from net.changes import Begun, Change, ClockSet, Knocked, LinkChanged, LobbyChanged, Moved, Noticed, Talked
from net.link import Link
from net.seat import Mirror
from net.settings import TableSettings

if TYPE_CHECKING:
    from net.host import Host
    from tui.replaying import Replay

MOST_LINES = 200
"""Of talk that a screen shows again after another one had its place."""
MOST_TOLD = 5000
"""Lines of a game's story that are kept."""
WELL = LinkChanged("well")
GOODBYE_SECONDS = 2.0
"""How long leaving may take; then the connection is simply dropped."""


class Told(NamedTuple):
    """Something that happened in the game, as a sentence."""

    text: str


@dataclass
class Session:
    """One table, from sitting down to leaving.

    `host` is set where this process hosts it. `record_path`: the saved record of the game just finished. `talk`: what
    was said and noticed, oldest first, at most `MOST_LINES`. `story`: that and the sentences of the game that is on.
    `solo`: nobody else can come. `starting`: the start was given and the game has not begun yet. `again`: another game
    is to begin as soon as everybody is ready. `knocks`: who waits to be let in, by number. `back`: whoever goes now
    does not go for good. `connection`: of ours, as `LinkChanged` tells it. `seen_at`, `clock_at`: when the lobby and
    the clock were told, in seconds of `time.monotonic`.
    """

    link: Link
    host: Host | None = None
    record_path: Path | None = None
    solo: bool = False
    starting: bool = False
    again: bool = False
    back: bool = False
    knocks: dict[int, Knocked] = field(default_factory=dict)
    talk: list[Talked | Noticed] = field(default_factory=list)
    story: list[Talked | Noticed | Told] = field(default_factory=list)
    connection: LinkChanged = WELL
    seen_at: float = 0.0
    clock_at: float = 0.0
    _game: bytes | None = None

    @property
    def mirror(self) -> Mirror:
        """What this seat knows of the table."""
        return self.link.mirror

    @property
    def is_owner(self) -> bool:
        """Whether the seats, bots and options are this player's to change, and the start to give."""
        welcome = self.mirror.welcome
        return welcome is not None and welcome.owner

    @property
    def playing(self) -> bool:
        """Whether a game is on."""
        mirror = self.mirror
        on = mirror.lobby is not None and mirror.lobby.state == "playing" and mirror.game is not None
        return on and not (mirror.over or mirror.stopped)

    @property
    def in_game(self) -> bool:
        """Whether a game is on in which this player has a seat, or which this process hosts."""
        return self.playing and (self.mirror.seat is not None or self.host is not None)

    @property
    def lost(self) -> bool:
        """Whether the table is out of reach, and being looked for."""
        return self.connection.state == "lost"

    def note(self, change: Change) -> bool:
        """Keeps what the next screen has to know. Whether it is a game that the story so far does not tell of."""
        match change:
            case Talked() | Noticed():
                self.hear(change)
            case Moved():
                self._tell(change)
            case LinkChanged():
                self.connection = change
            case LobbyChanged():
                self.seen_at = monotonic()
            case ClockSet():
                self.clock_at = monotonic()
            case Begun():
                return self._begun()
        return False

    def hear(self, line: Talked | Noticed) -> None:
        """Keeps a line of talk for the next screen."""
        self.talk.append(line)
        del self.talk[:-MOST_LINES]
        self._keep(line)

    def _tell(self, moved: Moved) -> None:
        game, names = self.mirror.game, self.mirror.names
        for event in moved.events if game is not None else ():
            if game is not None and (words := game.tell(event, names)):
                self._keep(Told(words))

    def _keep(self, line: Talked | Noticed | Told) -> None:
        self.story.append(line)
        del self.story[:-MOST_TOLD]

    def _begun(self) -> bool:
        # What a mirror would say on coming back names the game.
        game = self.mirror.hello("", watch=False).game
        if game is not None and game == self._game:
            return False
        self._game = game
        self.story = list(self.talk)
        return True

    async def close(self, why: str = "") -> None:
        """Says goodbye; where this process hosts, everybody is told and the table ends. Never raises, never lingers.

        With `back` set a seat is kept, and a game that is hosted here can be continued.
        """
        back = self.back
        for ending in (self.link.close(why, back=back), self.host.close(back=back) if self.host else None):
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
