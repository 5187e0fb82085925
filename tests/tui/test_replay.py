"""The replay on the screen, by keys and mouse."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, cast

import pytest
from textual.geometry import Offset

from core.catalogue import GAMES
from core.record import Record, write
from tests.tui.boards import picture
from tests.tui.conftest import SIZES
from tests.tui.recorded_games import SHOWN, data, record
from tests.tui.waiting import on, press, see, text_of, wait_until
from tui.app import SeraiApp
from tui.replaying import replay_of
from tui.screens.go_to import GoToScreen
from tui.screens.help import HelpScreen
from tui.screens.home import HomeScreen
from tui.screens.replay import ReplayScreen
from tui.session import ShowReplay
from tui.themes import HUES
from tui.widgets.scrubber import Scrubber
from tui.widgets.story import StoryPanel
from tui.written import story

MakeApp = Callable[..., SeraiApp]
all_games = pytest.mark.parametrize("key", GAMES)


@asynccontextmanager
async def replaying(
    make_app: MakeApp, key: str, size: tuple[int, int] = SIZES[0], *, path: Path | None = None, **how: Any
) -> AsyncIterator[tuple[SeraiApp, ReplayScreen]]:
    """An app with the replay of that game over its home screen."""
    app = make_app(**how)
    async with app.run_test(size=size):
        app.push_screen(ReplayScreen(replay_of(data(key)), path))
        await on(app, ReplayScreen)
        screen = cast(ReplayScreen, app.screen)
        await wait_until(lambda: screen.board.size.width > 0)
        yield app, screen


def shows(screen: ReplayScreen, number: int, seat: int | None) -> bool:
    """Whether everything on the screen is of that moment, as that seat knew it."""
    board, story_panel = screen.board, screen.query_one(StoryPanel)
    position = screen.replay.view(number, seat)
    return (
        (screen.number, screen.seat) == (number, seat)
        and (screen.sight.position, screen.sight.seat) == (position, seat)
        and board.scene == board.still(position)
        and not board.playing
        and screen.query_one(Scrubber).number == number
        and (story_panel.number, story_panel.seat) == (number, seat)
    )


async def shown(screen: ReplayScreen, number: int, seat: int | None) -> None:
    """Waits until it is."""
    await wait_until(lambda: shows(screen, number, seat), f"step {screen.number}, seat {screen.seat}")


@pytest.mark.parametrize(("key", "size"), list(zip(GAMES, [*SIZES, *SIZES], strict=True)))
async def test_a_game_is_walked_through_from_every_seat(make_app: MakeApp, key: str, size: tuple[int, int]) -> None:
    async with replaying(make_app, key, size) as (app, screen):
        last = screen.replay.last
        await shown(screen, 0, None)
        await see(app, f"{GAMES[key].title} · ")
        await see(app, "all open · [red]attic")
        await see(app, f"0/{last}")
        await see(app, "Chloé[31m")
        for number in range(1, 4):
            await press(app, "right")
            await shown(screen, number, None)
        pictures = {}
        for seat in (0, 1, 2):
            await press(app, "tab")
            await shown(screen, 3, seat)
            await see(app, f"as {SHOWN[seat]} saw it")
            pictures[seat] = text_of(screen)
        await press(app, "tab")
        await shown(screen, 3, None)
        await press(app, "2", "left")
        await shown(screen, 2, 1)
        await press(app, "right")
        await shown(screen, 3, 1)
        assert text_of(screen) == pictures[1]
        await press(app, "end")
        await shown(screen, last, 1)
        await press(app, "right", "0")
        await shown(screen, last, None)
        await see(app, f"{last}/{last}")
        await press(app, "home", "left")
        await shown(screen, 0, None)


@all_games
async def test_forward_and_back_shows_every_moment_the_same(make_app: MakeApp, key: str) -> None:
    async with replaying(make_app, key) as (_, screen):
        last = screen.replay.last
        numbers = [*range(min(12, last)), *range(last * 2 // 3, min(last * 2 // 3 + 12, last + 1))]
        for seat in (None, 1):
            screen.see(seat)
            pictures = {}
            for number in numbers:
                screen.go(number)
                pictures[number] = picture(screen.board)
            for number in reversed(numbers):
                screen.go(number)
                assert picture(screen.board) == pictures[number], number


async def test_chapters_numbers_and_keys(make_app: MakeApp) -> None:
    async with replaying(make_app, "ominoes") as (app, screen):
        chapters = screen.replay.chapters
        await press(app, "]")
        await shown(screen, chapters[1].first, None)
        await press(app, "down")
        await shown(screen, chapters[2].first, None)
        await press(app, "right", "[")
        await shown(screen, chapters[2].first, None)
        await press(app, "up")
        await shown(screen, chapters[1].first, None)
        await press(app, "g")
        await on(app, GoToScreen)
        await press(app, "9", "9", "9", "9", "enter")
        await see(app, f"There are {screen.replay.last} steps.")
        await press(app, "backspace", "backspace", "backspace", "enter")
        await wait_until(lambda: shows(screen, 9, None))
        await press(app, "g")
        await on(app, GoToScreen)
        await press(app, "escape")
        await on(app, ReplayScreen)
        await shown(screen, 9, None)
        await press(app, "9")  # there is no such seat
        await shown(screen, 9, None)
        await press(app, "?")
        await on(app, HelpScreen)
        await see(app, "Let the game go on by itself, or stop it")
        await see(app, "See it as the next seat did")
        assert "See it as seat 4 did" not in text_of(app.screen)
        await press(app, "escape")
        await on(app, ReplayScreen)
        await press(app, "q")
        await on(app, HomeScreen)
        assert app.hues == HUES


async def test_it_runs_by_itself_to_the_end_and_starts_anew(make_app: MakeApp, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tui.screens.replay.SPEEDS", (100.0, 200.0, 400.0, 500.0, 600.0))
    async with replaying(make_app, "om-nom-nom") as (app, screen):
        await see(app, "1 a second")
        await press(app, "+", "+", "+", "+")
        await see(app, "8 a second")
        await press(app, "-")
        await see(app, "4 a second")
        await press(app, "space")
        await wait_until(lambda: screen.number == screen.replay.last)
        await wait_until(lambda: not screen.running)
        await shown(screen, screen.replay.last, None)
        await press(app, "space")
        await wait_until(lambda: 0 < screen.number < screen.replay.last)
        await press(app, "left")
        await wait_until(lambda: not screen.running)
        number = screen.number
        await press(app, "right")
        await shown(screen, number + 1, None)


@all_games
async def test_motion_ends_at_the_same_picture_and_gives_way_to_keys(make_app: MakeApp, key: str) -> None:
    async with replaying(make_app, key) as (app, screen):
        app.animation_level = "full"
        screen._speed = 4
        first = next(n for n in range(1, screen.replay.last) if screen.replay.told(n, None))
        screen.go(first - 1)
        screen.go(first)
        assert screen.board.playing
        screen.go(first + 1)
        await shown(screen, first + 1, None)
        screen.go(first + 2)
        screen.see(1)
        await shown(screen, first + 2, 1)
        screen.go(first + 3)
        screen.board.skip()
        await wait_until(lambda: shows(screen, first + 3, 1))


async def test_the_scrubber_is_pulled(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test() as pilot:
        app.push_screen(ReplayScreen(replay_of(data("om-nom-nom")), None))
        await on(app, ReplayScreen)
        screen = cast(ReplayScreen, app.screen)
        await see(app, "0/21")
        scrubber = screen.query_one(Scrubber)
        track = scrubber._track
        await pilot.mouse_down(Scrubber, offset=(track.stop, 0))
        await wait_until(lambda: shows(screen, 21, None))
        await pilot.hover(Scrubber, offset=((track.start + track.stop) // 2 + 1, 0))
        await wait_until(lambda: 9 <= screen.number <= 12)
        await pilot.mouse_up(Scrubber, offset=((track.start + track.stop) // 2 + 1, 0))
        await pilot.hover(Scrubber, offset=(track.stop, 0))
        assert 9 <= screen.number <= 12
        await pilot.click(Scrubber, offset=(1, 0))
        await wait_until(lambda: screen.running)
        await pilot.click(Scrubber, offset=(1, 0))
        await wait_until(lambda: not screen.running)
        await pilot.click(screen.board, offset=Offset(5, 5))  # nothing can be played
        assert app.screen is screen


async def test_the_story_is_read_back(make_app: MakeApp) -> None:
    async with replaying(make_app, "oh-gnome") as (app, screen):
        await press(app, "end")
        await shown(screen, screen.replay.last, None)
        panel = screen.query_one(StoryPanel)
        end = panel.render().plain
        assert end.splitlines()[-1] in "\n".join(screen.replay.told(screen.replay.last, None))
        await press(app, "pageup")
        await wait_until(lambda: panel.back == 5)
        assert panel.render().plain.splitlines()[5:] == end.splitlines()[:-5]
        screen.action_read(100_000)
        assert panel.render().plain.splitlines()[0] == "The deal"
        await press(app, "left")
        await wait_until(lambda: panel.back == 0)


async def test_the_story_is_written_beside_the_record(make_app: MakeApp, tmp_path: Path) -> None:
    path = tmp_path / "of mine.serai"
    async with replaying(make_app, "nomadi", path=path) as (app, screen):
        await press(app, "x")
        await wait_until(lambda: (tmp_path / "of mine.txt").exists())
        assert (tmp_path / "of mine.txt").read_text(encoding="utf-8") == story(screen.replay)
        screen.path = None
        await press(app, "x")
        kept = app.locations.records / "2026-11-30T190211 nomadi.txt"
        await wait_until(kept.exists)
        assert kept.read_text(encoding="utf-8") == story(screen.replay)
        await press(app, "v")
        await see(app, "holds  All ")


async def test_a_folder_that_cannot_be_written_is_told(make_app: MakeApp, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    app = make_app()
    async with app.run_test(notifications=True):
        app.push_screen(ReplayScreen(replay_of(data("ominoes")), tmp_path / "file" / "of mine.serai"))
        await on(app, ReplayScreen)
        await press(app, "x")
        await see(app, "The story could not be written")


async def test_started_for_a_replay_the_app_ends_with_it(make_app: MakeApp, tmp_path: Path) -> None:
    app = make_app(name="", start=ShowReplay(replay_of(data("ominoes")), tmp_path / "of mine.serai"))
    async with app.run_test() as pilot:
        await on(app, ReplayScreen)
        await press(app, "right", "q")
        await wait_until(lambda: not app.is_running)
        assert app.return_code == 0
        del pilot


async def test_ascii_signs_alone(make_app: MakeApp) -> None:
    async with replaying(make_app, "ominoes", plain=True) as (app, screen):
        await press(app, "]", "]", "right")
        lines = [line.replace("é", "e") for line in text_of(app.screen).splitlines()]
        assert all(line.isascii() for line in lines), "\n".join(lines)
        await press(app, "space")
        await wait_until(lambda: screen.running)


async def test_an_unfinished_game_ends_where_it_stops(make_app: MakeApp) -> None:
    whole = record("oh-gnome")
    app = make_app()
    async with app.run_test():
        part = Record(whole.header, whole.steps[:20])
        app.push_screen(ReplayScreen(replay_of(write(part).encode()), None))
        await on(app, ReplayScreen)
        await press(app, "end")
        await see(app, "20/20")
