"""Deals on the side (ruling 12)."""

from __future__ import annotations

from core.game import Asks
from core.games.nomadi import GAME
from tests.games.nomadi.positions import at, listed, play, why

CARAVAN = {"m10": 0, "n10": 1, "o10": 2}


def table(coins=(5, 2, 0), dice=(1,), **more):
    return at(CARAVAN, list(dice), options={"deals": True}, coins=list(coins), **more)


def say(p, seat, text):
    assert why(p, seat, text) is None
    return GAME.play(p, {seat: GAME.parse(p, text)})


def test_a_deal_leaves_the_open_question_alone():
    p = table()
    after, events = say(p, 1, "deal 0 2")
    assert GAME.due(after) == GAME.due(p)
    assert GAME.answers(after, 0) == GAME.answers(p, 0)
    assert [event.kind for event in events] == ["proposed"]
    assert events[0].to is None


def test_deals_are_offers_never_answers():
    p = table()
    assert all(GAME.format(p, action).startswith("move") for action in GAME.answers(p, 0))
    assert all(GAME.format(p, action).startswith("deal") for action in GAME.offers(p, 0))


def test_only_the_seat_in_turn_and_another_deal():
    p = table()
    assert listed(p, 2) == {f"deal 0 {coins}" for coins in range(-5, 0)}
    assert "player in turn" in why(p, 1, "deal 2 1")
    assert "another player" in why(p, 0, "deal 0 1")
    assert "another player" in why(p, 0, "deal 7 1")
    assert "1 to 20" in why(table(coins=(90, 0, 0)), 0, "deal 1 21")
    assert "1 to 20" in why(p, 0, "deal 1 0")
    assert "beyond the purse" in why(p, 0, "deal 2 -1")


def test_each_direction_of_a_pair_has_one_open_proposal():
    p = say(table(), 1, "deal 0 2")[0]
    assert "withdraw" in why(p, 1, "deal 0 1")
    p = say(p, 0, "deal 1 3")[0]
    assert listed(p, 1) == {"take 0", "refuse 0", "withdraw 0"}
    assert {"take 1", "refuse 1", "withdraw 1"} <= listed(p, 0)
    assert "no open proposal" in why(p, 0, "take 2")
    p = say(p, 0, "take 1")[0]
    p = say(p, 1, "take 0")[0]
    assert p.coins == (4, 3, 0)
    assert p.deals == ()


def test_taking_moves_coins_refusing_and_withdrawing_none():
    p = say(table(), 2, "deal 0 -4")[0]
    after, events = say(p, 0, "take 2")
    assert after.coins == (1, 2, 4)
    assert events[0].data == {"proposer": 2, "partner": 0, "coins": -4}
    assert say(p, 0, "refuse 2")[0] == say(p, 2, "withdraw 0")[0] == table()
    assert "may have been withdrawn" in why(table(), 0, "take 2")


def test_the_payer_must_have_the_coins_when_it_is_taken():
    p = say(table(), 2, "deal 0 -4")[0]
    p = say(p, 0, "deal 1 3")[0]
    p = say(p, 1, "take 0")[0]
    assert "take 2" not in listed(p, 0)
    assert "beyond the purse" in why(p, 0, "take 2")
    assert "refuse 2" in listed(p, 0)


def test_one_in_debt_can_still_be_paid():
    p = say(table(coins=(5, -4, 0)), 0, "deal 1 2")[0]
    assert say(p, 1, "take 0")[0].coins == (3, -2, 0)


def test_all_lapse_with_the_turn():
    p = say(table(), 1, "deal 0 2")[0]
    move = GAME.parse(p, "move 1 m10 n9")
    after, events = GAME.play(p, {0: move})
    assert (after.turn, after.deals) == (1, ())
    assert [event.kind for event in events] == ["moved", "lapsed", "ended"]
    longer = say(table(dice=(1, 1)), 1, "deal 0 2")[0]
    assert play(longer, "move 1 m10 n9").deals == longer.deals


def test_all_lapse_with_the_game():
    p = at({"d3": 1, "c3": 1, "e3": 0, "f3": 0}, [4, 5], options={"deals": True})
    p = say(p, 1, "deal 0 1")[0]
    after = play(p, "move 4 f3 b3")
    assert after.deals == ()
    assert listed(after, 0) == set()


def test_the_seat_in_turn_deals_while_another_owes_the_answer():
    haggle = {"field": "n10", "value": None, "seller": 0, "buyer": 1, "price": 1, "by": 0, "offers": 1}
    p = table(phase="haggle", haggle=haggle)
    assert isinstance(due := GAME.due(p), Asks)
    assert due.asks[0].seat == 1
    assert {"deal 1 5", "deal 2 1"} <= listed(p, 0)
    assert listed(p, 2) == {f"deal 0 {coins}" for coins in range(-5, 0)}


def test_no_deals_between_turns_or_without_the_option():
    roll = table(phase="roll", dice=())
    assert listed(roll, 1) == set()
    assert "between a throw" in why(roll, 1, "deal 0 1")
    without = at(CARAVAN, [1], coins=[5, 5, 5])
    assert listed(without, 1) == set()
    assert "without deals" in why(without, 1, "deal 0 1")
