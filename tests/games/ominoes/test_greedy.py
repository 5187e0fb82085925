"""The greedy bot."""

import pytest

from core.arena import arena
from core.games.ominoes import GAME
from core.games.ominoes.greedy import choose
from core.stream import Stream
from tests.games.ominoes.boards import STUCK, load


def says(p):
    return GAME.format(p, choose(p, p.turn, Stream.of_seed(1)))


def test_it_beats_random():
    assert arena(GAME, ["greedy", "random"], 100, 1, lambda: 0.0)["wins"][0] >= 80


@pytest.mark.parametrize(
    ("board", "phase", "rolled", "said"),
    [
        ("RRRR", "roll", None, "roll"),
        ("RRRR", "end", None, "score R a1"),
        ("AAAA. ...... RRRRR", "end", None, "score R a3"),
        ("RRRR.K KKKK", "move", "R", "score R a1"),
        ("RRRR", "move", "O", "score R a1"),
        ("RRRR K", "move", "O", "reroll a2"),
        ("RRRR.. K", "add", "K", None),
    ],
)
def test_it_scores_as_late_as_it_can(board, phase, rolled, said):
    found = says(load(board, phase, rolled))
    assert found == said if said else not found.startswith("score")


def test_it_moves_the_fourth_to_the_group():
    p = load("RRR... ...... ....R. ...... ...... K....K", "move", "R")
    after = GAME.play(p, {0: GAME.parse(p, says(p))})[0]
    assert after.groups


def test_it_adds_the_fourth_to_the_group():
    assert says(load("RRR K", "add", "R")) in ("add d1", "add b2", "add c2")


def test_it_breaks_another_seats_group():
    p = load("KKK ...... ...... ...... .....R R", "move", "K")
    after = GAME.play(p, {0: GAME.parse(p, says(p))})[0]
    dumped = GAME.dump(after)["board"]
    assert dumped[0] != "KKK..."


def test_it_wins_at_once():
    assert says(load("RRRR", "roll", scores=[17, 0])) == "score R a1"
    assert says(load("RRRR ...... R", "move", "R", scores=[17, 0])) == "score R a1"


def test_it_knows_the_last_ominoe():
    assert says(load(f"{STUCK} RRR", "add", "R", seats=4)).startswith("add")
    p = load("AHAHAHAH HAHAHAHA AHAHA... ........ ........ ........ ........ RRRR", "add", "K", seats=4)
    assert says(p) == "score R a8"
