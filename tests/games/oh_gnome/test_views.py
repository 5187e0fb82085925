"""What a seat knows, and what a follower may be told (ruling 8, views)."""

import pytest

from core.game import Asks, BadEvent, BadOutcome, Event
from core.games.oh_gnome import GAME
from core.games.oh_gnome.cards import CARDS
from core.stream import Stream
from tests.games.oh_gnome.scene import Scene, arrived, gnome

NO = "oh-gnome-you-dont"


def draw(seat, card):
    return Event("draw", {"seat": seat, "card": card}, frozenset((seat,)))


def viewed(*gnomes, seat=1, **more):
    """A position as a seat sees it."""
    scene = Scene(*gnomes, **more)
    scene.p = GAME.view(scene.p, seat)
    return scene


def test_a_view_hides_hands_fists_and_the_pile():
    view = GAME.dump(viewed(gnome("1", hand="honey mining", brawl=[3, 4]), gnome(hand="flax")).p)
    assert view["seats"][0]["hand"] == view["seats"][0]["brawl"] == [None, None]
    assert view["seats"][1]["hand"] == ["flax"]
    assert view["seats"][1]["brawl"] == list(range(1, 11))
    assert view["deck"] == [None, None, None]
    spectator = GAME.dump(viewed(gnome(hand="honey"), gnome(hand="flax"), seat=None).p)
    assert [seat["hand"] for seat in spectator["seats"]] == [[None], [None]]


def test_at_the_end_the_fists_are_open_and_the_pile_is_not():
    view = GAME.dump(viewed(arrived(1, brawl=[3]), arrived(2), phase="over").p)
    assert view["seats"][0]["brawl"] == [3]
    assert view["deck"] == [None, None, None]


# -- an unknown card can be any that is not elsewhere ----------------------------------------------------------------


def test_an_unknown_hand_may_hold_what_is_nowhere_seen():
    scene = viewed(gnome("1", hand="honey"), gnome(), discard="toll-day truffles truffles truffles").luck(1)
    assert scene.why_not(0, "table walnuts") is None
    assert scene.why_not(0, "action mining") is None
    assert "no toll-day" in scene.why_not(0, "action toll-day")
    assert "no truffles" in scene.why_not(0, "table truffles")
    scene.say(a="table walnuts")
    assert (scene.tabled(0), scene.hand(0)) == ("walnuts", "None")


def test_stumbles_before_gnomes_count_as_seen():
    scene = viewed(gnome("1", hand="honey"), gnome(misses=2), gnome(misses=1), discard="stumble").luck(1)
    assert "no stumble" in scene.why_not(0, "action stumble 1")


def test_a_stumble_on_its_way_counts_as_seen():
    scene = viewed(gnome("1", hand="honey flax"), gnome(hand="flax"), discard="stumble stumble stumble")
    scene.luck(1).say(a="action stumble 1")
    assert GAME.guess(scene.p, 1, Stream(b"")).seats[0].hand != ("stumble",)
    assert GAME.load(GAME.dump(scene.p)) == scene.p


def test_an_unknown_red_card_in_a_window():
    scene = viewed(gnome("1", hand="mining"), gnome(), gnome(hand="flax"), phase="play").say(a="action mining")
    assert scene.why_not(2, f"red {NO}") is None
    scene.say(c=f"red {NO}")
    assert (scene.hand(2), scene.discard) == ("", f"mining {NO}")


def test_unknown_fists_may_be_any():
    scene = viewed(gnome("4", brawl=[3, 4]), gnome("7")).luck(3).say(a="brawl", b="peace")
    assert scene.why_not(0, "show 9") is None
    assert "only who has no brawl card left" in scene.why_not(0, "show 0")
    scene.say(a="show 9", b="show 1")
    assert scene.fists(0) == [None]


def test_an_unknown_discard_takes_the_place_of_nulls():
    scene = viewed(gnome("44", hand="flax honey mining mining"), gnome(), discard="toll-day").luck(3)
    for wrong in (["toll-day", "flax"], ["flax"], ["flax", None], [["flax"], "flax"]):
        with pytest.raises(BadOutcome):
            GAME.chance(scene.p, wrong)
    scene.luck("honey", "truffles")
    assert (scene.hand(0), scene.discard) == ("None None", "toll-day honey truffles")


# -- secret chances --------------------------------------------------------------------------------------------------


def test_greens_with_nulls():
    start = GAME.start(2)
    pairs = [["honey", "flax"], ["walnuts", "walnuts"]]
    assert GAME.hide(start, pairs, 1) == [[None, None], ["walnuts", "walnuts"]]
    assert GAME.hide(start, pairs, None) == [[None, None], [None, None]]
    for position in (start, GAME.view(start, 1)):
        after, _ = GAME.chance(position, [[None, None], ["walnuts", "walnuts"]])
        assert after.seats[0].hand == (None, None)
        assert after.seats[1].hand == ("walnuts", "walnuts")
        assert after.deck == (None,) * 100
        assert GAME.load(GAME.dump(after)) == after


@pytest.mark.parametrize(
    "outcome",
    [
        [["honey", "flax"]],
        [["honey", "flax"], ["honey"]],
        [["honey", "mining"], ["flax", "flax"]],
        [["honey", "honey"], ["honey", "honey"]],
        [["honey", 7], ["flax", "flax"]],
        [["honey", ["flax"]], ["flax", "flax"]],
    ],
)
@pytest.mark.parametrize("seat", [None, "host"])
def test_greens_that_cannot_be_dealt(outcome, seat):
    start = GAME.start(2)
    with pytest.raises(BadOutcome, match=r"\w+ \w+"):
        GAME.chance(start if seat == "host" else GAME.view(start, seat), outcome)


def test_a_pile_with_some_nulls():
    scene = viewed(gnome(hand="honey"), gnome(), phase="shuffle", deck="", discard="flax mining")
    assert GAME.hide(scene.p, ["mining", "flax"], 1) == [None, None]
    scene.luck(None, "flax")
    assert scene.p.deck == ("flax",)
    assert scene.hand(0) == "None None"


@pytest.mark.parametrize(
    "outcome",
    [["flax"], ["flax", "flax"], ["flax", "honey"], ["flax", "mining", "mining"], ["flax", 3], ["flax", "hone"], None],
)
def test_piles_that_cannot_be(outcome):
    scene = Scene(gnome(hand="honey"), gnome(), phase="shuffle", deck="", discard="flax mining")
    for position in (scene.p, GAME.view(scene.p, 1)):
        with pytest.raises(BadOutcome, match=r"\w+ \w+"):
            GAME.chance(position, outcome)


def test_an_unknown_pile_holds_no_card_too_often():
    scene = viewed(gnome(), gnome(), phase="shuffle", deck="flax flax", discard="toll-day", seat=None)
    scene.luck("honey", "toll-day", "mining")
    scene = viewed(gnome(), gnome(), phase="shuffle", deck="flax flax", discard="toll-day", seat=None)
    with pytest.raises(BadOutcome):
        scene.luck("honey", "toll-day", "toll-day")


# -- learning --------------------------------------------------------------------------------------------------------


def test_a_drawn_card_is_told_to_its_seat():
    scene = viewed(gnome("1", hand="honey"), gnome(), seat=0).luck(1).say(a="skip")
    assert scene.hand(0) == "honey None"
    assert GAME.learn(scene.p, draw(0, "flax")).seats[0].hand == ("honey", "flax")


@pytest.mark.parametrize(
    "event",
    [
        draw(0, "toll-day"),
        draw(0, "gold"),
        draw(0, None),
        draw(0, ["flax"]),
        draw(1, "flax"),
        draw(7, "flax"),
        draw(-1, "flax"),
        draw(True, "flax"),
        Event("draw", {"seat": 0}),
        Event("hand", {"seat": 0, "other": 0, "hand": ["flax", "flax"]}),
        Event("hand", {"seat": 0, "other": 1, "hand": ["flax", "flax"]}),
        Event("hand", {"seat": 0, "other": 1, "hand": 3}),
        Event("over", {"brawl": [[1], [2]]}),
        Event("over", {"brawl": None}),
        Event("arrive", {}),
    ],
)
def test_events_that_tell_nothing_that_fits(event):
    scene = viewed(gnome("1", hand="honey"), gnome(), seat=0, discard="toll-day").luck(1).say(a="skip")
    if event.kind == "arrive":
        scene.p = scene.p._replace(discard=(None,))
    with pytest.raises(BadEvent, match=r"\w+ \w+"):
        GAME.learn(scene.p, event)


def follow(scene, seat, **answers):
    """One step of a host and of a follower, who then learns; the two views."""
    follower = GAME.view(scene.p, seat)
    choices = {"abcdef".index(letter): GAME.parse(scene.p, text) for letter, text in answers.items()}
    assert all(GAME.check(follower, who, action) is None for who, action in choices.items())
    follower, _ = GAME.play(follower, choices)
    scene.say(**answers)
    for event in scene.events:
        if event.seen_by(seat) and event.kind in ("draw", "hand", "arrive", "over"):
            follower = GAME.learn(follower, event)
    return follower, GAME.view(scene.p, seat)


@pytest.mark.parametrize("seat", [0, 1, 2, None])
@pytest.mark.parametrize("theirs", ["", "flax", "flax mining"])
def test_exchanged_hands_are_followed(seat, theirs):
    """An empty hand and no pile: nothing in the position shows that it is a view."""
    scene = Scene(
        gnome("1", hand="swap-hands honey"), gnome(hand=theirs, brawl=[]), gnome(brawl=[]), phase="play", deck="flax"
    )
    if theirs:
        scene.say(a="action swap-hands 1")
        mine, views = follow(scene, seat, b="pass")
    else:
        mine, views = follow(scene, seat, a="action swap-hands 1")
    assert mine == views


@pytest.mark.parametrize("seat", [0, 1, None])
def test_a_hand_laid_down_is_followed(seat):
    scene = Scene(gnome("59", hand="honey flax second-wind", tabled="truffles"), gnome(), phase="play")
    mine, view = follow(scene, seat, a="action second-wind")
    assert mine == view
    assert mine.discard == ("second-wind", "honey", "flax", "truffles")


# -- guesses ---------------------------------------------------------------------------------------------------------


def test_a_guess_fills_from_what_is_nowhere_seen():
    view = viewed(gnome(hand="honey flax"), gnome(hand="mining"), discard="toll-day " + f"{NO} " * 8).p
    for number in range(20):
        guess = GAME.guess(view, 1, Stream.of_seed(number))
        hidden = [*guess.seats[0].hand, *guess.deck]
        assert not {"toll-day", NO} & {*hidden}
        assert all(hidden.count(card) + (card == "mining") <= CARDS.counts[card] for card in hidden)
        assert GAME.view(guess, 1) == view


def test_who_will_play_a_guard_has_one_in_every_guess():
    scene = Scene(
        gnome("1", hand=f"toll-day {NO}"), gnome(hand=f"{NO} flax"), gnome(hand="guard-gnome flax honey"), phase="play"
    )
    scene.say(a="action toll-day").say(b=f"red {NO}", c="red guard-gnome")
    for number in range(10):
        guess = GAME.guess(GAME.view(scene.p, 0), 0, Stream.of_seed(number))
        assert "guard-gnome" in guess.seats[2].hand


def test_right_after_the_set_up_all_hands_are_green():
    after, _ = GAME.chance(GAME.start(3), [["honey", "flax"], ["flax", "flax"], ["walnuts", "honey"]])
    guess = GAME.guess(GAME.view(after, 0), 0, Stream(b""))
    assert all(card in CARDS.items for seat in guess.seats for card in seat.hand)


# -- windows do not leak ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(30))
def test_what_is_asked_does_not_depend_on_what_is_hidden(seed):
    """Positions that differ only in hidden cards ask the same seats the same, and look the same to everybody else."""
    stream = Stream.of_seed(seed)
    position = GAME.start(2 + seed % 5)
    for _ in range(150):
        due = GAME.due(position)
        spectator = GAME.view(position, None)
        other = GAME.guess(spectator, 0, stream)
        assert GAME.due(other) == due
        assert GAME.view(other, None) == spectator
        if isinstance(due, Asks):
            choices = {ask.seat: stream.choice(GAME.answers(position, ask.seat)) for ask in due.asks}
            if all(GAME.check(other, seat, action) is None for seat, action in choices.items()):
                after, events = GAME.play(other, choices)
                assert GAME.due(after) == GAME.due(GAME.play(position, choices)[0])
                public = [event for event in events if event.to is None and event.kind != "arrive"]
                theirs = [e for e in GAME.play(position, choices)[1] if e.to is None and e.kind != "arrive"]
                assert public == theirs or "over" in [event.kind for event in public]
            position = GAME.play(position, choices)[0]
        elif position.phase == "over":
            return
        else:
            position = GAME.chance(position, GAME.draw(position, stream))[0]
