"""Deserts: text maps read into sets of fields, held as bits of whole numbers.

The bit of a field is `row * stride + column`, and the stride is one more than the width: the empty column between two
rows stops a shift from running over the edge. So `fields << 1` is the same set a column to the right.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files

from core import grid
from core.game import GameError

CARDS = (1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, -1, -1, -1, -2, -2, -2)
"""The desert cards (Facts)."""
STONES = {2: 8, 3: 5, 4: 4, 5: 3}
"""Stones a seat by the number of seats (Setup)."""
ARRIVALS = 3
"""So many stones in the goal end the game (Ending the Game)."""

_SIGNS = "SG.w,v#"
_WIDEST, _TALLEST = 26, 60
_OASIS_LEAST = 5


class BadBoard(GameError):
    """A map that is no desert; the text names the line and, where it helps, the column, both from 1."""


class Board:
    """One desert, with the goal moved where the oasis says so (ruling 15). Sets of fields are bits."""

    __slots__ = (
        "_bits", "_hash", "_key", "beyond", "fields", "goal", "height", "name", "names", "oasis", "rows", "sand",
        "short", "start", "stride", "water", "width",
    )  # fmt: skip

    def __init__(self, rows: tuple[str, ...], name: str | None, oasis: int | None = None) -> None:
        """The board of rows that `parse` has checked. `oasis`: the field in the middle of the moved goal."""
        self.rows, self.name, self.oasis = rows, name, oasis
        self.width, self.height = len(rows[0]), len(rows)
        self.stride = self.width + 1
        self.names = tuple(
            grid.field(column, row) if column < self.width else ""
            for row in range(self.height)
            for column in range(self.stride)
        )
        """The name of each bit's field; empty for the column that is none."""
        self._bits = {field: bit for bit, field in enumerate(self.names) if field}
        self.fields = self._of("SG.w,v")
        self.start = self._of("S")
        self.beyond = self._of("G,v")
        """Beyond the chasm."""
        self.short = self.fields ^ self.beyond
        """Not yet beyond it; the start too."""
        self.water = self._of("wv")
        self.goal = self._of("G") if oasis is None else self.round(oasis) & self.beyond & ~self.water
        self.sand = self.fields & ~(self.water | self.start | self.goal)
        """Where cards are scattered (ruling 13)."""
        self._key = (rows, name, oasis)
        self._hash = hash(self._key)

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Board) and self._key == other._key)

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return f"Board({self.name or self.rows!r}, oasis={self.oasis})"

    def _of(self, signs: str) -> int:
        return sum(
            1 << row * self.stride + column
            for row, text in enumerate(self.rows)
            for column, sign in enumerate(text)
            if sign in signs
        )

    def field(self, name: str) -> int | None:
        """The bit of the field or rock with that name; None off the board."""
        return self._bits.get(name)

    def round(self, bit: int) -> int:
        """A field and its eight neighbours, as far as they are fields."""
        row = 1 << bit | 1 << bit + 1 | 1 << bit >> 1
        return (row | row << self.stride | row >> self.stride) & self.fields

    def reached(self, origin: int, within: int) -> int:
        """All of the fields `within` that hang together with the fields of `origin`, side by side."""
        now, before = origin & within, 0
        while now != before:
            before = now
            now |= (now << 1 | now >> 1 | now << self.stride | now >> self.stride) & within
        return now

    def together(self, stones: int) -> bool:
        """Whether all these stones are one group, side by side (ruling 4)."""
        return self.reached(stones & -stones, stones) == stones

    def shown(self, fields: int) -> list[str]:
        """The names of a set of fields, in reading order."""
        return [self.names[bit] for bit in bits(fields)]

    def seats(self) -> tuple[int, ...]:
        """The numbers of seats whose stones fill the start, or all of it but one field (ruling 1)."""
        room = self.start.bit_count()
        return tuple(seats for seats, each in STONES.items() if 0 <= room - seats * each <= 1)

    def moved(self, oasis: str) -> Board:
        """The board with the oasis on that field as its goal (ruling 15). Raises `BadBoard`."""
        bit = self.field(oasis)
        if bit is None or not self.beyond >> bit & 1:
            raise BadBoard(f"the oasis lies on a field beyond the chasm, and {oasis[:8]!r} is none")
        if self._of("G") >> bit & 1:
            raise BadBoard(f"{oasis} is in the goal already: the oasis makes the way shorter")
        if self.water >> bit & 1:
            raise BadBoard(f"{oasis} is a water source: the oasis lies on sand")
        board = _made(self.rows, self.name, bit)
        if board.goal.bit_count() < _OASIS_LEAST:
            raise BadBoard(f"the oasis on {oasis} has {board.goal.bit_count()} fields; it needs {_OASIS_LEAST}")
        return board


def bits(fields: int) -> list[int]:
    """The numbers of the bits that are set, from the lowest: reading order."""
    found = []
    while fields:
        low = fields & -fields
        found.append(low.bit_length() - 1)
        fields ^= low
    return found


@lru_cache(maxsize=64)
def _made(rows: tuple[str, ...], name: str | None, oasis: int | None) -> Board:
    return Board(rows, name, oasis)


def parse(rows: Sequence[str], name: str | None = None) -> Board:
    """The board of these rows, any size up to 26 x 60. Raises `BadBoard`."""
    if not 1 <= len(rows) <= _TALLEST:
        raise BadBoard(f"line {min(len(rows), _TALLEST) + 1}: a map has 1 to {_TALLEST} lines")
    width = len(rows[0])
    for line, row in enumerate(rows, 1):
        for column, sign in enumerate(row, 1):
            if sign not in _SIGNS:
                raise BadBoard(f"line {line}, column {column}: {sign!r} is none of {' '.join(_SIGNS)}")
        if not 1 <= len(row) <= _WIDEST:
            raise BadBoard(f"line {line}, column {min(len(row), _WIDEST) + 1}: a line has 1 to {_WIDEST} signs")
        if len(row) != width:
            raise BadBoard(f"line {line}, column {min(len(row), width) + 1}: {len(row)} signs, but line 1 has {width}")
    board = _made(tuple(rows), name, None)
    last = f"line {len(rows)}, column {width}"
    if not board.start:
        raise BadBoard(f"{last}: the map ends without a start field (S)")
    if board.goal.bit_count() < ARRIVALS:
        raise BadBoard(f"{last}: the map ends with {board.goal.bit_count()} goal fields (G); it needs {ARRIVALS}")
    if board.water.bit_count() > len(CARDS):
        raise BadBoard(f"{_at(board, bits(board.water)[len(CARDS)])}: a water source more than the {len(CARDS)} cards")
    return board


def read(text: str, name: str | None = None) -> Board:
    """The board of a map file, for whole games of one number of seats at least. Raises `BadBoard`."""
    board = parse(text.removeprefix("\ufeff").splitlines(), name)
    check_start(board)
    return board


def check_start(board: Board) -> None:
    """Whether games can begin and end on this board (rulings 1, 4 and 13). Raises `BadBoard`."""
    starts = bits(board.start)
    most, least = (max(_totals()), min(_totals()))
    if len(starts) < least:
        raise BadBoard(f"{_at(board, starts[-1])}: the last of {len(starts)} start fields; {least} stones need a place")
    if len(starts) > most + 1:
        raise BadBoard(
            f"{_at(board, starts[most + 1])}: a start field too many; {most} stones and one more is the most"
        )
    if not board.seats():
        raise BadBoard(f"{_at(board, starts[-1])}: {len(starts)} start fields fit no number of seats")
    check_unity(board, spare=len(starts) - 1 in _totals())
    if not board.reached(board.start, board.fields) & board.goal:
        raise BadBoard(f"{_at(board, bits(board.goal)[0])}: there is no way from the start to the goal")
    if board.sand.bit_count() < len(CARDS) - board.water.bit_count():
        raise BadBoard(f"line 1, column 1: {board.sand.bit_count()} sand fields are too few for the desert cards")


def check_unity(board: Board, spare: bool) -> None:
    """Whether stones that fill the start are one group (ruling 4), with `spare` also if any one field stays empty.

    Raises `BadBoard`.
    """
    starts = bits(board.start)
    for left_out in (0, *(1 << bit for bit in starts if spare)):
        if not board.together(board.start ^ left_out):
            where = _at(board, left_out.bit_length() - 1 if left_out else starts[0])
            raise BadBoard(f"{where}: the start falls apart{' without this field' * bool(left_out)}")


def _totals() -> list[int]:
    return [seats * each for seats, each in STONES.items()]


def _at(board: Board, bit: int) -> str:
    row, column = divmod(bit, board.stride)
    return f"line {row + 1}, column {column + 1}"


def _shipped() -> dict[str, Board]:
    folder = files(__package__) / "boards"
    names = sorted(entry.name.removesuffix(".txt") for entry in folder.iterdir() if entry.name.endswith(".txt"))
    names.sort(key=lambda name: name != "classic")
    return {name: read((folder / f"{name}.txt").read_text(encoding="utf-8"), name) for name in names}


BOARDS = _shipped()
"""The boards that come with the game, by name, `classic` first."""
