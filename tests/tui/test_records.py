"""The list of records on the screen."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest
from textual.widgets import Input

from core.catalogue import GAMES
from tests.tui.conftest import SIZES
from tests.tui.recorded_games import data
from tests.tui.waiting import on, press, see, text_of, wait_until
from tui.app import SeraiApp
from tui.screens.confirm import ConfirmScreen
from tui.screens.home import HomeScreen
from tui.screens.notice import NoticeScreen
from tui.screens.records import Records, RecordsScreen
from tui.screens.replay import ReplayScreen

MakeApp = Callable[..., SeraiApp]
both_sizes = pytest.mark.parametrize("size", SIZES)


def fill(app: SeraiApp, bad: bool = True) -> Path:
    """A game of each kind among the records of that app's player, the last one newest, and two bad files."""
    folder = app.locations.records
    folder.mkdir(parents=True)
    for day, key in enumerate(GAMES, 1):
        (folder / f"2026-11-{day:02} {key}.serai").write_bytes(data(key, 3, f"2026-11-{day:02}T12:00:00Z"))
    if bad:
        (folder / "bad.serai").write_bytes(data("ominoes").replace(b"add", b"sub"))
        (folder / "worse.serai").write_bytes(b"\xff")
    return folder


async def opened(app: SeraiApp) -> RecordsScreen:
    await press(app, "r")
    await on(app, RecordsScreen)
    screen = cast(RecordsScreen, app.screen)
    await wait_until(lambda: screen._read)
    return screen


def rows(screen: RecordsScreen) -> list[str]:
    records = screen.query_one(Records)
    return [str(records.get_option_at_index(n).id) for n in range(records.option_count)]


@both_sizes
async def test_an_empty_list_says_what_to_do(make_app: MakeApp, size: tuple[int, int]) -> None:
    app = make_app()
    async with app.run_test(size=size):
        await opened(app)
        await see(app, "No game has been finished here yet.")
        await see(app, "play one against bots with s")
        last = text_of(app.screen).splitlines()[-1]
        assert "delete" not in last
        assert "replay" not in last
        for key in ("x", "v", "d", "slash", "enter"):
            await press(app, key)
            assert isinstance(app.screen, RecordsScreen)
        await press(app, "q")
        await on(app, HomeScreen)


@both_sizes
async def test_games_are_listed_newest_first_and_seen_again(make_app: MakeApp, size: tuple[int, int]) -> None:
    app = make_app()
    (fill(app) / "bad.serai").unlink()
    async with app.run_test(size=size):
        screen = await opened(app)
        names = [f"2026-11-{day:02} {key}.serai" for day, key in enumerate(GAMES, 1)]
        assert rows(screen) == [*names[::-1], "worse.serai"]
        await see(app, "2026-11-04")
        await see(app, "[red]attic")
        await see(app, "[b]Ben[/b]")
        await see(app, "★ ")
        await press(app, "j", "enter")
        await on(app, ReplayScreen)
        assert cast(ReplayScreen, app.screen).replay.game.key == list(GAMES)[2]
        await press(app, "q")
        await on(app, RecordsScreen)
        assert screen.query_one(Records).highlighted == 1
        await press(app, "v")
        await on(app, NoticeScreen)
        await see(app, "holds  All ")
        await press(app, "enter")
        await on(app, RecordsScreen)
        await press(app, "x")
        await wait_until(lambda: list(app.locations.records.glob("*.txt")))
        assert [path.name for path in app.locations.records.glob("*.txt")] == [f"{names[2][:-6]}.txt"]


async def test_what_cannot_be_read_says_why(make_app: MakeApp) -> None:
    app = make_app()
    fill(app)
    async with app.run_test():
        screen = await opened(app)
        await press(app, "end")
        screen.query_one(Records).highlighted = rows(screen).index("worse.serai")
        await see(app, "cannot be read: it is not text")
        await see(app, "v tells why, d deletes it")
        for key, words in (("enter", "worse.serai: it is not text."), ("v", "FAILS  it is not text"), ("x", "worse")):
            await press(app, key)
            await on(app, NoticeScreen)
            await see(app, words)
            await press(app, "enter")
            await on(app, RecordsScreen)
        screen.query_one(Records).highlighted = rows(screen).index("bad.serai")  # its outline is whole
        await press(app, "enter")
        await on(app, NoticeScreen)
        await see(app, "bad.serai: line ")


async def test_a_record_is_deleted_after_a_question(make_app: MakeApp) -> None:
    app = make_app()
    folder = fill(app, bad=False)
    async with app.run_test():
        screen = await opened(app)
        first, second, *_ = rows(screen)
        await press(app, "d")
        await on(app, ConfirmScreen)
        await see(app, first)
        await press(app, "enter")  # the answer that does nothing is the first
        await on(app, RecordsScreen)
        assert (folder / first).exists()
        await press(app, "delete")
        await on(app, ConfirmScreen)
        await press(app, "y")
        await on(app, RecordsScreen)
        await wait_until(lambda: not (folder / first).exists())
        assert rows(screen)[0] == second
        await see(app, "3 games")
        (folder / second).unlink()  # by somebody else
        await press(app, "enter")
        await see(app, "there is no such file")
        await press(app, "enter")
        await on(app, RecordsScreen)
        await press(app, "d")
        await on(app, ConfirmScreen)
        await press(app, "y")
        await see(app, "2 games")


async def test_games_are_sought_by_words(make_app: MakeApp) -> None:
    app = make_app()
    fill(app, bad=False)
    async with app.run_test():
        screen = await opened(app)
        line, records = screen.query_one(Input), screen.query_one(Records)
        await press(app, "slash")
        await wait_until(lambda: line.has_focus)
        await press(app, *"chlo", "space", *"omi")
        await wait_until(lambda: len(rows(screen)) == 1)
        assert "ominoes" in rows(screen)[0]
        await press(app, "enter")
        await wait_until(lambda: records.has_focus)
        await press(app, "enter")
        await on(app, ReplayScreen)
        await press(app, "q")
        await on(app, RecordsScreen)
        await press(app, "slash")
        await wait_until(lambda: line.has_focus)
        await press(app, "q", "q")
        await see(app, "No game has these words.")
        await press(app, "escape")
        await wait_until(lambda: len(rows(screen)) == 4)
        await wait_until(lambda: records.has_focus)
        await press(app, "escape")
        await on(app, HomeScreen)


async def test_many_are_shown_before_all_are_read(make_app: MakeApp, monkeypatch: pytest.MonkeyPatch) -> None:
    app = make_app()
    folder = app.locations.records
    folder.mkdir(parents=True)
    for number in range(45):
        date = f"2026-10-{1 + number // 2:02}T{number % 24:02}:00:00Z"
        (folder / f"{date.replace(':', '')} {number}.serai").write_bytes(data("om-nom-nom", 2, date))
    shown = []
    paint = RecordsScreen._show

    def show(self: RecordsScreen, found: list[object], trouble: str, *, done: bool) -> None:
        shown.append((len(found), done))
        paint(self, found, trouble, done=done)  # type: ignore[arg-type]

    monkeypatch.setattr(RecordsScreen, "_show", show)
    async with app.run_test():
        screen = await opened(app)
        assert shown == [(30, False), (45, True)]
        assert len(rows(screen)) == 45
        await see(app, "45 games")
