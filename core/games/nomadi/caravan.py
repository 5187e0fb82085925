"""A caravan looked at as a whole: which stones are free to move, and which hold it together (rulings 2 and 4).

Round a field the stones at its sides form groups, joined over the corners between them. If the caravan encloses no
empty field, two groups round a stone meet nowhere else, so a stone with two groups or more holds the caravan together,
and one with a single group does not. Whether it encloses any is told by its Euler number (stones less contacts plus
full 2 x 2 blocks): 1 if not. Only where it does are the doubtful stones looked at one by one.
"""

from __future__ import annotations

from core.games.nomadi.board import Board, bits


class Caravan:
    """All stones on a board, and what all dice need to know of them. Sets of fields are bits."""

    __slots__ = (
        "apart", "beyond", "board", "by_three", "by_two", "empty", "guarded", "holding", "in_start", "movable",
        "sides", "stones", "third", "three",
    )  # fmt: skip

    def __init__(self, board: Board, stones: int) -> None:
        row = board.stride
        self.board, self.stones = board, stones
        self.in_start, self.beyond = stones & board.start, stones & board.beyond
        # Ruling 5 in one stroke where it is the same for all stones; `guarded` are the fields where it is not.
        self.guarded = 0
        if self.beyond == stones:
            empty = board.beyond & ~stones
        elif self.in_start:
            empty = board.fields & ~stones
            self.guarded = board.short if self.beyond else 0 if self.in_start == stones else board.start
        else:
            empty = board.fields & ~(stones | board.start)
            self.guarded = board.short if self.beyond else 0
        self.empty = empty
        """Where stones may land, some of them at least."""
        # The fields with a stone to the east, west, south, north.
        e, w, s, n = self.sides = stones >> 1, stones << 1, stones >> row, stones << row
        level, upright, across = e & w, s & n, (e | w) & (s | n)
        self.by_two = level | upright | across
        """Fields with stones at two sides or more; `by_three` likewise."""
        self.by_three = (level | upright) & across
        self.movable = movable = stones & ~(board.goal | level & upright)
        """Ruling 2: a free side, and not in the goal."""
        # A neighbour begins a group where it does not hang together with the one before it, going round.
        east = e & ~(n & stones << row - 1)
        south = s & ~(e & stones >> row + 1)
        west = w & ~(s & stones >> row - 1)
        north = n & ~(w & stones << row + 1)
        first, second, either, other = east & south, west & north, east | south, west | north
        self.apart = first | second | either & other
        """Fields with two groups of stones round them or more; `three` likewise."""
        self.three = first & other | second & either
        self.holding = holding = movable & self.apart
        """Stones without which the caravan is not one group."""
        self.third = self.by_three
        """Where a stone with three groups may land between two of them."""
        if holding:
            pairs = stones & e
            contacts = pairs.bit_count() + (stones & s).bit_count()
            if stones.bit_count() - contacts + (pairs & pairs >> row).bit_count() != 1:
                self.third = self.by_two
                for bit in bits(holding):
                    if board.together(stones ^ 1 << bit):
                        self.holding ^= 1 << bit

    def parts(self, stone: int) -> list[int]:
        """The parts of the caravan without that stone."""
        rest = self.stones ^ 1 << stone
        first = self.board.reached(rest & -rest, rest)
        if not self.three >> stone & 1:
            return [first, rest ^ first]
        found = []
        while rest:
            found.append(first)
            rest ^= first
            first = self.board.reached(rest & -rest, rest)
        return found
