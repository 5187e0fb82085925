"""The rules of Oh Gnome You Don't!, on the one interface."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from core.game import (
    NOTHING,
    Ask,
    Asks,
    BadOptions,
    Bot,
    Due,
    Event,
    Game,
    Json,
    Moved,
    Option,
    Over,
    Result,
    Unreadable,
)
from core.games.oh_gnome import (
    brawl,
    ending,
    gems,
    greedy,
    legal,
    moves,
    notation,
    outcomes,
    shop,
    telling,
    turn,
    views,
    windows,
)
from core.games.oh_gnome.actions import ACTIONS, Action
from core.games.oh_gnome.cards import CARDS
from core.games.oh_gnome.position import Play, Position, Seat
from core.games.oh_gnome.table import Table
from core.stream import Stream

_OVER = Over()
_SEALED = ("brawl", "show", "window")
_ASKS = {
    phase: tuple(Ask(seat, phase, sealed=phase in _SEALED, silent=phase == "window") for seat in range(6))
    for phase in ("move", "lose", "play", "sell", *_SEALED)
}


class OhGnome(Game[Position, Action]):
    """A trail, businesses, brawls, and cards that cancel cards."""

    key = "oh-gnome"
    title = "Oh Gnome You Don't!"
    blurb = "Gather, sell, brawl and trip each other up on the way to Gnomalina's cottage."
    min_seats = 2
    max_seats = 6

    def options(self) -> tuple[Option, ...]:
        """None."""
        return ()

    def start(self, seats: int, options: Mapping[str, Json] = NOTHING) -> Position:
        """Everybody on the start without a gem, no card dealt (ruling 1). Raises `BadOptions`."""
        if not self.min_seats <= seats <= self.max_seats:
            raise BadOptions(f"Oh Gnome You Don't! is for 2 to 6 players, not {seats}")
        if options:
            raise BadOptions(f"Oh Gnome You Don't! has no option {min(options)!r}")
        deck = tuple(card for card, count in CARDS.counts.items() for _ in range(count))
        return Position(0, "greens", (Seat(),) * seats, deck)

    def due(self, p: Position) -> Due:
        """Dice and shuffles, one seat's move or card, or a window, a brawl of several."""
        owing = legal.owing(p)
        if owing:
            asks = _ASKS[p.phase]
            return Asks(tuple([asks[seat] for seat in owing]))
        return _OVER if p.phase == "over" else outcomes.due(p)

    def answers(self, p: Position, seat: int) -> Sequence[Action]:
        """What the seat may answer, as far as its hand is known."""
        return legal.answers(p, seat)

    def check(self, p: Position, seat: int, action: Action) -> str | None:
        """Which rule forbids it."""
        return legal.check(p, seat, action)

    # -- steps -------------------------------------------------------------------------------------------------

    def play(self, p: Position, choices: Mapping[int, Action]) -> Moved[Position]:
        """One seat's answer, or those of a window or a brawl together."""
        t = Table(p)
        if p.phase in _TOGETHER:
            _TOGETHER[p.phase](t, choices)
        else:
            (action,) = choices.values()
            _ALONE[action.verb](t, action)
        return t.freeze()

    def chance(self, p: Position, outcome: Json) -> Moved[Position]:
        """A die, a deal, a shuffled pile, or cards lost from a hand. Raises `BadOutcome`."""
        t = Table(p)
        outcomes.happen(t, p, outcome)
        return t.freeze()

    def draw(self, p: Position, stream: Stream) -> Json:
        """An outcome drawn from the stream."""
        return outcomes.draw(p, stream)

    # -- what a seat knows -------------------------------------------------------------------------------------

    def view(self, p: Position, seat: int | None) -> Position:
        """Without the others' hands and brawl cards and without the pile."""
        return views.view(p, seat)

    def guess(self, p: Position, seat: int, stream: Stream) -> Position:  # noqa: ARG002
        """The unknown cards at random."""
        return views.guess(p, stream)

    def learn(self, p: Position, event: Event) -> Position:
        """What `draw`, `hand`, `arrive` and `over` tell. Raises `BadEvent`."""
        return views.learn(p, event)

    def hide(self, p: Position, outcome: Json, seat: int | None) -> Json:
        """Only the seat's own greens; nothing of a pile."""
        return views.hide(p, outcome, seat)

    # -- the end -----------------------------------------------------------------------------------------------

    def result(self, p: Position) -> Result:
        """Most gems wins (ruling 12)."""
        return ending.result(p.seats)

    def scores(self, p: Position) -> tuple[int | None, ...]:
        """What the purses are worth now."""
        return tuple(gems.value(seat.purse) for seat in p.seats)

    # -- text --------------------------------------------------------------------------------------------------

    def parse(self, p: Position, text: str) -> Action:  # noqa: ARG002
        """The action of that text. Raises `Unreadable`."""
        action = ACTIONS.get(text)
        if action is None:
            raise Unreadable(f"{text[:60]!r} is no action of this game; see for example 'go 17' or 'table honey'")
        return action

    def format(self, p: Position, action: Action) -> str:  # noqa: ARG002
        """Its text."""
        return action.text

    def dump(self, p: Position) -> dict[str, Json]:
        """The position as JSON."""
        return notation.dump(p)

    def load(self, data: Mapping[str, Json]) -> Position:
        """A position from JSON; where nothing is asked, it goes on at once (rulings 2 and 7). Raises `BadPosition`."""
        t = Table(notation.load(data))
        if t.phase == "roll":
            turn.begin(t)
        elif t.phase == "play" and not t.stack:
            turn.play(t)
        return t.freeze()[0]

    def tell(self, event: Event, names: Sequence[str]) -> str:
        """One sentence."""
        return telling.tell(event, names)

    def chapter(self, p: Position, names: Sequence[str]) -> str:
        """The deal, then turn by turn."""
        if p.phase == "over":
            return "the end"
        dealing = p.phase == "greens" or (p.phase == "shuffle" and not p.discard)
        return "the deal" if dealing else f"{names[p.turn]}'s turn"

    def bots(self) -> Mapping[str, Bot[Position, Action]]:
        """`greedy`."""
        return {"greedy": greedy.choose}


def _go(t: Table, action: Action) -> None:
    moves.go(t, next(end for end in moves.ends(t) if end.place == action.what))


def _table(t: Table, action: Action) -> None:
    item = t.from_hand(t.turn, action.what)
    t.lay(t.turn, (*t.seats[t.turn].tabled, item))
    t.note("tabled", seat=t.turn, item=item)
    turn.draw(t)


def _action(t: Table, action: Action) -> None:
    """Ruling 7: the card is discarded at once, but a stumble comes to lie before its gnome."""
    card = t.from_hand(t.turn, action.what)
    if card != "stumble":
        t.throw(card)
    t.stack.append(Play(action))
    target = None if action.seat == -1 else action.seat
    t.note("action", seat=t.turn, card=card, target=target, what=action.more or None)
    windows.open_on(t)


def _skip(t: Table, action: Action) -> None:  # noqa: ARG001
    t.note("skipped", seat=t.turn)
    turn.draw(t)


def _leave(t: Table, action: Action) -> None:  # noqa: ARG001
    if shop.leave(t):
        windows.open_on(t)


_ALONE: dict[str, Callable[[Table, Action], None]] = {
    "go": _go,
    "lose": lambda t, action: moves.lose(t, action.what),
    "table": _table,
    "action": _action,
    "skip": _skip,
    "sell": lambda t, action: shop.sell(t, action.what),
    "leave": _leave,
}
_TOGETHER: dict[str, Callable[[Table, Mapping[int, Action]], None]] = {
    "window": windows.close,
    "brawl": brawl.answer,
    "show": brawl.show,
}
