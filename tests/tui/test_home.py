from collections.abc import Callable
from typing import cast

import pytest
from textual.widgets import Input

from net import discovery
from net.following import Ways
from net.hints import Found
from net.host import Host
from net.identity import Identity
from net.keeping import Keeping
from net.settings import TableSettings
from tests.tui.conftest import SIZES, THEM, QuietBrowser, friends
from tests.tui.waiting import on, press, see, text_of, wait_until
from tui.app import SeraiApp
from tui.lists import Lines
from tui.screens.home import HomeScreen
from tui.screens.join import JoinScreen
from tui.screens.lobby import LobbyScreen
from tui.screens.name import NameScreen
from tui.screens.notice import NoticeScreen
from tui.session import JoinTable

MakeApp = Callable[..., SeraiApp]


def table(name: str, taken: int = 1, state: str = "lobby", game: str = "om-nom-nom", port: int = 1) -> Found:
    return Found(name, game, "Ben", ("192.0.2.5", port), 4, taken, state, open=True)


async def network(app: SeraiApp) -> QuietBrowser:
    await wait_until(lambda: app.browser is not None)
    return cast(QuietBrowser, app.browser)


@pytest.mark.parametrize("size", SIZES)
async def test_home_shows_who_one_is_and_what_one_can_do(make_app: MakeApp, size: tuple[int, int]) -> None:
    app = make_app("Chloé")
    async with app.run_test(size=size):
        await see(app, "looking")
        await see(app, "Chloé")
        await see(app, f"known as {app.words}")
        for words in ("n  new table", "s  play against bots", "a  join by address", "F2 rules", "q  quit"):
            await see(app, words)
        await see(app, "Open a table with n")


@pytest.mark.parametrize("size", SIZES)
async def test_tables_appear_and_vanish_by_themselves(make_app: MakeApp, size: tuple[int, int]) -> None:
    app = make_app()
    async with app.run_test(size=size):
        browser = await network(app)
        browser.put(table("window seat"), table("kitchen", 4, port=2), table("attic", 4, "playing", port=3))
        await see(app, "window seat")
        await see(app, "1 of 4 seats taken")
        await see(app, "Om Nom Nom, hosted by Ben")
        for words in ("come in", "full: watch", "playing: watch"):
            await see(app, words)
        lines = text_of(app.screen)
        assert lines.index("window seat") < lines.index("kitchen") < lines.index("attic")
        browser.put(table("attic", 4, "playing", port=3))
        await wait_until(lambda: "window seat" not in text_of(app.screen))
        browser.put()
        await see(app, "looking")


async def test_the_cursor_stays_on_its_table_while_others_come_and_go(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test():
        browser = await network(app)
        browser.put(table("b", port=2), table("c", port=3))
        await see(app, "1 of 4")
        tables = app.screen.query_one("#tables", Lines)
        await wait_until(lambda: tables.has_focus)
        await press(app, "j")
        await wait_until(lambda: tables.highlighted == 1)
        browser.put(table("a", port=1), table("b", port=2), table("c", port=3))
        await wait_until(lambda: tables.highlighted == 2)


async def test_names_from_the_network_are_never_markup(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test():
        browser = await network(app)
        browser.put(table("[b]x[/b] [/i]"), table("[@click=app.quit]q[/]", game="[red]", port=2))
        await see(app, "[b]x[/b] [/i]")
        await see(app, "[@click=app.quit]q[/]")


async def test_without_a_network_it_says_so_in_words(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test():
        browser = await network(app)
        browser.trouble = "no network was found"
        browser.put()
        await see(app, "No network was found.")
        await see(app, "playing against bots does")
        await see(app, "d tells more")


@pytest.mark.parametrize("size", SIZES)
async def test_it_says_by_which_ways_tables_are_found(make_app: MakeApp, size: tuple[int, int]) -> None:
    app = make_app()
    async with app.run_test(size=size):
        browser = await network(app)
        panel = app.screen.query_one("#network")
        browser.ways.says(Ways.MDNS, None)
        browser.ways.says(Ways.BEACON, None)
        browser.put(table("attic"))
        await wait_until(lambda: panel.border_subtitle == "found by mDNS and beacon")
        browser.ways.says(Ways.MDNS, "no usable network")
        browser.put(table("attic"))
        await wait_until(lambda: panel.border_subtitle == "found by beacon alone")
        browser.ways.says(Ways.BEACON, "no usable network")
        browser.put()
        await wait_until(lambda: panel.border_subtitle == "")


async def test_a_game_of_a_newer_serai_is_shown_and_not_joined(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(notifications=True):
        browser = await network(app)
        browser.put(table("dunes", game="camels"))
        await see(app, "needs a newer Serai")
        await press(app, "enter")
        await see(app, "a newer one is needed")
        assert app.session is None


@pytest.mark.parametrize("size", SIZES)
async def test_the_first_start_asks_for_a_name_and_keeps_it(make_app: MakeApp, size: tuple[int, int]) -> None:
    app = make_app("")
    async with app.run_test(size=size):
        await on(app, NameScreen)
        await see(app, "What shall the others at the table call you?")
        line = app.screen.query_one(Input)
        line.value = " \u3164 "
        await press(app, "escape", "enter")
        await see(app, "A name needs at least one letter or digit.")
        line.value = "Zoë\u202e"
        await press(app, "enter")
        await on(app, HomeScreen)
        await see(app, "Zoë")
    assert 'name = "Zoë"' in app.locations.config_file.read_text(encoding="utf-8")


@pytest.mark.parametrize("size", SIZES)
async def test_joining_by_address(make_app: MakeApp, size: tuple[int, int]) -> None:
    host = await Host.open(
        TableSettings("om-nom-nom", 2, table="attic", bind="127.0.0.1", port=0), THEM, keeping=Keeping(friends())
    )
    assert host.port is not None
    app = make_app()
    async with app.run_test(size=size):
        await press(app, "a")
        await on(app, JoinScreen)
        for wrong, words in (("", "An address is needed"), ("::1", "stands in brackets"), ("here:x", "no port")):
            app.screen.query_one(Input).value = wrong
            await press(app, "enter")
            await see(app, words)
        app.screen.query_one(Input).value = f"127.0.0.1:{host.port}"
        await press(app, "enter")
        await on(app, LobbyScreen)
        await see(app, "attic")
        await app.action_quit()
    await host.close()


async def test_where_nobody_answers_one_is_told_and_stays_home(make_app: MakeApp) -> None:
    host = await Host.open(TableSettings("om-nom-nom", 2, bind="127.0.0.1", port=0), THEM, keeping=Keeping(friends()))
    assert host.port is not None
    await host.close()
    app = make_app(start=JoinTable(("127.0.0.1", host.port)))
    async with app.run_test():
        await on(app, NoticeScreen)
        await see(app, "That did not work")
        await press(app, "enter")
        await on(app, HomeScreen)


@pytest.mark.parametrize("named", ["Attic", None])
async def test_starting_with_join_waits_for_the_table_and_sits_down(make_app: MakeApp, named: str | None) -> None:
    host = await Host.open(
        TableSettings("om-nom-nom", 2, table="attic", bind="127.0.0.1", port=0), THEM, keeping=Keeping(friends())
    )
    assert host.port is not None
    app = make_app(start=JoinTable(table=named))
    async with app.run_test():
        browser = await network(app)
        await see(app, "Looking for")
        browser.put(Found("attic", "om-nom-nom", "host", ("127.0.0.1", host.port), 2, 1, "lobby", open=True))
        await on(app, LobbyScreen)
        await app.action_quit()
    await host.close()


async def test_a_real_table_on_this_machine_is_found_and_joined_with_two_keys(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()
    settings = TableSettings(
        "om-nom-nom", 3, table=f"table {Identity.fresh().public.hex()[:10]}", bind="127.0.0.1", port=0
    )
    host = await Host.open(settings, THEM, keeping=Keeping(friends()))
    app = make_app()
    async with app.run_test():
        assert isinstance(discovery.Browser, type)
        await see(app, settings.table)
        tables = app.screen.query_one("#tables", Lines)
        tables.focus()
        tables.highlighted = next(n for n, one in enumerate(app.home._found) if one.table == settings.table)
        await press(app, "enter")
        await on(app, LobbyScreen)
        await app.action_quit()
    await host.close()
