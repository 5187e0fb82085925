"""The board of Nomadi on positions of the rules, as text, and what keys and mouse do on it."""

from typing import Any

import pytest

from core.game import Event
from core.games.nomadi import GAME
from core.games.nomadi.position import Position
from net.changes import Moved
from tests.games.nomadi.positions import at, play
from tests.tui.boards import SIZES, Frame, golden, mirror_of, picture, told
from tests.tui.waiting import press, wait_until
from tui.boards.nomadi import NomadiBoard
from tui.glyphs import GLYPHS

CARAVAN = {"j9": 0, "k9": 1, "l9": 0, "l8": 1, "l7": 0, "m7": 1, "n7": 0, "k8": 1}
CARDS = {"l2": 2, "i7": -1, "k5": 3}
DESERT = at(CARAVAN, [1, 3, 5], cards=CARDS, rolled=[1, 2, 3, 4, 5, 6])
FOUND = at({"e5": 0, "f5": 1}, [1, 1], cards={"e6": 2}, coins=[5, 3])
HAGGLE = play(FOUND, "move 1 f5 e6")
OFFERED = play(HAGGLE, "offer 2")
COUNTERED = play(OFFERED, "counter 1")
PLACING = play(
    GAME.chance(GAME.chance(GAME.start(2), [f"e{row}" for row in range(5, 12)])[0], [None] * 18)[0], "place p13"
)


def board_of(position: Position, seat: int | None = 0) -> NomadiBoard:
    return NomadiBoard(mirror_of("nomadi", GAME.view(position, seat), seat))


def frame(position: Position, seat: int | None = 0, **how: Any) -> Frame:
    return Frame(board_of(position, seat), **how)


def said(app: Frame, position: Position) -> list[str]:
    """What was chosen, as text, or refused."""
    return [heard if isinstance(heard, str) else GAME.format(position, heard) for heard in app.heard]


async def steer(app: Frame, field: str) -> None:
    app.board.steer(field)
    await wait_until(lambda: app.board.cursor == field)


@pytest.mark.parametrize("glyphs", GLYPHS)
@pytest.mark.parametrize("size", SIZES)
async def test_die_stone_and_landing(size: str, glyphs: str) -> None:
    app = frame(DESERT, glyphs=glyphs)
    async with app.run_test(size=SIZES[size]):
        await wait_until(lambda: app.board.size == SIZES[size])
        golden(f"nomadi_rest_{size}_{glyphs}", picture(app.board))
        await press(app, "5")
        await wait_until(lambda: app.board.picked == ("die:5",))
        golden(f"nomadi_die_{size}_{glyphs}", picture(app.board))
        await steer(app, "n7")
        await press(app, "enter")
        await wait_until(lambda: len(app.board.picked) == 2)
        await steer(app, "l10")
        lines = picture(app.board)
        golden(f"nomadi_landing_{size}_{glyphs}", lines)
        assert "".join(lines).isascii() == (glyphs == "ascii")
        await press(app, "enter")
        await wait_until(lambda: app.heard)
        assert said(app, DESERT) == ["move 5 n7 l10"]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    ("name", "position", "seat"),
    [("seller", HAGGLE, 0), ("buyer", OFFERED, 1), ("watcher", OFFERED, None), ("seller_again", COUNTERED, 0)],
)
async def test_a_haggle(size: str, name: str, position: Position, seat: int | None) -> None:
    app = frame(position, seat)
    async with app.run_test(size=SIZES[size]):
        await wait_until(lambda: app.board.size == SIZES[size])
        lines = picture(app.board)
        golden(f"nomadi_haggle_{name}_{size}", lines)
        assert any("you alone see it: +2" in line for line in lines) == (seat == 0)


@pytest.mark.parametrize("size", SIZES)
async def test_placing_and_the_end(size: str) -> None:
    app = frame(PLACING, 1)
    async with app.run_test(size=SIZES[size]):
        await wait_until(lambda: app.board.size == SIZES[size])
        golden(f"nomadi_placing_{size}", picture(app.board))
        await press(app, "tab", "enter")
        await wait_until(lambda: app.heard)
        assert said(app, PLACING) == ["place q13"]
    over = at(
        {"c4": 0, "d4": 1, "d3": 0, "e4": 1},
        [],
        phase="over",
        seats=[
            {"coins": 12, "cards": [{"value": 2, "seen": [0]}, {"value": -1, "seen": [0, 1]}], "unplaced": 0},
            {"coins": -3, "cards": [{"value": 3, "seen": [1]}], "unplaced": 0},
        ],
    )
    app = frame(over)
    async with app.run_test(size=SIZES[size]):
        await wait_until(lambda: app.board.size == SIZES[size])
        golden(f"nomadi_over_{size}", picture(app.board))


async def test_every_map_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    for size, (width, height) in SIZES.items():
        app = frame(GAME.start(2, {"board": "gorge"}))
        async with app.run_test(size=(width, height)):
            await wait_until(lambda app=app: app.board.size.width > 0)
            lattice = app.board.lattice
            last = lattice.corner("t14")
            assert last[0] + lattice.pitch.fill_width <= width, size
            assert last[1] + lattice.pitch.fill_height + 4 <= height
            assert any(GLYPHS["unicode"].rock in line for line in picture(app.board))


# -- keys ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("position", "keys", "why"),
    [
        (DESERT, "2", "no unused die shows a 2"),
        (DESERT, "n7", "pick a die first: 1, 3 or 5 moves n7"),
        (DESERT, "a9", "pick a die first: 1, 3 or 5"),
        (DESERT, "3 a9", "there is no stone on a9"),
        (DESERT, "5 k8", "nowhere"),
        (DESERT, "3 n7 a1", "that does not lead from n7 to a1"),
        (at({"g7": 0, "f8": 1, "g8": 0, "h8": 1, "g9": 0}, [1, 1]), "g8", "stones all round it"),
        (at({"d4": 0, "e4": 1, "f4": 0}, [1]), "d4", "it never moves again"),
        (PLACING, "p13", "there is a stone on p13 already"),
        (PLACING, "a1", "outside the start"),
        (OFFERED, "a1", "first the card that was found is haggled over"),
    ],
)
async def test_what_cannot_be_picked_is_refused_in_words(position: Position, keys: str, why: str) -> None:
    app = frame(position, 1 if position in (PLACING, OFFERED) else 0)
    async with app.run_test(size=SIZES["small"]):
        for key in keys.split():
            if key.isdecimal():
                await press(app, key)
                await wait_until(lambda key=key: app.heard or app.board.picked == (f"die:{key}",))
            else:
                app.board.clicked(key)
        await wait_until(lambda: app.heard)
        assert why in app.heard[-1]


async def test_a_stone_that_one_die_alone_can_move_picks_it() -> None:
    position = at({"e5": 0, "f5": 1, "g5": 0}, [3, 6])
    app = frame(position)
    async with app.run_test(size=SIZES["small"]):
        await steer(app, "e5")
        await press(app, "enter")
        await wait_until(lambda: app.board.picked == ("die:3", "e5") or app.heard)
        assert not app.heard


async def test_dice_that_are_all_alike_are_picked_by_themselves() -> None:
    app = frame(FOUND)
    async with app.run_test(size=SIZES["small"]):
        assert app.board.picked == ("die:1",)
        assert app.board.question() == "A 1: pick a stone that can use it"


async def test_a_price_is_named_with_arrows_and_stays_within_the_purses() -> None:
    app = frame(HAGGLE)
    async with app.run_test(size=SIZES["small"]):
        assert app.board.price == 2
        await press(app, *["up"] * 4)
        await wait_until(lambda: app.board.price == 3)  # more than the owner has
        await press(app, *["left"] * 12)
        await wait_until(lambda: app.board.price == -6)  # all that the finder has
        await press(app, "l", "enter")
        await wait_until(lambda: app.heard)
        assert said(app, HAGGLE) == ["offer -5"]


@pytest.mark.parametrize(
    ("position", "seat", "key", "text"),
    [
        (OFFERED, 1, "a", "accept"),
        (OFFERED, 1, "d", "decline"),
        (OFFERED, 1, "enter", "counter 2"),
        (COUNTERED, 0, "a", "accept"),
        (COUNTERED, 0, "d", "keep"),
        (COUNTERED, 0, "space", "offer 1"),
    ],
)
async def test_answers_have_keys(position: Position, seat: int, key: str, text: str) -> None:
    app = frame(position, seat)
    async with app.run_test(size=SIZES["small"]):
        await press(app, key)
        await wait_until(lambda: app.heard)
        assert said(app, position) == [text]


async def test_a_gift_has_no_price() -> None:
    position = play(at({"e5": 0, "f5": 1}, [1, 1], cards={"e6": 2}, options={"haggling": "gift"}), "move 1 f5 e6")
    app = frame(position)
    async with app.run_test(size=SIZES["small"]):
        assert app.board.what_now() == "Enter offers [b]Ben[/b] the card."
        await press(app, "up", "enter")
        await wait_until(lambda: app.heard)
        assert said(app, position) == ["offer 0"]


async def test_keys_that_mean_nothing_now_are_not_offered() -> None:
    app = frame(DESERT)
    async with app.run_test(size=SIZES["small"]):
        assert not app.board.check_action("answer", ("accept",))
        assert not app.board.check_action("say", ())
        assert app.board.check_action("die", (1,))
        await press(app, "a", "d", "1")
        await wait_until(lambda: app.board.picked)
        assert not app.heard
    app = frame(OFFERED)
    async with app.run_test(size=SIZES["small"]):
        assert not app.board.check_action("die", (1,))
        assert app.board.what_now() == "Waiting for [b]Ben[/b]."


# -- mouse -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
async def test_the_mouse_picks_die_stone_landing_and_price(size: str) -> None:
    app = frame(DESERT)
    async with app.run_test(size=SIZES[size]) as pilot:
        await wait_until(lambda: app.board.size == SIZES[size])
        below = app.board.layout_now.below
        await pilot.click(NomadiBoard, offset=(4 * 6 + 2, below + 2))
        await wait_until(lambda: app.board.picked == ("die:5",))
        for field in ("n7", "l10"):
            await pilot.click(NomadiBoard, offset=app.board.lattice.corner(field))
        await wait_until(lambda: app.heard)
        assert said(app, DESERT) == ["move 5 n7 l10"]
    app = frame(HAGGLE)
    async with app.run_test(size=SIZES[size]) as pilot:
        await wait_until(lambda: app.board.size == SIZES[size])
        await pilot.click(NomadiBoard, offset=(1, app.board.layout_now.below + 2))
        await wait_until(lambda: app.board.price == 1)
        await pilot.click(NomadiBoard, offset=(8, app.board.layout_now.below + 2))
        await wait_until(lambda: app.board.price == 2)


# -- words -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("position", "seat", "words"),
    [
        (PLACING, 1, "Put a stone on any free field of the start, 8 left."),
        (DESERT, 0, "Pick a die: 1, 3 or 5."),
        (HAGGLE, 0, "Name a price with the arrows; enter offers the card to [b]Ben[/b]."),
        (OFFERED, 1, "Ana says: you pay 2 coins; a accepts, d declines."),
        (COUNTERED, 0, "[b]Ben[/b] says: [b]Ben[/b] pays 1 coin; a accepts, d keeps the card."),
        (OFFERED, None, "You are watching. Waiting for [b]Ben[/b]."),
    ],
)
def test_the_bottom_line_answers_what_now(position: Position, seat: int | None, words: str) -> None:
    assert board_of(position, seat).what_now() == words


async def test_where_my_cards_came_from_is_shown_to_me_alone() -> None:
    for seat, sees in ((1, "+2  e6 A 2"), (0, "no cards yet")):
        app = frame(OFFERED, seat)
        async with app.run_test(size=SIZES["small"]):
            action = GAME.parse(OFFERED, "accept")
            after, events = GAME.play(OFFERED, {1: action})
            mirror = app.board.mirror
            mirror.position = GAME.view(after, seat)
            seen = tuple(event for event in events if event.seen_by(seat))
            app.board.follow(Moved(1, GAME.view(OFFERED, seat), mirror.position, {1: action}, (), seen))
            await wait_until(lambda app=app: app.board.scene.haggle is None)
            assert any(sees in line for line in picture(app.board))
            assert any("+2" in line for line in picture(app.board)) == (seat == 1)


async def test_the_sheet_shows_backs_until_the_end() -> None:
    app = frame(play(OFFERED, "decline"), 1)
    async with app.run_test(size=SIZES["small"]):
        sheet = app.board.sheet(app.board.scene)
        assert [line.total for line in sheet.lines] == [6, 3]
        assert [line.pieces.plain for line in sheet.lines] == ["▒", ""]
        assert sheet.total == "coins"


# -- motion ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("motion", [False, True])
async def test_a_move_is_shown_told_and_can_be_skipped(motion: bool) -> None:
    app = frame(DESERT, motion=motion)
    async with app.run_test(size=SIZES["small"]):
        action = GAME.parse(DESERT, "move 5 n7 l10")
        after, events = GAME.play(DESERT, {0: action})
        app.board.mirror.position = after
        app.board.follow(Moved(1, DESERT, after, {0: action}, (), events))
        if motion:
            await wait_until(lambda: app.board.scene.hop)
            await press(app, "5")
        await wait_until(lambda: not app.board.playing)
        assert app.board.scene == app.board.still(after)
        assert not app.board.picked
        await wait_until(lambda: app.heard == told("nomadi", events))


def test_prizes_are_told_as_they_happen() -> None:
    board = board_of(DESERT)
    paid = Event("earned", {"seat": 1, "coins": 5, "why": "first-over"})
    assert board.caption(paid) == "[b]Ben[/b] gets 5 coins for the first stone over the chasm."
