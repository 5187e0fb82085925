"""What is seen of Nomadi at one moment, and how a step becomes a row of such moments."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from core.game import Event
from core.games.nomadi.board import Board, bits
from core.games.nomadi.position import Haggle, Held, Position
from net.changes import Moved
from tui.boards.board import Flight, Frame


class Scene(NamedTuple):
    """One moment.

    `stones`: whose stone stands where; `cards`: where cards lie face down. `dice`: the unused ones; `rolled`: the whole
    throw. `held`: the cards before each seat. `lit`: what has just changed; `over`: the stones that the one on its way
    has passed; `hop`: that stone, and whose it is. `turned`: how many cards of each seat have been turned over at the
    end; None before it. `tumbling`: the dice are rolling.
    """

    board: Board
    phase: str
    turn: int
    stones: Mapping[str, int]
    cards: frozenset[str]
    dice: tuple[int, ...]
    rolled: tuple[int, ...]
    coins: tuple[int, ...]
    held: tuple[tuple[Held, ...], ...]
    unplaced: tuple[int, ...]
    haggle: Haggle | None = None
    lit: frozenset[str] = frozenset()
    over: tuple[str, ...] = ()
    hop: tuple[str, int] | None = None
    turned: int | None = None
    tumbling: bool = False
    gaining: frozenset[int] = frozenset()

    def paid(self, seat: int, coins: int) -> Scene:
        """After that seat has got so many coins."""
        purses = tuple(purse + coins * (other == seat) for other, purse in enumerate(self.coins))
        return self._replace(coins=purses, gaining=frozenset({seat}))


def still(p: Position) -> Scene:
    """A position at rest."""
    names = p.board.names
    return Scene(
        board=p.board,
        phase=p.phase,
        turn=p.turn,
        stones={names[bit]: seat for seat, own in enumerate(p.stones) for bit in bits(own)},
        cards=frozenset(p.board.shown(p.lying)),
        dice=p.dice,
        rolled=tuple(sorted(p.rolled)),
        coins=p.coins,
        held=p.held,
        unplaced=p.unplaced,
        haggle=p.haggle,
        turned=max(map(len, p.held)) if p.phase == "over" else None,
    )


# -- steps -----------------------------------------------------------------------------------------------------------


def frames(moved: Moved) -> Iterator[Frame[Scene]]:
    """The moments of a step, event by event."""
    scene, after = still(moved.before), still(moved.after)
    for event in moved.events:
        for frame in _MOMENTS.get(event.kind, _said)(scene, event, after):
            scene = frame.scene
            yield frame
        scene = scene._replace(lit=frozenset(), over=(), hop=None, tumbling=False, gaining=frozenset())


_Frames = Iterator[Frame[Scene]]


def _said(scene: Scene, event: Event, _: Scene) -> _Frames:
    """Only words."""
    yield Frame(scene, 0.8, (event,))


def _quick(scene: Scene, event: Event, _: Scene) -> _Frames:
    """Words that need no pause."""
    yield Frame(scene, 0.1, (event,))


def _scattered(scene: Scene, event: Event, after: Scene) -> _Frames:
    """The cards are laid out one after the other."""
    told: tuple[Event, ...] = (event,)
    for field in sorted(after.cards):
        scene = scene._replace(cards=scene.cards | {field}, lit=frozenset({field}))
        yield Frame(scene, 0.07, told)
        told = ()


def _placed(scene: Scene, event: Event, _: Scene) -> _Frames:
    seat, field = event.data["seat"], event.data["field"]
    left = tuple(count - (other == seat) for other, count in enumerate(scene.unplaced))
    scene = scene._replace(stones={**scene.stones, field: seat}, unplaced=left, lit=frozenset({field}))
    yield Frame(scene, 0.3, (event,))


def _rolled(scene: Scene, event: Event, _: Scene) -> _Frames:
    dice = tuple(sorted(event.data["dice"]))
    scene = scene._replace(turn=event.data["seat"], phase="move")
    for turn in range(1, 6):
        shown = tuple((die + turn * (place + 1)) % 6 + 1 for place, die in enumerate(dice))
        yield Frame(scene._replace(dice=shown, rolled=shown, tumbling=True), 0.09)
    yield Frame(scene._replace(dice=dice, rolled=dice), 0.8, (event,))


def _moved(scene: Scene, event: Event, _: Scene) -> _Frames:
    """The stone is lifted, passes one stone after the other, and lands."""
    data: Mapping[str, Any] = event.data
    source, field, owner = data["from"], data["field"], data["owner"]
    dice = list(scene.dice)
    dice.remove(data["die"])
    yield Frame(scene._replace(lit=frozenset({source})), 0.4, (event,))
    stones = {name: seat for name, seat in scene.stones.items() if name != source}
    scene = scene._replace(stones=stones, dice=tuple(dice))
    passed: tuple[str, ...] = ()
    for name in data["over"]:
        passed = (*passed, name)
        yield Frame(scene._replace(over=passed, hop=(name, owner)), 0.16)
    scene = scene._replace(stones={**stones, field: owner}, lit=frozenset({field}), over=passed)
    yield Frame(scene, 0.5)


def _coins(scene: Scene, event: Event, _: Scene) -> _Frames:
    """Coins come to a seat, or leave it."""
    seat, coins = event.data["seat"], event.data["coins"] * (1 if event.kind == "earned" else -1)
    scene = scene.paid(seat, coins)
    origin = event.data.get("field", "")
    yield Frame(scene, 0.9, (event,), (Flight(origin, seat, f"{coins:+d}"),) if coins > 0 else ())


def _found(scene: Scene, event: Event, _: Scene) -> _Frames:
    field = event.data["field"]
    yield Frame(scene._replace(lit=frozenset({field}), cards=scene.cards - {field}), 0.9, (event,))


def _haggling(scene: Scene, event: Event, after: Scene) -> _Frames:
    yield Frame(scene._replace(haggle=after.haggle, phase=after.phase), 0.9, (event,))


def _closed(scene: Scene, event: Event, after: Scene) -> _Frames:
    """The card goes to whom it belongs now."""
    to = event.data["buyer" if event.kind == "sold" else "seller"]
    price = event.data.get("price", 0)
    scene = scene.paid(event.data["seller"], price).paid(event.data["buyer"], -price)
    scene = scene._replace(haggle=None, phase="move", held=after.held, gaining=frozenset({to}))
    yield Frame(scene, 1.1, (event,), (Flight(event.data["field"], to, "card"),))


def _ended(scene: Scene, event: Event, _: Scene) -> _Frames:
    yield Frame(scene._replace(turn=event.data["next"], dice=(), rolled=(), phase="roll"), 0.5, (event,))


def _over(scene: Scene, event: Event, after: Scene) -> _Frames:
    """The cards are turned over, one of each seat after the other."""
    scene = after._replace(turned=0)
    yield Frame(scene, 1.0)
    for turned in range(1, (after.turned or 0) + 1):
        yield Frame(scene._replace(turned=turned), 0.8)
    yield Frame(after, 1.5, (event,))


_MOMENTS: Mapping[str, Callable[[Scene, Event, Scene], _Frames]] = {
    "scattered": _scattered,
    "dealt": _quick,
    "placed": _placed,
    "rolled": _rolled,
    "moved": _moved,
    "earned": _coins,
    "paid": _coins,
    "found": _found,
    "offered": _haggling,
    "countered": _haggling,
    "sold": _closed,
    "declined": _closed,
    "kept": _closed,
    "ended": _ended,
    "over": _over,
}
