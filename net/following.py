"""Work on the network that goes on: begun anew whenever this machine's addresses change, and after trouble."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import logging
import socket
import sys
from collections.abc import Callable, Coroutine
from typing import Any, TypeAlias

from zeroconf import BadTypeInNameException, NonUniqueNameException, NotRunningException

from net.interfaces import Own

POLL_SECONDS = 2.0
"""How often this machine's addresses are looked at."""
RETRY_SECONDS = 5.0
TROUBLES = (OSError, RuntimeError, ValueError, NonUniqueNameException, BadTypeInNameException, NotRunningException)
"""What zeroconf and sockets raise where there is no network, or a strange one."""
Work: TypeAlias = Callable[[tuple[Own, ...]], Coroutine[Any, Any, None]]
_log = logging.getLogger(__name__)


async def follow(addresses: Callable[[], tuple[Own, ...]], work: Work, trouble: Callable[[str], None]) -> None:
    """Does `work` on those addresses of this machine until cancelled. `trouble` hears in words why it cannot."""
    while True:
        own = addresses()
        task = asyncio.create_task(work(own))
        try:
            while not task.done() and addresses() == own:
                await asyncio.wait([task], timeout=POLL_SECONDS)
        finally:
            error = await _ended(task)
        if error is None:
            continue
        if not isinstance(error, TROUBLES):
            _log.error("finding tables: %s", type(error).__name__, exc_info=error)
        trouble(words(error))
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(RETRY_SECONDS):
                while addresses() == own:
                    await asyncio.sleep(min(POLL_SECONDS, RETRY_SECONDS))


async def _ended(task: asyncio.Task[None]) -> BaseException | None:
    """Ends it if it goes on; what it ended with if that was trouble."""
    task.cancel()
    await asyncio.wait([task])
    return None if task.cancelled() else task.exception()


def words(error: BaseException) -> str:
    """What went wrong on the network, for people."""
    if isinstance(error, OSError) and not isinstance(error, socket.gaierror):
        if error.errno == errno.EHOSTUNREACH and sys.platform == "darwin":
            return 'macOS does not let this terminal into the local network ("Local Network" in the privacy settings)'
        return f"no usable network ({error.strerror or error})"
    return f"no usable network ({type(error).__name__})"


class Ways:
    """How well each way of finding works. `changed` is called whenever that is new."""

    MDNS, BEACON = "mDNS", "beacon"

    def __init__(self, changed: Callable[[], None] = lambda: None) -> None:
        self._state: dict[str, str | None] = {}
        self._changed = changed

    def says(self, way: str, trouble: str | None) -> None:
        """That way works (None), or why not."""
        if self._state.get(way, "") != trouble:
            self._state[way] = trouble
            self._changed()

    @property
    def working(self) -> tuple[str, ...]:
        """The ways that do, mDNS first."""
        return tuple(way for way in (self.MDNS, self.BEACON) if self._state.get(way, "") is None)

    @property
    def trouble(self) -> str | None:
        """Why neither works; None as long as one does, or might."""
        if len(self._state) < 2 or self.working:
            return None
        return self._state[self.MDNS]

    @property
    def troubles(self) -> dict[str, str]:
        """The ways that do not work, and why."""
        return {way: trouble for way, trouble in self._state.items() if trouble is not None}
