"""The last Ominoe: ruling 9."""

from core.game import Ask, Asks, Chance
from core.games.ominoes import GAME
from tests.games.ominoes.boards import STUCK, answers, data, load, play, refused, rows, told

FOUR = {"seats": 4}


def last(bottom, rolled, turn=0, top=STUCK, **changes):
    """The last Ominoe is in hand: 22 Ominoes of Apep and Horus, and three or four more in the last row."""
    return load(f"{top} {bottom}", "add", rolled, turn=turn, **FOUR | changes)


def test_the_last_row_makes_25():
    assert data(f"{STUCK} RRR", "add", "R", seats=4)["supply"] == 0


def test_the_move_is_made_as_ever():
    p, events = told(load(f"{STUCK} RRR", "roll", seats=4), "R")
    assert p.supply == 0
    assert events == ["rolled"]
    assert GAME.due(p) == Asks((Ask(0, "move"),))
    assert {"move c8 f8", "move a8 a5"} <= answers(p)
    assert answers(play(p, "move c8 c7")) == {"add c8", "add b7", "hold"}
    assert told(p, "move a8 a5")[1] == ["moved", "returned", "turn"]


def test_it_is_added_where_it_completes_a_group():
    p = last("RRR", "R")
    assert answers(p) == {"add a7", "add b7", "add c7", "add d8", "hold"}
    assert refused(p, "add e8") == "the last Ominoe is added only where it scores, and on e8 it is in no group of yours"
    assert "add it where it scores" in refused(p, "move a8 a5")


def test_it_must_then_score_at_once():
    p, events = told(last("RRR", "R"), "add d8")
    assert events == ["added"]
    found = GAME.dump(p)
    assert (found["phase"], found["at"], found["supply"], found["rolled"]) == ("must-score", "d8", 0, None)
    assert answers(p) == {"score R a8"}
    assert GAME.load(found) == p
    for text in ("end", "hold", "roll", "add a1", "move d8 d5", "reroll d8"):
        assert "scored at once" in refused(p, text)
    after, events = told(p, "score R a8")
    assert events == ["scored", "turn"]
    assert GAME.due(after) == Chance("ominoe")
    assert after.turn == 1
    assert after.supply == 4


def test_it_joins_a_group_that_is_there():
    p = last("RRRR", "R", top=STUCK.replace("AHAHAH..", "AHAHA..."))
    assert answers(p) == {"add a7", "add b7", "add c7", "add d7", "add e8", "hold", "score R a8"}
    assert play(p, "add a7", "score R a7").scores[0] == 5


def test_a_wild_completes_too_and_needs_one_that_shows_the_god():
    for wild in "YO":
        assert answers(last("RYO", wild)) == {"add a7", "add b7", "add c7", "add d8", "hold"}
        assert answers(last("YYO", "R")) == {"add a7", "add b7", "add c7", "add d8", "hold"}
        p = last("YYO", wild)
        assert (GAME.dump(p)["phase"], p.turn, p.supply) == ("roll", 1, 1)


def test_it_goes_back_unasked_where_it_scores_nothing():
    p, events = told(load(f"{STUCK} RRR", "roll", seats=4), "K")
    assert events == ["rolled", "skipped", "returned", "turn"]
    assert (p.turn, p.supply, GAME.dump(p)["phase"]) == (1, 1, "roll")
    assert GAME.due(p) == Chance("ominoe")


def test_it_goes_back_unasked_after_a_move():
    p, events = told(play(load(f"{STUCK} RKK", "roll", seats=4), "K"), "move c8 f8")
    assert events == ["moved", "returned", "turn"]
    assert (p.turn, p.supply) == (1, 1)


def test_it_goes_back_unasked_after_a_reroll():
    p, events = told(play(load(f"{STUCK} RKK", "roll", seats=4), "O", "reroll a8"), "K")
    assert events == ["rerolled", "returned", "turn"]
    assert (p.turn, p.supply) == (1, 1)


def test_only_groups_of_the_seat_count():
    assert GAME.dump(last("RRR", "R", turn=2))["phase"] == "roll"
    p = last("KKK", "K", turn=2)
    assert answers(p) == {"add a7", "add b7", "add c7", "add d8", "hold"}


def test_a_shared_god_counts():
    top = "RKRKRK KRKRKR RKRKRK KRKR.. ......"
    p = load(f"{top} AAA", "add", "A")
    assert answers(p) == {"add a5", "add b5", "add c5", "add d6", "hold"}
    assert play(p, "add d6", "score A a6").scores == (4, 0)


def test_holding_back():
    p, events = told(last("RRR", "R"), "hold")
    assert events == ["held", "turn"]
    assert (p.turn, p.supply, p.rolled) == (1, 1, None)


def test_with_something_to_score_the_seat_is_asked():
    top = STUCK.replace("AHAHAH..", "AHAHA...")
    p = last("RRRR", "K", top=top)
    assert answers(p) == {"hold", "score R a8"}
    held, events = told(p, "hold")
    assert events == ["held"]
    assert (GAME.dump(held)["phase"], held.supply, held.turn) == ("end", 1, 0)
    assert answers(held) == {"end", "score R a8"}
    assert GAME.load(GAME.dump(held)) == held
    assert play(held, "score R a8").supply == 5


def test_after_a_score_in_between_the_add_is_an_ordinary_one():
    top = STUCK.replace("AHAHAH..", "AHAHA...")
    p = play(last("RRRR", "K", top=top), "score R a8")
    assert len(answers(p)) == 64 - 21
    assert refused(p, "hold") == "only the last Ominoe can be held back, and there are 4 more in the supply"
    assert (play(p, "add h8").turn, play(p, "add h8").supply) == (1, 4)


def test_a_score_before_the_move_makes_the_add_an_ordinary_one_too():
    top = STUCK.replace("AHAHAH..", "AHAHA...")
    p = play(load(f"{top} RRRR", "roll", seats=4), "roll", "A", "score R a8", "move a3 a6")
    assert GAME.dump(p)["phase"] == "add"
    assert len(answers(p)) == 64 - 21


def test_with_two_groups_either_is_scored_and_then_the_phase_is_end():
    """A wild last one joins Ra's three and Horus's three: one is scored, and takes it along."""
    top = "AKAKAKAK KAKAKAKA AKA..... ........ ........ ........ HHH....."
    p = load(f"{top} ...RRR", "add", "Y", seats=3)
    assert p.supply == 0
    assert "add d7" in answers(p)
    p = play(p, "add d7")
    assert answers(p) == {"score H a7", "score R d7"}
    after, events = told(p, "score R d7")
    assert events == ["scored", "turn"]
    assert after.scores == (4, 0, 0)
    assert rows(after)[6:] == ["HHH"]
    assert rows(play(p, "score H a7"))[7:] == ["...RRR"]


def test_another_group_waits_until_the_one_with_the_last_ominoe_is_scored():
    top = "AKAKAKAK KAKAKAKA AK...... HHHH.... ........ ........ ........"
    p = load(f"{top} RRR", "add", "R", seats=3)
    assert p.supply == 0
    assert {"score H a4", "add d8", "hold"} <= answers(p)
    p = play(p, "add d8")
    assert answers(p) == {"score R a8"}
    assert "scored at once" in refused(p, "score H a4")
    after, events = told(p, "score R a8")
    assert events == ["scored"]
    assert (GAME.dump(after)["phase"], after.turn) == ("end", 0)
    assert answers(after) == {"end", "score H a4"}


def test_the_last_one_may_win():
    p, events = told(play(last("RRR", "R", scores=[9, 0, 0, 0]), "add d8"), "score R a8")
    assert events == ["scored", "over"]
    assert "at" not in GAME.dump(p)


def test_the_closed_pit_stays_closed_to_the_last_one():
    board = "AHAHAHAH HAHAHAHA ...RRR.. ........ ........ ........ ........ AHAHAH.."
    assert answers(load(board, "add", "R", seats=4)) == {"add c3", "add g3", "add d4", "add e4", "add f4", "hold"}
    p = load(board, "add", "R", seats=4, expert=True)
    assert answers(p) == {"add c3", "add g3", "add f4", "hold"}
    assert "snake pit" in refused(p, "add d4")
