"""Groups that score (ruling 6), by shifting whole boards at once."""

from __future__ import annotations

from core.games.ominoes.position import LEAST, MOVER, SERPENT, STRIDE, Face, Group, Spaces, Table, each


def connected(seed: Spaces, within: Spaces) -> Spaces:
    """All spaces of `within` that hang together with `seed` orthogonally, `seed` included."""
    while True:
        grown = (seed | seed << 1 | seed >> 1 | seed << STRIDE | seed >> STRIDE) & within
        if grown == seed:
            return seed
        seed = grown


def _crowded(spaces: Spaces) -> Spaces:
    """The spaces in the middle of four or more: one with three neighbours, or two neighbours with two each.

    Every connected four has such a space and no connected three has one, so where there is none, there is no group.
    """
    left, right = spaces & spaces << 1, spaces & spaces >> 1
    above, below = spaces & spaces << STRIDE, spaces & spaces >> STRIDE
    beside, across = left | right, above | below
    row, column = left & right, above & below
    two = row | column | beside & across
    if not two:
        return 0
    return row & across | column & beside | two & (two << 1 | two >> 1 | two << STRIDE | two >> STRIDE)


def scorable(table: Table, faces: tuple[Spaces, ...], seat: int) -> tuple[Group, ...]:
    """The groups of this seat's gods, its own first, each god's in reading order."""
    wild = faces[MOVER] | faces[SERPENT]
    found: list[Group] = []
    for god in table.scored[seat]:
        own = faces[god]
        if own and (crowded := _crowded(own | wild)):
            taken = []
            while crowded:
                group = connected(crowded & -crowded, own | wild)
                crowded &= ~group
                if group & own:
                    taken.append(Group(god, group))
            taken.sort(key=lambda group: group.first)
            found += taken
    return tuple(found)


def completing(table: Table, faces: tuple[Spaces, ...], seat: int, face: Face) -> Spaces:
    """The empty spaces where this face would be part of a group that the seat may score (ruling 9)."""
    one, two, three, four, five, six = faces
    empty = table.spaces & ~(one | two | three | four | five | six)
    found = 0
    for god in table.scored[seat]:
        if face in (god, MOVER, SERPENT):
            within = faces[god] | faces[MOVER] | faces[SERPENT]
            wanted = within if face == god else faces[god]
            found |= _joining(within, wanted, empty)
    return found


def _joining(within: Spaces, wanted: Spaces, empty: Spaces) -> Spaces:
    """The empty spaces that one more Ominoe would make part of a group which holds some of `wanted`.

    Beside a connected three all do; elsewhere only a space between several parts can.
    """
    found = once = twice = 0
    rest = within
    while rest:
        part = connected(rest & -rest, rest)
        rest ^= part
        beside = (part << 1 | part >> 1 | part << STRIDE | part >> STRIDE) & empty
        if part & wanted and part.bit_count() >= LEAST - 1:
            found |= beside
        twice |= once & beside
        once |= beside
    for space in each(twice & ~found):
        joined = connected(1 << space, within | 1 << space)
        if joined & wanted and joined.bit_count() >= LEAST:
            found |= 1 << space
    return found
