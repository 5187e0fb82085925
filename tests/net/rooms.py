"""Real tables on loopback, and people who play at them."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from typing import Any

from net import tls
from net.changes import Closed, Distrust, Finished
from net.guest import join
from net.host import Host
from net.identity import Identity
from net.joining import Caller
from net.link import Link
from net.messages import PROTOCOL, Hello, Ready
from net.peers import Peers
from net.settings import TableSettings
from net.text import Name
from net.wire import LARGEST, Frames, decode_host, encode

SECONDS = 30.0
"""How long anything may take on a busy machine before the test fails."""


class QuietAnnouncer:
    """A table of a test is nobody else's to find."""

    trouble: str | None = None

    def __init__(self, *args: Any) -> None:
        pass

    def start(self) -> None:
        pass

    def update(self, public: object) -> None:
        pass

    async def stop(self) -> None:
        pass


async def wait_until(what: Callable[[], object], why: str = "the condition never came true") -> None:
    """Yields to the event loop until the condition holds."""

    async def poll() -> None:
        while not what():
            await asyncio.sleep(0.005)

    try:
        await asyncio.wait_for(poll(), SECONDS)
    except TimeoutError:
        raise AssertionError(why) from None


async def open_table(seats: int = 2, **more: Any) -> Host:
    """A table on loopback, on any port, whose host does not play itself."""
    how = {"game": "om-nom-nom", "owner": False, "bind": "127.0.0.1", "port": 0, **more}
    return await Host.open(TableSettings(seats=seats, **how), Identity.fresh())


def address(host: Host) -> tuple[str, int]:
    assert host.port is not None
    return "127.0.0.1", host.port


async def sit(host: Host, name: str, **how: Any) -> Link:
    """Somebody comes in by the real door, with the code."""
    return await join(address(host), name, Identity.fresh(), code=host.code, **how)


class Player:
    """Plays a link by itself, always the first legal answer, and keeps what it saw."""

    def __init__(self, link: Link) -> None:
        self.link = link
        self.seen: list[Any] = []
        self.task = asyncio.create_task(self._play())

    async def _play(self) -> Any:
        self.link.send([Ready(ready=True)])
        while True:
            change = await self.link.changes.get()
            self.seen.append(change)
            if isinstance(change, Finished | Closed | Distrust):
                return change
            mirror = self.link.mirror
            if mirror.owes:
                self.link.send(mirror.choose(mirror.answers()[0]))

    async def end(self) -> Any:
        """The last thing it saw."""
        return await asyncio.wait_for(self.task, SECONDS)

    def texts(self) -> list[str]:
        """All that it was told in words."""
        return [change.text for change in self.seen if hasattr(change, "text")]


class Stranger:
    """A connection inside TLS (or not: `plain`) of somebody who says what it likes."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    @classmethod
    async def knock(cls, host: Host, data: bytes = b"", *, plain: bool = False) -> Stranger:
        """Connects and writes that."""
        how: dict[str, Any] = {} if plain else {"ssl": tls.client(), "server_hostname": ""}
        stranger = cls(*await asyncio.open_connection(*address(host), **how))
        stranger.writer.write(data)
        return stranger

    async def prove(self, host: Host, who: Identity, **how: Any) -> None:
        """Comes in with the code, by hand."""
        name, certificate = Name("Raw"), host._keeper.identity.certificate.fingerprint
        hello = Hello(PROTOCOL, name, who.public, **how)
        caller = Caller(who, hello, certificate, Peers(), os.urandom, code=host.code)
        self.writer.write(encode(caller.hello))
        frames = Frames(LARGEST)
        while caller.welcome is None:
            for body in frames.feed(await self.reader.read(LARGEST)):
                for answer in caller.receive(decode_host(body)) if caller.welcome is None else ():
                    self.writer.write(encode(answer))

    async def closed(self) -> bytes:
        """Waits until the other side has closed; what it sent before."""
        try:
            return await asyncio.wait_for(self.reader.read(), SECONDS)
        except ConnectionError:
            return b""
        finally:
            self.writer.transport.abort()
