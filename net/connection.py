"""One guest's connection as the host holds it, and how many that nobody knows there may be."""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import logging
import socket
from collections import Counter

from net.joining import Door
from net.messages import FromHost
from net.wire import BadFrame, encode

_MOST_QUEUED = 256
_DRAIN_SECONDS = 5.0
_BURST = 100.0
"""Messages that a peer may send at once; later ones wait, so that it cannot flood the others."""
_A_SECOND = 100.0
"""Messages a second that a peer may send for long."""
_log = logging.getLogger(__name__)


class Connection:
    """What is still to be written to a guest, the task that writes it, and the door that it stands at.

    `number`: the peer's at the table, None until it has proven who it is. To be made inside TLS.
    """

    def __init__(self, writer: asyncio.StreamWriter, door: Door) -> None:
        self.number: int | None = None
        self.door = door
        self.welcome = False
        self.address = address_of(writer)
        """Where it comes from, for the log."""
        self.writer = writer
        self._queue: asyncio.Queue[FromHost | None] = asyncio.Queue(_MOST_QUEUED)
        self.task = asyncio.create_task(self._write())

    async def _write(self) -> None:
        try:
            while (message := await self._queue.get()) is not None:
                self.writer.write(encode(message))
                # What came together goes together: a burst must not outrun a peer that does read.
                if self._queue.empty():
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
            self._queue.put_nowait(message)
        except asyncio.QueueFull:
            return False
        return True

    def finish(self) -> None:
        """Writes what is queued, then closes."""
        try:
            self._queue.put_nowait(None)
        except asyncio.QueueFull:
            self.task.cancel()


class Pace:
    """How fast a peer's messages are taken: a bucket that fills with time."""

    def __init__(self, now: float) -> None:
        self._left = _BURST
        self._seen = now

    def pause(self, now: float) -> float:
        """Seconds to wait after one more message."""
        self._left = min(_BURST, self._left + (now - self._seen) * _A_SECOND) - 1
        self._seen = now
        return max(0.0, -self._left / _A_SECOND)


class Strangers:
    """Connections of whoever is not welcome yet: so many in all, so many from one place; this machine may try more."""

    def __init__(self, most: int, most_a_place: int) -> None:
        self._most = most
        self._most_a_place = most_a_place
        self._places: Counter[str] = Counter()

    def take(self, place: str) -> bool:
        """One more from there, if it may be."""
        if self._places.total() >= self._most:
            return False
        if place != HERE and self._places[place] >= self._most_a_place:
            return False
        self._places[place] += 1
        return True

    def give(self, place: str) -> None:
        """One of those is gone, or welcome."""
        self._places[place] -= 1
        if not self._places[place]:
            del self._places[place]


HERE = "here"
"""The place of this machine's own addresses."""


def place_of(writer: asyncio.StreamWriter) -> str:
    """Where a connection comes from, for counting: an IPv4 address, or the network of an IPv6 address."""
    peer = writer.get_extra_info("peername")
    try:
        ip = ipaddress.ip_address(peer[0].partition("%")[0])
    except (TypeError, ValueError, IndexError):
        return "nowhere"
    if isinstance(ip, ipaddress.IPv6Address):
        if ip.ipv4_mapped is None:
            return HERE if ip.is_loopback else str(ipaddress.ip_network((ip, 64), strict=False))
        ip = ip.ipv4_mapped
    return HERE if ip.is_loopback else str(ip)


def address_of(writer: asyncio.StreamWriter) -> str:
    """Where a connection comes from, for the log."""
    peer = writer.get_extra_info("peername")
    return f"{peer[0]} port {peer[1]}" if peer else "nowhere"


def keep_alive(writer: asyncio.StreamWriter) -> None:
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
