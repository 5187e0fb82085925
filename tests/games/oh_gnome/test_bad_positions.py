"""Positions that cannot be: each refused for its own reason."""

import pytest

from core.game import BadPosition
from core.games.oh_gnome import GAME
from core.games.oh_gnome.cards import CARDS
from tests.games.oh_gnome.scene import arrived, gnome, raw

DECK = " ".join(card for card, count in CARDS.counts.items() for _ in range(count))


def two(**first):
    return [gnome(**first), gnome(hand="blackberries")]


def seat(**changes):
    """Two gnomes, the first with these values instead."""
    return raw({**gnome(), **changes}, gnome())


def without(key):
    return {name: value for name, value in raw(*two()).items() if name != key}


def pending(phase, *frames, first=None, second=None):
    """Two gnomes and unfinished steps."""
    one, other = gnome(**(first or {})), gnome(**(second or {"hand": "blackberries"}))
    return raw(one, other, phase=phase, pending=list(frames))


MOVE = {"frame": "move", "pips": 5, "toll": True}
PLAY = {"frame": "play", "action": "action mining", "guards": [], "guarded": []}
TOLL_DAY = {**PLAY, "action": "action toll-day"}
RED = {"frame": "red", "card": "oh-gnome-you-dont", "seat": 1}
BRAWL = {"frame": "brawl", "stone": "30", "shown": {}, "tied": []}


@pytest.mark.parametrize(
    ("position", "why"),
    [
        *[(without(key), f"lacks '{key}'") for key in raw(*two()) if key not in ("game", "met")],
        ({**raw(*two()), "colour": 1}, "unknown key 'colour'"),
        ({**raw(*two()), "options": {"trail": 1}}, "unknown key 'trail'"),
        (raw(gnome()), "seats must have 2 to 6 entries"),
        ({**raw(*two()), "seats": raw(*two())["seats"] * 4}, "seats must have 2 to 6 entries"),
        (raw(*two(), turn=2), "turn must be a whole number from 0 to 1"),
        (raw(*two(), turn=True), "turn must be"),
        (raw(*two(), phase="sleep"), "phase: 'sleep' is none of"),
        (
            {**raw(*two()), "seats": [{**gnome(), "gnome": "Jud"}, {**gnome(), "gnome": "Barney"}]},
            "'Jud' is none of Oz",
        ),
        (seat(at="61"), r"seats\[0\].at: '61' is none of"),
        (seat(at=12), "none of"),
        (seat(at="t8"), "none of"),
        (seat(purse={"gold": 1}), "lacks 'red'"),
        (seat(purse={"gold": 0, "red": -1, "blue": 0, "black": 0}), "red must be a whole number"),
        (seat(purse={"gold": 0, "red": 0.5, "blue": 0, "black": 0}), "red must be a whole number"),
        (seat(hand=["gold"]), "'gold' is none of"),
        (seat(hand="honey"), "hand must be a list"),
        (seat(hand=[["honey"]]), "none of"),
        (seat(tabled=["mining"]), "'mining' is none of"),
        (seat(tabled=[None]), "none of"),
        (seat(brawl=[1, 1]), "has a card twice"),
        (seat(brawl=[0]), "must be a whole number from 1 to 10"),
        (seat(brawl=[11]), "must be a whole number from 1 to 10"),
        (seat(brawl=[None] * 11), "must have 0 to 10 entries"),
        (seat(misses=-1), "misses must be"),
        (seat(misses=5), "misses must be a whole number from 0 to 4"),
        (seat(place=1), "a gnome in the cottage, and no other, has a place"),
        (seat(at="cottage"), "a gnome in the cottage, and no other, has a place"),
        (seat(at="cottage", place=3), "place must be a whole number from 1 to 2"),
        # cards more often than there are
        (raw(gnome(hand="honey honey"), gnome(tabled="honey")), "only 3 cards honey, not 4"),
        (raw(*two(), discard="toll-day toll-day"), "only 1 cards toll-day, not 2"),
        (raw(gnome(misses=2), gnome(), discard="stumble stumble stumble"), "only 4 cards stumble, not 5"),
        (raw(*two(), deck=DECK), "only 3 cards blackberries, not 4"),
        ({**raw(*two()), "deck": [None] * 104}, "only 104 draw cards"),
        ({**raw(*two()), "deck": [None] * 105}, "deck must have 0 to 104 entries"),
        # the cottage
        (raw(arrived(1), gnome(), turn=0), "seat 0 is in the cottage"),
        (raw(arrived(1), arrived(1), phase="over"), "each once"),
        (raw(arrived(2), gnome(), turn=1), "each once"),
        (raw(arrived(1), gnome(), turn=1, phase="over"), "over when all gnomes are in the cottage"),
        (raw(arrived(1), arrived(2)), "over when all gnomes are in the cottage"),
        (raw({**arrived(1), "hand": ["honey"]}, gnome(), turn=1), "all cards are laid down"),
        (raw({**arrived(1), "tabled": ["honey"]}, gnome(), turn=1), "all cards are laid down"),
        (raw({**arrived(1), "misses": 1}, gnome(), turn=1), "all cards are laid down"),
        # meetings
        (raw(*two(), met={"0": [0, 1]}), "unknown key '0'"),
        (raw(*two(), met={"pub": [0, 1]}), "unknown key 'pub'"),
        (raw(*two(), met={"7": [0, 2]}), "met.7 must be a whole number from 0 to 1"),
        (raw(*two(), met={"7": [0, 0]}), "names a seat twice"),
        # moments
        (raw(*two(), phase="greens"), "all 104 cards are in the deck"),
        (raw(*two(), phase="shuffle", deck=""), "nothing to shuffle"),
        (raw(*two(), phase="sell"), "no business to sell in"),
        (raw(*two(), sold=3), "only in phase sell"),
        (raw(gnome("pub"), gnome(), phase="sell", sold=9, discard="honey"), "only in phase sell"),
        *[
            (raw(*two(), phase=p), "pending does not fit")
            for p in ("move", "lose", "discard", "brawl", "show", "window")
        ],
        (pending("roll", PLAY), "pending does not fit phase roll"),
        (raw(*two(), phase="move", pending=[]), "pending must have 1 to"),
        (raw(*two(), phase="move", pending={}), "pending must be a list"),
        (pending("move", 7), r"pending\[0\] must be an object"),
        (pending("move", {"frame": "dance"}), "'dance' is none of"),
        (pending("move", {"frame": "move", "pips": 5}), "lacks 'toll'"),
        (pending("move", {**MOVE, "pips": 7}), "pips must be a whole number from 1 to 6"),
        (pending("move", MOVE), "pending does not fit"),
        (pending("move", {**MOVE, "toll": False}, first={"at": "12"}), "pending does not fit"),
        (pending("move", PLAY, {**MOVE, "toll": False}, first={"at": "12"}), "pending does not fit"),
        (pending("window", MOVE), "pending does not fit"),
        (pending("window", MOVE, first={"at": "12"}, second={"at": "30"}), "nobody has a card for this window"),
        (pending("window", {"frame": "sale", "total": 3}), "pending does not fit"),
        (pending("window", {"frame": "sale", "total": 3}, first={"at": "pub"}), "pending does not fit"),
        (pending("window", {**PLAY, "action": "table honey"}), "must be the play of a purple card"),
        (pending("window", {**PLAY, "action": "action pickpocket 1 red"}), "pending does not fit"),
        (pending("window", {**PLAY, "action": "action stumble 2"}), "pending does not fit"),
        (pending("window", {**PLAY, "guards": [1]}), "pending does not fit"),
        (pending("window", {**TOLL_DAY, "guards": [1]}), "pending does not fit"),
        (pending("window", {**TOLL_DAY, "guards": [0]}, first={"hand": "guard-gnome"}), "pending does not fit"),
        (pending("window", PLAY, {**RED, "seat": 0}, first={"hand": "flax"}), "pending does not fit"),
        (pending("window", PLAY, {**RED, "card": "guard-gnome"}, first={"hand": "flax"}), "pending does not fit"),
        (pending("window", PLAY, {**RED, "card": "hold-it"}, first={"hand": "flax"}), "pending does not fit"),
        (pending("window", PLAY, RED, PLAY, first={"hand": "flax"}), "pending does not fit"),
        (pending("window", RED, first={"hand": "flax"}), "pending does not fit"),
        (pending("play", TOLL_DAY), "pending does not fit"),
        (pending("play", PLAY, PLAY), "pending does not fit"),
        (pending("lose", {"frame": "lose", "seat": 0, "count": 2}, first={"tabled": "flax honey"}), "does not fit"),
        (pending("lose", {"frame": "lose", "seat": 1, "count": 1}, second={"tabled": "flax honey"}), "does not fit"),
        (pending("discard", {"frame": "discard", "seat": 0, "count": 2}, first={"hand": "flax"}), "does not fit"),
        (pending("discard", {"frame": "discard", "seat": 0, "count": 0}, first={"hand": "flax"}), "count must be"),
        (pending("brawl", {**BRAWL, "stone": "31"}), "pending does not fit"),
        (pending("brawl", {**BRAWL, "stone": "pub"}), "'pub' is none of"),
        (pending("brawl", {**BRAWL, "shown": {"0": 3}}), "pending does not fit"),
        (pending("show", {**BRAWL, "tied": [0, 1]}), "pending does not fit"),
        (pending("show", {**BRAWL, "shown": {"0": 3, "1": 3}, "tied": [0, 1]}), "pending does not fit"),
        (pending("sell", {"frame": "cart", "item": "honey"}, first={"at": "pub"}), "pending does not fit"),
        (pending("sell", {"frame": "cart", "item": "mining"}, first={"at": "cart"}), "'mining' is none of"),
    ],
)
def test_refused(position, why):
    with pytest.raises(BadPosition, match=why):
        GAME.load(position)


def test_a_short_position_is_good():
    """A hand-written position may hold fewer cards, and leave `met` out."""
    position = raw(gnome("1"), gnome("2"), deck="")
    del position["met"]
    assert GAME.load(position).met == ()


def test_unfinished_steps_are_loaded():
    hands = {"first": {"at": "12", "hand": "flax"}, "second": {"hand": "hold-it"}}
    assert [ask.seat for ask in GAME.due(GAME.load(pending("window", MOVE, **hands))).asks] == [1]
    assert [ask.seat for ask in GAME.due(GAME.load(pending("move", MOVE, **hands))).asks] == [0]
    held = pending("window", MOVE, {**RED, "card": "hold-it"}, **hands)
    assert [ask.seat for ask in GAME.due(GAME.load(held)).asks] == [0]
    tie = raw(
        *[gnome(brawl=[1])] * 4, phase="show", pending=[{**BRAWL, "shown": {"0": 3, "1": 3, "2": 3}, "tied": [0, 2]}]
    )
    assert GAME.due(GAME.load(tie)).detail == {"for": "brawl-tie"}


def test_a_play_step_with_an_empty_hand_goes_on_at_once():
    p = GAME.load(raw(gnome(), gnome(), phase="play"))
    assert (p.phase, p.turn, p.seats[0].hand) == ("roll", 1, ("flax",))
