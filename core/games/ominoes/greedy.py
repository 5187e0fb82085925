"""The greedy bot: takes what points there are, builds its own groups and breaks the others'.

A group can be scored at any moment of the turn, so the bot scores as late as it can: the move and the add may make a
group larger. Only before a move that would break a group, or when it wins, does it score at once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from core.games.ominoes.actions import END, HOLD, ROLL, SCORES, Action, adds, rerolls
from core.games.ominoes.groups import completing, connected, scorable
from core.games.ominoes.moves import matching, moves
from core.games.ominoes.position import FACES, GODS, LEAST, MOVER, NONE, SERPENT, Face, Group, Position, Space, Spaces
from core.stream import Stream

Faces = tuple[Spaces, ...]

_POINT = 10.0
"""What a point of this turn is worth, against the promise of a board."""
_PROMISE = (0.0, 0.0, 2.0, 6.0, *(4.0 * size for size in range(4, 27)))
"""What so many connected Ominoes of a god promise to a seat that may score it in a later turn."""
_OTHERS, _SHARED = 1.0, 0.7
"""How much another seat's promise counts against the bot, and that of a shared god, which others may take first."""


def choose(p: Position, seat: int, stream: Stream) -> Action:
    """The best answer of this seat; the stream decides between equals."""
    rolled = p.rolled
    if p.phase == "setup":
        face = p.table.gods[seat] if rolled is None else rolled
        return _best(adds(p.empty), lambda action: _promise(p, _put(p.faces, face, action.at)), stream)
    if p.phase == "roll":
        return _score(p) if _winning(p) else ROLL
    if rolled is None:
        return _score(p) if p.groups else END
    if _winning(p):
        return _score(p)
    if p.phase == "add":
        return _add(p, rolled, stream)
    if rolled == SERPENT:
        best = _best(rerolls(matching(p.faces, rolled)), lambda action: _rerolled(p, action.at), stream)
        breaks = any(group.spaces >> best.at & 1 for group in p.groups)
    else:
        listed = moves(matching(p.faces, rolled), p.empty)
        best = _best(listed, lambda action: _worth(p, _moved(p, action), rolled), stream)
        breaks = _harvest(p, _moved(p, best), rolled)[0] < _harvest(p, p.faces, rolled)[0]
    return _score(p) if p.groups and breaks else best


def _add(p: Position, rolled: Face, stream: Stream) -> Action:
    spaces = p.empty if p.supply else completing(p.table, p.faces, p.turn, rolled)
    if spaces:
        return _best(adds(spaces), lambda action: _worth(p, _put(p.faces, rolled, action.at)), stream)
    return _score(p) if p.groups else HOLD


def _best(actions: Sequence[Action], worth: Callable[[Action], float], stream: Stream) -> Action:
    """The action that is worth most."""
    rated = [(worth(action), action) for action in actions]
    most = max(rated)[0] - 1e-9
    return stream.choice([action for value, action in rated if value >= most])


def _score(p: Position) -> Action:
    group = _largest(p.groups)
    return SCORES[group.god, group.first]


def _largest(groups: Sequence[Group]) -> Group:
    return max(groups, key=lambda group: group.spaces.bit_count())


def _winning(p: Position) -> bool:
    return bool(p.groups) and p.scores[p.turn] + _largest(p.groups).spaces.bit_count() >= p.table.goal


# -- boards ----------------------------------------------------------------------------------------------------------


def _put(faces: Faces, face: Face, space: Space) -> Faces:
    return (*faces[:face], faces[face] ^ 1 << space, *faces[face + 1 :])


def _moved(p: Position, action: Action) -> Faces:
    face = p.face(action.at)
    return _put(_put(p.faces, face, action.at), face, action.to)


def _rerolled(p: Position, space: Space) -> float:
    """The mean over the faces that can come up."""
    without = _put(p.faces, p.face(space), space)
    return sum(_worth(p, _put(without, face, space), SERPENT) for face in range(len(FACES))) / len(FACES)


def _worth(p: Position, faces: Faces, hand: Face = NONE) -> float:
    """What a board is worth in the seat's turn: the points it takes there, and the promise of what is left."""
    points, left = _harvest(p, faces, hand)
    return _POINT * points + _promise(p, left)


def _harvest(p: Position, faces: Faces, hand: Face) -> tuple[int, Faces]:
    """The points that the seat takes from a board, and the board that is left.

    `hand`: the face still to be added, which makes a group one larger or a fourth out of three.
    """
    points = more = 0
    while groups := scorable(p.table, faces, p.turn):
        god, taken = _largest(groups)
        points += taken.bit_count()
        more |= hand in (god, MOVER, SERPENT)
        faces = tuple([spaces & ~taken for spaces in faces])
    wild = faces[MOVER] | faces[SERPENT]
    for god in p.table.scored[p.turn]:
        if hand in (god, MOVER, SERPENT) and LEAST - 1 in _sizes(faces[god], wild):
            more = LEAST
    return points + more, faces


def _promise(p: Position, faces: Faces) -> float:
    wild = faces[MOVER] | faces[SERPENT]
    shared = p.table.scored[p.turn][1:]
    total = 0.0
    for god in range(len(GODS)):
        promise = sum([_PROMISE[size] for size in _sizes(faces[god], wild)])
        if god == p.table.gods[p.turn]:
            total += promise
        else:
            total -= promise * (_SHARED if god in shared else _OTHERS)
    return total


def _sizes(own: Spaces, wild: Spaces) -> list[int]:
    """The sizes of the connected parts of one god's Ominoes and the wild ones beside them."""
    sizes = []
    while own:
        part = connected(own & -own, own | wild)
        own &= ~part
        sizes.append(part.bit_count())
    return sizes
