"""Moves of exactly three steps (ruling 3), from tables.

A way is a start, two spaces on the way and an end. Seen from its start it begins with one of four first steps; whether
it is open depends on that space and the three that can follow it. So for each start and first step a table of the 16
ways in which those four spaces can be empty gives all ends at once.
"""

from __future__ import annotations

from collections.abc import Iterator

from core.games.ominoes.actions import Action
from core.games.ominoes.position import MOVER, NAMES, SPACES, STRIDE, Face, Space, Spaces

_STEPS = (-STRIDE, -1, 1, STRIDE)


def _around(space: Space) -> list[Space]:
    return [space + step for step in _STEPS if space + step in NAMES]


def _subsets(spaces: Spaces) -> Iterator[Spaces]:
    subset = spaces
    while subset:
        yield subset
        subset = (subset - 1) & spaces
    yield 0


def _bits(spaces: list[Space]) -> Spaces:
    return sum(1 << space for space in spaces)


def _ends_by(start: Space, first: Space) -> tuple[Spaces, dict[Spaces, Spaces]]:
    """The spaces that matter after this first step, and the ends for each set of them that is empty.

    The end is never the start: three steps lead to a space of the other colour, as on a chess board.
    """
    seconds = [second for second in _around(first) if second != start]
    ends = {}
    for free in _subsets(_bits([first, *seconds])):
        found = 0
        if free >> first & 1:
            for second in seconds:
                if free >> second & 1:
                    found |= _bits(_around(second)) & ~(1 << first)
        ends[free] = found
    return _bits([first, *seconds]), ends


_REACH = {start: tuple(_ends_by(start, first) for first in _around(start)) for start in SPACES}

_WAYS: dict[Space, dict[Space, list[tuple[Space, Space]]]] = {start: {} for start in SPACES}
for _start in SPACES:
    for _first in _around(_start):
        for _second in _around(_first):
            if _second != _start:
                for _end in _around(_second):
                    if _end != _first:
                        _WAYS[_start].setdefault(_end, []).append((_first, _second))

_MOVES = {start: tuple((1 << end, Action("move", start, end)) for end in sorted(ends)) for start, ends in _WAYS.items()}


def reach(start: Space, empty: Spaces) -> Spaces:
    """Where an Ominoe may end that starts here."""
    found = 0
    for matters, ends in _REACH[start]:
        found |= ends[empty & matters]
    return found & empty


def way(start: Space, end: Space, empty: Spaces) -> tuple[Space, ...]:
    """The spaces of a way from start to end, the end last; none if every way is blocked or there is none."""
    for first, second in _WAYS[start].get(end, ()):
        if empty >> first & empty >> second & empty >> end & 1:
            return first, second, end
    return ()


def three_steps(start: Space, end: Space) -> bool:
    """Whether three steps lead from start to end on an empty board."""
    return end in _WAYS[start]


def matching(faces: tuple[Spaces, ...], rolled: Face) -> Spaces:
    """The Ominoes that a roll lets one move, those of its god, with Yay-Ra any; with Ominotep, reroll: any."""
    if rolled < MOVER:
        return faces[rolled]
    one, two, three, four, five, six = faces
    return one | two | three | four | five | six


def movable(spaces: Spaces, empty: Spaces) -> bool:
    """Whether any of these Ominoes has a legal move."""
    while spaces:
        if reach((spaces & -spaces).bit_length() - 1, empty):
            return True
        spaces &= spaces - 1
    return False


def moves(spaces: Spaces, empty: Spaces) -> list[Action]:
    """The legal moves of these Ominoes."""
    found: list[Action] = []
    while spaces:
        start = (spaces & -spaces).bit_length() - 1
        spaces &= spaces - 1
        ends = reach(start, empty)
        if ends:
            found += [move for end, move in _MOVES[start] if end & ends]
    return found
