"""Commands that need neither network nor screen: engine, bench, arena, paths."""

from __future__ import annotations

import argparse
import json
import os
import secrets
import sys
import time

from core.arena import arena as play_arena
from core.bots import UnknownBot
from core.catalogue import GAMES
from core.engine import LONGEST, Engine
from core.game import AnyGame, BadOptions, Json
from core.playout import bench as measure
from core.playout import middle_seats
from core.stream import Stream
from tui import locations
from tui.cli import DONE, WrongUsage


def engine() -> int:
    """`serai engine`: a line in, a line out, until the end of input or `quit`."""
    source = sys.stdin.buffer
    speaker = Engine(lambda: os.urandom(32))
    while not speaker.ended and (line := source.readline(LONGEST + 2)):
        rest = line
        while len(rest) > 0 and not rest.endswith(b"\n") and len(line) > LONGEST:
            rest = source.readline(LONGEST)
        print(speaker.answer(line.rstrip(b"\r\n")), flush=True)
    return DONE


def game_named(name: str) -> AnyGame:
    """The game of that name. Raises `WrongUsage`."""
    if name not in GAMES:
        raise WrongUsage(f"there is no game {name!r}; there {'are' if len(GAMES) > 1 else 'is'} {', '.join(GAMES)}")
    return GAMES[name]


def bench(options: argparse.Namespace) -> int:
    """`serai bench`: a line a game."""
    if not 0 < options.seconds <= 600:
        raise WrongUsage("--seconds takes 0 to 600 seconds")
    for name in options.games or GAMES:
        game = game_named(name)
        found = measure(game, middle_seats(game), time.process_time, options.seconds, Stream(secrets.token_bytes(32)))
        _say(
            options,
            found,
            f"{game.title}, {found['seats']} seats: {found['moves_per_second']:,} moves a CPU second "
            f"({found['games']} games a run, median of five)",
        )
    return DONE


def arena(options: argparse.Namespace) -> int:
    """`serai arena`: how often each bot wins."""
    game = game_named(options.game)
    seed = options.seed if options.seed is not None else secrets.randbits(63)
    bots = [name.strip() for name in options.bots.split(",")]
    try:
        found = play_arena(game, bots, options.games, seed, time.perf_counter)
    except (UnknownBot, BadOptions) as error:
        raise WrongUsage(str(error)) from None
    wins = ", ".join(f"{bot} {won}" for bot, won in zip(found["bots"], found["wins"], strict=True))
    _say(
        options, found, f"{game.title}, {found['games']} games: {wins}; shared {found['shared']} ({found['seconds']} s)"
    )
    return DONE


def paths(options: argparse.Namespace) -> int:
    """`serai paths`: where files live."""
    found = {what: str(path) for what, path in locations.find().listed().items()}
    width = max(map(len, found))
    _say(options, found, "\n".join(f"{what:{width}}  {path}" for what, path in found.items()))
    return DONE


def _say(options: argparse.Namespace, value: Json, prose: str) -> None:
    print(json.dumps(value) if options.json else prose, flush=True)
