"""What a record is made of, and its text."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from core.game import Json

VERSION = 1


class BadRecord(ValueError):
    """Text that is no record, or a record that is no game. `line` counts from 1; `why` says it in words."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(f"line {line}: {why}")
        self.line = line
        self.why = why


@dataclass(frozen=True)
class Header:
    """What stands before the steps.

    `date`: when the game began, in UTC (`2026-11-30T19:02:11Z`). `players`: a name a seat. `keys`: each player's
    Ed25519 public key in hex, None for a bot. `seed`: of a seeded table.
    """

    game: str
    date: str
    table: str
    players: tuple[str, ...]
    options: Mapping[str, Json]
    keys: tuple[str | None, ...] | None = None
    seed: int | None = None


@dataclass(frozen=True)
class Play:
    """Choices by seat, as text. `forfeited`: the seats whose choice the rules made."""

    choices: Mapping[int, str]
    forfeited: tuple[int, ...] = ()


@dataclass(frozen=True)
class Drawn:
    """A chance outcome."""

    outcome: Json


@dataclass(frozen=True)
class Undo:
    """The last step that still stands is taken back."""


@dataclass(frozen=True)
class Conceded:
    """Of two seats this one gives up: the game is over, and the other has won."""

    seat: int


Step: TypeAlias = Play | Drawn | Undo | Conceded


@dataclass(frozen=True)
class Record:
    """A game; `result` is None while it is not finished.

    `proof`: lines of printable ASCII by which commitments, dice and decks can be checked; the table knows how.
    """

    header: Header
    steps: tuple[Step, ...]
    result: Mapping[str, Json] | None = None
    proof: tuple[str, ...] = ()

    def line_of(self, step: int) -> int:
        """The line on which a step stands (counted from 0); one past the last is the empty line before the result."""
        return len(head_lines(self.header)) + 2 + step

    def line_of_options(self) -> int:
        """The line on which the options stand."""
        return len(head_lines(self.header)) - (self.header.seed is not None)

    def line_of_proof(self, index: int) -> int:
        """The line on which a line of the proof stands (counted from 0)."""
        return self.line_of(len(self.steps)) + 3 + index


@dataclass(frozen=True)
class Outline:
    """A record without its steps: `steps` says how many there are. Nothing is checked but the header."""

    header: Header
    steps: int
    result: Mapping[str, Json] | None


def write(record: Record) -> str:
    """The record's text."""
    lines = [*head_lines(record.header), "", *(f"{n} {_step(step)}" for n, step in enumerate(record.steps, 1))]
    if record.result is not None:
        lines += ["", f"result {json_text(record.result)}"]
        if record.proof:
            lines += ["", *(f"proof {line}" for line in record.proof)]
    return "\n".join(lines) + "\n"


def head_lines(header: Header) -> list[str]:
    """The lines before the first empty one."""
    lines = [
        f"serai-record {VERSION}",
        f"game {header.game}",
        f"date {header.date}",
        f"table {json_text(header.table)}",
        f"players {json_text(header.players)}",
    ]
    if header.keys is not None:
        lines.append(f"keys {json_text(header.keys)}")
    lines.append(f"options {json_text(dict(sorted(header.options.items())))}")
    if header.seed is not None:
        lines.append(f"seed {header.seed}")
    return lines


def _step(step: Step) -> str:
    if isinstance(step, Drawn):
        return f"chance {json_text(step.outcome)}"
    if isinstance(step, Undo):
        return "undo"
    if isinstance(step, Conceded):
        return f"concede {step.seat}"
    parts = [f"{seat} {text}" for seat, text in sorted(step.choices.items())]
    if step.forfeited:
        parts.append(f"forfeit {' '.join(map(str, sorted(step.forfeited)))}")
    return f"play {' | '.join(parts)}"


def json_text(value: Json) -> str:
    """JSON as records write it."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False)
