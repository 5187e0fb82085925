"""Purple cards (ruling 5)."""

import pytest

from core.game import Event
from core.games.oh_gnome import GAME
from tests.games.oh_gnome.scene import Scene, arrived, gnome


def turn(hand, *others, at="20", **more):
    """Seat 0 on a stone in its PLAY step."""
    return Scene(gnome(at, hand=hand, **more), *others, phase="play")


def test_skip_keeps_the_hand():
    scene = turn("honey mining", gnome()).say(a="skip")
    assert scene.hand(0) == "honey mining flax"


def test_what_is_not_in_the_hand_or_not_for_this_step():
    scene = turn("honey oh-gnome-you-dont", gnome())
    assert scene.answers(0) == ["skip", "table honey"]
    assert "no flax in this hand" in scene.why_not(0, "table flax")
    assert "no mining in this hand" in scene.why_not(0, "action mining")
    assert "in the PLAY step" in scene.why_not(0, "red oh-gnome-you-dont")
    assert scene.why_not(1, "skip") == "nothing is asked of this seat now"


def test_pickpocket_takes_a_gem_that_is_there_but_never_gold():
    others = gnome(purse=(2, 0, 1, 0)), gnome(purse=(0, 0, 0, 3)), arrived(1, purse=(0, 9, 0, 0))
    scene = turn("pickpocket", *others)
    assert scene.answers(0) == ["action pickpocket 1 blue", "action pickpocket 2 black", "skip"]
    assert "no red gem" in scene.why_not(0, "action pickpocket 1 red")
    assert "gnome in the cottage" in scene.why_not(0, "action pickpocket 3 red")
    assert "for another gnome" in scene.why_not(0, "action pickpocket 0 red")
    assert "no seat 4" in scene.why_not(0, "action pickpocket 4 red")
    scene.say(a="action pickpocket 1 blue")
    assert (scene.purse(0), scene.purse(1)) == ((0, 0, 1, 0), (2, 0, 0, 0))


def test_sticky_fingers_table_what_they_take():
    scene = turn("sticky-fingers", gnome("pub", tabled="flax truffles flax"), tabled="honey")
    assert scene.answers(0) == ["action sticky-fingers 1 flax", "action sticky-fingers 1 truffles", "skip"]
    assert "no honey on the table" in scene.why_not(0, "action sticky-fingers 1 honey")
    scene.say(a="action sticky-fingers 1 flax")
    assert (scene.tabled(0), scene.tabled(1)) == ("honey flax", "truffles flax")


def test_toll_day_takes_one_gem_of_each_with_change():
    others = gnome(purse=(0, 1, 0, 0)), gnome(), arrived(1, purse=(0, 1, 0, 0)), gnome("pub", purse=(0, 0, 0, 2))
    scene = turn("toll-day", *others).say(a="action toll-day")
    assert [scene.purse(n) for n in range(5)] == [(0, 0, 0, 2), (0, 0, 1, 1), (0, 0, 0, 0), (0, 1, 0, 0), (0, 0, 0, 1)]


def test_swap_hands_gives_the_rest_of_the_hand():
    scene = turn("honey swap-hands mining", gnome(hand="flax")).say(a="action swap-hands 1").say(b="pass")
    assert (scene.hand(0), scene.hand(1)) == ("flax flax", "honey mining")
    assert scene.kinds == ["closed", "swapped", "hand", "hand", "drawn", "draw"]
    assert scene.events[2] == Event("hand", {"seat": 0, "other": 1, "hand": ["flax"]}, frozenset((0,)))
    assert scene.events[3] == Event("hand", {"seat": 1, "other": 0, "hand": ["honey", "mining"]}, frozenset((1,)))


def test_toll_day_and_swap_hands_work_always():
    assert turn("toll-day swap-hands", arrived(1), gnome("0")).answers(0) == [
        "action swap-hands 2",
        "action toll-day",
        "skip",
    ]


def test_stumble_reaches_everybody_but_the_cottage():
    scene = turn("stumble", gnome("pub"), gnome("0"), arrived(1))
    assert scene.answers(0) == ["action stumble 1", "action stumble 2", "skip"]


# -- second-wind -----------------------------------------------------------------------------------------------------


def test_second_wind_then_the_landing_then_the_draw():
    scene = turn("second-wind", gnome(), at="16").say(a="action second-wind")
    assert (scene.at(0), scene.hand(0), scene.p.turn) == ("24", "flax", 1)


def test_second_wind_into_a_brawl_then_the_draw():
    scene = turn("second-wind", gnome("23"), gnome("23")).say(a="action second-wind")
    assert scene.owing == [0, 1, 2]
    scene.say(a="peace", b="peace", c="peace")
    assert (scene.hand(0), scene.p.turn) == ("flax", 1)


def test_second_wind_over_the_bridge_for_nothing():
    scene = turn("second-wind", gnome(), at="43", purse=(0, 1, 0, 0)).say(a="action second-wind")
    assert (scene.at(0), scene.purse(0)) == ("46", (0, 1, 0, 0))


def test_second_wind_into_a_shop_sells_and_draws_nothing():
    scene = turn("second-wind", gnome(hand="my-cut"), at="12", tabled="honey").say(a="action second-wind")
    scene.say(b="pass")
    assert scene.answers(0) == ["go 15", "go pub"]
    scene.say(a="go pub").say(a="sell honey")
    assert scene.discard == "second-wind honey"
    scene.say(a="leave")
    assert scene.owing == [1]
    scene.say(b="red my-cut")
    assert (scene.hand(0), scene.p.turn, scene.purse(0), scene.purse(1)) == ("", 1, (0, 0, 0, 3), (0, 0, 1, 0))


def test_second_wind_into_the_cottage_draws_nothing():
    scene = turn("second-wind flax", gnome(), at="58").say(a="action second-wind")
    assert (scene.at(0), scene.hand(0), scene.p.turn, scene.p.deck) == ("cottage", "", 1, ("flax", "walnuts", "honey"))
    assert scene.discard == "second-wind flax"


def test_second_wind_out_of_the_back_trail():
    assert turn("second-wind", gnome(), at="t7").say(a="action second-wind").at(0) == "47"


# -- wrong-turn ------------------------------------------------------------------------------------------------------


def test_wrong_turn_not_into_shops_not_from_the_start():
    scene = turn("wrong-turn", gnome("pub"), gnome("0"), gnome("t1"), arrived(1))
    assert scene.answers(0) == ["action wrong-turn 3", "skip"]
    assert "into a business" in scene.why_not(0, "action wrong-turn 1")
    assert "past the start" in scene.why_not(0, "action wrong-turn 2")


@pytest.mark.parametrize(("place", "end"), [("45", "42"), ("46", "43"), ("t1", "42"), ("1", "0"), ("14", "11")])
def test_wrong_turn_goes_back_three(place, end):
    assert turn("wrong-turn", gnome(place)).say(a="action wrong-turn 1").at(1) == end


def test_wrong_turn_slides_and_brawls_where_it_ends():
    scene = turn("wrong-turn", gnome("22"), at="24").say(a="action wrong-turn 1")
    assert (scene.at(1), scene.owing) == ("24", [0, 1])
    scene.say(a="peace", b="peace")
    assert (scene.hand(0), scene.p.turn) == ("flax", 1)


def test_wrong_turn_brawls_among_others():
    scene = turn("wrong-turn", gnome("30"), gnome("27")).say(a="action wrong-turn 1")
    assert scene.owing == [1, 2]


def test_wrong_turn_onto_t4_costs_its_gnome_gems():
    scene = turn("wrong-turn", gnome("t7", purse=(0, 2, 0, 0))).say(a="action wrong-turn 1")
    assert (scene.at(1), scene.purse(1)) == ("t4", (0, 1, 0, 0))


def test_come_along_from_a_place_that_sends_on():
    """Landing comes first, wherever it sends the gnome; the brawl is there (ruling 4)."""
    scene = turn("come-along", gnome("50"), gnome("41"), at="t5").say(a="action come-along 1")
    assert (scene.at(1), scene.owing) == ("41", [1, 2])


# -- come-along ------------------------------------------------------------------------------------------------------


def test_come_along_only_to_a_stone():
    for at in ("0", "pub"):
        scene = turn("come-along", gnome("5"), at=at)
        assert scene.answers(0) == ["skip"]
        assert "from a stone" in scene.why_not(0, "action come-along 1")
    scene = turn("come-along", gnome("20"), gnome("pub"), gnome("0"), gnome("t2"))
    assert scene.answers(0) == ["action come-along 3", "action come-along 4", "skip"]
    assert "already here" in scene.why_not(0, "action come-along 1")
    assert "into a business" in scene.why_not(0, "action come-along 2")


def test_come_along_then_perhaps_a_brawl():
    scene = turn("come-along", gnome("5")).say(a="action come-along 1")
    assert (scene.at(1), scene.owing) == ("20", [0, 1])


def test_come_along_onto_t2_the_one_who_came_chooses():
    scene = turn("come-along", gnome("5", tabled="flax honey walnuts"), at="t2", tabled="truffles truffles truffles")
    scene.say(a="action come-along 1")
    assert (scene.owing, scene.answers(1)) == ([1], ["lose flax", "lose honey", "lose walnuts"])
    scene.say(b="lose flax").say(b="lose walnuts")
    assert scene.owing == [0, 1]
    scene.say(a="peace", b="peace")
    assert (scene.tabled(1), scene.p.turn, scene.hand(0)) == ("honey", 1, "flax")


def test_come_along_onto_t3_its_hand_is_discarded_from():
    scene = turn("come-along", gnome("22", hand="mining mining honey"), at="t3").say(a="action come-along 1")
    scene.say(b="pass")
    assert GAME.due(scene.p).detail == {"seat": 1, "count": 1}
    scene.luck("mining")
    assert (scene.hand(1), scene.discard, scene.owing) == ("mining honey", "come-along mining", [0, 1])


def test_come_along_onto_t6():
    scene = turn("come-along", gnome("22", purse=(0, 1, 0, 1)), at="t6").say(a="action come-along 1")
    assert (scene.purse(1), scene.at(1)) == ((0, 0, 0, 0), "t6")
