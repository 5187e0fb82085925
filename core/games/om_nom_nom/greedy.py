"""The greedy bot: cards with many expected points this trick.

Every hand is public (what was played was seen), so it takes each opponent to play a random card of its hand and counts
exactly what each own card would catch. It does not always play the best: two of its kind would then choose alike and
share or eat each other, and lose to a random third. A price for cards that may be worth more in a later trick was tried
and won no more games.
"""

from __future__ import annotations

from collections.abc import Sequence

from core.games.om_nom_nom.position import HANDS, WORTH, Animal, Position
from core.stream import Stream

_SCALE = 1_000_000


def choose(p: Position, seat: int, stream: Stream) -> Animal:
    """A card of this seat's hand; the better it is, the likelier."""
    others = [other.hand for number, other in enumerate(p.seats) if number != seat and other.hand]
    worth = {animal: expected(p, animal, others) for animal in HANDS[p.seats[seat].hand]}
    best = max(worth.values())
    weights = [int(_SCALE / (1 + best - points) ** 2) for points in worth.values()]
    at = stream.below(sum(weights))
    for animal, weight in zip(worth, weights, strict=True):
        at -= weight
        if at < 0:
            return animal
    raise AssertionError("the weights add up")


def expected(p: Position, animal: Animal, others: Sequence[int]) -> float:
    """Expected points of playing that animal against opponents who hold these hands.

    A card counts 1 unless it is eaten, and so does each card it catches; dice count by their face. Level 2 prey, cards
    or dice, is all worth 1, so it does not matter which piece of an equal share a hunter gets.
    """
    hunter = animal % 2 == 0
    total = 0.0
    for (above, below), chance in _meetings(animal - animal % 2, others).items():
        if hunter:
            total += chance * (1 + (p.dice[animal] + below) // (above + 1))
        elif not above:
            total += chance * (1 + WORTH[animal] * (p.dice[animal] // (below + 1)))
    return total


def _meetings(top: Animal, others: Sequence[int]) -> dict[tuple[int, int], float]:
    """How likely it is that so many (level 3, level 2) cards of others come to the board of that level 3 animal."""
    odds = {(0, 0): 1.0}
    for hand in others:
        above, below = (hand >> top & 1) / len(HANDS[hand]), (hand >> top + 1 & 1) / len(HANDS[hand])
        after: dict[tuple[int, int], float] = {}
        for (hunters, prey), chance in odds.items():
            for met, share in (
                ((hunters + 1, prey), above),
                ((hunters, prey + 1), below),
                ((hunters, prey), 1 - above - below),
            ):
                if share:
                    after[met] = after.get(met, 0.0) + chance * share
        odds = after
    return odds
