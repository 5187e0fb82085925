"""Events: plain JSON for programs, plain sentences for people."""

import json
import re

import pytest

from core.engine import event_json, event_of
from tests.games.kit import CASES, plies

all_cases = pytest.mark.parametrize("case", CASES, ids=str)


@all_cases
def test_events_go_through_json_unchanged(case):
    for ply in plies(case):
        for event in ply.events:
            assert re.fullmatch("[a-z][a-z-]*", event.kind)
            assert not event.data.keys() & {"event", "to"}
            assert event_of(json.loads(json.dumps(event_json(event)))) == event


@all_cases
def test_every_event_is_told_in_a_sentence(case):
    game = case.game
    told = 0
    for ply in plies(case):
        for event in ply.events:
            sentence = game.tell(event, case.names)
            if sentence:
                told += 1
                assert sentence == sentence.strip()
                assert sentence[-1] in ".!?"
                assert not re.search(r"[{}\[\]]|None|True|False|frozenset|  ", sentence), sentence
    assert told


@all_cases
def test_a_game_has_chapters_that_are_for_all_eyes(case):
    game = case.game
    headings = [game.chapter(case.start(), case.names)]
    for ply in plies(case):
        heading = game.chapter(ply.after, case.names)
        assert heading == game.chapter(game.view(ply.after, None), case.names)
        assert heading == heading.strip()
        assert not re.search(r"[{}\[\]]|None|  |\.$", heading), heading
        headings.append(heading)
    assert all(headings)
    assert len(set(headings)) > 2
    assert headings[-1] == "the end" != headings[-2]
