"""Looks for tables by zeroconf and by the beacon, and shows those that answer a ping, one row each.

A record or a note on the network is a hint that anybody can forge or leave behind; the table itself says what is true.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable

from net import beacon, mdns
from net.beacon import Beacon, Note
from net.calling import JoinError, ping
from net.following import TROUBLES, Ways, follow
from net.hints import Address, Found, Hints, Table
from net.interfaces import Own, is_near, own_addresses
from net.messages import PROTOCOL

PING_SECONDS = 1.0
_MOST_PINGS = 24
"""Addresses nobody has answered at that are tried at the same time."""
_ASK_SECONDS = (0.3, 1.0, 2.0, 4.0, 10.0)
"""Pauses between the beacon's questions; the last one stays."""
_TICK_SECONDS = 0.25
_log = logging.getLogger(__name__)


class Browser:
    """The tables on the network, live. `on_change` is called without arguments when `tables` or `ways` is new."""

    def __init__(self, on_change: Callable[[], None] = lambda: None) -> None:
        self.ways = Ways(on_change)
        self._on_change = on_change
        self._hints = Hints()
        self._own: tuple[Own, ...] = ()
        self._shown: list[Found] = []
        self._pings: set[asyncio.Task[None]] = set()
        self._tasks: list[asyncio.Task[None]] = []
        self._woken = asyncio.Event()

    @property
    def tables(self) -> list[Found]:
        """All tables that answered, in a stable order."""
        return self._shown

    @property
    def trouble(self) -> str | None:
        """Why nothing can be found, in words; None if something could."""
        return f"nothing can be found by itself: {self.ways.trouble}" if self.ways.trouble else None

    def ways_to(self, table: Found) -> frozenset[str]:
        """By which ways that table was heard of."""
        return self._hints.ways(table.address)

    def addresses(self, certificate: bytes) -> list[Address]:
        """Where tables with that certificate answered."""
        return self._hints.addresses(certificate)

    async def start(self) -> None:
        """Begins to look, in the background."""
        for way, work in ((Ways.MDNS, self._by_mdns), (Ways.BEACON, self._by_beacon)):
            trouble = lambda why, way=way: self.ways.says(way, why)  # noqa: E731
            self._tasks.append(asyncio.create_task(follow(own_addresses, work, trouble)))
        self._tasks.append(asyncio.create_task(self._ask()))

    async def stop(self) -> None:
        """Ends looking."""
        tasks = [*self._tasks, *self._pings]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # -- hearing -----------------------------------------------------------------------------------------------

    async def _by_mdns(self, own: tuple[Own, ...]) -> None:
        self._own = own
        zeroconf = mdns.open_zeroconf(own)
        try:
            self.ways.says(Ways.MDNS, None)
            listener = mdns.Listener(lambda host, port: self._heard(Ways.MDNS, (host, port)), self._doubt)
            await listener.listen(zeroconf)
        finally:
            with contextlib.suppress(*TROUBLES):
                await zeroconf.async_close()

    async def _by_beacon(self, own: tuple[Own, ...]) -> None:
        self._own = own

        def heard(note: Note, sender: tuple[str, int]) -> None:
            if note.kind == beacon.TABLE:
                self._heard(Ways.BEACON, (sender[0], note.port))

        lit = await Beacon.open(own, heard)
        pauses = iter(_ASK_SECONDS)
        try:
            while True:
                failed = lit.call(Note(beacon.WHO, PROTOCOL, 0))
                if all(failed.values()):
                    raise next(error for error in failed.values() if error)
                self.ways.says(Ways.BEACON, None)
                await asyncio.sleep(next(pauses, _ASK_SECONDS[-1]))
        finally:
            lit.close()

    def _heard(self, way: str, address: Address) -> None:
        if is_near(address[0], self._own):
            self._hints.hear(way, address, self._now())
            self._woken.set()

    def _doubt(self) -> None:
        self._hints.doubt(self._now())
        self._woken.set()

    # -- asking ------------------------------------------------------------------------------------------------

    def _now(self) -> float:
        return asyncio.get_running_loop().time()

    async def _ask(self) -> None:
        """Asks whoever is due. New hints wake it; it looks by itself now and then."""
        while True:
            for address in self._hints.due(self._now(), max(0, _MOST_PINGS - len(self._pings))):
                task = asyncio.create_task(self._ping(address))
                self._pings.add(task)
                task.add_done_callback(self._done)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(_TICK_SECONDS):
                    await self._woken.wait()
            self._woken.clear()

    async def _ping(self, address: Address) -> None:
        try:
            answer = await ping(address, PING_SECONDS)
        except JoinError:
            self._hints.silent(address, self._now())
        else:
            table = Table(answer.certificate, address[1], f"{answer.public.host}: {answer.public.table}")
            self._hints.answered(address, table, answer.public, self._now())
        shown = self._hints.found
        if shown != self._shown:
            self._shown = shown
            self._on_change()

    def _done(self, task: asyncio.Task[None]) -> None:
        self._pings.discard(task)
        self._woken.set()
        if not task.cancelled() and (error := task.exception()) is not None:
            _log.error("looking for tables: %s", error)
