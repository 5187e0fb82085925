"""The way of a single move: over which stones, and which rule forbids it (rulings 2 to 6).

`moves` finds all legal moves at once and cannot say why another is none; this looks at one, rule by rule.
"""

from __future__ import annotations

from functools import cache

from core.games.nomadi.board import Board
from core.games.nomadi.position import Move, Position

Way = tuple[tuple[int, int], ...]
"""Steps from the stone to the stones jumped over, as (columns, rows)."""


@cache
def ways(die: int, columns: int, rows: int) -> tuple[Way, ...]:
    """The ways over which that number leads so far to the right and down (ruling 3); none if it does not."""
    far, high = abs(columns), abs(rows)
    if die == 1:
        return ((),) if max(far, high) == 1 else ()
    right, down = (columns > 0) - (columns < 0), (rows > 0) - (rows < 0)
    if far + high != die:
        return ()
    if not far or not high:
        return (tuple((right * step, down * step) for step in range(1, die)),)
    if die < 5:
        return ()
    along = [(right * step, 0) for step in range(1, far + 1)] + [(columns, down * step) for step in range(1, high)]
    across = [(0, down * step) for step in range(1, high + 1)] + [(right * step, rows) for step in range(1, far)]
    return tuple(along), tuple(across)


def jumped(board: Board, caravan: int, move: Move) -> tuple[int, ...] | None:
    """The stones that a move passes, in order (none for a one); None where the row is broken or leads elsewhere."""
    row, column = divmod(move.source, board.stride)
    to_row, to_column = divmod(move.target, board.stride)
    for way in ways(move.die, to_column - column, to_row - row):
        passed = tuple([move.source + right + down * board.stride for right, down in way])
        if all(bit >= 0 and caravan >> bit & 1 for bit in passed):
            return passed
    return None


def forbids(p: Position, move: Move) -> str | None:
    """Why the seat in turn may not make this move, in a player's words; None if it may. The phase is `move`."""
    board, caravan = p.board, p.caravan
    here, there = 1 << move.source, 1 << move.target
    source, target = board.names[move.source], board.names[move.target]
    if move.die not in p.dice:
        return f"no unused die shows a {move.die}"
    if not caravan & here:
        return f"there is no stone on {source}"
    if caravan & board.goal & here:
        return f"the stone on {source} is in the goal: it never moves again"
    if not there & board.fields:
        return f"{target} is rock: no stone can stand there"
    if there & caravan:
        return f"{target} is taken: a stone lands on an empty field"
    if caravan << 1 & caravan >> 1 & caravan << board.stride & caravan >> board.stride & here:
        return f"the stone on {source} has no free side: there are stones all round it"
    return _way(p, move, source, target) or _landing(p, move, source, target)


def _way(p: Position, move: Move, source: str, target: str) -> str | None:
    if jumped(p.board, p.caravan, move) is not None:
        return None
    row, column = divmod(move.source, p.board.stride)
    to_row, to_column = divmod(move.target, p.board.stride)
    stones = f"{move.die - 1} stone{'s' * (move.die > 2)}"
    if ways(move.die, to_column - column, to_row - row):
        return f"between {source} and {target} is not an unbroken row of {stones}: a jump leads over stones only"
    if move.die == 1:
        return f"a one goes to a field next to the stone, and {target} is not next to {source}"
    if move.die < 5:
        return f"a {move.die} jumps straight over exactly {stones}; that does not lead from {source} to {target}"
    return (
        f"a {move.die} jumps over exactly {stones}, with one turn at most; that does not lead from {source} to {target}"
    )


def _landing(p: Position, move: Move, source: str, target: str) -> str | None:
    board = p.board
    here, there = 1 << move.source, 1 << move.target
    if there & board.start and not here & board.start:
        return f"the tents are down: the stone on {source} has left the start and may not land on {target} there"
    if there & board.short and here & board.beyond:
        return f"the stone on {source} is beyond the chasm and may not come back over it to {target}"
    for die, stone, fields in p.left:
        if die == move.die and stone == move.source and move.target in fields:
            return f"this stone left {target} by a {die} in this turn: not back and forth by the same number"
    if not board.together(p.caravan ^ here ^ there):
        return f"moving {source} to {target} tears the caravan apart: all stones stay in one group, side by side"
    return None
