"""What the tests of all games share: the cases, and random games that use everything the rules allow."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby
from typing import Any, NamedTuple

from core.catalogue import GAMES
from core.game import AnyGame, Asks, BadOptions, Chance, Json, Over
from core.playout import Ply
from core.stream import Stream

NAMES = ("Ana", "Ben", "Cleo", "Dov", "Eve", "Finn")
LONGEST = 20_000
"""A game of more plies than this is taken for one that does not end."""
OFFERS = 40
"""Unasked steps in one random game."""
SAMPLE = 60
"""Positions of one game that the slower checks look at."""


class Case(NamedTuple):
    """A game, a number of seats and options: what a test runs on."""

    key: str
    seats: int
    options: tuple[tuple[str, Json], ...] = ()

    @property
    def game(self) -> AnyGame:
        return GAMES[self.key]

    @property
    def names(self) -> tuple[str, ...]:
        return (*NAMES[: self.seats], *self.game.houses(self.start()))

    def start(self) -> Any:
        return self.game.start(self.seats, dict(self.options))

    def __str__(self) -> str:
        return "-".join([self.key, str(self.seats), *(f"{name}={value}" for name, value in self.options)])


def _variants(game: AnyGame) -> Iterator[Case]:
    """Each other value of each option, with the least seats that it goes with."""
    for option in game.options():
        for value in option.choices or ():
            for seats in range(game.min_seats, game.max_seats + 1):
                try:
                    game.start(seats, {option.name: value})
                except BadOptions:
                    continue
                if value != option.default:
                    yield Case(game.key, seats, ((option.name, value),))
                break


PLAIN = [Case(game.key, n) for game in GAMES.values() for n in range(game.min_seats, game.max_seats + 1)]
"""Every game with every number of seats."""
CASES = [*PLAIN, *(case for game in GAMES.values() for case in _variants(game))]
"""And with every other value of every option that has a list of them."""


def wander(game: AnyGame, position: Any, stream: Stream, offers: int = OFFERS) -> Iterator[Ply]:
    """A random game to its end, with up to `offers` unasked steps among the answers."""
    for _ in range(LONGEST):
        due = game.due(position)
        if isinstance(due, Over):
            return
        if isinstance(due, Chance):
            outcome = game.draw(position, stream)
            ply = Ply(position, {}, outcome, *game.chance(position, outcome))
        else:
            unasked = _unasked(game, position, due, stream) if offers and stream.below(3) == 0 else {}
            offers -= bool(unasked)
            choices = unasked or {ask.seat: stream.choice(game.answers(position, ask.seat)) for ask in due.asks}
            ply = Ply(position, choices, None, *game.play(position, choices))
        yield ply
        position = ply.after
    raise AssertionError(f"{game.key} does not end within {LONGEST} plies")


def _unasked(game: AnyGame, position: Any, due: Asks, stream: Stream) -> dict[int, Any]:
    """One offer, the kinds of them equally likely; none while several seats choose together."""
    if len(due.asks) > 1:
        return {}
    may = sorted(
        (game.format(position, action), seat)
        for seat in seats(game, position)
        for action in game.offers(position, seat)
    )
    if not may:
        return {}
    kinds = [list(group) for _, group in groupby(may, key=lambda offer: offer[0].split()[0])]
    text, seat = stream.choice(stream.choice(kinds))
    return {seat: game.parse(position, text)}


@lru_cache
def plies(case: Case) -> tuple[Ply, ...]:
    """The random game that the checks of a case look at."""
    return tuple(wander(case.game, case.start(), Stream.of_seed(str(case))))


def positions(case: Case) -> list[Any]:
    """Positions of that game, evenly spread, with the first and the last."""
    every = [case.start(), *(ply.after for ply in plies(case))]
    step = max(1, len(every) // SAMPLE)
    return [*every[::step], every[-1]]


def seats(game: AnyGame, position: Any) -> range:
    """All seats of a position, houses included."""
    return range(len(game.scores(position)))


def actions(game: AnyGame, position: Any, seat: int) -> list[Any]:
    """All that a seat may do."""
    return [*game.answers(position, seat), *game.offers(position, seat)]
