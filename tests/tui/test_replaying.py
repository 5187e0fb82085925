"""A record played back, told, and listed, without a screen."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.catalogue import GAMES
from core.record import Conceded, Drawn, Play, Record, Undo, conceded, read, replay, skim, write
from net.text import clean
from tests.tui.recorded_games import DATE, KEY, NAMES, SHOWN, data, record
from tui.recorded import Seated, files, look_at, newest_first
from tui.replaying import CannotReplay, open_replay, replay_of, told_by_chapter
from tui.sights import ReplaySight
from tui.written import EPOCH, Placed, export, file_name, lines, moment_of, placed, story

all_games = pytest.mark.parametrize("key", GAMES)
GAMES_REPLAYED = {key: replay_of(data(key)) for key in GAMES}


# -- moments ---------------------------------------------------------------------------------------------------------


@all_games
def test_every_moment_is_the_position_of_the_rules_and_every_view_the_seats_own(key: str) -> None:
    game, rules = GAMES_REPLAYED[key], GAMES[key]
    steps = list(replay(record(key)))
    assert game.last == len(steps)
    assert [moment.position for moment in game.moments[1:]] == [position for _, position, _ in steps]
    for number, moment in enumerate(game.moments):
        assert game.view(number, None) is moment.position
        for seat in range(3):
            assert game.view(number, seat) == rules.view(moment.position, seat)


@given(st.sampled_from(sorted(GAMES)), st.lists(st.tuples(st.integers(0, 400), st.sampled_from([None, 0, 1, 2]))))
def test_wherever_one_has_been_the_same_moment_looks_the_same(key: str, ways: list[tuple[int, int | None]]) -> None:
    game = GAMES_REPLAYED[key]
    sight = ReplaySight(game)
    for number, seat in [*ways, (0, None)]:
        sight.look(number % (game.last + 1), seat)
        assert sight.position == game.view(number % (game.last + 1), seat)
        assert sight.seat == seat
    assert sight.position == game.moments[0].position


@all_games
def test_a_seat_sees_of_a_step_what_it_may(key: str) -> None:
    game, rules = GAMES_REPLAYED[key], GAMES[key]
    undone = 0
    for number in range(1, game.last + 1):
        moment = game.moments[number]
        if isinstance(moment.step, Undo):
            undone += 1
            assert game.moved(number, 1) is None
            assert game.told(number, 1) == ["The last step is taken back."]
            continue
        everything, mine = game.moved(number, None), game.moved(number, 1)
        assert everything is not None
        assert mine is not None
        assert everything.events == moment.events
        assert mine.events == tuple(event for event in moment.events if event.seen_by(1))
        assert mine.before == game.view(number - 1, 1)
        assert mine.after == game.view(number, 1)
        if isinstance(moment.step, Play):
            before = game.moments[number - 1].position
            texts = {seat: rules.format(before, action) for seat, action in (mine.choices or {}).items()}
            assert texts == moment.step.choices
        else:
            assert mine.choices is None
        private = [event for event in moment.events if event.to == {1}]
        for event in private:
            assert clean(rules.tell(event, SHOWN), 999) not in game.told(number, 0)
    assert undone == (key != "om-nom-nom")


@all_games
def test_chapters_are_jumped_to_and_back(key: str) -> None:
    game = GAMES_REPLAYED[key]
    firsts = [chapter.first for chapter in game.chapters]
    assert firsts == sorted(set(firsts))
    assert game.chapters[-1].title == "the end"
    assert all(a.title != b.title for a, b in pairwise(game.chapters))
    ahead, at = [0], 0
    while at < game.last:
        at = game.jump(at, 1)
        ahead.append(at)
    assert ahead == firsts
    back = [game.last]
    while at > 0:
        at = game.jump(at, -1)
        back.append(at)
    assert back == firsts[::-1]
    longest = max(range(len(firsts) - 1), key=lambda n: firsts[n + 1] - firsts[n])
    assert game.jump(firsts[longest] + 1, -1) == firsts[longest]
    assert game.jump(game.last, 1) == game.last


def test_a_game_that_was_not_finished_is_replayed_as_far_as_it_goes() -> None:
    whole = record("nomadi")
    part = Record(whole.header, whole.steps[:30])
    game = replay_of(write(part).encode())
    assert game.last == 30
    assert "The game was not finished: it stops after 30 steps." in story(game)
    assert [line["event"] for line in lines(game, "f")][-1] == "game"


def test_a_forfeit_is_told() -> None:
    whole = record("om-nom-nom")
    game = GAMES["om-nom-nom"]
    rolled, asked = whole.steps[0], next(iter(replay(whole)))[1]
    assert isinstance(rolled, Drawn)
    choices = {seat: game.format(asked, game.default(asked, seat)) for seat in range(3)}
    part = Record(whole.header, (rolled, Play(choices, (1, 2))))
    told = replay_of(write(part).encode()).told(2, 0)
    assert told[0] == "No choice came from [b]Ben[/b] and Chloé[31m: the first legal one counts."


def test_a_seat_that_gives_up_ends_the_game() -> None:
    whole = record("ominoes", 2)
    steps = whole.steps[:20]
    *_, (_, position, _) = replay(Record(whole.header, steps))
    result = conceded(GAMES["ominoes"], position, 0)
    game = replay_of(write(Record(whole.header, (*steps, Conceded(0)), result.to_json())).encode())
    assert game.last == 21
    assert game.view(21, 1) == game.view(20, 1)
    assert game.moved(21, None) is None
    assert game.told(21, 1) == ["Ana gives up: [b]Ben[/b] wins."]
    assert [line["event"] for line in lines(game, "file")][-2:] == ["conceded", "over"]
    assert "[b]Ben[/b] wins.\n" in story(game)


@pytest.mark.parametrize(
    ("bad", "why"),
    [
        (b"\xff", "it is not text"),
        (b"", "line 1: not a record"),
        (b"serai-record 9\n", "line 1: a record of version 9"),
        (data("ominoes").replace(b"play 0 add", b"play 0 roll", 1), "line "),
        (data("ominoes").replace(b'"winners": [', b'"winners": [7, '), "the result should be"),
        (data("ominoes")[:-40], "line "),
    ],
)
def test_what_does_not_hold_is_refused_in_words(bad: bytes, why: str) -> None:
    with pytest.raises(CannotReplay, match=why) as refused:
        replay_of(bad)
    assert str(refused.value).isprintable()


def test_files_that_cannot_be_records(tmp_path: Path) -> None:
    large = tmp_path / "large.serai"
    with large.open("wb") as file:
        file.truncate(9_000_000)
    for path, why in ((tmp_path / "none", "there is no such file"), (tmp_path, "no such"), (large, "too large")):
        with pytest.raises(CannotReplay, match=why):
            open_replay(path)


# -- the story -------------------------------------------------------------------------------------------------------


@all_games
def test_the_story_has_every_sentence_once_and_in_order(key: str) -> None:
    game = GAMES_REPLAYED[key]
    every = [sentence for number in range(1, game.last + 1) for sentence in game.told(number, None)]
    told = list(told_by_chapter(game))
    assert [sentence for _, steps in told for _, sentence in steps] == every
    assert all(a[0].title != b[0].title or a[0].first != b[0].first for a, b in pairwise(told))
    text = story(game)
    flat = " ".join(text.split())
    at = 0
    for sentence in every:
        at = flat.index(sentence, at) + len(sentence)
    assert text.isascii() or "\x1b" not in text
    assert all(len(line) <= 88 for line in text.splitlines())


def test_the_story_begins_with_who_played_and_how_it_ended() -> None:
    game = GAMES_REPLAYED["ominoes"]
    head = story(game).split("\n\nThe set-up\n")[0].splitlines()
    result = record("ominoes").result
    assert result is not None
    assert head[:5] == [
        "Ominoes",
        "Table:    [red]attic",
        "Played:   2026-11-30 19:02 UTC",
        "Players:  Ana, [b]Ben[/b] and Chloé[31m",
        "",
    ]
    winner = SHOWN[result["winners"][0]]
    assert head[5] == f"{winner} wins."
    assert head[7].split() == ["1", winner, str(max(result["scores"]))]


def test_options_seed_and_imaginary_opponents_are_in_the_head() -> None:
    part = record("om-nom-nom", 1)
    header = replace(part.header, options={"imaginary": 2}, seed=5)
    head = story(replay_of(write(Record(header, ())).encode()))
    assert "Players:  Ana\nWith:     " in head
    assert "Options:  imaginary 2\n" in head
    assert "Seeded: " in head


@all_games
def test_programs_are_told_the_same_game(key: str) -> None:
    game = GAMES_REPLAYED[key]
    told = list(lines(game, "file"))
    assert told[0] == {
        "event": "started",
        "game": key,
        "seats": [
            {"seat": 0, "name": "Ana", "bot": False, "key": KEY},
            {"seat": 1, "name": "[b]Ben[/b]", "bot": True, "key": None},
            {"seat": 2, "name": "Chloé[31m", "bot": False, "key": KEY},
        ],
        "date": DATE,
        "table": "[red]attic",
        "options": {},
    }
    assert told[-1] == {"event": "over", "result": dict(record(key).result or {}), "record": "file"}
    kinds = [line["kind"] for line in told if line["event"] == "game"]
    assert kinds == [event.kind for moment in game.moments for event in moment.events]
    assert sum(line["event"] == "undone" for line in told) == (key != "om-nom-nom")
    json.dumps(told)


def test_places_are_shared_where_nothing_tells_them_apart() -> None:
    assert placed({"scores": [3, 9, 3, 9], "winners": [1]}, 4) == [
        Placed(1, 1, 9),
        Placed(2, 3, 9),
        Placed(3, 0, 3),
        Placed(3, 2, 3),
    ]
    assert placed({"scores": [None, 4], "winners": [1]}, 2) == [Placed(1, 1, 4), Placed(2, 0, None)]
    for strange in (None, {}, {"scores": [1]}, {"scores": ["9", 1]}, {"scores": [True, 1]}, {"scores": [10**9, 1]}):
        assert placed(strange, 2) is None


def test_days_that_no_calendar_has_do_no_harm() -> None:
    assert moment_of(DATE) == datetime(2026, 11, 30, 19, 2, 11, tzinfo=UTC)
    for date in ("2026-02-31T00:00:00Z", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z"):
        assert moment_of(date) == EPOCH


def test_the_story_never_takes_the_place_of_another_file(tmp_path: Path) -> None:
    game = GAMES_REPLAYED["ominoes"]
    wanted = tmp_path / "new" / file_name(game)
    assert wanted.name == "2026-11-30T190211 ominoes.txt"
    assert export(game, wanted) == wanted
    assert export(game, wanted) == wanted  # the same text needs no second file
    wanted.write_text("mine")
    other = export(game, wanted)
    assert other.name == "2026-11-30T190211 ominoes 2.txt"
    assert (wanted.read_text(), other.read_text(encoding="utf-8")) == ("mine", story(game))


# -- the list --------------------------------------------------------------------------------------------------------


@all_games
def test_an_outline_says_what_the_whole_record_says(key: str) -> None:
    text = data(key).decode()
    whole, outline = read(text), skim(text)
    assert (outline.header, outline.steps, outline.result) == (whole.header, len(whole.steps), whole.result)
    part = skim(write(Record(whole.header, whole.steps[:3])))
    assert (part.steps, part.result) == (3, None)


def test_a_list_shows_what_it_can_of_each_file(tmp_path: Path) -> None:
    (tmp_path / "a.serai").write_bytes(data("ominoes", date="2026-01-02T00:00:00Z"))
    (tmp_path / "b.serai").write_bytes(data("om-nom-nom", 2, "2026-05-02T00:00:00Z"))
    (tmp_path / "c.serai").write_bytes(b"\xff")
    (tmp_path / "d.serai").write_text("serai-record 1\nnonsense \x1b[31m\n")
    (tmp_path / "e.serai").mkdir()
    (tmp_path / "notes.txt").write_text("no record")
    found = newest_first(look_at(path) for path in files(tmp_path))
    assert [one.name for one in found][:2] == ["b.serai", "a.serai"]
    assert {one.name: one.why for one in found if one.why} == {
        "c.serai": "it is not text",
        "d.serai": "line 2: a header has no line 'nonsense'",
        "e.serai": "there is no such file",
    }
    first, second = found[:2]
    assert (first.game, first.table, first.finished) == ("Om Nom Nom", "[red]attic", True)
    assert first.steps == len(record("om-nom-nom", 2).steps)
    result = record("ominoes").result
    assert result is not None
    assert second.seated[0] == Seated(SHOWN[result["winners"][0]], 1, max(result["scores"]))
    assert {one.name for one in second.seated} == set(SHOWN) != set(NAMES)
    assert files(tmp_path / "nowhere") == []
