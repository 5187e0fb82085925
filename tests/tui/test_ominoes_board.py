"""The board of Ominoes on positions of the rules, as text, and what keys and mouse do on it."""

from typing import Any

import pytest

from core.games.ominoes import GAME
from core.games.ominoes.position import Position
from net.changes import Moved
from tests.games.ominoes.boards import load
from tests.tui.boards import SIZES, Frame, golden, mirror_of, picture, told
from tests.tui.waiting import press, wait_until
from tui.boards.ominoes import OminoesBoard
from tui.glyphs import GLYPHS

START = load("R..A....  ........ ..K..... ...H.... ...Y.... ....O... R.R..... ........", "move", "R", seats=3)
GROUPS = load("RRR..... R.H..... ..HH.... ...Y.... ...O.... ...A.... AAAA....", "end", seats=3, scores=[4, 9, 0])
CLOSED = load("R..... .K....", "add", "Y", expert=True)
LAST = load("RRR... AHAHAH KAHAHK HAHAHA AHAH..", "add", "R")


def board_of(position: Position, seat: int | None = 0) -> OminoesBoard:
    return OminoesBoard(mirror_of("ominoes", position, seat))


def frame(position: Position, seat: int | None = 0, **how: Any) -> Frame:
    return Frame(board_of(position, seat), **how)


def said(app: Frame, *, position: Position | None = None) -> list[str]:
    """What was chosen, as text, or refused."""
    return [heard if isinstance(heard, str) else GAME.format(position, heard) for heard in app.heard]  # type: ignore[arg-type]


@pytest.mark.parametrize("glyphs", GLYPHS)
@pytest.mark.parametrize("size", SIZES)
async def test_a_piece_is_picked_and_its_way_is_shown(size: str, glyphs: str) -> None:
    app = frame(START, glyphs=glyphs)
    async with app.run_test(size=SIZES[size]):
        await wait_until(lambda: app.board.size == SIZES[size])
        golden(f"ominoes_pick_{size}_{glyphs}", picture(app.board))
        await press(app, "tab", "tab", "enter", "up", "up", "right")
        await wait_until(lambda: app.board.cursor == "d5")
        lines = picture(app.board)
        golden(f"ominoes_way_{size}_{glyphs}", lines)
        assert "".join(lines).replace("茶", "").isascii() == (glyphs == "ascii")


@pytest.mark.parametrize("glyphs", GLYPHS)
@pytest.mark.parametrize("size", SIZES)
async def test_groups_have_a_line_round_them_and_their_points(size: str, glyphs: str) -> None:
    app = frame(GROUPS, glyphs=glyphs)
    async with app.run_test(size=SIZES[size]):
        await wait_until(lambda: app.board.size == SIZES[size])
        golden(f"ominoes_groups_{size}_{glyphs}", picture(app.board))


@pytest.mark.parametrize("size", SIZES)
async def test_the_closed_pit_and_the_small_board(size: str) -> None:
    app = frame(CLOSED)
    async with app.run_test(size=SIZES[size]):
        await wait_until(lambda: app.board.size == SIZES[size])
        golden(f"ominoes_closed_{size}", picture(app.board))


async def test_every_face_is_told_apart_without_colour() -> None:
    looks = set()
    for face in "RAKHYO":
        app = frame(load(face, "setup", placed=[1, 0]), 1)
        async with app.run_test(size=SIZES["large"]):
            await wait_until(lambda app=app: app.board.size == SIZES["large"])
            looks.add("\n".join(line[3:10] for line in picture(app.board)[1:6]))
    assert len(looks) == 6


# -- keys ------------------------------------------------------------------------------------------------------------


async def test_a_move_is_made_of_two_picks() -> None:
    app = frame(START)
    async with app.run_test(size=SIZES["small"]):
        await press(app, "tab")
        await wait_until(lambda: app.board.cursor == "a7")
        await press(app, "shift+tab", "space")
        await wait_until(lambda: app.board.picked == ("a1",))
        assert app.board.question() == "Ra from a1: pick where three steps end; escape picks another"
        await press(app, "l", "l", "j", "enter")
        await wait_until(lambda: app.heard)
        assert said(app, position=START) == ["move a1 c2"]


async def test_escape_and_another_piece_take_the_pick_back() -> None:
    app = frame(START)
    async with app.run_test(size=SIZES["small"]):
        await press(app, "tab", "enter")
        await wait_until(lambda: app.board.picked == ("a7",))
        await press(app, "escape")
        await wait_until(lambda: app.board.picked == ())
        await press(app, "enter")
        await wait_until(lambda: app.board.picked == ("a7",))
        app.board.steer("c7")
        await press(app, "enter")
        await wait_until(lambda: app.board.picked == ("c7",))
        assert not app.heard


@pytest.mark.parametrize(
    ("position", "keys", "why"),
    [
        (START, "c3", "Ra was rolled, and c3 is Khepri: only Ra moves"),
        (START, "e5", "there is no Ominoe on e5"),
        (START, "a1 c3", "c3 is taken by Khepri"),
        (START, "a1 a3", "a3 is not three steps from a1"),
        (CLOSED, "d4", "d4 is in the snake pit, which is closed in the expert version"),
        (LAST, "f1", "the last Ominoe is added only where it scores"),
        (load("R", "move", "O"), "b1", "there is no Ominoe on b1"),
        (load("RRRR", "end"), "f1", "There is a group for you: s scores it, g ends the turn"),
    ],
)
async def test_what_cannot_be_picked_is_refused_in_words(position: Position, keys: str, why: str) -> None:
    app = frame(position)
    async with app.run_test(size=SIZES["small"]):
        for field in keys.split():
            app.board.steer(field)
            await press(app, "enter")
        await wait_until(lambda: app.heard)
        assert why in app.heard[0]


async def test_a_walled_in_ominoe_says_so() -> None:
    position = load("RA.... A..... ...... R.....", "move", "R")
    app = frame(position)
    async with app.run_test(size=SIZES["small"]):
        app.board.steer("a1")
        await press(app, "enter")
        await wait_until(lambda: app.heard)
        assert app.heard == ["the Ominoe on a1 is walled in: no way of three steps leads away from it"]


async def test_one_group_is_scored_with_s_and_several_by_number() -> None:
    app = frame(load("RRRR", "end"))
    async with app.run_test(size=SIZES["small"]):
        await press(app, "s")
        await wait_until(lambda: app.heard)
        assert said(app) == ["score R a1"]
    app = frame(GROUPS)
    async with app.run_test(size=SIZES["small"]):
        await press(app, "s")
        await wait_until(lambda: "Which group?" in app.board.question())
        assert not app.heard
        await press(app, "escape")
        await wait_until(lambda: "Which group?" not in app.board.question())
        await press(app, "2")
        await wait_until(lambda: app.heard)
        assert said(app) == ["score H c2"]


async def test_what_can_be_left_is_left_with_g() -> None:
    for position, text in ((load("RRRR", "roll"), "roll"), (load("RRRR", "end"), "end"), (LAST, "hold")):
        app = frame(position)
        async with app.run_test(size=SIZES["small"]):
            await press(app, "g")
            await wait_until(lambda app=app: app.heard)
            assert said(app) == [text]


async def test_keys_that_mean_nothing_now_are_not_offered() -> None:
    app = frame(START)
    async with app.run_test(size=SIZES["small"]):
        assert not app.board.check_action("score", ())
        assert not app.board.check_action("go_on", ("roll",))
        assert not app.board.check_action("back", ())
        await press(app, "s", "g", "tab")
        await wait_until(lambda: app.board.cursor == "a7")
        assert not app.heard


async def test_nothing_can_be_picked_out_of_turn_or_watching() -> None:
    for seat, why in ((1, "it is not your move: waiting for Ana"), (None, "you are watching: the seats play")):
        app = frame(START, seat)
        async with app.run_test(size=SIZES["small"]):
            await press(app, "enter")
            await wait_until(lambda app=app: app.heard)
            assert app.heard == [why]


# -- mouse -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
async def test_the_mouse_points_and_picks(size: str) -> None:
    app = frame(START)
    async with app.run_test(size=SIZES[size]) as pilot:
        await wait_until(lambda: app.board.size == SIZES[size])
        lattice = app.board.lattice
        for name in ("a1", "c2"):
            x, y = lattice.corner(name)
            await pilot.hover(OminoesBoard, offset=(x + 1, y + 1))
            await wait_until(lambda name=name: app.board.cursor == name)
            await pilot.click(OminoesBoard, offset=(x + 1, y + 1))
        await wait_until(lambda: app.heard)
        assert said(app, position=START) == ["move a1 c2"]


@pytest.mark.parametrize("size", SIZES)
async def test_a_click_on_a_group_or_its_line_in_the_list_scores_it(size: str) -> None:
    for where, text in (("d5", "score H c2"), (None, "score R a1")):
        app = frame(GROUPS)
        async with app.run_test(size=SIZES[size]) as pilot:
            await wait_until(lambda app=app: app.board.size == SIZES[size])
            at = app.board.lattice.corner(where) if where else (app.board.layout_now.side + 1, 2)
            await pilot.click(OminoesBoard, offset=at)
            await wait_until(lambda app=app: app.heard)
            assert said(app) == [text]


# -- words -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("position", "words"),
    [
        (load("", "setup", placed=[0, 0]), "Put the first of your 2 Ra on any empty space."),
        (load("R", "setup", placed=[1, 0]), "Put the second of your 2 Ra on any empty space."),
        (load("RRKK", "setup", "O", placed=[2, 2]), "Put the Ominotep that you rolled on any empty space."),
        (load("RRRR", "roll"), "There is a group for you: s scores it, g rolls without."),
        (START, "Pick a Ra to move three spaces."),
        (load("A", "move", "A"), "Pick an Apep to move three spaces."),
        (load("A", "move", "Y"), "Pick any Ominoe to move three spaces."),
        (load("A", "move", "O"), "Ominotep: pick any Ominoe; it is rolled again where it lies."),
        (load("A", "add", "Y"), "Add Yay-Ra on any empty space."),
        (LAST, "The last Ominoe: add it where it scores, or g holds it back."),
        (GROUPS, "There are 2 groups for you: 1 or 2 scores one, g ends the turn."),
    ],
)
def test_the_bottom_line_answers_what_now(position: Position, words: str) -> None:
    assert board_of(position).what_now() == words


def test_the_others_wait_in_words_and_the_title_says_for_whom() -> None:
    board = board_of(START, 2)
    assert board.what_now() == "Waiting for Ana."
    assert board.heading(board.scene) == "Ana's turn"
    assert board_of(START).heading(board.scene) == "your turn"


def test_seats_have_the_colours_of_their_gods() -> None:
    assert board_of(START).hues()[:3] == (4, 1, 2)
    assert board_of(load("", "setup", placed=[0, 0], gods="HA")).hues() == (3, 1, 2, 4, 5, 6)


async def test_what_a_roll_is_for_is_explained_until_one_knows_it() -> None:
    app = frame(START)
    async with app.run_test(size=SIZES["small"]):
        words = "Move any Ra"
        await wait_until(lambda: any(words in line for line in picture(app.board)))
        for _ in range(2):
            action = GAME.parse(START, "move a1 c2")
            after, events = GAME.play(START, {0: action})
            app.board.follow(Moved(1, START, after, {0: action}, (), events))
        app.board.restart()
        await wait_until(lambda: app.board.scene.phase == "move")
        assert not any(words in line for line in picture(app.board))


# -- motion ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("motion", [False, True])
async def test_a_move_is_shown_told_and_can_be_skipped(motion: bool) -> None:
    app = frame(START, motion=motion)
    async with app.run_test(size=SIZES["small"]):
        action = GAME.parse(START, "move a1 c2")
        after, events = GAME.play(START, {0: action})
        app.board.mirror.position = after
        app.board.follow(Moved(1, START, after, {0: action}, (), events))
        if motion:
            await wait_until(lambda: app.board.scene.lit)
            assert app.board.playing
            await press(app, "enter")
        await wait_until(lambda: not app.board.playing)
        assert app.board.scene == app.board.still(after)
        await wait_until(lambda: app.heard == told("ominoes", events))


async def test_many_moves_of_bots_are_all_shown_faster() -> None:
    app = frame(START, motion=True)
    async with app.run_test(size=SIZES["small"]):
        action = GAME.parse(START, "move a1 c2")
        after, events = GAME.play(START, {0: action})
        app.board.mirror.position = after
        for number in range(12):
            app.board.follow(Moved(number, START, after, {0: action}, (), events))
        await wait_until(lambda: app.board.scene.lit)
        assert app.board.playing
        assert app.board.pace < 0.5
        await press(app, "x")
        await wait_until(lambda: len(app.heard) == 12)
