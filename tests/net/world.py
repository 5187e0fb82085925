"""A table with its people in one process, without sockets: bytes in queues, time by hand, everything from a seed.

Every message crosses `net.wire` both ways. Each peer's frames arrive in order; which peer is served next is drawn from
the seed, so replies, departures and newcomers fall between each other in every order.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec.structs import replace

from core.bots import bot
from core.bots import names as bot_names
from core.record import Step
from core.stream import Stream
from net.certificate import Certificate
from net.changes import Change, Distrust, Finished, Rejected
from net.house import House
from net.identity import Identity
from net.journal import Journal
from net.messages import PROTOCOL, Commit, FromGuest, FromHost, Hello, Ready, Start
from net.seat import Mirror
from net.settings import TableSettings
from net.table import Coming, Post, Table, Tools
from net.text import Name
from net.wire import FIRST, LARGEST, Frames, decode_first, decode_guest, decode_host, encode

CERTIFICATE = Certificate.fresh()


def identity(secret: bytes) -> Identity:
    """The device key made of these 32 bytes."""
    return Identity.of(Ed25519PrivateKey.from_private_bytes(secret), CERTIFICATE)


HOST = identity(bytes(range(32)))
OWNER = 0
DATE = "2026-11-30T19:02:11Z"


class Frame(NamedTuple):
    """One frame at the host's door. `inbound`: from the guest."""

    peer: int
    inbound: bool
    data: bytes


class Guest:
    """A guest: a real mirror, a random player, and a wire to the host."""

    def __init__(self, world: World, peer: int, name: str, key: Identity) -> None:
        self.peer, self.name, self.key, self.device = peer, name, key, key.public
        self.mirror = Mirror(key.public, world.entropy, key.sign)
        self.changes: list[Change] = []
        self.plays = True
        """Whether it answers what it is asked by itself."""
        self.bad: Callable[[FromGuest], Iterable[FromGuest]] = lambda message: [message]
        """What a guest that does not keep to the rules sends in the place of a message."""
        self.open = True
        self.to_host: deque[bytes] = deque()
        self.to_guest: deque[bytes] = deque()
        self._in, self._out = Frames(FIRST), Frames(LARGEST)
        self._greeted = False

    def send(self, *messages: FromGuest) -> None:
        for message in messages:
            self.to_host.extend(map(encode, self.bad(message)))

    def choose(self, text: str) -> None:
        """Answers the open question with that action."""
        assert self.mirror.game is not None
        self.send(*self.mirror.choose(self.mirror.game.parse(self.mirror.position, text)))

    def take_in(self, data: bytes) -> None:
        for body in self._out.feed(data):
            replies, changes = self.mirror.receive(decode_host(body))
            self.changes += changes
            self.send(*replies)

    def read(self, data: bytes) -> list[FromGuest]:
        """What the host makes of these bytes."""
        out = []
        for body in self._in.feed(data):
            out.append(decode_guest(body) if self._greeted else decode_first(body))
            self._greeted, self._in.limit = True, LARGEST
        return out

    def of(self, kind: type[Any]) -> list[Any]:
        """The changes of that kind, in order."""
        return [change for change in self.changes if isinstance(change, kind)]

    @property
    def finished(self) -> Finished:
        """The end of the game as this guest saw it."""
        return self.of(Finished)[-1]

    @property
    def texts(self) -> list[str]:
        """All that was said to it in words."""
        return [change.text for change in self.changes if hasattr(change, "text")]


class World:
    """A host and its guests. `owner`: whether the host plays itself; else it only watches."""

    def __init__(
        self,
        game: str = "om-nom-nom",
        seats: int = 2,
        *,
        seed: int = 0,
        owner: bool = False,
        seeded: int | None = None,
        journal: Callable[[bytes], Journal] | None = None,
        **more: Any,
    ) -> None:
        self.random = random.Random(f"{game} {seats} {seed}")
        self.now = 0.0
        self.comings: list[Coming] = []
        self.frames: list[Frame] = []
        self.refused: list[Rejected] = []
        self.lie: Callable[[int, FromHost], Iterable[FromHost]] = lambda _, message: [message]
        """What a lying host tells a peer in the place of a message."""
        self.heard: list[tuple[int, FromGuest]] = []
        """All that the table was told, by whom, the host's own people and bots included."""
        self.choices: list[tuple[int, int, str, bytes]] = []
        """Every sealed choice that was made: question key, seat, action, nonce."""
        self.guests: dict[int, Guest] = {}
        self.journals: list[Journal] = []
        self.settings = settings = TableSettings(
            game=game, seats=seats, owner=owner, seed=seeded, **{"table": "the table", "name": "Hana", **more}
        )
        self._tools = Tools(self.entropy, HOST.sign, lambda: DATE, journal or self._journal, self.comings.append)
        self._seed = seed
        self._open(Table(settings, HOST.public, self._tools))

    def _open(self, table: Table) -> None:
        """The host's process, from its beginning."""
        self.table, self.settings = table, table.settings
        self._receive = table.receive
        table.receive = self._listen  # type: ignore[method-assign]
        self.house = House(table, self.entropy, HOST.sign, lambda seat: Stream.of_seed(f"bot {self._seed} {seat}"))
        self.host = Guest(self, OWNER, "Hana", HOST)
        self._post((self.house.join_owner if self.settings.owner else self.house.observe)(OWNER, self.now))

    def resume(self, journal: Journal | None = None, *, owner: bool | None = None) -> None:
        """The host's process is killed, and its table continued from the journal; all connections are lost.

        `journal`: another one than the table's own. `owner`: whether the host plays from now on.
        """
        for guest in self.guests.values():
            self._cut(guest)
        journal = self.journals[-1] if journal is None else journal
        owner = self.settings.owner if owner is None else owner
        self._open(Table.restore(journal, HOST.public, self._tools, self.now, owner=owner))

    @classmethod
    def of(cls, journal: Journal, *, owner: bool = False) -> World:
        """The table of a journal, with nobody at it yet."""
        world = cls(owner=owner)
        world.resume(journal)
        return world

    def back(self, guest: Guest, **hello: Any) -> Guest:
        """The same program connects anew, whatever the host knows of that; `hello`: what it says in its own way."""
        if guest.open:
            self._cut(guest)
        peer = len(self.frames) + len(self.guests) + 1
        again = self.guests[peer] = Guest(self, peer, guest.name, guest.key)
        again.mirror, again.changes, again.plays = guest.mirror, guest.changes, guest.plays
        again.send(replace(guest.mirror.hello(guest.name, watch=guest.mirror.seat is None), **hello))
        return again

    def entropy(self, count: int) -> bytes:
        return self.random.randbytes(count)

    def _listen(self, peer: int, message: FromGuest, now: float) -> list[Post]:
        self.heard.append((peer, message))
        return self._receive(peer, message, now)

    def _journal(self, game_id: bytes) -> Journal:
        self.journals.append(Journal())
        return self.journals[-1]

    # -- people ------------------------------------------------------------------------------------------------

    def come(self, name: str, *, watch: bool = False, key: Identity | None = None, version: int = PROTOCOL) -> Guest:
        """Somebody connects and says hello."""
        peer = len(self.frames) + len(self.guests) + 1
        guest = Guest(self, peer, name, key or identity(self.entropy(32)))
        self.guests[peer] = guest
        guest.send(Hello(version, Name(name), guest.device, watch))
        return guest

    def drop(self, guest: Guest) -> None:
        """The connection of a guest breaks, with whatever was under way."""
        self._cut(guest)
        self._post(self.house.gone(guest.peer, self.now))

    def _cut(self, guest: Guest) -> None:
        """The guest's end of a connection is gone."""
        guest.open = False
        guest.to_host.clear()
        guest.to_guest.clear()
        guest.mirror.away()

    def go(self, guest: Guest) -> None:
        """The connection of a guest breaks, and the time that its seat is kept for it is over at once."""
        self.drop(guest)
        for place in self.table.places:
            if place.until is not None and place.holder is not None and place.holder.device == guest.device:
                place.until = self.now
        self._post(self.house.tick(self.now))

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps of the game so far, as the record has them."""
        return tuple(self.table.match.steps) if self.table.match is not None else ()

    def sit_all(self, *names: str, watchers: int = 0) -> list[Guest]:
        """People come, in order, until all have arrived."""
        coming = [(name, False) for name in names] + [(f"Watcher {n}", True) for n in range(1, watchers + 1)]
        people = []
        for name, watch in coming:
            guest = self.come(name, watch=watch)
            self.run(until=lambda guest=guest: not guest.open or guest.mirror.lobby)  # type: ignore[misc]
            people.append(guest)
        return people

    def start(self) -> None:
        """All seated guests are ready, and the owner starts."""
        for guest in self.guests.values():
            guest.send(Ready(ready=True))
        self.run()
        self.own(Start())

    # -- the owner, over memory ----------------------------------------------------------------------------------

    def own(self, *messages: FromGuest) -> None:
        """The host's own player says something."""
        for message in messages:
            self._post(self.house.receive(OWNER, message, self.now))

    # -- moving ------------------------------------------------------------------------------------------------

    def _post(self, posts: list[Post]) -> None:
        queue = deque(posts)
        while queue:
            post = queue.popleft()
            if post.peer == OWNER:
                replies, changes = self.host.mirror.receive(post.message)
                self.host.changes += changes
                for reply in replies:
                    queue.extend(self.house.receive(OWNER, reply, self.now))
                continue
            guest = self.guests[post.peer]
            for message in self.lie(post.peer, post.message) if guest.open else ():
                data = encode(message)
                self.frames.append(Frame(post.peer, False, data))
                guest.to_guest.append(data)
            guest.open = guest.open and not post.last

    def _moves(self) -> list[Callable[[], None]]:
        """All that could happen next."""
        moves: list[Callable[[], None]] = []
        for guest in self.guests.values():
            if guest.to_guest:
                moves.append(lambda guest=guest: guest.take_in(guest.to_guest.popleft()))  # type: ignore[misc]
            if guest.to_host:
                moves.append(lambda guest=guest: self._hear(guest))  # type: ignore[misc]
            if guest.open and self._wants(guest):
                moves.append(lambda guest=guest: guest.send(*self._choice(guest)))  # type: ignore[misc]
        if self._wants(self.host):
            moves.append(lambda: self.own(*self._choice(self.host)))
        if self.house.busy:
            moves.append(lambda: self._post(self.house.think(self.now)))
        return moves

    def _hear(self, guest: Guest) -> None:
        data = guest.to_host.popleft()
        self.frames.append(Frame(guest.peer, True, data))
        for message in guest.read(data):
            if guest.open:
                self._post(self.house.receive(guest.peer, message, self.now))

    def _wants(self, guest: Guest) -> bool:
        mirror = guest.mirror
        # Now and then somebody changes a sealed choice while others still think.
        again = mirror.choice is not None and not mirror.closed and self.random.random() < 0.1
        return guest.plays and (mirror.owes or (again and mirror.broken is None))

    def _choice(self, guest: Guest) -> list[FromGuest]:
        """Mostly what the game's best bot says, so that games end in good time; now and then anything legal."""
        mirror = guest.mirror
        assert mirror.game is not None
        assert mirror.seat is not None
        if self.random.random() < 0.2:
            action = self.random.choice(list(mirror.answers()))
        else:
            best = bot(mirror.game, bot_names(mirror.game)[-1])
            action = best(mirror.position, mirror.seat, Stream(self.entropy(32)))
        messages = mirror.choose(action)
        self.choices += [
            (mirror._key, mirror.seat, *mirror._set._mine[m.revision]) for m in messages if isinstance(m, Commit)
        ]
        return messages

    def step(self) -> bool:
        """One thing happens; False if there is nothing to happen."""
        moves = self._moves()
        if moves:
            self.random.choice(moves)()
        return bool(moves)

    def run(self, until: Callable[[], object] | None = None, most: int = 200_000) -> None:
        """Lets things happen, one by one, until the condition holds, or nothing is left to happen."""
        for _ in range(most):
            if until is not None and until():
                return
            if not self.step():
                assert until is None, "it never came to that"
                return
        raise AssertionError("this does not end")

    def pass_time(self, seconds: float) -> None:
        """Time goes by; whoever is there says so."""
        self.now += seconds
        for guest in self.guests.values():
            if guest.peer in self.table.members:
                self.table.members[guest.peer].heard = self.now
        deadline = self.table.deadline
        if deadline is not None and deadline <= self.now:
            self._post(self.house.tick(self.now))

    # -- what must be so ---------------------------------------------------------------------------------------

    @property
    def honest(self) -> list[Guest]:
        """Everybody who is still there, the host's own player or eye included."""
        return [self.host, *(guest for guest in self.guests.values() if guest.open)]

    def check_end(self) -> bytes:
        """All who are here saw the same game end, and keep the same bytes; these."""
        records = set()
        for guest in self.honest:
            assert guest.mirror.broken is None, guest.mirror.broken
            assert guest.of(Distrust) == []
            assert guest.finished.doubt is None
            records.add(guest.finished.record)
        (record,) = records
        assert record.decode() == self.table.record()
        return record
