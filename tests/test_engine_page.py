"""The engine sessions and positions that the documents show are real."""

import json
import re
from pathlib import Path

import pytest

from core.catalogue import GAMES
from core.engine import Engine
from tests.core.engine_session import Session

DOCS = Path(__file__).parents[1] / "docs"
PAGE = (DOCS / "engine-protocol.md").read_text(encoding="utf-8")


def test_the_session():
    (block,) = re.findall(r"```jsonl\n(.*?)```", PAGE, re.DOTALL)
    lines = block.splitlines()
    session = Session()
    assert [session.line(request.encode()) for request in lines[::2]] == [json.loads(answer) for answer in lines[1::2]]


def test_every_op_and_its_keys_are_there():
    rows = dict(re.findall(r"^\| `([a-z]+)` \|([^|]*)\|", PAGE, re.MULTILINE))
    for op, (needed, optional, _) in Engine._OPS.items():
        assert set(re.findall("`([a-z]+)`", rows[op])) >= {*needed, *optional}, op


@pytest.mark.parametrize("key", GAMES)
def test_the_positions_of_a_games_page(key):
    blocks = re.findall(r"```json\n(.*?)```", (DOCS / f"{key}.md").read_text(encoding="utf-8"), re.DOTALL)
    assert blocks
    for block in map(json.loads, blocks):
        assert GAMES[key].dump(GAMES[key].load(block)) == block
