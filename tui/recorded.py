"""The records on this machine, as a list shows them: their outlines, without a look at the single steps."""

from __future__ import annotations

import os
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from core.catalogue import GAMES
from core.record import BadRecord, skim
from net.text import LINE_CELLS, NAME_CELLS, TABLE_CELLS, clean
from tui.keeping import SUFFIX
from tui.replaying import CannotReplay, read_bytes
from tui.written import EPOCH, moment_of, placed


class Seated(NamedTuple):
    """A player of a recorded game. `place`, `score`: None where they are not known."""

    name: str
    place: int | None = None
    score: int | None = None


class Recorded(NamedTuple):
    """A file among the records. `why`: what keeps it from being read, then `when` is when it was written."""

    path: Path
    name: str
    """Of the file, cleaned."""
    when: datetime
    game: str = ""
    table: str = ""
    seated: tuple[Seated, ...] = ()
    steps: int = 0
    finished: bool = False
    why: str = ""


def files(folder: Path) -> list[Path]:
    """The files that may be records, newest first as far as their names tell. Raises `OSError`."""
    if not folder.is_dir():
        return []
    with os.scandir(folder) as entries:
        names = [entry.name for entry in entries if entry.name.endswith(SUFFIX)]
    return [folder / name for name in sorted(names, reverse=True)]


def look_at(path: Path) -> Recorded:
    """What the list shows of that file."""
    try:
        outline = skim(read_bytes(path).decode())
    except UnicodeDecodeError:
        return _unreadable(path, "it is not text")
    except (CannotReplay, BadRecord) as error:
        return _unreadable(path, clean(str(error), LINE_CELLS))
    header = outline.header
    players = [clean(name, NAME_CELLS) or f"seat {n}" for n, name in enumerate(header.players, 1)]
    order = placed(outline.result, len(players))
    seated = [Seated(name) for name in players]
    if order is not None:
        seated = [Seated(players[one.seat], one.place, one.score) for one in order if one.seat < len(players)]
    return Recorded(
        path,
        clean(path.name, LINE_CELLS),
        moment_of(header.date),
        GAMES[header.game].title,
        clean(header.table, TABLE_CELLS),
        tuple(seated),
        outline.steps,
        outline.result is not None,
    )


def _unreadable(path: Path, why: str) -> Recorded:
    try:
        when = datetime.fromtimestamp(path.stat().st_mtime, UTC)
    except (OSError, OverflowError, ValueError):
        when = EPOCH
    return Recorded(path, clean(path.name, LINE_CELLS), when, why=why)


def newest_first(found: Iterable[Recorded]) -> list[Recorded]:
    """By the date that each record itself tells; those that cannot be read come last."""
    return sorted(found, key=lambda one: (not one.why, one.when, one.path.name), reverse=True)
