"""A small datagram to everybody on a network: finds tables where multicast is filtered.

Two notes go over UDP port `PORT`: `WHO`, a question of somebody who looks for tables, and `TABLE`, what a host says
when asked and every few seconds: on which TCP port it listens. Each is 13 bytes, of one form, so that nothing in it
can be wrong; whatever has another form is not heard. Anybody can send one, so it is a hint and no more.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import socket
import struct
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from net.interfaces import Own
from net.settings import PORT as TABLE_PORT

PORT = TABLE_PORT
"""UDP; the same number as the first TCP port of tables, so that one number opens a firewall."""
WHO, TABLE = 1, 2
MOST_A_SECOND, MOST_A_SENDER = 200, 40
"""Notes that are listened to in a second, from all together and from one address; more than a full house sends."""
_MARK = b"serai\x00"
_FORM = struct.Struct("!6sBIH")
_BUFFER = 64 * 1024


class Note(NamedTuple):
    """`serai`: the protocol version. `port`: TCP, of a table; 0 in a question."""

    kind: int
    serai: int
    port: int


def write(note: Note) -> bytes:
    """As it is sent."""
    return _FORM.pack(_MARK, *note)


def read(data: bytes) -> Note | None:
    """None for everything that is not a note, whatever it is."""
    if len(data) != _FORM.size:
        return None
    mark, kind, serai, port = _FORM.unpack(data)
    if mark != _MARK or kind not in (WHO, TABLE) or (kind == TABLE) != (port > 0):
        return None
    return Note(kind, serai, port)


class Budget:
    """How much is listened to, so that a flood costs others nothing. Times in seconds, handed in."""

    def __init__(self) -> None:
        self._second = -1
        self._heard: Counter[str] = Counter()

    def allows(self, sender: str, now: float) -> bool:
        """Whether one more from there may be taken."""
        if int(now) != self._second:
            self._second = int(now)
            self._heard.clear()
        if self._heard.total() >= MOST_A_SECOND or self._heard[sender] >= MOST_A_SENDER:
            return False
        self._heard[sender] += 1
        return True


class Beacon:
    """Sockets on some addresses of this machine: one that hears everybody, and one an address to call and be answered.

    `heard(note, (ip, port))` is called for notes from the networks of those addresses alone.
    """

    def __init__(self, own: Iterable[Own], heard: Callable[[Note, tuple[str, int]], None]) -> None:
        """Without an IPv4 network to call on it has no sockets. Use `open`."""
        self.own: Sequence[Own] = [one for one in own if one.broadcast]
        self._heard = heard
        self._budget = Budget()
        self._callers: dict[Own, socket.socket] = {}
        self._transports: list[asyncio.DatagramTransport] = []

    @classmethod
    async def open(cls, own: Iterable[Own], heard: Callable[[Note, tuple[str, int]], None]) -> Beacon:
        """Raises `OSError` where the port is not to be had, or there is no network to call on."""
        beacon = cls(own, heard)
        try:
            await beacon._listen(_shared())
            for one in beacon.own:
                with contextlib.suppress(OSError):  # the address has just gone
                    caller = _caller(one.ip)
                    await beacon._listen(caller)
                    beacon._callers[one] = caller
            if not beacon._callers:
                raise OSError("no network with a broadcast address")
        except BaseException:
            beacon.close()
            raise
        return beacon

    async def _listen(self, sock: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        try:
            transport, _ = await loop.create_datagram_endpoint(lambda: _Ear(self._take), sock=sock)
        except BaseException:
            sock.close()
            raise
        self._transports.append(transport)

    def _take(self, data: bytes, sender: tuple[str, int]) -> None:
        if not self._budget.allows(sender[0], asyncio.get_running_loop().time()):
            return
        note = read(data)
        if note is not None and self._network_of(sender[0]) is not None:
            self._heard(note, sender)

    def _network_of(self, ip: str) -> Own | None:
        address = ipaddress.ip_address(ip)
        return next((one for one in self.own if address in one.network), None)

    def call(self, note: Note) -> dict[Own, OSError | None]:
        """To everybody on each of the networks; on which of them that went wrong."""
        return {one: self._call(one, note) for one in self._callers}

    def _call(self, one: Own, note: Note) -> OSError | None:
        caller, data = self._callers[one], write(note)
        where = [str(one.broadcast)]
        if one.address.is_loopback:
            where.append(one.ip)  # not every system has a broadcast address there
        error: OSError | None = None
        for ip in where:
            try:
                caller.sendto(data, (ip, PORT))
            except BlockingIOError:
                return None  # the queue is full; the next call is soon
            except OSError as failure:
                error = failure
            else:
                return None
        return error

    def answer(self, note: Note, where: tuple[str, int]) -> None:
        """To one that asked; nothing if its network has gone."""
        one = self._network_of(where[0])
        if one in self._callers:
            with contextlib.suppress(OSError):
                self._callers[one].sendto(write(note), where)

    def close(self) -> None:
        """Ends it."""
        for transport in self._transports:
            transport.close()


class _Ear(asyncio.DatagramProtocol):
    def __init__(self, take: Callable[[bytes, tuple[str, int]], None]) -> None:
        self._take = take

    def datagram_received(self, data: bytes, addr: tuple[str, int]) -> None:
        self._take(data, (addr[0], addr[1]))

    def error_received(self, exc: Exception) -> None:
        """An answer to somebody who has gone comes back as an error: nothing to do."""


def _shared() -> socket.socket:
    """A socket on the port, together with all other processes that have one. Raises `OSError`."""
    sock = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    try:
        sock.setblocking(False)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "SO_REUSEPORT"):
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, _BUFFER)
        sock.bind(("", PORT))
    except BaseException:
        sock.close()
        raise
    return sock


def _caller(ip: str) -> socket.socket:
    sock = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    try:
        sock.setblocking(False)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
        sock.bind((ip, 0))
    except BaseException:
        sock.close()
        raise
    return sock
