"""What a moment of the game consists of, and what a seat can do.

Fields are bits of the board (see `board`), and sets of fields are whole numbers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from core.games.nomadi.board import Board

SCATTER, DEAL, PLACE, ROLL, MOVE, HAGGLE, OVER = "scatter", "deal", "place", "roll", "move", "haggle", "over"
PHASES = (SCATTER, DEAL, PLACE, ROLL, MOVE, HAGGLE, OVER)
COINS, GIFT = "coins", "gift"
"""The two ways of haggling (ruling 11)."""
DICE = 6
PURSE = 5
"""Coins to begin with."""


class Held(NamedTuple):
    """A desert card before a seat. `value`: None for a viewer who may not know. `seen`: who has looked at it."""

    value: int | None
    seen: tuple[int, ...]


class Haggle(NamedTuple):
    """A card that is talked about (ruling 11). `price` and `by`: the standing proposal; None before the first.

    `offers`: how many the seller has made.
    """

    field: int
    value: int | None
    seller: int
    buyer: int
    price: int | None = None
    by: int | None = None
    offers: int = 0


class Deal(NamedTuple):
    """An open proposal (ruling 12): `proposer` would pay `partner` so many coins; below zero it asks for them."""

    proposer: int
    partner: int
    coins: int


class Left(NamedTuple):
    """The fields that a stone, where it stands now, left by that number in this turn (ruling 6)."""

    die: int
    stone: int
    fields: tuple[int, ...]


class Position(NamedTuple):
    """A moment of the game.

    `stones`: each seat's stones on the board. `lying`: where face-down cards are, and `values` theirs in reading
    order (None: unknown, or not dealt yet). `dice`: the unused ones, sorted. `rolled`: the whole throw.
    """

    board: Board
    haggling: str
    dealing: bool
    phase: str
    turn: int
    stones: tuple[int, ...]
    lying: int
    values: tuple[int | None, ...]
    dice: tuple[int, ...]
    rolled: tuple[int, ...]
    coins: tuple[int, ...]
    held: tuple[tuple[Held, ...], ...]
    unplaced: tuple[int, ...]
    left: tuple[Left, ...] = ()
    haggle: Haggle | None = None
    deals: tuple[Deal, ...] = ()

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.stones)

    @property
    def caravan(self) -> int:
        """All stones on the board, whoever owns them."""
        return sum(self.stones)

    def owner(self, bit: int) -> int | None:
        """Whose stone stands on that field."""
        for seat, own in enumerate(self.stones):
            if own >> bit & 1:
                return seat
        return None

    def card(self, bit: int) -> int:
        """The place in `values` of the card that lies on that field (one must)."""
        return (self.lying & (1 << bit) - 1).bit_count()


@dataclass(frozen=True, slots=True)
class Place:
    """Put a stone on an empty start field."""

    field: int


@dataclass(frozen=True, slots=True)
class Move:
    """Use a die on a stone."""

    die: int
    source: int
    target: int


@dataclass(frozen=True, slots=True)
class Offer:
    """The mover's price for a card: what the owner of the stone would pay."""

    price: int


@dataclass(frozen=True, slots=True)
class Counter:
    """The owner's price."""

    price: int


@dataclass(frozen=True, slots=True)
class Answer:
    """`accept`, `decline` (the owner's last word) or `keep` (the mover's)."""

    word: str


@dataclass(frozen=True, slots=True)
class Propose:
    """A deal: pay that seat so many coins; below zero, be paid."""

    seat: int
    coins: int


@dataclass(frozen=True, slots=True)
class Reply:
    """`take`, `refuse` or `withdraw` a deal with that seat."""

    word: str
    seat: int


ACCEPT, DECLINE, KEEP = Answer("accept"), Answer("decline"), Answer("keep")
TAKE, REFUSE, WITHDRAW = "take", "refuse", "withdraw"

Action: TypeAlias = Place | Move | Offer | Counter | Answer | Propose | Reply
