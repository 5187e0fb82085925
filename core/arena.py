"""Bots against each other, many games, each bot in each seat equally often."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from core.bots import bots as find_bots
from core.game import AnyGame, Json
from core.playout import playout
from core.stream import Stream


def arena(
    game: AnyGame, bots: Sequence[str], games: int, seed: int | str, clock: Callable[[], float]
) -> dict[str, Json]:
    """Plays `games` games with one seat a named bot, and counts, as the line that `serai arena` prints.

    From game to game everybody moves on a seat. `wins` are games won alone, `shared` those with several winners; a
    game that an imaginary opponent wins alone is nobody's. `clock` gives seconds. Raises `UnknownBot`, and `BadOptions`
    for a number of bots that the game has no seats for.
    """
    players = find_bots(game, bots)
    start = game.start(len(bots))
    wins = [0] * len(bots)
    shared = 0
    begun = clock()
    for number in range(games):
        seating = [(seat + number) % len(bots) for seat in range(len(bots))]
        end = start
        for ply in playout(game, start, [players[who] for who in seating], Stream.of_seed(f"{seed}/{number}")):
            end = ply.after
        winners = game.result(end).winners
        if len(winners) > 1:
            shared += 1
        elif winners[0] < len(bots):
            wins[seating[winners[0]]] += 1
    seconds = round(clock() - begun, 3)
    return {"bots": list(bots), "games": games, "wins": wins, "shared": shared, "seconds": seconds}
