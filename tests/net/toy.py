"""A small game with all that the table must carry: a secret deal, open turns, private news, a silent window.

Each seat gets a card from 0 to 9 that only it sees. In turn each shows it or passes. Then all knock or keep in silence.
Cards are turned over; the highest wins, a knock is worth five.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from core.game import (
    Ask,
    Asks,
    BadEvent,
    BadOptions,
    BadOutcome,
    BadPosition,
    Chance,
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
from core.stream import Stream

KEY = "toy"


class Toy(NamedTuple):
    """`cards`: one a seat, None where not known. `turn`: of the seat to speak; at the number of seats all knock."""

    seats: int
    phase: str = "deal"
    turn: int = 0
    cards: tuple[int | None, ...] = ()
    knocks: tuple[str, ...] = ()


class ToyGame(Game[Toy, str]):
    key = KEY
    title = "Toy"
    blurb = "for tests"
    min_seats, max_seats = 2, 4

    def options(self) -> tuple[Option, ...]:
        return ()

    def start(self, seats: int, options: Mapping[str, Json] = {}) -> Toy:
        if options or not 2 <= seats <= 4:
            raise BadOptions("two to four seats and no options")
        return Toy(seats)

    def due(self, p: Toy) -> Due:
        if p.phase == "deal":
            return Chance("deal", secret=True)
        if p.phase == "turns":
            return Asks((Ask(p.turn, "speak"),))
        if p.phase == "window":
            return Asks(tuple(Ask(seat, "knock", sealed=True, silent=True) for seat in range(p.seats)))
        return Over()

    def answers(self, p: Toy, seat: int) -> Sequence[str]:
        if p.phase == "turns":
            return ("pass", "show") if seat == p.turn else ()
        return ("keep", "knock") if p.phase == "window" else ()

    def check(self, p: Toy, seat: int, action: str) -> str | None:
        return None if action in self.answers(p, seat) else f"it is not for this seat to {action}"

    def play(self, p: Toy, choices: Mapping[int, str]) -> Moved[Toy]:
        if p.phase == "turns":
            ((seat, action),) = choices.items()
            after = p._replace(turn=seat + 1, phase="turns" if seat + 1 < p.seats else "window")
            shown = Event("shown", {"seat": seat, "card": p.cards[seat]}) if action == "show" else None
            return after, (shown,) if shown else ()
        knocks = tuple(choices[seat] for seat in range(p.seats))
        after = p._replace(phase="over", knocks=knocks)
        return after, (Event("turned", {"cards": list(p.cards), "knocks": list(knocks)}),)

    def chance(self, p: Toy, outcome: Json) -> Moved[Toy]:
        if not isinstance(outcome, list) or len(outcome) != p.seats or p.phase != "deal":
            raise BadOutcome("a card for each seat")
        if not all(card is None or (type(card) is int and 0 <= card <= 9) for card in outcome):
            raise BadOutcome("cards are 0 to 9")
        dealt = [Event("got", {"seat": seat, "card": card}, frozenset({seat})) for seat, card in enumerate(outcome)]
        return p._replace(cards=tuple(outcome), phase="turns"), (Event("dealt", {"seats": p.seats}), *dealt)

    def draw(self, p: Toy, stream: Stream) -> Json:
        return [stream.below(10) for _ in range(p.seats)]

    def view(self, p: Toy, seat: int | None) -> Toy:
        if p.phase == "over":
            return p
        return p._replace(cards=tuple(card if n == seat else None for n, card in enumerate(p.cards)))

    def hide(self, p: Toy, outcome: Json, seat: int | None) -> Json:
        return [card if n == seat else None for n, card in enumerate(outcome)]

    def learn(self, p: Toy, event: Event) -> Toy:
        if event.kind != "turned":
            return p
        cards = event.data["cards"]
        if any(mine not in (None, told) for mine, told in zip(p.cards, cards, strict=True)):
            raise BadEvent("a card has changed")
        return p._replace(cards=tuple(cards))

    def scores(self, p: Toy) -> tuple[int | None, ...]:
        cards = p.cards or (None,) * p.seats
        knocks = p.knocks or ("keep",) * p.seats
        return tuple(c if c is None else c + 5 * (k == "knock") for c, k in zip(cards, knocks, strict=True))

    def result(self, p: Toy) -> Result:
        scores = self.scores(p)
        known = [score for score in scores if score is not None]
        return Result(scores, tuple(n for n, score in enumerate(scores) if score == max(known)))

    def parse(self, p: Toy, text: str) -> str:
        if text not in ("pass", "show", "keep", "knock"):
            raise Unreadable(f"{text!r} is nothing to do here")
        return text

    def format(self, p: Toy, action: str) -> str:
        return action

    def dump(self, p: Toy) -> dict[str, Json]:
        return {**p._asdict(), "cards": list(p.cards), "knocks": list(p.knocks)}

    def load(self, data: Mapping[str, Json]) -> Toy:
        try:
            return Toy(**{**data, "cards": tuple(data["cards"]), "knocks": tuple(data["knocks"])})
        except (TypeError, KeyError) as error:
            raise BadPosition(str(error)) from None

    def tell(self, event: Event, names: Sequence[str]) -> str:
        return event.kind

    def bots(self) -> Mapping[str, object]:  # type: ignore[override]
        return {"shy": lambda p, seat, stream: self.answers(p, seat)[0]}


TOY = ToyGame()
