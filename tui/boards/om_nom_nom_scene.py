"""What is seen of Om Nom Nom at one moment, and how a move becomes a row of such moments."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from core.game import Event
from core.games.om_nom_nom.position import ANIMALS, BOARDS, FACES, HANDS, NO_DICE, WORTH, Dice, Position, Seat
from net.changes import Moved
from tui.boards.board import Flight, Frame

NOTHING, BACK, EDGE = -3, -2, -1
"""What lies on the table before a seat, if it is no animal: no card, one face down, one being turned."""

TRICKS = len(ANIMALS)


class Pile(NamedTuple):
    """What lies before a seat: the owners of the cards, and the dice by face."""

    cards: tuple[int, ...] = ()
    dice: Dice = NO_DICE

    @property
    def points(self) -> int:
        """Points of this round so far (ruling 5)."""
        return len(self.cards) + sum(map(int.__mul__, self.dice, WORTH))

    def with_catch(self, cards: tuple[int, ...], face: int, dice: int) -> Pile:
        """The pile with more on it."""
        more = self.dice[face] + dice
        return Pile(self.cards + cards, (*self.dice[:face], more, *self.dice[face + 1 :]))


class Scene(NamedTuple):
    """One moment.

    `table`: what lies before each seat until it goes to the boards. `places`: the owners of the cards that lie on each
    animal's place. `hunted`: the faces (and animals) that are being eaten. `hunting`: the animal that eats them.
    `fed`: the seats that have just won something.
    """

    round: int
    trick: int
    dice: Dice
    table: tuple[int, ...]
    places: tuple[tuple[int, ...], ...]
    piles: tuple[Pile, ...]
    rounds: tuple[tuple[int, ...], ...]
    hands: tuple[int, ...]
    rolled: bool
    hunting: int | None = None
    fed: frozenset[int] = frozenset()

    @property
    def board(self) -> int | None:
        """The board that is being resolved: 0, 1, 2."""
        return None if self.hunting is None else self.hunting // 2


EMPTY: tuple[tuple[int, ...], ...] = ((),) * len(ANIMALS)


def still(p: Position) -> Scene:
    """A position at rest. Players' cards that are open already lie before them."""
    chosen = dict(p.chosen or ())
    most = max(len(HANDS[seat.hand]) for seat in p.seats)
    return Scene(
        round=p.round,
        trick=min(TRICKS, TRICKS + 1 - most),
        dice=p.dice,
        table=tuple(chosen.get(number, NOTHING) for number in range(len(p.seats))),
        places=EMPTY,
        piles=tuple(_pile(seat) for seat in p.seats),
        rounds=tuple(seat.rounds for seat in p.seats),
        hands=tuple(seat.hand & ~(1 << chosen[n]) if n in chosen else seat.hand for n, seat in enumerate(p.seats)),
        rolled=p.due == "choice" or p.chosen is not None,
    )


def _pile(seat: Seat) -> Pile:
    return Pile(tuple(card.owner for card in seat.cards), seat.dice)


# -- moves -----------------------------------------------------------------------------------------------------------


def frames(moved: Moved) -> Iterator[Frame[Scene]]:
    """The moments of a step: dice piling up, cards turned over, board after board from the top."""
    by_kind: dict[str, list[Event]] = {}
    for event in moved.events:
        by_kind.setdefault(event.kind, []).append(event)
    if rolled := by_kind.get("rolled"):
        yield from _roll(still(moved.before), rolled[0])
        return
    before = still(moved.before)
    plays = {int(seat): ANIMALS.index(name) for event in by_kind.get("revealed", ()) for seat, name in _cards(event)}
    if not plays:  # the players' cards are open, the imaginary opponents' are still to be turned over
        yield from _turn(before, dict(moved.after.chosen or ()), ())
        return
    scene = before
    for frame in _turn(before, plays, tuple(by_kind["revealed"])):
        scene = frame.scene
        yield frame
    scene = scene._replace(table=(NOTHING,) * len(scene.table), places=_places(plays))
    yield Frame(scene, 0.5)
    for event in by_kind.get("hunt", ()):
        for frame in _hunt(scene, event):
            scene = frame.scene
            yield frame
        scene = scene._replace(fed=frozenset(), hunting=None)
    ending = (*by_kind.get("scored", ()), *by_kind.get("over", ()))
    if ending:
        yield Frame(scene._replace(places=EMPTY), 1.6, ending)


def _cards(event: Event) -> Iterator[tuple[str, str]]:
    yield from event.data["cards"].items()


def _places(plays: Mapping[int, int]) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(seat for seat, played in sorted(plays.items()) if played == a) for a in range(len(ANIMALS)))


def _roll(scene: Scene, event: Event) -> Iterator[Frame[Scene]]:
    """The dice come down on their places one after the other."""
    dice = [0] * len(FACES)
    told: tuple[Event, ...] = (event,)
    for face, name in enumerate(FACES):
        for _ in range(event.data["dice"].get(name, 0)):
            dice[face] += 1
            yield Frame(scene._replace(dice=tuple(dice), rolled=True), 0.06, told)
            told = ()


def _turn(scene: Scene, plays: Mapping[int, int], told: tuple[Event, ...]) -> Iterator[Frame[Scene]]:
    """The cards that are still face down are turned over where they lie."""
    turning = [seat for seat, animal in plays.items() if scene.table[seat] != animal]
    for stage, seconds in ((BACK, 0.25), (EDGE, 0.12)):
        yield Frame(_laid(scene, plays, dict.fromkeys(turning, stage)), seconds)
    yield Frame(_laid(scene, plays, {}), 0.9, told)


def _laid(scene: Scene, plays: Mapping[int, int], turning: Mapping[int, int]) -> Scene:
    """The cards out of the hands and on the table, some of them not open yet."""
    shown = {**plays, **turning}
    return scene._replace(
        table=tuple(shown.get(seat, NOTHING) for seat in range(len(scene.table))),
        hands=tuple(hand & ~(1 << plays[seat]) if seat in plays else hand for seat, hand in enumerate(scene.hands)),
    )


def _hunt(scene: Scene, event: Event) -> Iterator[Frame[Scene]]:
    """One board: who hunts is lit, then each hunter goes home with what it caught."""
    data: Mapping[str, Any] = event.data
    predator, face = ANIMALS.index(data["predator"]), FACES.index(data["face"])
    hunters, caught = data["hunters"], data["cards"]
    yield Frame(scene._replace(hunting=predator), 1.0, (event,))
    dice, piles = list(scene.dice), list(scene.piles)
    flights = []
    for seat, cards, count in zip(hunters, caught, data["dice"], strict=True):
        owners = (seat, *(card["owner"] for card in cards))
        piles[seat] = piles[seat].with_catch(owners, face, count)
        dice[face] -= count
        gained = piles[seat].points - scene.piles[seat].points
        flights.append(Flight(FACES[face], seat, f"+{gained}"))
    gone = {predator, predator + 1} if predator % 2 == 0 else {predator}
    places = tuple(() if animal in gone else owners for animal, owners in enumerate(scene.places))
    fed = scene._replace(dice=tuple(dice), piles=tuple(piles), places=places, hunting=predator, fed=frozenset(hunters))
    yield Frame(fed, 0.7, (), tuple(flights))


__all__ = ["BACK", "BOARDS", "EDGE", "NOTHING", "TRICKS", "Pile", "Scene", "frames", "still"]
