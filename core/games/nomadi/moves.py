"""The legal moves of a caravan, for all stones at once (rulings 2 to 6).

Every rule is a few shifts of whole sets of fields: a set of stones, shifted and met with the stones again, is the set of
stones jumped over; met with the empty fields it is where they land. A landing is never turned into a move before
somebody asks for it: `Moves` keeps sets of landings by die and step, and counts bits.

Whether the caravan holds together without a stone is answered for all stones together, too. Round a field the stones at
its sides form groups, joined over the corners between them. If the caravan encloses no empty field, two groups round a
stone meet nowhere else, so a stone with two groups or more holds the caravan together, and one with a single group does
not. Whether it encloses any is told by its Euler number (stones less contacts plus full 2 x 2 blocks): 1 if not. Only
where it does are the doubtful stones looked at one by one.

A stone that holds the caravan together may go where it joins all parts again. Few landings can: the stones at their
sides form two groups themselves. Those few are looked at one by one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TypeAlias, overload

from core.games.nomadi.board import Board, bits
from core.games.nomadi.position import Left, Move

_Group: TypeAlias = tuple[int, int, int]
"""(die, step, landings): each landing is reached by that die from `landing - step`."""
_Raw: TypeAlias = tuple[int, int, int, int, int]
"""The same before the caravan's unity is looked at, and: the stones that could tear it, and where they may land yet."""


class Moves(Sequence[Move]):
    """All legal moves in a fixed order (die, step, landing), made one by one as they are asked for."""

    __slots__ = ("_groups", "_total")

    def __init__(self, groups: Iterable[_Group]) -> None:
        self._groups = [(die, step, landings, landings.bit_count()) for die, step, landings in groups]
        self._total = sum(group[3] for group in self._groups)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Moves) and self._groups == other._groups

    __hash__ = None  # type: ignore[assignment]

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
    """The legal moves of these stones with these unused dice (sorted, one at least). `caravan`: all stones, one group."""
    shape = _Shape(board, caravan)
    if not shape.movable:
        return Moves(())
    raw = _slides(shape) if dice[0] == 1 else []
    if dice[-1] > 1:
        raw += _jumps(shape, dice)
    found = _lawful(shape, raw)
    return Moves(_without(found, left) if left else found)


def _without(found: list[_Group], left: tuple[Left, ...]) -> list[_Group]:
    """Ruling 6: no stone lands where it came from by the same number."""
    banned: dict[tuple[int, int], int] = {}
    for die, stone, fields in left:
        for field in fields:
            key = (die, field - stone)
            banned[key] = banned.get(key, 0) | 1 << field
    kept = ((die, step, landings & ~banned.get((die, step), 0)) for die, step, landings in found)
    return [group for group in kept if group[2]]


class _Shape:
    """A caravan, and what all dice need to know of it."""

    __slots__ = ("apart", "board", "by_three", "by_two", "caravan", "empty", "holding", "movable", "sides", "third", "three")

    def __init__(self, board: Board, caravan: int) -> None:
        row = board.stride
        self.board, self.caravan = board, caravan
        self.empty = board.fields & ~caravan
        # The fields with a stone to the east, west, south, north.
        e, w, s, n = self.sides = caravan >> 1, caravan << 1, caravan >> row, caravan << row
        level, upright, across = e & w, s & n, (e | w) & (s | n)
        self.by_two = level | upright | across
        """Fields with stones at two sides or more; `by_three` likewise."""
        self.by_three = (level | upright) & across
        self.movable = movable = caravan & ~(board.goal | level & upright)
        """Ruling 2: a free side, and not in the goal."""
        # A neighbour begins a group where it does not hang together with the one before it, going round.
        east = e & ~(n & caravan << row - 1)
        south = s & ~(e & caravan >> row + 1)
        west = w & ~(s & caravan >> row - 1)
        north = n & ~(w & caravan << row + 1)
        first, second, either, other = east & south, west & north, east | south, west | north
        self.apart = first | second | either & other
        """Fields with two groups of stones round them or more; `three` likewise."""
        self.three = first & other | second & either
        self.holding = holding = movable & self.apart
        """Stones without which the caravan is not one group."""
        self.third = self.by_three
        """Where a stone with three groups may land between two of them."""
        if holding:
            pairs = caravan & e
            contacts = pairs.bit_count() + (caravan & s).bit_count()
            if caravan.bit_count() - contacts + (pairs & pairs >> row).bit_count() != 1:
                self.third = self.by_two
                for bit in bits(holding):
                    if board.together(caravan ^ 1 << bit):
                        self.holding ^= 1 << bit

    def parts(self, stone: int) -> list[int]:
        """For each part of the caravan without that stone, the fields at its sides."""
        rest = self.caravan ^ 1 << stone
        row = self.board.stride
        edges = []
        while rest:
            part = self.board.reached(rest & -rest, rest)
            edges.append(part << 1 | part >> 1 | part << row | part >> row)
            rest ^= part
        return edges


def _slides(shape: _Shape) -> list[_Raw]:
    """Die 1, all eight ways; the landing needs another stone at its side."""
    row = shape.board.stride
    e, w, s, n = shape.sides
    movable, holding, three, third = shape.movable, shape.holding, shape.three, shape.third
    alone = shape.empty if movable == shape.caravan and not movable & movable - 1 else 0
    straight, slanting = shape.empty & shape.by_two | alone, shape.empty & (e | w | s | n) | alone
    raw: list[_Raw] = []
    for step in (1, row):
        if landings := movable << step & straight:
            raw.append((1, step, landings, holding, shape.by_three))
        if landings := movable >> step & straight:
            raw.append((1, -step, landings, holding, shape.by_three))
    # Between two stones that touch the moving one, its two groups meet again.
    for step, left, right in ((row - 1, w & s, e & n), (row + 1, e & s, w & n)):
        if landings := movable << step & slanting:
            raw.append((1, step, landings, holding & (three | ~left), shape.apart | left << step & third))
        if landings := movable >> step & slanting:
            raw.append((1, -step, landings, holding & (three | ~right), shape.apart | right >> step & third))
    return raw


def _jumps(shape: _Shape, dice: tuple[int, ...]) -> list[_Raw]:
    """Dice 2 to 6: over an unbroken row that is one stone shorter than the number; 5 and 6 may turn once."""
    row = shape.board.stride
    caravan, empty, holding, apart = shape.caravan, shape.empty, shape.holding, shape.apart
    high = dice[-1]
    raw: list[_Raw] = []
    # over[way][a - 1]: the a-th stones that movable stones pass in a row, going east, west, south, north.
    over: list[list[int]] = []
    for step in (1, row):
        passed, passes = shape.movable, []
        for stones in range(2, high + 1):
            passed = passed << step & caravan
            if not passed:
                break
            passes.append(passed)
            if stones in dice and (landings := passed << step & empty):
                raw.append((stones, stones * step, landings, holding, apart))
        over.append(passes)
        passed, passes = shape.movable, []
        for stones in range(2, high + 1):
            passed = passed >> step & caravan
            if not passed:
                break
            passes.append(passed)
            if stones in dice and (landings := passed >> step & empty):
                raw.append((stones, -stones * step, landings, holding, apart))
        over.append(passes)
    if high >= 5:
        turning = _turns(caravan, empty, row, [die for die in (5, 6) if die in dice], over)
        raw += [(die, step, landings, holding, apart) for (die, step), landings in turning.items()]
    return raw


def _turns(
    caravan: int, empty: int, row: int, dice: list[int], over: list[list[int]]
) -> dict[tuple[int, int], int]:
    """Landings by (die, step) of fives and sixes with a right angle on one of the stones jumped over."""
    merged: dict[tuple[int, int], int] = {}
    for step, first, forward, backward in ((row, 1, over[0], over[1]), (1, row, over[2], over[3])):
        if not forward and not backward:
            continue
        # ahead[b]: the fields from which exactly b stones and then an empty field follow that way.
        ahead, behind = [empty >> step], [empty << step]
        while len(ahead) < dice[-1] - 1 and (following := (ahead[-1] & caravan) >> step):
            ahead.append(following)
        while len(behind) < dice[-1] - 1 and (following := (behind[-1] & caravan) << step):
            behind.append(following)
        for way, passes in ((first, forward), (-first, backward)):
            for before, passed in enumerate(passes, 1):
                for die in dice:
                    after = die - 1 - before
                    if 0 <= after < len(ahead) and (corners := passed & ahead[after]):
                        turn = (after + 1) * step
                        key = (die, before * way + turn)
                        merged[key] = merged.get(key, 0) | corners << turn
                    if 0 <= after < len(behind) and (corners := passed & behind[after]):
                        turn = (after + 1) * step
                        key = (die, before * way - turn)
                        merged[key] = merged.get(key, 0) | corners >> turn
    return merged


def _lawful(shape: _Shape, raw: list[_Raw]) -> list[_Group]:
    """Takes out what may not land where it does (rulings 4 and 5)."""
    board, caravan = shape.board, shape.caravan
    start, short = board.start, board.short
    in_start, beyond = caravan & start, caravan & board.beyond
    guarded = start | short if beyond else start
    parts: dict[int, list[int]] = {}
    found: list[_Group] = []
    for die, step, landings, holding, joining in raw:
        if landings & guarded:
            if step > 0:
                landings &= ~(short & beyond << step | start & ~(in_start << step))
            else:
                landings &= ~(short & beyond >> -step | start & ~(in_start >> -step))
        if doubtful := landings & (holding << step if step > 0 else holding >> -step):
            landings ^= doubtful
            doubtful &= joining
            while doubtful:
                low = doubtful & -doubtful
                doubtful ^= low
                stone = low.bit_length() - 1 - step
                if stone not in parts:
                    parts[stone] = shape.parts(stone)
                if all([part & low for part in parts[stone]]):
                    landings |= low
        if landings:
            found.append((die, step, landings))
    return found
