from collections.abc import Callable

import pytest
from textual.command import CommandPalette
from textual.widgets import Input

from core.catalogue import GAMES
from tests.tui.conftest import SIZES
from tests.tui.waiting import on, press, see, text_of, wait_until
from tui.app import SeraiApp
from tui.config import ConfigFile
from tui.screens.help import HelpScreen
from tui.screens.home import HomeScreen
from tui.screens.new_table import NewTableScreen
from tui.screens.rules import RulesScreen, page

MakeApp = Callable[..., SeraiApp]


@pytest.mark.parametrize("size", SIZES)
async def test_the_rules_can_be_read_to_their_end(make_app: MakeApp, size: tuple[int, int]) -> None:
    app = make_app()
    async with app.run_test(size=size):
        await press(app, "f2")
        await on(app, RulesScreen)
        await see(app, "Om Nom Nom")
        await see(app, "HEDGEHOG")
        view = app.screen.query_one("#page")
        for _ in range(60):
            await press(app, "space")
            if "does not come back" in text_of(app.screen):
                break
        await see(app, "does not come back")
        await press(app, "k")
        await wait_until(lambda: view.scroll_offset.y < view.max_scroll_y)
        await press(app, "escape")
        await on(app, HomeScreen)


@pytest.mark.parametrize("key", GAMES)
def test_every_game_has_a_page_of_its_own(key: str) -> None:
    text = page(key)
    assert text.startswith(f"# {GAMES[key].title}\n")
    assert len(text.split()) > 200


@pytest.mark.parametrize("size", SIZES)
async def test_help_knows_where_one_is(make_app: MakeApp, size: tuple[int, int]) -> None:
    app = make_app()
    async with app.run_test(size=size):
        await press(app, "?")
        await on(app, HelpScreen)
        await see(app, "Play at once, against bots")
        await press(app, "?")
        await on(app, HomeScreen)
        await press(app, "n")
        await on(app, NewTableScreen)
        await press(app, "f1")
        await on(app, HelpScreen)
        await see(app, "Take the next value; left or h takes the one")
        assert "Play at once" not in text_of(app.screen)
        await press(app, "escape")
        await on(app, NewTableScreen)


async def palette(app: SeraiApp, words: str) -> None:
    await press(app, "ctrl+p")
    await on(app, CommandPalette)
    await press(app, *words)
    await see(app, words)
    await wait_until(lambda: app.screen.query_one("CommandList").option_count > 0)  # type: ignore[attr-defined]
    await press(app, "enter")
    await wait_until(lambda: not isinstance(app.screen, CommandPalette))


async def test_the_palette_runs_what_the_keys_run(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test():
        await palette(app, "new table")
        await on(app, NewTableScreen)
        await press(app, "escape")
        await on(app, HomeScreen)
        await palette(app, "Rules of Om")
        await on(app, RulesScreen)


@pytest.mark.parametrize("size", SIZES[:1])
async def test_ascii_signs_everywhere_and_kept(make_app: MakeApp, size: tuple[int, int]) -> None:
    app = make_app()
    async with app.run_test(size=size):
        await see(app, "╭")
        await palette(app, "Draw with ascii")
        await wait_until(lambda: text_of(app.screen).isascii(), text_of(app.screen))
        for key in ("n", "r", "f2", "question_mark"):
            await press(app, key)
            await wait_until(lambda: app.screen is not app.home)
            await plain(app)
            if key == "f2":
                for _ in range(9):
                    await press(app, "space")
                    await plain(app)
            await press(app, "escape")
            await on(app, HomeScreen)
    assert ConfigFile(app.locations.config_file).config.glyphs == "ascii"


async def plain(app: SeraiApp) -> None:
    try:
        await wait_until(lambda: text_of(app.screen).isascii())
    except AssertionError:
        raise AssertionError(text_of(app.screen)) from None


async def test_a_terminal_that_began_in_ascii_stays_in_it(make_app: MakeApp) -> None:
    app = make_app(plain=True)
    async with app.run_test():
        await see(app, "+- on your network -")
        await plain(app)


async def test_motion_and_themes_are_kept(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test():
        app.animation_level = "full"
        await palette(app, "Switch motion off")
        await wait_until(lambda: not app.motion)
        app.theme = "serai-light"
        await wait_until(lambda: ConfigFile(app.locations.config_file).config.theme == "serai-light")
    again = ConfigFile(app.locations.config_file).config
    assert (again.animation, again.theme) == (False, "serai-light")


@pytest.mark.parametrize("theme", ["serai-light", "nord", "ansi-dark", "textual-light"])
async def test_every_kind_of_theme_draws_home(make_app: MakeApp, theme: str) -> None:
    app = make_app(theme=theme)
    async with app.run_test():
        await see(app, "looking")
        assert app.theme == theme


async def test_an_unknown_theme_is_told_and_ours_is_used(make_app: MakeApp) -> None:
    app = make_app(theme="neon")
    async with app.run_test(notifications=True):
        await see(app, "no theme 'neon'")
        assert app.theme == "serai-dark"


async def test_help_over_a_line_that_is_typed_in_does_not_take_its_letters(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test():
        await press(app, "m")
        line = app.screen.query_one(Input)
        await wait_until(lambda: line.has_focus)
        await press(app, "q", "?", "n")
        await wait_until(lambda: line.value == "q?n")
