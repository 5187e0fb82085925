"""Views: what a seat may know, and that it is enough to follow, to choose and to guess from."""

import pytest

from core.bots import bot, names
from core.game import Asks, Chance
from core.stream import Stream
from net.trust import agrees
from tests.games.kit import CASES, PLAIN, actions, plies, positions, seats, wander

all_cases = pytest.mark.parametrize("case", CASES, ids=str)


def watchers(game, position):
    """Every seat, and a spectator."""
    return [*seats(game, position), None]


@all_cases
def test_a_view_is_a_position_and_its_own_view(case):
    game = case.game
    for position in positions(case):
        for seat in watchers(game, position):
            view = game.view(position, seat)
            assert game.view(view, seat) == view
            assert game.load(game.dump(view)) == view
            hash(view)


@all_cases
def test_what_is_due_shows_in_every_view(case):
    game = case.game
    for position in positions(case):
        for seat in watchers(game, position):
            assert game.due(game.view(position, seat)) == game.due(position)


@all_cases
def test_a_seat_sees_its_own_actions_in_its_view(case):
    game = case.game
    for position in positions(case):
        for seat in seats(game, position):
            view = game.view(position, seat)
            assert game.answers(view, seat) == game.answers(position, seat)
            assert game.offers(view, seat) == game.offers(position, seat)
            for action in actions(game, position, seat):
                assert game.check(view, seat, action) is None
                assert game.format(view, action) == game.format(position, action)


@all_cases
def test_a_guess_cannot_be_told_from_the_truth(case):
    game = case.game
    stream = Stream.of_seed("guess")
    for position in positions(case):
        for seat in seats(game, position):
            view = game.view(position, seat)
            guessed = game.guess(view, seat, stream)
            assert game.view(guessed, seat) == view
            assert game.load(game.dump(guessed)) == guessed
            assert game.due(guessed) == game.due(position)


@pytest.mark.parametrize("case", PLAIN, ids=str)
def test_a_guess_can_be_played_to_the_end(case):
    game = case.game
    stream = Stream.of_seed("guess on")
    for position in positions(case)[::12]:
        for seat in range(case.seats):
            for _ in wander(game, game.guess(game.view(position, seat), seat, stream), stream):
                pass


@all_cases
def test_following_the_game_gives_the_views_of_the_host(case):
    """What a guest does: the same steps on its own view, with what events tell it written in."""
    game = case.game
    start = case.start()
    for seat in watchers(game, start):
        follower = game.view(start, seat)
        for number, ply in enumerate(plies(case), 1):
            due = game.due(ply.before)
            if isinstance(due, Chance):
                outcome = game.hide(ply.before, ply.outcome, seat) if due.secret else ply.outcome
                follower, ours = game.chance(follower, outcome)
            else:
                assert all(game.check(follower, who, action) is None for who, action in ply.choices.items())
                follower, ours = game.play(follower, ply.choices)
            told = [event for event in ply.events if event.seen_by(seat)]
            assert agrees(ours, told, seat), f"ply {number}: seat {seat} hears {told}, its own rules say {ours}"
            for event in told:
                follower = game.learn(follower, event)
            assert follower == game.view(ply.after, seat), f"ply {number}: the view of seat {seat} differs"


@all_cases
def test_secrets_are_told_to_whom_they_belong(case):
    """A private event goes to seats there are, and a public one says that it happened."""
    game = case.game
    for ply in plies(case):
        for event in ply.events:
            if event.to is not None:
                assert event.to
                assert event.to <= set(seats(game, ply.before))
                assert any(other.to is None for other in ply.events), event


@all_cases
def test_secret_outcomes_stay_hidden(case):
    game = case.game
    stream = Stream.of_seed("hidden")
    for ply in plies(case):
        due = game.due(ply.before)
        if isinstance(due, Chance) and due.secret:
            assert game.hide(ply.before, ply.outcome, None) != ply.outcome
            assert game.view(ply.after, None) != ply.after
            view = game.view(ply.after, 0)
            assert len({game.guess(view, 0, stream) for _ in range(3)}) == 3, "guesses differ"


@pytest.mark.parametrize("case", PLAIN, ids=str)
def test_every_bot_answers_what_it_owes_from_its_own_view(case):
    game = case.game
    stream = Stream.of_seed("bots")
    for name in names(game):
        player = bot(game, name)
        asked = 0
        for position in positions(case):
            due = game.due(position)
            for ask in due.asks if isinstance(due, Asks) else ():
                asked += 1
                choice = player(game.view(position, ask.seat), ask.seat, stream)
                assert choice in game.answers(position, ask.seat)
        assert asked
