"""Where steps lead, and data files that are refused with the line."""

from importlib.resources import files

import pytest

from core.games.oh_gnome import cards, trail
from core.games.oh_gnome.cards import CARDS
from core.games.oh_gnome.data import BadData, Source
from core.games.oh_gnome.trail import TRAIL

FOLDER = files("core.games.oh_gnome")


def ends(place, pips, gems=0):
    return [end.place for end in TRAIL.ends(place, pips, gems)]


@pytest.mark.parametrize(
    ("place", "pips", "gems", "found"),
    [
        ("0", 6, 0, ["6"]),
        ("12", 1, 0, ["13"]),
        ("12", 2, 0, ["14", "pub"]),
        ("13", 1, 0, ["14", "pub"]),
        ("pub", 1, 0, ["14"]),
        ("depot", 6, 0, ["32"]),
        ("38", 6, 9, ["44", "cafe"]),
        ("39", 6, 5, ["45", "t1", "cafe"]),
        ("cafe", 6, 5, ["45", "t1"]),
        ("43", 1, 9, ["44"]),
        ("43", 2, 4, ["t1"]),
        ("44", 6, 5, ["50", "t6"]),
        ("44", 6, 4, ["t6"]),
        ("t6", 1, 0, ["t7"]),
        ("t7", 1, 0, ["45"]),
        ("t6", 3, 0, ["46"]),
        ("60", 1, 0, ["cottage"]),
        ("57", 6, 0, ["cottage"]),
        ("54", 6, 0, ["60"]),
    ],
)
def test_ends_of_a_roll(place, pips, gems, found):
    assert ends(place, pips, gems) == found


def test_a_card_goes_over_the_bridge_without_toll():
    assert [end.place for end in TRAIL.ends_by_card("43", 3)] == ["46"]
    assert [end.place for end in TRAIL.ends_by_card("t6", 3)] == ["46"]
    assert all(end.toll == 0 for end in TRAIL.ends_by_card("44", 3))


@pytest.mark.parametrize(
    ("stone", "way"),
    [
        ("30", ("29", "28", "27")),
        ("2", ("1", "0")),
        ("14", ("13", "12", "11")),
        ("46", ("45", "44", "43")),
        ("45", ("44", "43", "42")),
        ("t2", ("t1", "44", "43")),
        ("t7", ("t6", "t5", "t4")),
    ],
)
def test_three_stones_back(stone, way):
    assert TRAIL.back_from(stone, 3) == way


def test_there_are_104_draw_cards():
    assert CARDS.total == 104
    assert sum(CARDS.counts[item] for item in CARDS.items) == 51
    assert sum(CARDS.counts[card] for card in cards.PURPLE) == 33
    assert sum(CARDS.counts[card] for card in cards.RED) == 20


# -- other people's files --------------------------------------------------------------------------------------------

TOML = {name: FOLDER.joinpath(name).read_text(encoding="utf-8") for name in ("trail.toml", "cards.toml")}


def line_of(text, part):
    return next(number for number, line in enumerate(text.splitlines(), 1) if part in line)


def changed(name, part, other):
    """A data file with one change, and the line it is in."""
    text = TOML[name]
    assert text.count(part) == 1
    return Source("my.toml", text.replace(part, other)), line_of(text, part)


def test_a_trail_of_ones_own():
    text = """
stones = 30
bridge = { stone = 20, toll = 3 }
businesses = [{ key = "inn", name = "The Inn", after = 10 }]
slides = []
back = [{ items = 1 }, {}, { to = 20 }]
"""
    mine = trail.read(Source("my.toml", text))
    assert [end.place for end in mine.ends("19", 2, 3)] == ["21", "t1"]
    assert [end.place for end in mine.ends("28", 6, 0)] == ["cottage"]
    assert mine.effects == {"t1": trail.Effect("items", 1), "t3": trail.Effect("to", stone="20")}


@pytest.mark.parametrize(
    ("part", "other", "why"),
    [
        ("stones = 60 ", "stones = 300 ", "stones must be a whole number from 10 to 200, not 300"),
        ("after = 26", "after = 13", "stone 13 already leads two ways"),
        ("after = 39", "after = 44", "stone 44 already leads two ways"),
        ("after = 52, die = true", "after = 52, die = 1", "die must be true or false"),
        ('key = "depot"', 'key = "pub"', "there are two places called 'pub'"),
        ('key = "cafe"', 'key = "T 1"', "key must be a word"),
        ('key = "cafe"', 'key = "t3"', "there are two places called 't3'"),
        (', name = "Toadstool Cafe"', "", "'name' is missing"),
        ("from = 19", "from = 61", "from must be a whole number from 1 to 60"),
        ("from = 19, to = 24", "from = 19, to = 19", "stone 19 sends a gnome round for ever"),
        ("{ gems = 8 }", "{ gems = 0 }", "gems must be a whole number from 1 to 99"),
        ("{ gems = 8 }", "{ gold = 8 }", "there is no key 'gold'"),
        ("{ gems = 8 }", "{ gems = 8, items = 2 }", "a stone has one effect"),
        ("{ gems = 8 }", "7", "an entry of back must be a table"),
        ("toll = 5", "toll = true", "toll must be a whole number"),
    ],
)
def test_a_trail_with_a_mistake_names_its_line(part, other, why):
    source, line = changed("trail.toml", part, other)
    with pytest.raises(BadData, match=why) as raised:
        trail.read(source)
    if other != "7":
        assert f"my.toml, line {line}:" in str(raised.value)


@pytest.mark.parametrize(
    ("part", "other", "why"),
    [
        ('item = "flax"', 'item = "honey"', "there are two cards called 'honey'"),
        ('item = "flax"', 'item = "mining"', "there are two cards called 'mining'"),
        ('item = "flax"', 'item = "Flax!"', "item must be a word"),
        ('"truffles", value = 6', '"truffles", value = "6"', "value must be a whole number"),
        ('best = 8, at = "cafe"', 'best = 8, at = "bank"', "there is no business 'bank'"),
        ('"mining", count = 7', '"mining", count = -1', "count must be a whole number from 0 to 99"),
        ('card = "mining"', 'card = "fly"', "card must be one of mining"),
        ('card = "guard-gnome"', 'card = "my-cut"', "each once"),
        ("brawl = [", "brawl = [1,", "brawl must be 10 names"),
    ],
)
def test_cards_with_a_mistake_name_their_line(part, other, why):
    source, line = changed("cards.toml", part, other)
    with pytest.raises(BadData, match=why) as raised:
        cards.read(source, TRAIL)
    assert f"my.toml, line {line}:" in str(raised.value)


def test_text_that_is_no_toml_names_the_line():
    with pytest.raises(BadData, match=r"my\.toml.*line 2"):
        Source("my.toml", "stones = 60\nbridge = {\n")


def test_a_missing_or_unknown_part_is_named():
    with pytest.raises(BadData, match="'slides' is missing"):
        trail.read(Source("my.toml", TOML["trail.toml"].replace("slides = [", "glides = [")))
    with pytest.raises(BadData, match=r"line \d+: there is no key 'colour'"):
        trail.read(Source("my.toml", TOML["trail.toml"] + "colour = 3\n"))
