"""What each action and each outcome does: the next position and what happened.

A seat is asked only where it has a choice, so every step ends by passing on to the next moment that has something to
ask or to roll (rulings 2, 9 and 10).
"""

from __future__ import annotations

from core.game import Event, Moved
from core.games.ominoes.actions import Action
from core.games.ominoes.groups import completing, scorable
from core.games.ominoes.moves import matching, movable, way
from core.games.ominoes.position import (
    FACES,
    GODS,
    NAMES,
    OWN,
    SERPENT,
    SET_UP,
    Face,
    Group,
    Position,
    Space,
    Spaces,
    each,
)

Faces = tuple[Spaces, ...]


# -- set-up ----------------------------------------------------------------------------------------------------------


def setter(placed: tuple[int, ...]) -> int | None:
    """The seat that has to set up next (ruling 1); None when all have."""
    for until in (OWN, SET_UP):
        for seat, count in enumerate(placed):
            if count < until:
                return seat
    return None


def set_up(p: Position, space: Space) -> Moved[Position]:
    """An Ominoe of the seat's own god, or the one it has rolled, is put on the board."""
    face, supply = (p.table.gods[p.turn], p.supply - 1) if p.rolled is None else (p.rolled, p.supply)
    placed = _with(p.placed, p.turn, p.placed[p.turn] + 1)
    faces = _with(p.faces, face, p.faces[face] | 1 << space)
    events = [_added(p, face, space)]
    seat = setter(placed)
    if seat is None:
        return _turn(p._replace(placed=placed), faces, supply, 0, p.scores, events)
    return Position(p.table, faces, supply, seat, "setup", None, p.scores, placed), tuple(events)


# -- steps of a turn -------------------------------------------------------------------------------------------------


def roll(p: Position, face: Face) -> Moved[Position]:
    """An Ominoe is taken from the supply and shows this face."""
    events = [Event("rolled", {"seat": p.turn, "face": FACES[face]})]
    if p.phase == "setup":
        return p._replace(supply=p.supply - 1, rolled=face), tuple(events)
    return to_move(p, p.faces, p.supply - 1, face, p.scores, events)


def move(p: Position, action: Action) -> Moved[Position]:
    """An Ominoe goes three steps."""
    start, end = action.at, action.to
    assert start is not None and end is not None and p.rolled is not None
    face = p.face(start)
    steps = way(start, end, p.empty)
    assert face is not None and steps is not None
    data = {
        "seat": p.turn,
        "face": FACES[face],
        "from": NAMES[start],
        "to": NAMES[end],
        "way": [NAMES[space] for space in steps],
    }
    faces = _with(p.faces, face, p.faces[face] ^ (1 << start | 1 << end))
    return to_add(p, faces, p.supply, p.rolled, p.scores, [Event("moved", data)])


def reroll(p: Position, face: Face) -> Moved[Position]:
    """The chosen Ominoe shows this face now; that triggers nothing (ruling 4)."""
    assert p.at is not None and p.rolled is not None
    was = p.face(p.at)
    assert was is not None
    data = {"seat": p.turn, "at": NAMES[p.at], "was": FACES[was], "face": FACES[face]}
    bit = 1 << p.at
    faces = _with(p.faces, was, p.faces[was] ^ bit)
    faces = _with(faces, face, faces[face] | bit)
    return to_add(p, faces, p.supply, p.rolled, p.scores, [Event("rerolled", data)])


def add(p: Position, space: Space) -> Moved[Position]:
    """The rolled Ominoe is put on the board; as the last one it has to score there (ruling 9)."""
    face = p.rolled
    assert face is not None
    faces = _with(p.faces, face, p.faces[face] | 1 << space)
    events = [_added(p, face, space)]
    if p.supply:
        return to_end(p, faces, p.supply, p.scores, events)
    after = Position(p.table, faces, 0, p.turn, "must-score", None, p.scores, p.placed, space)
    return after._replace(groups=at_once(after)), tuple(events)


def hold(p: Position) -> Moved[Position]:
    """The last Ominoe is kept off the board and goes back to the supply."""
    assert p.rolled is not None
    events = [Event("held", {"seat": p.turn, "face": FACES[p.rolled]})]
    return to_end(p, p.faces, p.supply + 1, p.scores, events)


def score(p: Position, group: Group) -> Moved[Position]:
    """A group goes from the board back to the supply; the seat gets a point an Ominoe, and perhaps the game."""
    points = group.spaces.bit_count()
    faces = tuple(spaces & ~group.spaces for spaces in p.faces)
    supply = p.supply + points
    scores = _with(p.scores, p.turn, p.scores[p.turn] + points)
    data = {
        "seat": p.turn,
        "god": GODS[group.god],
        "spaces": [NAMES[space] for space in each(group.spaces)],
        "points": points,
        "score": scores[p.turn],
    }
    events = [Event("scored", data)]
    if scores[p.turn] >= p.table.goal:
        events.append(Event("over", {"scores": list(scores), "winners": [p.turn]}))
        over = Position(p.table, faces, supply, p.turn, "over", p.rolled, scores, p.placed)
        return over, tuple(events)
    if p.phase == "roll":
        return to_roll(p, faces, supply, p.turn, scores, events)
    if p.rolled is None:
        return to_end(p, faces, supply, scores, events)
    if p.phase == "move":
        return to_move(p, faces, supply, p.rolled, scores, events)
    return to_add(p, faces, supply, p.rolled, scores, events)


# -- the next moment -------------------------------------------------------------------------------------------------


def to_roll(
    p: Position, faces: Faces, supply: int, seat: int, scores: tuple[int, ...], events: list[Event]
) -> Moved[Position]:
    """The seat may score before it rolls."""
    groups = scorable(p.table, faces, seat)
    return Position(p.table, faces, supply, seat, "roll", None, scores, p.placed, None, False, groups), tuple(events)


def to_move(
    p: Position, faces: Faces, supply: int, rolled: Face, scores: tuple[int, ...], events: list[Event]
) -> Moved[Position]:
    """The seat has to move or reroll, unless there is nothing that it could (ruling 2)."""
    one, two, three, four, five, six = faces
    everything = one | two | three | four | five | six
    if rolled == SERPENT:
        possible, found = bool(everything), everything
    else:
        found = matching(faces, rolled)
        possible = movable(found, p.table.spaces & ~everything)
    if possible:
        groups = scorable(p.table, faces, p.turn)
        return (
            Position(p.table, faces, supply, p.turn, "move", rolled, scores, p.placed, None, False, groups),
            tuple(events),
        )
    events.append(Event("skipped", {"seat": p.turn, "face": FACES[rolled], "blocked": bool(found)}))
    return to_add(p, faces, supply, rolled, scores, events)


def to_add(
    p: Position, faces: Faces, supply: int, rolled: Face, scores: tuple[int, ...], events: list[Event]
) -> Moved[Position]:
    """The seat has to add; the last Ominoe goes back unasked where it fits nowhere and nothing scores (ruling 9)."""
    groups = scorable(p.table, faces, p.turn)
    after = Position(p.table, faces, supply, p.turn, "add", rolled, scores, p.placed, None, False, groups)
    if supply or groups or last_spaces(after):
        return after, tuple(events)
    events.append(Event("returned", {"seat": p.turn, "face": FACES[rolled]}))
    return to_end(p, faces, supply + 1, scores, events)


def to_end(p: Position, faces: Faces, supply: int, scores: tuple[int, ...], events: list[Event]) -> Moved[Position]:
    """The seat may score; where there is nothing to score, the turn passes (ruling 10)."""
    groups = scorable(p.table, faces, p.turn)
    if not groups:
        return _turn(p, faces, supply, (p.turn + 1) % len(scores), scores, events)
    after = Position(p.table, faces, supply, p.turn, "end", None, scores, p.placed, None, False, groups)
    return after, tuple(events)


def end(p: Position) -> Moved[Position]:
    """The seat is content with what it has scored."""
    return _turn(p, p.faces, p.supply, (p.turn + 1) % len(p.scores), p.scores, [])


def settle(p: Position) -> Position:
    """A position of any phase, passed on to where there is something to ask or to roll."""
    if p.phase == "setup":
        seat = setter(p.placed)
        return p if seat is not None else to_roll(p, p.faces, p.supply, 0, p.scores, [])[0]
    if p.phase == "roll":
        after, _ = to_roll(p, p.faces, p.supply, p.turn, p.scores, [])
        return after._replace(said=p.said and bool(after.groups))
    if p.phase == "end":
        return to_end(p, p.faces, p.supply, p.scores, [])[0]
    if p.phase == "must-score":
        return p._replace(groups=at_once(p))
    if p.rolled is None or p.phase not in ("move", "add"):
        return p
    onward = to_move if p.phase == "move" else to_add
    return onward(p, p.faces, p.supply, p.rolled, p.scores, [])[0]


# -- what several steps need -----------------------------------------------------------------------------------------


def last_spaces(p: Position) -> list[Space]:
    """Where the last Ominoe, in hand, may be added (ruling 9)."""
    assert p.rolled is not None
    return completing(p.table, p.faces, p.empty, p.turn, p.rolled)


def at_once(p: Position) -> tuple[Group, ...]:
    """The groups that hold the last Ominoe, just added: one of them must be scored (ruling 9)."""
    assert p.at is not None
    return tuple(group for group in scorable(p.table, p.faces, p.turn) if group.spaces >> p.at & 1)


def _turn(
    p: Position, faces: Faces, supply: int, seat: int, scores: tuple[int, ...], events: list[Event]
) -> Moved[Position]:
    events.append(Event("turn", {"seat": seat}))
    return to_roll(p, faces, supply, seat, scores, events)


def _added(p: Position, face: Face, space: Space) -> Event:
    return Event("added", {"seat": p.turn, "face": FACES[face], "at": NAMES[space]})


def _with(values: tuple[int, ...], index: int, value: int) -> tuple[int, ...]:
    return (*values[:index], value, *values[index + 1 :])
