"""Positions of Ominoes, written with few words."""

from __future__ import annotations

from core.game import Asks, Chance, Json
from core.games.ominoes import GAME
from core.games.ominoes.position import OMINOES, Position

GODS = {2: "RK", 3: "RAK", 4: "RAKH"}


def data(board: str, phase: str, rolled: str | None = None, /, **changes: Json) -> dict[str, Json]:
    """A position as JSON. `board`: its first rows, those below are empty; `seats` is 2 unless told, `scores` are 0.

    What `changes` names is taken as it stands; the supply is what is neither on the board nor in hand.
    """
    seats = changes.pop("seats", 2)
    side = changes.pop("side", "2-camels" if seats == 2 else "3-camels")
    size = 6 if side == "2-camels" else 8
    rows = [row.ljust(size, ".") for row in board.split()]
    rows += ["." * size] * (size - len(rows))
    used = sum(letter != "." for row in rows for letter in row) + (rolled is not None)
    gods, scores = changes.pop("gods", GODS[seats]), changes.pop("scores", [0] * seats)
    return {
        "game": "ominoes",
        "options": {"side": side, "expert": changes.pop("expert", False)},
        "board": rows,
        "supply": OMINOES - used,
        "turn": 0,
        "phase": phase,
        "rolled": rolled,
        "seats": [{"god": god, "score": score} for god, score in zip(gods, scores, strict=True)],
        "placed": [3] * seats,
        **changes,
    }


def load(*board_and_phase: str | None, **changes: Json) -> Position:
    """That position, loaded."""
    return GAME.load(data(*board_and_phase, **changes))  # type: ignore[arg-type]


def answers(p: Position) -> set[str]:
    """What the seat in turn can say."""
    return {GAME.format(p, action) for action in GAME.answers(p, p.turn)}


def play(p: Position, *texts: str) -> Position:
    """The position after these actions of whoever is in turn; one letter is the face that chance brings."""
    for text in texts:
        p = told(p, text)[0]
    return p


def told(p: Position, text: str) -> tuple[Position, list[str]]:
    """The position after an action or a face, and the kinds of what happened."""
    if len(text) == 1:
        assert isinstance(GAME.due(p), Chance), p.phase
        after, events = GAME.chance(p, [text])
    else:
        assert isinstance(GAME.due(p), Asks), p.phase
        action = GAME.parse(p, text)
        assert GAME.check(p, p.turn, action) is None
        after, events = GAME.play(p, {p.turn: action})
    return after, [event.kind for event in events]


def refused(p: Position, text: str) -> str:
    """Why the seat in turn may not say this."""
    why = GAME.check(p, p.turn, GAME.parse(p, text))
    assert why is not None, f"{text} is allowed"
    return why


def rows(p: Position) -> list[str]:
    """The board, without what is empty at the end of rows and at the bottom."""
    board = [row.rstrip(".") for row in GAME.dump(p)["board"]]
    while board and not board[-1]:
        board.pop()
    return board


STUCK = "AHAHAHAH HAHAHAHA AHAHAH.. ........ ........ ........ ........"
"""Seven rows with 22 Ominoes, Apep and Horus in turns: with four seats none of them is in a group."""
