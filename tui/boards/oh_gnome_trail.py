"""Where the places of the trail are in the picture: rows that wind, the bridge over a gap, the back trail under it."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from core.games.oh_gnome.trail import COTTAGE, TRAIL

COTTAGE_CELLS = 2
"""Stones that the cottage is as wide as."""


class Spot(NamedTuple):
    """The first cell of a place, on the line where its name is; gnomes stand on the lines above. `row`: from 0."""

    x: int
    y: int
    row: int


class Turn(NamedTuple):
    """Where one row turns into the next: the column, from line to line, on the right side or the left one."""

    x: int
    top: int
    bottom: int
    right: bool


class Way(NamedTuple):
    """The picture's measures. `pitch`: from stone to stone; `stone`: cells of a stone; `lines`: of all rows."""

    spots: dict[str, Spot]
    turns: tuple[Turn, ...]
    pitch: int
    stone: int
    lines: int
    large: bool


@lru_cache(maxsize=32)
def lay_trail(width: int, *, large: bool) -> Way:
    """The trail in a picture of that width."""
    stone = max(2, len(str(TRAIL.stones))) + 2 * large
    pitch = stone + 1
    gap = max(3, len(TRAIL.back) - 2)
    most = max(gap + 2, (width - 3) // pitch)
    rows = next((rows for cols in range(most, most // 2, -1) if (rows := _wrap(cols, gap))[1]), _wrap(most, gap))[0]
    cols = max(column + wide for _, _, column, wide in rows)
    left = max(1, (width - cols * pitch + 1) // 2)
    bridge_row = next(row for name, row, _, _ in rows if name == TRAIL.bridge)
    deep, first = (4, 2) if large else (3, 1)
    back_lines = 3 if large else 1
    spots: dict[str, Spot] = {}
    ends: dict[int, list[tuple[int, int]]] = {}
    for name, row, column, wide in rows:
        x = left + (column if row % 2 == 0 else cols - column - wide) * pitch
        y = row * deep + first + (back_lines if row > bridge_row else 0)
        spots[name] = Spot(x, y, row)
        ends.setdefault(row, []).append((x, y))
    here, there = spots[TRAIL.bridge], spots[str(int(TRAIL.bridge) + 1)]
    line = here.y + (3 if large else 2)
    for number, name in enumerate(TRAIL.back):
        along = number / max(1, len(TRAIL.back) - 1)
        spots[name] = Spot(round(here.x + along * (there.x - here.x)), line, here.row)
    for key, business in TRAIL.businesses.items():
        after = spots[business.after]
        spots[key] = Spot(after.x, after.y + 1, after.row)
    turns = []
    for row in range(max(ends)):
        (x, top), (_, bottom) = ends[row][-1], ends[row + 1][0]
        right = row % 2 == 0
        turns.append(Turn(x + stone if right else x - 1, top, bottom, right))
    lines = max(ends) * deep + deep + back_lines
    return Way(spots, tuple(turns), pitch, stone, lines, large)


def _wrap(cols: int, gap: int) -> tuple[list[tuple[str, int, int, int]], bool]:
    """Each place with its row, its column and its width in stones; false if a row had to end early."""
    found: list[tuple[str, int, int, int]] = []
    row = column = 0
    even = True
    over = str(int(TRAIL.bridge) + 1)
    names = [str(number) for number in range(TRAIL.stones + 1)]
    for name in (*names, COTTAGE):
        wide = COTTAGE_CELLS if name == COTTAGE else 1
        needs = gap + 2 if name == TRAIL.bridge else wide
        if name != over and column + needs > cols:
            even = even and (column == cols or name == COTTAGE)
            row, column = row + 1, 0
        found.append((name, row, column, wide))
        column += wide + (gap if name == TRAIL.bridge else 0)
    return found, even
