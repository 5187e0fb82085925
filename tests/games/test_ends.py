"""Games end, and say how."""

import json

import pytest

from core.catalogue import GAMES
from core.game import BadOptions, Over
from core.stream import Stream
from tests.games.kit import CASES, PLAIN, plies, seats, wander

all_cases = pytest.mark.parametrize("case", CASES, ids=str)


@all_cases
def test_the_result_names_scores_and_winners(case):
    game = case.game
    end = plies(case)[-1].after
    assert isinstance(game.due(end), Over)
    result = game.result(end)
    everybody = seats(game, end)
    assert len(result.scores) == len(everybody)
    assert all(type(score) is int for score in result.scores)
    assert game.scores(end) == result.scores
    assert result.winners
    assert list(result.winners) == sorted(set(result.winners))
    assert set(result.winners) <= set(everybody)
    written = result.to_json()
    assert json.loads(json.dumps(written)) == written
    for seat in [*everybody, None]:
        assert game.result(game.view(end, seat)) == result, "at the end everything is open"


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("case", PLAIN, ids=str)
def test_random_games_end(case, seed):
    end = None
    for ply in wander(case.game, case.start(), Stream.of_seed(seed), offers=0):
        end = ply.after
    assert isinstance(case.game.due(end), Over)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_seats_and_options_that_a_game_does_not_have_are_refused(game):
    for seats_ in (-1, game.min_seats - 1, game.max_seats + 1, 10**6):
        with pytest.raises(BadOptions, match=r"\w+ \w+"):
            game.start(seats_)
    for options in ({"colour": "green"}, *({option.name: [{}]} for option in game.options())):
        with pytest.raises(BadOptions, match=r"\w+ \w+"):
            game.start(game.min_seats, options)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_a_game_introduces_itself(game):
    assert game.key == game.key.lower()
    assert game.title
    assert game.blurb.endswith((".", "?", "!"))
    assert 1 <= game.min_seats <= game.max_seats
    for option in game.options():
        assert option.help
        assert option.choices is None or option.default in option.choices
        game.start(game.max_seats, {option.name: option.default})
