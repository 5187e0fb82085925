"""Tables find each other: announced and browsed by zeroconf, and shown only after they have answered a ping.

A record on the network is a hint that anybody can forge or leave behind; the table itself says what is true.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import socket
from collections.abc import Callable, Coroutine
from typing import Any, NamedTuple, TypeAlias

from zeroconf import (
    BadTypeInNameException,
    InterfaceChoice,
    IPVersion,
    NonUniqueNameException,
    NotRunningException,
    ServiceStateChange,
    Zeroconf,
)
from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

from net.guest import JoinError, ping
from net.interfaces import ANY, is_loopback, reachable
from net.messages import PROTOCOL, Public

Interfaces: TypeAlias = InterfaceChoice | list[str]
SERVICE = "_serai._tcp.local."
_RETRY_SECONDS = 5.0
_CHECK_SECONDS = 2.0
"""How often every known table is asked again; a host that was killed sends no goodbye."""
_RESOLVE_MS = 2000
_PING_SECONDS = 1.0
_MOST_RECORDS = 200
_TROUBLES = (OSError, RuntimeError, NonUniqueNameException, BadTypeInNameException, NotRunningException)
_log = logging.getLogger(__name__)


class Found(NamedTuple):
    """A table that answered. `state`: lobby, playing or over."""

    table: str
    game: str
    host: str
    address: tuple[str, int]
    seats: int
    taken: int
    state: str
    open: bool


def _open_zeroconf(interfaces: Interfaces) -> AsyncZeroconf:
    """Zeroconf on those interfaces, with IPv6 where there is any. Raises one of `_TROUBLES` without a network."""
    try:
        return AsyncZeroconf(interfaces=interfaces, ip_version=IPVersion.All)
    except _TROUBLES:
        return AsyncZeroconf(interfaces=interfaces, ip_version=IPVersion.V4Only)


class Announcer:
    """Keeps a table announced for as long as it is open. `trouble`: why it is not, in words."""

    def __init__(self, public: Public, port: int, bind: str | None) -> None:
        self.trouble: str | None = None
        self._public = public
        self._port = port
        self._bind = None if bind in ANY else bind
        self._label = f"serai-{secrets.token_hex(6)}"
        self._changed = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begins to announce, in the background."""
        self._task = asyncio.create_task(self._run())

    def update(self, public: Public) -> None:
        """The table's public line is new."""
        if public != self._public:
            self._public = public
            self._changed.set()

    async def stop(self) -> None:
        """Says goodbye on the network."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        interfaces: Interfaces = InterfaceChoice.All if self._bind is None else [self._interface()]
        while True:
            try:
                zeroconf = _open_zeroconf(interfaces)
            except _TROUBLES as error:
                self.trouble = f"this table is not announced: {_words(error)}"
                await asyncio.sleep(_RETRY_SECONDS)
                continue
            try:
                await self._announce(zeroconf)
            except _TROUBLES as error:
                self.trouble = f"this table is not announced: {_words(error)}"
                await asyncio.sleep(_RETRY_SECONDS)
            finally:
                with contextlib.suppress(*_TROUBLES):
                    await zeroconf.async_close()

    def _interface(self) -> str:
        return "127.0.0.1" if is_loopback(self._bind) and self._bind != "::1" else str(self._bind)

    async def _announce(self, zeroconf: AsyncZeroconf) -> None:
        info = self._info()
        await (await zeroconf.async_register_service(info))
        self.trouble = None
        try:
            while True:
                await self._changed.wait()
                self._changed.clear()
                info = self._info()
                await (await zeroconf.async_update_service(info))
        finally:
            with contextlib.suppress(*_TROUBLES):
                await (await zeroconf.async_unregister_service(info))

    def _info(self) -> AsyncServiceInfo:
        public = self._public
        addresses = ["127.0.0.1" if self._bind == "localhost" else ip for ip in reachable(self._bind)]
        return AsyncServiceInfo(
            SERVICE,
            f"{self._label}.{SERVICE}",
            port=self._port,
            properties={
                "v": str(PROTOCOL),
                "table": public.table,
                "game": public.game,
                "host": public.host,
                "seats": str(public.seats),
                "taken": str(public.taken),
                "state": public.state,
            },
            server=f"{self._label}.local.",
            parsed_addresses=addresses,
        )


class Browser:
    """The tables on the network, live. `on_change` is called without arguments when `tables` or `trouble` is new."""

    def __init__(self, on_change: Callable[[], None] = lambda: None) -> None:
        self.trouble: str | None = None
        self._on_change = on_change
        self._where: dict[str, list[tuple[str, int]]] = {}
        self._found: dict[str, Found] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._main: asyncio.Task[None] | None = None

    @property
    def tables(self) -> list[Found]:
        """All tables that answered, in a stable order."""
        return sorted(set(self._found.values()))

    async def start(self) -> None:
        """Begins to look, in the background."""
        self._main = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Ends looking."""
        tasks = [task for task in (self._main, *self._tasks) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            try:
                zeroconf = _open_zeroconf(InterfaceChoice.All)
            except _TROUBLES as error:
                self._trouble(f"nothing can be found by itself: {_words(error)}")
                await asyncio.sleep(_RETRY_SECONDS)
                continue
            browser = AsyncServiceBrowser(zeroconf.zeroconf, SERVICE, handlers=[self._heard])
            self._trouble(None)
            try:
                while True:
                    await asyncio.sleep(_CHECK_SECONDS)
                    for name in list(self._where):
                        self._spawn(self._check(name))
            finally:
                with contextlib.suppress(*_TROUBLES):
                    await browser.async_cancel()
                    await zeroconf.async_close()

    def _trouble(self, text: str | None) -> None:
        if text != self.trouble:
            self.trouble = text
            self._on_change()

    def _heard(self, zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange) -> None:
        """A record came, changed or went. None of it is believed: the table is asked."""
        if state_change is ServiceStateChange.Removed:
            self._spawn(self._check(name))
        elif name in self._where or len(self._where) < _MOST_RECORDS:
            self._spawn(self._resolve(zeroconf, service_type, name))

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            _log.error("looking for tables: %s", error)

    async def _resolve(self, zeroconf: Zeroconf, service_type: str, name: str) -> None:
        info = AsyncServiceInfo(service_type, name)
        if not await info.async_request(zeroconf, _RESOLVE_MS) or not info.port:
            return
        addresses = info.parsed_scoped_addresses(IPVersion.V4Only) + info.parsed_scoped_addresses(IPVersion.V6Only)
        self._where[name] = [(address, info.port) for address in addresses[:4]]
        await self._check(name)

    async def _check(self, name: str) -> None:
        """Asks the table itself; one that does not answer is not shown."""
        before = self._found.get(name)
        now = None
        for address in self._where.get(name, []):
            with contextlib.suppress(JoinError):
                now = _found(await ping(address, _PING_SECONDS), address)
                break
        if now is None:
            self._found.pop(name, None)
            self._where.pop(name, None)
        else:
            self._found[name] = now
        if now != before:
            self._on_change()


def _found(public: Public, address: tuple[str, int]) -> Found:
    return Found(
        public.table,
        public.game,
        public.host,
        address,
        public.seats,
        public.taken,
        public.state,
        public.open,
    )


def _words(error: BaseException) -> str:
    if isinstance(error, OSError) and not isinstance(error, socket.gaierror):
        return f"no usable network ({error.strerror or error})"
    return f"no usable network ({type(error).__name__})"
