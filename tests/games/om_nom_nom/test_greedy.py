"""The greedy bot."""

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


def test_it_takes_what_nobody_can_take_from_it():
    position = GAME.load(raw(seat("wolf mouse"), seat("rabbit"), seat("frog"), dice={"cheese": 4, "rabbit": 1}))
    assert greedy.choose(position, 0, Stream(b"")) == MOUSE


def test_equal_cards_are_left_to_chance():
    position = GAME.load(raw(seat(), seat(), seat(), dice={}))
    stream = Stream(b"")
    chosen = {ANIMALS[greedy.choose(position, 0, stream)] for _ in range(60)}
    assert chosen == {"wolf", "cat", "hedgehog"}
