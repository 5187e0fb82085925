"""Groups that score (ruling 6), by shifting whole boards at once."""

from __future__ import annotations

from core.games.ominoes.position import LEAST, MOVER, SERPENT, STRIDE, Face, Group, Space, Spaces, Table, each


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


def completing(table: Table, faces: tuple[Spaces, ...], empty: Spaces, seat: int, face: Face) -> list[Space]:
    """The empty spaces where this face would be part of a group that the seat may score (ruling 9)."""
    wild = faces[MOVER] | faces[SERPENT]
    found = 0
    for god in table.scored[seat]:
        if face not in (god, MOVER, SERPENT):
            continue
        for space in each(empty):
            bit = 1 << space
            group = connected(bit, faces[god] | wild | bit)
            if group.bit_count() >= LEAST and (face == god or group & faces[god]):
                found |= bit
    return list(each(found))
