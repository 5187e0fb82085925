"""A guest's shell on asyncio: connects, proves itself at the door, and moves messages between socket and mirror."""

from __future__ import annotations

import asyncio
import os
import secrets
import ssl
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from net import tls
from net.certificate import fingerprint
from net.changes import Change, Closed, Distrust, Noticed
from net.codes import BadCode, read_code
from net.gate import KNOCK_SECONDS
from net.identity import Identity
from net.interfaces import spell
from net.joining import Caller
from net.joining import JoinError as JoinError
from net.messages import PROTOCOL, Bye, FromGuest, FromHost, Ping, Public, Refused
from net.peers import BadPeers, Peers
from net.seat import Mirror
from net.text import Line, Name, clean
from net.wire import FIRST, LARGEST, BadFrame, Frames, decode_host, encode

CONNECT_SECONDS = 5.0
QUEUE_SECONDS = 16.0
"""How long a guest tries again at a host that has too many strangers at the door."""
WELCOME_SECONDS = 10.0
_CLOSE_SECONDS = 1.0
_FIRST_PAUSE, _LONGEST_PAUSE = 0.1, 2.0
LOST = "the connection to the table is lost"
"""What a `Closed` says when nobody said goodbye."""
_CLOSED_AT_ONCE = (ConnectionResetError, ConnectionAbortedError, BrokenPipeError, ssl.SSLEOFError)


class _Wire:
    """One connection to a host: messages out, messages in. `certificate`: the fingerprint of the host's."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        der = writer.get_extra_info("ssl_object").getpeercert(binary_form=True)
        self.certificate = fingerprint(der)
        self._reader = reader
        self._writer = writer
        self._frames = Frames(FIRST)
        self._ready: Iterator[bytes] = iter(())

    @classmethod
    async def connect(cls, address: tuple[str, int], seconds: float) -> _Wire:
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

    async def drain(self) -> None:
        await self._writer.drain()

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
        """Ends the connection at once."""
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
            self.drop()


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
    wire = await _Wire.connect(address, seconds)
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


async def join(
    address: tuple[str, int],
    name: str,
    identity: Identity,
    *,
    peers: Peers | None = None,
    code: str | None = None,
    watch: bool = False,
    knocking: Callable[[], None] = lambda: None,
) -> RemoteLink:
    """Sits down at a table, or watches it. Raises `JoinError` with the reason in words.

    `peers`: who is known, and gets to be. `code`: as somebody typed it, where the host's screen shows one (without it
    and without a host that knows us: `code-needed`). `knocking` is called while the host's player decides.
    """
    shown = clean(name, Name.cells)
    if not shown:
        raise JoinError("a name with nothing in it to read")
    try:
        typed = read_code(code) if code else None
    except BadCode as error:
        raise JoinError(str(error), "wrong-code") from None
    known = Peers() if peers is None else peers
    by_code = False
    while True:
        wire = await _Wire.connect(address, QUEUE_SECONDS)
        try:
            caller = Caller(
                identity, Name(shown), wire.certificate, known, os.urandom, code=typed, by_code=by_code, watch=watch
            )
            await _prove(wire, caller, knocking)
            return _enter(wire, caller, identity, known)
        except JoinError as error:
            await wire.close()
            # A host that we know, by its certificate, and that does not know us: now the code is of use.
            if error.code != "code-needed" or typed is None or by_code:
                raise
            by_code = True
        except (OSError, TimeoutError, BadFrame):
            await wire.close()
            raise JoinError(_no_table(address)) from None
        except BaseException:
            wire.drop()
            raise


async def _prove(wire: _Wire, caller: Caller, knocking: Callable[[], None]) -> None:
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


def _enter(wire: _Wire, caller: Caller, identity: Identity, peers: Peers) -> RemoteLink:
    assert caller.welcome is not None
    assert caller.host is not None
    mirror = Mirror(identity.public, os.urandom, identity.sign)
    mirror.receive(caller.welcome)
    link = RemoteLink(wire, mirror)
    try:
        peers.meet(caller.welcome.host, caller.host, certificate=wire.certificate, welcome=caller.by_code)
    except BadPeers as error:
        link.changes.put_nowait(Noticed(f"{error}."))
    return link


class RemoteLink:
    """A place at a table on another machine."""

    def __init__(self, wire: _Wire, mirror: Mirror) -> None:
        self.mirror = mirror
        self.changes: asyncio.Queue[Change] = asyncio.Queue()
        self._wire = wire
        self._task = asyncio.create_task(self._read())

    def send(self, messages: Sequence[FromGuest]) -> None:
        """Sends messages to the host; what cannot be sent shows as the end of the connection."""
        for message in messages:
            self._wire.send(message)

    async def close(self, why: str = "") -> None:
        """Says goodbye."""
        self._task.cancel()
        self._wire.send(Bye(Line(why)))
        await self._wire.close()

    async def _read(self) -> None:
        end: Change = Closed(LOST)
        try:
            while (message := await self._wire.receive()) is not None:
                replies, changes = self.mirror.receive(message)
                self.send(replies)
                for change in changes:
                    if isinstance(change, Closed | Distrust):
                        end = change
                        return
                    self.changes.put_nowait(change)
        except BadFrame as error:
            end = Closed(f"the host sent something unreadable ({clean(str(error), 120)})")
        except OSError:
            pass
        finally:
            self.changes.put_nowait(end)
            await self._wire.close()
