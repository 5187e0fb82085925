"""Positions as JSON: what is read, what is passed on, and what is bad."""

import pytest

from core.game import BadPosition, Chance, Unreadable
from core.games.ominoes import GAME
from tests.games.ominoes.boards import STUCK, data, load


def test_a_hand_written_position_may_leave_out_placed():
    whole = data("RRR", "add", "R")
    short = {key: value for key, value in whole.items() if key != "placed"}
    assert GAME.load(short) == GAME.load(whole)
    assert GAME.dump(GAME.load(short)) == whole


def test_side_and_expert_have_their_defaults():
    for seats in (2, 3):
        for options in ({}, {"side": None}):
            p = GAME.load(data("RRR", "add", "R", seats=seats) | {"options": options})
            assert p == load("RRR", "add", "R", seats=seats)


def test_said_false_is_as_if_it_were_not_there():
    assert load("RRRR", "roll", said=False) == load("RRRR", "roll")
    assert load("RRRR", "roll", at=None) == load("RRRR", "roll")


@pytest.mark.parametrize(
    ("position", "phase", "turn"),
    [
        (data("RRR", "end"), "roll", 1),
        (data("RRR", "end", turn=1), "roll", 0),
        (data("RA A", "move", "R"), "add", 0),
        (data("RA A", "move", "H"), "add", 0),
        (data("", "move", "O"), "add", 0),
        (data(f"{STUCK} RRR", "add", "K", seats=4), "roll", 1),
        (data(f"{STUCK} RRR", "move", "K", seats=4, turn=3), "roll", 0),
        (data("RRKK R.K", "setup", placed=[3, 3]), "roll", 0),
        (data("RRKK R.K", "setup", placed=[3, 3], turn=1), "roll", 0),
    ],
)
def test_what_has_nothing_to_ask_is_passed_on(position, phase, turn):
    found = GAME.dump(GAME.load(position))
    assert (found["phase"], found["turn"]) == (phase, turn)
    assert GAME.dump(GAME.load(found)) == found


def test_said_is_forgotten_where_there_is_nothing_to_score():
    p = load("RRR", "roll", said=True)
    assert p == load("RRR", "roll")
    assert GAME.due(p) == Chance("ominoe")


def test_the_last_ominoe_that_goes_back_on_loading_is_in_the_supply_again():
    found = GAME.dump(load(f"{STUCK} RRR", "add", "K", seats=4))
    assert (found["supply"], found["rolled"]) == (1, None)


MUST = data(f"{STUCK} RRRR", "must-score", seats=4, at="b8")
SETUP = data("RR", "setup", placed=[2, 0], turn=1)


def test_these_are_good():
    for position in (
        MUST, SETUP, data("R", "reroll", "O", at="a1"), data("R", "over", scores=[21, 20]),
        data("R", "over", "K", scores=[20, 24], turn=1), data("R", "roll", seats=3, scores=[12, 12, 12]),
        data("", "setup", placed=[0, 0]), data("RRKK", "setup", "O", placed=[2, 2]),
        data("RRKKO", "setup", placed=[3, 2], turn=1), data("RRKKO", "setup", "K", placed=[3, 2], turn=1),
    ):  # fmt: skip
        assert GAME.dump(GAME.load(position)) == position


@pytest.mark.parametrize(
    ("position", "why"),
    [
        # the 26
        (data("RRR", "roll", supply=22), "26 Ominoes"),
        (data("RRR", "roll", supply=24), "26 Ominoes"),
        (data("RRR", "add", "R", supply=23), "26 Ominoes"),
        (data("RRR", "over", scores=[21, 0], supply=26), "26 Ominoes"),
        (data(f"{STUCK} RRRRR", "must-score", seats=4, at="a8", supply=0), "26 Ominoes"),
        (data("RRR", "roll", supply=-1), "whole number"),
        (data("RRR", "roll", supply=27), "whole number"),
        (data("RRR", "roll", supply=23.0), "whole number"),
        (data("RRR", "roll", supply="23"), "whole number"),
        (data("", "roll", supply=True), "whole number"),
        # scores
        (data("R", "roll", scores=[21, 0]), "has won"),
        (data("R", "add", "R", scores=[0, 22]), "has won"),
        (data("R", "roll", seats=3, scores=[0, 13, 0]), "has won"),
        (data("R", "roll", seats=4, scores=[0, 0, 0, 13]), "has won"),
        (data("R", "over", scores=[20, 20]), "game is over when"),
        (data("R", "over", scores=[20, 21]), "game is over when"),
        (data("R", "over", scores=[21, 21]), "game is over when"),
        (data("R", "roll", scores=[-1, 0]), "whole number"),
        (data("R", "over", scores=[99, 0]), "whole number"),
        (data("R", "roll", scores=[None, 0]), "whole number"),
        # hand and phase
        (data("RRR", "move"), "in hand"),
        (data("RRR", "add"), "in hand"),
        (data("RRR", "reroll", at="a1"), "in hand"),
        (data("RRR", "roll", "R"), "no rolled Ominoe"),
        (data("RRR", "end", "R"), "no rolled Ominoe"),
        (data("RRR", "add", "X"), "rolled"),
        (data("RRR", "add", "RA"), "rolled"),
        (data("RRR", "score"), "phase"),
        (data("RRR", "roll") | {"phase": None}, "phase"),
        (data(f"{STUCK} RRRR", "roll", seats=4), "supply is never empty"),
        (data(f"{STUCK} RRRR", "end", seats=4), "supply is never empty"),
        # at
        (data("RRR", "reroll", "O"), "must name a space"),
        (data("RRR", "reroll", "R", at="a1"), "only Ominotep"),
        (data("RRR", "reroll", "O", at="d1"), "no Ominoe on d1"),
        (data("RRR", "reroll", "O", at="h8"), "no Ominoe on h8"),
        (data("RRR", "reroll", "O", at="z1"), "space's name"),
        (data("RRR", "reroll", "O", at=3), "space's name"),
        (data("RRR", "reroll", "O", at=["a1"]), "space's name"),
        (data("RRR", "add", "O", at="a1"), "at belongs"),
        ({key: value for key, value in MUST.items() if key != "at"}, "must name a space"),
        (MUST | {"at": "h8"}, "no Ominoe on h8"),
        (MUST | {"at": "a1"}, "in a group that scores"),
        (MUST | {"turn": 1}, "in a group that scores"),
        (data("RRRR", "must-score", at="a1"), "after the last Ominoe"),
        # said
        (data("RRRR", "end", said=True), "said belongs"),
        (data("RRRR", "add", "R", said=True), "said belongs"),
        (data("RRRR", "roll", said=1), "true or false"),
        (data("RRRR", "roll", said=None), "true or false"),
        # board
        (data("RRR", "roll", board=["......"] * 5), "6 entries"),
        (data("RRR", "roll", board=["......"] * 7), "6 entries"),
        (data("RRR", "roll", board=["......."] * 6), "6 letters"),
        (data("RRR", "roll", board=["....."] * 6), "6 letters"),
        (data("RRR", "roll", board=["r....."] * 6), "none of"),
        (data("RRR", "roll", board=[None] * 6), "6 letters"),
        (data("RRR", "roll", board=[["."] * 6] * 6), "6 letters"),
        (data("RRR", "roll", board="......"), "list"),
        (data("...... ...... ..R", "roll", expert=True), "snake pit"),
        (data("........ ........ ........ ....R", "roll", seats=3, expert=True), "snake pit"),
        # options
        (data("RRR", "roll", options={"side": "3-camels", "expert": False}), "8 entries"),
        (data("RRR", "roll", options={"side": "2-camel", "expert": False}), "options.side"),
        (data("RRR", "roll", options={"side": "2-camels", "expert": 0}), "true or false"),
        (data("RRR", "roll", options={"gods": ["R", "K"]}), "unknown key"),
        (data("RRR", "roll", options=[]), "an object"),
        # seats
        (data("RRR", "roll", turn=2), "turn"),
        (data("RRR", "roll", turn=-1), "turn"),
        (data("RRR", "roll", turn=None), "turn"),
        (data("RRR", "roll", gods="RR"), "same god"),
        (data("RRR", "roll", gods="RY"), "god"),
        (data("RRR", "roll") | {"seats": [{"god": "R", "score": 0}]}, "2 to 4"),
        (data("RRR", "roll") | {"seats": [{"god": god, "score": 0} for god in "RAKHY"]}, "2 to 4"),
        (data("RRR", "roll") | {"seats": [{"god": "R"}, {"god": "K", "score": 0}]}, "lacks 'score'"),
        (data("RRR", "roll") | {"seats": [["R", 0], ["K", 0]]}, "an object"),
        # set-up
        (data("RRR", "roll", placed=[3, 2]), "after set-up"),
        (data("RRR", "roll", placed=[3]), "2 entries"),
        (data("RRR", "roll", placed=[3, 4]), "whole number"),
        (data("", "setup", placed=[0, 0], turn=1), "seat 0 that sets up"),
        (SETUP | {"turn": 0}, "seat 1 that sets up"),
        (SETUP | {"placed": [0, 2]}, "in turn"),
        (SETUP | {"placed": [1, 1]}, "in turn"),
        (data("RRKKOO", "setup", placed=[1, 3]), "in turn"),
        (data("RRK", "setup", placed=[2, 0], turn=1), "what the seats have placed"),
        (data("R", "setup", placed=[2, 0], turn=1), "what the seats have placed"),
        (data("RR", "setup", placed=[2, 0], turn=1, scores=[4, 0]), "nobody has scored"),
        (data("RR", "setup", "R", placed=[2, 0], turn=1), "third Ominoe"),
        (data("RRKKOO", "setup", "R", placed=[3, 3]), "third Ominoe"),
        ({key: value for key, value in SETUP.items() if key != "placed"}, "placed says"),
        # keys
        ({key: value for key, value in data("", "roll").items() if key != "rolled"}, "lacks 'rolled'"),
        (data("RRR", "roll", colour="green"), "unknown key"),
    ],
)  # fmt: skip
def test_bad_positions_are_refused_in_words(position, why):
    with pytest.raises(BadPosition, match=why):
        GAME.load(position)


NO_ACTIONS = """
add|add c3 d3|add C3|add i1|add a9|add a0|add a10|addc3|add a\u0661|move c3|move c3 d5 e5|reroll|score c3|score RA c3
score Y c3|score  c3|score R|Roll|roll 1|end c3|hold it|add c3 |add  c3
"""


@pytest.mark.parametrize("text", NO_ACTIONS.strip("\n").replace("\n", "|").split("|"))
def test_what_is_no_action_is_unreadable(text):
    with pytest.raises(Unreadable, match=r"\w+ \w+"):
        GAME.parse(load("R", "roll", seats=3), text)


def test_spaces_of_the_large_board_are_none_of_the_small():
    for text in ("add g1", "add a7", "move a1 a8", "score R h8"):
        assert GAME.format(load("R", "roll", seats=3), GAME.parse(load("R", "roll", seats=3), text)) == text
        with pytest.raises(Unreadable, match="a1 to f6"):
            GAME.parse(load("R", "roll"), text)
