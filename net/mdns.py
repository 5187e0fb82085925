"""Tables by zeroconf: a record for each that is open, with a random label; what it says is a hint."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

from zeroconf import IPVersion, ServiceStateChange, Zeroconf
from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

from net.following import TROUBLES
from net.interfaces import Own, announced
from net.messages import PROTOCOL, Public

SERVICE = "_serai._tcp.local."
RELIST_SECONDS = 10.0
"""How often names that were heard before are gone through again."""
_RESOLVE_MS = 2000
_MOST_AT_ONCE = 8
"""Names that are asked for their addresses at the same time; most have brought them along."""
_MOST_NAMES = 256
_MOST_ADDRESSES = 6
_log = logging.getLogger(__name__)


def open_zeroconf(own: Sequence[Own]) -> AsyncZeroconf:
    """Zeroconf on those addresses, with IPv6 where that can be had. Raises one of `TROUBLES` without a network."""
    every = [one.ip for one in own if one.ip != "::1"] or [one.ip for one in own]  # multicast there goes nowhere
    old = [one.ip for one in own if one.address.version == 4]
    if not every:
        raise OSError("no interface has an address")
    try:
        return AsyncZeroconf(interfaces=every, ip_version=IPVersion.All)
    except TROUBLES:
        if not old:
            raise
        return AsyncZeroconf(interfaces=old, ip_version=IPVersion.V4Only)


def record(label: str, public: Public, port: int, own: Sequence[Own]) -> AsyncServiceInfo:
    """What is announced of a table."""
    return AsyncServiceInfo(
        SERVICE,
        f"{label}.{SERVICE}",
        port=port,
        properties={
            "v": str(PROTOCOL),
            "table": public.table,
            "game": public.game,
            "host": public.host,
            "seats": str(public.seats),
            "taken": str(public.taken),
            "state": public.state,
        },
        server=f"{label}.local.",
        parsed_addresses=[ip.partition("%")[0] for ip in announced(own)],
    )


class Listener:
    """The records of others. `heard(host, port)`: somebody named an address. `gone()`: somebody said goodbye."""

    def __init__(self, heard: Callable[[str, int], None], gone: Callable[[], None]) -> None:
        self._heard = heard
        self._gone = gone
        self._waiting: dict[str, None] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def listen(self, zeroconf: AsyncZeroconf) -> None:
        """Until cancelled. Raises one of `TROUBLES`."""
        browser = AsyncServiceBrowser(zeroconf.zeroconf, SERVICE, handlers=[self._news])
        try:
            while True:
                await asyncio.sleep(RELIST_SECONDS)
                self._again(zeroconf.zeroconf)
        finally:
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)
            with contextlib.suppress(*TROUBLES):
                await browser.async_cancel()

    def _news(self, zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange) -> None:
        """A record came, changed or went. None of it is believed."""
        del service_type
        if state_change is ServiceStateChange.Removed:
            self._gone()
        else:
            self._hear(zeroconf, name)

    def _hear(self, zeroconf: Zeroconf, name: str) -> None:
        info = AsyncServiceInfo(SERVICE, name)
        if info.load_from_cache(zeroconf):
            self._tell(info)
        elif name not in self._waiting:
            # The newest stays: what came before it is gone through again later.
            while len(self._waiting) >= _MOST_NAMES:
                del self._waiting[next(iter(self._waiting))]
            self._waiting[name] = None
            if len(self._tasks) < _MOST_AT_ONCE:
                self._spawn(self._resolve(zeroconf))

    def _again(self, zeroconf: Zeroconf) -> None:
        """Names that are still known are heard once more: what did not answer then may do so now."""
        names = zeroconf.cache.names()
        known = [name for name in names if name.endswith(f".{SERVICE}")]
        for name in random.sample(known, min(len(known), _MOST_NAMES)):
            self._hear(zeroconf, name)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            _log.warning("a record could not be read: %s", error)

    async def _resolve(self, zeroconf: Zeroconf) -> None:
        """Asks for the addresses of the names that wait, the newest first."""
        while self._waiting:
            name, _ = self._waiting.popitem()
            info = AsyncServiceInfo(SERVICE, name)
            if await info.async_request(zeroconf, _RESOLVE_MS):
                self._tell(info)

    def _tell(self, info: AsyncServiceInfo) -> None:
        if not info.port:
            return
        old, new = (info.parsed_scoped_addresses(version) for version in (IPVersion.V4Only, IPVersion.V6Only))
        for address in (*old, *new)[:_MOST_ADDRESSES]:
            self._heard(address, info.port)
