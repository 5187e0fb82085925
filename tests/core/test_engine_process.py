"""`serai engine` as a process: lines in, lines out, flushed, and a quiet end."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

SERAI = Path(sys.executable).with_name("serai")
LINES = [
    b"nonsense",
    b"\xff\xfe",
    b"",
    b'{"op": "games", "id": NaN}',
    b"[" * 100_000,
    b'{"op": "new", "game": "om-nom-nom", "seats": 3, "seed": ' + b"9" * 5000 + b"}",
    b"x" * ((1 << 20) + 1),
    b"x" * (3 << 20),
    b'{"op": "status"}\r',
    b'{"op": "new", "game": "om-nom-nom", "seats": 3, "seed": 1, "id": "\xe2\x98\x83"}',
]
CODES = ["bad-json"] * 6 + ["too-long"] * 2 + ["no-game", None]


def run(data):
    done = subprocess.run([SERAI, "engine"], input=data, capture_output=True, timeout=30, check=False)
    assert done.returncode == 0
    assert done.stderr == b""
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_one_answer_a_line_whatever_it_holds():
    answers = run(b"\n".join(LINES) + b"\n")
    assert [answer.get("code") for answer in answers] == CODES
    assert answers[-1]["id"] == "\u2603"


def test_a_last_line_without_its_end_is_answered():
    assert [answer["ok"] for answer in run(b'{"op": "games"}')] == [True]
    assert run(b"") == []


def test_nothing_is_answered_after_quit():
    assert len(run(b'{"op": "quit"}\n{"op": "games"}\n')) == 1


@pytest.mark.parametrize("line", [b'{"op": "games"}\n', b"nonsense\n"])
def test_each_answer_comes_before_the_next_request(line):
    with subprocess.Popen([SERAI, "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as engine:
        for _ in range(3):
            engine.stdin.write(line)
            engine.stdin.flush()
            assert "ok" in json.loads(engine.stdout.readline())
        engine.stdin.close()
        assert engine.wait(timeout=30) == 0
