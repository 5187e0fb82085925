"""Positions of Ominoes as JSON, and faces that were rolled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.game import BadOutcome, BadPosition, Json
from core.games.ominoes.groups import scorable
from core.games.ominoes.position import (
    FACES,
    GODS,
    NAMES,
    NONE,
    NUMBERS,
    OMINOES,
    OWN,
    SERPENT,
    SET_UP,
    SIDES,
    STRIDE,
    Face,
    Position,
    Space,
    Spaces,
    Table,
    lay,
)
from core.games.ominoes.steps import holding, setter, settle
from core.shape import Shape

SIDE_OF = {2: "2-camels", 3: "3-camels", 4: "3-camels"}
"""The side that each number of seats plays on unless another is chosen."""
PHASES = ("setup", "roll", "move", "reroll", "add", "end", "must-score", "over")

_NEEDED = ("game", "options", "board", "supply", "turn", "phase", "rolled", "seats")
_OPTIONAL = ("placed", "at", "said")
_IN_HAND = ("move", "reroll", "add")
_MOST = OMINOES + 20
"""A score that one group can end a game with."""

_NUMBERS = {letter: face for face, letter in enumerate(FACES)}

_shape = Shape(BadPosition)


def rolled_face(outcome: Json) -> Face:
    """The face of a roll's outcome, a list of one letter. Raises `BadOutcome`."""
    if not isinstance(outcome, (list, tuple)) or len(outcome) != 1:  # quicker than list | tuple
        raise BadOutcome("a roll is a list of one face")
    face = outcome[0]
    if not isinstance(face, str) or face not in _NUMBERS:
        raise BadOutcome(f"no Ominoe shows {face!r:.20}; the faces are {', '.join(FACES)}")
    return _NUMBERS[face]


def dump(p: Position) -> dict[str, Json]:
    """The position as JSON."""
    data: dict[str, Json] = {
        "game": "ominoes",
        "options": {"side": p.table.side, "expert": p.table.expert},
        "board": _rows(p),
        "supply": p.supply,
        "turn": p.turn,
        "phase": p.phase,
        "rolled": None if p.rolled is None else FACES[p.rolled],
        "seats": [{"god": GODS[god], "score": score} for god, score in zip(p.table.gods, p.scores, strict=True)],
        "placed": list(p.placed),
    }
    if p.at is not None:
        data["at"] = NAMES[p.at]
    if p.said:
        data["said"] = True
    return data


def _rows(p: Position) -> list[str]:
    letters = dict.fromkeys(NAMES, ".")
    for face, spaces in enumerate(p.faces):
        letters |= {space: FACES[face] for space in NAMES if spaces >> space & 1}
    size = range(p.table.size)
    return ["".join(letters[row * STRIDE + column] for column in size) for row in size]


def load(data: Mapping[str, Json]) -> Position:
    """The position of that JSON, passed on to where there is something to ask. Raises `BadPosition`."""
    top = _shape.keys(data, "the position", _NEEDED, _OPTIONAL)
    seats = _shape.sequence(top["seats"], "seats", 2, 4)
    gods, scores = zip(*(_seat(value, f"seats[{index}]") for index, value in enumerate(seats)), strict=True)
    if len(set(gods)) < len(gods):
        raise BadPosition("two seats have the same god")
    table = _table(top["options"], gods)
    rolled = top["rolled"]
    placed = _shape.sequence(top.get("placed", [SET_UP] * len(seats)), "placed", len(seats), len(seats))
    at = top.get("at")
    p = Position(
        table,
        _board(top["board"], table),
        _shape.whole(top["supply"], "supply", 0, OMINOES),
        _shape.whole(top["turn"], "turn", 0, len(seats) - 1),
        _shape.one_of(top["phase"], "phase", PHASES),
        None if rolled is None else FACES.index(_shape.one_of(rolled, "rolled", tuple(FACES))),
        scores,
        tuple(_shape.whole(count, "placed", 0, SET_UP) for count in placed),
        None if at is None else _at(at),
        _shape.truth(top.get("said", False), "said"),
    )
    if p.phase == "setup" and "placed" not in top:
        raise BadPosition("during set-up placed says how many Ominoes each seat has put on the board")
    _check_pieces(p)
    _check_scores(p)
    _check_set_up(p)
    _check_moment(p)
    return settle(p)


def _seat(value: Json, where: str) -> tuple[Face, int]:
    keys = _shape.keys(value, where, ("god", "score"))
    god = GODS.index(_shape.one_of(keys["god"], f"{where}.god", tuple(GODS)))
    return god, _shape.whole(keys["score"], f"{where}.score", 0, _MOST)


def _table(value: Json, gods: Sequence[Face]) -> Table:
    options = _shape.keys(value, "options", (), ("side", "expert"))
    side = options.get("side")
    if side is None:
        side = SIDE_OF[len(gods)]
    expert = _shape.truth(options.get("expert", False), "options.expert")
    return lay(_shape.one_of(side, "options.side", tuple(SIDES)), expert, tuple(gods))


def _board(value: Json, table: Table) -> tuple[Spaces, ...]:
    faces = [0] * len(FACES)
    for row, line in enumerate(_shape.sequence(value, "board", table.size, table.size)):
        if not isinstance(line, str) or len(line) != table.size:
            raise BadPosition(f"board[{row}] must be {table.size} letters, one a space")
        for column, letter in enumerate(line):
            if letter == ".":
                continue
            if letter not in FACES:
                raise BadPosition(f"board[{row}]: {letter!r} is none of {', '.join(FACES)} or a dot")
            space = row * STRIDE + column
            if not table.spaces >> space & 1:
                raise BadPosition(f"{NAMES[space]} is in the snake pit, which is closed in the expert version")
            faces[FACES.index(letter)] |= 1 << space
    return tuple(faces)


def _at(name: Json) -> Space:
    space = NUMBERS.get(name) if isinstance(name, str) else None
    if space is None:
        raise BadPosition("at must be a space's name")
    return space


def _check_pieces(p: Position) -> None:
    """26 Ominoes, one of them in hand when the phase says so, and one to roll when a roll is to come."""
    board = sum(spaces.bit_count() for spaces in p.faces)
    hand = p.rolled is not None
    if board + p.supply + hand != OMINOES:
        raise BadPosition(
            f"there are {OMINOES} Ominoes, not {board} on the board, {p.supply} in the supply and {int(hand)} in hand"
        )
    if p.phase in _IN_HAND and not hand:
        raise BadPosition(f"in phase {p.phase} there is a rolled Ominoe in hand")
    if p.phase in ("roll", "end", "must-score") and hand:
        raise BadPosition(f"in phase {p.phase} there is no rolled Ominoe in hand")
    if p.phase in ("roll", "end") and not p.supply:
        raise BadPosition(f"in phase {p.phase} the supply is never empty")


def _check_scores(p: Position) -> None:
    """Ruling 8: the game is over when, and only when, the seat in turn has reached the goal."""
    won = [seat for seat, score in enumerate(p.scores) if score >= p.table.goal]
    if p.phase != "over" and won:
        raise BadPosition(f"seat {won[0]} has {p.scores[won[0]]} points and has won, but the phase is {p.phase}")
    if p.phase == "over" and won != [p.turn]:
        raise BadPosition(f"the game is over when the seat in turn, and it alone, has {p.table.goal} points or more")


def _check_set_up(p: Position) -> None:
    """Ruling 1: two by two round the table, then one by one."""
    if p.phase != "setup":
        if any(count != SET_UP for count in p.placed):
            raise BadPosition(f"after set-up every seat has placed {SET_UP} Ominoes")
        return
    seat = setter(p.placed)
    counts = [SET_UP] * len(p.placed) if seat is None else _round(seat, p.placed[seat], len(p.placed))
    if list(p.placed) != counts:
        raise BadPosition(f"the seats set up in turn, two each and then one each: placed cannot be {list(p.placed)}")
    if sum(spaces.bit_count() for spaces in p.faces) != sum(p.placed) or any(p.scores):
        raise BadPosition("during set-up the board holds what the seats have placed, and nobody has scored")
    if seat is not None and p.turn != seat:
        raise BadPosition(f"it is seat {seat} that sets up next")
    if p.rolled is not None and (seat is None or p.placed[seat] != OWN):
        raise BadPosition("during set-up only the third Ominoe of a seat is rolled")


def _round(seat: int, count: int, seats: int) -> list[int]:
    """`placed` when this seat, having placed that many, is next."""
    before, after = (SET_UP, OWN) if count == OWN else (OWN, 0)
    return [before] * seat + [count] + [after] * (seats - seat - 1)


def _check_moment(p: Position) -> None:
    """What `at` and `said` say must fit the phase."""
    if p.said and p.phase != "roll":
        raise BadPosition("said belongs to phase roll")
    if p.at is None:
        if p.phase in ("reroll", "must-score"):
            raise BadPosition(f"in phase {p.phase} at must name a space")
        return
    if p.phase not in ("reroll", "must-score"):
        raise BadPosition("at belongs to the phases reroll and must-score")
    if p.face(p.at) == NONE:
        raise BadPosition(f"there is no Ominoe on {NAMES[p.at]}")
    if p.phase == "reroll" and p.rolled != SERPENT:
        raise BadPosition("only Ominotep, O, lets one reroll")
    if p.phase == "must-score" and (p.supply or not holding(scorable(p.table, p.faces, p.turn), p.at)):
        raise BadPosition(
            f"must-score comes after the last Ominoe was added; {NAMES[p.at]} must be in a group that scores"
        )
