"""One landing and all that it brings (rulings 9 and 10)."""

from __future__ import annotations

from core.game import Event, Json, Moved
from core.games.nomadi.board import ARRIVALS
from core.games.nomadi.position import HAGGLE, OVER, Haggle, Held, Left, Move, Position
from core.games.nomadi.trail import jumped

BONUS = 5
"""Coins for the last out of the start and the first over the chasm, and the price of the last (ruling 9)."""
PRIZES = (8, 6, 4)
"""Coins for the stones that reach the goal, in order (ruling 9c)."""


def travel(p: Position, move: Move) -> Moved[Position]:
    """The position after a legal move and what it brought: in phase `move`, or `haggle` or `over`.

    Whether the turn goes on is not settled yet.
    """
    board, turn, caravan = p.board, p.turn, p.caravan
    source, target = move.source, move.target
    here, there = 1 << source, 1 << target
    owner = next(seat for seat, own in enumerate(p.stones) if own & here)
    stones = list(p.stones)
    stones[owner] ^= here | there
    after = caravan ^ here ^ there
    dice = list(p.dice)
    dice.remove(move.die)
    names = board.names
    over = [names[bit] for bit in jumped(board, caravan, move) or ()]
    landed = {
        "seat": turn,
        "die": move.die,
        "owner": owner,
        "from": names[source],
        "field": names[target],
        "over": over,
    }
    events = [Event("moved", landed)]
    coins = list(p.coins)

    def pay(seat: int, amount: int, why: str, **more: Json) -> None:
        coins[seat] += amount
        events.append(_coins(seat, amount, why, **more))

    phase, lying, values, held, haggle = p.phase, p.lying, p.values, p.held, None
    if here & board.short:
        if here & board.start and not after & board.start:
            pay(owner, BONUS, "last-out")
        if there & board.beyond:
            if not caravan & board.beyond:
                pay(turn, BONUS, "first-over")
            if not after & board.short:
                pay(turn, -BONUS, "last-over")
    if there & board.goal:
        place = (after & board.goal).bit_count()
        events.append(Event("arrived", {"seat": turn, "owner": owner, "field": names[target], "place": place}))
        prize = PRIZES[place - 1]
        if owner == turn:
            pay(turn, prize, "goal", place=place)
        else:
            pay(turn, prize // 2, "goal", place=place)
            pay(owner, prize // 2, "goal", place=place)
        if place == ARRIVALS:
            phase = OVER
    if lying & there and phase != OVER:
        water = bool(board.water & there)
        index = p.card(target)
        value = values[index]
        lying, values = lying ^ there, values[:index] + values[index + 1 :]
        found = {"seat": turn, "owner": owner, "field": names[target], "water": water}
        events += [Event("found", found), look(turn, names[target], value)]
        pay(turn, 2 if water else 1, "water" if water else "card", field=names[target])
        if owner == turn:
            held = give(held, turn, Held(value, (turn,)))
        else:
            phase, haggle = HAGGLE, Haggle(target, value, turn, owner)
    left = () if phase == OVER else _left(p.left, move)
    return (
        Position(
            board, p.haggling, p.dealing, phase, turn, tuple(stones), lying, values, tuple(dice), p.rolled,
            tuple(coins), held, p.unplaced, left, haggle, p.deals,
        ),
        tuple(events),
    )  # fmt: skip


def give(held: tuple[tuple[Held, ...], ...], seat: int, card: Held) -> tuple[tuple[Held, ...], ...]:
    """Everybody's cards after that seat has got another."""
    return (*held[:seat], (*held[seat], card), *held[seat + 1 :])


def look(seat: int, field: str, value: int | None) -> Event:
    """What a seat sees on a card; it alone may know."""
    return Event("look", {"seat": seat, "field": field, "value": value}, frozenset((seat,)))


def _coins(seat: int, amount: int, why: str, **more: Json) -> Event:
    """Coins from the bank or, below zero, to it."""
    return Event("earned" if amount > 0 else "paid", {"seat": seat, "coins": abs(amount), "why": why, **more})


def unused(seat: int, dice: tuple[int, ...]) -> Event:
    """A coin to the bank for each die that nothing could be done with (ruling 7)."""
    return _coins(seat, -len(dice), "unused", dice=list(dice))


def _left(left: tuple[Left, ...], move: Move) -> tuple[Left, ...]:
    """What stones left by which number, each record with its stone where that stands now (ruling 6)."""
    after = []
    known = False
    for die, stone, fields in left:
        at, gone = stone, fields
        if stone == move.source:
            at = move.target
            if die == move.die:
                known = True
                if move.source not in fields:
                    gone = (*fields, move.source)
        after.append(Left(die, at, gone))
    if not known:
        after.append(Left(move.die, move.target, (move.source,)))
    return tuple(after)
