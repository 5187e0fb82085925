from collections.abc import Callable

import pytest
from textual.widgets import Input

from core.catalogue import GAMES
from tests.tui.conftest import SIZES
from tests.tui.waiting import on, press, see, text_of, wait_until
from tui.app import SeraiApp
from tui.forms import Picker
from tui.options import fitting, usual, words
from tui.screens.home import HomeScreen
from tui.screens.lobby import LobbyScreen
from tui.screens.new_table import NewTableScreen
from tui.screens.table import TableScreen

MakeApp = Callable[..., SeraiApp]


@pytest.mark.parametrize("size", SIZES)
async def test_a_table_is_opened_as_the_form_says(make_app: MakeApp, size: tuple[int, int]) -> None:
    app = make_app()
    async with app.run_test(size=size):
        await press(app, "n")
        await on(app, NewTableScreen)
        for text in (
            "New table",
            "Om Nom Nom",
            "‹ 2 ›",
            "‹ none ›",
            "a bot stands in",
            "Ana's table",
            "open the table",
        ):
            await see(app, text)
        await press(app, "j", "right", "l", "l", "h")
        await see(app, "‹ 4 ›")
        await press(app, "down", "space", "j", "right")
        await see(app, "the table waits")
        await press(app, "j", "right", "right")
        await see(app, "‹ 60 seconds ›")
        await press(app, "j", "right")
        await see(app, "knock, I let them in")
        await press(app, "j")
        line = app.screen.query_one(Input)
        await wait_until(lambda: line.has_focus)
        await press(app, *"attic")
        await press(app, "enter")
        await on(app, LobbyScreen)
        lobby = app.session.mirror.lobby if app.session else None
        assert lobby is not None
        assert (lobby.table, len(lobby.seats), lobby.absent, lobby.open) == ("attic", 4, "wait", True)
        assert lobby.clock == 60
        await see(app, "turn clock   60 seconds")
        assert [seat.state for seat in lobby.seats] == ["player", "free", "free", "bot"]
        await app.action_quit()


async def test_the_mouse_changes_rows_and_opens(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test() as pilot:
        await press(app, "n")
        await on(app, NewTableScreen)
        await see(app, "‹ 2 ›")
        await pilot.click("#seats", offset=(20, 0))
        await see(app, "‹ 3 ›")
        await pilot.click("#seats", offset=(13, 0))
        await see(app, "‹ 2 ›")
        await pilot.click("#open")
        await on(app, LobbyScreen)
        await app.action_quit()


@pytest.mark.parametrize("size", SIZES)
async def test_alone_against_bots_goes_straight_in(make_app: MakeApp, size: tuple[int, int]) -> None:
    app = make_app()
    async with app.run_test(size=size):
        await press(app, "s")
        await on(app, NewTableScreen)
        await see(app, "Play against bots")
        await see(app, "‹ 2 bots ›")
        assert "imaginary" not in text_of(app.screen)
        await press(app, "j", "h", "h")
        await see(app, "nobody but the house")
        await see(app, "imaginary")
        await press(app, "j", "l", "enter")
        await on(app, TableScreen)
        session = app.session
        assert session is not None
        assert session.host is not None
        assert session.host.addresses == []
        assert session.mirror.names == ("Ana", "Nobody", "No One", "Not Me")
        await app.action_quit()


async def test_escape_opens_nothing(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test():
        await press(app, "n")
        await on(app, NewTableScreen)
        await press(app, "escape")
        await on(app, HomeScreen)
        assert app.session is None


def test_options_that_make_no_difference_are_not_asked() -> None:
    game = GAMES["om-nom-nom"]
    (option,) = game.options()
    assert [value for value, _ in fitting(game, 1, option)] == [2, 3]
    assert [value for value, _ in fitting(game, 2, option)] == [1]
    assert [value for value, _ in fitting(game, 5, option)] == [0]
    assert usual(game, 1, option, {}) == 2
    assert usual(game, 1, option, {"imaginary": 3}) == 3
    assert usual(game, 2, option, {"imaginary": 3}) == 1


def test_values_in_words() -> None:
    assert [words(value) for value in (None, True, False, 3, "far", [1, "a"])] == [
        "as usual",
        "yes",
        "no",
        "3",
        "far",
        "1, a",
    ]


async def test_a_picker_with_one_choice_or_frozen_stays_as_it_is(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test():
        row = Picker("size", [("s", "small"), ("l", "large")], id="row")
        await app.screen.mount(row)
        row.focus()
        await press(app, "left")
        await wait_until(lambda: row.value == "l")
        row.freeze(frozen=True)
        row.action_step(1)
        assert row.value == "l"
        row.freeze(frozen=False)
        row.offer([("x", "only")], "none of these")
        row.action_step(1)
        assert row.value == "x"
