"""Oh Gnome You Don't! at a real host's table, with bots in memory."""

from collections.abc import Callable

import pytest

from net.settings import TableSettings
from tests.tui.conftest import SIZES
from tests.tui.waiting import on, press, see, wait_until
from tui.app import SeraiApp
from tui.boards import oh_gnome
from tui.boards.oh_gnome import OhGnomeBoard
from tui.screens.result import ResultScreen
from tui.screens.table import TableScreen
from tui.session import HostTable

MakeApp = Callable[..., SeraiApp]


def solo(seats: int) -> HostTable:
    """A table in memory with bots on all other seats; the seed makes it the same every time."""
    return HostTable(TableSettings("oh-gnome", seats, {}, "solo", bots=seats - 1, listen=False, seed=4))


def board(app: SeraiApp) -> OhGnomeBoard:
    assert isinstance(app.screen, TableScreen)
    assert isinstance(app.screen.board, OhGnomeBoard)
    return app.screen.board


async def to_the_end(app: SeraiApp) -> set[str]:
    """Takes the first line of every list, targets too, until the game is over; which kinds of questions there were."""
    table, kinds = board(app), set()
    mirror = table.mirror
    while not mirror.over:
        await wait_until(lambda: mirror.over or mirror.owes)
        if mirror.over:
            break
        before = mirror.position
        kinds.add(before.phase)
        while mirror.position is before and mirror.owes:
            table.take(table.choices[0])
            await wait_until(lambda before=before: mirror.position is not before or table.picked or not mirror.owes)
        await wait_until(lambda before=before: mirror.over or mirror.position is not before)
    return kinds


@pytest.mark.parametrize("size", SIZES)
async def test_one_glance_has_everything(make_app: MakeApp, size: tuple[int, int]) -> None:
    app = make_app(start=solo(4))
    async with app.run_test(size=size):
        await on(app, TableScreen)
        await wait_until(lambda: board(app).mirror.asked)
        await see(app, "Oh Gnome You Don't! · your turn")
        await see(app, "you rolled [")
        for words in ("your hand", "on the table", "people", "gems", "2▒", "troll 5", "cottage", "p no card", "? keys"):
            await see(app, words)
        await press(app, "1")
        await see(app, "brawl on stone 6")
        await see(app, "Sumac is here: f to brawl, p for peace. Everybody waits for you.")


@pytest.mark.parametrize("size", SIZES[1:])
async def test_a_whole_game_to_the_result(make_app: MakeApp, size: tuple[int, int]) -> None:
    app = make_app(start=solo(3))
    async with app.run_test(size=size):
        await on(app, TableScreen)
        kinds = await to_the_end(app)
        assert kinds >= {"play", "window", "move", "brawl", "show"}
        await on(app, ResultScreen)
        assert isinstance(app.screen, ResultScreen)
        assert app.screen.finished.doubt is None
        for words in ("places", "to be told", "Best visit", "was first at", "★"):
            await see(app, words)
        await press(app, "b")
        await see(app, "The game is over.")
        await see(app, "home, 1st")


async def test_windows_that_are_left_to_the_board(make_app: MakeApp, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(oh_gnome, "PASS_SECONDS", 0.01)
    app = make_app(start=solo(4))
    async with app.run_test():
        await on(app, TableScreen)
        table = board(app)
        mirror = table.mirror
        table.passes_unfit = True
        phases = set()
        for _ in range(15):
            await wait_until(lambda: table.yours)
            before = mirror.position
            phases.add(before.phase)
            if before.phase == "window":
                assert len(mirror.answers()) > 1
            while mirror.position is before and mirror.owes:
                table.take(table.choices[-1])
                await wait_until(lambda before=before: mirror.position is not before or table.picked or not mirror.owes)
            await wait_until(lambda before=before: mirror.position is not before)
        assert "play" in phases
