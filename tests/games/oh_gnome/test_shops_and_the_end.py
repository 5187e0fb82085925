"""Businesses, the cottage, the end (rulings 10 to 12)."""

import pytest

from core.game import Over
from core.games.oh_gnome import GAME
from tests.games.oh_gnome.scene import Scene, arrived, gnome


def test_the_rulebooks_nineteen_gems():
    scene = Scene(gnome("depot", tabled="honey firewood field-mushrooms truffles"), gnome(), phase="sell")
    assert scene.answers(0) == ["leave", "sell field-mushrooms", "sell firewood", "sell honey", "sell truffles"]
    for item in ("honey", "firewood", "field-mushrooms", "truffles"):
        scene.say(a=f"sell {item}")
    assert scene.purse(0) == (0, 2, 2, 3), "each amount in the largest denominations by itself"
    scene.say(a="leave")
    assert (scene.purse(0), scene.discard) == ((1, 1, 1, 1), "honey firewood field-mushrooms truffles")


def test_what_is_not_tabled_is_not_sold():
    scene = Scene(gnome("pub", hand="honey"), gnome(), phase="sell")
    assert scene.answers(0) == ["leave"]
    assert "no honey on the table" in scene.why_not(0, "sell honey")
    assert "no cards are played there" in scene.why_not(0, "table honey")


def test_leaving_trades_up_even_without_a_sale():
    scene = Scene(gnome("pub", purse=(0, 2, 0, 4)), gnome(), phase="sell").say(a="leave")
    assert (scene.purse(0), scene.p.turn, scene.hand(0)) == ((1, 0, 1, 1), 1, "")


def test_at_the_cart_the_die_is_the_price():
    scene = Scene(gnome("cart", tabled="truffles flax"), gnome(hand="my-cut"), phase="sell").say(a="sell flax")
    assert (scene.die, scene.p.phase, scene.discard) == ("cart", "sell", "flax")
    scene.luck(1)
    assert (scene.purse(0), scene.owing) == ((0, 0, 0, 1), [0])
    scene.say(a="leave")
    assert scene.owing == [1], "one gem is a sale"
    scene.say(b="red my-cut")
    assert (scene.purse(0), scene.purse(1)) == ((0, 0, 0, 1), (0, 0, 0, 0)), "half of one, rounded down"


def test_a_visit_is_loaded_with_what_it_has_brought():
    scene = Scene(gnome("pub", tabled="honey walnuts"), gnome(hand="my-cut"), phase="sell").say(a="sell honey")
    dumped = GAME.dump(scene.p)
    assert (dumped["phase"], dumped["pending"], dumped["sold"]) == ("sell", None, 6)
    scene.p = GAME.load(dumped)
    scene.say(a="sell walnuts").say(a="leave").say(b="red my-cut")
    assert scene.purse(1) == (0, 1, 0, 0)
    assert "sold" not in GAME.dump(scene.p)


def test_the_cottage_items_first_then_the_place():
    scene = Scene(gnome("58", hand="flax mining", tabled="truffles walnuts"), gnome()).luck(5)
    assert (scene.purse(0), scene.hand(0), scene.tabled(0)) == ((0, 1, 2, 1), "", "")
    assert scene.p.seats[0].place == 1
    assert scene.discard == "flax mining truffles walnuts"
    assert scene.event("arrive") == {
        "seat": 0,
        "place": 1,
        "hand": ["flax", "mining"],
        "tabled": ["truffles", "walnuts"],
    }


@pytest.mark.parametrize(("place", "purse"), [(2, 15), (3, 12), (4, 10), (5, 8), (6, 6)])
def test_the_prize_of_each_place(place, purse):
    there = [arrived(n) for n in range(1, place)]
    scene = Scene(gnome("60", purse=(1, 0, 0, 0)), *there).luck(1)
    assert GAME.scores(scene.p)[0] == purse
    assert isinstance(GAME.due(scene.p), Over)


def test_who_cannot_pay_its_place_pays_what_it_has():
    scene = Scene(gnome("60", purse=(0, 0, 0, 1)), *[arrived(n) for n in range(1, 6)]).luck(1)
    assert scene.purse(0) == (0, 0, 0, 0)


def over(*gnomes):
    return GAME.result(Scene(*gnomes, phase="over").p)


def test_most_gems_win():
    result = over(arrived(2, purse=(1, 0, 0, 0)), arrived(1, purse=(0, 1, 1, 1)))
    assert result.to_json() == {"scores": [10, 9], "places": [2, 1], "winners": [0]}


@pytest.mark.parametrize(
    ("mine", "yours", "winners"),
    [
        ([9, 1], [8, 7], (0,)),
        ([9, 7], [9, 8], (1,)),
        ([9, 8], [9], (0,)),
        ([], [1], (1,)),
        ([9, 8], [8, 9], (0, 1)),
        ([], [], (0, 1)),
    ],
)
def test_a_tie_goes_to_the_highest_unused_brawl_cards(mine, yours, winners):
    ten = (1, 0, 0, 0)
    assert over(arrived(1, ten, mine), arrived(2, ten, yours), arrived(3)).winners == winners


def test_a_follower_learns_at_the_end_who_won_a_tie():
    ten = (1, 0, 0, 0)
    scene = Scene(gnome("60", purse=(0, 1, 0, 0), brawl=[4]), arrived(1, ten, [9]))
    view = GAME.view(scene.p, 0)
    scene.luck(1)
    follower, ours = GAME.chance(view, [1])
    assert GAME.result(scene.p).winners == (1,)
    assert next(event for event in ours if event.kind == "over").data["winners"] is None
    told = next(event for event in scene.events if event.kind == "over")
    follower = GAME.learn(follower, told)
    assert follower == GAME.view(scene.p, 0)
    assert GAME.result(follower).winners == (1,)
