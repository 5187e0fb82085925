"""Records: written in one form, read back, refused with the line and the reason, and replayed."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.catalogue import GAMES
from core.record import BadRecord, Drawn, Header, Play, Record, Undo, read, replay, write
from core.stream import Stream
from tests.games.kit import CASES, wander

KEY = "9f" * 32
HEADER = Header("om-nom-nom", "2026-11-30T19:02:11Z", "window seat", ("Ana", "Ben"), {}, (KEY, None), 5)
ROLL = Drawn(["carrot", "fly", "mouse"] * 5)
PLAY = Play({0: "cat", 1: "frog"})
TEXT = f"""serai-record 1
game om-nom-nom
date 2026-11-30T19:02:11Z
table "window seat"
players ["Ana", "Ben"]
keys ["{KEY}", null]
options {{}}
seed 5

1 chance ["carrot", "fly", "mouse", "carrot", "fly", "mouse", "carrot", "fly", "mouse", "carrot", "fly", "mouse", "carrot", "fly", "mouse"]
2 play 0 cat | 1 frog
3 undo
4 play 0 cat | 1 cat | forfeit 0 1
"""  # noqa: E501
STARTED = Record(HEADER, (ROLL, PLAY, Undo(), Play({0: "cat", 1: "cat"}, (0, 1))))


def played(case):
    """A whole game as a record, and its last position."""
    game, position, steps = case.game, case.start(), []
    for ply in wander(game, position, Stream.of_seed("record")):
        texts = {seat: game.format(ply.before, action) for seat, action in ply.choices.items()}
        steps.append(Play(texts) if texts else Drawn(ply.outcome))
        position = ply.after
    header = replace(HEADER, game=case.key, players=case.names[: case.seats], options=dict(case.options), keys=None)
    return Record(header, tuple(steps), game.result(position).to_json()), position


def test_the_form():
    assert write(STARTED) == TEXT
    assert read(TEXT) == STARTED


def test_an_unfinished_game_is_replayed_as_far_as_it_went():
    found = list(replay(STARTED))
    assert [step for step, _, _ in found] == list(STARTED.steps)
    positions = [position for _, position, _ in found]
    assert positions[2] == positions[0] != positions[1]
    assert [event.kind for event in found[0][2]] == ["rolled"]
    assert found[2][2] == ()


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_record_is_read_and_replayed_to_the_same_position(case):
    record, end = played(case)
    text = write(record)
    assert read(text) == record
    assert write(read(text)) == text
    *_, (_, position, _) = replay(read(text))
    assert position == end


names = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)


@given(names, names, st.sampled_from(["\n", "\r\n", "\u2028", "\x85", " | ", '"', "\\", "seed 5", "\x00"]))
def test_no_name_breaks_a_record(table, name, odd):
    record = replace(STARTED, header=replace(HEADER, table=table + odd, players=(name, odd + name)))
    assert read(write(record)) == record
    assert write(record).count("\n") == TEXT.count("\n")


@pytest.mark.parametrize(
    ("old", "new", "at", "why"),
    [
        ("serai-record 1", "serai-record 2", 1, "of version 2; this program reads version 1"),
        ("serai-record 1", "serai-record 01", 1, "of version 01"),
        ("serai-record 1", "hello", 1, "not a record"),
        ("game om-nom-nom", "game chess", 2, "there is no game 'chess'"),
        ("game om-nom-nom\n", "", 8, "lacks the line 'game'"),
        ("date 2026", "date yesterday 2026", 3, "must look like"),
        ("date 2026-11", "date ٢٠٢٦-11", 3, "must look like"),
        ('table "window seat"', "table window seat", 4, "not JSON"),
        ('table "window seat"', "table 7", 4, "must be a text"),
        ('table "window seat"', 'table "window seat"\ncolour 7', 5, "no line 'colour'"),
        ('table "window seat"', 'table "window seat"\ntable ""', 5, "a second line 'table'"),
        ('"Ana"', "7", 5, "name must be a text"),
        ('["Ana", "Ben"]', '{"Ana": 1}', 5, "must be a list"),
        ('"Ana"', '"\\u0041na"', 5, "should be written"),
        ('"Ana"', '"\\ud800"', 5, "surrogate"),
        (f'"{KEY}"', '"9F"', 6, "64 hex digits"),
        (f'"{KEY}", null', "null", 6, "for each player"),
        ("options {}", "options []", 7, "must be an object"),
        ("options {}", 'options {"imaginary": 2}', 7, "with 2 players"),
        ("seed 5", "seed five", 8, "not JSON"),
        ("seed 5", "seed 5.0", 8, "whole number"),
        ("seed 5", "seed true", 8, "whole number"),
        ("seed 5", "seed 05", 8, "not JSON"),
        ("seed 5\n\n", "seed 5\n", 9, "no line '1'"),
        ("seed 5\n", "seed 5\n\n", 11, "only the result"),
        ("1 chance", "2 chance", 10, "step 1 is expected"),
        ("1 chance", "01 chance", 10, "step 1 is expected"),
        ("1 chance", "1 dance", 10, "play, chance, undo or concede"),
        ('1 chance ["carrot"', '1 chance ["wolf"', 10, "no die shows 'wolf'"),
        ('1 chance ["carrot", ', "1 chance [NaN, ", 10, "NaN"),
        ('1 chance ["carrot", ', '1 chance ["carrot",', 10, "should be written"),
        ("2 play", "2 undo", 11, "should be written"),
        ("2 play 0 cat | 1 frog", '2 chance ["cat"]', 11, "waits for the choice of seats 0, 1"),
        ("2 play 0 cat | 1 frog", "2 play", 11, "neither a seat"),
        ("2 play 0 cat |", "2 play cat |", 11, "'cat' is neither"),
        ("2 play 0 cat |", "2 play 0 |", 11, "'0' is neither"),
        ("2 play 0 cat |", "2 play 00 cat |", 11, "should be written"),
        ("2 play 0 cat | 1 frog", "2 play 1 frog | 0 cat", 11, "should be written"),
        ("2 play 0 cat | 1 frog", "2 play 0 cat | 0 cat | 1 frog", 11, "should be written"),
        ("2 play 0 cat | 1 frog", "2 play 0 cat", 11, "the choice of seat 1 is missing"),
        ("2 play 0 cat | 1 frog", "2 play 0 cat | 1 frog | 2 wolf", 11, "seat 2 owes no choice"),
        ("2 play 0 cat | 1 frog", "2 play 99 cat", 11, "seat 99 owes no choice"),
        ("1 frog", "1 fox", 11, "seat 1: 'fox' is no animal card"),
        ("1 frog", "1 frog | forfeit 1", 11, "not the default choice"),
        ("1 frog", "1 frog | forfeit 2", 11, "seat 2 forfeits a choice that is not here"),
        ("1 frog", "1 frog | forfeit x", 11, "neither a seat"),
        ("forfeit 0 1", "forfeit 1 0", 13, "should be written"),
        ("2 play 0 cat | 1 frog\n3 undo", "2 undo\n3 undo", 12, "nothing to undo"),
        ("3 undo\n", "3 play 0 cat | 1 frog\n", 12, "the position waits for chance (imaginary)"),
        ("1 cat | forfeit 0 1\n", "1 cat | forfeit 0 1", 14, "the end is missing"),
        ("1 cat | forfeit 0 1\n", "1 cat | forfeit 0 1\n\n", 15, "only the result"),
        ("1 cat | forfeit 0 1\n", '1 cat | forfeit 0 1\n\nresult {"scores": [1]}\n', 15, "the game is not over"),
        ("1 cat | forfeit 0 1\n", "1 cat | forfeit 0 1\n\nresult 7\n", 15, "must be an object"),
        ("\n", "\r\n", 1, "not a record"),
    ],
)
def test_what_is_no_record_is_refused_with_its_line(old, new, at, why):
    assert old in TEXT
    with pytest.raises(BadRecord) as error:
        list(replay(read(TEXT.replace(old, new, -1 if old == "\n" else 1))))
    assert why in error.value.why
    assert error.value.line == at
    assert str(error.value).startswith(f"line {error.value.line}: ")


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_a_false_or_missing_result_is_found_out(game):
    record, _ = played(next(case for case in CASES if case.game is game))
    assert record.result is not None
    wrong = {**record.result, "winners": [7]}
    for result, where in ((wrong, 1), (dict(reversed(record.result.items())), 1), (None, 0)):
        with pytest.raises(BadRecord) as error:
            list(replay(replace(record, result=result)))
        assert error.value.line == record.line_of(len(record.steps)) + where
    with pytest.raises(BadRecord, match="waits for nothing, the game is over"):
        list(replay(replace(record, steps=(*record.steps, record.steps[-1]))))


@given(st.data())
def test_any_damage_is_found_or_makes_no_difference(data):
    """One character changed: refused, or it is another record (a name, say) in its one form."""
    at = data.draw(st.integers(0, len(TEXT) - 1))
    char = data.draw(st.characters() | st.sampled_from('\n |"[]{}0123456789'))
    text = TEXT[:at] + char + TEXT[at + 1 :]
    try:
        record = read(text)
        list(replay(record))
    except BadRecord:
        pass
    else:
        assert write(record) == text
