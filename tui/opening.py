"""From the command line's words to a table's settings."""

from __future__ import annotations

import argparse
import json
from dataclasses import replace
from typing import Any

from core.game import BadOptions, Json
from net.settings import ABSENT, CLOCKS, LONGEST_WINDOW, TableSettings
from net.text import TableName, clean
from tui.cli import WrongUsage
from tui.tools import game_named

_TABLE = "table."


def settings_of(options: argparse.Namespace) -> TableSettings:
    """The table that `serai host` describes. Raises `WrongUsage` for what cannot be had."""
    game = game_named(options.game)
    seats = options.seats if options.seats is not None else max(2, game.min_seats)
    given = dict(_option(text) for text in options.option)
    of_table = {name[len(_TABLE) :]: value for name, value in given.items() if name.startswith(_TABLE)}
    of_game = {name: value for name, value in given.items() if not name.startswith(_TABLE)}
    try:
        game.start(seats, of_game)
    except BadOptions as error:
        raise WrongUsage(str(error)) from None
    if options.bots > seats:
        raise WrongUsage(f"{options.bots} bots need as many seats, there are {seats}")
    table = clean(options.table or "", TableName.cells)
    settings = TableSettings(
        game=game.key,
        seats=seats,
        options=of_game,
        table=table,
        bots=options.bots,
        port=options.port,
        bind=options.bind,
        open=options.open,
        owner=not options.headless,
        seed=options.seed,
    )
    return replace(settings, **_table_settings(of_table))


def _option(text: str) -> tuple[str, Json]:
    name, equals, value = text.partition("=")
    if not equals or not name:
        raise WrongUsage(f"--option takes NAME=VALUE, not {text!r}")
    return name, _value(value)


def _value(text: str) -> Json:
    """JSON if it parses, a list where there are commas, else text."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return [_value(part) for part in text.split(",")] if "," in text else text


def _table_settings(given: dict[str, Json]) -> dict[str, Any]:
    if unknown := sorted(given.keys() - {"absent", "clock", "window"}):
        known = "table.absent, table.clock and table.window"
        raise WrongUsage(f"there is no table setting {unknown[0]!r}; there are {known}")
    if (clock := given.get("clock", 0)) not in CLOCKS or isinstance(clock, bool):
        raise WrongUsage(f"table.clock is one of {', '.join(map(str, CLOCKS))} seconds, not {clock!r}")
    window = given.get("window", 0)
    if type(window) is not int or not 0 <= window <= LONGEST_WINDOW:
        raise WrongUsage(f"table.window is 0 (no clock) to {LONGEST_WINDOW} seconds, not {window!r}")
    if "absent" in given and given["absent"] not in ABSENT:
        raise WrongUsage(f"table.absent is {' or '.join(ABSENT)}, not {given['absent']!r}")
    return given
