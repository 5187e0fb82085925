"""The clocks of a table: for what programs do by themselves, for silent windows, and for a player's choice."""

from __future__ import annotations

import math
from collections.abc import Sequence

from net.match import WINDOW, Match
from net.places import Place
from net.telling import Tell

PROGRAM_SECONDS = 20.0
"""How long a guest's program has for what it does by itself: contribute to a roll, acknowledge, open."""


class Clocks:
    """`window`: seconds for a silent window; `choice`: for any other choice; 0 for no clock."""

    def __init__(self, window: int, choice: int) -> None:
        self.window = window
        self.choice = choice
        self._waiting: tuple[str, int] | None = None
        self._until: float | None = None
        self._turn: tuple[int, int] | None = None
        self._turn_until: float | None = None
        """None while the clock for choices stands still."""
        self._turn_left = 0.0

    @property
    def deadline(self) -> float | None:
        """When the next one runs out."""
        return min((time for time in (self._until, self._turn_until) if time is not None), default=None)

    def left(self, now: float) -> int | None:
        """Seconds left for the choice that is waited for; None if no clock runs."""
        return None if self._turn_until is None else max(1, math.ceil(self._turn_until - now))

    def tick(self, match: Match, now: float) -> list[Tell]:
        """What follows from the clocks that have run out."""
        tells: list[Tell] = []
        if self._until is not None and now >= self._until:
            self._until = self._waiting = None
            tells += match.expire()
        if self._turn_until is not None and now >= self._turn_until:
            self._turn_until = self._turn = None
            tells += match.lapse()
        return tells

    def set(self, match: Match | None, places: Sequence[Place], now: float, *, stopped: bool) -> bool:
        """Brings the clocks up to date with what is waited for; whether the one for choices has started or stopped.

        A player's clock stands still, with what is left of it, unless everybody who is waited for is there: for whoever
        is away the table waits.
        """
        waiting = match.waiting if match is not None and not stopped else None
        if waiting != self._waiting:
            self._waiting = waiting
            seconds = None if waiting is None else self.window or None if waiting[0] == WINDOW else PROGRAM_SECONDS
            self._until = None if seconds is None else now + seconds
        timed = match.timed if match is not None and self.choice else frozenset()
        if self.window and match is not None and match.waiting is not None:
            timed = frozenset()
        ran = (self._turn, self._turn_until)
        turn = (match.key, self.choice) if match is not None and timed else None
        if turn != self._turn:
            self._turn, self._turn_until, self._turn_left = turn, None, self.choice
        if turn is None or stopped or any(places[seat].away and not places[seat].bot for seat in timed):
            if self._turn_until is not None:
                self._turn_left, self._turn_until = self._turn_until - now, None
        elif self._turn_until is None:
            self._turn_until = now + self._turn_left
        return (self._turn, self._turn_until) != ran and (ran[1] or self._turn_until) is not None
