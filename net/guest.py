"""A guest's shell on asyncio: connects, says hello, and moves messages between the socket and the mirror."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Sequence

from net.identity import Identity
from net.interfaces import spell
from net.messages import PROTOCOL, Bye, FromGuest, FromHost, Hello, Ping, Public, Refused, Welcome
from net.seat import Change, Closed, Distrust, Mirror
from net.text import Line, Name, clean
from net.wire import LARGEST, BadFrame, Frames, decode_host, encode

CONNECT_SECONDS = 5.0
_WELCOME_SECONDS = 10.0
LOST = "the connection to the table is lost"
"""What a `Closed` says when nobody said goodbye."""


class JoinError(Exception):
    """The table cannot be joined; the text says why. `code`: the host's, where it refused."""

    def __init__(self, text: str, code: str = "") -> None:
        super().__init__(text)
        self.code = code


class _Wire:
    """One connection to a host: messages out, messages in."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer
        self._frames = Frames(LARGEST)
        self._ready: list[bytes] = []

    @classmethod
    async def connect(cls, address: tuple[str, int], seconds: float) -> _Wire:
        """Raises `JoinError`."""
        try:
            return cls(*await asyncio.wait_for(asyncio.open_connection(*address), seconds))
        except (OSError, TimeoutError, OverflowError, UnicodeError) as error:
            if isinstance(error, TimeoutError):
                why = "it does not answer"
            else:
                why = (error.strerror if isinstance(error, OSError) else None) or str(error)
            raise JoinError(f"no table can be reached at {spell(*address)}: {why}") from None

    def send(self, message: FromGuest) -> None:
        self._writer.write(encode(message))

    async def drain(self) -> None:
        await self._writer.drain()

    async def receive(self) -> FromHost | None:
        """The next message; None at the end. Raises `BadFrame`, `OSError`."""
        while not self._ready:
            data = await self._reader.read(LARGEST)
            if not data:
                return None
            self._ready.extend(self._frames.feed(data))
        return decode_host(self._ready.pop(0))

    def close(self) -> None:
        self._writer.close()


async def ping(address: tuple[str, int], seconds: float = CONNECT_SECONDS) -> Public:
    """A table's public line. Raises `JoinError`."""
    wire = await _Wire.connect(address, seconds)
    try:
        wire.send(Ping(PROTOCOL))
        answer = await asyncio.wait_for(wire.receive(), seconds)
    except (OSError, TimeoutError, BadFrame):
        raise JoinError(f"{spell(*address)} is no table of ours") from None
    finally:
        wire.close()
    if isinstance(answer, Refused):
        raise JoinError(answer.text, answer.code)
    if not isinstance(answer, Public):
        raise JoinError(f"{spell(*address)} is no table of ours")
    return answer


async def join(address: tuple[str, int], name: str, identity: Identity, *, watch: bool = False) -> RemoteLink:
    """Sits down at a table, or watches it. Raises `JoinError` with the reason in words."""
    shown = clean(name, Name.cells)
    if not shown:
        raise JoinError("a name with nothing in it to read")
    wire = await _Wire.connect(address, CONNECT_SECONDS)
    try:
        wire.send(Hello(PROTOCOL, Name(shown), identity.public, watch))
        answer = await asyncio.wait_for(wire.receive(), _WELCOME_SECONDS)
    except (OSError, TimeoutError, BadFrame):
        wire.close()
        raise JoinError(f"what answers at {spell(*address)} is no table of this version of Serai") from None
    if isinstance(answer, Welcome):
        mirror = Mirror(identity.public, os.urandom)
        mirror.receive(answer)
        return RemoteLink(wire, mirror)
    wire.close()
    if isinstance(answer, Refused):
        raise JoinError(answer.text, answer.code)
    raise JoinError(f"the table at {spell(*address)} closed the door")


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
        try:
            self._wire.send(Bye(Line(why)))
            await asyncio.wait_for(self._wire.drain(), 1.0)
        except (OSError, TimeoutError):
            pass
        finally:
            self._wire.close()

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
            self._wire.close()
            self.changes.put_nowait(end)
