"""Maps: those that come with the game, those that are refused, and the oasis."""

from __future__ import annotations

import re

import pytest

from core.game import BadOptions
from core.games.nomadi import GAME
from core.games.nomadi.board import BOARDS, STONES, BadBoard, parse, read

SMALL = """\
GGGG,,,,,..
GGGG,v,,,..
,,,,,,,,w..
,,,,,,,SSSS
,,,,,,,SSSS
,,,,,,.SSSS
,,,,,..SSSS
"""


@pytest.mark.parametrize("name", BOARDS)
def test_each_board_has_room_for_every_number_of_seats(name):
    for seats in STONES:
        assert GAME.start(seats, {"board": name}).board is BOARDS[name]


def test_classic_is_as_the_facts_say():
    board = BOARDS["classic"]
    assert (board.width, board.height) == (19, 16)
    assert board.shown(board.start)[0] == "p13"
    assert board.shown(board.goal)[-1] == "d4"
    assert board.water.bit_count() == 11


def test_a_map_of_ones_own_is_played():
    position = GAME.start(4, {"board": SMALL.splitlines()})
    assert GAME.due(position).detail == {"count": 16}
    assert GAME.dump(position)["board"] == SMALL.splitlines()
    assert read(SMALL.replace("\n", "\r\n")).rows == tuple(SMALL.splitlines())


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("GGGG,,,,,..\n", "GGGG,,,,,.\n", "line 2, column 11"),
        ("GGGG,v,,,..", "GGGG,v,,,..,", "line 2, column 12"),
        (",v,", ",x,", "line 2, column 6: 'x'"),
        (",v,", ",\t,", "line 2, column 6"),
        ("G", ",", "line 7, column 11.*goal"),
        ("S", ".", "line 7, column 11.*start"),
        ("..SSSS\n", "......\n", "line 6, column 11.*12 start fields"),
        (",,,,..SSSS", ",,,,SSSSSS", "line 7, column 11: a start field too many"),
        (",,,,,,,SSSS\n,,,,,,,SSSS\n", ",,,,,,,SSS,\n,,,,,,,SS,S\n", "line 7, column 11.*14 start fields"),
        (",,,,,,,,w..", "###########", "line 1, column 1.*no way"),
        ("\n", "\n\n", "line 2, column 1"),
    ],
)
def test_maps_with_holes_are_refused_with_their_place(old, new, words):
    assert old in SMALL
    with pytest.raises(BadBoard, match=words):
        read(SMALL.replace(old, new))
    with pytest.raises(BadOptions):
        GAME.start(4, {"board": SMALL.replace(old, new).splitlines()})


def test_a_start_that_can_fall_apart_is_refused():
    leaf = SMALL.replace(",,,,,..SSSS", ",,,,,..SSS.").replace(",,,,,,.SSSS", ",,,,,,SSSSS")
    with pytest.raises(BadBoard, match="line 6, column 8: the start falls apart without this field"):
        read(leaf)
    two = SMALL.replace(",,,,,..SSSS", "S,,,,..SSS.")
    with pytest.raises(BadBoard, match=r"line 4, column 8: the start falls apart$"):
        read(two)


def test_a_board_without_sand_for_the_cards_is_refused():
    with pytest.raises(BadBoard, match="4 sand fields are too few"):
        read("GGG,,SSSS\n#####SSSS\n,,###SSSS\n#####SSSS")


def test_more_water_than_cards_is_refused():
    with pytest.raises(BadBoard, match=re.escape("line 1, column 24: a water source more than the 18 cards")):
        parse(["GGGGG" + "v" * 20 + "S"])


@pytest.mark.parametrize("text", ["", "\n", "G" * 27, "GGGS\n" * 61])
def test_maps_of_no_size_or_beyond_all_bounds_are_refused(text):
    with pytest.raises(BadBoard, match="line"):
        read(text)


def test_fifteen_start_fields_are_for_three_or_five():
    rows = SMALL.replace("..SSSS\n", "..SSS.\n").splitlines()
    GAME.start(3, {"board": rows})
    GAME.start(5, {"board": rows})
    for seats in (2, 4):
        with pytest.raises(BadOptions, match="15 fields"):
            GAME.start(seats, {"board": rows})


@pytest.mark.parametrize(
    ("oasis", "words"),
    [("d4", "in the goal"), ("s1", "beyond"), ("h4", "water"), ("z99", "beyond"), ("p13", "beyond"), (5, "name")],
)
def test_the_oasis_lies_on_sand_beyond_the_chasm(oasis, words):
    with pytest.raises(BadOptions, match=words):
        GAME.start(2, {"oasis": oasis})


def test_the_oasis_takes_its_neighbours_but_no_water_and_nothing_short_of_the_chasm():
    board = GAME.start(2, {"oasis": "h3"}).board
    assert board.shown(board.goal) == ["g2", "h2", "i2", "g3", "h3", "i3", "g4", "i4"]
    assert board.sand >> board.field("a1") & 1, "the printed goal is sand now"
    edge = GAME.start(2, {"oasis": "b16"}).board
    assert edge.shown(edge.goal) == ["a15", "b15", "c15", "a16", "b16"]


def test_an_oasis_of_less_than_five_fields_is_refused():
    rows = SMALL.splitlines()
    rows[:3] = ["GGGG,#,,...", "GGGG,v#,...", ",,,,,,##..."]
    with pytest.raises(BadOptions, match="has 3 fields; it needs 5"):
        GAME.start(2, {"board": rows, "oasis": "g1"})
