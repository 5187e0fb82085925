"""The rules of Ominoes, on the one interface."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.game import (
    NOTHING,
    Ask,
    Asks,
    BadOptions,
    Bot,
    Chance,
    Due,
    Event,
    Game,
    Json,
    Moved,
    Option,
    Over,
    Result,
)
from core.games.ominoes import greedy, notation, steps
from core.games.ominoes.actions import END, HOLD, ROLL, SCORES, Action, adds, read, rerolls, text
from core.games.ominoes.groups import completing
from core.games.ominoes.moves import matching, moves
from core.games.ominoes.position import (
    FACES,
    GODS,
    NAMES,
    OMINOES,
    OWN,
    SERPENT,
    SIDES,
    Face,
    Position,
    lay,
)
from core.games.ominoes.reasons import reason
from core.games.ominoes.tell import tell
from core.shape import listing
from core.stream import Stream

_ROLL = Chance("ominoe")
_REROLLS = {space: Chance("reroll", detail={"at": name}) for space, name in NAMES.items()}
_ASKS = {
    phase: tuple(Asks((Ask(seat, phase),)) for seat in range(4))
    for phase in ("setup", "roll", "move", "add", "end", "must-score")
}
_OVER = Over()
_FAVOURED = {2: "RK", 3: "RAK", 4: "RAKH"}


class Ominoes(Game[Position, Action]):
    """Roll, move, add, and score groups of one's gods."""

    key = "ominoes"
    title = "Ominoes"
    blurb = "Push the dice of the gods together, four or more, before somebody rolls them apart."
    min_seats = 2
    max_seats = 4

    def options(self) -> tuple[Option, ...]:
        """The side of the board, the closed pit, and the seats' gods."""
        return (
            Option(
                "side", None, (None, *SIDES), "the board: 2-camels, 6 by 6 (unless said with 2), or 3-camels, 8 by 8"
            ),
            Option("expert", False, (False, True), "the snake pit in the middle is closed"),
            Option(
                "gods", None, None, "a god a seat out of R, A, K, H, all different (R, K with two; R, A, K; R, A, K, H)"
            ),
        )

    def start(self, seats: int, options: Mapping[str, Json] = NOTHING) -> Position:
        """An empty board and set-up to come (ruling 1). Raises `BadOptions`."""
        if type(seats) is not int or not self.min_seats <= seats <= self.max_seats:
            raise BadOptions(f"Ominoes is for {self.min_seats} to {self.max_seats} players, not {seats}")
        if unknown := options.keys() - {"side", "expert", "gods"}:
            raise BadOptions(f"Ominoes has no option {min(unknown)!r}")
        side = options.get("side")
        if side is None:
            side = notation.SIDE_OF[seats]
        if not isinstance(side, str) or side not in SIDES:
            raise BadOptions(f"the side is {listing(list(SIDES), 'or')}, not {side!r:.40}")
        expert = options.get("expert", False)
        if type(expert) is not bool:
            raise BadOptions("expert is true or false")
        table = lay(side, expert, _gods(options.get("gods"), seats))
        nothing = (0,) * seats
        return Position(table, (0,) * len(FACES), OMINOES, 0, "setup", None, nothing, nothing)

    def due(self, p: Position) -> Due:
        """A choice of the seat in turn, or the roll of one Ominoe."""
        phase = p.phase
        if phase == "reroll":
            assert p.at is not None
            return _REROLLS[p.at]
        if phase == "over":
            return _OVER
        return _ROLL if _waits_for_roll(p) else _ASKS[phase][p.turn]

    def answers(self, p: Position, seat: int) -> Sequence[Action]:
        """What the seat in turn can do: the step that is due in reading order, then what it may score."""
        phase, rolled = p.phase, p.rolled
        found: list[Action]
        if seat != p.turn or phase in ("reroll", "over") or _waits_for_roll(p):
            return ()
        if phase == "setup" or (phase == "add" and p.supply):
            found = adds(p.empty)
        elif phase == "add" and rolled is not None:
            found = [*adds(completing(p.table, p.faces, seat, rolled)), HOLD]
        elif rolled == SERPENT:
            found = rerolls(matching(p.faces, rolled))
        elif rolled is not None:
            found = moves(matching(p.faces, rolled), p.empty)
        else:
            found = {"roll": [ROLL], "end": [END], "must-score": []}[phase]
        return found + [SCORES[group.god, group.first] for group in p.groups] if p.groups else found

    def check(self, p: Position, seat: int, action: Action) -> str | None:
        """What is not among the answers is forbidden by a rule, which is named."""
        if action in self.answers(p, seat):
            return None
        if p.phase == "over":
            return "the game is over"
        if seat != p.turn:
            return "it is not this seat's turn"
        if not isinstance(self.due(p), Asks):
            return "an Ominoe has to be rolled first"
        return reason(p, action)

    # -- steps -------------------------------------------------------------------------------------------------

    def play(self, p: Position, choices: Mapping[int, Action]) -> Moved[Position]:
        """The seat in turn has done this."""
        action = choices[p.turn]
        match action.kind:
            case "add":
                return steps.set_up(p, action.at) if p.phase == "setup" else steps.add(p, action.at)
            case "move":
                return steps.move(p, action.at, action.to)
            case "reroll":
                return steps.choose(p, action.at)
            case "score":
                named = (action.god, action.at)
                return steps.score(p, next(group for group in p.groups if (group.god, group.first) == named))
            case "roll":
                return steps.say_roll(p)
            case "hold":
                return steps.hold(p)
        return steps.say_end(p)

    def chance(self, p: Position, outcome: Json) -> Moved[Position]:
        """The face of the Ominoe that was rolled, or rerolled in its place."""
        face = notation.rolled_face(outcome)
        return steps.reroll(p, face) if p.phase == "reroll" else steps.roll(p, face)

    def draw(self, p: Position, stream: Stream) -> Json:  # noqa: ARG002
        """One face."""
        return [FACES[stream.below(len(FACES))]]

    # -- the end -----------------------------------------------------------------------------------------------

    def result(self, p: Position) -> Result:
        """The seat that has reached the goal, which is the one in turn (ruling 8)."""
        return Result(p.scores, (p.turn,))

    def scores(self, p: Position) -> tuple[int | None, ...]:
        """The points so far."""
        return p.scores

    # -- text --------------------------------------------------------------------------------------------------

    def parse(self, p: Position, text: str) -> Action:
        """The action of that text. Raises `Unreadable`."""
        return read(text, p.table.size)

    def format(self, p: Position, action: Action) -> str:  # noqa: ARG002
        """The action's text."""
        return text(action)

    def dump(self, p: Position) -> dict[str, Json]:
        """The position as JSON."""
        return notation.dump(p)

    def load(self, data: Mapping[str, Json]) -> Position:
        """A position from JSON, passed on to where there is something to ask. Raises `BadPosition`."""
        return notation.load(data)

    def tell(self, event: Event, names: Sequence[str]) -> str:
        """One sentence."""
        return tell(event, names)

    def chapter(self, p: Position, names: Sequence[str]) -> str:
        """The set-up, then turn by turn."""
        if p.phase == "over":
            return "the end"
        return "the set-up" if p.phase == "setup" else f"{names[p.turn]}'s turn"

    def bots(self) -> Mapping[str, Bot[Position, Action]]:
        """`greedy` builds its own groups and breaks others'."""
        return {"greedy": greedy.choose}


def _waits_for_roll(p: Position) -> bool:
    """Whether an Ominoe is rolled before anything can be chosen (rulings 1 and 10)."""
    if p.phase == "roll":
        return p.said or not p.groups
    return p.phase == "setup" and p.rolled is None and p.placed[p.turn] == OWN


def _gods(wanted: Json, seats: int) -> tuple[Face, ...]:
    """The seats' gods. Raises `BadOptions`."""
    if wanted is None:
        wanted = list(_FAVOURED[seats])
    if not isinstance(wanted, list | tuple) or len(wanted) != seats:
        raise BadOptions(f"gods is a list of {seats} letters, one a seat")
    for god in wanted:
        if not isinstance(god, str) or len(god) != 1 or god not in GODS:
            raise BadOptions(f"{god!r:.20} is no god; there are {', '.join(GODS)}")
    if len(set(wanted)) < seats:
        raise BadOptions("the seats' gods are all different")
    return tuple(map(GODS.index, wanted))
