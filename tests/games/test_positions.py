"""Positions are values: they are written and read back, and no step changes the one it starts from."""

import json

import pytest

from core.game import BadOutcome, BadPosition, Chance
from core.stream import Stream
from tests.games.kit import CASES, PLAIN, plies, positions, seats

all_cases = pytest.mark.parametrize("case", CASES, ids=str)


@all_cases
def test_dump_and_load_give_the_position_again(case):
    game = case.game
    for position in positions(case):
        dumped = game.dump(position)
        assert json.loads(json.dumps(dumped)) == dumped
        assert dumped["game"] == game.key
        assert game.load(dumped) == position
        assert game.dump(game.load(dumped)) == dumped


@all_cases
def test_a_loaded_position_has_the_same_future(case):
    game = case.game
    for ply in plies(case):
        loaded = game.load(game.dump(ply.before))
        assert game.due(loaded) == game.due(ply.before)
        moved = game.play(loaded, ply.choices) if ply.choices else game.chance(loaded, ply.outcome)
        assert moved == (ply.after, ply.events)


@all_cases
def test_a_step_leaves_its_position_alone(case):
    game = case.game
    for ply in plies(case):
        dumped, hashed = game.dump(ply.before), hash(ply.before)
        if ply.choices:
            assert game.play(ply.before, ply.choices) == (ply.after, ply.events)
        else:
            assert game.chance(ply.before, ply.outcome) == (ply.after, ply.events)
        assert game.dump(ply.before) == dumped
        assert hash(ply.before) == hashed


@all_cases
def test_draws_depend_on_the_stream_alone(case):
    game = case.game
    for ply in plies(case):
        if not ply.choices:
            drawn = [game.draw(ply.before, Stream.of_seed("draw")) for _ in range(2)]
            assert drawn[0] == drawn[1] == json.loads(json.dumps(drawn[0]))


BAD_OUTCOMES = ({}, "nonsense", 7, True, ["nonsense"], [[["x"]]], [1] * 500, [{}], [1.5], [[]], {"a": [1]})


@all_cases
def test_outcomes_that_cannot_come_up_are_refused(case):
    game = case.game
    kinds = {}
    for ply in plies(case):
        due = game.due(ply.before)
        if isinstance(due, Chance):
            kinds.setdefault(due.kind, ply.before)
    assert kinds
    for position in kinds.values():
        for outcome in BAD_OUTCOMES:
            with pytest.raises(BadOutcome, match=r"\w+ \w+"):
                game.chance(position, outcome)


@pytest.mark.parametrize("case", PLAIN, ids=str)
def test_dumps_with_something_missing_added_or_wrong_are_refused(case):
    """Every key of a dump is needed or has a default; none may be unknown or of another kind."""
    game = case.game
    for position in positions(case)[::10]:
        dumped = game.dump(position)
        with pytest.raises(BadPosition):
            game.load({**dumped, "colour": "green"})
        for key in dumped.keys() - {"game"}:
            for wrong in (7.5, -(10**9), "\u2603", [[[]]], {"\u2603": 1}):
                if wrong != dumped[key]:
                    with pytest.raises(BadPosition, match=r"\w+ \w+"):
                        game.load({**dumped, key: wrong})


@all_cases
def test_the_number_of_scores_never_changes(case):
    everybody = seats(case.game, case.start())
    assert all(seats(case.game, position) == everybody for position in positions(case))
    assert len(everybody) == case.seats + len(case.game.houses(case.start()))
