"""Moves a CPU second of every game, beside python-chess, in one run.

    python -m venv build/bench
    build/bench/bin/pip install -r benchmarks/requirements.txt -e .
    build/bench/bin/python benchmarks/engine.py [GAME ...] [--seconds S]

All play at random: list the legal moves, pick one, play it. Chess lists `legal_moves`, picks and pushes, and ends a
game when there is no move or after 300 plies; it does not test for other ends. Games and chess take turns, run by run,
so that a machine that slows down slows both; the ratio is that of the medians.
"""

from __future__ import annotations

import argparse
import time
from statistics import median

import chess

from core.catalogue import GAMES
from core.game import AnyGame
from core.playout import RUNS, bench, middle_seats
from core.stream import Stream

LONGEST = 300


def chess_moves_per_second(seconds: float, stream: Stream) -> float:
    """One run of random chess games of about so many CPU seconds."""
    moves = 0
    begun = now = time.process_time()
    while now - begun < seconds:
        board = chess.Board()
        for _ in range(LONGEST):
            legal = list(board.legal_moves)
            if not legal:
                break
            board.push(stream.choice(legal))
            moves += 1
        now = time.process_time()
    return moves / (now - begun)


def compare(game: AnyGame, seconds: float, stream: Stream) -> tuple[float, float]:
    """Moves a second of the game and of chess, each the median over runs that took turns."""
    seats = middle_seats(game)
    ours, theirs = [], []
    for _ in range(RUNS):
        ours.append(bench(game, seats, time.process_time, seconds / RUNS, stream)["moves_per_second"])
        theirs.append(chess_moves_per_second(seconds / RUNS, stream))
    return median(ours), median(theirs)


def main() -> None:
    """Prints a line a game."""
    parser = argparse.ArgumentParser(description="Moves a CPU second of random playouts, beside python-chess.")
    parser.add_argument("games", nargs="*", choices=[[], *GAMES], metavar="GAME", help="all, unless some are named")
    parser.add_argument("--seconds", type=float, default=5.0, help="CPU seconds for each side of each game")
    options = parser.parse_args()
    print(f"{'game':<12} {'seats':>5} {'moves/s':>10} {'chess/s':>10} {'ratio':>7}")
    for key in options.games or GAMES:
        ours, theirs = compare(GAMES[key], options.seconds, Stream.of_seed("benchmark"))
        print(f"{key:<12} {middle_seats(GAMES[key]):>5} {ours:>10.0f} {theirs:>10.0f} {ours / theirs:>7.2f}")


if __name__ == "__main__":
    main()
