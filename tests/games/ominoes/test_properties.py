"""What holds in every game, checked on random ones against rules written a second time, slowly."""

from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.games.ominoes import GAME
from core.games.ominoes.actions import read
from core.games.ominoes.position import OMINOES
from core.stream import Stream
from tests.games.kit import Case, plies, wander
from tests.games.ominoes import reference
from tests.games.ominoes.boards import answers

CASES = [
    Case("ominoes", seats, options)
    for seats, options in (
        (2, ()),
        (2, (("expert", True),)),
        (2, (("side", "3-camels"),)),
        (3, ()),
        (3, (("gods", ("H", "R", "A")), ("side", "2-camels"))),
        (3, (("expert", True), ("side", "2-camels"))),
        (4, ()),
        (4, (("side", "2-camels"),)),
        (4, (("expert", True),)),
    )
]
all_cases = pytest.mark.parametrize("case", CASES, ids=str)


@all_cases
def test_there_are_always_26_ominoes(case):
    for ply in plies(case):
        data = GAME.dump(ply.after)
        lying = [letter for row in data["board"] for letter in row if letter != "."]
        assert len(lying) + data["supply"] + (data["rolled"] is not None) == OMINOES
        one, two, three, four, five, six = ply.after.faces
        assert one ^ two ^ three ^ four ^ five ^ six == one | two | three | four | five | six, "two on one space"


@all_cases
def test_the_answers_are_those_of_the_slow_rules(case):
    for ply in plies(case):
        data = GAME.dump(ply.after)
        assert sorted(answers(ply.after)) == reference.actions(data)
        assert len(GAME.answers(ply.after, ply.after.turn)) == len(answers(ply.after))
        assert not reference.must_pass_on(data)
        assert not any(GAME.answers(ply.after, seat) for seat in range(case.seats) if seat != ply.after.turn)


@pytest.mark.parametrize("case", CASES[::3], ids=str)
def test_nothing_but_the_listed_actions_is_accepted(case):
    size = case.start().table.size
    names = [f"{column}{row}" for column in "abcdefgh"[:size] for row in range(1, size + 1)]
    every = ["roll", "end", "hold"]
    every += [f"{kind} {at}" for kind, at in product(("add", "reroll", *(f"score {god}" for god in "RAKH")), names)]
    every += [f"move {start} {end}" for start, end in product(names, names)]
    actions = {text: read(text, size) for text in every}
    for ply in plies(case)[:: len(plies(case)) // 12]:
        p = ply.after
        listed = answers(p)
        for text, action in actions.items():
            assert (GAME.check(p, p.turn, action) is None) == (text in listed), text


@all_cases
def test_a_group_is_scored_for_a_god_of_the_seat_and_counts_its_ominoes(case):
    scored = 0
    for seed in range(4):
        for ply in wander(GAME, case.start(), Stream.of_seed(seed), offers=0):
            for event in ply.events:
                if event.kind == "scored":
                    scored += 1
                    seat, god, before = event.data["seat"], event.data["god"], ply.before
                    gods = "".join("RAKH"[own] for own in before.table.gods)
                    assert god == gods[seat] or god not in gods
                    faces = {space: letter for space, letter in lying(before).items() if space in event.data["spaces"]}
                    assert len(faces) == len(event.data["spaces"]) == event.data["points"] >= 4
                    assert god in faces.values()
                    assert set(faces.values()) <= {god, "Y", "O"}
                    assert ply.after.scores[seat] == before.scores[seat] + event.data["points"]
                    assert not faces.keys() & lying(ply.after).keys()
    assert scored


def lying(p):
    """The letter on each space that is taken, by the space's name."""
    return {
        reference.name((x, y)): letter
        for y, row in enumerate(GAME.dump(p)["board"])
        for x, letter in enumerate(row)
        if letter != "."
    }


@all_cases
def test_a_game_ends_when_the_goal_is_reached_and_not_before(case):
    goal = 21 if case.seats == 2 else 13
    *before, last = plies(case)
    assert all(max(ply.after.scores) < goal for ply in before)
    winner = last.after.turn
    assert last.after.scores[winner] >= goal
    assert GAME.result(last.after).to_json() == {"scores": list(last.after.scores), "winners": [winner]}


@all_cases
def test_a_move_tells_a_way_of_three_steps_over_empty_spaces(case):
    moved = 0
    for ply in plies(case):
        for event in ply.events:
            if event.kind == "moved":
                moved += 1
                way = [event.data["start"], *event.data["way"]]
                assert way[-1] == event.data["end"]
                assert len(set(way)) == 4
                assert not set(way[1:]) & lying(ply.before).keys()
                for one, other in pairwise(way):
                    assert abs(ord(one[0]) - ord(other[0])) + abs(int(one[1]) - int(other[1])) == 1
                assert lying(ply.before)[way[0]] == lying(ply.after).get(way[-1], event.data["face"])
    assert moved


@given(st.lists(st.sampled_from("......RRAKHYO"), min_size=36, max_size=36), st.sampled_from("RAKHYO"), st.booleans())
def test_crowded_boards_have_the_answers_of_the_slow_rules(letters, rolled, last):
    """Boards that no game comes to, the last Ominoe in hand among them."""
    letters = [letter if number < 25 else "." for number, letter in enumerate(letters)]
    if last:
        free = [number for number, letter in enumerate(letters) if letter == "."]
        for number in free[: max(0, 25 - sum(letter != "." for letter in letters))]:
            letters[number] = "AHKR"[number % 4]
    board = ["".join(letters[row * 6 : row * 6 + 6]) for row in range(6)]
    supply = 25 - sum(letter != "." for letter in letters)
    for phase in ("move", "add"):
        data = {
            "game": "ominoes", "options": {"side": "2-camels", "expert": False}, "board": board, "turn": 1,
            "supply": supply, "phase": phase, "rolled": rolled,
            "seats": [{"god": "A", "score": 3}, {"god": "H", "score": 20}],
        }  # fmt: skip
        p = GAME.load(data)
        if reference.must_pass_on(data):
            assert p.phase != phase
        else:
            assert p.phase == phase
            assert sorted(answers(p)) == reference.actions(data)
