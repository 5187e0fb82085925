"""Ominoes at a real host's table, with bots in memory."""

from collections.abc import Callable

import pytest

from net.settings import TableSettings
from tests.tui.conftest import SIZES
from tests.tui.waiting import on, press, see, text_of, wait_until
from tui.app import SeraiApp
from tui.boards.ominoes import OminoesBoard
from tui.forms import Picker
from tui.screens.lobby import LobbyScreen
from tui.screens.new_table import NewTableScreen
from tui.screens.result import ResultScreen
from tui.screens.table import TableScreen
from tui.session import HostTable
from tui.widgets.command_input import CommandInput

MakeApp = Callable[..., SeraiApp]


def solo(seats: int, **options: object) -> HostTable:
    """A table in memory with bots on all other seats; the seed makes it the same every time."""
    return HostTable(TableSettings("ominoes", seats, dict(options), "solo", bots=seats - 1, listen=False, seed=3))


def board(app: SeraiApp) -> OminoesBoard:
    assert isinstance(app.screen, TableScreen)
    assert isinstance(app.screen.board, OminoesBoard)
    return app.screen.board


async def play_on(app: SeraiApp) -> None:
    """Scores what it can, else picks the first thing that can be picked, until the game is over."""
    mirror = board(app).mirror
    while not mirror.over:
        await wait_until(lambda: mirror.over or mirror.asked)
        if mirror.over:
            return
        before = mirror.position
        table = board(app)
        if before.groups:
            table.action_score(0)
        else:
            while table.choices and mirror.position is before and not (done := len(table.picked)):
                table.take(table.choices[0])
                if len(table.picked) == done:
                    break
            if table.picked:
                table.take(table.choices[0])
        await wait_until(lambda before=before: mirror.position is not before)


@pytest.mark.parametrize("size", SIZES[1:])
async def test_set_up_by_keys_and_typed(make_app: MakeApp, size: tuple[int, int]) -> None:
    app = make_app(start=solo(3))
    async with app.run_test(size=size):
        await on(app, TableScreen)
        await see(app, "Ominoes · set-up, your turn")
        await see(app, "Put the first of your 2 Ra on any empty space.")
        for words in ("people", "Ra, the sun", "Khepri", "for everybody", "Horus", "0/13", "⏎ pick"):
            await see(app, words)
        await press(app, "enter")
        await see(app, "Put the second")
        await see(app, "Ana adds Ra on e5.")
        await press(app, "enter")
        await see(app, "e5 is taken")
        await press(app, "up", "enter")
        await see(app, "that you rolled")
        await press(app, ":")
        await wait_until(lambda: app.screen.query_one(CommandInput).has_focus)
        await press(app, *"add a1", "enter")
        await see(app, "It is Ana's turn.")


async def test_a_whole_game_to_the_result(make_app: MakeApp) -> None:
    app = make_app(start=solo(3))
    async with app.run_test():
        await on(app, TableScreen)
        await wait_until(lambda: board(app).mirror.asked)
        await play_on(app)
        await on(app, ResultScreen)
        for words in ("places", "to be told", "Largest group"):
            await see(app, words)
        assert app.session is not None
        assert app.session.record_path is not None


async def test_the_seats_wear_their_gods_colours_at_the_table_alone(make_app: MakeApp) -> None:
    app = make_app(start=solo(2, gods=["H", "A"]))
    async with app.run_test():
        await on(app, TableScreen)
        await wait_until(lambda: app.hues == (3, 1, 2, 4, 5, 6))
        assert app.theme_variables["seat-1"] == app.theme_variables["hue-3"]
        app.leave_table()
        await wait_until(lambda: app.hues == (1, 2, 3, 4, 5, 6))
        assert app.theme_variables["seat-1"] == app.theme_variables["hue-1"]


@pytest.mark.parametrize("size", SIZES)
async def test_gods_are_typed_into_the_form(make_app: MakeApp, size: tuple[int, int]) -> None:
    app = make_app()
    async with app.run_test(size=size):
        await press(app, "n")
        await on(app, NewTableScreen)
        game = app.screen.query_one("#game", Picker)
        while game.value != "ominoes":
            await press(app, "right")
        await see(app, "as usual")
        await see(app, "gods")
        app.screen.query_one("#option-gods").focus()
        await press(app, *"hh", "enter")
        await see(app, "the seats' gods")
        await press(app, "backspace", "a", "enter")
        await wait_until(lambda: "the seats' gods" not in text_of(app.screen))
        await see(app, "H A")
        await press(app, "enter")
        await on(app, LobbyScreen)
        lobby = app.session.mirror.lobby if app.session else None
        assert lobby is not None
        assert lobby.options.value == {"side": "2-camels", "expert": False, "gods": ["H", "A"]}
        await see(app, "H A")
        await app.action_quit()


async def test_gods_can_be_changed_in_the_lobby_and_letters_there_are_no_commands(make_app: MakeApp) -> None:
    settings = TableSettings("ominoes", 2, {}, "attic", bots=1, bind="127.0.0.1", port=0)
    app = make_app(start=HostTable(settings))
    async with app.run_test():
        await on(app, LobbyScreen)
        await see(app, "gods")
        app.screen.query_one("#option-gods").focus()
        await press(app, *"r h", "enter")
        lobby = app.session.mirror if app.session else None
        assert lobby is not None
        await wait_until(lambda: lobby.lobby is not None and lobby.lobby.options.value == {"gods": ["R", "H"]})
        await see(app, "R H")
        assert isinstance(app.screen, LobbyScreen)
        await app.action_quit()
