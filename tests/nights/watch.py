"""What must be so at every moment of a night: looked at whenever the host tells and a guest commits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from net.changes import Change, Finished, Moved, Rejected, Stopped
from net.match import Match
from net.messages import (
    Begin,
    Chain,
    Chains,
    Closing,
    Commit,
    FromGuest,
    FromHost,
    Hello,
    RecordPart,
    Sealed,
    Step,
)
from net.rows import AnyRow, Closed, Stepped
from net.wire import encode
from tests.net.world import HOST
from tests.nights.network import GUEST, Cable
from tests.nights.process import Process, Wrong
from tests.nights.verdict import told

if TYPE_CHECKING:
    from tests.nights.guest import Guest
    from tests.nights.night import Night

COUNTED, STEPPED, CLOSED = b'{"row":"counted"', b'{"row":"stepped"', b'{"row":"closed"'
CALM_SECONDS = 120.0
"""So long after the last trouble nobody has an excuse any more."""
UNHEARD_OF = {"bad-signature", "copied", "behind", "chained", "unreadable", "again", "hello-first", "full"}
"""Refusals that no honest guest gets."""


class Choice(NamedTuple):
    """A sealed choice as its owner made it."""

    game: bytes
    key: int
    seat: int
    revision: int
    action: str
    nonce: bytes
    by: Process


class Course:
    """How far a connection has been told a game: `seat`, and the number of events."""

    def __init__(self, hello: Hello) -> None:
        self.game, self.seat, self.events = hello.game, hello.seat, hello.seen


class Kept:
    """What the host's disk has of a game: `events`, `closed` sets by key, and which of them made which event."""

    def __init__(self) -> None:
        self.read = self.events = 0
        self.closed: dict[int, Closed] = {}
        self.made: dict[int, Closed | None] = {}
        self.open: Closed | None = None


class Watch:
    """Everything that was told and committed in a night."""

    def __init__(self, night: Night) -> None:
        self.night = night
        self.told: dict[tuple[bytes, int, int | None], FromHost] = {}
        """By game, number of the event, and seat."""
        self.begins: list[Begin] = []
        self.choices: dict[bytes, Choice] = {}
        """By nonce."""
        self.refusals: Counter[str] = Counter()
        self.ends: dict[Process, Finished | Stopped] = {}
        self.over: set[bytes] = set()
        """Games whose journals are no longer wanted, since another one begins."""
        self._courses: dict[Cable, Course] = {}
        self._secret: dict[bytes, Choice] = {}
        """Choices that nobody else may see yet, by nonce."""
        self._held: dict[tuple[bytes, bytes], int] = {}
        self._kept: dict[bytes, Kept] = {}
        self._numbers: dict[Process, int] = {}

    def put_away(self, match: Match | None) -> None:
        """Another game begins; what was told of that one is still in memory, and compared before it goes."""
        if match is not None:
            told(self.night)
            self.over.add(match.game_id)

    # -- what the disk has -------------------------------------------------------------------------------------

    def kept(self, game: bytes) -> Kept:
        """What the host's disk has of a game now."""
        rows = self.night.host.disk.durable(f"journal {game.hex()[:8]}")
        kept = self._kept.setdefault(game, Kept())
        for body in rows[kept.read :]:
            if body.startswith(COUNTED):
                kept.events += 1
            elif body.startswith(STEPPED):
                kept.events += 1
                kept.made[kept.events], kept.open = kept.open, None
                if b'"nonces"' in body:
                    for nonce in msgspec.json.decode(body, type=Stepped).nonces.values():
                        self._secret.pop(nonce, None)
            elif body.startswith(CLOSED):
                kept.open = msgspec.json.decode(body, type=Closed)
                kept.closed[kept.open.key] = kept.open
        kept.read = len(rows)
        return kept

    def rows(self, game: bytes) -> list[AnyRow]:
        """The host's journal of a game, as it would be found."""
        rows = self.night.host.disk.durable(f"journal {game.hex()[:8]}")
        return [msgspec.json.decode(body, type=AnyRow, dec_hook=lambda kind, value: kind(value)) for body in rows]

    # -- the host tells ----------------------------------------------------------------------------------------

    def hello(self, cable: Cable, message: FromGuest) -> None:
        """Somebody says hello on a connection."""
        if isinstance(message, Hello):
            self._courses[cable] = Course(message)

    def telling(self, cable: Cable, message: FromHost, data: bytes) -> None:
        """The host is about to send that on a connection."""
        self._secrets(cable, message, data)
        course = self._courses[cable]
        guest: Guest = cable.ends[GUEST]  # type: ignore[assignment]
        if isinstance(message, Begin):
            course.game, course.seat, course.events = message.game_id, message.seat, message.events
            if message.seat is not None:
                before = self._held.setdefault((message.game_id, guest.key.public), message.seat)
                if before != message.seat:
                    raise Wrong(f"{guest.name} is shown seat {message.seat} and has seen the secrets of {before}")
            self._durable(course, f"the game as seat {message.seat} sees it")
            self.begins.append(message)
        elif isinstance(message, Step | Chains):
            course.events += 1
            self._durable(course, f"{type(message).__name__} {getattr(message, 'number', '')}")
            assert course.game is not None
            before_told = self.told.setdefault((course.game, course.events, course.seat), message)
            if before_told is not message and encode(before_told) != data:
                raise Wrong(f"event {course.events} is told to seat {course.seat} otherwise than before")
            if before_told is message and isinstance(message, Step) and message.forfeits:
                self._forfeits(course.game, course.events, message)
        elif isinstance(message, Closing):
            assert course.game is not None
            row = self.kept(course.game).closed.get(message.key)
            if row is None or row.seals != message.seals:
                raise Wrong(f"the closed set of question {message.key} is told before the disk has it")

    def _durable(self, course: Course, what: str) -> None:
        assert course.game is not None
        kept = self.kept(course.game).events
        if course.events > kept:
            raise Wrong(f"event {course.events} ({what}) is told while the disk has {kept}")

    def _secrets(self, cable: Cable, message: FromHost, data: bytes) -> None:
        """Nothing that leaves the host holds somebody's sealed choice before all are open."""
        course = self._courses[cable]
        if isinstance(message, Step | RecordPart) and course.game is not None:
            self.kept(course.game)
        for nonce, choice in self._secret.items():
            found = nonce in data or (isinstance(message, RecordPart) and nonce.hex().encode() in data)
            own = isinstance(message, Sealed) and choice.by is self.night.host
            if found and not own:
                raise Wrong(
                    f"a {type(message).__name__} to {cable.ends[GUEST].name} opens a choice"  # type: ignore[attr-defined]
                    f" of seat {choice.seat} for question {choice.key}"
                )

    def _forfeits(self, game: bytes, event: int, step: Step) -> None:
        """Nobody loses a choice who was there all the time, unless a clock ran out."""
        now, settings, host = self.night.agenda.now, self.night.settings, self.night.host
        closed = self.kept(game).made[event]
        for seat in step.forfeits:
            seal = closed.seals.get(seat) if closed is not None else None
            who = next((one for one in self.night.guests if seal and one.key.public == seal.device), host)
            if seal is not None and seal.device == HOST.public:
                continue  # A bot that stood in for somebody who is back.
            if now - max(who.troubled, host.troubled) < CALM_SECONDS:
                continue
            if seal is not None:
                raise Wrong(f"{who.name} lost the sealed choice of step {step.number} without any trouble")
            if not (settings.window or settings.clock or self.night.clocks):
                raise Wrong(f"seat {seat} ran out of time in step {step.number} where there is no clock")

    # -- what guests do ----------------------------------------------------------------------------------------

    def committed(self, process: Process, message: Commit | Chain) -> None:
        """A guest, or the owner, is about to send that."""
        mirror = process.mirror  # type: ignore[attr-defined]
        game, seat = mirror._game_id, mirror.seat
        rows = process.disk.durable(f"{game.hex()[:8]}-{seat}")  # type: ignore[attr-defined]
        if isinstance(message, Chain):
            return
        found = [row for body in rows if (row := msgspec.json.decode(body)).get("key") == message.key]
        row = next((row for row in reversed(found) if row.get("revision") == message.revision), None)
        if row is None:
            raise Wrong(f"{process.name} commits to what its disk does not have: question {message.key}")
        earlier = {row["revision"] for row in found if row.get("revision", message.revision) < message.revision}
        if earlier and message.revision - 1 not in earlier:
            raise Wrong(f"{process.name} has forgotten what it had sealed for question {message.key}")
        nonce = msgspec.convert(row["nonce"], bytes)
        choice = Choice(game, message.key, seat, message.revision, row["action"], nonce, process)
        for other in self.choices.values():
            if other[:4] == choice[:4] and other.by is process and other.nonce != nonce:
                raise Wrong(f"{process.name} has made two choices {message.revision} for question {message.key}")
        if nonce not in self.choices:
            self.choices[nonce] = self._secret[nonce] = choice

    def heard(self, process: Process, message: FromHost, changes: Sequence[Change]) -> None:
        """A mirror has taken in a message."""
        if isinstance(message, Begin):
            if message.game_id not in self.over:
                self.ends.pop(process, None)
            self._numbers[process] = message.step
            if message.seat is not None:
                process.seats[message.game_id] = message.seat  # type: ignore[attr-defined]
        for change in changes:
            if isinstance(change, Moved):
                if change.number != self._numbers[process] + 1:
                    raise Wrong(f"{process.name} hears step {change.number} after {self._numbers[process]}")
                self._numbers[process] = change.number
            elif isinstance(change, Finished | Stopped):
                self.ends[process] = change
                self.night.say(process.name, "sees the end")
                if isinstance(change, Finished) and change.doubt is not None:
                    raise Wrong(f"{process.name} doubts the record: {change.doubt}")
            elif isinstance(change, Rejected):
                self.refusals[change.code] += 1
                self.night.say(process.name, f"is refused: {change.text}")
                if change.code in UNHEARD_OF:
                    raise Wrong(f"{process.name} is refused, and was honest: {change.code}: {change.text}")

    def died(self, process: Process) -> None:
        """What it knew is gone."""
        self.ends.pop(process, None)
