"""Records of whole games for tests: short ones of every game, played by bots, with forfeits and steps taken back."""

from __future__ import annotations

from functools import cache

from core.bots import bots
from core.catalogue import GAMES
from core.playout import playout
from core.record import Drawn, Header, Play, Record, Step, Undo, write
from core.stream import Stream

NAMES = ("Ana", "[b]Ben[/b]", "Chloé\x1b[31m")
SHOWN = ("Ana", "[b]Ben[/b]", "Chloé[31m")
DATE = "2026-11-30T19:02:11Z"
KEY = "9f" * 32


@cache
def record(key: str, seats: int = 3, date: str = DATE, table: str = "[red]attic") -> Record:
    """A game of greedy bots; the second step of one seat alone is taken back and played again."""
    game = GAMES[key]
    start = position = game.start(seats)
    steps: list[Step] = []
    undone = False
    for ply in playout(game, position, bots(game, ["greedy"] * seats), Stream.of_seed(7)):
        texts = {seat: game.format(ply.before, action) for seat, action in ply.choices.items()}
        steps.append(Play(texts) if texts else Drawn(ply.outcome))
        if len(texts) == 1 and not undone:
            steps += [Undo(), steps[-1]]
            undone = True
        position = ply.after
    assert position != start
    header = Header(key, date, table, NAMES[:seats], {}, (KEY, None, KEY)[:seats])
    return Record(header, tuple(steps), game.result(position).to_json())


def data(key: str, seats: int = 3, date: str = DATE) -> bytes:
    """Its bytes."""
    return write(record(key, seats, date)).encode()
