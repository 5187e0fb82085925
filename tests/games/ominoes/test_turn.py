"""Roll, move or reroll, add: rulings 2 to 5 and 10."""

import pytest

from core.game import Ask, Asks, BadOutcome, Chance
from core.games.ominoes import GAME
from tests.games.ominoes.boards import answers, load, play, refused, rows, told


def phase(p):
    return GAME.dump(p)["phase"], p.turn


def moves(p):
    return {text for text in answers(p) if text.startswith("move")}


def test_a_roll_is_due_at_once_where_nothing_can_be_scored():
    p = load("RA", "roll")
    assert GAME.due(p) == Chance("ominoe")
    assert not GAME.answers(p, 0)
    assert "rolled first" in refused(p, "roll")
    assert "rolled first" in refused(p, "move a1 d1")


def test_the_rolled_one_leaves_the_supply():
    before = load("RA", "roll")
    p, events = told(before, "R")
    assert events == ["rolled"]
    assert p.supply == before.supply - 1
    assert GAME.due(p) == Asks((Ask(0, "move"),))


def test_only_the_rolled_god_moves():
    p = play(load("R....A A....K K", "roll"), "A")
    assert {text.split()[1] for text in moves(p)} == {"f1", "a2"}
    assert "only Apep moves" in refused(p, "move a1 d1")


def test_yay_ra_moves_any():
    p = play(load("R....A ...... ..Y... ...... ...... O....K", "roll"), "Y")
    assert {text.split()[1] for text in moves(p)} == {"a1", "f1", "c3", "a6", "f6"}


def test_only_an_ominoe_with_a_way_has_moves():
    p = play(load("RA R....R A", "roll"), "R")
    assert {text.split()[1] for text in moves(p)} == {"a2", "f2"}


@pytest.mark.parametrize(
    ("board", "ends"),
    [
        ("R", {"d1", "c2", "b3", "a4", "a2", "b1"}),
        ("R.K", {"b3", "a4", "a2", "b1", "c2"}),
        ("R. .K", {"d1", "a4", "c2", "b3"}),
        ("RK", {"c2", "b3", "a4"}),
        ("R. K", {"d1", "c2", "b3"}),
        ("R.K .K", {"a4", "b3"}),
        ("R.K K", {"c2", "b3"}),
        ("R.K KK", set()),
        ("R.. K.", {"d1", "c2", "b3"}),
    ],
)
def test_exactly_three_steps_over_empty_spaces(board, ends):
    p = play(load(board, "roll"), "R")
    assert moves(p) == {f"move a1 {end}" for end in ends}
    assert phase(p) == (("move", 0) if ends else ("add", 0))


def test_a_move_may_end_beside_its_start_but_never_on_it():
    p = load("...... .R", "move", "R")
    assert {"move b2 b1", "move b2 c2"} <= moves(p)
    assert "not three steps" in refused(p, "move b2 b2")
    assert rows(play(p, "move b2 c2")) == ["", "..R"]


def test_a_move_is_refused_in_words():
    p = load(".RK R.K", "move", "R")
    assert refused(p, "move a6 a3") == "there is no Ominoe on a6"
    assert refused(p, "move c1 f1") == "Ra was rolled, and c1 is Khepri: only Ra moves"
    assert refused(p, "move b1 c2") == "c2 is taken by Khepri: a move ends on an empty space"
    assert refused(p, "move a2 b3").startswith("b3 is not three steps from a2: a move is exactly three")
    assert refused(p, "move b1 e1") == "the way from b1 to e1 is blocked: no step leads over an Ominoe"
    assert refused(p, "add f6") == "Ra was rolled: an Ominoe has to be moved first"
    assert refused(p, "reroll a2") == "only Ominotep lets one reroll, and Ra was rolled"
    for text in ("roll", "end", "hold"):
        assert "has to be moved first" in refused(p, text)
    assert GAME.check(p, 1, GAME.parse(p, "move a2 a5")) == "it is not this seat's turn"


def test_the_move_is_skipped_unasked_where_there_is_none():
    blocked, events = told(load("RA A", "roll"), "R")
    assert (phase(blocked), events) == (("add", 0), ["rolled", "skipped"])
    missing, events = told(load("RA A", "roll"), "H")
    assert (phase(missing), events) == (("add", 0), ["rolled", "skipped"])
    for face in "RYO":
        empty, events = told(load("", "roll"), face)
        assert (phase(empty), events) == (("add", 0), ["rolled", "skipped"])


def test_the_move_is_due_where_there_is_one():
    assert phase(play(load("RA A R", "roll"), "R")) == ("move", 0)


def test_a_skipped_move_leaves_the_turn_to_score_and_add():
    p = play(load("RRRR AAAA A..A", "roll"), "roll", "H")
    assert phase(p) == ("add", 0)
    assert {"score R a1", "score A a2", "add f6"} <= answers(p)


def test_what_can_move_is_looked_at_again_after_a_score():
    """Scoring takes the only Ra that could move: nothing matches, the add is due."""
    p = play(load("RRRR", "roll"), "roll", "R")
    assert phase(p) == ("move", 0)
    p, events = told(p, "score R a1")
    assert (phase(p), events) == (("add", 0), ["scored", "skipped"])


def test_a_score_keeps_the_move_due_where_another_can_move():
    p, events = told(play(load("RRRR ...... R", "roll"), "roll", "R"), "score R a1")
    assert (phase(p), events) == (("move", 0), ["scored"])
    assert {text.split()[1] for text in moves(p)} == {"a3"}


def test_a_score_does_not_bring_a_skipped_move_back():
    p = play(load("RHHH KH K", "roll"), "roll", "R")
    assert phase(p) == ("add", 0)
    assert phase(play(p, "score H b1")) == ("add", 0)


def test_a_score_after_ominotep_that_empties_the_board_skips_the_reroll():
    p, events = told(play(load("RRRR", "roll"), "roll", "O"), "score R a1")
    assert (phase(p), events) == (("add", 0), ["scored", "skipped"])


def test_ominotep_rerolls_one_in_place_and_triggers_nothing():
    p = play(load("RA A....K", "roll"), "O")
    assert answers(p) == {"reroll a1", "reroll b1", "reroll a2", "reroll f2"}
    assert refused(p, "reroll c3") == "there is no Ominoe on c3"
    assert refused(p, "move f2 f5") == "Ominotep was rolled: an Ominoe on the board has to be rerolled first"
    assert "rerolled first" in refused(p, "add c3")
    p = play(p, "reroll a1")
    assert GAME.due(p) == Chance("reroll", detail={"at": "a1"})
    assert not GAME.answers(p, 0)
    assert GAME.dump(p)["at"] == "a1"
    for face in "RAKHYO":
        after, events = told(p, face)
        assert events == ["rerolled"]
        assert phase(after) == ("add", 0)
        assert GAME.dump(after)["rolled"] == "O"
        assert rows(after) == [f"{face}A", "A....K"]
        assert "at" not in GAME.dump(after)


def test_a_reroll_can_make_and_break_groups():
    p = play(load("RRRK", "roll"), "O", "reroll d1")
    assert "score R a1" in answers(play(p, "R"))
    assert "score R a1" in answers(play(p, "Y"))
    assert "score R a1" not in answers(play(p, "K"))
    p = play(load("RRRR", "roll"), "roll", "O")
    assert "score R a1" in answers(p)
    assert "score R a1" not in answers(play(p, "reroll b1", "K"))


def test_the_rolled_one_is_added_on_an_empty_space_and_the_turn_passes():
    p = load("RA", "add", "O")
    assert answers(p) == {f"add {c}{r}" for c in "abcdef" for r in range(1, 7)} - {"add a1", "add b1"}
    assert refused(p, "add a1") == "a1 is taken: an Ominoe is added on an empty space"
    assert refused(p, "hold") == "only the last Ominoe can be held back, and there are 23 more in the supply"
    assert refused(p, "move a1 a4") == "the rolled Ominoe has to be added now"
    after, events = told(p, "add f6")
    assert events == ["added", "turn"]
    assert phase(after) == ("roll", 1)
    assert rows(after) == ["RA", "", "", "", "", ".....O"]


def test_the_last_seat_is_followed_by_the_first():
    assert phase(play(load("RA", "add", "O", seats=4, turn=3), "add h8")) == ("roll", 0)


def test_before_the_roll_one_scores_or_says_roll():
    p = load("RRRR", "roll")
    assert answers(p) == {"roll", "score R a1"}
    assert refused(p, "add c3") == "nothing has been rolled yet: score, or say roll"
    said, events = told(p, "roll")
    assert events == []
    assert GAME.dump(said)["said"] is True
    assert GAME.due(said) == Chance("ominoe")
    assert not GAME.answers(said, 0)
    assert "said" not in GAME.dump(play(said, "R"))
    assert GAME.due(play(p, "score R a1")) == Chance("ominoe")


def test_after_the_add_one_scores_or_says_end():
    p = play(load("RRR", "add", "R"), "add d1")
    assert phase(p) == ("end", 0)
    assert answers(p) == {"end", "score R a1"}
    assert refused(p, "roll") == "there is no Ominoe in hand any more: score, or say end"
    assert phase(play(p, "end")) == ("roll", 1)
    assert phase(play(p, "score R a1")) == ("roll", 1)
    assert told(p, "end")[1] == ["turn"]


def test_several_groups_in_one_turn():
    p = play(load("RRRR ...... AAAA ...... HHHH", "roll"), "score A a3", "score R a1")
    assert answers(p) == {"roll", "score H a5"}
    p = play(p, "roll", "H", "score H a5")
    assert phase(p) == ("add", 0)
    assert p.scores == (12, 0)


def test_normal_the_pit_is_like_any_space_expert_it_is_closed():
    board = "...... ..R"
    normal = play(load(board, "roll"), "R")
    assert {"move c2 c5", "move c2 c3", "move c2 d4", "move c2 b4"} <= moves(normal)
    expert = play(load(board, "roll", expert=True), "R")
    assert moves(expert) == {"move c2 f2", "move c2 e1", "move c2 e3", "move c2 d2",
                             "move c2 b2", "move c2 c1", "move c2 a1", "move c2 a3", "move c2 b4"}  # fmt: skip
    assert refused(expert, "move c2 c3") == "c3 is in the snake pit, which is closed in the expert version"
    p = load("...... ...... .R", "move", "R", expert=True)
    assert refused(p, "move b3 e3") == (
        "the way from b3 to e3 is blocked: no step leads over an Ominoe or the closed snake pit"
    )
    p = load("R", "add", "R", expert=True)
    assert {f"add {space}" for space in ("c3", "c4", "d3", "d4")} & answers(p) == set()
    assert "snake pit" in refused(p, "add c4")


def test_the_same_pit_on_the_large_side():
    p = load("", "add", "R", expert=True, seats=3)
    assert "snake pit" in refused(p, "add d4")
    assert "snake pit" in refused(p, "add e5")
    assert {"add c3", "add f6", "add c4", "add d3"} <= answers(p)


@pytest.mark.parametrize("outcome", ["R", [], ["R", "A"], ["X"], [1], [None], {"0": "R"}, None, ["RA"], [""], [["R"]]])
def test_an_outcome_is_a_list_of_one_face(outcome):
    for p in (load("RA", "roll"), play(load("RA", "roll"), "O", "reroll a1"), load("RR KK", "setup", placed=[2, 2])):
        with pytest.raises(BadOutcome, match=r"\w+ \w+"):
            GAME.chance(p, outcome)
