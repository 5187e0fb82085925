"""The host's program: the shell of `net.host` in virtual time around a real table, house and owner's mirror."""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Sequence
from typing import TYPE_CHECKING

from core.stream import Stream
from net.changes import Closed, Distrust
from net.house import House
from net.journal import Journal
from net.keepsake import Keepsake
from net.kept import BadLedger
from net.messages import Again, Beat, Bye, Commit, FromGuest, FromHost, Pause, PutBot, Settle, Start
from net.places import missing
from net.seat import Mirror
from net.table import Post, Table, Tools
from net.text import Line as Text
from net.wire import FIRST, LARGEST, BadFrame, Frames, decode_first, decode_guest, encode
from tests.net.world import DATE, HOST, OWNER
from tests.nights.agenda import Entry
from tests.nights.network import HOST as END
from tests.nights.network import Cable
from tests.nights.player import Player
from tests.nights.process import Process, Wrong

if TYPE_CHECKING:
    from tests.nights.night import Night

BEAT = encode(Beat())
MOST_QUEUED = 256
"""As many frames as `net.connection` lets wait for a peer."""


class Line:
    """A connection as the host holds it."""

    def __init__(self, cable: Cable) -> None:
        self.cable = cable
        self.number: int | None = None
        self.frames = Frames(FIRST)


class HostProcess(Process):
    """The machine that has the table, and perhaps the owner's own player."""

    def __init__(self, night: Night) -> None:
        super().__init__(night, "host")
        self.seats: dict[bytes, int] = {}
        self.owner = night.settings.owner
        """Whether its player is there; a table can be continued without."""
        self.table: Table
        self.mirror: Mirror
        self.player = Player(night, self, lambda: self.mirror, self.own)

    # -- its life ----------------------------------------------------------------------------------------------

    def begin(self) -> None:
        night = self.night
        self._lines: dict[Cable, Line] = {}
        self._peers: dict[int, Line] = {}
        self._numbers = itertools.count(1)
        self._timer: Entry | None = None
        self._bots: Entry | None = None
        self._starting = False
        tools = Tools(night.entropy, HOST.sign, lambda: DATE, self._journal)
        self.mirror = Mirror(HOST.public, night.entropy, HOST.sign, keepsakes=self._keepsake)
        waiting = [name for name, file in self.disk.files.items() if name.startswith("journal") and file.rows]
        now, owner = night.agenda.now, self.owner if waiting else night.settings.owner
        self.owner = owner
        if waiting:
            try:
                kept = Journal(self.disk.open(waiting[-1], self))
                self.table = Table.restore(kept, HOST.public, tools, now, owner=owner)
            except BadLedger as error:
                raise Wrong(f"the table cannot be continued: {error}") from None
        else:
            self.table = Table(night.settings, HOST.public, tools)
        self.house = House(self.table, night.entropy, HOST.sign, lambda _: Stream(night.entropy(32)))
        self.player.begin()
        self.after(5.0, self._rule)
        self._post((self.house.join_owner if owner else self.house.observe)(OWNER, now))

    def _journal(self, game_id: bytes) -> Journal:
        return Journal(self.disk.open(f"journal {game_id.hex()[:8]}", self))

    def _keepsake(self, game_id: bytes, seat: int) -> Keepsake:
        return Keepsake(self.disk.open(f"{game_id.hex()[:8]}-{seat}", self))

    def end(self, *, silent: bool) -> None:
        self.night.watch.died(self)
        for cable in self._lines:
            cable.reset(END, silent=silent)

    def pause(self) -> None:
        """The host pauses the table: everybody is told, and it can be continued."""
        if self.table.can_continue:
            self.table.close(back=True)
            for cable in list(self._lines):
                cable.send(END, encode(Bye(Text("the host has paused the table"), back=True)))
                cable.close(END)
            self._lines.clear()
            self.die()

    # -- the shell ---------------------------------------------------------------------------------------------

    def data(self, cable: Cable, data: bytes) -> None:
        self.run(lambda: self._take_in(cable, data))

    def _take_in(self, cable: Cable, data: bytes) -> None:
        line = self._lines.setdefault(cable, Line(cable))
        try:
            for body in line.frames.feed(data):
                if line.number is None:
                    line.number, line.frames.limit = next(self._numbers), LARGEST
                    self._peers[line.number] = line
                    message = decode_first(body)
                    self.night.watch.hello(cable, message)
                else:
                    message = decode_guest(body)
                self.night.murmur("host", f"hears from {line.cable.ends[0].name}", message)  # type: ignore[attr-defined]
                if line.number in self._peers:
                    self._post(self.house.receive(line.number, message, self.night.agenda.now))
        except BadFrame as error:
            raise Wrong(f"the host cannot read what it was sent: {error}") from None

    def closed(self, cable: Cable) -> None:
        self.run(lambda: self._gone(cable, "has lost the connection"))

    def _gone(self, cable: Cable, why: str) -> None:
        line = self._lines.pop(cable, None)
        cable.close(END)
        if line is not None and line.number is not None and self._peers.pop(line.number, None) is not None:
            self._post(self.house.gone(line.number, self.night.agenda.now, why))

    def own(self, messages: Sequence[FromGuest]) -> None:
        """The owner says something."""
        for message in messages:
            if isinstance(message, Commit):
                self.night.watch.committed(self, message)
            self._post(self.house.receive(OWNER, message, self.night.agenda.now))

    def _post(self, posts: Sequence[Post]) -> None:
        queue = deque(posts)
        encoded: dict[int, tuple[FromHost, bytes]] = {}
        while queue:
            post = queue.popleft()
            if post.peer == OWNER:
                queue.extend(self._to_owner(post.message))
            elif line := self._peers.get(post.peer):
                self.point(f"before sending {type(post.message).__name__} to {post.peer}")
                if isinstance(post.message, Beat):
                    data = BEAT
                else:
                    data = encoded.setdefault(id(post.message), (post.message, encode(post.message)))[1]
                self._send(line, post, data)
        self._follow_up()

    def _send(self, line: Line, post: Post, data: bytes) -> None:
        self.night.watch.telling(line.cable, post.message, data)
        line.cable.send(END, data)
        if post.last:
            line.cable.close(END)
        elif line.cable.backlog > MOST_QUEUED:
            self._gone(line.cable, "does not keep up any more")

    def _to_owner(self, message: FromHost) -> list[Post]:
        self.night.murmur("owner", "hears", message)
        replies, changes = self.mirror.receive(message)
        self.night.watch.heard(self, message, changes)
        for change in changes:
            if isinstance(change, Distrust | Closed):
                raise Wrong(f"the owner's own mirror: {change.text}")
        posts = []
        for reply in replies:
            posts += self.house.receive(OWNER, reply, self.night.agenda.now)
        return posts

    def _follow_up(self) -> None:
        for bot in self.house._bots.values():
            if bot.mirror.broken:
                raise Wrong(f"the bot on seat {bot.mirror.seat} is broken: {bot.mirror.broken}")
        if self.house.busy and self._bots is None:
            self._bots = self.after(self.night.random.uniform(0.01, 1.5), self._think)
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if (deadline := self.table.deadline) is not None:
            self._timer = self.after(max(0.0, deadline - self.night.agenda.now), self._tick)
        if self.table.state == "lobby" and not self._starting and not missing(self.table.places):
            self._starting = self.owner
            self.after(1.0, self._start)
        self.player.wake()

    def _tick(self) -> None:
        self._timer = None
        self._post(self.house.tick(self.night.agenda.now))

    def _think(self) -> None:
        self._bots = None
        self._post(self.house.think(self.night.agenda.now))

    # -- the owner, as one who rules ---------------------------------------------------------------------------

    def _start(self) -> None:
        self._starting = False
        if self.table.state == "lobby" and not missing(self.table.places):
            self.own([Start()])

    def _rule(self) -> None:
        """Looks at the table now and then: goes on without those who do not come, and has whims."""
        night, table = self.night, self.table
        self.after(5.0, self._rule)
        if not self.owner:
            return
        calm = night.calm
        if table.state == "over" and night.again and not calm:
            if night.chance(0.4):
                night.again -= 1
                night.watch.put_away(table.match)
                self.own([Again(night.chance(0.5))])
        elif table.state == "lobby" and night.watch.over:
            free = [seat for seat, place in enumerate(table.places) if place.free]
            self.own([PutBot(seat, table.room.best_bot) for seat in free])
        if table.state != "playing":
            return
        waiting, called = table.paused.startswith("waiting for"), table.paused.startswith("the host has called")
        if (waiting and night.chance(0.1)) or (called and (calm or night.chance(0.2))):
            self.own([Pause(yes=False)])
        elif not calm and not table.paused and night.chance(0.01):
            self.own([Pause(yes=True)])
        elif not calm and night.chance(0.01):
            night.clocks = True
            self.own([Settle(night.random.choice(("bot", "wait")), night.random.choice((0, 30, 60)))])
