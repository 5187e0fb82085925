"""One night: a table with its people, from a seed, through everything that goes wrong, to the end of its game."""

from __future__ import annotations

import random
from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path
from typing import Any

from core.catalogue import GAMES
from net.settings import TableSettings
from tests.net.world import identity
from tests.nights.agenda import Agenda
from tests.nights.disk import Disk
from tests.nights.faults import Faults
from tests.nights.files import FileDisk
from tests.nights.guest import Guest
from tests.nights.host import HostProcess
from tests.nights.network import Cable, Network
from tests.nights.process import Wrong
from tests.nights.verdict import verdict
from tests.nights.watch import Watch

NAMES = ("Ana", "Ben", "Cleo", "Dov", "Eve", "Fay")
LATER = ("Gus", "Hal", "Ida", "Jon", "Kim", "Leo", "Mia", "Nils")
PATIENCE = 2 * 3600.0
"""Seconds within which a game ends once nothing goes wrong any more."""


class Night:
    """Everything follows from `seed` and `game` (None: drawn, too).

    `story`: hears what happens, line by line. `folder`: for real ledgers; without it disks are in memory.
    """

    def __init__(
        self,
        seed: int,
        game: str | None = None,
        story: Callable[[str], None] | None = None,
        folder: Path | None = None,
    ) -> None:
        self.seed = seed
        self.random = rng = random.Random(f"night {seed} {game}")
        self.agenda = Agenda()
        self.story = story
        self._folder = folder
        self.trace = blake2b(digest_size=16)
        self.calm = False
        self.clocks = False
        """Whether a clock was ever settled on."""
        self.game = game or rng.choice(list(GAMES))
        self.settings, people = self._settings()
        self.pace = rng.choice((1.5, 4.0, 10.0))
        """Seconds that people mostly take at most for a choice."""
        self.storm = rng.choice((120.0, 300.0, 600.0))
        slow = self.game == "nomadi" or self.settings.seats > 4
        self.enough = (
            rng.uniform(100, 400) if slow and rng.random() < 0.7 else rng.choice((1e9, rng.uniform(200, 2000)))
        )
        """When everybody has had enough, and wants to end the game early."""
        self.network = Network(self)
        self.watch = Watch(self)
        self.again = rng.choice((0, 0, 1))
        """How many more games are played after the first."""
        self.host = HostProcess(self)
        self.guests = [self._guest(name) for name in NAMES[:people]]
        for _ in range(rng.choice((0, 0, 1))):
            self.guests.append(self._guest(LATER[len(self.guests) - people], watch=True))
        every = rng.choice((1e9, 30.0, 15.0, 10.0, 7.0))
        self.faults = Faults(self, every)

    def _settings(self) -> tuple[TableSettings, int]:
        rng, game = self.random, GAMES[self.game]
        seats = rng.randint(2, min(game.max_seats, 5))
        if game.key == "nomadi" and rng.random() < 0.7:
            seats = min(seats, 3)
        owner = rng.random() < 0.6
        bots = rng.choice((0, 0, 1, rng.randrange(seats)))
        people = max(1, seats - bots - owner)
        bots = seats - owner - people
        more: dict[str, Any] = {
            "absent": rng.choice(("bot", "bot", "wait")),
            "window": rng.choice((6, 6, 0, 3)),
            "clock": rng.choice((0, 0, 0, 30)),
            "seed": rng.choice((None, None, None, 7)),
        }
        settings = TableSettings(game.key, seats, table="the night", name="Hana", bots=bots, owner=owner, **more)
        return settings, people

    def _guest(self, name: str, *, watch: bool = False) -> Guest:
        return Guest(self, name, identity(self.entropy(32)), watch=watch)

    # -- what everything is made with --------------------------------------------------------------------------

    def entropy(self, count: int) -> bytes:
        return self.random.randbytes(count)

    def chance(self, share: float) -> bool:
        """True in that share of all cases."""
        return self.random.random() < share

    def new_disk(self, name: str) -> Disk:
        """A machine's disk."""
        return Disk() if self._folder is None else FileDisk(self._folder / name)

    def say(self, who: str, what: str) -> None:
        """A line of the night's story."""
        line = f"{self.agenda.now:9.3f} {who}: {what}"
        self.trace.update(line.encode())
        if self.story is not None:
            self.story(line)

    def murmur(self, who: str, what: str, message: object) -> None:
        """A message, for the story only."""
        kind = type(message).__name__
        if self.story is not None and kind not in ("Beat", "Lobby", "Notice", "Heard", "Clock", "RecordPart"):
            numbers = [
                f"{name} {value}"
                for name in (
                    "number",
                    "step",
                    "key",
                    "seat",
                    "events",
                    "revision",
                    "undo",
                    "forfeits",
                    "withheld",
                    "code",
                )
                if (value := getattr(message, name, None)) not in (None, (), False)
            ]
            self.story(f"{self.agenda.now:9.3f} {who} {what} {kind} {', '.join(numbers)}")

    def delivered(self, cable: Cable, end: int, data: bytes) -> None:
        """Bytes have arrived."""
        self.trace.update(b"%d %d %.6f " % (cable.number, end, self.agenda.now))
        self.trace.update(data)

    def newcomer(self, *, sits: bool) -> None:
        """Somebody new comes."""
        guest = self._guest(LATER[len(self.guests) % len(LATER)], watch=True)
        guest.player.sits = sits
        self.guests.append(guest)
        guest.start()

    # -- the night ---------------------------------------------------------------------------------------------

    def run(self) -> Night:
        """The whole night. Raises `Wrong`, and whatever a state machine lets escape."""
        settings = self.settings
        self.say(
            "night",
            f"{self.seed}, {settings.game}: {settings.seats} seats, {settings.bots} bots, "
            f"{'with' if settings.owner else 'without'} an owner, absent {settings.absent}, window {settings.window}, "
            f"clock {settings.clock}, seed {settings.seed}, a fault every {self.faults.every:.0f} s",
        )
        self.host.start()
        for guest in self.guests:
            self.agenda.after(self.random.uniform(0.1, 5.0), guest.start)
        self._until(lambda: self.host.table.state != "lobby", 120.0, "the game does not begin")
        self.faults.next()
        storm = self.agenda.now + self.storm
        while self.agenda.now < storm and self.agenda.step():
            if self.host.up and self.host.table.state == "over":
                storm = min(storm, self.agenda.now + 30.0)
        self._calm_down()
        self._until(self._done, PATIENCE, "the game does not end, or not for everybody")
        verdict(self)
        return self

    def _until(self, what: Callable[[], bool], seconds: float, why: str) -> None:
        end = self.agenda.now + seconds
        while not what():
            if self.agenda.now > end or not self.agenda.step():
                raise Wrong(f"{why}: {self._state()}")

    def _calm_down(self) -> None:
        """Nothing goes wrong any more, and everybody comes back."""
        self.say("night", "calm")
        self.calm = True
        self.network.heal()
        for process in [self.host, *self.guests]:
            process.fuse = None
            process.disk.trouble = ""
            if not process.up:
                process.start()

    def _done(self) -> bool:
        """Whether the game is over and all who play know it."""
        table = self.host.table
        if not self.host.up or table.state != "over":
            return False
        return all(place.holder is None or not place.away for place in table.places) and all(
            guest in self.watch.ends for guest in self.guests if self._concerned(guest)
        )

    def _concerned(self, guest: Guest) -> bool:
        """Whether the end is owed to it: it has a seat, or has watched all along."""
        table = self.host.table
        seated = any(place.holder and place.holder.device == guest.key.public for place in table.places)
        return seated or (table.match is not None and guest.up and guest.mirror._game_id == table.match.game_id)

    def _state(self) -> str:
        table = self.host.table
        match = table.match
        people = ", ".join(f"{one.name} {one.state}{'' if one.up else ' (down)'}" for one in self.guests)
        what = (
            "no game" if match is None else f"step {match.step}, waiting {match.waiting}, owing {sorted(match.owing)}"
        )
        return f"the table is {table.state}, {table.paused or 'not paused'}; {what}; {people}; host up {self.host.up}"
