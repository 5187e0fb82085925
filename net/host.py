"""The host's shell on asyncio: sockets, deadlines and queues around the house. No rule of any game is here."""

from __future__ import annotations

import asyncio
import errno
import itertools
import logging
import os
import ssl
from collections import deque
from collections.abc import Callable, Sequence
from datetime import UTC, datetime

from core.stream import Stream
from net import tls
from net.announcing import Announcer
from net.changes import Change, LobbyChanged, Noticed
from net.codes import Code
from net.connection import Connection, Pace, Strangers, address_of, keep_alive, place_of
from net.house import House
from net.identity import Identity
from net.interfaces import reachable, spell
from net.joining import Door, Doorkeeper, Entry
from net.journal import Journal
from net.keeping import Keeping
from net.messages import PROTOCOL, Bye, FromGuest, FromHost, Hello, Ping, Refused, Welcome
from net.peers import BadPeers
from net.refusal import Refusal
from net.seat import Mirror
from net.settings import PORT, TableSettings
from net.table import Coming, Post, Table, Tools
from net.text import Line, Name, clean
from net.wire import LARGEST, BadFrame, Frames, decode_first, decode_guest

PAUSED, CLOSED = "the host has paused the table", "the host has closed the table"
OWNER = 0
"""The peer number of the host's own player."""
TLS_SECONDS = 5.0
"""How long the handshake may take."""
PROOF_SECONDS = 10.0
"""How long a stranger may take after it to show who it is."""
MOST_STRANGERS, MOST_STRANGERS_A_PLACE = 16, 4
"""Connections of those who are not welcome yet; further ones are closed at once."""
_STRANGER = 1 << 40
"""The number under which somebody without one asks for the table's public line."""
_PORTS_TRIED = 20
_log = logging.getLogger(__name__)


class CannotOpen(Exception):
    """The table cannot be opened; the text says why."""


class LocalLink:
    """The host's own player's link: the same mirror and messages, over memory."""

    def __init__(self, host: Host, mirror: Mirror) -> None:
        self.mirror = mirror
        self.changes: asyncio.Queue[Change] = asyncio.Queue()
        self._host = host

    def send(self, messages: Sequence[FromGuest]) -> None:
        """Hands messages to the table."""
        for message in messages:
            self._host.receive(OWNER, message)

    async def close(self, why: str = "", *, back: bool = False) -> None:
        """Closes the whole table: it lives on the host's machine."""
        await self._host.close(why, back=back)


class Host:
    """A table that is open: listening, announced, with its bots and perhaps the host's own player."""

    def __init__(
        self,
        settings: TableSettings | Journal,
        identity: Identity,
        comings: Callable[[Coming], None],
        keeping: Keeping,
        *,
        owner: bool,
    ) -> None:
        """Raises `BadOptions`, `BadLedger`. Use `open` or `resume`."""
        entropy = os.urandom
        tools = Tools(
            entropy=entropy,
            sign=identity.sign,
            date=_today,
            journal=keeping.journal,
            comings=comings,
            banned=self._banned,
        )
        if isinstance(settings, Journal):
            self.table = Table.restore(settings, identity.public, tools, self._now(), owner=owner)
            settings = self.table.settings
        else:
            self.table = Table(settings, identity.public, tools)
        self.settings = settings
        self.house = House(self.table, entropy, identity.sign, lambda seat: _stream(settings.seed, f"bot {seat}"))
        self.port: int | None = None
        """Where the table listens; None for a table in memory."""
        self.link: LocalLink
        """The host's own player's place; a dedicated host only watches from it."""
        code = None if settings.open else Code(entropy, self._renewed)
        self._keeper = Doorkeeper(identity, Name(settings.name), keeping.peers, entropy, code, attended=settings.owner)
        self._tls: ssl.SSLContext
        self._peers: dict[int, Connection] = {}
        """Those with a number: at the table, or knocking."""
        self._connections: set[Connection] = set()
        self._at_door: dict[asyncio.StreamWriter, str] = {}
        self._strangers = Strangers(MOST_STRANGERS, MOST_STRANGERS_A_PLACE)
        self._numbers = itertools.count(1)
        self._server: asyncio.Server | None = None
        self._announcer: Announcer | None = None
        self._thinking: asyncio.Handle | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._readers: set[asyncio.Task[None]] = set()
        self._closed = False

    @classmethod
    async def open(
        cls,
        settings: TableSettings,
        identity: Identity,
        comings: Callable[[Coming], None] = lambda _: None,
        keeping: Keeping | None = None,
    ) -> Host:
        """Opens a table. `comings` hears of everybody who comes and goes; `keeping`: what outlives this process.

        Raises `BadOptions`, and `CannotOpen` for a port or address that is not to be had.
        """
        return await cls._open(settings, identity, comings, Keeping() if keeping is None else keeping)

    @classmethod
    async def resume(
        cls,
        journal: Journal,
        identity: Identity,
        comings: Callable[[Coming], None] = lambda _: None,
        keeping: Keeping | None = None,
        *,
        owner: bool = True,
    ) -> Host:
        """Continues a table from its journal: at its old port if it can. `owner`: whether the host plays now.

        Raises `BadLedger`, `CannotOpen`.
        """
        kept = Keeping() if keeping is None else keeping
        return await cls._open(journal, identity, comings, kept, owner=owner)

    @classmethod
    async def _open(
        cls,
        table: TableSettings | Journal,
        identity: Identity,
        comings: Callable[[Coming], None],
        keeping: Keeping,
        *,
        owner: bool = True,
    ) -> Host:
        host = cls(table, identity, comings, keeping, owner=owner)
        settings = host.settings
        host.link = LocalLink(host, Mirror(identity.public, os.urandom, identity.sign, keepsakes=keeping.keepsake))
        if settings.listen:
            try:
                host._tls = tls.server(identity.certificate)
            except OSError as error:
                raise CannotOpen(f"the certificate cannot be loaded: {_why(error)}") from None
            await host._listen()
        now = host._now()
        host._post(host.house.join_owner(OWNER, now) if settings.owner else host.house.observe(OWNER, now))
        return host

    @property
    def addresses(self) -> list[str]:
        """What others type to join, the likeliest first; empty for a table in memory."""
        return [] if self.port is None else [spell(ip, self.port) for ip in reachable(self.settings.bind)]

    @property
    def trouble(self) -> str | None:
        """Why the table is not announced, in words; None if it is."""
        return self._announcer.trouble if self._announcer else None

    # -- opening and closing -----------------------------------------------------------------------------------

    async def _listen(self) -> None:
        bind, wanted = self.settings.bind, self.settings.port
        if wanted is None:
            ports = [*range(PORT, PORT + _PORTS_TRIED), 0]
        else:
            ports = [0] if wanted == 0 else list(range(wanted, min(wanted + _PORTS_TRIED, 65536)))
        for port in ports:
            # On a port that the system picks, each address family would get another one.
            where = bind or ("0.0.0.0" if port == 0 else None)  # noqa: S104
            try:
                self._server = await asyncio.start_server(self._accept, where, port)
                break
            except (OSError, OverflowError) as error:
                if not isinstance(error, OSError) or error.errno != errno.EADDRINUSE:
                    raise CannotOpen(f"cannot listen on {bind or 'this machine'}, port {port}: {_why(error)}") from None
        if self._server is None:
            raise CannotOpen(f"ports {ports[0]} to {ports[-1]} are all taken")
        self.port = self.table.port = self._server.sockets[0].getsockname()[1]
        self._announcer = Announcer(self.table.public(), self.port, bind)
        self._announcer.start()

    async def close(self, why: str = "", *, back: bool = False) -> None:
        """Tells everybody, and closes the table. `back`: a game that is on can be continued later."""
        if self._closed:
            return
        self._closed = True
        back = back and self.table.can_continue
        self.table.close(back=back)
        self.link.mirror.put_away()
        for handle in (self._timer, self._thinking):
            if handle is not None:
                handle.cancel()
        if self._server is not None:
            self._server.close()
        for peer in self._connections:
            peer.send(Bye(Line(why or (PAUSED if back else CLOSED)), back))
            peer.finish()
        if self._announcer is not None:
            await self._announcer.stop()
        writers = [peer.task for peer in self._connections]
        if writers:
            await asyncio.wait(writers, timeout=1.0)
        for task in (*self._readers, *writers):
            task.cancel()
        await asyncio.gather(*self._readers, *writers, return_exceptions=True)

    # -- messages ----------------------------------------------------------------------------------------------

    def _now(self) -> float:
        return asyncio.get_running_loop().time()

    def receive(self, peer: int, message: FromGuest) -> None:
        """Hands a peer's message to the house, and sends what comes of it."""
        if not self._closed:
            self._post(self.house.receive(peer, message, self._now()))

    def _post(self, posts: Sequence[Post]) -> None:
        queue = deque(posts)
        while queue:
            post = queue.popleft()
            if post.peer == OWNER:
                queue.extend(self._to_owner(post.message))
            elif peer := self._peers.get(post.peer):
                queue.extend(self._to_peer(peer, post))
        self._follow_up()

    def _to_owner(self, message: FromHost) -> list[Post]:
        replies, changes = self.link.mirror.receive(message)
        for change in changes:
            self.link.changes.put_nowait(change)
        return [post for reply in replies for post in self.house.receive(OWNER, reply, self._now())]

    def _to_peer(self, peer: Connection, post: Post) -> list[Post]:
        if isinstance(post.message, Welcome):
            self._let_in(peer)
        if not peer.send(post.message):
            _log.info("%s does not keep up: dropped", peer.address)
            peer.task.cancel()
            return self._gone(peer, "does not keep up any more")
        if post.last:
            peer.finish()
        return []

    def _follow_up(self) -> None:
        """After anything that happened: bots think, the clock is set, the announcement is brought up to date."""
        loop = asyncio.get_running_loop()
        if self.house.busy and self._thinking is None and not self._closed:
            self._thinking = loop.call_soon(self._think)
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self.table.deadline is not None and not self._closed:
            self._timer = loop.call_at(self.table.deadline, lambda: self._post(self.house.tick(self._now())))
        if self._announcer is not None:
            self._announcer.update(self.table.public())

    def _think(self) -> None:
        self._thinking = None
        self._post(self.house.think(self._now()))

    # -- connections -------------------------------------------------------------------------------------------

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        place = place_of(writer)
        if self._closed or not self._strangers.take(place):
            _log.info("closed %s: too many at the door", address_of(writer))
            writer.close()
            return
        task = asyncio.current_task()
        assert task is not None
        self._readers.add(task)
        self._at_door[writer] = place
        try:
            # Nothing is awaited before: what arrives earlier would be lost.
            await writer.start_tls(self._tls, ssl_handshake_timeout=TLS_SECONDS)
            keep_alive(writer)
            await self._serve(Connection(writer, Door(self._keeper)), reader)
        except (OSError, TimeoutError) as error:
            _log.info("closed %s: no TLS 1.3 with it (%s)", address_of(writer), type(error).__name__)
        except asyncio.CancelledError:
            pass
        finally:
            writer.transport.abort()
            self._readers.discard(task)
            self._leave_door(writer)

    async def _serve(self, peer: Connection, reader: asyncio.StreamReader) -> None:
        """Takes a guest's messages until its connection ends; returns when that is all gone."""
        self._connections.add(peer)
        try:
            await self._read(peer, reader)
        except (BadFrame, TimeoutError, OSError) as error:
            _log.info("closed %s: %s", peer.address, clean(str(error), 120) or type(error).__name__)
        finally:
            if not self._closed:
                self._post(self._gone(peer, "has lost the connection"))
            peer.finish()
            await asyncio.wait([peer.task])
            self._connections.discard(peer)

    async def _read(self, peer: Connection, reader: asyncio.StreamReader) -> None:
        frames = Frames()
        pace = Pace(self._now())
        proof_until = self._now() + PROOF_SECONDS
        while not peer.task.done():
            patience = None if peer.number is not None else max(0.0, proof_until - self._now())
            try:
                data = await asyncio.wait_for(reader.read(LARGEST), patience)
            except TimeoutError:
                raise TimeoutError(f"no proof within {PROOF_SECONDS:.0f} s") from None
            if not data:
                return
            for body in frames.feed(data):
                if peer.welcome:
                    assert peer.number is not None
                    self.receive(peer.number, decode_guest(body))
                elif not self._at_the_door(peer, decode_first(body)):
                    return
                if peer.welcome:
                    frames.limit = LARGEST
                if (pause := pace.pause(self._now())) > 0:
                    await asyncio.sleep(pause)

    def _at_the_door(self, peer: Connection, message: FromGuest) -> bool:
        """What somebody said who is not welcome yet; whether it may go on talking."""
        if self._closed:
            return False
        if isinstance(message, Ping) or (isinstance(message, Hello) and message.serai != PROTOCOL):
            for post in self.house.receive(_STRANGER, message, self._now()):
                if post.peer == _STRANGER:
                    peer.send(post.message)
                else:
                    self._post([post])
            return False
        try:
            for answer in peer.door.receive(message):
                peer.send(answer)
        except Refusal as refusal:
            _log.info("closed %s at the door: %s", peer.address, refusal.code)
            peer.send(Refused(refusal.code, Line(str(refusal))))
            return False
        if peer.door.entry is not Entry.OUTSIDE:
            self._bring(peer)
        return True

    def _bring(self, peer: Connection) -> None:
        """Somebody has proven who it is: to the table, or to its owner."""
        hello = peer.door.hello
        assert hello is not None
        peer.number = next(self._numbers)
        self._peers[peer.number] = peer
        if peer.door.entry is Entry.PROVEN:
            self._post(self.house.receive(peer.number, hello, self._now()))
        else:
            self._post(self.house.knock(peer.number, hello, self._now()))

    def _let_in(self, peer: Connection) -> None:
        """The table has a welcome for somebody: first the host vouches for itself. From now on they know each other."""
        peer.welcome = True
        for message in peer.door.vouch():
            peer.send(message)
        self._leave_door(peer.writer)
        hello, peers = peer.door.hello, self._keeper.peers
        assert hello is not None
        chosen = peer.door.by_code or peer.door.entry is Entry.KNOCKS
        if chosen or peers.welcome(hello.key):
            try:
                peers.meet(hello.key, hello.name, welcome=True)
            except BadPeers as error:
                self._tell_owner(f"{error}.")

    def _leave_door(self, writer: asyncio.StreamWriter) -> None:
        place = self._at_door.pop(writer, None)
        if place is not None:
            self._strangers.give(place)

    def _gone(self, peer: Connection, why: str) -> list[Post]:
        if peer.number is None or self._peers.pop(peer.number, None) is None:
            return []
        return self.house.gone(peer.number, self._now(), why)

    # -- who may come ------------------------------------------------------------------------------------------

    @property
    def code(self) -> str | None:
        """What a newcomer has to type; None at an open table. It may change: a `LobbyChanged` tells."""
        return self._keeper.code.text if self._keeper.code else None

    def _renewed(self) -> None:
        _log.warning("the code was tried wrong too often: it is a new one")
        self._tell_owner("Wrong codes were tried: the code is a new one.")

    def _banned(self, device: bytes) -> None:
        """Whoever shall not come back is no longer known, and knows the code no longer."""
        try:
            self._keeper.peers.forget(device)
        except BadPeers as error:
            self._tell_owner(f"{error}.")
        if self._keeper.code is not None:
            self._keeper.code.renew()
            self.link.changes.put_nowait(LobbyChanged())

    def _tell_owner(self, text: str) -> None:
        """A line for the host's own screen alone, which is to be drawn anew."""
        self.link.changes.put_nowait(Noticed(text))
        self.link.changes.put_nowait(LobbyChanged())


def _why(error: Exception) -> str:
    return error.strerror or str(error) if isinstance(error, OSError) else str(error)


def _stream(seed: int | None, use: str) -> Stream:
    return Stream(os.urandom(32)) if seed is None else Stream.of_seed(f"{seed} {use}")


def _today() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
