"""Gathers what `net.diagnosis` judges: calls out on every network, listens, opens a port and knocks at it."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
import platform
import secrets
import socket
import struct
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

from net import beacon
from net.beacon import Beacon, Note
from net.diagnosis import Call, Facts, Reach
from net.discovery import Browser
from net.interfaces import Own, own_addresses
from net.messages import PROTOCOL
from net.settings import PORT

SECONDS = 4.0
"""How long it listens, unless said otherwise."""
_PORTS_TRIED = 20
_KNOCK_SECONDS = 2.0
_ASK_AGAIN_SECONDS = 1.0
_GROUP, _MDNS_PORT = "224.0.0.251", 5353
_LONGEST = 9000
_QUESTION = b"\x00" * 5 + b"\x01" + b"\x00" * 6 + b"\x09_services\x07_dns-sd\x04_udp\x05local\x00\x00\x0c\x00\x01"
"""The question of DNS-SD (RFC 6763, 9) that every device which offers anything answers."""


async def examine(seconds: float = SECONDS) -> Facts:
    """Looks at this machine and its networks for so long."""
    own = own_addresses()
    browser = Browser()
    await browser.start()
    try:
        (mdns, mdns_trouble), (calls, beacon_trouble), (port, reach) = await asyncio.gather(
            _try_mdns(own, seconds), _try_beacon(own, seconds), _try_port(own)
        )
        tables = tuple(browser.tables)
    finally:
        await browser.stop()
    return Facts(
        sys.platform,
        own,
        mdns,
        calls,
        mdns_trouble,
        beacon_trouble,
        port,
        reach,
        tables,
        wsl="microsoft" in platform.release().lower(),
        container=any(Path(mark).exists() for mark in ("/.dockerenv", "/run/.containerenv")),
        firewall=_firewall(),
    )


def _firewall() -> str | None:
    """The one that is on, as far as anybody may know."""
    with contextlib.suppress(OSError, UnicodeDecodeError):
        if "ENABLED=yes" in Path("/etc/ufw/ufw.conf").read_text(encoding="utf-8").splitlines():
            return "ufw"
    return "firewalld" if Path("/run/firewalld").exists() else None


class _Ears:
    """Which machines were heard."""

    def __init__(self, own: Iterable[Own]) -> None:
        self._own = {one.ip for one in own}
        self._heard: set[str] = set()

    def hear(self, ip: str) -> None:
        """A forger may send from many addresses: more than these change nothing."""
        if len(self._heard) < 1000:
            self._heard.add(ip)

    def call(self, one: Own, error: OSError | None) -> Call:
        """What became of a call on the network of that address."""
        if error is not None:
            return Call(one, error.strerror or str(error), errno.errorcode.get(error.errno or 0, ""), own=False)
        here = {ip for ip in self._heard if Own("", ip, 32).address in one.network}
        return Call(one, own=one.ip in here, others=len(here - self._own))


async def _try_beacon(own: tuple[Own, ...], seconds: float) -> tuple[tuple[Call, ...], str | None]:
    ears = _Ears(own)
    try:
        lit = await Beacon.open(own, lambda _, sender: ears.hear(sender[0]))
    except OSError as error:
        return (), error.strerror or str(error)
    failed: dict[Own, OSError | None] = {}
    try:
        for pause in _pauses(seconds):
            failed = lit.call(Note(beacon.WHO, PROTOCOL, 0))
            await asyncio.sleep(pause)
    finally:
        lit.close()
    return tuple(ears.call(one, error) for one, error in failed.items()), None


async def _try_mdns(own: tuple[Own, ...], seconds: float) -> tuple[tuple[Call, ...], str | None]:
    """Without zeroconf, so that what the network does is told from what a library does."""
    ears = _Ears(own)
    old = [one for one in own if one.address.version == 4]
    with contextlib.ExitStack() as stack:
        try:
            everybody = stack.enter_context(_open_group(old))
            askers = {one: stack.enter_context(_asker(one)) for one in old}
        except OSError as error:
            return (), error.strerror or str(error)
        hearing = [asyncio.create_task(_listen(sock, ears.hear)) for sock in (everybody, *askers.values())]
        failed: dict[Own, OSError | None] = {}
        try:
            for pause in _pauses(seconds):
                failed = {one: _send(sock) for one, sock in askers.items()}
                await asyncio.sleep(pause)
        finally:
            for task in hearing:
                task.cancel()
            await asyncio.gather(*hearing, return_exceptions=True)
    return tuple(ears.call(one, error) for one, error in failed.items()), None


def _pauses(seconds: float) -> list[float]:
    count = max(1, round(seconds / _ASK_AGAIN_SECONDS))
    return [seconds / count] * count


def _open_group(own: Iterable[Own]) -> socket.socket:
    """Hears what everybody says by mDNS, beside other programs that do. Raises `OSError`."""
    sock = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    try:
        sock.setblocking(False)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "SO_REUSEPORT"):
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        sock.bind(("", _MDNS_PORT))
        for one in own:
            with contextlib.suppress(OSError):  # then nothing is heard there, which is told
                member = struct.pack("=4s4s", socket.inet_aton(_GROUP), socket.inet_aton(one.ip))
                sock.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, member)
    except BaseException:
        sock.close()
        raise
    return sock


def _asker(one: Own) -> socket.socket:
    """Asks from a port of its own: answers come straight back to it (RFC 6762, 6.7). Raises `OSError`."""
    sock = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    try:
        sock.setblocking(False)
        sock.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(one.ip))
        sock.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_TTL, 255)
        sock.bind((one.ip, 0))
    except BaseException:
        sock.close()
        raise
    return sock


def _send(sock: socket.socket) -> OSError | None:
    try:
        sock.sendto(_QUESTION, (_GROUP, _MDNS_PORT))
    except OSError as error:
        return error
    return None


async def _listen(sock: socket.socket, hear: Callable[[str], None]) -> None:
    loop = asyncio.get_running_loop()
    while True:
        with contextlib.suppress(ConnectionError):
            _, sender = await loop.sock_recvfrom(sock, _LONGEST)
            hear(sender[0])


async def _try_port(own: tuple[Own, ...]) -> tuple[int | None, tuple[Reach, ...]]:
    """Opens a table's port for a moment, and knocks at it over each address."""
    token = secrets.token_bytes(16)

    async def answer(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(token)
        writer.close()

    server = None
    for port in (*range(PORT, PORT + _PORTS_TRIED), 0):
        with contextlib.suppress(OSError):
            server = await asyncio.start_server(answer, None if port else "0.0.0.0", port)  # noqa: S104
            break
    if server is None:
        return None, ()
    async with server:
        opened: int = server.sockets[0].getsockname()[1]
        reach = await asyncio.gather(*(_knock(one.ip, opened, token) for one in own))
        server.close()
    return opened, tuple(reach)


async def _knock(ip: str, port: int, token: bytes) -> Reach:
    try:
        async with asyncio.timeout(_KNOCK_SECONDS):
            reader, writer = await asyncio.open_connection(ip, port)
            try:
                heard = await reader.read(len(token))
            finally:
                writer.close()
    except TimeoutError:
        return Reach(ip, "it does not answer")
    except OSError as error:
        return Reach(ip, os.strerror(error.errno) if error.errno else str(error))
    return Reach(ip, None if heard == token else "something else answers there")
