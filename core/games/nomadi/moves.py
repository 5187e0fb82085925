"""The legal moves of a caravan, for all stones at once (rulings 2 to 6).

Every rule is a few shifts of whole sets of fields: a set of stones, shifted and met with the stones again, is the set
of stones jumped over; met with the empty fields it is where they land. A landing is never turned into a move before
somebody asks for it: `Moves` keeps sets of landings by die and step, and counts bits.

A stone that holds the caravan together (see `caravan`) may go where it joins all parts again. Few landings can: the
stones at their sides form two groups themselves. Only those are looked at one by one.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TypeAlias, overload

from core.games.nomadi.board import Board
from core.games.nomadi.caravan import Caravan
from core.games.nomadi.position import Left, Move

_Group: TypeAlias = tuple[int, int, int]
"""(die, step, landings): each landing is reached by that die from `landing - step`."""


class Moves(Sequence[Move]):
    """All legal moves in a fixed order (die, step, landing), made one by one as they are asked for."""

    __slots__ = ("_counts", "_groups", "_total")

    def __init__(self, groups: Sequence[_Group]) -> None:
        self._groups = groups
        self._counts = [landings.bit_count() for _, _, landings in groups]
        self._total = sum(self._counts)

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
        for number, count in enumerate(self._counts):
            if index < count:
                die, step, landings = self._groups[number]
                for _ in range(index):
                    landings &= landings - 1
                target = (landings & -landings).bit_length() - 1
                return Move(die, target - step, target)
            index -= count
        raise IndexError(index)


@lru_cache(maxsize=256)
def find(board: Board, caravan: int, dice: tuple[int, ...], left: tuple[Left, ...] = ()) -> Moves:
    """The legal moves of these stones with these unused dice (sorted, one at least).

    `caravan`: all stones, which are one group.
    """
    shape = Caravan(board, caravan)
    free = shape.movable & ~shape.holding
    found: list[_Group] = []
    doubtful: list[_Group] = []
    if dice[0] == 1:
        _slides(shape, free, found, doubtful)
    if dice[-1] > 1:
        if free:
            found += _jumps(caravan, free, shape.empty, board.stride, dice)
        if shape.holding and (nooks := shape.empty & shape.apart):
            # The same way backwards: from where stones could be joined to the stones that may come there.
            for die, step, stones in _jumps(caravan, nooks, shape.holding, board.stride, dice):
                doubtful.append((die, -step, stones >> step if step > 0 else stones << -step))
    if doubtful:
        found += _joining(shape, doubtful)
    if shape.guarded:
        found = _lawful(shape, found)
    if left and (banned := _banned(left, dice)):
        found = _without(found, banned)
    return Moves(found)


def _banned(left: tuple[Left, ...], dice: tuple[int, ...]) -> dict[tuple[int, int], int]:
    """Ruling 6: by (die, step), the landings where a stone came from by the same number."""
    banned: dict[tuple[int, int], int] = {}
    for die, stone, fields in left:
        if die in dice:
            for field in fields:
                key = (die, field - stone)
                banned[key] = banned.get(key, 0) | 1 << field
    return banned


def _slides(shape: Caravan, free: int, found: list[_Group], doubtful: list[_Group]) -> None:
    """Die 1, all eight ways; the landing needs another stone at its side."""
    row = shape.board.stride
    e, w, s, n = shape.sides
    empty, holding, three = shape.empty, shape.holding, shape.three
    straight, slanting, joint = empty & shape.by_two, empty & (e | w | s | n), empty & shape.by_three
    if not shape.stones & shape.stones - 1:
        straight = slanting = empty  # a stone alone goes where it likes
    for step in (1, row):
        if landings := free << step & straight:
            found.append((1, step, landings))
        if landings := free >> step & straight:
            found.append((1, -step, landings))
        if landings := holding << step & joint:
            doubtful.append((1, step, landings))
        if landings := holding >> step & joint:
            doubtful.append((1, -step, landings))
    nooks, third = empty & shape.apart, empty & shape.third
    for step, down, up in ((row - 1, w & s, e & n), (row + 1, e & s, w & n)):
        # Between two stones that both touch a stone with two groups, these meet again.
        sure = holding & down & ~three
        if landings := (free | sure) << step & slanting:
            found.append((1, step, landings))
        if landings := (holding ^ sure) << step & (nooks | down << step & third):
            doubtful.append((1, step, landings))
        sure = holding & up & ~three
        if landings := (free | sure) >> step & slanting:
            found.append((1, -step, landings))
        if landings := (holding ^ sure) >> step & (nooks | up >> step & third):
            doubtful.append((1, -step, landings))


def _jumps(caravan: int, movers: int, targets: int, row: int, dice: tuple[int, ...]) -> list[_Group]:
    """Dice 2 to 6: over an unbroken row that is one stone shorter than the number; 5 and 6 may turn once."""
    high = dice[-1]
    found: list[_Group] = []
    # over[way][a - 1]: the a-th stones that movers pass in a row, going east, west, south, north.
    over: list[list[int]] = []
    for step in (1, row):
        passed, passes = movers, []
        for die in range(2, high + 1):
            passed = passed << step & caravan
            if not passed:
                break
            passes.append(passed)
            if die in dice and (landings := passed << step & targets):
                found.append((die, die * step, landings))
        over.append(passes)
        passed, passes = movers, []
        for die in range(2, high + 1):
            passed = passed >> step & caravan
            if not passed:
                break
            passes.append(passed)
            if die in dice and (landings := passed >> step & targets):
                found.append((die, -die * step, landings))
        over.append(passes)
    if high >= 5:
        found += _turns(caravan, targets, row, dice, over)
    return found


def _turns(caravan: int, targets: int, row: int, dice: tuple[int, ...], over: list[list[int]]) -> list[_Group]:
    """Landings of fives and sixes with a right angle on one of the stones jumped over."""
    east, west, south, north = over
    turns = []
    for step, first, forward, backward in ((row, 1, east, west), (1, row, south, north)):
        if forward or backward:
            # ahead[b]: the fields from which exactly b stones and then a target follow that way.
            up, down = targets >> step, targets << step
            ahead, behind = [up], [down]
            for _ in range(dice[-1] - 2):
                up, down = (up & caravan) >> step, (down & caravan) << step
                ahead.append(up)
                behind.append(down)
            turns += [(step, first, forward, ahead, behind), (step, -first, backward, ahead, behind)]
    found: list[_Group] = []
    for die in (5, 6):
        if die in dice:
            # Two ways round a corner may lead to one field.
            merged: dict[int, int] = {}
            for step, way, passes, ahead, behind in turns:
                after, gone = die - 1, 0
                for corners in passes:
                    after -= 1
                    gone += way
                    if after < 0:
                        break
                    if landings := corners & ahead[after]:
                        turn = (after + 1) * step
                        merged[gone + turn] = merged.get(gone + turn, 0) | landings << turn
                    if landings := corners & behind[after]:
                        turn = (after + 1) * step
                        merged[gone - turn] = merged.get(gone - turn, 0) | landings >> turn
            found += [(die, step, landings) for step, landings in merged.items()]
    return found


def _joining(shape: Caravan, doubtful: list[_Group]) -> list[_Group]:
    """Of the landings of stones that hold the caravan together, those that touch all its parts (ruling 4)."""
    row = shape.board.stride
    known: dict[int, list[int]] = {}
    found = []
    for die, step, landings in doubtful:
        joining = 0
        while landings:
            low = landings & -landings
            landings ^= low
            stone = low.bit_length() - 1 - step
            parts = known.get(stone)
            if parts is None:
                parts = known[stone] = shape.parts(stone)
            sides = low << 1 | low >> 1 | low << row | low >> row
            for part in parts:
                if not part & sides:
                    break
            else:
                joining |= low
        if joining:
            found.append((die, step, joining))
    return found


def _lawful(shape: Caravan, found: list[_Group]) -> list[_Group]:
    """Without the landings that the tents and the chasm forbid (ruling 5)."""
    guarded, start, short = shape.guarded, shape.board.start, shape.board.short
    in_start, beyond = shape.in_start, shape.beyond
    kept = []
    for group in found:
        die, step, landings = group
        if landings & guarded:
            if step > 0:
                landings &= ~(short & beyond << step | start & ~(in_start << step))
            else:
                landings &= ~(short & beyond >> -step | start & ~(in_start >> -step))
            if landings:
                kept.append((die, step, landings))
        else:
            kept.append(group)
    return kept


def _without(found: list[_Group], banned: dict[tuple[int, int], int]) -> list[_Group]:
    kept = ((die, step, landings & ~banned.get((die, step), 0)) for die, step, landings in found)
    return [group for group in kept if group[2]]
