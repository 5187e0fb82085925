"""What lies on the table: spaces, faces, gods, and the position that holds them.

A space is a number, `row * STRIDE + column`, the same on both board sides: the small board is the top left corner of
the large one. A set of spaces is an int with those bits set, so the lowest bit is the first space in reading order.
The ninth column of every row stays empty: a set shifted by one step never comes in again on the other side.

A face is a number into `FACES`; the first four are the gods, the last two are wild.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from core.grid import field

Space: TypeAlias = int
Spaces: TypeAlias = int
Face: TypeAlias = int

FACES = "RAKHYO"
GODS = FACES[:4]
TITLES = ("Ra", "Apep", "Khepri", "Horus", "Yay-Ra", "Ominotep")
"""The faces' full names."""
NONE = -1
"""No space, or no face."""
MOVER = FACES.index("Y")
SERPENT = FACES.index("O")

OMINOES = 26
LEAST = 4
"""The smallest group that scores (ruling 6)."""
OWN = 2
"""Ominoes of its own god that each seat sets up (ruling 1); one more is rolled."""
SET_UP = 3

LARGEST = 8
STRIDE = LARGEST + 1
SIDES = {"2-camels": 6, "3-camels": LARGEST}
"""The sides of the board and how many spaces wide and high they are."""

SPACES = tuple(row * STRIDE + column for row in range(LARGEST) for column in range(LARGEST))
"""All spaces of the large board, in reading order."""
NAMES = {space: field(space % STRIDE, space // STRIDE) for space in SPACES}
NUMBERS = {name: space for space, name in NAMES.items()}


def square(first: int, size: int) -> Spaces:
    """The spaces of rows and columns `first` to `first + size - 1`."""
    row = ((1 << size) - 1) << first
    return sum(row << line * STRIDE for line in range(first, first + size))


def each(spaces: Spaces) -> Iterator[Space]:
    """The spaces of a set in reading order."""
    while spaces:
        yield (spaces & -spaces).bit_length() - 1
        spaces &= spaces - 1


class Table(NamedTuple):
    """What stays the same through a game. Made by `lay`."""

    side: str
    expert: bool
    gods: tuple[Face, ...]
    """The favoured god of each seat."""
    size: int
    spaces: Spaces
    """Where Ominoes may lie: the whole board, in the expert version without the pit (ruling 5)."""
    scored: tuple[tuple[Face, ...], ...]
    """The gods that each seat may score: its own and the shared ones."""
    counted: tuple[frozenset[Face], ...]
    """For each seat the faces that can be in a group it scores: those gods and the wild ones."""
    goal: int
    """The points that win (ruling 8)."""


def lay(side: str, expert: bool, gods: tuple[Face, ...]) -> Table:
    """The table of this side and these gods, one a seat."""
    size = SIDES[side]
    shared = [god for god in range(len(GODS)) if god not in gods]
    spaces = square(0, size)
    if expert:
        spaces &= ~square(size // 2 - 1, 2)
    scored = tuple((god, *shared) for god in gods)
    counted = tuple(frozenset((*own, MOVER, SERPENT)) for own in scored)
    return Table(side, expert, gods, size, spaces, scored, counted, 21 if len(gods) == 2 else 13)


class Group(NamedTuple):
    """Connected Ominoes that may be scored for a god."""

    god: Face
    spaces: Spaces

    @property
    def first(self) -> Space:
        """The space that names it: the first in reading order."""
        return (self.spaces & -self.spaces).bit_length() - 1


class Position(NamedTuple):
    """A moment of the game.

    `phase` is one of `setup`, `roll`, `move`, `reroll`, `add`, `end`, `must-score`, `over`.
    """

    table: Table
    faces: tuple[Spaces, ...]
    """The spaces on which each of `FACES` lies."""
    supply: int
    turn: int
    phase: str
    rolled: Face | None
    """The Ominoe in hand."""
    scores: tuple[int, ...]
    placed: tuple[int, ...]
    at: Space | None = None
    """The space that is being rerolled, or on which the last Ominoe was added (ruling 9)."""
    said: bool = False
    """In phase `roll`: the seat has said `roll` though it could score."""
    groups: tuple[Group, ...] = ()
    """What the seat in turn may score now. It follows from the rest and is kept because it is asked often."""

    @property
    def empty(self) -> Spaces:
        """Where an Ominoe may be put or pass."""
        one, two, three, four, five, six = self.faces
        return self.table.spaces & ~(one | two | three | four | five | six)

    def face(self, space: Space) -> Face:
        """What lies there; `NONE` on an empty space."""
        for face, spaces in enumerate(self.faces):
            if spaces >> space & 1:
                return face
        return NONE
