"""One trick: the revealed cards meet on the three boards, from the top of each (rulings 1 to 4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from core.games.om_nom_nom.position import ANIMALS, BOARDS, Animal, Card, Dice

_CARDS = tuple(tuple(Card(animal, owner) for owner in range(9)) for animal in range(len(ANIMALS)))
"""Every card there can be (six players, or one and three imaginary), made once."""


class Hunt(NamedTuple):
    """What happened on one board: who hunted whom, and what each predator got."""

    board: int
    predator: Animal
    hunters: tuple[int, ...]
    cards: tuple[tuple[Card, ...], ...]
    """The prey cards each hunter takes."""
    dice: tuple[int, ...]
    """The prey dice each hunter takes; they show `face`."""
    face: int
    discarded: tuple[Card, ...]


def resolve(plays: Sequence[tuple[int, Animal]], dice: Dice) -> list[Hunt]:
    """The hunts of a trick on boards field, house, pond; a board without cards has none.

    `plays`: (seat, animal) of all revealed cards, in seat order. `dice`: what lies on the boards.
    """
    by_animal: list[list[int]] = [[], [], [], [], [], []]
    for seat, animal in plays:
        by_animal[animal].append(seat)
    hunts = []
    for board in range(len(BOARDS)):
        top = board * 2
        if by_animal[top]:
            hunts.append(
                _share(
                    board,
                    top,
                    by_animal[top],
                    [_CARDS[top + 1][s] for s in by_animal[top + 1]],
                    dice[top],
                    top,
                )
            )
        elif by_animal[top + 1]:
            hunts.append(_share(board, top + 1, by_animal[top + 1], [], dice[top + 1], top + 1))
    return hunts


def _share(board: int, predator: Animal, hunters: list[int], prey: list[Card], dice: int, face: int) -> Hunt:
    """Ruling 2: equal shares, cards before dice, dealt one at a time round the hunters in seat order."""
    count = len(hunters)
    if count == 1:
        return Hunt(board, predator, tuple(hunters), (tuple(prey),), (dice,), face, ())
    each = (len(prey) + dice) // count
    taken = min(len(prey), each * count)
    cards = tuple(tuple(prey[first:taken:count]) for first in range(count))
    shares = tuple(each - len(got) for got in cards)
    return Hunt(board, predator, tuple(hunters), cards, shares, face, tuple(prey[taken:]))
