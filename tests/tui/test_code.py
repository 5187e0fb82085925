"""Coming in by the code and by knocking, on both screens; and the ways out."""

import asyncio
from collections.abc import Callable
from dataclasses import replace

import pytest
from textual.widgets import Input

from net.codes import MOST_WRONG, spell_code
from net.guest import JoinError, join
from net.host import Host
from net.identity import Identity, words
from net.keeping import Keeping
from net.messages import Admit
from net.settings import TableSettings
from net.text import Name
from tests.tui.conftest import ME, SIZES, THEM, friends
from tests.tui.waiting import on, press, see, text_of, wait_until
from tui.app import SeraiApp
from tui.screens.code import CodeScreen
from tui.screens.home import HomeScreen
from tui.screens.known import KnownScreen
from tui.screens.lobby import LobbyScreen
from tui.screens.notice import NoticeScreen
from tui.session import HostTable, JoinTable

MakeApp = Callable[..., SeraiApp]
SETTINGS = TableSettings("om-nom-nom", 3, table="attic", name="Hana", bind="127.0.0.1", port=0)


async def opened(**how: object) -> tuple[Host, JoinTable]:
    """Somebody else's table, and the way there."""
    host = await Host.open(replace(SETTINGS, **how), Identity.fresh())  # type: ignore[arg-type]
    assert host.port is not None
    return host, JoinTable(("127.0.0.1", host.port))


@pytest.mark.parametrize("size", SIZES[:1])
async def test_a_newcomer_types_the_code_and_is_asked_again_if_it_is_wrong(
    make_app: MakeApp, size: tuple[int, int]
) -> None:
    host, there = await opened()
    assert host.code is not None
    app = make_app(start=there)
    async with app.run_test(size=size):
        await on(app, CodeScreen)
        await see(app, "The host's screen shows it.")
        await press(app, *"123", "enter")
        await see(app, "A code has 8 letters and digits, this has 3.")
        app.screen.query_one(Input).value = "0000-0000"
        await press(app, "enter")
        await see(app, "That is not the code of this table.")
        app.screen.query_one(Input).value = spell_code(host.code).lower()
        await press(app, "enter")
        await on(app, LobbyScreen)
        await see(app, "Hana")
        assert host.code not in text_of(app.screen)
        assert spell_code(host.code) not in text_of(app.screen)
        await app.action_quit()
    await host.close()
    assert app.peers.all[-1].key == host.table.device
    assert app.peers.all[-1].welcome


async def test_escape_leaves_the_door(make_app: MakeApp) -> None:
    host, there = await opened()
    app = make_app(start=there)
    async with app.run_test():
        await on(app, CodeScreen)
        await press(app, "escape")
        await on(app, HomeScreen)
        assert app.session is None
        await app.action_quit()
    await host.close()


async def test_another_host_under_a_known_name_is_a_loud_stop(make_app: MakeApp) -> None:
    settings = TableSettings("om-nom-nom", 3, name="Ben", bind="127.0.0.1", port=0, open=True, owner=False)
    host = await Host.open(settings, Identity.fresh())
    assert host.port is not None
    app = make_app(start=JoinTable(("127.0.0.1", host.port)))
    async with app.run_test():
        await on(app, NoticeScreen)
        await see(app, "Is this your host?")
        await see(app, "STOP")
        await see(app, words(THEM.public))
        assert host.table.public().taken == 0
        await app.action_quit()
    await host.close()


@pytest.mark.parametrize("size", SIZES)
async def test_the_owner_sees_the_code_large_and_a_new_one_when_it_is_worn_out(
    make_app: MakeApp, size: tuple[int, int]
) -> None:
    app = make_app(start=HostTable(SETTINGS))
    async with app.run_test(size=size):
        await on(app, LobbyScreen)
        assert app.session is not None
        host = app.session.host
        assert host is not None
        assert host.port is not None
        first = host.code
        assert first is not None
        await see(app, "Newcomers type this code")
        await see(app, " ".join(spell_code(first)))
        for _ in range(MOST_WRONG):
            with pytest.raises(JoinError):
                await join(("127.0.0.1", host.port), "Eve", Identity.fresh(), code="00000000")
        assert host.code is not None
        await see(app, " ".join(spell_code(host.code)))
        await see(app, "the code is a new one")
        assert " ".join(spell_code(first)) not in text_of(app.screen)
        await app.action_quit()


async def test_the_owner_of_an_open_table_answers_knocks_with_two_keys(make_app: MakeApp) -> None:
    app = make_app(start=HostTable(replace(SETTINGS, open=True)))
    async with app.run_test():
        await on(app, LobbyScreen)
        assert app.session is not None
        session, host = app.session, app.session.host
        assert host is not None
        assert host.port is not None
        await see(app, "Newcomers knock")
        who = Identity.fresh()
        for key in ("f9", "f8"):
            assert "let in" not in text_of(app.screen).splitlines()[-1]
            joining = asyncio.create_task(join(("127.0.0.1", host.port), "Ben", who))
            await see(app, f"Ben ({words(who.public)}) knocks: F8 lets in, F9 refuses.")
            await see(app, "f8 let in")
            await press(app, key)
            await wait_until(lambda: not session.knocks)
            if key == "f9":
                with pytest.raises(JoinError, match="did not let you in"):
                    await joining
                assert not app.peers.welcome(who.public)
                await wait_until(lambda: "let in" not in text_of(app.screen).splitlines()[-1])
        link = await joining
        await see(app, "B  Ben")
        assert app.peers.welcome(who.public)
        await app.action_quit()
        await link.close()


async def test_who_knocks_is_told_to_wait(make_app: MakeApp) -> None:
    host, there = await opened(open=True)
    app = make_app(start=there)
    async with app.run_test():
        await see(app, "The host sees it, and has a minute to let you in.")
        host.link.send([Admit(1, True)])
        await on(app, LobbyScreen)
        await app.action_quit()
    await host.close()


async def test_between_players_who_have_met_nobody_asks_for_anything(make_app: MakeApp) -> None:
    host = await Host.open(SETTINGS, THEM, keeping=Keeping(friends()))
    assert host.port is not None
    app = make_app(start=JoinTable(("127.0.0.1", host.port)))
    async with app.run_test():
        await on(app, LobbyScreen)
        await app.action_quit()
    await host.close()


@pytest.mark.parametrize("size", SIZES)
async def test_known_players_are_listed_and_forgotten(make_app: MakeApp, size: tuple[int, int]) -> None:
    app = make_app()
    app.peers.meet(ME.public, Name("[b]Cleo[/]"), welcome=True)
    async with app.run_test(size=size):
        await on(app, HomeScreen)
        await press(app, "p")
        await on(app, KnownScreen)
        await see(app, f"[b]Cleo[/]  {words(ME.public)}")
        await see(app, "has hosted, needs no code")
        await press(app, "f")
        await wait_until(lambda: "Cleo" not in text_of(app.screen))
        assert not app.peers.welcome(ME.public)
        await press(app, "f")
        await see(app, "Nobody yet.")
        await press(app, "f", "escape")
        await on(app, HomeScreen)
        assert app.peers.all == ()
        await app.action_quit()
