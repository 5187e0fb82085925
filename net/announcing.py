"""A table makes itself known: by zeroconf, and by the beacon where multicast is filtered."""

from __future__ import annotations

import asyncio
import contextlib
import secrets

from net import beacon, mdns
from net.beacon import Beacon, Note
from net.following import TROUBLES, Ways, follow
from net.interfaces import Own, own_addresses, serving
from net.messages import PROTOCOL, Public

CALL_SECONDS = 3.0
"""How often the beacon calls without being asked."""


class Announcer:
    """Keeps a table announced for as long as it is open, on the networks that it can be reached from alone."""

    def __init__(self, public: Public, port: int, bind: str | None) -> None:
        self.ways = Ways()
        self._public = public
        self._port = port
        self._bind = bind
        self._label = f"serai-{secrets.token_hex(6)}"
        self._changed = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def trouble(self) -> str | None:
        """Why the table is not announced, in words; None if it is, by one way at least."""
        return f"this table is not announced: {self.ways.trouble}" if self.ways.trouble else None

    def start(self) -> None:
        """Begins to announce, in the background."""
        works = ((Ways.MDNS, self._by_mdns), (Ways.BEACON, self._by_beacon))
        for way, work in works:
            trouble = lambda why, way=way: self.ways.says(way, why)  # noqa: E731
            self._tasks.append(asyncio.create_task(follow(self._addresses, work, trouble)))

    def update(self, public: Public) -> None:
        """The table's public line is new."""
        if public != self._public:
            self._public = public
            self._changed.set()

    async def stop(self) -> None:
        """Says goodbye on the network."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _addresses(self) -> tuple[Own, ...]:
        return serving(own_addresses(), self._bind)

    async def _by_mdns(self, own: tuple[Own, ...]) -> None:
        zeroconf = mdns.open_zeroconf(own)
        try:
            info = mdns.record(self._label, self._public, self._port, own)
            await (await zeroconf.async_register_service(info))
            self.ways.says(Ways.MDNS, None)
            try:
                while True:
                    await self._changed.wait()
                    self._changed.clear()
                    info = mdns.record(self._label, self._public, self._port, own)
                    await (await zeroconf.async_update_service(info))
            finally:
                with contextlib.suppress(*TROUBLES):
                    await (await zeroconf.async_unregister_service(info))
        finally:
            with contextlib.suppress(*TROUBLES):
                await zeroconf.async_close()

    async def _by_beacon(self, own: tuple[Own, ...]) -> None:
        here = Note(beacon.TABLE, PROTOCOL, self._port)

        def asked(note: Note, sender: tuple[str, int]) -> None:
            if note.kind == beacon.WHO:
                lit.answer(here, sender)

        lit = await Beacon.open(own, asked)
        try:
            while True:
                failed = lit.call(here)
                if all(failed.values()):
                    raise next(error for error in failed.values() if error)
                self.ways.says(Ways.BEACON, None)
                await asyncio.sleep(CALL_SECONDS)
        finally:
            lit.close()
