"""One connection to a host: made, asked for the table's public line, and proven at the door."""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
import socket
import ssl
import struct
import sys
from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple

from net import tls
from net.certificate import fingerprint
from net.codes import BadCode, read_code
from net.gate import KNOCK_SECONDS
from net.identity import Identity
from net.interfaces import spell
from net.joining import Caller
from net.joining import JoinError as JoinError
from net.keeping import Keeping
from net.messages import PROTOCOL, FromGuest, FromHost, Hello, Ping, Public, Refused
from net.text import Name, clean
from net.wire import FIRST, LARGEST, BadFrame, Frames, decode_host, encode

CONNECT_SECONDS = 5.0
QUEUE_SECONDS = 16.0
"""How long a guest tries again at a host that has too many strangers at the door."""
WELCOME_SECONDS = 10.0
_CLOSE_SECONDS = 1.0
_FIRST_PAUSE, _LONGEST_PAUSE = 0.1, 2.0
_AT_ONCE = struct.pack("hh" if sys.platform == "win32" else "ii", 1, 0)
_CLOSED_AT_ONCE = (ConnectionResetError, ConnectionAbortedError, BrokenPipeError, ssl.SSLEOFError)


class Wire:
    """One connection to a host: messages out, messages in. `certificate`: the fingerprint of the host's."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        der = writer.get_extra_info("ssl_object").getpeercert(binary_form=True)
        self.certificate = fingerprint(der)
        self._reader = reader
        self._writer = writer
        self._frames = Frames(FIRST)
        self._ready: Iterator[bytes] = iter(())

    @classmethod
    async def connect(cls, address: tuple[str, int], seconds: float) -> Wire:
        """Tries again for so many seconds where the host closes at once. Raises `JoinError`."""
        loop = asyncio.get_running_loop()
        until, pause = loop.time() + seconds, _FIRST_PAUSE
        while True:
            try:
                async with asyncio.timeout(min(CONNECT_SECONDS, seconds)):
                    return cls(*await asyncio.open_connection(*address, ssl=_context(), server_hostname=""))
            except _CLOSED_AT_ONCE:
                if loop.time() + pause > until:
                    raise JoinError(f"{spell(*address)} closes the door at once: too many are at it") from None
            except ssl.SSLError:
                raise JoinError(_no_table(address)) from None
            except (OSError, TimeoutError, OverflowError, UnicodeError) as error:
                raise JoinError(f"no table can be reached at {spell(*address)}: {_why(error)}") from None
            await asyncio.sleep(pause * (0.5 + secrets.randbelow(1000) / 1000))
            pause = min(2 * pause, _LONGEST_PAUSE)

    def send(self, message: FromGuest) -> None:
        """Does nothing once the connection has ended: whoever reads from it hears of that."""
        if not self._writer.is_closing():
            self._writer.write(encode(message))

    async def receive(self) -> FromHost | None:
        """The next message; None at the end. Raises `BadFrame`, `OSError`."""
        while (body := next(self._ready, None)) is None:
            data = await self._reader.read(LARGEST)
            if not data:
                return None
            self._ready = self._frames.feed(data)
        return decode_host(body)

    def believe(self) -> None:
        """The host has proven who it is: larger frames may come."""
        self._frames.limit = LARGEST

    def drop(self) -> None:
        """Ends the connection at once, and takes back what has not arrived: late, it would end a newer one of ours."""
        sock = self._writer.get_extra_info("socket")
        with contextlib.suppress(OSError, AttributeError):
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _AT_ONCE)
        self._writer.transport.abort()

    async def close(self) -> None:
        """Ends the connection when what was sent is on its way."""
        if self._writer.is_closing():
            return
        try:
            self._writer.close()
            await asyncio.wait_for(self._writer.wait_closed(), _CLOSE_SECONDS)
        except (OSError, TimeoutError):
            pass
        finally:
            self._writer.transport.abort()


@cache
def _context() -> ssl.SSLContext:
    return tls.client()


def _why(error: Exception) -> str:
    if isinstance(error, TimeoutError):
        return "it does not answer"
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


def _no_table(address: tuple[str, int]) -> str:
    return f"what answers at {spell(*address)} is no table of this version of Serai"


class Answer(NamedTuple):
    """What a table says to anybody. `certificate`: the fingerprint of the one that it answered with."""

    public: Public
    certificate: bytes


async def ping(address: tuple[str, int], seconds: float = CONNECT_SECONDS) -> Answer:
    """A table's public line. Raises `JoinError`."""
    wire = await Wire.connect(address, seconds)
    try:
        wire.send(Ping(PROTOCOL))
        answer = await asyncio.wait_for(wire.receive(), seconds)
    except (OSError, TimeoutError, BadFrame):
        raise JoinError(_no_table(address)) from None
    finally:
        wire.drop()
    if isinstance(answer, Refused):
        raise JoinError(answer.text, answer.code)
    if not isinstance(answer, Public):
        raise JoinError(_no_table(address))
    return Answer(answer, wire.certificate)


class Visitor(NamedTuple):
    """Who comes to a table. `keeping`: whom it knows. `code`: as somebody typed it. `watch`: it takes no seat."""

    name: str
    identity: Identity
    keeping: Keeping
    code: str | None = None
    watch: bool = False

    def check(self) -> Visitor:
        """The same with a clean name and code. Raises `JoinError`."""
        shown = clean(self.name, Name.cells)
        if not shown:
            raise JoinError("a name with nothing in it to read")
        try:
            return self._replace(name=shown, code=read_code(self.code) if self.code else None)
        except BadCode as error:
            raise JoinError(str(error), "wrong-code") from None


async def come_in(
    address: tuple[str, int],
    visitor: Visitor,
    hello: Hello,
    *,
    certificate: bytes | None = None,
    seconds: float | None = None,
    knocking: Callable[[], None] = lambda: None,
) -> tuple[Wire, Caller]:
    """A proven connection, with the welcome on it. Raises `JoinError` with the reason in words.

    `certificate`: the only one that is asked, since whatever another table says is of no interest.
    """
    by_code = False
    while True:
        wire = await Wire.connect(address, QUEUE_SECONDS if seconds is None else seconds)
        if certificate not in (None, wire.certificate):
            wire.drop()
            raise JoinError("another table is there now")
        try:
            caller = Caller(
                visitor.identity,
                hello,
                wire.certificate,
                visitor.keeping.peers,
                os.urandom,
                code=visitor.code,
                by_code=by_code,
            )
            await _prove(wire, caller, knocking)
            return wire, caller
        except JoinError as error:
            await wire.close()
            # A host that we know, by its certificate, and that does not know us: now the code is of use.
            if error.code != "code-needed" or visitor.code is None or by_code:
                raise
            by_code = True
        except (OSError, TimeoutError, BadFrame):
            wire.drop()
            raise JoinError(_no_table(address)) from None
        except BaseException:
            wire.drop()
            raise


async def _prove(wire: Wire, caller: Caller, knocking: Callable[[], None]) -> None:
    """Says what is to be said at the door until we are welcome. Raises `JoinError`, `OSError`, `BadFrame`."""
    wire.send(caller.hello)
    while caller.welcome is None:
        patience = KNOCK_SECONDS + WELCOME_SECONDS if caller.waiting else WELCOME_SECONDS
        message = await asyncio.wait_for(wire.receive(), patience)
        if message is None:
            raise JoinError("the host closed the door")
        waited = caller.waiting
        for answer in caller.receive(message):
            wire.send(answer)
        if caller.waiting and not waited:
            knocking()
    wire.believe()
