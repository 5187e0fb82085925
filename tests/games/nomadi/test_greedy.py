"""The greedy bot: stronger than chance, and no more informed than its seat."""

from __future__ import annotations

from core.arena import arena
from core.bots import bots
from core.game import Asks
from core.games.nomadi import GAME, greedy
from core.playout import playout
from core.stream import Stream
from tests.games.nomadi.positions import at, play


def chosen(p, seat, seed=0):
    return GAME.format(p, greedy.choose(p, seat, Stream.of_seed(seed)))


def test_it_beats_random():
    counted = arena(GAME, ["greedy", "random"], 10, 1, lambda: 0.0)
    assert counted["wins"][0] >= 8


def test_it_does_not_look_at_what_a_guess_filled_in():
    """Two guesses of one view lead to one choice."""
    stream = Stream.of_seed(3)
    asked = 0
    for ply in playout(GAME, GAME.start(3), bots(GAME, ["random"] * 3), Stream.of_seed(5)):
        due = GAME.due(ply.before)
        if isinstance(due, Asks) and asked < 150:
            seat = due.asks[0].seat
            view = GAME.view(ply.before, seat)
            first, second = (chosen(GAME.guess(view, seat, stream), seat) for _ in range(2))
            assert first == second
            asked += 1
    assert asked == 150


def test_it_takes_a_card_and_the_goal():
    p = at({"m10": 0, "n10": 0, "o10": 0}, [3], cards={"l10": 1})
    assert chosen(p, 0) == "move 3 o10 l10"
    p = at({"e3": 1, "e4": 0, "f4": 0}, [2])
    assert chosen(p, 0) == "move 2 f4 d4"


def haggle(value, price=None, by=None, offers=0, coins=(5, 5)):
    talk = {"field": "o10", "value": value, "seller": 0, "buyer": 1, "price": price, "by": by, "offers": offers}
    return at({"n10": 0, "o10": 1}, [1], phase="haggle", coins=list(coins), haggle=talk)


def test_it_never_buys_what_cannot_pay():
    for value in (-2, -1, 1, 2, 3):
        assert chosen(haggle(value, 4, 0, 9), 1) == "decline"
        assert chosen(haggle(value, 1, 0, 1), 1).startswith("counter")
        assert chosen(haggle(value, 0, 0, 1), 1) == "accept"


def test_it_sells_above_what_a_card_is_worth():
    assert chosen(haggle(-2, -1, 1, 1), 0) == "accept"
    assert chosen(haggle(3, 0, 1, 3), 0) == "keep"
    assert chosen(haggle(3, 4, 1, 3), 0) == "accept"
    opened = {chosen(haggle(-2), 0, seed) for seed in range(40)}
    assert len(opened) > 1, "it bluffs a little"
    assert all(int(text.split()[1]) >= -2 for text in opened)


def test_without_coins_it_still_says_something():
    for value in (-2, 3):
        p = haggle(value, coins=(0, -2))
        assert chosen(p, 0) == "offer 0"
        p = play(p, "offer 0")
        assert chosen(p, 1) in ("accept", "decline")
