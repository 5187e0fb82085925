"""Waiting for what will happen, without sleeping through it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

SECONDS = 20.0
"""How long something may take on a busy machine before the test fails."""


async def wait_until(what: Callable[[], object], why: str = "it never came to that") -> None:
    """Yields to the event loop until the condition holds."""
    try:
        async with asyncio.timeout(SECONDS):
            while not what():
                await asyncio.sleep(0.005)
    except TimeoutError:
        raise AssertionError(why) from None
