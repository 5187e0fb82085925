"""Golden games: one random game for every game and number of seats, as text, sentence by sentence.

`python -m tests.games.golden` writes them anew; look at the difference before keeping it.
"""

from __future__ import annotations

from pathlib import Path

from core.record import Drawn, Header, Play, Record, Step, write
from core.stream import Stream
from tests.games.kit import NAMES, Case, wander

FOLDER = Path(__file__).parent


def path(case: Case) -> Path:
    """Where the golden game of a case is kept."""
    return FOLDER / case.key / f"{case.seats}.txt"


def golden(case: Case, seed: int) -> str:
    """A random game's record, with what each step tells indented below it; `(to 1, 2)` before what is for these."""
    game = case.game
    position = case.start()
    steps: list[Step] = []
    told: list[list[str]] = []
    for ply in wander(game, position, Stream.of_seed(seed)):
        texts = {seat: game.format(ply.before, action) for seat, action in ply.choices.items()}
        steps.append(Play(texts) if texts else Drawn(ply.outcome))
        told.append([])
        for event in ply.events:
            to = "" if event.to is None else f"(to {', '.join(map(str, sorted(event.to)))}) "
            told[-1].append(f"    {to}{game.tell(event, case.names)}".rstrip())
        position = ply.after
    header = Header(case.key, "2026-11-30T19:02:11Z", "golden", NAMES[: case.seats], dict(case.options), seed=seed)
    record = Record(header, tuple(steps), game.result(position).to_json())
    lines = write(record).split("\n")
    for number in reversed(range(len(steps))):
        after = record.line_of(number)
        lines[after:after] = told[number]
    return "\n".join(lines)


def plain(text: str) -> str:
    """The record alone."""
    return "".join(line for line in text.splitlines(keepends=True) if not line.startswith("    "))
