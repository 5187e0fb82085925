"""The board of Om Nom Nom on positions of the rules, as text."""

from collections.abc import Callable
from typing import Any

import pytest

from core.catalogue import GAMES
from core.game import Event
from core.games.om_nom_nom.position import ANIMALS
from net.changes import Moved
from net.seat import Mirror
from tests.tui import boards
from tests.tui.boards import SIZES, Frame, golden, picture
from tests.tui.waiting import press, wait_until
from tui.boards.om_nom_nom import OmNomNomBoard
from tui.boards.om_nom_nom_scene import frames
from tui.glyphs import GLYPHS

GAME = GAMES["om-nom-nom"]


def trick(choices: dict[int, str], dice: dict[str, int], before: Any = None) -> Moved:
    """The first trick of a round with these dice, played by three."""
    faces = [face for face, count in dice.items() for _ in range(count)]
    rolled = before or GAME.chance(GAME.start(3), faces)[0]
    actions = {seat: ANIMALS.index(name) for seat, name in choices.items()}
    after, events = GAME.play(rolled, actions)
    return Moved(2, rolled, after, actions, (), events)


MOVED = trick(
    {0: "cat", 1: "mouse", 2: "hedgehog"},
    {"rabbit": 1, "carrot": 4, "mouse": 3, "cheese": 2, "frog": 5},
)


def mirror_of(position: Any, seat: int | None = 0) -> Mirror:
    return boards.mirror_of("om-nom-nom", position, seat)


@pytest.mark.parametrize("glyphs", GLYPHS)
@pytest.mark.parametrize("size", SIZES)
async def test_a_position_at_rest(size: str, glyphs: str) -> None:
    mirror = mirror_of(MOVED.before)
    mirror.chosen_by = frozenset({1})
    app = Frame(OmNomNomBoard(mirror), glyphs)
    async with app.run_test(size=SIZES[size]):
        await wait_until(lambda: app.board.size == SIZES[size])
        lines = picture(app.board)
        golden(f"om_nom_nom_rest_{size}_{glyphs}", lines)
        drawn = "\n".join(lines).replace("茶", "")
        assert drawn.isascii() == (glyphs == "ascii")


@pytest.mark.parametrize("size", SIZES)
async def test_a_hunt_is_seen_without_colour(size: str) -> None:
    mirror = mirror_of(MOVED.after)
    board = OmNomNomBoard(mirror)
    app = Frame(board, "ascii")
    async with app.run_test(size=SIZES[size]):
        await wait_until(lambda: board.size == SIZES[size])
        hunts = [frame.scene for frame in frames(MOVED) if frame.scene.hunting is not None]
        board.scene = hunts[0]
        board.repaint()
        golden(f"om_nom_nom_hunt_{size}", picture(board))


@pytest.mark.parametrize("size", SIZES)
async def test_a_spectator_has_no_hand(size: str) -> None:
    app = Frame(OmNomNomBoard(mirror_of(MOVED.before, None)))
    async with app.run_test(size=SIZES[size]):
        await wait_until(lambda: app.board.size == SIZES[size])
        text = "\n".join(picture(app.board))
        assert "still in hand" in text
        assert "Hedgehog" not in text
        await press(app, "3")
        await wait_until(lambda: app.heard)
        assert app.heard == ["you are watching: the seats play"]


@pytest.mark.parametrize(("keys", "animal"), [("1", 0), ("5", 4), ("lll enter", 3), ("h enter", 5), ("jj space", 2)])
async def test_cards_are_chosen_by_number_or_with_the_cursor(keys: str, animal: int) -> None:
    app = Frame(OmNomNomBoard(mirror_of(MOVED.before)))
    async with app.run_test(size=(54, 21)):
        first, _, last = keys.partition(" ")
        await press(app, *first, *([last] if last else []))
        await wait_until(lambda: app.heard)
        assert app.heard == [animal]


async def test_arrows_skip_the_cards_that_are_gone() -> None:
    board = OmNomNomBoard(mirror_of(MOVED.after))
    app = Frame(board)
    async with app.run_test(size=(54, 21)):
        await press(app, "right", "right", "enter")
        await wait_until(lambda: app.heard)
        assert app.heard == [ANIMALS.index("mouse")]  # the cat has been played
        await press(app, "3")
        await wait_until(lambda: len(app.heard) == 2)
        assert "played once a round" in app.heard[1]


@pytest.mark.parametrize("size", SIZES)
async def test_a_click_on_a_card_chooses_it(size: str) -> None:
    app = Frame(OmNomNomBoard(mirror_of(MOVED.before)))
    async with app.run_test(size=SIZES[size]) as pilot:
        await wait_until(lambda: app.board.size == SIZES[size])
        y = SIZES[size][1] - 2
        x = picture(app.board)[-1 if size == "large" else -2].index("cheese" if size == "large" else "Mouse")
        await pilot.hover(OmNomNomBoard, offset=(x, y))
        await wait_until(lambda: "▸4" in "\n".join(picture(app.board)))
        await pilot.click(OmNomNomBoard, offset=(x, y))
        await wait_until(lambda: app.heard)
        assert app.heard == [ANIMALS.index("mouse")]
        await pilot.click(OmNomNomBoard, offset=(3, 3))
        assert app.heard == [ANIMALS.index("mouse")]


def board_with(change: Callable[[Mirror], None]) -> OmNomNomBoard:
    mirror = mirror_of(MOVED.before)
    change(mirror)
    return OmNomNomBoard(mirror)


def test_the_bottom_line_answers_what_now() -> None:
    def chosen(*seats: int) -> Callable[[Mirror], None]:
        return lambda mirror: setattr(mirror, "chosen_by", frozenset(seats))

    def choose(mirror: Mirror) -> None:
        mirror.choose(ANIMALS.index("cat"))
        mirror.chosen_by = frozenset({0})

    def watch(mirror: Mirror) -> None:
        mirror.seat = None

    assert board_with(chosen()).what_now() == "Choose a card. Waiting for [b]Ben[/b] and 茶."
    assert board_with(chosen(1, 2)).what_now() == "Choose a card. Everybody waits for you."
    assert (
        board_with(choose).what_now() == "Cat is face down on the table. Change it until [b]Ben[/b] and 茶 have chosen."
    )
    assert board_with(watch).what_now() == "You are watching. Waiting for Ana, [b]Ben[/b] and 茶."


# -- motion ----------------------------------------------------------------------------------------------------------


def told(events: tuple[Event, ...]) -> list[str]:
    return boards.told("om-nom-nom", events)


async def test_without_motion_a_move_is_there_at_once_and_told_in_words() -> None:
    mirror = mirror_of(MOVED.before)
    app = Frame(OmNomNomBoard(mirror))
    async with app.run_test(size=(54, 21)):
        mirror.position = MOVED.after
        app.board.follow(MOVED)
        assert not app.board.playing
        assert app.board.scene == app.board.still(MOVED.after)
        await wait_until(lambda: app.heard == told(MOVED.events))


async def test_any_key_ends_the_motion_and_chooses_nothing() -> None:
    mirror = mirror_of(MOVED.before)
    app = Frame(OmNomNomBoard(mirror), motion=True)
    async with app.run_test(size=(54, 21)):
        mirror.position = MOVED.after
        app.board.follow(MOVED)
        await wait_until(lambda: app.board.scene.table[0] != -3)
        assert app.board.playing
        await press(app, "1")
        await wait_until(lambda: not app.board.playing)
        assert app.board.scene == app.board.still(MOVED.after)
        await wait_until(lambda: app.heard == told(MOVED.events))


async def test_who_is_far_behind_catches_up() -> None:
    mirror = mirror_of(MOVED.before)
    app = Frame(OmNomNomBoard(mirror), motion=True)
    async with app.run_test(size=(54, 21)):
        moved, expected = MOVED, told(MOVED.events)
        app.board.follow(moved)
        for animals in (("wolf",) * 3, ("rabbit",) * 3, ("frog",) * 3, ("hedgehog", "cat", "cat")):
            moved = trick(dict(enumerate(animals)), {}, moved.after)
            expected += told(moved.events)
            app.board.follow(moved)
        mirror.position = moved.after
        await press(app, "x")
        await wait_until(lambda: not app.board.playing)
        assert app.board.scene == app.board.still(moved.after)
        await wait_until(lambda: app.heard == expected)
