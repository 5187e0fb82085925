"""Why an action is not legal, in a player's words."""

from __future__ import annotations

from core.games.ominoes.actions import Action
from core.games.ominoes.groups import connected
from core.games.ominoes.moves import three_steps
from core.games.ominoes.position import (
    GODS,
    LEAST,
    MOVER,
    NAMES,
    NONE,
    SERPENT,
    TITLES,
    Face,
    Position,
    Space,
    each,
)
from core.shape import listing


def reason(p: Position, action: Action) -> str:
    """The rule that forbids an action which is not among the seat's answers."""
    if action.kind == "add":
        return _add(p, action.at)
    if action.kind == "move":
        return _move(p, action.at, action.to)
    if action.kind == "reroll":
        return _reroll(p, action.at)
    if action.kind == "score":
        return _score(p, action.god, action.at)
    if action.kind == "hold" and p.phase == "add":
        return f"only the last Ominoe can be held back, and there are {p.supply} more in the supply"
    return _due(p)


def _due(p: Position) -> str:
    """What the seat has to do instead."""
    match p.phase:
        case "setup":
            whose = "the rolled Ominoe" if p.rolled is not None else f"an Ominoe of {TITLES[p.table.gods[p.turn]]}"
            return f"this is set-up: put {whose} on an empty space"
        case "roll":
            return "nothing has been rolled yet: score, or say roll"
        case "move" if p.rolled == SERPENT:
            return "Ominotep was rolled: an Ominoe on the board has to be rerolled first"
        case "move":
            return f"{_rolled(p)} was rolled: an Ominoe has to be moved first"
        case "add" if p.supply:
            return "the rolled Ominoe has to be added now"
        case "add":
            return "the last Ominoe is in hand: add it where it scores, score, or hold it back"
        case "must-score":
            return "the last Ominoe was added: a group that it is in has to be scored at once"
    return "there is no Ominoe in hand any more: score, or say end"


def _add(p: Position, space: Space) -> str:
    if p.phase not in ("setup", "add"):
        return _due(p)
    if p.face(space) != NONE:
        return f"{NAMES[space]} is taken: an Ominoe is added on an empty space"
    if not p.empty >> space & 1:
        return f"{NAMES[space]} is in the snake pit, which is closed in the expert version"
    return f"the last Ominoe is added only where it scores, and on {NAMES[space]} it is in no group of yours"


def _move(p: Position, start: Space, end: Space) -> str:
    if p.phase != "move" or p.rolled == SERPENT:
        return _due(p)
    face = p.face(start)
    if face == NONE:
        return f"there is no Ominoe on {NAMES[start]}"
    if p.rolled not in (face, MOVER):
        return f"{_rolled(p)} was rolled, and {NAMES[start]} is {TITLES[face]}: only {_rolled(p)} moves"
    if (taken := p.face(end)) != NONE and start != end:
        return f"{NAMES[end]} is taken by {TITLES[taken]}: a move ends on an empty space"
    if not three_steps(start, end):
        return (
            f"{NAMES[end]} is not three steps from {NAMES[start]}: "
            "a move is exactly three, not diagonal, using no space twice"
        )
    if not p.empty >> end & 1:
        return f"{NAMES[end]} is in the snake pit, which is closed in the expert version"
    pit = " or the closed snake pit" if p.table.expert else ""
    return f"the way from {NAMES[start]} to {NAMES[end]} is blocked: no step leads over an Ominoe{pit}"


def _reroll(p: Position, space: Space) -> str:
    if p.phase != "move":
        return _due(p)
    if p.rolled != SERPENT:
        return f"only Ominotep lets one reroll, and {_rolled(p)} was rolled"
    return f"there is no Ominoe on {NAMES[space]}"


def _score(p: Position, god: Face, space: Space) -> str:
    if p.phase == "setup":
        return "nothing is scored during set-up"
    if god not in p.table.scored[p.turn]:
        owner = p.table.gods.index(god) + 1
        mine = listing([TITLES[own] for own in p.table.scored[p.turn]])
        return f"{TITLES[god]} is the god of seat {owner}: this seat scores {mine}"
    face = p.face(space)
    if face == NONE:
        return f"there is no Ominoe on {NAMES[space]}"
    if face not in (god, MOVER, SERPENT):
        return f"{NAMES[space]} is {TITLES[face]} and does not belong to a group of {TITLES[god]}"
    group = connected(1 << space, p.faces[god] | p.faces[MOVER] | p.faces[SERPENT])
    if group.bit_count() < LEAST:
        return f"a group has {LEAST} Ominoes or more side by side; the one on {NAMES[space]} has {group.bit_count()}"
    if not group & p.faces[god]:
        return f"a group needs at least one that shows {TITLES[god]}; on {NAMES[space]} there are only wild ones"
    first = next(each(group))
    if first != space:
        return f"this group is named by its first space: score {GODS[god]} {NAMES[first]}"
    return _due(p)


def _rolled(p: Position) -> str:
    assert p.rolled is not None
    return TITLES[p.rolled]
