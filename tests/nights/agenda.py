"""Virtual time: what is to happen, in order of time; between two things time jumps."""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass(order=True)
class Entry:
    """Something that is to happen. `do` is None once it is called off."""

    time: float
    order: int
    do: Callable[[], None] | None = field(compare=False)

    def cancel(self) -> None:
        self.do = None


class Agenda:
    """A heap of entries; those of the same moment happen in the order in which they were put down."""

    def __init__(self) -> None:
        self.now = 0.0
        self.done = 0
        """How many things have happened."""
        self._heap: list[Entry] = []
        self._order = itertools.count()

    def at(self, time: float, do: Callable[[], None]) -> Entry:
        """Lets something happen at a time; what is past happens next."""
        entry = Entry(max(time, self.now), next(self._order), do)
        heapq.heappush(self._heap, entry)
        return entry

    def after(self, seconds: float, do: Callable[[], None]) -> Entry:
        """Lets something happen so many seconds from now."""
        return self.at(self.now + seconds, do)

    def step(self) -> bool:
        """The next thing happens; False if there is none."""
        while self._heap:
            entry = heapq.heappop(self._heap)
            if entry.do is not None:
                self.now = entry.time
                self.done += 1
                entry.do()
                return True
        return False
