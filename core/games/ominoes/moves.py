"""Moves of exactly three steps (ruling 3), from tables.

A way is a start, two spaces on the way and an end. Whether the ways that begin with one first step are open depends on
that space and on the three that can follow it. Two first steps together depend on seven spaces, so for each start two
tables, of 128 entries each, give all ends at once; two more give the list of the moves to them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from core.games.ominoes.actions import Action
from core.games.ominoes.position import MOVER, NAMES, SPACES, STRIDE, Face, Space, Spaces

_STEPS = (-STRIDE, -1, 1, STRIDE)


class _Way(NamedTuple):
    first: Space
    second: Space
    end: Space


def _around(space: Space) -> list[Space]:
    return [space + step for step in _STEPS if space + step in NAMES]


def _ways(start: Space) -> list[_Way]:
    """All ways on an empty board. The end is never the start: that is an even number of steps away from itself."""
    return [
        _Way(first, second, end)
        for first in _around(start)
        for second in _around(first)
        for end in _around(second)
        if second != start and end != first
    ]


class _From(NamedTuple):
    """The tables of one start, each with the set of spaces that it is about."""

    before: Spaces
    ends_before: Mapping[Spaces, Spaces]
    """Which of these are empty -> where the ways end whose first step is up or to the left."""
    after: Spaces
    ends_after: Mapping[Spaces, Spaces]
    """The same for those that begin to the right or down."""
    above: Spaces
    moves_above: Mapping[Spaces, tuple[Action, ...]]
    """Ends before the start in reading order -> the moves to them."""
    below: Spaces
    moves_below: Mapping[Spaces, tuple[Action, ...]]


def _ends(ways: Sequence[_Way]) -> tuple[Spaces, Mapping[Spaces, Spaces]]:
    """The spaces that these ways pass, and for each set of them that is empty, where one may end."""
    partners: dict[Space, list[tuple[Spaces, Spaces]]] = {}
    for found in ways:
        partners.setdefault(found.first, []).append((1 << found.second, 1 << found.end))
        partners.setdefault(found.second, []).append((1 << found.first, 1 << found.end))
    table = {0: 0}
    for space, others in partners.items():
        for free, ends in list(table.items()):
            for other, end in others:
                if free & other:
                    ends |= end
            table[free | 1 << space] = ends
    return _bits(partners), table


def _lists(start: Space, ends: Sequence[Space]) -> tuple[Spaces, Mapping[Spaces, tuple[Action, ...]]]:
    """These ends, and for each set of them the moves there in reading order."""
    table: dict[Spaces, tuple[Action, ...]] = {0: ()}
    for end in sorted(set(ends)):
        move = Action("move", start, end)
        table |= {known | 1 << end: (*listed, move) for known, listed in table.items()}
    return _bits(ends), table


def _tables(start: Space) -> _From:
    ways = _ways(start)
    return _From(
        *_ends([found for found in ways if found.first < start]),
        *_ends([found for found in ways if found.first > start]),
        *_lists(start, [found.end for found in ways if found.end < start]),
        *_lists(start, [found.end for found in ways if found.end > start]),
    )


def _bits(spaces: Iterable[Space]) -> Spaces:
    bits = 0
    for space in spaces:
        bits |= 1 << space
    return bits


_TABLES: Final = {start: _tables(start) for start in SPACES}
_WAYS: Final[dict[tuple[Space, Space], list[_Way]]] = {}
for _start in SPACES:
    for _way in _ways(_start):
        _WAYS.setdefault((_start, _way.end), []).append(_way)


def way(start: Space, end: Space, empty: Spaces) -> tuple[Space, ...]:
    """The spaces of a way from start to end, the end last; none if every way is blocked or there is none."""
    for found in _WAYS.get((start, end), ()):
        if empty >> found.first & empty >> found.second & empty >> end & 1:
            return found
    return ()


def three_steps(start: Space, end: Space) -> bool:
    """Whether three steps lead from start to end on an empty board."""
    return (start, end) in _WAYS


def matching(faces: tuple[Spaces, ...], rolled: Face) -> Spaces:
    """The Ominoes that a roll lets one move, those of its god, with Yay-Ra any; with Ominotep, reroll: any."""
    if rolled < MOVER:
        return faces[rolled]
    one, two, three, four, five, six = faces
    return one | two | three | four | five | six


def reach(start: Space, empty: Spaces) -> Spaces:
    """Where an Ominoe may end that starts here."""
    before, ends_before, after, ends_after, *_ = _TABLES[start]
    return (ends_before[empty & before] | ends_after[empty & after]) & empty


def movable(spaces: Spaces, empty: Spaces) -> bool:
    """Whether any of these Ominoes has a legal move."""
    while spaces:
        if reach((spaces & -spaces).bit_length() - 1, empty):
            return True
        spaces &= spaces - 1
    return False


def moves(spaces: Spaces, empty: Spaces) -> list[Action]:
    """The legal moves of these Ominoes, in reading order."""
    found: list[Action] = []
    while spaces:
        start = (spaces & -spaces).bit_length() - 1
        spaces &= spaces - 1
        before, ends_before, after, ends_after, above, moves_above, below, moves_below = _TABLES[start]
        ends = (ends_before[empty & before] | ends_after[empty & after]) & empty
        if ends:
            found += moves_above[ends & above]
            found += moves_below[ends & below]
    return found
