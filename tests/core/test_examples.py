"""The examples are what really happens."""

import json
from pathlib import Path

from core.game import Over
from core.games.om_nom_nom import GAME
from core.record import read, replay, write
from tests.core.engine_session import Session

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_the_engine_session():
    """Requests, each followed by its answer."""
    lines = (EXAMPLES / "engine_session.jsonl").read_text(encoding="utf-8").splitlines()
    assert len(lines) > 20
    session = Session()
    for request, answer in zip(lines[::2], lines[1::2], strict=True):
        assert session.line(request.encode()) == json.loads(answer), request
    assert session.engine.ended


def test_the_sample_record():
    text = (EXAMPLES / "sample-record.txt").read_text(encoding="utf-8")
    record = read(text)
    assert write(record) == text
    *_, (_, position, _) = replay(record)
    assert isinstance(GAME.due(position), Over)
