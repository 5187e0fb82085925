"""What a seat can say, and its text.

Every action that spaces alone make up is built once, here: lists of legal actions are put together from these.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from core.game import Unreadable
from core.games.ominoes.position import FACES, GODS, LARGEST, NAMES, NONE, NUMBERS, SPACES, STRIDE, Face, Space, Spaces


class Action(NamedTuple):
    """`kind` is the first word: `add`, `move`, `reroll`, `score`, `roll`, `end` or `hold`.

    `at`: the space it is about (of a group: the first in reading order). `to`: where a move ends. `god`: of a score.
    What a kind does not need is `NONE`.
    """

    kind: str
    at: Space = NONE
    to: Space = NONE
    god: Face = NONE


ROLL: Final = Action("roll")
END: Final = Action("end")
HOLD: Final = Action("hold")
SCORES: Final = {(god, space): Action("score", space, NONE, god) for god in range(len(GODS)) for space in SPACES}


def _rows(kind: str) -> tuple[tuple[tuple[Action, ...], ...], ...]:
    """For each row of the board and each set of its columns: this action on each of them."""
    actions = {space: Action(kind, space) for space in SPACES}
    return tuple(
        tuple(
            tuple(actions[row * STRIDE + column] for column in range(LARGEST) if columns >> column & 1)
            for columns in range(1 << LARGEST)
        )
        for row in range(LARGEST)
    )


def _on_each(kind: str) -> Callable[[Spaces], list[Action]]:
    rows = _rows(kind)
    columns = (1 << LARGEST) - 1

    def on_each(spaces: Spaces) -> list[Action]:
        found: list[Action] = []
        for row in rows:
            found += row[spaces & columns]
            spaces >>= STRIDE
        return found

    return on_each


adds: Final = _on_each("add")
"""`add` on each of a set of spaces, in reading order."""
rerolls: Final = _on_each("reroll")
"""`reroll` of each of a set of spaces, in reading order."""


def text(action: Action) -> str:
    """The action as players write it."""
    words = [action.kind]
    if action.god != NONE:
        words.append(FACES[action.god])
    words += [NAMES[space] for space in (action.at, action.to) if space != NONE]
    return " ".join(words)


def read(words: str, size: int) -> Action:
    """The action of this text on a board of that size. Raises `Unreadable`."""
    match words.split(" "):
        case ["roll" | "end" | "hold" as kind]:
            return Action(kind)
        case ["add" | "reroll" as kind, at]:
            return Action(kind, _space(at, size))
        case ["move", at, to]:
            return Action("move", _space(at, size), _space(to, size))
        case ["score", god, at] if len(god) == 1 and god in GODS:
            return Action("score", _space(at, size), NONE, GODS.index(god))
        case ["score", god, _]:
            raise Unreadable(f"{god!r:.20} is no god that can be scored; there are {', '.join(GODS)}")
    raise Unreadable(
        f"{words!r:.40} is no action; there are: add c3, move c3 d5, reroll c3, score R c3, roll, end, hold"
    )


def _space(name: str, size: int) -> Space:
    space = NUMBERS.get(name)
    if space is None or space % STRIDE >= size or space // STRIDE >= size:
        raise Unreadable(
            f"{name!r:.20} is no space of this board; they go from a1 to {NAMES[(size - 1) * (STRIDE + 1)]}"
        )
    return space
