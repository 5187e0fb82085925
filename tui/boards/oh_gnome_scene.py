"""What is seen of Oh Gnome You Don't! at one moment, and how a step becomes a row of such moments."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from core.game import Event
from core.games.oh_gnome.position import Brawl, Move, Play, Position, Red, Sale, Seat, asked, on_stone
from core.games.oh_gnome.trail import COTTAGE, TRAIL
from net.changes import Moved
from tui.boards.board import Flight, Frame


class Layer(NamedTuple):
    """Something that may be interrupted: a roll, a sale, a purple card, a red card against the layer before."""

    seat: int
    kind: str
    target: int | None = None
    what: str | None = None
    amount: int = 0
    gone: bool = False
    """It has been cancelled."""


class Bout(NamedTuple):
    """A brawl. `stage`: `ask`, `said`, `show`, then `3`, `2`, `1`, `open`. `cards` and `gains` by seat."""

    stone: str
    seats: tuple[int, ...]
    stage: str
    said: tuple[tuple[int, str], ...] = ()
    cards: tuple[tuple[int, int], ...] = ()
    out: tuple[int, ...] = ()
    winner: int | None = None
    gains: tuple[tuple[int, int], ...] = ()
    rolls: tuple[tuple[int, int], ...] = ()
    tied: tuple[int, ...] = ()


class Scene(NamedTuple):
    """One moment. `asked`: whom an open window asks. `lit`: who has just won something. `shop`: who sells there now."""

    seats: tuple[Seat, ...]
    turn: int
    phase: str
    layers: tuple[Layer, ...] = ()
    asked: tuple[int, ...] = ()
    bout: Bout | None = None
    sold: int = 0
    pile: int = 0
    lit: frozenset[int] = frozenset()
    die: int | None = None
    """A die that has just been rolled for something else than a move."""

    @property
    def shop(self) -> str | None:
        """The business in which the gnome in turn sells."""
        at = self.seats[self.turn].at
        return at if self.phase == "sell" and at in TRAIL.businesses else None

    def with_seat(self, number: int, **new: Any) -> Scene:
        """The scene with something new about one seat."""
        seat = self.seats[number]._replace(**new)
        return self._replace(seats=(*self.seats[:number], seat, *self.seats[number + 1 :]))


def still(p: Position) -> Scene:
    """A position at rest."""
    return Scene(
        seats=p.seats,
        turn=p.turn,
        phase=p.phase,
        layers=tuple(layer for frame in p.stack if (layer := _layer(p, frame)) is not None),
        asked=asked(p.seats, p.stack, p.turn) if p.phase == "window" else (),
        bout=_bout(p),
        sold=p.sold,
        pile=len(p.deck),
    )


def _layer(p: Position, frame: object) -> Layer | None:
    match frame:
        case Move(pips, toll):
            return Layer(p.turn, "roll", amount=pips) if toll else None
        case Play(action):
            target = None if action.seat == -1 else action.seat
            return Layer(p.turn, action.what, target, action.more or None)
        case Sale(total):
            return Layer(p.turn, "sale", amount=total)
        case Red(card, seat):
            return Layer(seat, card)
    return None


def _bout(p: Position) -> Bout | None:
    if not p.stack or not isinstance(frame := p.stack[-1], Brawl):
        return None
    there = on_stone(p.seats, frame.stone)
    if frame.tied:
        out = tuple(seat for seat in there if seat not in dict(frame.shown))
        return Bout(frame.stone, there, "open", cards=frame.shown, out=out, tied=frame.tied)
    return Bout(frame.stone, there, "ask" if p.phase == "brawl" else "show")


# -- moves -----------------------------------------------------------------------------------------------------------

Shown = Iterator[tuple[Scene, float, tuple[Flight, ...]]]


def frames(moved: Moved) -> Iterator[Frame[Scene]]:
    """The moments of a step, each event in its turn; what needs no picture is told with the next that has one."""
    scene = still(moved.before)._replace(asked=())
    after: Position = moved.after
    waiting: list[Event] = []
    for event in moved.events:
        waiting.append(event)
        if event.kind not in _SHOW:
            continue
        for shown, seconds, flights in _SHOW[event.kind](scene, event.data, after):
            scene = shown
            yield Frame(scene, seconds, tuple(waiting), flights)
            waiting = []
        scene = scene._replace(lit=frozenset())


def _rolled(scene: Scene, d: Any, after: Position) -> Shown:  # noqa: ARG001
    scene = scene._replace(
        turn=d["seat"], phase="roll", layers=(Layer(d["seat"], "roll", amount=d["pips"]),), bout=None
    )
    yield scene, 0.7, ()


def _moved(scene: Scene, d: Any, after: Position) -> Shown:  # noqa: ARG001
    scene = scene._replace(layers=tuple(layer for layer in scene.layers if layer.kind != "roll"))
    for place in d["way"]:
        scene = scene.with_seat(d["seat"], at=place)
        yield scene, 0.16, ()


def _put(scene: Scene, d: Any, after: Position) -> Shown:  # noqa: ARG001
    yield scene.with_seat(d["seat"], at=d["at"]), 0.6, ()


def _entered(scene: Scene, d: Any, after: Position) -> Shown:  # noqa: ARG001
    yield scene._replace(phase="sell", turn=d["seat"]), 0.5, ()


def _gems(scene: Scene, d: Any, after: Position) -> Shown:
    """Gems change hands: the purses are at once as they will be."""
    payer, taker, amount = d["payer"], d["taker"], d["amount"]
    flights = []
    bout = scene.bout
    for seat, by in ((payer, -amount), (taker, amount)):
        if seat is None:
            continue
        scene = scene.with_seat(seat, purse=after.seats[seat].purse)
        flights.append(Flight(f"place:{scene.seats[seat].at}", seat, f"{by:+}"))
        if bout is not None:
            gains = dict(bout.gains)
            gains[seat] = gains.get(seat, 0) + by
            bout = bout._replace(gains=tuple(gains.items()))
    lit = frozenset(() if taker is None else (taker,))
    yield scene._replace(lit=lit, bout=bout), 0.9 if bout else 0.6, tuple(flights)


def _seconds(seconds: float) -> Callable[[Scene, Any, Position], Shown]:
    """Something that the words alone tell."""

    def show(scene: Scene, d: Any, after: Position) -> Shown:  # noqa: ARG001
        yield scene, seconds, ()

    return show


def _cards(seconds: float, *keys: str) -> Callable[[Scene, Any, Position], Shown]:
    """Hands and tables of these seats are as they will be."""

    def show(scene: Scene, d: Any, after: Position) -> Shown:
        for key in keys:
            seat = after.seats[d[key]]
            scene = scene.with_seat(d[key], hand=seat.hand, tabled=seat.tabled, misses=seat.misses)
        yield scene, seconds, ()

    return show


def _meet(scene: Scene, d: Any, after: Position) -> Shown:  # noqa: ARG001
    yield scene._replace(bout=Bout(d["stone"], tuple(d["seats"]), "ask")), 0.8, ()


def _answers(scene: Scene, d: Any, after: Position) -> Shown:  # noqa: ARG001
    if scene.bout is not None:
        said = tuple((int(seat), word) for seat, word in d["answers"].items())
        yield scene._replace(bout=scene.bout._replace(stage="said", said=said)), 1.2, ()


def _shown(scene: Scene, d: Any, after: Position) -> Shown:  # noqa: ARG001
    """Three, two, one: all cards are turned over."""
    if (bout := scene.bout) is None:
        return
    for count in "321":
        yield scene._replace(bout=bout._replace(stage=count)), 0.45, ()
    cards = tuple((int(seat), card) for seat, card in d["cards"].items())
    yield scene._replace(bout=bout._replace(stage="open", cards=cards, out=tuple(d["out"]))), 1.6, ()


def _won(scene: Scene, d: Any, after: Position) -> Shown:  # noqa: ARG001
    if scene.bout is not None:
        yield scene._replace(bout=scene.bout._replace(winner=d["seat"]), lit=frozenset((d["seat"],))), 0.9, ()


def _tied(scene: Scene, d: Any, after: Position) -> Shown:  # noqa: ARG001
    if scene.bout is not None:
        yield scene._replace(bout=scene.bout._replace(tied=tuple(d["seats"]))), 1.2, ()


def _tie_rolled(scene: Scene, d: Any, after: Position) -> Shown:  # noqa: ARG001
    if scene.bout is not None:
        rolls = tuple((int(seat), pips) for seat, pips in d["rolls"].items())
        yield scene._replace(bout=scene.bout._replace(rolls=rolls)), 1.2, ()


def _action(scene: Scene, d: Any, after: Position) -> Shown:
    seat = d["seat"]
    layer = Layer(seat, d["card"], d["target"], d["what"])
    scene = scene.with_seat(seat, hand=after.seats[seat].hand)
    yield scene._replace(layers=(layer,)), 0.9, ()


def _red(scene: Scene, d: Any, after: Position) -> Shown:
    scene = scene.with_seat(d["seat"], hand=after.seats[d["seat"]].hand)
    yield scene._replace(layers=(*scene.layers, Layer(d["seat"], d["card"]))), 1.1, ()


def _cancelled(scene: Scene, d: Any, after: Position) -> Shown:  # noqa: ARG001
    """The card that stood below is struck out, then it is gone with the one that did it."""
    if len(scene.layers) > 1:
        kept, below, top = scene.layers[:-2], scene.layers[-2], scene.layers[-1]
        yield scene._replace(layers=(*kept, below._replace(gone=True), top)), 1.0, ()
        yield scene._replace(layers=kept), 0.1, ()


def _die(scene: Scene, d: Any, after: Position) -> Shown:  # noqa: ARG001
    yield scene._replace(die=d["pips"]), 0.8, ()


def _sold(scene: Scene, d: Any, after: Position) -> Shown:
    seat = after.seats[d["seat"]]
    scene = scene.with_seat(d["seat"], tabled=seat.tabled)
    yield scene._replace(sold=scene.sold + d["price"]), 0.7, ()


def _arrive(scene: Scene, d: Any, after: Position) -> Shown:  # noqa: ARG001
    scene = scene.with_seat(d["seat"], at=COTTAGE, hand=(), tabled=(), misses=0, place=d["place"])
    yield scene, 1.0, ()


_SHOW: dict[str, Callable[[Scene, Any, Position], Shown]] = {
    "rolled": _rolled,
    "moved": _moved,
    "slid": _put,
    "sent": _put,
    "entered": _entered,
    "trouble": _seconds(0.9),
    "lost": _cards(0.7, "seat"),
    "threw": _cards(0.7, "seat"),
    "meet": _meet,
    "answers": _answers,
    "shown": _shown,
    "won": _won,
    "tied": _tied,
    "tie-rolled": _tie_rolled,
    "gems": _gems,
    "tabled": _cards(0.6, "seat"),
    "action": _action,
    "red": _red,
    "cancelled": _cancelled,
    "held": _seconds(0.9),
    "guarded": _seconds(0.8),
    "mined": _die,
    "picked": _seconds(0.7),
    "took": _cards(0.7, "seat", "victim"),
    "stumbled": _cards(0.6, "seat"),
    "missed": _cards(0.9, "seat"),
    "swapped": _cards(0.8, "seat", "other"),
    "offered": _seconds(0.4),
    "sold": _sold,
    "arrive": _arrive,
}
