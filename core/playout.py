"""Games played to the end: by bots that see what a seat may see, or at random and as fast as the rules go."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from statistics import median
from typing import Any, NamedTuple

from core.game import AnyGame, Asks, Bot, Chance, Event, Json
from core.stream import Stream

RUNS = 5
"""`bench` gives the median of this many runs."""


class Ply(NamedTuple):
    """One step of a game: what was answered or drawn, and where it led.

    `choices` is empty for a chance outcome; `outcome` is None for choices.
    """

    before: Any
    choices: Mapping[int, Any]
    outcome: Json
    after: Any
    events: tuple[Event, ...]


def playout(game: AnyGame, position: Any, bots: Sequence[Bot[Any, Any]], stream: Stream) -> Iterator[Ply]:
    """Plays on from a position to the end of the game, a ply at a time.

    `bots`: one a seat that is played by somebody; each is given its seat's view and nothing more. Dice and bots draw
    from the stream.
    """
    while True:
        due = game.due(position)
        if isinstance(due, Asks):
            choices = {a.seat: bots[a.seat](game.view(position, a.seat), a.seat, stream) for a in due.asks}
            after, events = game.play(position, choices)
            yield Ply(position, choices, None, after, events)
        elif isinstance(due, Chance):
            outcome = game.draw(position, stream)
            after, events = game.chance(position, outcome)
            yield Ply(position, {}, outcome, after, events)
        else:
            return
        position = after


def middle_seats(game: AnyGame) -> int:
    """A sensible number of seats to measure a game with: a little more than half of the most."""
    return max(game.min_seats, game.max_seats // 2 + 1)


def bench(game: AnyGame, seats: int, clock: Callable[[], float], seconds: float, stream: Stream) -> dict[str, Json]:
    """How fast the rules are: moves a second of random playouts, as the line that `serai bench` prints.

    A move is one seat's answer. `clock` gives the CPU seconds used so far; about `seconds` of them are spent, over
    `RUNS` runs of whole games, of which the median counts. Raises `BadOptions` for a number of seats.
    """
    start = game.start(seats)
    rates = []
    games = 0
    for _ in range(RUNS):
        moves, begun = 0, clock()
        now = begun
        while now - begun < seconds / RUNS or now == begun:
            moves += _random_game(game, start, stream)
            games += 1
            now = clock()
        rates.append(moves / (now - begun))
    return {"game": game.key, "seats": seats, "moves_per_second": round(median(rates)), "games": games}


def _random_game(game: AnyGame, position: Any, stream: Stream) -> int:
    """Plays one game to the end at random; the number of moves."""
    moves = 0
    while True:
        due = game.due(position)
        if isinstance(due, Asks):
            choices = {ask.seat: stream.choice(game.answers(position, ask.seat)) for ask in due.asks}
            moves += len(choices)
            position = game.play(position, choices)[0]
        elif isinstance(due, Chance):
            position = game.chance(position, game.draw(position, stream))[0]
        else:
            return moves
