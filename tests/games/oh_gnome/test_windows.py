"""Windows: who is asked, what may be played, and what is left standing (ruling 8)."""

import pytest

from core.game import Asks
from core.games.oh_gnome import GAME
from tests.games.oh_gnome.scene import Scene, arrived, gnome

NO = "oh-gnome-you-dont"
RED = (0, 1, 0, 0)


def playing(card, *others, hand="", **more):
    """Seat 0 on stone 1 plays a card in its own turn."""
    scene = Scene(gnome("1", hand=f"{card.split()[0]} {hand}"), *others, phase="play", **more)
    return scene.say(a=f"action {card}")


def test_everybody_else_with_a_card_is_asked_whatever_the_card():
    scene = playing("mining", gnome(hand="flax"), gnome(), arrived(1), gnome(hand=NO), hand="honey")
    assert scene.owing == [1, 4]
    assert (scene.answers(1), scene.answers(4)) == (["pass"], ["pass", f"red {NO}"])
    due = GAME.due(scene.p)
    assert isinstance(due, Asks)
    assert all(ask.sealed and ask.silent and ask.kind == "window" for ask in due.asks)
    assert scene.event("window") == {"about": "mining", "owner": 0, "seats": [1, 4]}


def test_nobody_with_cards_no_window():
    assert playing("mining", gnome(), gnome()).die == "mining"


def test_all_pass_and_the_card_works():
    scene = playing("mining", gnome(hand="flax")).say(b="pass")
    assert scene.told() == ["Nobody interrupts Oz's Mining."]
    scene.luck(4)
    assert (scene.purse(0), scene.hand(0), scene.discard) == ((0, 0, 1, 1), "flax", "mining")


def test_a_cancelled_card_is_discarded_without_effect():
    scene = playing("mining", gnome(hand=NO)).say(b=f"red {NO}")
    assert (scene.purse(0), scene.p.turn, scene.discard) == ((0, 0, 0, 0), 1, f"mining {NO}")
    assert scene.kinds == ["closed", "red", "stands", "cancelled", "drawn", "draw"]
    assert "Barney cancels Oz's Mining." in scene.told()


def test_a_cancelled_cancel_lets_the_card_stand():
    scene = playing("mining", gnome(hand=NO), gnome(hand="flax"), hand=NO).say(b=f"red {NO}", c="pass")
    assert scene.owing == [0, 2]
    scene.say(a=f"red {NO}", c="pass")
    assert scene.owing == [2]
    scene.say(c="pass")
    assert scene.die == "mining"


def test_a_chain_of_four():
    scene = playing("mining", gnome(hand=f"{NO} {NO}"), gnome(hand=NO), hand=NO)
    scene.say(b=f"red {NO}", c="pass").say(a="pass", c=f"red {NO}").say(a="pass", b=f"red {NO}")
    assert scene.owing == [0]
    scene.say(a=f"red {NO}")
    assert scene.die == "mining"
    assert scene.discard == " ".join(["mining", *[NO] * 4])


def test_the_first_clockwise_from_the_turn_is_played_and_the_rest_kept():
    scene = Scene(
        gnome(hand=NO), gnome(hand=NO), gnome("1", hand=f"mining {NO}"), gnome(hand=NO), phase="play", turn=2
    ).say(c="action mining")
    assert scene.owing == [0, 1, 3]
    scene.say(a=f"red {NO}", b=f"red {NO}", d=f"red {NO}")
    assert [scene.hand(n) for n in (0, 1, 3)] == [NO, NO, ""]
    assert scene.owing == [0, 1, 2]
    scene.say(a=f"red {NO}", b="pass", c=f"red {NO}")
    assert [scene.hand(n) for n in (0, 2)] == [NO, ""], "the gnome in turn is itself the first"
    assert scene.owing == [0, 1]
    scene.say(a="pass", b="pass")
    assert scene.die == "mining"


def test_a_window_does_not_reopen():
    scene = playing("mining", gnome(hand=f"{NO} {NO}"), gnome(hand=NO), hand=NO)
    scene.say(b=f"red {NO}", c=f"red {NO}").say(a=f"red {NO}", c="pass").say(b="pass", c="pass")
    assert scene.die == "mining"


def test_only_a_cancel_answers_a_red_card():
    scene = playing("toll-day", gnome(hand=f"guard-gnome {NO}", purse=RED), gnome(hand="guard-gnome hold-it my-cut"))
    assert scene.answers(2) == ["pass", "red guard-gnome"]
    scene.say(b=f"red {NO}", c="pass")
    assert scene.answers(2) == ["pass"]
    assert "guard-gnome is for a purple card" in scene.why_not(2, "red guard-gnome")
    assert "hold-it is for a roll" in scene.why_not(2, "red hold-it")
    assert "my-cut is for another gnome" in scene.why_not(2, "red my-cut")
    assert "now only a red card" in scene.why_not(2, "skip")


# -- hold-it ---------------------------------------------------------------------------------------------------------


def test_hold_it_stops_the_move_but_not_the_play():
    scene = Scene(gnome("12", hand="flax"), gnome(hand="hold-it"), gnome("12")).luck(5)
    assert (scene.owing, scene.answers(1)) == ([1], ["pass", "red hold-it"])
    scene.say(b="red hold-it")
    assert (scene.owing, scene.answers(0)) == ([0], ["pass"])
    scene.say(a="pass")
    assert (scene.at(0), scene.p.phase, scene.answers(0)) == ("12", "play", ["skip", "table flax"])
    assert "Oz is held up by Barney and does not move." in scene.told()


def test_a_cancelled_hold_it_lets_the_roll_stand():
    scene = Scene(gnome("12", hand=NO), gnome(hand="hold-it hold-it")).luck(5)
    scene.say(b="red hold-it").say(a=f"red {NO}").say(b="pass")
    assert (scene.p.phase, scene.answers(0)) == ("move", ["go 17", "go pub"])


def test_a_held_gnome_draws_even_with_an_empty_hand():
    scene = Scene(gnome("13"), gnome(hand="hold-it")).luck(1).say(b="red hold-it")
    assert (scene.at(0), scene.hand(0), scene.p.turn) == ("13", "flax", 1)


@pytest.mark.parametrize(
    ("place", "pips", "asked"), [("1", 5, [0]), ("pub", 6, [0]), ("12", 1, [0]), ("12", 2, [1]), ("51", 6, [1])]
)
def test_only_a_roll_that_could_reach_a_business_is_asked_about(place, pips, asked):
    assert Scene(gnome(place, hand="flax"), gnome(hand="hold-it")).luck(pips).owing == asked


# -- guard-gnome -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "card",
    ["pickpocket 1 red", "sticky-fingers 1 flax", "swap-hands 1", "wrong-turn 1", "come-along 1", "toll-day"],
)
def test_a_guard_gnome_keeps_away_what_means_its_owner(card):
    scene = playing(card, gnome(hand="guard-gnome honey", tabled="flax", purse=RED), gnome("29", hand="guard-gnome"))
    both = ["pass", "red guard-gnome"]
    assert scene.answers(1) == both
    assert scene.answers(2) == (both if card == "toll-day" else ["pass"])
    scene.say(b="red guard-gnome", c="pass").say(c="pass")
    assert (scene.at(1), scene.tabled(1), scene.purse(1), scene.hand(1)) == ("30", "flax", RED, "honey")
    assert (scene.p.turn, scene.hand(0)) == (1, "flax")


@pytest.mark.parametrize("card", ["mining", "stumble 1", "second-wind"])
def test_a_guard_gnome_does_not_help_against_the_rest(card):
    assert playing(card, gnome(hand="guard-gnome")).answers(1) == ["pass"]


def test_all_guards_are_played_clockwise_each_with_its_window():
    scene = Scene(
        gnome(hand="guard-gnome", purse=RED),
        gnome("1", hand="toll-day"),
        gnome(hand="guard-gnome", purse=RED),
        gnome(hand=NO, purse=RED),
        phase="play",
        turn=1,
    ).say(b="action toll-day")
    scene.say(a="red guard-gnome", c="red guard-gnome", d=f"red {NO}")
    assert (scene.hand(2), scene.hand(0), scene.hand(3)) == ("", "guard-gnome", NO), "cancels are kept"
    assert scene.owing == [0, 3], "the turn has no card, the second guard is still in a hand"
    scene.say(a="pass", d=f"red {NO}")
    assert scene.owing == [0]
    scene.say(a="pass")
    assert (scene.p.phase, scene.owing) == ("roll", []), "nobody has a card against the second guard"
    assert [scene.purse(n) for n in range(4)] == [RED, (0, 0, 0, 2), (0, 0, 1, 1), (0, 0, 1, 1)]
    assert scene.discard == f"toll-day guard-gnome {NO} guard-gnome"


def test_behind_a_cancel_the_guards_wait():
    """Ruling 8: they are played only if the purple card stands after all."""
    others = gnome(hand=NO, purse=RED), gnome(hand="guard-gnome flax", purse=RED)
    scene = playing("toll-day", *others, hand=NO).say(b=f"red {NO}", c="red guard-gnome")
    scene.say(a="pass", c="pass")
    assert (scene.p.phase, scene.hand(2)) == ("roll", "guard-gnome flax")
    scene = playing("toll-day", *others, hand=NO).say(b=f"red {NO}", c="red guard-gnome")
    scene.say(a=f"red {NO}", c="pass").say(c="pass")
    assert (scene.p.phase, scene.hand(2)) == ("roll", "flax"), "the guard stands: nobody has cards against it"
    assert [scene.purse(n) for n in range(3)] == [(0, 0, 0, 1), (0, 0, 1, 1), RED]


def test_a_cancelled_guard_does_not_help():
    scene = playing("pickpocket 1 red", gnome(hand="guard-gnome flax", purse=RED), hand=NO)
    scene.say(b="red guard-gnome").say(a=f"red {NO}").say(b="pass")
    assert (scene.purse(0), scene.purse(1)) == (RED, (0, 0, 0, 0))


# -- my-cut ----------------------------------------------------------------------------------------------------------


def sold(*others):
    scene = Scene(gnome("pub", tabled="walnuts hazelnuts wildflowers"), *others, phase="sell")
    return scene.say(a="sell walnuts").say(a="sell hazelnuts").say(a="sell wildflowers").say(a="leave")


def test_my_cut_is_half_of_the_whole_visit():
    scene = sold(gnome(hand="my-cut"))
    assert (scene.owing, scene.purse(0)) == ([1], (1, 0, 1, 0))
    scene.say(b="red my-cut")
    assert (scene.purse(0), scene.purse(1), scene.p.turn) == ((0, 0, 2, 1), (0, 1, 0, 1), 1)


def test_one_cut_a_sale():
    scene = sold(gnome(hand="my-cut"), gnome(hand=f"my-cut {NO}"))
    scene.say(b="red my-cut", c="red my-cut")
    assert (scene.owing, scene.hand(1), scene.hand(2)) == ([2], "", f"my-cut {NO}")
    scene.say(c=f"red {NO}")
    assert (scene.purse(0), scene.hand(2), scene.p.turn) == ((1, 0, 1, 0), "my-cut", 1)


def test_without_a_sale_no_window():
    assert Scene(gnome("pub", tabled="honey"), gnome(hand="my-cut"), phase="sell").say(a="leave").p.turn == 1


# -- the stumble that is on its way ----------------------------------------------------------------------------------


def test_a_stumble_lies_nowhere_until_it_stands():
    scene = playing("stumble 1", gnome(hand=NO))
    assert (scene.discard, scene.p.seats[1].misses) == ("", 0)
    scene.say(b=f"red {NO}")
    assert (scene.discard, scene.p.turn, scene.p.seats[1].misses) == (f"{NO} stumble", 1, 0)
