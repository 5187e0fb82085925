"""What each action and each outcome does: the next position and what happened.

A seat is asked only where it has a choice, so every step ends by passing on to the next moment that has something to
ask or to roll (rulings 2, 9 and 10).
"""

from __future__ import annotations

from core.game import Event, Moved
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


class Step:
    """A step under way: what it has changed so far, until it comes to rest in a new position.

    A turn goes `to_roll`, `to_move`, `to_add`, `to_end`, `to_turn`; each rests where the seat has a choice and goes on
    to the next where it has none. Whoever changes the board says so with `look`, for `groups` follow from it.
    """

    __slots__ = ("events", "faces", "groups", "p", "placed", "rolled", "scores", "seat", "supply")

    def __init__(self, p: Position) -> None:
        self.p = p
        self.faces = p.faces
        self.supply = p.supply
        self.seat = p.turn
        self.rolled = p.rolled
        self.scores = p.scores
        self.placed = p.placed
        self.groups = p.groups
        self.events: list[Event] = []

    def flip(self, face: Face, spaces: Spaces) -> None:
        """Ominoes with this face come to or leave these spaces."""
        self.faces = _with(self.faces, face, self.faces[face] ^ spaces)

    def look(self, face: Face) -> None:
        """Finds again what the seat can score, after Ominoes with this face have come or gone."""
        if face in self.p.table.counted[self.seat]:
            self.groups = scorable(self.p.table, self.faces, self.seat)

    def look_anew(self) -> None:
        """Finds what the seat can score."""
        self.groups = scorable(self.p.table, self.faces, self.seat)

    def rest(self, phase: str, at: Space | None = None, said: bool = False) -> Moved[Position]:
        """The position that was reached, and what happened on the way."""
        after = Position(
            self.p.table,
            self.faces,
            self.supply,
            self.seat,
            phase,
            self.rolled,
            self.scores,
            self.placed,
            at,
            said,
            self.groups,
        )
        return after, tuple(self.events)

    def to_turn(self, seat: int) -> Moved[Position]:
        """Another seat's turn begins."""
        self.seat = seat
        self.events.append(Event("turn", {"seat": seat}))
        self.look_anew()
        return self.rest("roll")

    def to_move(self) -> Moved[Position]:
        """The seat has to move or reroll, unless there is nothing that it could (ruling 2)."""
        face = self.rolled
        assert face is not None
        one, two, three, four, five, six = self.faces
        everything = one | two | three | four | five | six
        found = matching(self.faces, face)
        if found if face == SERPENT else movable(found, self.p.table.spaces & ~everything):
            return self.rest("move")
        self.events.append(Event("skipped", {"seat": self.seat, "face": FACES[face], "blocked": bool(found)}))
        return self.to_add()

    def to_add(self) -> Moved[Position]:
        """The seat has to add; a last Ominoe that fits nowhere goes back unasked if nothing scores (ruling 9)."""
        face = self.rolled
        assert face is not None
        if self.supply or self.groups or completing(self.p.table, self.faces, self.seat, face):
            return self.rest("add")
        self.events.append(Event("returned", {"seat": self.seat, "face": FACES[face]}))
        self.supply, self.rolled = 1, None
        return self.to_end()

    def to_end(self) -> Moved[Position]:
        """The seat may score; where there is nothing to score, the turn passes (ruling 10)."""
        return self.rest("end") if self.groups else self.to_turn((self.seat + 1) % len(self.scores))


def set_up(p: Position, space: Space) -> Moved[Position]:
    """An Ominoe of the seat's own god, or the one it has rolled, is put on the board (ruling 1)."""
    step = Step(p)
    face = p.rolled
    if face is None:
        face = p.table.gods[p.turn]
        step.supply -= 1
    step.rolled = None
    step.placed = _with(p.placed, p.turn, p.placed[p.turn] + 1)
    step.flip(face, 1 << space)
    step.events.append(Event("added", {"seat": p.turn, "face": FACES[face], "at": NAMES[space]}))
    seat = setter(step.placed)
    if seat is None:
        return step.to_turn(0)
    step.seat = seat
    return step.rest("setup")


def roll(p: Position, face: Face) -> Moved[Position]:
    """An Ominoe is taken from the supply and shows this face."""
    step = Step(p)
    step.supply -= 1
    step.rolled = face
    step.events.append(Event("rolled", {"seat": p.turn, "face": FACES[face]}))
    return step.rest("setup") if p.phase == "setup" else step.to_move()


def move(p: Position, start: Space, end: Space) -> Moved[Position]:
    """An Ominoe goes three steps."""
    step = Step(p)
    face = p.face(start)
    steps = [NAMES[space] for space in way(start, end, p.empty)]
    step.flip(face, 1 << start | 1 << end)
    step.events.append(
        Event("moved", {"seat": p.turn, "face": FACES[face], "start": NAMES[start], "end": NAMES[end], "way": steps})
    )
    step.look(face)
    return step.to_add()


def choose(p: Position, space: Space) -> Moved[Position]:
    """The Ominoe on this space is to be rerolled."""
    step = Step(p)
    step.groups = ()
    return step.rest("reroll", space)


def reroll(p: Position, face: Face) -> Moved[Position]:
    """The chosen Ominoe shows this face now; that triggers nothing (ruling 4)."""
    assert p.at is not None
    step = Step(p)
    was = p.face(p.at)
    step.flip(was, 1 << p.at)
    step.flip(face, 1 << p.at)
    step.events.append(Event("rerolled", {"seat": p.turn, "at": NAMES[p.at], "was": FACES[was], "face": FACES[face]}))
    step.look_anew()
    return step.to_add()


def add(p: Position, space: Space) -> Moved[Position]:
    """The rolled Ominoe is put on the board; as the last one it has to score there (ruling 9)."""
    assert p.rolled is not None
    step = Step(p)
    step.flip(p.rolled, 1 << space)
    step.rolled = None
    step.events.append(Event("added", {"seat": p.turn, "face": FACES[p.rolled], "at": NAMES[space]}))
    step.look(p.rolled)
    if p.supply:
        return step.to_end()
    step.groups = holding(step.groups, space)
    return step.rest("must-score", space)


def hold(p: Position) -> Moved[Position]:
    """The last Ominoe is kept off the board and goes back to the supply (ruling 9)."""
    assert p.rolled is not None
    step = Step(p)
    step.events.append(Event("held", {"seat": p.turn, "face": FACES[p.rolled]}))
    step.supply, step.rolled = 1, None
    return step.to_end()


def score(p: Position, group: Group) -> Moved[Position]:
    """A group goes from the board back to the supply; the seat gets a point an Ominoe, and perhaps the game."""
    step = Step(p)
    points = group.spaces.bit_count()
    total = p.scores[p.turn] + points
    step.faces = tuple([spaces & ~group.spaces for spaces in p.faces])
    step.supply += points
    step.scores = _with(p.scores, p.turn, total)
    spaces = [NAMES[space] for space in each(group.spaces)]
    step.events.append(
        Event("scored", {"seat": p.turn, "god": GODS[group.god], "spaces": spaces, "points": points, "score": total})
    )
    if total >= p.table.goal:
        step.groups = ()
        step.events.append(Event("over", {"scores": list(step.scores), "winners": [p.turn]}))
        return step.rest("over")
    step.look_anew()
    if p.phase == "roll":
        return step.rest("roll")
    if p.phase == "move":
        return step.to_move()
    return step.to_add() if p.phase == "add" else step.to_end()


def say_roll(p: Position) -> Moved[Position]:
    """The seat does not want to score before it rolls (ruling 10)."""
    return Step(p).rest("roll", said=True)


def say_end(p: Position) -> Moved[Position]:
    """The seat does not want to score any more (ruling 10)."""
    return Step(p).to_turn((p.turn + 1) % len(p.scores))


def settle(p: Position) -> Position:
    """A position of any phase, passed on to where there is something to ask or to roll."""
    step = Step(p)
    if p.phase == "setup":
        return p if setter(p.placed) is not None else step.to_turn(0)[0]
    if p.phase in ("reroll", "over"):
        return p
    step.look_anew()
    if p.phase == "roll":
        return step.rest("roll", said=p.said and bool(step.groups))[0]
    if p.phase == "must-score":
        assert p.at is not None
        step.groups = holding(step.groups, p.at)
        return step.rest("must-score", p.at)[0]
    if p.phase == "move":
        return step.to_move()[0]
    return step.to_add()[0] if p.phase == "add" else step.to_end()[0]


def setter(placed: tuple[int, ...]) -> int | None:
    """The seat that has to set up next (ruling 1); None when all have."""
    for until in (OWN, SET_UP):
        for seat, count in enumerate(placed):
            if count < until:
                return seat
    return None


def holding(groups: tuple[Group, ...], space: Space) -> tuple[Group, ...]:
    """Those of the groups that hold this space."""
    return tuple(group for group in groups if group.spaces >> space & 1)


def _with(values: tuple[int, ...], index: int, value: int) -> tuple[int, ...]:
    return (*values[:index], value, *values[index + 1 :])
