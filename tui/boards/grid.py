"""What boards made of fields share: a cursor, coordinates, and actions made by picking one thing after the other.

An action is a row of picks: `move c3 d5` is c3 and then d5, `add c3` is c3 alone. What can be picked next follows from
the legal actions; anything else is refused with the rule that forbids it.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, ClassVar, TypeVar

from textual.actions import parse
from textual.binding import Binding, BindingType

from core.grid import field, place
from core.shape import listing
from tui.boards.board import Board
from tui.boards.lattice import Lattice
from tui.boards.sight import Sight

S = TypeVar("S")

Picks = tuple[str, ...]


class GridBoard(Board[S]):
    """A board with a field under the cursor."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"grid--label", "grid--here", "grid--cursor", "grid--open", "grid--way"}
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "steer(-1, 0)", "left", show=False, tooltip="The cursor goes a field to the left"),
        Binding("right,l", "steer(1, 0)", "right", show=False, tooltip="The cursor goes a field to the right"),
        Binding("up,k", "steer(0, -1)", "up", show=False, tooltip="The cursor goes a field up"),
        Binding("down,j", "steer(0, 1)", "down", show=False, tooltip="The cursor goes a field down"),
        Binding("enter,space", "pick", "pick", tooltip="Pick what is under the cursor; a click does the same"),
        Binding("tab", "seek(1)", "next", show=False, tooltip="To the next field that can be picked"),
        Binding("shift+tab", "seek(-1)", "before", show=False, tooltip="To the field before that can be picked"),
        Binding("escape", "back", "back", tooltip="Take back what was picked last"),
    ]

    def __init__(self, mirror: Sight) -> None:
        self.cursor = ""
        self._picked: Picks = ()
        self._told_why = False
        self._offered: tuple[bool | None, ...] = ()
        self._paths: tuple[Any, dict[Picks, Any]] = (None, {})
        super().__init__(mirror)

    # -- what a game's board says ------------------------------------------------------------------------------

    @property
    @abstractmethod
    def lattice(self) -> Lattice:
        """Where the fields are at the present size."""

    @abstractmethod
    def picks(self, action: Any) -> Picks:
        """What is picked one after the other for this action; nothing if it is made in another way."""

    @abstractmethod
    def why_not(self, picks: Picks) -> str:
        """Why no legal action begins with these picks, in a player's words."""

    # -- picking -----------------------------------------------------------------------------------------------

    @property
    def paths(self) -> dict[Picks, Any]:
        """The legal actions by their picks."""
        position = self.mirror.position
        if self._paths[0] is not position:
            actions = () if self.mirror.asked is None else self.mirror.answers()
            self._paths = position, {picks: action for action in actions if (picks := self.picks(action))}
        return self._paths[1]

    @property
    def picked(self) -> Picks:
        """What has been picked so far; it goes stale by itself when the position changes."""
        if self._picked and not self.leads_on(self._picked):
            self._picked = ()
        return self._picked

    def leads_on(self, picks: Picks) -> bool:
        """Whether a legal action begins with these picks."""
        return any(path[: len(picks)] == picks for path in self.paths)

    @property
    def choices(self) -> list[str]:
        """What can be picked next, in the order of the legal actions; nothing while a move is being shown."""
        if self.playing:
            return []
        made = self.picked
        step = len(made)
        return list(dict.fromkeys(path[step] for path in self.paths if path[:step] == made and len(path) > step))

    def take(self, token: str) -> None:
        """Picks this next, or instead of something picked before; a complete row of picks is played."""
        made = self.picked
        if self.mirror.asked is None:
            self.refuse(self._not_asked())
            return
        for kept in range(len(made), -1, -1):
            picks = (*made[:kept], token)
            if self.leads_on(picks):
                action = self.paths.get(picks)
                self._picked = picks if action is None else ()
                if action is not None:
                    self.try_choice(action)
                break
        else:
            self.refuse(self.why_not((*made, token)))
            return
        self.repaint()
        self.post_message(self.Changed())

    def _not_asked(self) -> str:
        mirror = self.mirror
        if mirror.over:
            return "the game is over"
        if mirror.seat is None:
            return "you are watching: the seats play"
        names = listing([mirror.names[seat] for seat in mirror.waiting_for])
        return f"it is not your move: waiting for {names}" if names else "it is not your move yet"

    def clicked(self, field: str) -> None:
        """What lies under the mouse is picked."""
        if self.lattice.has(field):
            self.cursor = field
        self.take(field)

    def action_pick(self) -> None:
        """Picks what is under the cursor."""
        self.take(self.cursor)

    def action_back(self) -> None:
        """Gives up the last pick."""
        self._picked = self.picked[:-1]
        self.repaint()
        self.post_message(self.Changed())

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Only what means something now is offered."""
        if action == "back":
            return bool(self.picked)
        return True

    # -- cursor ------------------------------------------------------------------------------------------------

    @property
    def asking(self) -> bool:
        """Whether something is mine to do now and can be seen."""
        return not self.playing and self.mirror.asked is not None and not self.mirror.over

    def steer(self, field: str) -> None:
        """The cursor goes to that field."""
        if field != self.cursor:
            self.cursor = field
            self.repaint()
            if self._told_why:
                self._told_why = False
                self.post_message(self.Changed())

    def refuse(self, why: str) -> None:
        """Says why not, until the cursor moves on."""
        super().refuse(why)
        self._told_why = True

    def action_steer(self, right: int, down: int) -> None:
        """The cursor goes a field further, up to the edge."""
        self.steer(self.lattice.beside(self.cursor, right, down) or self.cursor)

    def action_seek(self, by: int) -> None:
        """The cursor goes to the next field that can be picked, in reading order."""
        fields = sorted((f for f in self.choices if self.lattice.has(f)), key=_reading)
        if not fields:
            return
        here = _reading(self.cursor)
        if by > 0:
            self.steer(next((f for f in fields if _reading(f) > here), fields[0]))
        else:
            self.steer(next((f for f in reversed(fields) if _reading(f) < here), fields[-1]))

    def _point(self, field: str) -> None:
        """The cursor follows the mouse."""
        super()._point(field)
        if field and self.lattice.has(field):
            self.steer(field)

    def repaint(self) -> None:
        """Keeps the cursor on the board."""
        if not self.lattice.has(self.cursor):
            self.cursor = field(self.lattice.columns // 2, self.lattice.rows // 2)
        super().repaint()

    # -- words -------------------------------------------------------------------------------------------------

    def what_now(self) -> str:
        """One seat at a time is asked, so when it is me, nobody else need be named."""
        if self.mirror.asked is not None and not self.mirror.over:
            return f"{self.question()}."
        return super().what_now()

    def on_board_changed(self) -> None:
        """The keys that mean something may be others now; showing them again is slow, so only then."""
        offered = tuple(self.check_action(*parse(binding.action)[1:]) for _, binding in self._bindings)
        if offered != self._offered and self.can_focus:
            self._offered = offered
            self.refresh_bindings()


def _reading(name: str) -> tuple[int, int]:
    column, row = place(name) or (0, 0)
    return row, column
