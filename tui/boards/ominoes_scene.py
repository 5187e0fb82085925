"""What is seen of Ominoes at one moment, and how a step becomes a row of such moments."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from core.game import Event
from core.games.ominoes.position import FACES, GODS, NAMES, NONE, OWN, Position, each
from core.grid import field
from net.changes import Moved
from tui.boards.board import Flight, Frame


class Group(NamedTuple):
    """Ominoes that can be scored: for which god, and where. `first`: the space that names it."""

    god: str
    first: str
    spaces: frozenset[str]


class Scene(NamedTuple):
    """One moment.

    `faces`: the letters on the board by space. `hand`: the rolled Ominoe, or the one to set up; empty if there is none.
    `groups`: what the seat in turn can score. `tumbling`: the hand is being rolled. `lit`: what has just changed.
    `way`: where the Ominoe that moves has been.
    """

    size: int
    expert: bool
    faces: Mapping[str, str]
    gods: str
    shared: str
    scores: tuple[int, ...]
    goal: int
    supply: int
    turn: int
    phase: str
    hand: str = ""
    groups: tuple[Group, ...] = ()
    tumbling: bool = False
    lit: frozenset[str] = frozenset()
    way: tuple[str, ...] = ()

    @property
    def pit(self) -> frozenset[str]:
        """The four spaces in the middle."""
        middle = (self.size // 2 - 1, self.size // 2)
        return frozenset(field(column, row) for column in middle for row in middle)

    def put(self, at: str, face: str) -> Scene:
        """With that face there; empty if there is none."""
        faces = {space: letter for space, letter in self.faces.items() if space != at}
        return self._replace(faces={**faces, at: face} if face else faces)


def still(p: Position) -> Scene:
    """A position at rest."""
    gods = "".join(GODS[god] for god in p.table.gods)
    return Scene(
        size=p.table.size,
        expert=p.table.expert,
        faces={NAMES[space]: FACES[face] for face, spaces in enumerate(p.faces) for space in each(spaces)},
        gods=gods,
        shared="".join(god for god in GODS if god not in gods),
        scores=p.scores,
        goal=p.table.goal,
        supply=p.supply,
        turn=p.turn,
        phase=p.phase,
        hand=_hand(p),
        groups=tuple(Group(GODS[g.god], NAMES[g.first], frozenset(NAMES[s] for s in each(g.spaces))) for g in p.groups),
    )


def _hand(p: Position) -> str:
    if p.rolled not in (None, NONE):
        return FACES[p.rolled]
    return GODS[p.table.gods[p.turn]] if p.phase == "setup" and p.placed[p.turn] < OWN else ""


# -- steps -----------------------------------------------------------------------------------------------------------


def frames(moved: Moved) -> Iterator[Frame[Scene]]:
    """The moments of a step, event by event."""
    scene = still(moved.before)._replace(groups=())
    for event in moved.events:
        for frame in _MOMENTS[event.kind](scene, event):
            scene = frame.scene
            yield frame
        scene = scene._replace(lit=frozenset(), way=(), tumbling=False, groups=())


def _tumble(face: str) -> str:
    """What a rolling Ominoe shows on its way to a face."""
    start = FACES.index(face) + 1
    return (FACES * 2)[start : start + 5]


def _rolled(scene: Scene, event: Event) -> Iterator[Frame[Scene]]:
    face = event.data["face"]
    scene = scene._replace(supply=scene.supply - 1, tumbling=True)
    for shown in _tumble(face):
        yield Frame(scene._replace(hand=shown), 0.09)
    yield Frame(scene._replace(hand=face, tumbling=False), 0.6, (event,))


def _moved(scene: Scene, event: Event) -> Iterator[Frame[Scene]]:
    """It is lifted, takes its three steps, and comes to rest."""
    at, face = event.data["start"], event.data["face"]
    yield Frame(scene._replace(lit=frozenset({at})), 0.35, (event,))
    way: tuple[str, ...] = ()
    for step in event.data["way"]:
        way = (*way, at)
        scene, at = scene.put(at, "").put(step, face)._replace(lit=frozenset({step}), way=way), step
        yield Frame(scene, 0.25)
    yield Frame(scene, 0.35)


def _rerolled(scene: Scene, event: Event) -> Iterator[Frame[Scene]]:
    at = event.data["at"]
    scene = scene._replace(lit=frozenset({at}))
    yield Frame(scene, 0.3)
    for shown in _tumble(event.data["face"]):
        yield Frame(scene.put(at, shown), 0.09)
    yield Frame(scene.put(at, event.data["face"]), 0.7, (event,))


def _added(scene: Scene, event: Event) -> Iterator[Frame[Scene]]:
    at = event.data["at"]
    supply = scene.supply - (scene.phase == "setup" and len(scene.faces) < OWN * len(scene.gods))
    after = scene.put(at, event.data["face"])._replace(hand="", supply=supply, lit=frozenset({at}))
    yield Frame(after, 0.6, (event,))


def _put_back(scene: Scene, event: Event) -> Iterator[Frame[Scene]]:
    """The last Ominoe stays off the board."""
    yield Frame(scene._replace(hand="", supply=1), 1.2, (event,))


def _said(scene: Scene, event: Event) -> Iterator[Frame[Scene]]:
    yield Frame(scene, 1.2, (event,))


def _turn(scene: Scene, event: Event) -> Iterator[Frame[Scene]]:
    yield Frame(scene._replace(turn=event.data["seat"], hand="", phase="roll"), 0.3, (event,))


def _scored(scene: Scene, event: Event) -> Iterator[Frame[Scene]]:
    """The group is outlined, then goes off the board while the token goes up the track."""
    data: Mapping[str, Any] = event.data
    seat, spaces = data["seat"], data["spaces"]
    scene = scene._replace(groups=(Group(data["god"], spaces[0], frozenset(spaces)),))
    yield Frame(scene, 0.9, (event,), (Flight(spaces[0], seat, f"+{data['points']}"),))
    for at in spaces:
        scores = tuple(score + (other == seat) for other, score in enumerate(scene.scores))
        scene = scene.put(at, "")._replace(scores=scores, supply=scene.supply + 1, groups=())
        yield Frame(scene, 0.14)


_MOMENTS: Mapping[str, Callable[[Scene, Event], Iterator[Frame[Scene]]]] = {
    "turn": _turn,
    "rolled": _rolled,
    "moved": _moved,
    "skipped": _said,
    "rerolled": _rerolled,
    "added": _added,
    "held": _put_back,
    "returned": _put_back,
    "scored": _scored,
    "over": _said,
}
