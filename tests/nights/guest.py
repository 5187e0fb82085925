"""A guest's program: the reconnecting of `net.guest`, played out in virtual time around a real mirror."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

from net.changes import Change, Closed, Distrust
from net.identity import Identity
from net.keepsake import Keepsake
from net.messages import Beat, Bye, Chain, Commit, FromGuest, FromHost, Refused, Welcome
from net.presence import ABSENT_SECONDS, BEAT_SECONDS
from net.seat import Mirror
from net.text import Line
from net.wire import LARGEST, BadFrame, Frames, decode_host, encode
from tests.nights.network import CONNECT_SECONDS, GUEST, Cable
from tests.nights.player import Player
from tests.nights.process import Process, Wrong

if TYPE_CHECKING:
    from tests.nights.night import Night

FIRST_PAUSE, LONGEST_PAUSE = 0.1, 2.0
MOST_UNANSWERED = 2
BEAT = encode(Beat())
FINAL = ("changed-key", "refused", "banned", "self", "version", "unproven", "behind", "code-needed", "wrong-code")


@cache
def _small(body: bytes) -> FromHost:
    return decode_host(body)


def read(body: bytes) -> FromHost:
    """The message of a frame from the host; the shortest, which say nothing, are decoded once."""
    return _small(body) if len(body) < 10 else decode_host(body)


class Guest(Process):
    """Somebody's machine. `watch`: comes to watch. `state`: down, lost (looking for the table), well, left."""

    def __init__(self, night: Night, name: str, key: Identity, *, watch: bool = False) -> None:
        super().__init__(night, name)
        self.key, self.watch = key, watch
        self.state = "down"
        self.leaves = False
        """Whether it has left for good, as far as it knows."""
        self.seats: dict[bytes, int] = {}
        """Which seat it has had in which game."""
        self.mirror: Mirror
        self.player = Player(night, self, lambda: self.mirror, self.send)
        self.cable: Cable | None = None
        self.attempts = 0

    # -- its life ----------------------------------------------------------------------------------------------

    def begin(self) -> None:
        self.mirror = Mirror(self.key.public, self.night.entropy, self.key.sign, keepsakes=self._keepsake)
        self.state, self.leaves, self.cable = "lost", False, None
        self._pause, self._unanswered = FIRST_PAUSE, 0
        self.player.begin()
        self._connect()
        self.after(BEAT_SECONDS, self._beat)

    def _keepsake(self, game_id: bytes, seat: int) -> Keepsake:
        return Keepsake(self.disk.open(f"{game_id.hex()[:8]}-{seat}", self))

    def end(self, *, silent: bool) -> None:
        self.state = "down"
        self.night.watch.died(self)
        if self.cable is not None:
            self.cable.reset(GUEST, silent=silent)

    def leave(self) -> None:
        """Goes, with a word."""
        self.send([Bye(Line("good night"))])
        if self.cable is not None:
            self.cable.close(GUEST)
        self.up, self.state, self.leaves = False, "left", True
        self.disk.crashed()
        self.night.say(self.name, "leaves")

    # -- the connection ----------------------------------------------------------------------------------------

    def _connect(self) -> None:
        life = self.life
        self.attempts += 1
        attempt = self.attempts

        def done(cable: Cable | None) -> None:
            if self.up and life == self.life and attempt == self.attempts:
                self.run(lambda: self._connected(cable))
            elif cable is not None:
                cable.close(GUEST)

        self.night.network.connect(self, self.night.host, lambda: self.night.host.up, done)

    def _connected(self, cable: Cable | None) -> None:
        if cable is None:
            self._again()
            return
        self.cable, self._frames, self._greeted = cable, Frames(LARGEST), False
        hello = self.mirror.hello(self.name, watch=self.watch)
        self.night.say(self.name, f"comes on connection {cable.number}, has seen {hello.seen}")
        cable.send(GUEST, encode(hello))
        self.after(CONNECT_SECONDS, lambda: self._too_late(cable))

    def _too_late(self, cable: Cable) -> None:
        if self.cable is cable and not self._greeted:
            cable.abort(GUEST)
            self._again()

    def _again(self) -> None:
        """Nobody was found there: once more, a little later."""
        self.cable = None
        self.after(self._pause * (0.5 + self.night.random.random()), self._connect)
        self._pause = min(2 * self._pause, LONGEST_PAUSE)

    def closed(self, cable: Cable) -> None:
        if cable is self.cable:
            self.run(self._lost)

    def _lost(self) -> None:
        if self.cable is not None:
            self.cable.close(GUEST)
        if self.state == "well":
            self.night.say(self.name, "has lost the connection")
            self.state, self._pause = "lost", FIRST_PAUSE
            self.mirror.away()
            self._connect()
        else:
            self._again()

    def _beat(self) -> None:
        """Says that it is still here, and notices when the host is not."""
        self.after(BEAT_SECONDS, self._beat)
        if self.state != "well" or self.cable is None:
            return
        if self.night.agenda.now - self._heard >= ABSENT_SECONDS:
            self.cable.abort(GUEST)
            self._lost()
            return
        self.cable.send(GUEST, BEAT)
        self._unanswered += 1

    # -- messages ----------------------------------------------------------------------------------------------

    def data(self, cable: Cable, data: bytes) -> None:
        if cable is self.cable:
            self.run(lambda: self._take_in(cable, data))

    def _take_in(self, cable: Cable, data: bytes) -> None:
        try:
            bodies = list(self._frames.feed(data))
        except BadFrame as error:
            raise Wrong(f"{self.name} cannot read what the host sent: {error}") from None
        for body in bodies:
            if self.cable is cable:
                self._hear(read(body))
        self.player.wake()

    def _hear(self, message: FromHost) -> None:
        self._heard = self.night.agenda.now
        self._unanswered -= isinstance(message, Beat)
        self.mirror.hung = self._unanswered > MOST_UNANSWERED
        self.night.murmur(self.name, "hears", message)
        if not self._greeted:
            self._answered(message)
            return
        replies, changes = self.mirror.receive(message)
        self.night.watch.heard(self, message, changes)
        self.point("between hearing and replying")
        self.send(replies)
        for change in changes:
            self._changed(change)

    def _answered(self, message: FromHost) -> None:
        """The host's answer to the hello."""
        if isinstance(message, Welcome):
            self._greeted, self.state = True, "well"
            self._unanswered, self.mirror.hung = 0, False
            self.mirror.receive(message)
        elif isinstance(message, Refused):
            self.night.say(self.name, f"is refused: {message.text}")
            if message.code in FINAL:
                raise Wrong(f"{self.name} is not let in any more: {message.text}")
            assert self.cable is not None
            self.cable.close(GUEST)
            self._again()

    def _changed(self, change: Change) -> None:
        if isinstance(change, Distrust):
            raise Wrong(f"{self.name} distrusts the host: {change.text}")
        if isinstance(change, Closed):
            if not change.back:
                raise Wrong(f"{self.name} is sent away: {change.text}")
            self._lost()

    def send(self, messages: Sequence[FromGuest]) -> None:
        """Says something to the host; while the connection is lost it is not said."""
        for message in messages:
            if isinstance(message, Commit | Chain):
                self.night.watch.committed(self, message)
            if self.state == "well" and self.cable is not None:
                self.point(f"before sending {type(message).__name__}")
                self.cable.send(GUEST, encode(message))
