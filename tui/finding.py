"""Finding tables without a screen."""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections.abc import Callable

from core.game import Json
from net.discovery import Browser
from net.hints import Found
from net.interfaces import spell
from tui.cli import DONE, Failed, WrongUsage


def find(options: argparse.Namespace) -> int:
    """`serai find`: the tables that answered within the time, a line each."""
    if not 0 < options.seconds <= 3600:
        raise WrongUsage("--seconds takes 0 to 3600 seconds")
    found, trouble = asyncio.run(_look(options.seconds))
    for table in found:
        print(json.dumps(as_json(table)) if options.json else _prose(table))
    if trouble and not found:
        raise Failed(trouble)
    if not found and not options.json:
        print(
            "no table was found; `serai doctor` says why, and `serai join HOST:PORT` needs no finding", file=sys.stderr
        )
    return DONE


async def _look(seconds: float) -> tuple[list[Found], str | None]:
    browser = Browser()
    await browser.start()
    await asyncio.sleep(seconds)
    found, trouble = browser.tables, browser.trouble
    await browser.stop()
    return found, trouble


async def wait_for(fits: Callable[[Found], bool], seconds: float, settle: float = 0.0) -> list[Found]:
    """The tables that fit, as soon as one is found and `settle` seconds have passed; empty if none was in time."""
    changed = asyncio.Event()
    browser = Browser(changed.set)
    await browser.start()
    try:
        async with asyncio.timeout(seconds):
            while True:
                if any(map(fits, browser.tables)):
                    await asyncio.sleep(settle)
                if fitting := list(filter(fits, browser.tables)):
                    return fitting
                await changed.wait()
                changed.clear()
    except TimeoutError:
        return []
    finally:
        await browser.stop()


def as_json(table: Found) -> dict[str, Json]:
    """A table as `serai find --json` prints it."""
    return {**table._asdict(), "address": spell(*table.address)}


def _prose(table: Found) -> str:
    door = "open" if table.open else "code"
    seats = f"{table.taken} of {table.seats}"
    return f"{table.game:12} {table.table:24} {table.host:16} {seats}  {table.state:8} {door}  {spell(*table.address)}"
