"""Playouts, the bench and the arena."""

import pytest

from core.arena import arena
from core.bots import UnknownBot, bot, bots, names
from core.catalogue import GAMES
from core.game import BadOptions, Over
from core.games.om_nom_nom import GAME
from core.playout import RUNS, bench, middle_seats, playout
from core.stream import Stream

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)


class Clock:
    """A quarter of a second goes by each time somebody looks."""

    def __init__(self):
        self.now = 0.0

    def __call__(self):
        self.now += 0.25
        return self.now


def test_an_unknown_bot_is_refused_with_the_names_of_those_there_are():
    with pytest.raises(UnknownBot, match="Om Nom Nom has no bot 'deep'; there are random, greedy"):
        bot(GAME, "deep")


@every_game
def test_every_game_has_random_and_greedy(game):
    assert names(game)[:2] == ("random", "greedy")


@every_game
def test_bots_are_given_their_own_view(game, monkeypatch):
    seen = []
    monkeypatch.setattr(type(game), "view", lambda self, p, seat: seen.append(seat) or p)
    asked = []

    def first(view, seat, stream):
        asked.append(seat)
        return game.answers(view, seat)[0]

    position = game.start(game.min_seats)
    for ply, _ in zip(playout(game, position, [first] * game.min_seats, Stream.of_seed(1)), range(30), strict=False):
        assert ply.before == position
        position = ply.after
    assert asked
    assert seen == asked


def test_a_playout_depends_on_its_stream_alone():
    def play(seed):
        return list(playout(GAME, GAME.start(2), bots(GAME, ["greedy", "random"]), Stream.of_seed(seed)))

    assert play(1) == play(1) != play(2)
    assert isinstance(GAME.due(play(1)[-1].after), Over)


def test_bench_counts_answers():
    """One game of four is 72 answers; with a tick a look, every run is one game in a quarter of a second."""
    assert bench(GAME, 4, Clock(), 0.25 * RUNS, Stream.of_seed(1)) == {
        "game": "om-nom-nom",
        "seats": 4,
        "moves_per_second": 72 * 4,
        "games": RUNS,
    }


def test_the_middle_number_of_seats_is_one_that_the_game_has():
    for game in GAMES.values():
        game.start(middle_seats(game))
    assert middle_seats(GAME) == 4


def test_the_arena_counts_every_game_once():
    result = arena(GAME, ["greedy", "random", "random"], 60, 3, Clock())
    assert sum(result["wins"]) + result["shared"] == 60
    assert result.keys() == {"bots", "games", "wins", "shared", "seconds"}
    assert result["bots"] == ["greedy", "random", "random"]
    assert result["seconds"] == 0.25
    assert arena(GAME, ["greedy", "random", "random"], 60, 3, Clock()) == result


def test_every_bot_sits_in_every_seat_equally_often(monkeypatch):
    seats = {"a": [], "b": [], "c": []}

    def sitting(name):
        def choose(position, seat, stream):
            seats[name].append(seat)
            return GAME.answers(position, seat)[0]

        return choose

    monkeypatch.setattr(type(GAME), "bots", lambda self: {name: sitting(name) for name in seats})
    arena(GAME, list(seats), 6, 1, Clock())
    for sat in seats.values():
        assert [sat.count(seat) for seat in range(3)] == [36, 36, 36]


def test_the_wins_of_an_imaginary_opponent_are_nobodys():
    result = arena(GAME, ["random"], 40, 1, Clock())
    assert 0 < result["wins"][0] < 40
    assert sum(result["wins"]) + result["shared"] < 40


def test_the_arena_has_as_many_seats_as_bots():
    with pytest.raises(BadOptions, match="1 to 6 players, not 7"):
        arena(GAME, ["random"] * 7, 1, 1, Clock())
