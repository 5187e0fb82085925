"""What lies on the table: animals, dice, seats, and the position that holds them.

Animals and dice faces are small numbers, so that a playout is fast; `ANIMALS` and `FACES` name them. Board `b` (field,
house, pond) has the level 3 animal `2 * b`, the level 2 animal `2 * b + 1`, and the dice faces `2 * b` (level 2,
black) and `2 * b + 1` (level 1, red). A hand is a set of animals as bits.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

BOARDS = ("field", "house", "pond")
ANIMALS = ("wolf", "rabbit", "cat", "mouse", "hedgehog", "frog")
FACES = ("rabbit", "carrot", "mouse", "cheese", "frog", "fly")
WORTH = (1, 2, 1, 2, 1, 2)
"""Points of a die by its face (ruling 5): black 1, red 2."""

DICE = 15
ROUNDS = 3
FULL = (1 << len(ANIMALS)) - 1
NO_DICE = (0,) * len(FACES)
HANDS = tuple(tuple(a for a in range(len(ANIMALS)) if hand >> a & 1) for hand in range(FULL + 1))
"""The animals of every possible hand."""

Animal: TypeAlias = int
Dice: TypeAlias = tuple[int, ...]
"""How many dice show each of `FACES`."""


class Card(NamedTuple):
    """An animal card that has left its hand, and the seat whose colour it has."""

    animal: Animal
    owner: int


class Seat(NamedTuple):
    """What one seat holds: cards in hand (as bits), what lies before it this round, scores of finished rounds."""

    hand: int = FULL
    cards: tuple[Card, ...] = ()
    dice: Dice = NO_DICE
    rounds: tuple[int, ...] = ()
    imaginary: bool = False

    def points(self) -> int:
        """The score of this round so far (ruling 5)."""
        return len(self.cards) + sum(map(int.__mul__, self.dice, WORTH))


class Position(NamedTuple):
    """A moment of the game. `due` is one of `choice`, `chance`, `nothing`.

    `chosen`: the players' animals by seat while the imaginary opponents' cards are still to be turned over.
    """

    round: int
    due: str
    dice: Dice
    seats: tuple[Seat, ...]
    discard: tuple[Card, ...] = ()
    chosen: tuple[tuple[int, Animal], ...] | None = None

    @property
    def players(self) -> int:
        """How many seats are played by somebody."""
        return sum(not seat.imaginary for seat in self.seats)
