"""A record played back: every moment of the game, as everybody or one seat knew it, and its story in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from core.catalogue import GAMES
from core.game import AnyGame, Event
from core.record import BadRecord, Conceded, Drawn, Play, Record, Step, Undo, read, replay
from core.shape import listing
from net.changes import Moved
from net.text import LINE_CELLS, NAME_CELLS, TABLE_CELLS, clean

LARGEST = 8 * 1024 * 1024
"""Bytes of a file that can be a record."""
_SENTENCE = 1000


class CannotReplay(Exception):
    """A file that is no record, or a record that does not hold; the text says why, and is clean."""


class Moment(NamedTuple):
    """A position with the step that led to it; the first has none. `chapter`: the number of the one it belongs to."""

    position: Any
    chapter: int
    step: Step | None = None
    events: tuple[Event, ...] = ()


class Chapter(NamedTuple):
    """A part of the game. `first`: the number of its first moment."""

    title: str
    first: int


@dataclass(frozen=True)
class Replay:
    """All moments of a game: number 0 is its start, number n comes after n steps.

    `names`: of all seats, also of those that nobody sits on, cleaned; `players`: how many of them played. Where a seat
    is wanted, None means that all is open.
    """

    record: Record
    names: tuple[str, ...]
    table: str
    moments: tuple[Moment, ...]
    chapters: tuple[Chapter, ...]

    @property
    def game(self) -> AnyGame:
        """The rules."""
        return GAMES[self.record.header.game]

    @property
    def players(self) -> int:
        """The seats that a game can be seen from."""
        return len(self.record.header.players)

    @property
    def last(self) -> int:
        """The number of the last moment."""
        return len(self.moments) - 1

    def view(self, number: int, seat: int | None) -> Any:
        """The position as that seat knew it then."""
        position = self.moments[number].position
        return position if seat is None else self.game.view(position, seat)

    def moved(self, number: int, seat: int | None) -> Moved | None:
        """The move or roll that led to a moment, as that seat saw it; None where it was something else."""
        step = self.moments[number].step
        if not isinstance(step, Play | Drawn):
            return None
        before, choices = self.moments[number - 1].position, None
        forfeits: tuple[int, ...] = ()
        if isinstance(step, Play):
            choices = {by: self.game.parse(before, text) for by, text in step.choices.items()}
            forfeits = step.forfeited
        events = tuple(event for event in self.moments[number].events if seat is None or event.seen_by(seat))
        return Moved(number, self.view(number - 1, seat), self.view(number, seat), choices, forfeits, events)

    def past(self, number: int, seat: int | None) -> list[Event]:
        """All that has happened up to a moment and was not taken back, as far as that seat knew."""
        standing: list[tuple[Event, ...]] = []
        for moment in self.moments[1 : number + 1]:
            if isinstance(moment.step, Undo):
                standing.pop()
            else:
                standing.append(moment.events)
        return [event for events in standing for event in events if seat is None or event.seen_by(seat)]

    def told(self, number: int, seat: int | None) -> list[str]:
        """What happened in the step to a moment, as far as that seat knew, in sentences."""
        moment = self.moments[number]
        told = []
        if isinstance(moment.step, Undo):
            told.append("The last step is taken back.")
        if isinstance(moment.step, Conceded):
            told.append(f"{self.names[moment.step.seat]} gives up: {self.names[1 - moment.step.seat]} wins.")
        if isinstance(moment.step, Play) and moment.step.forfeited:
            who = listing([self.names[by] for by in moment.step.forfeited])
            told.append(f"No choice came from {who}: the first legal one counts.")
        events = [event for event in moment.events if seat is None or event.seen_by(seat)]
        sentences = (clean(self.game.tell(event, self.names), _SENTENCE) for event in events)
        return told + [sentence for sentence in sentences if sentence]

    def within(self, number: int) -> int:
        """The number of the chapter in which the step to a moment was taken."""
        return self.moments[max(0, number - 1)].chapter

    def jump(self, number: int, by: int) -> int:
        """The first moment of the next chapter, or of this one and then of the one before (`by` is 1 or -1)."""
        chapter = self.moments[number].chapter
        if by > 0:
            return self.chapters[chapter + 1].first if chapter + 1 < len(self.chapters) else self.last
        first = self.chapters[chapter].first
        return first if first < number or chapter == 0 else self.chapters[chapter - 1].first


def open_replay(path: Path) -> Replay:
    """The game in that file. Raises `CannotReplay`."""
    return replay_of(read_bytes(path))


def read_bytes(path: Path) -> bytes:
    """What is in a file that may be a record. Raises `CannotReplay`."""
    try:
        if not path.is_file():
            raise CannotReplay("there is no such file")
        if path.stat().st_size > LARGEST:
            raise CannotReplay("too large to be a record")
        return path.read_bytes()
    except OSError as error:
        raise CannotReplay(f"it cannot be read: {error.strerror}") from None


def replay_of(data: bytes) -> Replay:
    """The game that those bytes record, finished or not. Raises `CannotReplay`."""
    try:
        record = read(data.decode())
        game = GAMES[record.header.game]
        steps = list(replay(record))
        start = game.start(len(record.header.players), record.header.options)
        players = tuple(clean(name, NAME_CELLS) or f"seat {n}" for n, name in enumerate(record.header.players, 1))
        names = (*players, *game.houses(start))
    except UnicodeDecodeError:
        raise CannotReplay("it is not text") from None
    except BadRecord as error:
        raise CannotReplay(clean(str(error), LINE_CELLS)) from None
    chapters: list[Chapter] = []
    moments: list[Moment] = []
    for step, position, events in ((None, start, ()), *steps):
        title = clean(game.chapter(position, names), LINE_CELLS)
        if not chapters or chapters[-1].title != title:
            chapters.append(Chapter(title, len(moments)))
        moments.append(Moment(position, len(chapters) - 1, step, events))
    return Replay(record, names, clean(record.header.table, TABLE_CELLS), tuple(moments), tuple(chapters))


def told_by_chapter(game: Replay) -> Iterator[tuple[Chapter, list[tuple[int, str]]]]:
    """The whole story with all open: each chapter in which something happened, with its numbered steps in sentences."""
    chapter = -1
    lines: list[tuple[int, str]] = []
    for number in range(1, len(game.moments)):
        if game.within(number) != chapter:
            if lines:
                yield game.chapters[chapter], lines
            chapter, lines = game.within(number), []
        lines += [(number, sentence) for sentence in game.told(number, None)]
    if lines:
        yield game.chapters[chapter], lines
