"""A finished game looked back at: what a result screen plots and tells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from core.catalogue import GAMES
from core.game import Event
from core.record import BadRecord, Conceded, read, replay


@dataclass(frozen=True)
class Moment:
    """One step that told something: the position before it, what happened, and the scores after it."""

    before: Any
    events: tuple[Event, ...]
    scores: tuple[int, ...]


@dataclass(frozen=True)
class History:
    """`moments`: the steps in order. `names`: of all seats. `given_up`: whether a seat gave up, so no points won."""

    game: str
    names: tuple[str, ...]
    moments: tuple[Moment, ...]
    given_up: bool = False

    def tell(self, event: Event) -> str:
        """The event in words."""
        return GAMES[self.game].tell(event, self.names)


def look_back(record: bytes, names: Sequence[str]) -> History | None:
    """The history that a record holds; None where it does not hold together."""
    moments = []
    try:
        text = read(record.decode())
        game = GAMES[text.header.game]
        before = game.start(len(text.header.players), text.header.options)
        for _, position, events in replay(text):
            if events:
                moments.append(Moment(before, events, tuple(score or 0 for score in game.scores(position))))
            before = position
    except (BadRecord, UnicodeDecodeError):
        return None
    return History(text.header.game, tuple(names), tuple(moments), isinstance(text.steps[-1], Conceded))


def lead(history: History) -> list[str]:
    """Who led, and how close it was; one or two sentences."""
    leaders: list[int] = []
    for moment in history.moments:
        best = max(moment.scores)
        ahead = [seat for seat, score in enumerate(moment.scores) if score == best]
        if len(ahead) == 1 and (not leaders or leaders[-1] != ahead[0]):
            leaders.append(ahead[0])
    told = []
    if len(leaders) == 1 and len(history.names) > 1:
        told.append(f"{history.names[leaders[0]]} led from the first points to the end.")
    elif len(leaders) > 2:
        told.append(f"The lead changed hands {len(leaders) - 1} times.")
    if history.moments and len(history.names) > 1 and not history.given_up:
        first, second = sorted(history.moments[-1].scores, reverse=True)[:2]
        if first - second <= 3:
            apart = f"{first - second} point{'s' * (first - second != 1)}" if first != second else "Nothing"
            told.append(f"{apart} between the first two in the end.")
    return told
