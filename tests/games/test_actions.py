"""Actions: what is listed is what is allowed, and each has one text."""

import pytest

from core.game import Asks, Over, Unreadable
from core.stream import Stream
from tests.games.kit import CASES, actions, plies, positions, seats

all_cases = pytest.mark.parametrize("case", CASES, ids=str)


@all_cases
def test_listed_actions_are_allowed_and_have_one_text(case):
    game = case.game
    for position in positions(case):
        for seat in seats(game, position):
            found = actions(game, position, seat)
            assert len(set(found)) == len(found)
            assert found == actions(game, game.load(game.dump(position)), seat)
            for action in found:
                text = game.format(position, action)
                assert game.check(position, seat, action) is None, text
                assert game.parse(position, text) == action
                assert text == text.strip()
                assert not set(text) & {"|", "\n"}


@all_cases
def test_only_those_who_are_asked_owe_an_answer(case):
    game = case.game
    for position in positions(case):
        due = game.due(position)
        asked = [ask.seat for ask in due.asks] if isinstance(due, Asks) else []
        assert asked == sorted(set(asked))
        assert bool(asked) == isinstance(due, Asks)
        assert [seat for seat in seats(game, position) if game.answers(position, seat)] == asked
        if isinstance(due, Asks) and len(due.asks) > 1:
            assert all(ask.sealed for ask in due.asks), "answers given together are secret"
        if isinstance(due, Over):
            assert not any(game.offers(position, seat) for seat in seats(game, position))


@all_cases
def test_actions_of_other_moments_and_seats_are_refused_in_words(case):
    game = case.game
    stream = Stream.of_seed("others")
    known = sorted({game.format(p, a) for p in positions(case) for s in seats(game, p) for a in actions(game, p, s)})
    refused = 0
    for position in positions(case):
        for seat in seats(game, position):
            listed = set(actions(game, position, seat))
            for text in {stream.choice(known) for _ in range(12)}:
                try:
                    action = game.parse(position, text)
                except Unreadable:
                    continue
                if action not in listed:
                    why = game.check(position, seat, action)
                    assert why, f"seat {seat} may not {text}"
                    assert " " in why
                    refused += 1
    assert refused


@pytest.mark.parametrize(
    "text", ["", " ", "xyzzy", "move", "-1", "é", "\x00", "accept accept", "show", "a" * 5000, "٣"]
)
@all_cases
def test_text_that_is_no_action_is_unreadable(case, text):
    game = case.game
    for position in positions(case)[::20]:
        with pytest.raises(Unreadable, match=r"\w+ \w+"):
            game.parse(position, text)


@all_cases
def test_a_text_has_no_second_spelling(case):
    game = case.game
    for position in positions(case)[::10]:
        for seat in seats(game, position):
            for action in actions(game, position, seat)[:20]:
                text = game.format(position, action)
                for other in (f" {text}", f"{text} ", text.upper(), text.replace(" ", "  "), f"{text}\n"):
                    if other != text:
                        with pytest.raises(Unreadable):
                            game.parse(position, other)


@all_cases
def test_the_default_is_the_first_answer_by_text(case):
    game = case.game
    for position in positions(case):
        due = game.due(position)
        for seat in [ask.seat for ask in due.asks] if isinstance(due, Asks) else ():
            texts = [game.format(position, action) for action in game.answers(position, seat)]
            assert game.format(position, game.default(position, seat)) == min(texts)
            assert game.default(game.view(position, seat), seat) == game.default(position, seat)


@all_cases
def test_choices_that_were_made_were_listed(case):
    game = case.game
    for ply in plies(case):
        for seat, action in ply.choices.items():
            assert action in actions(game, ply.before, seat)
