"""Prints an entry of a game's counts, for a position that a random game comes to."""

import json
import sys
from itertools import islice

from core.stream import Stream
from tests.games.kit import Case, wander
from tests.games.perft import perft

key, seats, plies, depth = sys.argv[1], *map(int, sys.argv[2:5])
case = Case(key, seats)
position = case.start()
for ply in islice(wander(case.game, position, Stream.of_seed("perft"), offers=0), plies):
    position = ply.after
counts = [perft(case.game, position, d) for d in range(1, depth + 1)]
sys.stdout.write(
    json.dumps({"name": f"{seats} seats, ply {plies}", "position": case.game.dump(position), "counts": counts}) + "\n"
)
