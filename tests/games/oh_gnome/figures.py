"""Figures of many games, to compare with what is known of this one: python -m tests.games.oh_gnome.figures [GAMES]."""

import sys
from collections import Counter
from statistics import mean

from core.bots import bot
from core.games.oh_gnome import GAME
from core.playout import playout
from core.stream import Stream


def figures(seats, games):
    """Means over games of greedy bots."""
    turns, most, windows, gems, tolls = [], 0, [], [], Counter()
    wins, last = [0] * seats, 0
    for number in range(games):
        players = [bot(GAME, "greedy")] * seats
        taken, asked = [0] * seats, 0
        paid = set()
        for ply in playout(GAME, GAME.start(seats), players, Stream.of_seed(f"figures {number}")):
            if ply.before.phase == "roll":
                taken[ply.before.turn] += 1
            asked += len(ply.choices) if ply.before.phase == "window" else 0
            paid.update(e.data["payer"] for e in ply.events if e.kind == "gems" and e.data["why"] == "toll")
            end = ply.after
        result = GAME.result(end)
        places = [seat.place for seat in end.seats]
        turns += taken
        most = max(most, *taken)
        windows.append(asked / mean(taken) / seats)
        gems += result.scores
        for winner in result.winners:
            wins[winner] += 1
            last += places[winner] == seats
            tolls["won, paid the toll" if winner in paid else "won, did not pay"] += 1
        for seat in range(seats):
            tolls["paid" if seat in paid else "did not pay"] += 1
    return {
        "turns a seat": round(mean(turns), 1),
        "most turns": most,
        "asked in windows, a round and player": round(mean(windows), 2),
        "gems": round(mean(gems), 1),
        "wins by seat": wins,
        "wins of the last to arrive": last,
        "tolls": dict(sorted(tolls.items())),
    }


if __name__ == "__main__":
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    for seats in (2, 3, 4, 6):
        sys.stdout.write(f"{seats} seats: {figures(seats, games)}\n")
