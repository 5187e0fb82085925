"""The greedy bot."""

import pytest

from core.arena import arena
from core.games.oh_gnome import GAME, greedy, worth
from core.stream import Stream
from tests.games.oh_gnome.scene import Scene, gnome

NO = "oh-gnome-you-dont"


def choice(scene, seat=0):
    return greedy.choose(scene.p, seat, Stream(b"")).text


def test_it_beats_random():
    assert arena(GAME, ["greedy", "random"], 100, 1, lambda: 0.0)["wins"][0] >= 90


def test_it_sells_what_pays_best_here_and_keeps_the_rest():
    scene = Scene(gnome("pub", tabled="honey truffles"), gnome(), phase="sell")
    assert choice(scene) == "sell honey"
    assert choice(scene.say(a="sell honey")) == "leave"


def test_it_enters_a_shop_that_pays_and_passes_one_that_does_not():
    assert choice(Scene(gnome("12", tabled="honey walnuts"), gnome()).luck(4)) == "go pub"
    assert choice(Scene(gnome("12", tabled="truffles"), gnome()).luck(4)) == "go 16"


def test_it_tables_the_best_item_and_takes_a_better_one_from_others():
    assert choice(Scene(gnome("20", hand="flax truffles hold-it"), gnome(), phase="play")) == "table truffles"
    scene = Scene(gnome("20", hand="flax sticky-fingers"), gnome(tabled="truffles elderberries"), phase="play")
    assert choice(scene) == "action sticky-fingers 1 truffles"


def test_it_says_oh_gnome_you_dont_when_it_is_meant():
    """In a game of three: to a theft from itself, not to one from another."""
    for victim, answer in ((1, f"red {NO}"), (2, "pass")):
        scene = Scene(gnome("1", hand="pickpocket"), *[gnome(hand=NO, purse=(0, 1, 0, 0))] * 2, phase="play")
        scene.say(a=f"action pickpocket {victim} red")
        assert choice(scene, 1) == answer


def test_it_would_rather_play_a_guard():
    scene = Scene(gnome("1", hand="pickpocket"), gnome(hand=f"{NO} guard-gnome", purse=(0, 1, 0, 0)), phase="play")
    assert choice(scene.say(a="action pickpocket 1 red"), 1) == "red guard-gnome"


def test_it_defends_its_own_card():
    thief = gnome("1", hand=f"sticky-fingers {NO}")
    scene = Scene(thief, gnome(hand=NO, tabled="truffles"), gnome(hand=NO), phase="play")
    scene.say(a="action sticky-fingers 1 truffles").say(b=f"red {NO}", c="pass")
    assert choice(scene) == f"red {NO}"


@pytest.mark.parametrize(("sold", "answer"), [("truffles firewood", "red my-cut"), ("flax", "pass")])
def test_it_wants_its_cut_of_a_good_sale(sold, answer):
    scene = Scene(gnome("cafe", tabled=sold), gnome(hand="my-cut"), gnome(), phase="sell")
    for item in sold.split():
        scene.say(a=f"sell {item}")
    assert choice(scene.say(a="leave"), 1) == answer


def test_it_defends_its_sale_and_its_cut():
    scene = Scene(gnome("cafe", tabled="truffles firewood", hand=NO), gnome(hand=f"my-cut {NO}"), phase="sell")
    scene.say(a="sell truffles").say(a="sell firewood").say(a="leave").say(b="red my-cut")
    assert choice(scene) == f"red {NO}"
    assert choice(scene.say(a=f"red {NO}"), 1) == f"red {NO}"


def test_it_brawls_with_good_cards_and_keeps_the_peace_with_bad_ones():
    rich = (2, 0, 0, 0)
    assert choice(Scene(gnome("4", brawl=[1, 9], purse=rich), gnome("7", purse=rich)).luck(3)) == "brawl"
    weak = Scene(gnome("4", brawl=[1], purse=rich, hand="not-in-the-face"), gnome("7", purse=rich)).luck(3)
    assert choice(weak) == "peace"
    assert choice(weak.say(a="peace", b="brawl")) == "red not-in-the-face"


def test_expected_gems_of_a_brawl():
    p = Scene(gnome("7", purse=(1, 0, 0, 0)), gnome("7", purse=(0, 0, 0, 2)), gnome("7", brawl=[])).p
    assert worth.brawl(p, 0, 9, (1,)) == pytest.approx((7 * 2 + 1 - 1) / 10)
    assert worth.brawl(p, 0, 2, (1,)) == pytest.approx((1 - sum(range(1, 9))) / 10)
    assert worth.brawl(p, 0, 5, (2,)) == 0, "who has no card has no gems either"
