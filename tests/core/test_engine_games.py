"""Every game through the engine: the same as through the rules, and as a guest follows it."""

import pytest

from core.engine import event_json
from core.game import Chance
from tests.core.engine_session import Session
from tests.games.kit import PLAIN, actions, plies

plain_cases = pytest.mark.parametrize("case", PLAIN, ids=str)


def texts(case, ply):
    return {str(seat): case.game.format(ply.before, action) for seat, action in ply.choices.items()}


def step(session, case, ply, outcome):
    return session.ask("play", choices=texts(case, ply)) if ply.choices else session.ask("chance", outcome=outcome)


@plain_cases
def test_the_engine_plays_by_the_rules(case):
    game = case.game
    session = Session()
    start = session.ask("new", game=case.key, seats=case.seats)
    for ply in plies(case):
        status = session.ask("status")
        for seat in status.get("seats", []) + status.get("may", []):
            listed = session.ask("actions", seat=seat)["actions"]
            assert listed == sorted(game.format(ply.before, action) for action in actions(game, ply.before, seat))
            assert listed
        answer = step(session, case, ply, ply.outcome)
        assert answer["events"] == [event_json(event) for event in ply.events]
    assert session.ask("dump")["position"] == game.dump(ply.after)
    assert answer["result"] == game.result(ply.after).to_json()
    for _ in plies(case):
        status = session.ask("undo")
    assert status == start


@plain_cases
def test_a_guest_follows_with_an_engine_of_its_own(case):
    """Loaded from a view; secret outcomes with nulls; what was told is learned."""
    game = case.game
    for seat in (0, case.seats - 1, None):
        session = Session()
        session.ask("load", position=game.dump(game.view(case.start(), seat)))
        for number, ply in enumerate(plies(case), 1):
            due = game.due(ply.before)
            secret = isinstance(due, Chance) and due.secret
            step(session, case, ply, game.hide(ply.before, ply.outcome, seat) if secret else ply.outcome)
            for event in ply.events:
                if event.seen_by(seat):
                    session.ask("learn", event=event_json(event))
            view = session.ask("dump")["position"]
            assert view == game.dump(game.view(ply.after, seat)), f"ply {number}, seat {seat}"
