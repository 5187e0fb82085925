"""A guest's place at a table on another machine: moves messages, and finds its way back when the connection breaks."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import Callable, Sequence

from net.calling import JoinError as JoinError
from net.calling import Visitor, Wire, come_in
from net.changes import Change, Closed, Distrust, LinkChanged, Noticed, Rejected
from net.identity import Identity
from net.keeping import Keeping
from net.messages import PROTOCOL, Ack, Answer, Beat, Bye, Chain, Commit, FromGuest, Hello, Open, Reveal
from net.peers import BadPeers
from net.presence import ABSENT_SECONDS, BEAT_SECONDS, SHAKY_SECONDS
from net.returning import Returning
from net.seat import Mirror
from net.text import Line, Name, clean
from net.wire import BadFrame

LOST = "the connection to the table is lost"
"""What a `Closed` says when nobody said goodbye and the table was not found again."""
_MOST_UNANSWERED = 2
"""Beats in a row without an answer: with more, the connection hangs, and the host may not have what we said."""
_REPEATED = (Answer, Commit, Chain, Reveal, Ack, Open, Beat)
"""What a mirror says once more, or need not, when it is back."""


async def join(
    address: tuple[str, int],
    name: str,
    identity: Identity,
    *,
    keeping: Keeping | None = None,
    code: str | None = None,
    watch: bool = False,
    knocking: Callable[[], None] = lambda: None,
    patience: float | None = None,
) -> RemoteLink:
    """Sits down at a table, or watches it. Raises `JoinError` with the reason in words.

    `keeping`: what outlives this process. `code`: as somebody typed it, where the host's screen shows one (without it
    and without a host that knows us: `code-needed`). `knocking` is called while the host's player decides. `patience`:
    how many seconds a table that was lost is looked for; None for as long as it takes.
    """
    visitor = Visitor(name, identity, Keeping() if keeping is None else keeping, code, watch).check()
    hello = Hello(PROTOCOL, Name(visitor.name), identity.public, watch)
    wire, caller = await come_in(address, visitor, hello, knocking=knocking)
    assert caller.welcome is not None
    assert caller.host is not None
    mirror = Mirror(identity.public, os.urandom, identity.sign, keepsakes=visitor.keeping.keepsake)
    mirror.receive(caller.welcome)
    # Whoever was let in is known from now on: the code is for the first time.
    link = RemoteLink(wire, mirror, Returning(address, wire.certificate, visitor._replace(code=None), patience))
    try:
        visitor.keeping.peers.meet(
            caller.welcome.host, caller.host, certificate=wire.certificate, welcome=caller.by_code
        )
    except BadPeers as error:
        link.changes.put_nowait(Noticed(f"{error}."))
    return link


class RemoteLink:
    """A place at a table on another machine."""

    def __init__(self, wire: Wire, mirror: Mirror, returning: Returning) -> None:
        self.mirror = mirror
        self.changes: asyncio.Queue[Change] = asyncio.Queue()
        self._wire = wire
        self._returning = returning
        self._loop = asyncio.get_running_loop()
        self._heard = self._loop.time()
        self._unanswered = 0
        """Beats that the host has not answered."""
        self._state = "well"
        self._tasks = [asyncio.create_task(self._run()), asyncio.create_task(self._beat())]

    def send(self, messages: Sequence[FromGuest]) -> None:
        """Sends messages to the host; what is said while the connection is lost is told not to have been sent."""
        for message in messages:
            if self._state == "lost":
                if not isinstance(message, _REPEATED):
                    self.changes.put_nowait(Rejected("lost", "the connection is lost: that was not sent"))
            else:
                self._wire.send(message)

    async def close(self, why: str = "", *, back: bool = False) -> None:
        """Says goodbye; with `back` not: the seat is kept for a while."""
        for task in self._tasks:
            task.cancel()
        if not back:
            self._wire.send(Bye(Line(why)))
        self.mirror.put_away()
        await self._wire.close()

    # -- the connection ----------------------------------------------------------------------------------------

    async def _run(self) -> None:
        """Reads, and comes back, until the table is closed or cannot be found again."""
        while True:
            end = await self._read()
            await self._wire.close()
            if not (isinstance(end, Closed) and end.back):
                self.changes.put_nowait(end)
                return
            self.mirror.away()
            self._becomes("lost", end.text)
            if (refused := await self._return()) is not None:
                self.changes.put_nowait(refused)
                return
            self._becomes("well")

    async def _read(self) -> Closed | Distrust:
        """Takes in what the host says, until the connection ends; why."""
        try:
            while (message := await self._wire.receive()) is not None:
                self._heard = self._loop.time()
                self._unanswered -= isinstance(message, Beat)
                self.mirror.hung = self._unanswered > _MOST_UNANSWERED
                if self._state == "shaky":
                    self._becomes("well")
                replies, changes = self.mirror.receive(message)
                self.send(replies)
                for change in changes:
                    if isinstance(change, Closed | Distrust):
                        return change
                    self.changes.put_nowait(change)
        except BadFrame as error:
            return Closed(f"the host sent something unreadable ({clean(str(error), 120)})")
        except OSError:
            pass
        return Closed(LOST, back=True)

    async def _return(self) -> Closed | None:
        """Back at the table (None), or why that cannot be."""
        mirror, visitor = self.mirror, self._returning.visitor
        try:
            wire, welcome = await self._returning.again(lambda: mirror.hello(visitor.name, watch=visitor.watch))
        except JoinError as error:
            return Closed(str(error) if error.code else LOST)
        self._wire, self._heard = wire, self._loop.time()
        self._unanswered, self.mirror.hung = 0, False
        self._state = "well"
        mirror.receive(welcome)
        return None

    async def _beat(self) -> None:
        """Says that we are still here, and notices when the host is not."""
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            if self._state == "lost":
                continue
            silence = self._loop.time() - self._heard
            if silence >= ABSENT_SECONDS:
                self._wire.drop()
                continue
            if silence >= SHAKY_SECONDS:
                self._becomes("shaky")
            with contextlib.suppress(OSError):
                self._wire.send(Beat())
                self._unanswered += 1

    def _becomes(self, state: str, text: str = "") -> None:
        if state != self._state or state == "well":
            self._state = state
            self.changes.put_nowait(LinkChanged(state, text))
