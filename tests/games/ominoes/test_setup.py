"""The beginning: sides, gods, and ruling 1."""

import pytest

from core.game import Ask, Asks, BadOptions, Chance
from core.games.ominoes import GAME
from tests.games.ominoes.boards import answers, load, play, refused, rows, told


def start(seats, **options):
    return GAME.dump(GAME.start(seats, options))


@pytest.mark.parametrize(("seats", "size", "gods"), [(2, 6, "RK"), (3, 8, "RAK"), (4, 8, "RAKH")])
def test_side_and_gods_go_by_the_number_of_seats(seats, size, gods):
    for options in ({}, {"side": None, "gods": None}):
        found = start(seats, **options)
        assert found["board"] == ["." * size] * size
        assert "".join(seat["god"] for seat in found["seats"]) == gods
        assert found["supply"] == 26
        assert found["placed"] == [0] * seats


def test_another_side_and_other_gods():
    found = start(4, side="2-camels", gods=["H", "K", "A", "R"], expert=True)
    assert found["options"] == {"side": "2-camels", "expert": True}
    assert len(found["board"]) == 6
    assert [seat["god"] for seat in found["seats"]] == list("HKAR")


def test_what_is_no_seats_own_god_is_shared():
    p = GAME.start(2, {"gods": ["H", "A"]})
    assert [sorted("RAKH"[god] for god in gods) for gods in p.table.scored] == [["H", "K", "R"], ["A", "K", "R"]]
    p = GAME.start(4)
    assert [len(gods) for gods in p.table.scored] == [1, 1, 1, 1]


@pytest.mark.parametrize(
    ("seats", "options", "why"),
    [
        (1, {}, "2 to 4"),
        (5, {}, "2 to 4"),
        (2, {"side": "1-camel"}, "2-camels or 3-camels"),
        (2, {"side": 6}, "2-camels or 3-camels"),
        (2, {"expert": None}, "true or false"),
        (2, {"expert": 1}, "true or false"),
        (2, {"gods": ["R", "R"]}, "all different"),
        (2, {"gods": ["R"]}, "list of 2 letters"),
        (3, {"gods": ["R", "K"]}, "list of 3 letters"),
        (2, {"gods": "RK"}, "list of 2 letters"),
        (2, {"gods": ["R", "Y"]}, "no god"),
        (2, {"gods": ["R", "RA"]}, "no god"),
        (2, {"gods": ["R", 1]}, "no god"),
        (2, {"gods": ["R", ""]}, "no god"),
        (2, {"pit": True}, "no option 'pit'"),
    ],
)
def test_bad_options_are_refused_in_words(seats, options, why):
    with pytest.raises(BadOptions, match=why):
        GAME.start(seats, options)


def test_two_of_ones_own_each_then_a_rolled_one_each():
    p = GAME.start(3)
    for seat, spaces in enumerate((("a1", "b1"), ("c1", "d1"), ("e1", "f1"))):
        for space in spaces:
            assert GAME.due(p) == Asks((Ask(seat, "setup"),))
            p = play(p, f"add {space}")
    assert rows(p) == ["RRAAKK"]
    for seat, (face, space) in enumerate((("H", "a2"), ("Y", "b2"), ("O", "c2"))):
        assert GAME.due(p) == Chance("ominoe")
        p = play(p, face)
        assert GAME.dump(p)["rolled"] == face
        assert GAME.due(p) == Asks((Ask(seat, "setup"),))
        p, events = told(p, f"add {space}")
        assert events == (["added"] if seat < 2 else ["added", "turn"])
    assert rows(p) == ["RRAAKK", "HYO"]
    assert GAME.dump(p) | {"turn": 0, "phase": "roll", "supply": 17, "placed": [3, 3, 3]} == GAME.dump(p)


def test_nothing_is_scored_during_set_up():
    p = load("RR.AA ...... KK.HH", "setup", "R", placed=[2, 2, 2, 2], seats=4)
    p = play(p, "add c1", "Y")
    assert answers(play(p, "add a2", "A")) == {f"add {space}" for space in spaces(8) - set(TAKEN.split())}
    assert refused(p, "score R a1") == "nothing is scored during set-up"


TAKEN = "a1 b1 c1 d1 e1 a2 a3 b3 d3 e3"


def spaces(size):
    return {f"{column}{row}" for column in "abcdefgh"[:size] for row in range(1, size + 1)}


def test_a_group_of_set_up_can_be_scored_in_the_first_turn():
    p = play(GAME.start(4), *(f"add {at}" for at in ("a1", "b1", "a8", "b8", "g1", "h1", "g8", "h8")))
    p = play(p, "R", "add c1", "Y", "add d1", "A", "add d8", "K", "add e4")
    assert GAME.dump(p)["turn"] == 0
    assert answers(p) == {"roll", "score R a1"}


def test_the_set_up_ominoe_is_put_on_an_empty_space():
    p = play(GAME.start(2), "add c3")
    assert "taken" in refused(p, "add c3")
    assert refused(p, "move c3 d5") == "this is set-up: put an Ominoe of Ra on an empty space"
    for text in ("roll", "end", "hold", "reroll c3"):
        assert "set-up" in refused(p, text)


@pytest.mark.parametrize("side", ["2-camels", "3-camels"])
def test_in_the_expert_version_the_pit_is_closed_in_set_up_too(side):
    p = GAME.start(2, {"side": side, "expert": True})
    pit = {"c3", "c4", "d3", "d4"} if side == "2-camels" else {"d4", "d5", "e4", "e5"}
    size = 6 if side == "2-camels" else 8
    assert answers(p) == {f"add {space}" for space in spaces(size) - pit}
    assert "snake pit" in refused(p, "add d4")
