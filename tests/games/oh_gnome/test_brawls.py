"""Brawls (ruling 6)."""

import pytest

from tests.games.oh_gnome.scene import Scene, gnome

RICH = (1, 0, 0, 0)


def meet(*gnomes, **more):
    """The first comes by a roll of 3 from stone 4 to stone 7."""
    first, *rest = gnomes
    return Scene({**first, "at": "4"}, *[{**one, "at": "7"} for one in rest], **more).luck(3)


def fight(*cards, purse=RICH, **more):
    """A brawl of gnomes who have one brawl card each and show it."""
    scene = meet(*[gnome(brawl=[card] if card else [], purse=purse) for card in cards], **more)
    letters = "abcdef"[: len(cards)]
    scene.say(**dict.fromkeys(letters, "brawl"))
    return scene.say(**{letter: f"show {card}" for letter, card in zip(letters, cards, strict=True)})


def test_all_on_the_stone_are_asked_in_secret_together():
    scene = meet(gnome(), gnome(), gnome())
    assert scene.owing == [0, 1, 2]
    assert scene.answers(2) == ["brawl", "peace"]
    assert scene.told()[-1] == "Oz, Barney and Dave meet on stone 7."


def test_peace_uses_nothing_up():
    scene = meet(gnome(hand="flax"), gnome()).say(a="peace", b="peace")
    assert (scene.p.phase, scene.owing, len(scene.fists(0)), len(scene.fists(1))) == ("play", [0], 10, 10)


def test_one_who_wants_to_is_enough_and_all_must_show():
    scene = meet(gnome(), gnome(brawl=[2, 9]), gnome()).say(a="peace", b="peace", c="brawl")
    assert scene.owing == [0, 1, 2]
    assert scene.answers(1) == ["show 2", "show 9"]
    assert "used up" in scene.why_not(1, "show 3")
    assert "no brawl card left" in scene.why_not(1, "show 0")


def test_the_rulebooks_brawl():
    scene = fight(7, 10, purse=(0, 1, 0, 0))
    assert (scene.purse(0), scene.purse(1)) == ((0, 0, 0, 2), (0, 1, 1, 0))
    assert (scene.fists(0), scene.fists(1), scene.p.turn) == ([], [], 1)
    assert scene.told()[:3] == [
        "Oz shows 7, Toe Stomp; Barney shows 10, Wedgie Yank.",
        "Barney wins the brawl with 10.",
        "Oz pays Barney 3 gems.",
    ]


def test_each_loser_pays_the_difference_by_itself():
    scene = fight(8, 3, 6)
    assert [scene.purse(n) for n in range(3)] == [(1, 1, 0, 2), (0, 1, 0, 0), (0, 1, 1, 0)]


def test_who_has_no_card_shows_zero():
    scene = fight(0, 9)
    assert scene.purse(0) == (0, 0, 0, 1)
    assert scene.why_not(0, "show 0") == "nothing is asked of this seat now"
    assert "no brawl card is left" in meet(gnome(brawl=[]), gnome()).say(a="brawl", b="peace").why_not(0, "show 4")


def test_two_equal_highest_collect_nothing():
    scene = fight(8, 8, 2)
    assert [scene.purse(n) for n in range(3)] == [RICH] * 3
    assert [scene.fists(n) for n in range(3)] == [[], [], []]


def test_three_equal_highest_roll_and_the_best_roll_collects_from_the_rest():
    scene = fight(8, 8, 8, 5)
    assert (scene.die, scene.p.phase) == ("brawl-tie", "show")
    scene.luck(2, 5, 3)
    assert [scene.purse(n) for n in range(4)] == [RICH, (1, 0, 1, 0), RICH, (0, 1, 0, 2)]


def test_equal_best_rolls_roll_again_alone():
    scene = fight(8, 8, 8, 5).luck(6, 1, 6)
    assert scene.die == "brawl-tie"
    scene.luck(4, 4).luck(3, 2)
    assert scene.purse(0) == (1, 0, 1, 0)
    assert scene.p.phase == "roll"


def test_three_equal_roll_even_for_nothing():
    scene = fight(4, 4, 4)
    assert scene.die == "brawl-tie"
    scene.luck(1, 2, 3)
    assert [scene.purse(n) for n in range(3)] == [RICH] * 3


def test_three_empty_hands_are_a_tie_of_three():
    assert fight(0, 0, 0).die == "brawl-tie"


def test_not_in_the_face_stays_out_and_keeps_the_brawl_card():
    scene = meet(gnome(hand="not-in-the-face", brawl=[1], purse=RICH), gnome(brawl=[9]), gnome(brawl=[4], purse=RICH))
    scene.say(a="peace", b="brawl", c="peace")
    assert scene.answers(0) == ["red not-in-the-face", "show 1"]
    scene.say(a="red not-in-the-face", b="show 9", c="show 4")
    assert (scene.purse(0), scene.fists(0), scene.discard) == (RICH, [1], "not-in-the-face")
    assert scene.purse(1) == (0, 1, 0, 0)


def test_with_one_left_nothing_is_used_up_but_the_red_cards():
    scene = meet(*[gnome(hand="not-in-the-face", purse=RICH, brawl=[3])] * 3).say(a="brawl", b="peace", c="peace")
    scene.say(a="red not-in-the-face", b="show 3", c="red not-in-the-face")
    assert [scene.purse(n) for n in range(3)] == [RICH] * 3
    assert scene.fists(1) == [3]
    assert scene.discard == "not-in-the-face not-in-the-face"
    assert (scene.hand(0), scene.p.turn) == ("flax", 1)


def test_with_nobody_left_all_red_cards_are_gone():
    scene = meet(*[gnome(hand="not-in-the-face")] * 2).say(a="brawl", b="peace")
    scene.say(a="red not-in-the-face", b="red not-in-the-face")
    assert (scene.discard, scene.p.turn) == ("not-in-the-face not-in-the-face", 1)


def test_only_not_in_the_face_goes_into_a_brawl():
    scene = meet(gnome(hand="guard-gnome"), gnome()).say(a="brawl", b="peace")
    assert scene.answers(0) == [f"show {card}" for card in (1, 10, 2, 3, 4, 5, 6, 7, 8, 9)]
    assert "guard-gnome is for a purple card that means you" in scene.why_not(0, "red guard-gnome")
    assert "in a brawl show" in scene.why_not(0, "peace")


@pytest.mark.parametrize(("place", "pips"), [("cottage", 3), ("pub", 3)])
def test_no_brawl_but_on_stones(place, pips):
    start = {"cottage": "60", "pub": "12"}[place]
    scene = Scene(gnome(start), gnome("pub"), gnome("cottage", place=1)).luck(pips)
    if place == "pub":
        scene.say(a="go pub")
    assert scene.p.phase in ("roll", "sell")


def test_no_brawl_on_the_start():
    scene = Scene(gnome("30", hand="wrong-turn"), gnome("2"), gnome("0"), phase="play").say(a="action wrong-turn 1")
    assert (scene.at(1), scene.p.phase) == ("0", "roll")


# -- once on each stone ----------------------------------------------------------------------------------------------


def test_who_met_there_is_not_asked_again():
    scene = meet(gnome(hand="flax"), gnome(), met={"7": [0, 1]})
    assert scene.p.phase == "play"


def test_a_new_gnome_asks_all_and_all_are_added():
    scene = meet(gnome(hand="flax"), gnome(), gnome(), met={"7": [1, 2]})
    assert scene.owing == [0, 1, 2]
    assert scene.p.met == (("7", (0, 1, 2)),)


def test_what_counts_is_who_is_there_now():
    """All three met here and the third has gone on: nothing is new."""
    away = gnome("50")
    for met, owing in (([0, 1, 2], [0]), ([1, 2], [0, 1]), ([0, 2], [0, 1])):
        scene = Scene(gnome("4", hand="flax"), gnome("7"), away, met={"7": met}).luck(3)
        assert scene.owing == owing
        assert scene.p.met == (("7", (0, 1, 2)),)


def test_peace_counts_as_a_meeting():
    scene = meet(gnome(hand="flax"), gnome()).say(a="peace", b="peace")
    assert scene.p.met == (("7", (0, 1)),)


def test_back_trail_stones_count_too():
    scene = Scene(gnome("44"), gnome("t1")).luck(1)
    assert scene.owing == [0, 1]
    assert scene.p.met == (("t1", (0, 1)),)
