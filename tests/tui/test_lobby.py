from collections.abc import Callable
from dataclasses import replace

import pytest
from textual.widgets import Input

from net.guest import RemoteLink, join
from net.host import Host
from net.identity import Identity
from net.keeping import Keeping
from net.messages import Data, PutBot, Ready, Setup, Sit, Start, Talk
from net.settings import TableSettings
from net.text import Line
from tests.tui.conftest import SIZES, THEM, friends
from tests.tui.waiting import on, press, see, text_of, wait_until
from tui.app import SeraiApp
from tui.screens.home import HomeScreen
from tui.screens.leave import LeaveScreen
from tui.screens.lobby import LobbyScreen
from tui.screens.notice import NoticeScreen
from tui.screens.table import TableScreen
from tui.session import HostTable, JoinTable

MakeApp = Callable[..., SeraiApp]
SETTINGS = TableSettings("om-nom-nom", 3, table="attic", bind="127.0.0.1", port=0)


async def guest(app: SeraiApp, name: str = "Ben", *, watch: bool = False) -> RemoteLink:
    """Somebody else at the table that the app hosts."""
    await on(app, LobbyScreen)
    assert app.session is not None
    assert app.session.host is not None
    assert app.session.host.port is not None
    return await join(
        ("127.0.0.1", app.session.host.port), name, Identity.fresh(), code=app.session.host.code, watch=watch
    )


@pytest.mark.parametrize("size", SIZES)
async def test_the_owner_sees_seats_table_address_and_what_is_missing(make_app: MakeApp, size: tuple[int, int]) -> None:
    app = make_app(start=HostTable(SETTINGS))
    async with app.run_test(size=size):
        await on(app, LobbyScreen)
        assert app.session is not None
        assert app.session.host is not None
        for words in ("Om Nom Nom", "attic", "A  Ana (you)", "host", "free", "who leaves   a bot stands in"):
            await see(app, words)
        await see(app, f"serai join 127.0.0.1:{app.session.host.port}")
        await see(app, "Nobody else on the network")
        await see(app, "Seat 2 is free")
        assert "Seeded" not in text_of(app.screen)
        await app.action_quit()


@pytest.mark.parametrize("size", SIZES)
async def test_people_and_bots_fill_the_seats_and_the_owner_starts(make_app: MakeApp, size: tuple[int, int]) -> None:
    app = make_app(start=HostTable(SETTINGS))
    async with app.run_test(size=size):
        ben = await guest(app)
        await see(app, "B  Ben")
        await see(app, "not ready yet")
        await press(app, "j", "j")
        await press(app, "b")
        await see(app, "bot (greedy)")
        await press(app, "b")
        await see(app, "bot (random)")
        await press(app, "b")
        await see(app, "Seat 3 is free")
        await press(app, "b")
        await see(app, "Waiting for Ben to be ready.")
        ben.send([Ready(True)])
        await see(app, "Everybody is here. Start with s.")
        assert app.screen.query_one("#now").has_class("-yours")
        await press(app, "s")
        await on(app, TableScreen)
        await app.action_quit()
        await ben.close()


async def test_a_start_too_early_is_refused_in_words(make_app: MakeApp) -> None:
    app = make_app(start=HostTable(SETTINGS))
    async with app.run_test(notifications=True):
        await on(app, LobbyScreen)
        await press(app, "s")
        await see(app, "seat 2 is free".capitalize())
        assert isinstance(app.screen, LobbyScreen)
        await app.action_quit()


async def test_the_owner_changes_seats_and_options_and_all_see_it(make_app: MakeApp) -> None:
    app = make_app(start=HostTable(SETTINGS))
    async with app.run_test():
        ben = await guest(app, watch=True)
        await see(app, "watching: Ben")
        app.screen.query_one("#count").focus()
        await press(app, "left", "h")
        await wait_until(lambda: len(ben.mirror.lobby.seats) == 1 if ben.mirror.lobby else False)
        await see(app, "imaginary")
        app.screen.query_one("#option-imaginary").focus()
        await press(app, "right")
        await wait_until(lambda: ben.mirror.lobby is not None and ben.mirror.lobby.options.value == {"imaginary": 3})
        await see(app, "3")
        app.screen.query_one("#count").focus()
        await press(app, "l")
        await wait_until(lambda: ben.mirror.lobby is not None and ben.mirror.lobby.options.value == {})
        await wait_until(lambda: "imaginary" not in text_of(app.screen))
        await app.action_quit()
        await ben.close()


async def test_fewer_seats_than_people_is_refused_and_the_form_says_what_is(make_app: MakeApp) -> None:
    app = make_app(start=HostTable(replace(SETTINGS, seats=2)))
    async with app.run_test(notifications=True):
        ben = await guest(app)
        await see(app, "B  Ben")
        count = app.screen.query_one("#count")
        count.focus()
        await press(app, "left")
        await see(app, "Somebody sits on seat 2")
        await see(app, "‹ 2 ›")
        await app.action_quit()
        await ben.close()


async def test_talk_reaches_everybody_and_is_never_markup(make_app: MakeApp) -> None:
    app = make_app(start=HostTable(SETTINGS))
    async with app.run_test():
        ben = await guest(app, "B[i]n")
        ben.send([Talk(Line("hi [/b] [@click=app.quit]x[/]"))])
        await see(app, "B[i]n: hi [/b] [@click=app.quit]x[/]")
        await press(app, "t")
        await wait_until(lambda: app.screen.query_one(Input).has_focus)
        await press(app, *"so?", "enter", "escape")
        await see(app, "Ana: so?")
        await wait_until(lambda: app.screen.query_one("#seats").has_focus)
        await press(app, "?")
        await see(app, "What the keys do")
        await app.action_quit()
        await ben.close()


async def test_a_seeded_table_says_that_it_is_not_fair(make_app: MakeApp) -> None:
    app = make_app(start=HostTable(replace(SETTINGS, seed=7)))
    async with app.run_test():
        await see(app, "Seeded, not fair")
        await app.action_quit()


@pytest.mark.parametrize("size", SIZES)
async def test_a_guest_sits_stands_and_says_ready(make_app: MakeApp, size: tuple[int, int]) -> None:
    host = await Host.open(replace(SETTINGS, name="Ben"), THEM, keeping=Keeping(friends()))
    assert host.port is not None
    app = make_app("Ben", JoinTable(("127.0.0.1", host.port)))
    async with app.run_test(size=size):
        await see(app, "B  Ben 2 (you)")
        await see(app, "Press r when you are ready.")
        assert app.screen.query_one("#now").has_class("-yours")
        await press(app, "r")
        await see(app, "You are ready. Seat 3 is still free.")
        host.link.send([PutBot(2, "random")])
        await see(app, "You are ready. Waiting for Ben to start.")
        await press(app, "enter")
        await see(app, "You are watching. Enter takes the free seat")
        await see(app, "watching: Ben 2")
        await press(app, "enter")
        await see(app, "B  Ben 2 (you)")
        host.link.send([Setup("om-nom-nom", 2, Data({}))])
        await wait_until(lambda: "C  " not in text_of(app.screen))
        await press(app, "r")
        await see(app, "You are ready. Waiting for Ben to start.")
        host.link.send([Start()])
        await on(app, TableScreen)
        await app.action_quit()
    await host.close()


async def test_only_the_owner_can_steer(make_app: MakeApp) -> None:
    host = await Host.open(replace(SETTINGS, name="Ben"), THEM, keeping=Keeping(friends()))
    assert host.port is not None
    app = make_app(start=JoinTable(("127.0.0.1", host.port)))
    async with app.run_test():
        await on(app, LobbyScreen)
        await see(app, "A  Ben")
        assert not app.screen.query_one("#count").can_focus
        await press(app, "j", "j", "b", "s")
        await see(app, "esc leave")
        assert "start" not in text_of(app.screen).splitlines()[-1]
        assert [seat.state for seat in host.table._lobby().seats] == ["player", "player", "free"]
        host.link.send([Sit(2)])
        await see(app, "C  Ben")
        await app.action_quit()
    await host.close()


async def test_the_host_mutes_removes_and_bans_by_name_and_nobody_else_can(make_app: MakeApp) -> None:
    app = make_app(start=HostTable(SETTINGS))
    async with app.run_test(size=(80, 24)):
        ben = await guest(app)
        await see(app, "B  Ben")

        async def say(text: str) -> None:
            app.screen.query_one("#say", Input).focus()
            app.screen.query_one("#say", Input).value = text
            await press(app, "enter")

        await say("/mute")
        await see(app, "Say whom: /mute NAME. There is Ben.")
        await say("/mute ben")
        await wait_until(lambda: app.session is not None and "Ben" in str(app.session.talk[-1]))
        ben.send([Talk(Line("can you hear me?")), Ready(ready=True)])
        await see(app, "Ben  ")
        assert "can you hear me" not in text_of(app.screen)
        await say("/ban ben")
        await see(app, "B  free")
        await say("/nonsense")
        await see(app, "The host can say /mute, /unmute, /remove or /ban with a name;")
        await app.action_quit()
        await ben.close()


async def test_leaving_tells_the_others(make_app: MakeApp) -> None:
    host = await Host.open(replace(SETTINGS, name="Ben"), THEM, keeping=Keeping(friends()))
    assert host.port is not None
    app = make_app(start=JoinTable(("127.0.0.1", host.port)))
    async with app.run_test():
        await on(app, LobbyScreen)
        await wait_until(lambda: host.table.public().taken == 2)
        await press(app, "escape")
        await on(app, HomeScreen)
        await wait_until(lambda: host.table.public().taken == 1)
        assert app.session is None
    await host.close()


async def test_an_owner_with_guests_is_asked_before_the_table_ends(make_app: MakeApp) -> None:
    app = make_app(start=HostTable(SETTINGS))
    async with app.run_test():
        ben = await guest(app)
        await see(app, "B  Ben")
        await press(app, "escape")
        await on(app, LeaveScreen)
        await press(app, "n")
        await on(app, LobbyScreen)
        await press(app, "escape")
        await on(app, LeaveScreen)
        await press(app, "y")
        await on(app, HomeScreen)
        closed = [await ben.changes.get()]
        while type(closed[-1]).__name__ != "Closed":
            closed.append(await ben.changes.get())
        await ben.close()


async def test_a_host_that_goes_away_is_told_in_words(make_app: MakeApp) -> None:
    host = await Host.open(replace(SETTINGS, name="Ben"), THEM, keeping=Keeping(friends()))
    assert host.port is not None
    app = make_app(start=JoinTable(("127.0.0.1", host.port)))
    async with app.run_test():
        await on(app, LobbyScreen)
        await host.close()
        await on(app, NoticeScreen)
        await see(app, "The table is closed")
        await press(app, "escape")
        await on(app, HomeScreen)
