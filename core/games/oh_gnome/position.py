"""What lies on the table: gnomes, cards and gems, the unfinished steps, and the position that holds them.

Cards, places and gems go by their names. A card that a follower does not know is None.

`Position.stack` holds the unfinished steps, as small frames. The last one is what the table is busy with: in phase
`window` it is what the others may interrupt, and a red card played there is a frame of its own on top.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from core.games.oh_gnome.actions import Action
from core.games.oh_gnome.cards import CARDS, FISTS
from core.games.oh_gnome.gems import EMPTY, Purse
from core.games.oh_gnome.trail import COTTAGE, START

GNOMES = ("Oz", "Barney", "Dave", "Wayne", "Gnoah", "Jud")
PHASES = (
    "greens",
    "shuffle",
    "roll",
    "move",
    "lose",
    "discard",
    "brawl",
    "show",
    "play",
    "window",
    "sell",
    "over",
)

Card: TypeAlias = str | None
Hand: TypeAlias = tuple[Card, ...]
Fists: TypeAlias = tuple[int | None, ...]
Met: TypeAlias = tuple[tuple[str, tuple[int, ...]], ...]
"""Who was asked to brawl on which stone (ruling 6); stones and seats sorted."""


class Seat(NamedTuple):
    """One gnome: where it stands, what it has, how many turns it will miss, and its place in the cottage."""

    at: str = START
    purse: Purse = EMPTY
    hand: Hand = ()
    tabled: tuple[str, ...] = ()
    brawl: Fists = FISTS
    misses: int = 0
    place: int | None = None


class Move(NamedTuple):
    """The gnome in turn has this many steps to go; `toll`: it rolled them and pays at the bridge (ruling 5)."""

    pips: int
    toll: bool


class Play(NamedTuple):
    """A purple card is being played. `guards`: who will still play a guard-gnome; `guarded`: whom it leaves alone."""

    action: Action
    guards: tuple[int, ...] = ()
    guarded: tuple[int, ...] = ()


class Sale(NamedTuple):
    """The gnome in turn leaves its business and has sold for so much."""

    total: int


class Red(NamedTuple):
    """A red card was played against the frame below."""

    card: str
    seat: int


class Lose(NamedTuple):
    """A gnome still loses so many tabled items of its choice."""

    seat: int
    left: int


class Discard(NamedTuple):
    """A gnome loses so many cards of its hand, drawn at random."""

    seat: int
    cards: int


class Brawl(NamedTuple):
    """All on this stone are in a brawl. `tied`: who rolls for it, once more than two have `shown` the highest card."""

    stone: str
    shown: tuple[tuple[int, int], ...] = ()
    tied: tuple[int, ...] = ()


class Cart(NamedTuple):
    """An item waits for the die that prices it."""

    item: str


Frame: TypeAlias = Move | Play | Sale | Red | Lose | Discard | Brawl | Cart


class Position(NamedTuple):
    """A moment of the game. `sold`: what the gnome in turn has sold for during this visit to a business."""

    turn: int
    phase: str
    seats: tuple[Seat, ...]
    deck: Hand
    discard: Hand = ()
    met: Met = ()
    stack: tuple[Frame, ...] = ()
    sold: int = 0


def on_stone(seats: tuple[Seat, ...] | list[Seat], stone: str) -> tuple[int, ...]:
    """Who stands there, in seat order."""
    return tuple([number for number, seat in enumerate(seats) if seat.at == stone])


def clockwise(count: int, first: int) -> tuple[int, ...]:
    """All seats in turn order, that one first."""
    return (*range(first, count), *range(first))


def about(stack: tuple[Frame, ...] | list[Frame], turn: int) -> tuple[str, int]:
    """What the top frame is, if it can be interrupted, and whose it is: a roll, a purple card, a sale, a red card."""
    top = stack[-1]
    if isinstance(top, Red):
        return top.card, top.seat
    if isinstance(top, Play):
        return top.action.what, turn
    return ("roll" if isinstance(top, Move) else "sale"), turn


def asked(seats: tuple[Seat, ...] | list[Seat], stack: tuple[Frame, ...] | list[Frame], turn: int) -> tuple[int, ...]:
    """Whom the window on the top frame asks, clockwise from the gnome in turn.

    Ruling 8: everybody with a card in hand but who made the move; what the cards are does not matter.
    """
    top = stack[-1]
    owner = top.seat if isinstance(top, Red) else turn
    return tuple([n for n in clockwise(len(seats), turn) if n != owner and seats[n].hand and seats[n].at != COTTAGE])


def unseen(p: Position, card: str) -> int:
    """How many cards of this name are in no place that this follower sees; all may still be among its unknown ones."""
    known = p.discard.count(card) + p.deck.count(card)
    for seat in p.seats:
        known += seat.hand.count(card) + seat.tabled.count(card)
        if card == "stumble":
            known += seat.misses
    if card == "stumble" and stumbling(p.stack):
        known += 1
    return CARDS.counts[card] - known


def stumbling(stack: tuple[Frame, ...]) -> bool:
    """Whether a stumble card was announced and lies nowhere yet (ruling 7)."""
    return bool(stack) and isinstance(stack[0], Play) and stack[0].action.what == "stumble"
