"""The number of ways to play on from fixed positions."""

import json

import pytest

from core.catalogue import GAMES
from tests.games.perft import path, perft


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_counts(game):
    assert path(game.key).exists(), f"no counts at {path(game.key)}: print entries with python -m tests.games.perft"
    entries = json.loads(path(game.key).read_text(encoding="utf-8"))
    assert len(entries) >= 3
    for entry in entries:
        position = game.load(entry["position"])
        found = [perft(game, position, depth) for depth in range(1, len(entry["counts"]) + 1)]
        assert found == entry["counts"], entry["name"]
