"""The board of Oh Gnome You Don't! on positions of the rules, as text, and what keys and mouse do on it."""

from typing import Any

import pytest

from core.games.oh_gnome import GAME
from core.games.oh_gnome.position import Position
from net.changes import Moved
from tests.games.oh_gnome.scene import Scene, arrived, gnome
from tests.tui.boards import SIZES, Frame, golden, mirror_of, picture, told
from tests.tui.waiting import press, wait_until
from tui.boards import oh_gnome
from tui.boards.oh_gnome import OhGnomeBoard
from tui.boards.oh_gnome_scene import frames
from tui.glyphs import GLYPHS

RICH = (1, 1, 2, 1)
"""A purse with gems of every kind."""


def play() -> Position:
    """Ana's card: one of each colour, items before three gnomes, somebody everywhere."""
    return Scene(
        gnome("12", "honey honey pickpocket my-cut small-deer-antler", "walnuts truffles", RICH),
        gnome("t3", "flax", "baby-field-mouse blueberries flax strawberries firewood", (0, 2, 0, 3)),
        gnome("pub", "hazelnuts", misses=1),
        arrived(1, (2, 0, 0, 0)),
        phase="play",
        deck="walnuts",
    ).p


def ends() -> Position:
    """Ana at the troll with a roll of three: over the bridge or round."""
    return Scene(gnome("43", "flax", purse=RICH), gnome("45", "flax"), gnome()).luck(3).p


def shop() -> Position:
    """Ana in the depot with items of three kinds."""
    return Scene(gnome("depot", "", "flax firewood firewood honey", RICH), gnome(), phase="sell", deck="flax").p


def brawl() -> Scene:
    """Ana comes to where two others stand."""
    return Scene(gnome("10", "not-in-the-face", purse=RICH), gnome("12", purse=RICH), gnome("12")).luck(2)


def stack() -> Position:
    """Ana's pickpocket, Ben's answer to it, and whether anybody answers that."""
    start = Scene(gnome("12", "pickpocket oh-gnome-you-dont"), gnome(hand="oh-gnome-you-dont flax", purse=RICH),
                  gnome(hand="my-cut"), phase="play")  # fmt: skip
    start.say(a="action pickpocket 1 blue")
    return start.say(b="red oh-gnome-you-dont", c="pass").p


def window(hand: str) -> Position:
    """Ben's roll could reach the pub; Ana holds something."""
    return Scene(gnome("30", hand), gnome("12", "flax"), gnome(hand="flax"), turn=1).luck(4).p


POSITIONS = {
    "play": play,
    "ends": ends,
    "shop": shop,
    "brawl": lambda: brawl().p,
    "show": lambda: brawl().say(a="brawl", b="peace", c="peace").p,
    "stack": stack,
    "window": lambda: window("honey my-cut"),
}


def frame(position: Position, seat: int | None = 0, **how: Any) -> Frame:
    return Frame(OhGnomeBoard(mirror_of("oh-gnome", position, seat)), **how)


def said(app: Frame) -> list[str]:
    """What was chosen, as text, or refused."""
    return [heard if type(heard) is str else heard.text for heard in app.heard]


@pytest.mark.parametrize("glyphs", GLYPHS)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", POSITIONS)
async def test_a_position_at_rest(name: str, size: str, glyphs: str) -> None:
    app = frame(POSITIONS[name](), glyphs=glyphs)
    async with app.run_test(size=SIZES[size]):
        await wait_until(lambda: app.board.size == SIZES[size])
        lines = picture(app.board)
        golden(f"oh_gnome_{name}_{size}_{glyphs}", lines)
        assert "".join(lines).replace("茶", "").isascii() == (glyphs == "ascii")


@pytest.mark.parametrize("size", SIZES)
async def test_a_brawl_is_counted_down_and_turned_over(size: str) -> None:
    moved = step(brawl().say(a="brawl", b="peace", c="peace"), a="show 9", b="show 4", c="show 1")
    app = frame(moved.after)
    async with app.run_test(size=SIZES[size]):
        await wait_until(lambda: app.board.size == SIZES[size])
        shown = {scene.bout.stage: scene for scene, *_ in frames(moved) if scene.bout is not None}
        assert list(shown) == ["3", "2", "1", "open"]
        app.board.scene = shown["open"]
        app.board.repaint()
        golden(f"oh_gnome_open_{size}", picture(app.board))


def step(scene: Scene, **answers: str) -> Moved:
    before = scene.p
    after, events = scene.say(**answers).p, scene.events
    return Moved(9, before, after, {}, (), events)


@pytest.mark.parametrize("size", SIZES)
async def test_six_gnomes_on_one_stone_are_all_seen(size: str) -> None:
    app = frame(Scene(*[gnome("20")] * 5).p)
    async with app.run_test(size=SIZES[size]):
        await wait_until(lambda: app.board.size == SIZES[size])
        trail = "\n".join(picture(app.board)[:9])
        assert all(trail.count(letter) >= 1 for letter in "ABCDE")


@pytest.mark.parametrize("size", SIZES)
async def test_prices_lie_over_the_trail_until_they_are_closed(size: str) -> None:
    app = frame(play())
    async with app.run_test(size=SIZES[size]):
        await press(app, "v")
        await wait_until(lambda: "who pays best" in "\n".join(picture(app.board)))
        text = "\n".join(picture(app.board))
        for words in ("Small Deer Antler ", "8 (6)", "whatever the die shows", "t6: lose 8 gems"):
            assert words in text
        await press(app, "escape")
        await wait_until(lambda: "who pays best" not in "\n".join(picture(app.board)))


# -- picking ---------------------------------------------------------------------------------------------------------

CHOICES = [
    ("play", "1", ["table honey"]),
    ("play", "down enter", ["table small-deer-antler"]),
    ("play", "p", ["skip"]),
    ("play", "3 1 2", ["action pickpocket 1 black"]),
    ("play", "3 1 escape 1 1", ["action pickpocket 1 red"]),
    ("play", "4", ["in the PLAY step table an item, play a purple card, or skip"]),
    ("ends", "1", ["go 46"]),
    ("ends", "right enter", ["go t2"]),
    ("shop", "2", ["sell flax"]),
    ("shop", "p", ["leave"]),
    ("brawl", "f", ["brawl"]),
    ("brawl", "p", ["peace"]),
    ("brawl", "down enter", ["peace"]),
    ("show", "7", ["show 7"]),
    ("show", "0", ["show 10"]),
    ("show", "n", ["red not-in-the-face"]),
    ("stack", "p", ["pass"]),
    ("stack", "1", ["red oh-gnome-you-dont"]),
    ("window", "1", ["now only a red card may be played; or pass"]),
    ("window", "2", ["my-cut is for another gnome that leaves a business after a sale"]),
    ("window", "3", ["there is no line 3 now"]),
    ("window", "up up enter", ["now only a red card may be played; or pass"]),
]


@pytest.mark.parametrize(("name", "keys", "expected"), CHOICES)
async def test_keys_choose_or_say_why_not(name: str, keys: str, expected: list[str]) -> None:
    app = frame(POSITIONS[name]())
    async with app.run_test(size=SIZES["small"]):
        await press(app, *keys.split())
        await wait_until(lambda: app.heard)
        assert said(app) == expected


async def test_a_purple_card_with_nobody_to_play_it_on_says_which_rule() -> None:
    alone = Scene(gnome("12", "pickpocket wrong-turn"), gnome("0"), phase="play").p
    app = frame(alone)
    async with app.run_test(size=SIZES["small"]):
        await press(app, "1", "2")
        await wait_until(lambda: len(app.heard) == 2)
        assert said(app) == ["that gnome has no red gem to take", "nobody goes back past the start"]


async def test_typed_moves_are_taken_and_completed() -> None:
    app = frame(play())
    async with app.run_test(size=SIZES["small"]):
        assert "action pickpocket 1 red" in app.board.typed_moves()
        app.board.try_text("action pickpocket 1 blue")
        app.board.try_text("go 17")
        await wait_until(lambda: len(app.heard) == 2)
        assert said(app)[0] == "that gnome has no blue gem to take"


async def test_a_click_on_a_stone_goes_there() -> None:
    app = frame(ends())
    async with app.run_test(size=SIZES["small"]) as pilot:
        await wait_until(lambda: app.board.size == SIZES["small"])
        lines = picture(app.board)
        y = next(y for y, line in enumerate(lines) if "t2" in line)
        await pilot.click(OhGnomeBoard, offset=(lines[y].index("t2"), y))
        await wait_until(lambda: app.heard)
        assert said(app) == ["go t2"]


@pytest.mark.parametrize("size", SIZES)
async def test_a_spectator_has_no_hand_and_no_say(size: str) -> None:
    app = frame(GAME.view(play(), None), None)
    async with app.run_test(size=SIZES[size]):
        await wait_until(lambda: app.board.size == SIZES[size])
        text = "\n".join(picture(app.board))
        assert "you are watching" in text
        assert "Small Deer Antler" not in text
        await press(app, "1", "enter")
        await wait_until(lambda: app.heard)
        assert said(app)[0] == "you are watching: the seats play"


# -- windows ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["w", "n"])
async def test_passes_that_go_by_themselves(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float] = []

    def at_once(self: OhGnomeBoard, seconds: float, what: Any) -> None:
        waits.append(seconds)
        what()

    monkeypatch.setattr(OhGnomeBoard, "set_timer", at_once)
    app = frame(window("honey"))
    async with app.run_test(size=SIZES["small"]):
        assert app.board.yours
        await press(app, key)
        await wait_until(lambda: app.heard)
        assert said(app) == ["pass"]
        assert waits == [oh_gnome.PASS_SECONDS]
        assert not app.board.yours
        assert "You pass by yourself" in app.board.what_now()


async def test_who_holds_what_fits_is_asked_but_for_passing_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(OhGnomeBoard, "set_timer", lambda self, seconds, what: what())
    app = frame(window("hold-it"))
    async with app.run_test(size=SIZES["small"]):
        await press(app, "w")
        await wait_until(lambda: app.board.passes_unfit)
        assert app.board.yours
        assert "Play Hold It, or p to pass" in app.board.what_now()
        await press(app, "n")
        await wait_until(lambda: app.heard)
        assert said(app) == ["pass"]


async def test_passing_on_ends_with_my_turn() -> None:
    mirror = mirror_of("oh-gnome", window("honey"))
    board = OhGnomeBoard(mirror)
    app = Frame(board)
    async with app.run_test(size=SIZES["small"]):
        await press(app, "n")
        await wait_until(lambda: board.passes_on)
        before, mirror.position = mirror.position, play()
        board.follow(Moved(9, before, mirror.position, None, (), ()))
        assert not board.passes_on


async def test_a_window_shows_who_is_asked_and_not_who_has_answered() -> None:
    mirror = mirror_of("oh-gnome", stack())
    app = Frame(OhGnomeBoard(mirror))
    async with app.run_test(size=SIZES["small"]):
        before = picture(app.board)
        assert any("asked A C" in line for line in before)
        assert app.board.what_now() == "Play Oh Gnome You Don't!, or p to pass. Waiting for 茶."
        mirror.choose(GAME.parse(mirror.position, "pass"))
        app.board.repaint()
        assert app.board.what_now() == "You pass. Change it until 茶 has chosen."


# -- motion ----------------------------------------------------------------------------------------------------------


def rolled() -> Moved:
    scene = Scene(gnome("16"), gnome("24"), gnome("30"))
    before = scene.p
    after, events = scene.luck(3).p, scene.events
    return Moved(9, before, after, None, (), events)


async def test_without_motion_a_move_is_there_at_once_and_told_in_words() -> None:
    moved = rolled()
    app = frame(moved.before)
    async with app.run_test(size=SIZES["small"]):
        app.board.mirror.position = moved.after
        app.board.follow(moved)
        assert not app.board.playing
        assert app.board.scene == app.board.still(moved.after)
        await wait_until(lambda: app.heard == told("oh-gnome", moved.events))
        assert "[3]" in "\n".join(picture(app.board))


async def test_a_walk_goes_stone_by_stone_and_any_key_ends_it() -> None:
    moved = rolled()
    places = [frame.scene.seats[0].at for frame in frames(moved)]
    assert places[:5] == ["16", "17", "18", "19", "24"]
    app = frame(moved.before, motion=True)
    async with app.run_test(size=SIZES["small"]):
        app.board.mirror.position = moved.after
        app.board.follow(moved)
        await wait_until(lambda: app.board.scene.layers)
        assert app.board.playing
        await press(app, "f")
        await wait_until(lambda: not app.board.playing)
        assert app.board.scene == app.board.still(moved.after)
        await wait_until(lambda: app.heard == told("oh-gnome", moved.events))


async def test_the_story_names_sales_and_brawls() -> None:
    moved = step(brawl().say(a="brawl", b="peace", c="peace"), a="show 9", b="show 4", c="show 1")
    kinds = [event.kind for frame in frames(moved) for event in frame.told]
    assert kinds == [event.kind for event in moved.events][: len(kinds)]
    assert {"shown", "won", "gems"} <= {*kinds}
