"""Before the caravan departs: the board, the cards on it, and the stones in the start (rulings 1 and 13)."""

from __future__ import annotations

from collections import Counter as Tally

from core.game import BadOptions, BadOutcome, Event, Json, Moved
from core.games.nomadi.board import BOARDS, CARDS, BadBoard, Board, bits, check_start, parse
from core.games.nomadi.position import DEAL, PLACE, ROLL, Action, Place, Position


def board_of(name: Json, oasis: Json, seats: int) -> Board:
    """The board of the options, with a start that fits the stones (ruling 1). Raises `BadOptions`."""
    try:
        if isinstance(name, str) and name in BOARDS:
            board = BOARDS[name]
        elif isinstance(name, list | tuple) and all(isinstance(row, str) for row in name):
            board = parse(name)
        else:
            raise BadOptions(f"there is no board {name!r:.40}; there are {', '.join(BOARDS)}")
        check_start(board)
        if seats not in board.seats():
            fitting = ", ".join(map(str, board.seats()))
            raise BadOptions(f"the start of this board has {board.start.bit_count()} fields: for {fitting} players")
        if oasis is None:
            return board
        if not isinstance(oasis, str):
            raise BadOptions("oasis is the name of a field, or null")
        return board.moved(oasis)
    except BadBoard as error:
        raise BadOptions(str(error)) from None


def scattered(board: Board) -> int:
    """How many cards do not lie on water."""
    return len(CARDS) - board.water.bit_count()


def forbids(p: Position, action: Action) -> str | None:
    """Why the seat in turn may not do this in phase `place`, in a player's words; None if it may."""
    if not isinstance(action, Place):
        return "the stones are placed first: the caravan departs when all stand in the start"
    if not p.board.start >> action.field & 1:
        return f"{p.board.names[action.field]} is outside the start, where the stones are placed"
    if p.caravan >> action.field & 1:
        return f"there is a stone on {p.board.names[action.field]} already"
    return None


def place(p: Position, action: Place) -> Moved[Position]:
    """Ruling 1: in turn; after the last stone seat 0 throws."""
    seat = p.turn
    stones = list(p.stones)
    stones[seat] |= 1 << action.field
    unplaced = list(p.unplaced)
    unplaced[seat] -= 1
    events = [Event("placed", {"seat": seat, "field": p.board.names[action.field]})]
    after = p._replace(stones=tuple(stones), unplaced=tuple(unplaced))
    if not any(unplaced):
        events.append(Event("departed", {"seat": 0}))
        return after._replace(phase=ROLL, turn=0), tuple(events)
    order = [(seat + step) % p.seats for step in range(1, p.seats + 1)]
    return after._replace(turn=next(other for other in order if unplaced[other])), tuple(events)


def scatter(p: Position, outcome: Json) -> Moved[Position]:
    """Ruling 13."""
    board, count = p.board, scattered(p.board)
    if not isinstance(outcome, list | tuple) or len(outcome) != count:
        raise BadOutcome(f"the cards that are not on water lie on a list of {count} fields")
    lying = 0
    for name in outcome:
        bit = board.field(name) if isinstance(name, str) else None
        if bit is None or not board.sand >> bit & 1:
            raise BadOutcome(f"{name!r:.20} is no sand field outside the start and the goal")
        if lying >> bit & 1:
            raise BadOutcome(f"{name} has two cards")
        lying |= 1 << bit
    event = Event("scattered", {"fields": board.shown(lying)})
    return p._replace(phase=DEAL, lying=lying | board.water, values=(None,) * len(CARDS)), (event,)


def deal(p: Position, outcome: Json) -> Moved[Position]:
    """Values for the water sources, then for the scattered cards, both in reading order."""
    if not isinstance(outcome, list | tuple) or len(outcome) != len(CARDS):
        raise BadOutcome(f"the deal is a list of {len(CARDS)} values")
    if not all(value is None or (type(value) is int and value in CARDS) for value in outcome):
        raise BadOutcome("desert cards are worth -2, -1, 1, 2 or 3")
    if Tally(value for value in outcome if value is not None) - Tally(CARDS):
        raise BadOutcome("there are four cards each of +1, +2 and +3, and three each of -1 and -2")
    board = p.board
    values = dict(zip([*bits(board.water), *bits(p.lying ^ board.water)], outcome, strict=True))
    return p._replace(phase=PLACE, values=tuple(values[bit] for bit in bits(p.lying))), (Event("dealt", {}),)
