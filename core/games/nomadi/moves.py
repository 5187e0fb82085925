"""The legal moves of a caravan, for all stones at once (rulings 2 to 6).

Every rule is a few shifts of whole sets of fields: a set of stones, shifted and met with the stones again, is the set of
stones jumped over; met with the empty fields it is where they land. A landing is never turned into a move before
somebody asks for it: `Moves` keeps sets of landings by die and step, and counts bits.

Whether the caravan holds together without a stone is answered for all stones together, too. Round a stone the
neighbours at its sides form one or more groups, joined over the corners between them. If the caravan encloses no empty
field, two groups can meet nowhere else, so a stone with two groups is one that holds the caravan together and a stone
with one is not. Whether it encloses any is told by its Euler number (stones less contacts plus full 2 x 2 blocks): 1 if
not. Only where it does are the few doubtful stones looked at one by one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import overload

from core.games.nomadi.board import Board, bits
from core.games.nomadi.position import Left, Move


class Moves(Sequence[Move]):
    """All legal moves in a fixed order (die, step, landing), made one by one as they are asked for."""

    __slots__ = ("_groups", "_total")

    def __init__(self, groups: Iterable[tuple[int, int, int]]) -> None:
        """`groups`: (die, step, landings): each landing is reached by that die from `landing - step`."""
        self._groups = [(die, step, landings, landings.bit_count()) for die, step, landings in groups]
        self._total = sum(group[3] for group in self._groups)

    def __len__(self) -> int:
        return self._total

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Move]: ...
    def __getitem__(self, index: int | slice) -> Move | Sequence[Move]:
        if isinstance(index, slice):
            return [self[number] for number in range(*index.indices(self._total))]
        if index < 0:
            index += self._total
        if index < 0:
            raise IndexError(index)
        for die, step, landings, count in self._groups:
            if index < count:
                for _ in range(index):
                    landings &= landings - 1
                target = (landings & -landings).bit_length() - 1
                return Move(die, target - step, target)
            index -= count
        raise IndexError(index)

    def groups(self) -> list[tuple[int, int, list[int]]]:
        """(die, step, landing fields), for who goes through all moves."""
        return [(die, step, bits(landings)) for die, step, landings, _ in self._groups]


@lru_cache(maxsize=256)
def find(board: Board, caravan: int, dice: tuple[int, ...], left: tuple[Left, ...] = ()) -> Moves:
    """The legal moves of these stones with these unused dice. `caravan`: all stones, one group."""
    search = _Search(board, caravan)
    found: list[tuple[int, int, int]] = []
    if search.movable:
        if 1 in dice:
            found += search.slides()
        if dice[-1] > 1:
            found += search.jumps(dice)
    return Moves(_without(found, left) if left else found)


def _without(found: list[tuple[int, int, int]], left: tuple[Left, ...]) -> list[tuple[int, int, int]]:
    """Ruling 6: no stone lands where it came from by the same number."""
    banned: dict[tuple[int, int], int] = {}
    for die, stone, fields in left:
        for field in fields:
            key = (die, field - stone)
            banned[key] = banned.get(key, 0) | 1 << field
    kept = ((die, step, landings & ~banned.get((die, step), 0)) for die, step, landings in found)
    return [group for group in kept if group[2]]


class _Search:
    """One caravan, and what all dice need to know of it."""

    def __init__(self, board: Board, caravan: int) -> None:
        row = board.stride
        self.board, self.caravan = board, caravan
        self.empty = board.fields & ~caravan
        self.in_start = caravan & board.start
        self.beyond = caravan & board.beyond
        # Who has a stone to the east, west, south, north.
        e, w, s, n = caravan >> 1, caravan << 1, caravan >> row, caravan << row
        horizontal, vertical = e | w, s | n
        self.near = horizontal | vertical
        both = e & w
        column = s & n
        self.by_two = both | column | horizontal & vertical
        """Fields with stones at two sides or more."""
        self.movable = caravan & ~(board.goal | both & column)
        """Ruling 2: a free side, and not in the goal."""
        self.holding = self._holding(e, w, s, n, row)
        """Stones without which the caravan is not one group."""
        self._parts: dict[int, list[int]] = {}

    def _holding(self, e: int, w: int, s: int, n: int, row: int) -> int:
        caravan = self.caravan
        # A neighbour begins a group where it does not hang together with the one before it, going round.
        east = e & ~(n & caravan << row - 1)
        south = s & ~(e & caravan >> row + 1)
        west = w & ~(s & caravan >> row - 1)
        north = n & ~(w & caravan << row + 1)
        split = self.movable & (east & south | west & north | (east | south) & (west | north))
        if split:
            pairs = caravan & e
            contacts = pairs.bit_count() + (caravan & s).bit_count()
            blocks = (pairs & pairs >> row).bit_count()
            if caravan.bit_count() - contacts + blocks != 1:
                for bit in bits(split):
                    if self.board.together(caravan ^ 1 << bit):
                        split ^= 1 << bit
        return split

    def slides(self) -> list[tuple[int, int, int]]:
        """Die 1, all eight ways; the landing needs another stone at its side."""
        row = self.board.stride
        movable = self.movable
        alone = self.empty if movable == self.caravan and not movable & movable - 1 else 0
        straight, slanting = self.empty & self.by_two | alone, self.empty & self.near | alone
        found: list[tuple[int, int, int]] = []
        for step in (1, row):
            if landings := movable << step & straight:
                self._keep(found, 1, step, landings)
            if landings := movable >> step & straight:
                self._keep(found, 1, -step, landings)
        for step in (row - 1, row + 1):
            if landings := movable << step & slanting:
                self._keep(found, 1, step, landings)
            if landings := movable >> step & slanting:
                self._keep(found, 1, -step, landings)
        return found

    def jumps(self, dice: tuple[int, ...]) -> list[tuple[int, int, int]]:
        """Dice 2 to 6: over an unbroken row that is one stone shorter than the number; 5 and 6 may turn once."""
        row = self.board.stride
        caravan, empty = self.caravan, self.empty
        high = dice[-1]
        found: list[tuple[int, int, int]] = []
        # over[i][a - 1]: the a-th stones that a movable stone passes in a row in direction i.
        over: list[list[int]] = []
        for step in (1, row):
            passed = movable = self.movable
            ways = []
            for stones in range(1, high):
                passed = passed << step & caravan
                if not passed:
                    break
                ways.append(passed)
                if stones + 1 in dice and (landings := passed << step & empty):
                    self._keep(found, stones + 1, (stones + 1) * step, landings)
            over.append(ways)
            passed = movable
            ways = []
            for stones in range(1, high):
                passed = passed >> step & caravan
                if not passed:
                    break
                ways.append(passed)
                if stones + 1 in dice and (landings := passed >> step & empty):
                    self._keep(found, stones + 1, -(stones + 1) * step, landings)
            over.append(ways)
        if high >= 5:
            self._turns(found, dice, over)
        return found

    def _turns(self, found: list[tuple[int, int, int]], dice: tuple[int, ...], over: list[list[int]]) -> None:
        """Dice 5 and 6 with a right angle on one of the stones jumped over.

        `behind[b]` are the corners from which, the other way, exactly b stones and an empty field follow.
        """
        row = self.board.stride
        caravan, empty = self.caravan, self.empty
        high = dice[-1]
        merged: dict[tuple[int, int], int] = {}
        for step, firsts in ((row, over[:2]), (1, over[2:])):
            forward, backward = firsts
            if not forward and not backward:
                continue
            first = 1 if step == row else row
            for sign in (1, -1):
                follow = empty
                for after in range(high - 1):
                    follow = follow >> step if sign > 0 else follow << step
                    for die in (5, 6):
                        before = die - 1 - after
                        if die not in dice or before < 1:
                            continue
                        for ways, way in ((forward, first), (backward, -first)):
                            if before <= len(ways) and (corners := ways[before - 1] & follow):
                                turn = (after + 1) * step * sign
                                landings = corners << turn if turn > 0 else corners >> -turn
                                key = (die, before * way + turn)
                                merged[key] = merged.get(key, 0) | landings
                    follow &= caravan
                    if not follow:
                        break
        for (die, step), landings in merged.items():
            self._keep(found, die, step, landings)

    def _keep(self, found: list[tuple[int, int, int]], die: int, step: int, landings: int) -> None:
        """Takes out what may not land there (rulings 4 and 5), and adds what is left."""
        board = self.board
        if landings & board.short:
            in_start, beyond = self.in_start, self.beyond
            if step > 0:
                in_start, beyond = in_start << step, beyond << step
            else:
                in_start, beyond = in_start >> -step, beyond >> -step
            landings &= ~(board.short & beyond) & ~(board.start & ~in_start)
        holding = self.holding
        if holding and landings:
            doubtful = landings & (holding << step if step > 0 else holding >> -step)
            if doubtful:
                landings ^= doubtful
                doubtful &= self.by_two
                while doubtful:
                    low = doubtful & -doubtful
                    doubtful ^= low
                    if self._joins(low.bit_length() - 1 - step, low):
                        landings |= low
        if landings:
            found.append((die, step, landings))

    def _joins(self, stone: int, landing: int) -> bool:
        """Whether the landing touches every part into which the caravan falls without that stone (ruling 4)."""
        parts = self._parts.get(stone)
        if parts is None:
            parts = self._parts[stone] = self._edges(stone)
        return all(edge & landing for edge in parts)

    def _edges(self, stone: int) -> list[int]:
        """For each part of the caravan without that stone, the fields at its sides."""
        rest = self.caravan ^ 1 << stone
        row = self.board.stride
        edges = []
        while rest:
            part = self.board.reached(rest & -rest, rest)
            edges.append(part << 1 | part >> 1 | part << row | part >> row)
            rest ^= part
        return edges
