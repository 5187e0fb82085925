"""Nomadi's own measures: how greedy journeys go on a board.

`python -m benchmarks.nomadi_journeys BOARD GAMES` prints a line of JSON for each number of seats: turns (least, median,
most) and moves a game, haggles and sales, cards found, unused dice a turn, the share of throws that move nothing (%),
wins and mean points by seat, and how far the wins are from even (chi-squared, a degree of freedom less than seats).
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from statistics import mean, median

from core.bots import bots
from core.games.nomadi import GAME
from core.playout import playout
from core.stream import Stream


def journey(seats: int, board: str, number: int) -> tuple[Counter[str], tuple[int, ...], list[float]]:
    """One game: what happened how often, the scores, and each seat's share of the win."""
    happened: Counter[str] = Counter()
    end = start = GAME.start(seats, {"board": board})
    for ply in playout(GAME, start, bots(GAME, ["greedy"] * seats), Stream.of_seed(f"journey {number}")):
        for event in ply.events:
            happened[event.kind] += 1
            happened["haggles"] += event.kind == "found" and event.data["owner"] != event.data["seat"]
            happened["unused"] += event.data["coins"] if event.data.get("why") == "unused" else 0
        end = ply.after
    result = GAME.result(end)
    shares = [(seat in result.winners) / len(result.winners) for seat in range(seats)]
    return happened, tuple(score for score in result.scores if score is not None), shares


def report(seats: int, board: str, games: int) -> dict[str, object]:
    """The figures of many games."""
    played = [journey(seats, board, number) for number in range(games)]
    counts = [happened for happened, _, _ in played]
    turns = [happened["ended"] + 1 for happened in counts]
    wins = [sum(shares[seat] for _, _, shares in played) for seat in range(seats)]
    even = games / seats
    return {
        "board": board,
        "seats": seats,
        "games": games,
        "turns": [min(turns), median(turns), max(turns)],
        "moves": median(happened["moved"] for happened in counts),
        "haggles": round(mean(happened["haggles"] for happened in counts), 1),
        "sold": round(mean(happened["sold"] for happened in counts), 1),
        "found": round(mean(happened["found"] for happened in counts), 1),
        "unused_a_turn": round(sum(happened["unused"] for happened in counts) / sum(turns), 2),
        "stuck_percent": round(
            100 * sum(happened["stuck"] for happened in counts) / sum(happened["rolled"] for happened in counts), 2
        ),
        "wins": [round(share, 1) for share in wins],
        "chi_squared": round(sum((share - even) ** 2 / even for share in wins), 1),
        "points": [round(mean(scores[seat] for _, scores, _ in played), 1) for seat in range(seats)],
    }


if __name__ == "__main__":
    for players in range(GAME.min_seats, GAME.max_seats + 1):
        print(json.dumps(report(players, sys.argv[1], int(sys.argv[2]))), flush=True)
