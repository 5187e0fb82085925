"""Waiting for what a screen will show, without sleeping."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from textual import events
from textual.app import App
from textual.keys import _character_to_key
from textual.screen import Screen
from textual.widget import Widget

SECONDS = 20.0
"""How long a condition may take on a busy machine before the test fails."""
AT_ONCE = 20
"""Turns of the event loop in which most keys are taken."""


async def wait_until(what: Callable[[], object], why: str = "") -> None:
    """Yields to the event loop until the condition holds."""

    async def poll() -> None:
        while not what():
            await asyncio.sleep(0.02)

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
    await wait_until(
        lambda: isinstance(app.screen, kind) and app.screen.is_mounted, f"no {kind.__name__}: {app.screen}"
    )


async def press(app: App[Any], *keys: str) -> None:
    """Presses keys as the terminal would, one after the other, each taken before the next."""
    for key in keys:
        character = key if len(key) == 1 else " " if key == "space" else None
        name = _character_to_key(key) if len(key) == 1 and not key.isalnum() else key
        event = events.Key(name, character)
        event.set_sender(app)
        app.post_message(event)
        for _ in range(AT_ONCE):
            await asyncio.sleep(0)
            if _idle(app):
                break
        else:
            await wait_until(lambda: _idle(app))


def _idle(app: App[Any]) -> bool:
    """Whether nothing waits to be handled anywhere; an app that ends takes no more."""
    if app._exit:
        return True
    nodes = (app, *app.screen.walk_children(with_self=True))
    return not app.screen._callbacks and all(node._message_queue.empty() and not node._next_callbacks for node in nodes)


async def settled(app: App[Any]) -> None:
    """Waits until everything stands where it will stay, to be clicked."""
    await wait_until(lambda: _idle(app) and not _moving(app.screen))


def _moving(screen: Screen[Any]) -> bool:
    """Whether a layout, a scroll or a repaint is still to come."""
    nodes = (screen, *screen.walk_children(Widget))
    return bool(screen._dirty_widgets) or any(node._layout_required or node._scroll_required for node in nodes)
