"""Golden games: nothing changes unnoticed, in the rules, in the order of answers, or in what is told."""

import pytest

from core.game import Over
from core.record import read, replay
from tests.games.golden import golden, path, plain
from tests.games.kit import PLAIN

plain_cases = pytest.mark.parametrize("case", PLAIN, ids=str)


def kept(case):
    assert path(case).exists(), f"no golden game at {path(case)}: write it with python -m tests.games.golden"
    return path(case).read_text(encoding="utf-8")


@plain_cases
def test_the_golden_game_is_played_again(case):
    text = kept(case)
    assert golden(case, read(plain(text)).header.seed) == text


@plain_cases
def test_the_golden_record_is_replayed_to_its_result(case):
    record = read(plain(kept(case)))
    *_, (_, position, _) = replay(record)
    assert isinstance(case.game.due(position), Over)
