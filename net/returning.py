"""Finding a table again that was lost: at its address, and wherever else it shows up with the same certificate."""

from __future__ import annotations

import asyncio
import itertools
import secrets
from collections.abc import Callable

from net.calling import CONNECT_SECONDS, JoinError, Visitor, Wire, come_in
from net.discovery import Browser
from net.messages import Hello, Welcome

_FIRST_PAUSE, _LONGEST_PAUSE = 0.1, 2.0
_FINAL = ("changed-key", "refused", "banned", "self", "version", "unproven", "behind", "code-needed", "wrong-code")
"""Answers at the door that trying again does not change."""


class Returning:
    """The way back to one table. `patience`: seconds it is looked for; None for as long as it takes."""

    def __init__(
        self, address: tuple[str, int], certificate: bytes, visitor: Visitor, patience: float | None = None
    ) -> None:
        self.visitor = visitor
        self._address = address
        self._certificate = certificate
        self._patience = patience

    async def again(self, hello: Callable[[], Hello]) -> tuple[Wire, Welcome]:
        """A connection to the table. `hello`: what to say there. Raises `JoinError`: with a code where it refuses."""
        browser = Browser()
        loop = asyncio.get_running_loop()
        until = None if self._patience is None else loop.time() + self._patience
        pause = _FIRST_PAUSE
        try:
            for attempt in itertools.count():
                if attempt == 1:
                    await browser.start()
                for address in dict.fromkeys((self._address, *browser.addresses(self._certificate))):
                    try:
                        found = await self._try(address, hello())
                    except JoinError as error:
                        if error.code in _FINAL or (until is not None and loop.time() > until):
                            raise
                        continue
                    self._address = address
                    return found
                # Nothing tells when a table is there again but trying.
                await asyncio.sleep(pause * (0.5 + secrets.randbelow(1000) / 1000))
                pause = min(2 * pause, _LONGEST_PAUSE)
        finally:
            await browser.stop()
        raise AssertionError("counting does not end")

    async def _try(self, address: tuple[str, int], hello: Hello) -> tuple[Wire, Welcome]:
        wire, caller = await come_in(
            address, self.visitor, hello, certificate=self._certificate, seconds=CONNECT_SECONDS
        )
        assert caller.welcome is not None
        return wire, caller.welcome
