"""Waiting for what a screen will show, without sleeping."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from textual.app import App
from textual.pilot import Pilot
from textual.screen import Screen

SECONDS = 20.0
"""How long a condition may take on a busy machine before the test fails."""


async def wait_until(what: Callable[[], object], why: str = "") -> None:
    """Yields to the event loop until the condition holds."""

    async def poll() -> None:
        while not what():
            await asyncio.sleep(0)

    try:
        await asyncio.wait_for(poll(), SECONDS)
    except TimeoutError:
        raise AssertionError(why or "the condition never came true") from None


def text_of(screen: Screen[Any]) -> str:
    """What the terminal shows, line by line, without colours."""
    width, height = screen.app.size
    lines = [[" "] * width for _ in range(height)]
    for y, strip in enumerate(screen._compositor.render_strips()):
        lines[y] = list(strip.text.ljust(width))
    return "\n".join("".join(line) for line in lines)


async def see(app: App[Any], text: str) -> None:
    """Waits until the screen shows that text somewhere on one line."""

    def shown() -> bool:
        return any(text in line for line in text_of(app.screen).splitlines())

    try:
        await wait_until(shown)
    except AssertionError:
        raise AssertionError(f"{text!r} is not on the screen:\n{text_of(app.screen)}") from None


async def on(app: App[Any], kind: type[Screen[Any]]) -> None:
    """Waits until a screen of that kind is on top and laid out."""
    await wait_until(lambda: isinstance(app.screen, kind) and app.screen.is_mounted, f"no {kind.__name__}: {app.screen}")


async def press(pilot: Pilot[Any], *keys: str) -> None:
    """Presses keys without waiting for the whole process to be idle."""
    app = pilot.app
    await app._press_keys(keys)
