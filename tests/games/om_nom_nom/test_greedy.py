"""The greedy bot."""

from collections import Counter

import pytest

from core.arena import arena
from core.games.om_nom_nom import GAME, greedy
from core.games.om_nom_nom.position import ANIMALS
from core.stream import Stream
from tests.games.om_nom_nom.table import raw, seat

WOLF, RABBIT, CAT, MOUSE, HEDGEHOG, FROG = range(6)


def test_it_wins_most_games_against_two_random_bots():
    result = arena(GAME, ["greedy", "random", "random"], 300, 1, lambda: 0.0)
    assert result["wins"][0] > 180


def test_expected_points_are_exact():
    """Half of the time the other plays the cat: eaten. Otherwise two cheese dice, or one when it is a mouse too."""
    position = GAME.load(raw(seat(), seat("cat mouse wolf frog"), seat("")))
    position = GAME.load({**GAME.dump(position), "dice": {"cheese": 2, "mouse": 3}})
    others = [position.seats[1].hand]
    assert greedy.expected(position, MOUSE, others) == pytest.approx((0 + (1 + 2) + 2 * (1 + 4)) / 4)
    assert greedy.expected(position, CAT, others) == pytest.approx(((1 + 1) + (1 + 4) + 2 * (1 + 3)) / 4)
    assert greedy.expected(position, CAT, []) == 4
    assert greedy.expected(position, HEDGEHOG, others) == pytest.approx((1 + 1 + 1 + 2) / 4)


def test_it_mostly_takes_what_nobody_can_take_from_it():
    position = GAME.load(raw(seat("wolf mouse"), seat("rabbit"), seat("frog"), dice={"cheese": 4, "rabbit": 1}))
    stream = Stream(b"")
    chosen = Counter(greedy.choose(position, 0, stream) for _ in range(300))
    assert chosen[MOUSE] > 270


def test_equal_cards_are_equally_likely_and_worse_ones_rarer():
    position = GAME.load(raw(seat(), seat(), seat(), dice={}))
    stream = Stream(b"")
    chosen = Counter(ANIMALS[greedy.choose(position, 0, stream)] for _ in range(600))
    hunters, prey = [chosen[name] for name in ("wolf", "cat", "hedgehog")], chosen["mouse"]
    assert min(hunters) > prey > 0
    assert max(hunters) < 1.5 * min(hunters)


def test_two_of_its_kind_do_not_beat_each_other_to_a_random_third():
    """Choosing the best alike, they would meet on the same board again and again."""
    result = arena(GAME, ["greedy", "greedy", "random"], 300, 1, lambda: 0.0)
    assert result["wins"][2] < min(result["wins"][:2])
