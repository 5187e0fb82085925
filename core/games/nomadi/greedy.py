"""The greedy bot: the move that brings the most now, and haggling by what a card may be worth.

It is given a full position, but uses only what its seat may know: of an unknown card, the values that are not seen yet.
"""

from __future__ import annotations

from functools import lru_cache
from statistics import mean

from core.games.nomadi import haggle, moves, sight
from core.games.nomadi.board import ARRIVALS, Board, bits
from core.games.nomadi.position import (
    ACCEPT,
    DECLINE,
    GIFT,
    KEEP,
    MOVE,
    PLACE,
    Action,
    Counter,
    Haggle,
    Move,
    Offer,
    Place,
    Position,
)
from core.games.nomadi.travel import BONUS, PRIZES
from core.stream import Stream

STEP = 0.3
"""What the way that a move makes counts, in coins (see `burdens`)."""
DIE = 0.6
"""What it counts that a die can be used next; it saves a coin."""
WARY = 0.75
"""How much less than the mean of all unseen cards one is worth that somebody would rather sell."""
PATIENCE = 3
"""So many offers are answered by another price."""
BLUFF = 5
"""One opening offer in so many says nothing true."""


def choose(p: Position, seat: int, stream: Stream) -> Action:
    """One of the answers that this seat owes; the stream decides between equals."""
    if p.phase == PLACE:
        return Place(stream.choice(bits(p.board.start & ~p.caravan)))
    if p.phase == MOVE:
        return _move(p, seat, stream)
    assert p.haggle is not None
    return _sell(p, p.haggle, stream) if seat == p.haggle.seller else _buy(p, p.haggle)


@lru_cache(maxsize=16)
def burdens(board: Board) -> tuple[float, ...]:
    """For each bit of the board how much of the way is left, the last of the caravan counting most.

    That is the square of the steps to the goal, as a share of those from the farthest field.
    """
    reached, ring, steps = 0, board.goal, 0
    away = [0] * len(board.names)
    while ring:
        for bit in bits(ring):
            away[bit] = steps
        reached |= ring
        wider = ring << 1 | ring >> 1 | ring << board.stride | ring >> board.stride
        ring = wider & board.fields & ~reached
        steps += 1
    return tuple(distance * distance / steps for distance in away)


# -- the caravan --------------------------------------------------------------------------------------------------


def _move(p: Position, seat: int, stream: Stream) -> Move:
    luck = mean(sight.unseen(sight.view(p, seat)) or (0,))
    best: list[Move] = []
    most = float("-inf")
    for move in moves.find(p.board, p.caravan, p.dice, p.left):
        worth = _gain(p, seat, move, luck)
        if worth > most - 1e-9:
            best = [move] if worth > most + 1e-9 else [*best, move]
            most = max(most, worth)
    return stream.choice(best)


def _gain(p: Position, seat: int, move: Move, luck: float) -> float:
    """What a move is worth to this seat in coins: its own, less the others' share, and the way that is made.

    `luck`: the mean of the cards not seen yet.
    """
    board, caravan, left = p.board, p.caravan, burdens(p.board)
    here, there = 1 << move.source, 1 << move.target
    own = bool(p.stones[seat] & here)
    after = caravan ^ here ^ there
    theirs = -1 / (p.seats - 1)
    total = STEP * (left[move.source] - left[move.target])
    if here & board.start and not after & board.start:
        total += BONUS if own else BONUS * theirs
    if here & board.short and there & board.beyond:
        total += BONUS * (not caravan & board.beyond) - BONUS * (not after & board.short)
    if there & board.goal:
        place = (after & board.goal).bit_count()
        prize = PRIZES[place - 1]
        total += prize if own else prize / 2 * (1 + theirs)
        if place == ARRIVALS:
            return total
    if p.lying & there:
        total += (2 if board.water & there else 1) + (luck if own else max(luck, 0.5))
    rest = list(p.dice)
    rest.remove(move.die)
    if rest:
        total += DIE * bool(moves.find(board, after, tuple(rest)))
    return total


# -- cards --------------------------------------------------------------------------------------------------------


def _sell(p: Position, h: Haggle, stream: Stream) -> Action:
    """The mover knows the card: sell above its worth, keep what is worth more than the price."""
    worth = h.value or 0
    prices = haggle.prices(p, h)
    if p.haggling == GIFT:
        return Offer(0)
    if h.price is not None and h.by == h.buyer:
        if h.price > worth and haggle.affordable(p, h, h.price):
            return ACCEPT
        if h.offers >= PATIENCE:
            return KEEP
        asked = max(worth + 1, h.price + 1)
    elif stream.below(BLUFF):
        asked = max(1, worth + 1)
    else:
        asked = stream.below(4)
        asked = max(asked, worth)
    return Offer(min(max(asked, prices[0]), prices[-1]))


def _buy(p: Position, h: Haggle) -> Action:
    """The owner does not know the card: what is not seen yet says what it may be, and selling makes it less."""
    unseen = sight.unseen(sight.view(p, h.buyer))
    worth = mean(unseen) - WARY
    price = h.price or 0
    if price <= worth and price <= max(unseen) and haggle.affordable(p, h, price):
        return ACCEPT
    prices = haggle.prices(p, h)
    wanted = int(worth // 1)
    if p.haggling == GIFT or h.offers >= PATIENCE or wanted not in prices or wanted >= price:
        return DECLINE
    return Counter(wanted)
