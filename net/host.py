"""The host's shell on asyncio: sockets, deadlines and queues around the house. No rule of any game is here."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import itertools
import logging
import os
import socket
from collections import deque
from collections.abc import Callable, Sequence
from datetime import UTC, datetime

from core.stream import Stream
from net.dealer import HouseDealer
from net.discovery import Announcer
from net.house import House
from net.identity import Identity
from net.interfaces import reachable, spell
from net.journal import MemoryJournal
from net.messages import Bye, FromGuest, FromHost, Welcome
from net.seat import Change, Mirror
from net.settings import PORT, TableSettings
from net.table import Coming, Post, Table, Tools
from net.text import Line, clean
from net.wire import LARGEST, BadFrame, Frames, decode_first, decode_guest, encode

OWNER = 0
"""The peer number of the host's own player."""
HELLO_SECONDS = 10.0
_MOST_STRANGERS = 16
"""Connections that have not said hello; further ones are closed at once."""
_MOST_QUEUED = 256
_DRAIN_SECONDS = 5.0
_BURST = 100.0
"""Messages that a peer may send at once; later ones wait, so that it cannot flood the others."""
_A_SECOND = 100.0
"""Messages a second that a peer may send for long."""
_PORTS_TRIED = 20
_log = logging.getLogger(__name__)


class CannotOpen(Exception):
    """The table cannot be opened; the text says why."""


class _Peer:
    """One connection: what is still to be written to it, and the task that writes."""

    def __init__(self, number: int, writer: asyncio.StreamWriter) -> None:
        self.number = number
        self.writer = writer
        self.welcome = False
        self.queue: asyncio.Queue[FromHost | None] = asyncio.Queue(_MOST_QUEUED)
        self.task = asyncio.create_task(self._write())

    @property
    def address(self) -> str:
        """Where it comes from, for the log."""
        peer = self.writer.get_extra_info("peername")
        return f"{peer[0]} port {peer[1]}" if peer else "nowhere"

    async def _write(self) -> None:
        try:
            while (message := await self.queue.get()) is not None:
                self.writer.write(encode(message))
                # What came together goes together: a burst must not outrun a peer that does read.
                if self.queue.empty():
                    await asyncio.wait_for(self.writer.drain(), _DRAIN_SECONDS)
            self.writer.close()
            await asyncio.wait_for(self.writer.wait_closed(), _DRAIN_SECONDS)
        except TimeoutError:
            _log.info("%s does not read any more: dropped", self.address)
        except OSError:
            pass  # Gone; whoever reads from it sees that too.
        except BadFrame:
            _log.exception("a message could not be sent")
        finally:
            # A mere close would wait for ever until a peer that does not read has read the rest.
            self.writer.transport.abort()

    def send(self, message: FromHost) -> bool:
        """Queues a message; False if the peer has not read for too long."""
        try:
            self.queue.put_nowait(message)
        except asyncio.QueueFull:
            return False
        return True

    def finish(self) -> None:
        """Writes what is queued, then closes."""
        if not self.send(None):  # type: ignore[arg-type]
            self.task.cancel()


class _Pace:
    """How fast a peer's messages are taken: a bucket that fills with time."""

    def __init__(self, now: float) -> None:
        self._left = _BURST
        self._seen = now

    def pause(self, now: float) -> float:
        """Seconds to wait after one more message."""
        self._left = min(_BURST, self._left + (now - self._seen) * _A_SECOND) - 1
        self._seen = now
        return max(0.0, -self._left / _A_SECOND)


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

    async def close(self, why: str = "") -> None:
        """Closes the whole table: it lives on the host's machine."""
        await self._host.close(why)


class Host:
    """A table that is open: listening, announced, with its bots and perhaps the host's own player."""

    def __init__(self, settings: TableSettings, identity: Identity, comings: Callable[[Coming], None]) -> None:
        """Raises `BadOptions`. Use `open`."""
        entropy = os.urandom
        tools = Tools(entropy, _today, lambda: HouseDealer(_stream(settings.seed, "dealer")), MemoryJournal, comings)
        self.settings = settings
        self.table = Table(settings, identity.public, tools)
        self.house = House(self.table, entropy, lambda seat: _stream(settings.seed, f"bot {seat}"))
        self.port: int | None = None
        """Where the table listens; None for a table in memory."""
        self.link: LocalLink
        """The host's own player's place; a dedicated host only watches from it."""
        self._peers: dict[int, _Peer] = {}
        self._numbers = itertools.count(1)
        self._server: asyncio.Server | None = None
        self._announcer: Announcer | None = None
        self._strangers = 0
        self._thinking: asyncio.Handle | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._readers: set[asyncio.Task[None]] = set()
        self._closed = False

    @classmethod
    async def open(
        cls, settings: TableSettings, identity: Identity, comings: Callable[[Coming], None] = lambda _: None
    ) -> Host:
        """Opens a table. `comings` hears of everybody who comes and goes.

        Raises `BadOptions`, and `CannotOpen` for a port or address that is not to be had.
        """
        host = cls(settings, identity, comings)
        host.link = LocalLink(host, Mirror(identity.public, os.urandom))
        if settings.listen:
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
        self.port = self._server.sockets[0].getsockname()[1]
        self._announcer = Announcer(self.table.public(), self.port, bind)
        self._announcer.start()

    async def close(self, why: str = "") -> None:
        """Tells everybody, and closes the table."""
        if self._closed:
            return
        self._closed = True
        for handle in (self._timer, self._thinking):
            if handle is not None:
                handle.cancel()
        if self._server is not None:
            self._server.close()
        for peer in list(self._peers.values()):
            peer.send(Bye(Line(why or "the host has closed the table")))
            peer.finish()
        if self._announcer is not None:
            await self._announcer.stop()
        writers = [peer.task for peer in self._peers.values()]
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

    def _to_peer(self, peer: _Peer, post: Post) -> list[Post]:
        if isinstance(post.message, Welcome) and not peer.welcome:
            peer.welcome = True
            self._strangers -= 1
        if not peer.send(post.message):
            _log.info("%s does not keep up: dropped", peer.address)
            peer.task.cancel()
            return self._gone(peer.number, "does not keep up any more")
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
        peer = _Peer(next(self._numbers), writer)
        if self._strangers >= _MOST_STRANGERS or self._closed:
            _log.info("closed %s: too many others have not said hello yet", peer.address)
            peer.finish()
            return
        self._strangers += 1
        task = asyncio.current_task()
        assert task is not None
        self._readers.add(task)
        self._peers[peer.number] = peer
        _keep_alive(writer)
        try:
            await self._read(peer, reader)
        except (BadFrame, TimeoutError, OSError) as error:
            _log.info("closed %s: %s", peer.address, clean(str(error), 120) or type(error).__name__)
        except asyncio.CancelledError:
            pass
        finally:
            self._readers.discard(task)
            if not self._closed:
                self._post(self._gone(peer.number, "has lost the connection"))
            peer.finish()

    async def _read(self, peer: _Peer, reader: asyncio.StreamReader) -> None:
        frames = Frames()
        pace = _Pace(self._now())
        hello_until = self._now() + HELLO_SECONDS
        while not peer.task.done():
            patience = None if peer.welcome else max(0.0, hello_until - self._now())
            try:
                data = await asyncio.wait_for(reader.read(LARGEST), patience)
            except TimeoutError:
                raise TimeoutError(f"no hello within {HELLO_SECONDS:.0f} s") from None
            if not data:
                return
            for body in frames.feed(data):
                self.receive(peer.number, decode_guest(body) if peer.welcome else decode_first(body))
                if peer.welcome:
                    frames.limit = LARGEST
                if (pause := pace.pause(self._now())) > 0:
                    await asyncio.sleep(pause)

    def _gone(self, number: int, why: str) -> list[Post]:
        peer = self._peers.pop(number, None)
        if peer is None:
            return []
        if not peer.welcome:
            self._strangers -= 1
        return self.house.gone(number, self._now(), why)


def _why(error: Exception) -> str:
    return error.strerror or str(error) if isinstance(error, OSError) else str(error)


def _stream(seed: int | None, use: str) -> Stream:
    return Stream(os.urandom(32)) if seed is None else Stream.of_seed(f"{seed} {use}")


def _today() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _keep_alive(writer: asyncio.StreamWriter) -> None:
    """Lets the system notice a peer that vanished without a word."""
    sock = writer.get_extra_info("socket")
    if sock is None:
        return
    with contextlib.suppress(OSError):
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        for name, value in (("TCP_KEEPIDLE", 10), ("TCP_KEEPINTVL", 5), ("TCP_KEEPCNT", 3)):
            if hasattr(socket, name):
                sock.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)
