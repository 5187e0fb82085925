"""What scores: rulings 6 to 8."""

import pytest

from core.game import Over
from core.games.ominoes import GAME
from tests.games.ominoes.boards import answers, load, play, refused, rows, told


def scores(*args, **changes):
    return {text for text in answers(load(*args, **changes)) if text.startswith("score")}


@pytest.mark.parametrize(
    ("board", "found"),
    [
        ("RRRR", {"score R a1"}),
        ("RRR", set()),
        ("RR RR", {"score R a1"}),
        (".R RRR", {"score R b1"}),
        ("..R ..R RRR", {"score R c1"}),
        ("R ..R .RRR", {"score R c2"}),
        ("R.R .R. R.R", set()),
        ("RRYO", {"score R a1"}),
        ("YYOR", {"score R a1"}),
        ("YYOO", set()),
        ("YYOO K", set()),
        ("YYY ...K", set()),
        ("RRYK", set()),
        ("RRYH", set()),
        ("KKKK", set()),
        ("AAAA", {"score A a1"}),
        ("HHHH", {"score H a1"}),
        ("RRRY ...HHH", {"score R a1", "score H d1"}),
        ("YRRR H HH", {"score R a1", "score H a1"}),
        ("AAA..A ...... ...... ...... ...... A....A", set()),
    ],
)
def test_groups_of_ras_seat(board, found):
    assert answers(load(board, "roll")) == (found | {"roll"} if found else set())


def test_rows_do_not_go_on_in_the_next():
    """The end of a row does not touch the beginning of the next, on either side of the board."""
    assert not answers(load("....RR RR", "roll"))
    assert not answers(load("......RR RR", "roll", seats=3))


def test_another_seats_god_is_not_scored():
    p = load("KKKK ...... RRRR", "roll")
    assert refused(p, "score K a1") == "Khepri is the god of seat 2: this seat scores Ra, Apep and Horus"
    four = load("KKKK ...... RRRR", "roll", seats=4)
    assert refused(four, "score H a1") == "Horus is the god of seat 4: this seat scores Ra"
    assert scores("AAAA HHHH KKKK ........ RRRR", "roll", seats=4, turn=3) == {"score H a2"}
    assert scores("AAAA HHHH KKKK ........ RRRR", "roll", seats=3, turn=2) == {"score H a2", "score K a3"}


def test_a_wild_goes_with_the_group_that_is_scored():
    p = load("HHH ..O RRR", "roll", seats=3)
    assert answers(p) == {"roll", "score H a1", "score R c2"}
    after = play(p, "score H a1")
    assert rows(after) == ["", "", "RRR"]
    assert after.scores == (4, 0, 0)


def test_the_whole_group_goes_and_counts():
    p, events = told(load("RRRRR Y.... O..A R", "roll"), "score R a1")
    assert events == ["scored"]
    assert rows(p) == ["", "", "...A"]
    assert p.scores == (8, 0)
    assert p.supply == 25


def test_a_group_is_named_by_its_first_space_alone():
    p = load("..R .RR ..R", "roll")
    assert answers(p) == {"roll", "score R c1"}
    for space in ("b2", "c2", "c3"):
        assert refused(p, f"score R {space}") == "this group is named by its first space: score R c1"


def test_what_is_no_group_is_refused_in_words():
    p = load("RRRR .....A K....A", "roll")
    assert refused(p, "score R f6") == "there is no Ominoe on f6"
    assert refused(p, "score R a3") == "a3 is Khepri and does not belong to a group of Ra"
    assert refused(p, "score A f2") == "a group has 4 Ominoes or more side by side; the one on f2 has 2"
    p = load("RRRR ...... YYOO", "roll")
    assert refused(p, "score H a3") == "a group needs at least one that shows Horus; on a3 there are only wild ones"


def test_a_group_left_lying_can_be_scored_when_ones_turn_comes():
    p = play(load("RRRR", "end"), "end")
    assert (p.turn, GAME.dump(p)["phase"]) == (1, "roll")
    p = play(p, "K", "add f6")
    assert p.turn == 0
    assert answers(p) == {"roll", "score R a1"}


def test_a_shared_group_left_lying_is_the_next_seats():
    p = play(load("AAAA", "end"), "end")
    assert answers(p) == {"roll", "score A a1"}
    assert play(p, "score A a1").scores == (0, 4)


@pytest.mark.parametrize(("seats", "goal"), [(2, 21), (3, 13), (4, 13)])
def test_the_goal_wins_at_once(seats, goal):
    for short, over in ((5, False), (4, True), (3, True)):
        p, events = told(
            load("RRRR HHHH", "roll", seats=seats, scores=[goal - short] + [0] * (seats - 1)), "score R a1"
        )
        assert isinstance(GAME.due(p), Over) == over
        assert events == ["scored", "over"][: 1 + over]
        if over:
            assert GAME.result(p).to_json() == {"scores": [goal - short + 4] + [0] * (seats - 1), "winners": [0]}
            assert not GAME.answers(p, 0)
            assert GAME.dump(p)["turn"] == 0
            assert refused(p, "score H a2") == "the game is over"
            assert GAME.load(GAME.dump(p)) == p


@pytest.mark.parametrize(
    ("phase", "rolled"), [("roll", None), ("move", "R"), ("move", "O"), ("add", "R"), ("end", None)]
)
def test_the_goal_wins_in_every_phase(phase, rolled):
    p = play(load("KKKK ...... R", phase, rolled, turn=1, scores=[20, 17]), "score K a1")
    assert isinstance(GAME.due(p), Over)
    data = GAME.dump(p)
    assert GAME.result(p).winners == (1,)
    lying = sum(letter != "." for row in data["board"] for letter in row)
    assert lying + data["supply"] + (data["rolled"] is not None) == 26
    assert GAME.load(data) == p
