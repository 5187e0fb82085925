"""Rolling, moving, landing and the back trail (rulings 2 to 5)."""

import pytest

from tests.games.oh_gnome.scene import Scene, arrived, gnome

TROLL = (0, 1, 0, 0)


def test_roll_move_play_draw_and_the_next_one():
    scene = Scene(gnome("1", hand="honey"), gnome()).luck(3)
    assert (scene.at(0), scene.owing, scene.answers(0)) == ("4", [0], ["skip", "table honey"])
    scene.say(a="table honey")
    assert (scene.tabled(0), scene.hand(0), scene.p.turn, scene.die) == ("honey", "flax", 1, "roll")
    assert scene.kinds == ["tabled", "drawn", "draw"]
    assert scene.told() == ["Oz tables Honey.", "Oz draws a card.", "Oz draws Flax."]


def test_an_empty_hand_is_not_asked():
    scene = Scene(gnome("1"), gnome()).luck(3)
    assert (scene.p.turn, scene.hand(0)) == (1, "flax")


def test_a_business_in_passing_ends_the_move():
    scene = Scene(gnome("12", tabled="honey"), gnome()).luck(6)
    assert scene.answers(0) == ["go 18", "go pub"]
    assert "may go to 18 or pub" in scene.why_not(0, "go 14")
    scene.say(a="go pub")
    assert (scene.at(0), scene.p.phase) == ("pub", "sell")
    assert scene.told() == ["Oz goes from stone 12 to the Grub & Grog Pub.", "Oz enters the Grub & Grog Pub."]


def test_the_slug_slime_is_only_for_exact_landings():
    assert Scene(gnome("17", hand="flax"), gnome()).luck(2).at(0) == "24"
    assert Scene(gnome("17", hand="flax"), gnome()).luck(3).at(0) == "20"


def test_after_the_slide_there_may_be_a_brawl_on_24_and_none_on_19():
    assert Scene(gnome("17"), gnome("24")).luck(2).owing == [0, 1]
    assert Scene(gnome("17", hand="flax"), gnome("20")).luck(2).owing == [0]


def test_the_troll_takes_five_with_change():
    scene = Scene(gnome("43", purse=(1, 0, 0, 0), hand="flax"), gnome()).luck(2)
    assert scene.answers(0) == ["go 45", "go t1"]
    scene.say(a="go 45")
    assert (scene.at(0), scene.purse(0)) == ("45", (0, 1, 0, 0))
    assert scene.event("gems") == {"payer": 0, "taker": None, "amount": 5, "why": "toll"}


def test_who_cannot_pay_the_troll_has_no_choice():
    scene = Scene(gnome("43", purse=(0, 0, 1, 1), hand="flax"), gnome()).luck(2)
    assert (scene.at(0), scene.purse(0), scene.p.phase) == ("t1", (0, 0, 0, 0), "play")


def test_three_ways_from_before_the_cafe():
    scene = Scene(gnome("39", purse=TROLL), gnome()).luck(6)
    assert scene.answers(0) == ["go 45", "go cafe", "go t1"]


def test_t2_takes_two_items_of_ones_choice():
    scene = Scene(gnome("44", tabled="honey flax truffles"), gnome()).luck(2)
    assert (scene.p.phase, scene.answers(0)) == ("lose", ["lose flax", "lose honey", "lose truffles"])
    assert "no walnuts on the table" in scene.why_not(0, "lose walnuts")
    scene.say(a="lose flax")
    assert scene.answers(0) == ["lose honey", "lose truffles"]
    scene.say(a="lose honey")
    assert (scene.tabled(0), scene.discard, scene.p.turn) == ("truffles", "flax honey", 1)


def test_t2_asks_even_where_all_are_alike_but_not_where_all_must_go():
    assert Scene(gnome("44", tabled="truffles truffles truffles"), gnome()).luck(2).answers(0) == ["lose truffles"]
    scene = Scene(gnome("44", tabled="honey flax"), gnome()).luck(2)
    assert (scene.tabled(0), scene.discard, scene.p.turn) == ("", "honey flax", 1)
    assert Scene(gnome("44"), gnome()).luck(2).p.turn == 1


def test_t3_takes_half_of_the_hand_rounded_down():
    scene = Scene(gnome("44", hand="flax honey mining"), gnome()).luck(3)
    assert (scene.die, scene.p.phase) == ("discard", "discard")
    scene.luck("honey")
    assert (scene.hand(0), scene.discard, scene.p.phase) == ("flax mining", "honey", "play")
    assert Scene(gnome("44", hand="flax"), gnome()).luck(3).p.phase == "play"


def test_t5_sends_back_to_41_which_is_a_landing_there():
    scene = Scene(gnome("t1"), gnome("41")).luck(4)
    assert (scene.at(0), scene.owing, scene.p.phase) == ("41", [0, 1], "brawl")
    assert scene.kinds == ["rolled", "moved", "sent", "meet"]
    assert Scene(gnome("t1", hand="flax"), gnome("t5")).luck(4).owing == [0]


@pytest.mark.parametrize(("pips", "left"), [(1, (0, 1, 0, 0)), (3, (0, 0, 0, 2)), (4, (0, 1, 0, 2))])
def test_t4_t6_and_t7_take_gems(pips, left):
    assert Scene(gnome("t3", purse=(1, 0, 0, 0), hand="flax"), gnome()).luck(pips).purse(0) == left


def test_after_t7_comes_45():
    assert Scene(gnome("t6", hand="flax"), gnome()).luck(2).at(0) == "45"


def test_a_stumble_lies_there_until_the_turn_is_missed():
    scene = Scene(gnome("1", hand="stumble"), gnome(), gnome("31")).luck(1).say(a="action stumble 1")
    assert (scene.p.turn, scene.discard, scene.p.seats[1].misses) == (2, "stumble", 0)
    assert scene.told()[-1] == "Barney misses this turn."


def test_of_two_stumbles_each_takes_a_turn():
    scene = Scene(gnome("1"), gnome(misses=2), gnome("31")).luck(1)
    assert (scene.p.turn, scene.p.seats[1].misses) == (2, 1)
    scene.luck(1).luck(1).say(a="skip")
    assert (scene.p.turn, scene.p.seats[1].misses, scene.discard) == (2, 0, "stumble stumble")


def test_the_last_on_the_trail_misses_turns_alone():
    scene = Scene(gnome("59"), gnome("50", misses=2)).luck(6)
    assert (scene.at(0), scene.p.turn, scene.discard) == ("cottage", 1, "stumble stumble")


def test_a_loaded_turn_that_is_to_be_missed_is_missed():
    scene = Scene(gnome("1", misses=1), arrived(1), gnome("31"))
    assert (scene.p.turn, scene.discard) == (2, "stumble")


def test_an_empty_pile_is_shuffled_for_the_draw():
    scene = Scene(gnome("1", hand="honey"), gnome(), deck="", discard="flax mining").luck(1).say(a="skip")
    assert (scene.die, scene.p.phase, scene.p.turn) == ("shuffle", "shuffle", 0)
    scene.luck("mining", "flax")
    assert (scene.hand(0), scene.p.deck, scene.p.discard, scene.p.turn) == ("honey mining", ("flax",), (), 1)


def test_with_no_card_anywhere_there_is_no_draw():
    scene = Scene(gnome("1", hand="honey"), gnome(), deck="").luck(1).say(a="table honey")
    assert (scene.hand(0), scene.p.turn) == ("", 1)
