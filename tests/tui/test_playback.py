"""`serai replay` as a process."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

from core.record import Record, write
from tests.e2e.programs import COMMAND, TOP, environment
from tests.tui.recorded_games import data, record
from tui.replaying import replay_of
from tui.written import lines, story


def run(home: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, "replay", *words],
        env=environment(home),
        cwd=TOP,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )


def test_without_a_terminal_the_story_is_told(tmp_path: Path) -> None:
    file = tmp_path / "of mine.serai"
    file.write_bytes(data("oh-gnome"))
    done = run(tmp_path, str(file))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == story(replay_of(data("oh-gnome")))


def test_programs_get_a_line_an_event(tmp_path: Path) -> None:
    key = "nomadi"
    file = tmp_path / "of mine.serai"
    file.write_bytes(data(key))
    done = run(tmp_path, str(file), "--json")
    assert (done.returncode, done.stderr) == (0, "")
    assert [json.loads(line) for line in done.stdout.splitlines()] == list(lines(replay_of(data(key)), str(file)))


def test_an_unfinished_game_is_told_as_far_as_it_goes(tmp_path: Path) -> None:
    file = tmp_path / "of mine.serai"
    whole = record("nomadi")
    file.write_text(write(Record(whole.header, whole.steps[:30])), encoding="utf-8")
    done = run(tmp_path, str(file))
    assert done.returncode == 0
    assert "it stops after 30 steps" in done.stdout


def test_what_is_wrong_is_said_in_a_line(tmp_path: Path) -> None:
    file = tmp_path / "bad.serai"
    file.write_bytes(b"serai-record 1\nnonsense \x1b[31m\n")
    for words, status, why in (
        ([str(file)], 1, "serai: bad.serai cannot be replayed: line 2: a header has no line 'nonsense'"),
        ([str(tmp_path / "none"), "--json"], 1, "serai: none cannot be replayed: there is no such file"),
    ):
        done = run(tmp_path, *words)
        assert (done.returncode, done.stdout, done.stderr) == (status, "", f"{why}\n")
    done = run(tmp_path)
    assert done.returncode == 2
    assert "FILE" in done.stderr
    assert "Traceback" not in done.stderr
