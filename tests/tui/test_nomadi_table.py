"""Nomadi at a real host's table, with bots in memory."""

from collections.abc import Callable
from typing import Any

import pytest

from core.games.nomadi.position import ACCEPT
from net.settings import TableSettings
from tests.tui.conftest import SIZES
from tests.tui.waiting import on, press, see, wait_until
from tui.app import SeraiApp
from tui.boards.nomadi import NomadiBoard
from tui.screens.result import ResultScreen
from tui.screens.table import TableScreen
from tui.session import HostTable
from tui.widgets.price_line import PriceLine

MakeApp = Callable[..., SeraiApp]


def solo(seats: int, **options: object) -> HostTable:
    """A table in memory with bots on all other seats; the seed makes it the same every time."""
    return HostTable(TableSettings("nomadi", seats, dict(options), "solo", bots=seats - 1, listen=False, seed=3))


def board(app: SeraiApp) -> NomadiBoard:
    assert isinstance(app.screen, TableScreen)
    assert isinstance(app.screen.board, NomadiBoard)
    return app.screen.board


async def play_on(app: SeraiApp) -> None:
    """Picks the stone that gets farthest, accepts what it is offered, until the game is over."""
    mirror, table = board(app).mirror, board(app)

    def far(path: tuple[str, ...]) -> tuple[int, ...]:
        field = mirror.position.board.field(path[-1])
        return (field or 0, *map(ord, "".join(path)))

    while not mirror.over:
        await wait_until(lambda: mirror.over or mirror.asked)
        before = mirror.position
        if mirror.over:
            return
        if table.paths:
            for token in min(table.paths, key=far)[len(table.picked) :]:
                table.take(token)
        elif ACCEPT in mirror.answers():
            table.action_answer("accept")
        else:
            table.action_say()
            await wait_until(lambda: app.screen.query_one(PriceLine).display)
            await press(app, "enter")  # and nothing to say with it
        await wait_until(lambda before=before: mirror.position is not before)


@pytest.mark.parametrize("size", SIZES)
async def test_placing_and_a_move_by_keys(make_app: MakeApp, size: tuple[int, int]) -> None:
    app = make_app(start=solo(3))
    async with app.run_test(size=size):
        await on(app, TableScreen)
        await see(app, "Nomadi · placing stones, your turn")
        for words in ("coins", "Desert cards lie on", "no cards yet", "goal", "⏎ pick"):
            await see(app, words)
        for left in range(5, 0, -1):
            await see(app, f"{left} left" if left > 1 else "Put down your last stone.")
            await press(app, "tab", "enter")
        await see(app, "Ana throws")
        await see(app, "Pick a die")
        table = board(app)
        die, stone, landing = next(iter(table.paths))
        await press(app, die[-1])
        await see(app, f"A {die[-1]}: pick a stone that can use it.")
        table.steer(stone)
        await press(app, "enter")
        await see(app, f"{stone} with a {die[-1]}: pick where it lands")
        table.steer(landing)
        await press(app, "enter")
        await see(app, "Ana moves")


async def test_a_whole_short_game_to_the_result(make_app: MakeApp) -> None:
    app = make_app(start=solo(2, oasis="h8"))
    async with app.run_test():
        await on(app, TableScreen)
        await wait_until(lambda: board(app).mirror.asked)
        await play_on(app)
        await on(app, ResultScreen)
        for words in ("places", "coin", "card", "to be told"):
            await see(app, words)
        await press(app, "b")
        await on(app, TableScreen)
        await see(app, "coins and cards")
        assert app.session is not None
        assert app.session.record_path is not None
        scores: Any = app.session.mirror.game.scores(app.session.mirror.position) if app.session.mirror.game else ()
        for score in scores:
            await see(app, f"{score}")
