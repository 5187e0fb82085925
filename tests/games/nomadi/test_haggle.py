"""Haggling over a card (ruling 11)."""

from __future__ import annotations

import pytest

from core.games.nomadi import GAME
from tests.games.nomadi.positions import at, listed, play, why


def haggling(coins=(5, 5), dice=(1,), **talk):
    haggle = {"field": "o10", "value": 2, "seller": 0, "buyer": 1, "price": None, "by": None, "offers": 0, **talk}
    more = {"options": {"haggling": haggle.pop("haggling", "coins"), "deals": haggle.pop("deals", False)}}
    stones = {"n10": 0, "o10": 1}
    return at(stones, list(dice), phase="haggle", rolled=[1, 2, 6], coins=list(coins), haggle=haggle, **more)


def offers(verb: str, prices) -> set[str]:
    return {f"{verb} {price}" for price in prices}


def test_the_mover_must_name_a_price():
    assert listed(haggling(coins=(2, 3)), 0) == offers("offer", range(-2, 4))
    assert "make an offer first" in why(haggling(), 0, "keep")
    assert "other side" in why(haggling(), 1, "accept")


def test_nobody_pays_with_coins_that_are_not_there():
    p = haggling(coins=(-3, -1))
    assert listed(p, 0) == {"offer 0"}
    assert "beyond the purse" in why(p, 0, "offer 1")
    assert "beyond the purse" in why(p, 0, "offer -1")
    assert "10 coins at most" in why(haggling(coins=(30, 30)), 0, "offer 11")


def test_the_owner_answers_an_offer_and_the_mover_a_counter():
    p = haggling(coins=(0, 1), price=1, by=0, offers=1)
    assert listed(p, 1) == {"accept", "decline", "counter 0", "counter 1"}
    assert "mover's answer" in why(p, 1, "keep")
    assert "offers are the mover's" in why(p, 1, "offer 0")
    p = play(p, "counter 0")
    assert listed(p, 0) == {"accept", "keep", "offer 0", "offer 1"}
    assert "for the owner" in why(p, 0, "decline")
    assert "counters are the owner's" in why(p, 0, "counter 0")


def test_a_kept_card_is_the_movers_own_secret():
    p = play(haggling(), "offer 3", "counter 1", "keep")
    assert (p.phase, p.haggle, p.coins) == ("move", None, (5, 5))
    assert GAME.dump(p)["seats"][0]["cards"] == [{"value": 2, "seen": [0]}]
    assert GAME.dump(GAME.view(p, 1))["seats"][0]["cards"] == [{"value": None, "seen": [0]}]


def test_a_sale_is_told_to_all_and_its_value_to_the_buyer():
    p = play(haggling(), "offer 3")
    after, events = GAME.play(p, {1: GAME.parse(p, "accept")})
    assert [(event.kind, event.to) for event in events] == [("sold", None), ("look", {1})]
    assert events[1].data == {"seat": 1, "field": "o10", "value": 2}
    assert after.coins == (8, 2)
    assert GAME.dump(after)["seats"][1]["cards"] == [{"value": 2, "seen": [0, 1]}]


@pytest.mark.parametrize("word", ["accept", "decline"])
def test_with_the_last_die_the_turn_ends_after_the_haggle(word):
    p = play(haggling(dice=()), "offer 0", word)
    assert (p.phase, p.turn, p.coins) == ("roll", 1, (5, 5))
    assert (p.dice, p.rolled, p.left) == ((), (), ())


def test_dice_that_have_no_move_after_the_haggle_cost_a_coin():
    p = play(haggling(dice=(6,)), "offer 0", "decline")
    assert (p.phase, p.turn, p.coins) == ("roll", 1, (4, 5))


def test_the_tenth_offer_is_the_last():
    p = haggling(price=3, by=0, offers=10)
    assert listed(p, 1) == {"accept", "decline"}
    assert "the last" in why(p, 1, "counter 0")


def test_an_accept_needs_the_price_still():
    p = haggling(coins=(5, 1), price=3, by=0, offers=10)
    assert listed(p, 1) == {"decline"}
    assert "beyond the purse" in why(p, 1, "accept")
    p = haggling(coins=(0, 5), price=-2, by=1, offers=2)
    assert "accept" not in listed(p, 0)
    assert listed(p, 0) >= {"keep", "offer 0"}


def test_coins_that_a_deal_took_are_missed_in_the_haggle():
    p = play(haggling(coins=(0, 3), deals=True), "offer 3")
    p = GAME.play(p, {1: GAME.parse(p, "deal 0 1")})[0]
    assert "accept" in listed(p, 1)
    p = GAME.play(p, {0: GAME.parse(p, "take 1")})[0]
    assert "accept" not in listed(p, 1)
    assert {"counter -1", "counter 2"} <= listed(p, 1)


def test_a_gift_is_taken_or_left():
    p = haggling(haggling="gift", coins=(9, 9))
    assert listed(p, 0) == {"offer 0"}
    assert "only offer is 0" in why(p, 0, "offer 1")
    p = play(p, "offer 0")
    assert listed(p, 1) == {"accept", "decline"}
    assert "take it or leave it" in why(p, 1, "counter 0")
    assert "10" not in why(p, 1, "counter 0")


def test_others_have_no_say():
    p = at(
        {"n10": 0, "o10": 1, "p10": 2},
        [1],
        phase="haggle",
        coins=[5, 5, 5],
        haggle={"field": "o10", "value": 2, "seller": 0, "buyer": 1, "price": 1, "by": 0, "offers": 1},
    )
    assert listed(p, 2) == set()
    assert "alone" in why(p, 2, "accept")
    assert "haggled over" in why(p, 0, "move 1 n10 o9")
