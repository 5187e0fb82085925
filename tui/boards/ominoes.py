"""The board of Ominoes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Offset

from core.game import Event
from core.games.ominoes.actions import END, HOLD, ROLL, SCORES, Action
from core.games.ominoes.moves import matching, reach, way
from core.games.ominoes.position import FACES, GODS, MOVER, NAMES, NUMBERS, OWN, SERPENT, TITLES, Position, each
from core.shape import listing
from net.changes import Moved
from tui.boards.board import Frame, Sheet, SheetLine
from tui.boards.canvas import Canvas
from tui.boards.grid import GridBoard, Picks
from tui.boards.history import History
from tui.boards.lattice import Lattice
from tui.boards.ominoes_picture import Aside, Layout, Marks, Picture, lay_out, tile
from tui.boards.ominoes_scene import Scene, frames, still
from tui.boards.ominoes_words import caption, story, title
from tui.boards.sight import Sight

KNOWN = 2
"""So often one has used a kind of roll when one knows what it is for."""
_HUES = {"A": 1, "K": 2, "H": 3, "R": 4}
"""The colours of the gods, which are those of their seats."""
_THIRD = {"set up": "sets up", "roll": "rolls"}
_GOING_ON = {"roll": ROLL, "end": END, "hold": HOLD}


class OminoesBoard(GridBoard[Scene]):
    """The spaces, the Ominoe in hand, and the lanes to the sacred number."""

    PATIENCE = 1000
    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "ominoes--floor-1",
        "ominoes--floor-2",
        "ominoes--pit",
        "ominoes--ring",
        *(tile(face) for face in FACES),
        *(f"{tile(face)}-dim" for face in FACES),
        *(f"ominoes--rim-{god.lower()}" for god in GODS),
        *(f"ominoes--lane-{number}" for number in range(1, 7)),
    }
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("s", "score", "score", tooltip="Take a group off the board for its points"),
        *(Binding(str(n), f"score({n - 1})", "score", show=False) for n in range(1, 10)),
        Binding("g", "go_on('roll')", "roll", tooltip="Roll an Ominoe without scoring first"),
        Binding("g", "go_on('end')", "end turn", tooltip="End the turn without scoring"),
        Binding("g", "go_on('hold')", "hold back", tooltip="Keep the last Ominoe off the board"),
    ]

    def __init__(self, mirror: Sight) -> None:
        self._used: Counter[str] = Counter()
        self._scoring = False
        super().__init__(mirror)

    # -- picture -----------------------------------------------------------------------------------------------

    @property
    def layout_now(self) -> Layout:
        """Where things are at the present size."""
        return lay_out(self.size.width, self.size.height, self.scene.size, len(self.scene.scores))

    @property
    def lattice(self) -> Lattice:
        """Where the spaces are."""
        return self.layout_now.lattice

    def still(self, position: Position) -> Scene:
        """A position at rest."""
        return still(position)

    def frames(self, moved: Moved) -> Iterable[Frame[Scene]]:
        """Rolls that tumble, three steps one by one, groups that go up the track."""
        return frames(moved)

    def draw(self, canvas: Canvas, scene: Scene) -> None:
        """The spaces left, the hand right, the lanes below."""
        picture = Picture(canvas, self.layout_now, self.glyphs)
        picture.board(scene, self._marks(scene))
        picture.aside(scene, self._aside(scene))
        picture.lanes(scene, self.mirror.names)

    def _marks(self, scene: Scene) -> Marks:
        if self.playing or not self.can_focus:
            return Marks()
        p: Position = self.mirror.position
        choices, picked = self.choices, self.picked[0] if self.picked else ""
        onto = self.cursor in choices and self.cursor not in scene.faces
        every = {name for name in self.lattice.names() if name not in scene.faces and self._enterable(name)}
        return Marks(
            cursor=self.cursor,
            picked=picked,
            choices=() if every <= set(choices) else choices,  # all empty spaces need not be pointed out
            reach=() if picked or self.cursor not in choices else self._reach(p),
            way=self._way(p, picked)[:-1] if picked else (),
            ghost="" if not onto else scene.faces[picked] if picked else scene.hand,
            yours=self.asking,
        )

    def _enterable(self, name: str) -> bool:
        table = self.mirror.position.table
        return bool(table.spaces >> NUMBERS[name] & 1)

    def _reach(self, p: Position) -> list[str]:
        """Where the Ominoe under the cursor could go."""
        if p.phase != "move" or p.rolled == SERPENT:
            return []
        return [NAMES[space] for space in each(reach(NUMBERS[self.cursor], p.empty))]

    def _way(self, p: Position, start: str) -> list[str]:
        """The three steps from there to the cursor; none if there is no such way."""
        return [NAMES[space] for space in way(NUMBERS[start], NUMBERS[self.cursor], p.empty)]

    def _aside(self, scene: Scene) -> Aside:
        mine = self.asking and scene.turn == self.mirror.seat
        keys = [str(n) for n in range(1, len(scene.groups) + 1)] if len(scene.groups) > 1 else ["s"]
        scores = list(zip(keys, scene.groups, strict=False)) if mine else []
        return Aside(self._doing(scene), self._used[_kind(scene.hand)] < KNOWN and scene.phase != "setup", scores)

    def _doing(self, scene: Scene) -> str:
        """Whose hand it is that is shown."""
        mine = scene.turn == self.mirror.seat
        if scene.phase == "over":
            return "The end"
        doing = "set up" if scene.phase == "setup" else "roll" if scene.tumbling or not scene.hand else "rolled"
        if scene.phase in ("roll", "end", "must-score") and scene.groups:
            doing = "can score"
        name = "You" if mine else self.mirror.names[scene.turn]
        return f"{name} {doing if mine else _THIRD.get(doing, doing)}"

    def spot(self, origin: str) -> Offset:
        """Where a space is."""
        return Offset(*self.lattice.corner(origin))

    def hues(self) -> tuple[int, ...]:
        """Each seat has its god's colour."""
        own = [_HUES[god] for god in self.scene.gods]
        return (*own, *(hue for hue in range(1, 7) if hue not in own))

    # -- words -------------------------------------------------------------------------------------------------

    def heading(self, scene: Scene) -> str:
        """Whose turn it is."""
        if self.mirror.over and not self.playing:
            return "the end"
        whose = "your turn" if scene.turn == self.mirror.seat else f"{self.mirror.names[scene.turn]}'s turn"
        stage = "set-up, " if scene.phase == "setup" else ""
        return f"{stage}{whose}"

    def sheet(self, scene: Scene) -> Sheet:
        """The points, and the gods that each seat scores."""
        lines = []
        for god, score in zip(scene.gods, scene.scores, strict=True):
            gods = Content.assemble((f" {god} ", f"$background on $hue-{_HUES[god]} bold"), f" {title(god)}")
            lines.append(SheetLine((), score, gods))
        return Sheet((), tuple(lines), "pts")

    def caption(self, event: Event) -> str:
        """Scores are told short."""
        return caption(event, self.mirror.names) or super().caption(event)

    def story(self, history: History) -> list[str]:
        """Groups, waits, and who led."""
        return story(history)

    def question(self) -> str:
        """What is to be picked, or which key goes on."""
        p: Position = self.mirror.position
        many = len(p.groups)
        scores = "s scores it" if many == 1 else f"{listing(range(1, many + 1), 'or')} scores one"
        if self._scoring:
            return f"Which group? {scores}; escape leaves them"
        match p.phase:
            case "setup" if p.rolled is None:
                which = "first" if p.placed[p.turn] == 0 else "second"
                return f"Put the {which} of your {OWN} {_titled(p.table.gods[p.turn])} on any empty space"
            case "setup":
                return f"Put the {_titled(p.rolled)} that you rolled on any empty space"
            case "roll":
                return f"{_groups(many)}: {scores}, g rolls without"
            case "move":
                return self._move_question(p)
            case "add" if p.supply:
                return f"Add {_titled(p.rolled)} on any empty space"
            case "add":
                return "The last Ominoe: add it where it scores, or g holds it back"
            case "must-score":
                return f"The last Ominoe has to score now: {scores}"
        return f"{_groups(many)}: {scores}, g ends the turn"

    def _move_question(self, p: Position) -> str:
        if p.rolled == SERPENT:
            return "Ominotep: pick any Ominoe; it is rolled again where it lies"
        if not self.picked:
            which = "any Ominoe" if p.rolled == MOVER else _one(p.rolled)
            return f"Pick {which} to move three spaces"
        start = self.picked[0]
        return f"{title(self.scene.faces[start])} from {start}: pick where three steps end; escape picks another"

    # -- hands -------------------------------------------------------------------------------------------------

    def picks(self, action: Action) -> Picks:
        """A space to add on or to reroll, or a start and an end."""
        match action.kind:
            case "add" | "reroll":
                return (NAMES[action.at],)
            case "move":
                return (NAMES[action.at], NAMES[action.to])
        return ()

    def why_not(self, picks: Picks) -> str:
        """The rule against the space that was picked last."""
        p: Position = self.mirror.position
        at = NUMBERS[picks[-1]]
        if not self.paths:
            return self.question()
        if p.phase == "move" and p.rolled == SERPENT:
            return self._rule(Action("reroll", at))
        if p.phase == "move" and p.rolled is not None:
            if len(picks) > 1:
                return self._rule(Action("move", NUMBERS[picks[0]], at))
            if matching(p.faces, p.rolled) >> at & 1:
                return f"the Ominoe on {picks[0]} is walled in: no way of three steps leads away from it"
            return self._rule(Action("move", at, at))
        return self._rule(Action("add", at))

    def _rule(self, action: Action) -> str:
        return self.mirror.why_not(action) or "that cannot be picked now"

    def take(self, token: str) -> None:
        """A space; or what can be scored, from the list beside the board."""
        if token.startswith("score:"):
            god, first = token.removeprefix("score:").split(" ")
            self._score_group(god, first)
        elif not self.picks_asked and (group := next((g for g in self.scene.groups if token in g.spaces), None)):
            self._score_group(group.god, group.first)
        else:
            super().take(token)

    @property
    def picks_asked(self) -> bool:
        """Whether something on the board can be picked now."""
        return bool(self.paths)

    def _score_group(self, god: str, first: str) -> None:
        self._scoring = False
        self.try_choice(SCORES[GODS.index(god), NUMBERS[first]])

    def action_score(self, number: int | None = None) -> None:
        """Scores the only group, or asks which; or the one of that number."""
        groups = self.mirror.position.groups if self.asking else ()
        if number is None and len(groups) > 1:
            self._scoring = True
            self.repaint()
            self.post_message(self.Changed())
        elif groups and (number or 0) < len(groups):
            group = groups[number or 0]
            self._score_group(GODS[group.god], NAMES[group.first])
        else:
            gods = listing([TITLES[god] for god in self._own_gods()], "or")
            self.refuse(f"there is no group to score: it takes four or more side by side of {gods}")

    def _own_gods(self) -> tuple[int, ...]:
        seat = self.mirror.seat
        scored: tuple[tuple[int, ...], ...] = self.mirror.position.table.scored
        return scored[0 if seat is None else seat]

    def action_go_on(self, kind: str) -> None:
        """Rolls, ends the turn, or holds the last Ominoe back."""
        self.try_choice(_GOING_ON[kind])

    def action_back(self) -> None:
        """Gives up the last pick, or the choice of a group."""
        self._scoring = False
        super().action_back()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Each key where it means something."""
        if action == "go_on":
            return self.asking and _GOING_ON[str(parameters[0])] in self.mirror.answers()
        if action == "score":
            return self.asking and bool(self.mirror.position.groups)
        if action == "back" and self._scoring:
            return True
        return super().check_action(action, parameters)

    def follow(self, moved: Moved) -> None:
        """Remembers which rolls I have used."""
        self._scoring = False
        seat = self.mirror.seat
        for mover, action in (moved.choices or {}).items():
            if mover == seat and self.can_focus and action.kind in ("move", "reroll"):
                self._used[_kind(FACES[moved.before.rolled])] += 1
        super().follow(moved)


def _titled(face: int | None) -> str:
    return "" if face is None else TITLES[face]


def _one(face: int | None) -> str:
    """`a Ra`, `an Apep`."""
    name = _titled(face)
    return f"a{'n' * name.startswith(('A', 'O'))} {name}"


def _groups(many: int) -> str:
    return "There is a group for you" if many == 1 else f"There are {many} groups for you"


def _kind(face: str) -> str:
    """Rolls that are for the same thing."""
    return face if face in ("Y", "O") else "god" if face else ""
