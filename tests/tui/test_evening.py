"""A whole evening at a table: breaks, lost connections, clocks, leaving, and going on another day."""

from __future__ import annotations

import asyncio
import os
import pty
import select
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest

from net import presence
from net.changes import LinkChanged
from net.guest import join
from net.host import Host
from net.identity import Identity
from net.keeping import Keeping
from net.messages import Again, EndEarly, FromGuest, Pause, Ready, Start, Talk
from net.peers import Peers
from net.settings import TableSettings
from net.shelf import Shelf, Waiting
from net.text import Line
from tests.tui.conftest import SIZES, THEM, friends
from tests.tui.waiting import on, press, see, text_of, wait_until
from tui.app import SeraiApp
from tui.locations import find
from tui.screens.confirm import ConfirmScreen
from tui.screens.continuing import ContinueScreen
from tui.screens.ended import EndedScreen
from tui.screens.home import HomeScreen
from tui.screens.leave import LeaveScreen
from tui.screens.lobby import LobbyScreen
from tui.screens.notice import NoticeScreen
from tui.screens.result import ResultScreen
from tui.screens.table import TableScreen
from tui.session import HostTable, JoinTable, ResumeTable
from tui.widgets.command_input import CommandInput
from tui.widgets.turn_clock import TurnClock, spell

MakeApp = Callable[..., SeraiApp]
SETTINGS = TableSettings("om-nom-nom", 2, table="hearth", name="Ben", bind="127.0.0.1", port=0, seed=5)


def mirror(app: SeraiApp) -> Any:
    assert app.session is not None
    return app.session.mirror


async def type_line(app: SeraiApp, text: str) -> None:
    await press(app, text[0])
    line = app.screen.query_one(CommandInput)
    await wait_until(lambda: app.focused is line)
    line.value = text if text[0] == "/" else text[1:]
    await press(app, "enter")


class Other:
    """Somebody else at the table, whose program reads along."""

    def __init__(self, link: Any) -> None:
        self.link = link
        self.changes: list[Any] = []
        self._task = asyncio.create_task(self._read())

    async def _read(self) -> None:
        while True:
            self.changes.append(await self.link.changes.get())

    @property
    def mirror(self) -> Any:
        return self.link.mirror

    def send(self, *messages: FromGuest) -> None:
        self.link.send(list(messages))

    async def close(self, *, back: bool = False) -> None:
        self._task.cancel()
        await self.link.close(back=back)


async def join_as_ben(app: SeraiApp, identity: Identity = THEM) -> Other:
    """Ben comes to the table that the app hosts."""
    assert app.session is not None
    assert app.session.host is not None
    host = app.session.host
    address = ("127.0.0.1", host.port or 0)
    return Other(await join(address, "Ben", identity, keeping=Keeping(Peers()), code=host.code))


@asynccontextmanager
async def hosting(
    make_app: MakeApp, size: tuple[int, int] = (80, 24), **how: Any
) -> AsyncIterator[tuple[SeraiApp, Other]]:
    """Ana's app hosts, Ben has a seat, the game is on."""
    app = make_app(start=HostTable(replace(SETTINGS, **how)))
    async with app.run_test(size=size):
        await on(app, LobbyScreen)
        ben = await join_as_ben(app)
        await wait_until(lambda: mirror(app).lobby.seats[1].state == "player")
        ben.send(Ready(True))
        await wait_until(lambda: mirror(app).lobby.seats[1].ready)
        await press(app, "s")
        await on(app, TableScreen)
        await see(app, "Choose a card.")
        await wait_until(lambda: ben.mirror.asked)
        try:
            yield app, ben
        finally:
            await ben.close()


@asynccontextmanager
async def visiting(
    make_app: MakeApp, tables: Path, size: tuple[int, int] = (80, 24), **how: Any
) -> AsyncIterator[tuple[SeraiApp, Host]]:
    """Ana's app is a guest at Ben's table, whose journal is in that folder; the game is on."""
    shelf = Shelf(tables, tables)
    host = await Host.open(replace(SETTINGS, **how), THEM, keeping=Keeping(friends(), shelf.journal, shelf.keepsake))
    app = make_app(start=JoinTable(("127.0.0.1", host.port or 0)))
    async with app.run_test(size=size):
        await on(app, LobbyScreen)
        await press(app, "r")
        await wait_until(lambda: host.table.places[1].ready)
        host.link.send([Start()])
        await on(app, TableScreen)
        await see(app, "Choose a card.")
        yield app, host
    await host.close()


async def resumed(tables: Path, port: int | None) -> Host:
    """Ben's table again, from its journal."""
    shelf = Shelf(tables, tables)
    (waiting,) = [one for one in shelf.waiting() if isinstance(one, Waiting)]
    host = await Host.resume(shelf.open(waiting.path), THEM, keeping=Keeping(friends(), shelf.journal, shelf.keepsake))
    assert host.port == port
    return host


# -- the connection --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES[1:])
async def test_a_paused_table_is_looked_for_and_found_again(
    make_app: MakeApp, tmp_path: Path, size: tuple[int, int]
) -> None:
    async with visiting(make_app, tmp_path, size) as (app, host):
        before = app.screen
        await press(app, "3")
        await wait_until(lambda: mirror(app).chosen_by == {1})
        await host.close(back=True)
        await see(app, "looking for the table again")
        await see(app, "The host has paused the table. Your seat stays yours until the table is back.")
        await see(app, "Your choice is kept, and counts when the table is found again.")
        await see(app, "WOLF" if size[0] == 80 else "RABBIT")
        again = await resumed(tmp_path, host.port)
        await see(app, "● hearth")
        await see(app, "Cat is face down on the table.")
        assert app.screen is before, "the board stays, and so does the story"
        await see(app, "Round 1: the dice")
        again.link.send(again.link.mirror.choose(1))
        await see(app, "trick 2 of 6")
        await again.close()


async def test_a_choice_made_meanwhile_counts_when_the_table_is_back(make_app: MakeApp, tmp_path: Path) -> None:
    async with visiting(make_app, tmp_path) as (app, host):
        assert app.session is not None
        app.session.link.changes.put_nowait(LinkChanged("shaky"))
        await see(app, "○ shaky hearth")
        app.session.link.changes.put_nowait(LinkChanged("well"))
        await see(app, "● hearth")
        await host.close(back=True)
        await see(app, "looking for the table again")
        await press(app, "2")
        await see(app, "Your choice is kept, and counts when the table is found again.")
        await type_line(app, "thello")
        await see(app, "The connection is lost: that was not sent.")
        await press(app, "escape")
        again = await resumed(tmp_path, host.port)
        await wait_until(lambda: again.link.mirror.chosen_by == {1})
        await again.close()


async def test_who_waits_for_a_lost_table_may_leave_and_save(make_app: MakeApp, tmp_path: Path) -> None:
    async with visiting(make_app, tmp_path) as (app, host):
        await host.close(back=True)
        await see(app, "looking for the table again")
        await press(app, "q")
        await on(app, LeaveScreen)
        await see(app, "The table is not looked for any longer.")
        await press(app, "s")
        await on(app, NoticeScreen)
        await see(app, "The story is kept: ")
        assert "Round 1: the dice" in next(app.locations.records.glob("*.txt")).read_text(encoding="utf-8")
        await press(app, "escape", "q")
        await on(app, LeaveScreen)
        await press(app, "y")
        await on(app, HomeScreen)
        await wait_until(lambda: app.session is None)


async def test_somebody_is_shaky_or_lost_is_counted_down_then_absent_and_back(make_app: MakeApp) -> None:
    async with hosting(make_app) as (app, ben):
        assert app.session is not None
        assert app.session.host is not None
        host = app.session.host
        # Time is told by the table: here it was heard of Ben long ago.
        next(one for one in host.table.members.values() if one.seat == 1).heard -= presence.SHAKY_SECONDS
        host._post(host.house.tick(host._now()))
        await see(app, "shaky")
        ben.send(Talk(Line("still here")))
        await wait_until(lambda: "shaky" not in text_of(app.screen))
        await ben.close(back=True)
        await see(app, "B Ben         ×")
        await see(app, "back in 20 s?")
        app.session.seen_at -= 6
        cast(TableScreen, app.screen)._tick()
        await see(app, "back in 14 s?")
        host.table.places[1].until = 0.0
        host._post(host.house.tick(host._now()))
        await see(app, "away: greedy")
        again = await join_as_ben(app)
        await see(app, "Ben is back.")
        await wait_until(lambda: "away" not in text_of(app.screen))
        await again.close()


# -- breaks and clocks -----------------------------------------------------------------------------------------------


async def test_a_break_stops_everything_until_the_host_goes_on(make_app: MakeApp) -> None:
    async with hosting(make_app, (120, 40), clock=60) as (app, ben):
        await see(app, "for you")
        await type_line(app, "/pause")
        await see(app, "Paused: the host has called a break. F7 goes on.")
        await see(app, "The table stands still; nothing is lost.")
        await see(app, "clock stopped")
        await press(app, "1")
        await see(app, "Paused: the host has called a break.")
        assert mirror(app).choice is None
        await wait_until(lambda: ben.mirror.paused)
        await press(app, "f7")
        await see(app, "Choose a card.")
        await wait_until(lambda: not ben.mirror.paused)
        await type_line(app, "/go")
        await see(app, "The table does not stand still.")


async def test_the_clock_and_the_rule_for_the_absent_can_change_at_the_table(make_app: MakeApp) -> None:
    async with hosting(make_app, (120, 40)) as (app, ben):
        clock = app.screen.query_one(TurnClock)
        assert not clock.display
        await type_line(app, "/clock 7")
        await see(app, "Say /clock off, /clock 30,")
        await type_line(app, "/clock 60")
        await wait_until(lambda: mirror(app).lobby.clock == 60)
        await press(app, "1")
        ben.send(*ben.mirror.choose(1))
        await see(app, "trick 2 of 6")
        await see(app, "for you")
        await press(app, "2")
        await see(app, "for Ben")
        await type_line(app, "/absent never")
        await see(app, "Say /absent bot or /absent")
        await type_line(app, "/absent wait")
        await wait_until(lambda: mirror(app).lobby.absent == "wait")
        await ben.close()
        await see(app, "away, the table waits")
        await see(app, "clock stopped")
        await type_line(app, "/absent bot")
        await see(app, "away, greedy bot plays")


def test_long_clocks_are_spelled_in_minutes() -> None:
    assert [spell(seconds) for seconds in (0, 9, 59, 60, 125, 180)] == ["0 s", "9 s", "59 s", "1:00", "2:05", "3:00"]


# -- leaving ---------------------------------------------------------------------------------------------------------


async def test_a_host_pauses_and_continues_from_home_with_all_and_without(make_app: MakeApp) -> None:
    async with hosting(make_app) as (app, ben):
        await press(app, "4")
        await see(app, "Mouse is face down on the table.")
        await press(app, "q")
        await on(app, LeaveScreen)
        for words in ("p: pause the table", "y: close it for good", "g: give up", "e: end the game here", "n: stay"):
            await see(app, words)
        await press(app, "p")
        await on(app, HomeScreen)
        await wait_until(lambda: LinkChanged("lost", "the host has paused the table") in ben.changes)
        await see(app, "c continue")
        await press(app, "c")
        await on(app, ContinueScreen)
        await see(app, "hearth")
        await see(app, "Om Nom Nom: Ana, Ben")
        await press(app, "enter")
        await on(app, TableScreen)
        await see(app, "Mouse is face down on the table.")
        await wait_until(lambda: not mirror(app).paused and ben.mirror.owes)
        ben.send(*ben.mirror.choose(1))
        await see(app, "Ana plays the mouse")
        await see(app, "trick 2 of 6")
        await press(app, "q", "p")
        await ben.close()
        await see(app, "c continue")
        await press(app, "c")
        await on(app, ContinueScreen)
        await press(app, "enter")
        await see(app, "Paused: waiting for Ben to come back. F7 goes on without them.")
        await see(app, "not back yet")
        await press(app, "f7")
        await see(app, "away: greedy")
        await press(app, "1")
        await see(app, "trick 3 of 6")


async def test_quitting_never_loses_a_table(make_app: MakeApp) -> None:
    async with hosting(make_app) as (app, ben):
        await press(app, "ctrl+q")
        await wait_until(lambda: LinkChanged("lost", "the host has paused the table") in ben.changes)
    again = make_app(start=ResumeTable("HEARTH"))
    async with again.run_test():
        await on(again, TableScreen)
        await see(again, "trick 1 of 6")
        await again.action_quit()


async def test_a_guest_that_quits_keeps_its_seat(make_app: MakeApp, tmp_path: Path) -> None:
    async with visiting(make_app, tmp_path) as (app, host):
        await press(app, "ctrl+q")
        await wait_until(lambda: host.table.places[1].away)
        assert not host.table.places[1].absent


async def test_leaving_by_the_dialog_is_for_good(make_app: MakeApp, tmp_path: Path) -> None:
    async with visiting(make_app, tmp_path, absent="wait") as (app, host):
        host.link.send([Pause(yes=True)])
        await see(app, "Paused: the host has called a break.")
        assert "F7" not in text_of(app.screen)
        await press(app, "f7")
        assert host.table.paused
        await press(app, "q")
        await on(app, LeaveScreen)
        await see(app, "The table waits until you come back, or somebody takes")
        assert "pause the table" not in text_of(app.screen)
        await press(app, "p")
        await on(app, LeaveScreen)
        await press(app, "y")
        await on(app, HomeScreen)
        await wait_until(lambda: host.table.places[1].absent)


async def test_giving_up_asks_first_and_ends_a_game_of_two(make_app: MakeApp, tmp_path: Path) -> None:
    async with visiting(make_app, tmp_path) as (app, host):
        await type_line(app, "/concede")
        await on(app, LeaveScreen)
        await see(app, "The game ends, and Ben wins it.")
        await press(app, "n")
        await on(app, TableScreen)
        assert not host.table.match or not host.table.match.over
        await press(app, "q", "g")
        await on(app, ResultScreen)
        await see(app, "Ben wins.")


async def test_a_closed_table_leaves_the_story_which_can_be_kept(make_app: MakeApp, tmp_path: Path) -> None:
    async with visiting(make_app, tmp_path) as (app, host):
        host.link.send([Talk(Line("good [b]night"))])
        await see(app, "good [b]night")
        await host.close()
        await on(app, EndedScreen)
        await see(app, "The host has closed the table.")
        await see(app, "Round 1: the dice show")
        assert app.session is None
        app.locations.data.mkdir(parents=True, exist_ok=True)
        app.locations.records.write_text("a file in the way")
        await press(app, "s")
        await see(app, "The story could not be kept")
        app.locations.records.unlink()
        await press(app, "s")
        await see(app, "The story is kept")
        (file,) = app.locations.records.glob("*.txt")
        told = file.read_text(encoding="utf-8")
        for words in (
            "Om Nom Nom at hearth",
            "Players: Ben, Ana and Nobody",
            "Round 1: the dice",
            "Ben: good [b]night",
        ):
            assert words in told
        await press(app, "s")
        await wait_until(lambda: len(list(app.locations.records.glob("*.txt"))) == 2)
        await press(app, "h")
        await on(app, HomeScreen)


async def test_all_agree_to_end_and_the_lobby_opens_again(make_app: MakeApp) -> None:
    async with hosting(make_app) as (app, ben):
        ben.send(EndEarly(yes=True))
        await see(app, "Ben wants to end the game here, without a result. y agrees.")
        ben.send(EndEarly(yes=False))
        await wait_until(lambda: "wants to end" not in text_of(app.screen))
        await press(app, "y")
        assert not mirror(app).lobby.ending
        await type_line(app, "/end")
        await see(app, "You want to end the game here. Waiting for Ben to agree.")
        await type_line(app, "/end no")
        await wait_until(lambda: not mirror(app).lobby.ending)
        ben.send(EndEarly(yes=True))
        await see(app, "y agrees.")
        await press(app, "y")
        await on(app, EndedScreen)
        await see(app, "All agreed to end the game here.")
        await see(app, "There is no result.")
        await press(app, "b")
        await see(app, "The game was ended here, without a result.")
        await press(app, "b")
        await on(app, EndedScreen)
        await press(app, "a")
        await on(app, LobbyScreen)


# -- continuing ------------------------------------------------------------------------------------------------------


async def test_a_solo_game_is_kept_for_later(make_app: MakeApp) -> None:
    app = make_app(start=HostTable(TableSettings("om-nom-nom", 2, table="solo", bots=1, listen=False, seed=5)))
    async with app.run_test(size=(80, 24)):
        await on(app, TableScreen)
        await press(app, "1")
        await see(app, "trick 2 of 6")
        await press(app, "q", "p")
        await see(app, "c continue")
        await press(app, "c")
        await on(app, ContinueScreen)
        await press(app, "enter")
        await see(app, "trick 2 of 6")
        assert app.session is not None
        assert app.session.solo
        await press(app, "q", "y")
        await on(app, HomeScreen)
        await wait_until(lambda: app.session is None)
        await wait_until(lambda: "c continue" not in text_of(app.screen).splitlines()[-1])


async def test_damaged_tables_are_shown_with_the_reason_and_can_be_deleted(make_app: MakeApp) -> None:
    app = make_app()
    app.locations.tables.mkdir(parents=True)
    bad = app.locations.tables / "00ff.journal"
    bad.write_bytes(b"no journal")
    async with app.run_test(size=(80, 24)):
        await see(app, "c continue")
        await press(app, "c")
        await on(app, ContinueScreen)
        await see(app, "damaged")
        await see(app, "It cannot be continued: ")
        await press(app, "enter")
        await on(app, ContinueScreen)
        await press(app, "d")
        await on(app, ConfirmScreen)
        await press(app, "escape")
        await on(app, ContinueScreen)
        assert bad.exists()
        await press(app, "d", "y")
        await see(app, "There is no table to continue.")
        assert not bad.exists()
        await press(app, "escape")
        await on(app, HomeScreen)
        await wait_until(lambda: "c continue" not in text_of(app.screen).splitlines()[-1])


async def test_a_table_that_is_not_there_is_told_in_words(make_app: MakeApp) -> None:
    app = make_app(start=ResumeTable("attic"))
    async with app.run_test():
        await on(app, NoticeScreen)
        await see(app, "There is no table to continue on this machine.")


# -- another game ----------------------------------------------------------------------------------------------------


async def test_again_starts_when_everybody_is_ready_and_seats_move_on(make_app: MakeApp) -> None:
    async with hosting(make_app) as (app, ben):
        ben.send(*ben.mirror.concede())
        await on(app, ResultScreen)
        for words in ("You have won. Ben gave up.", "a again", "s swap seats", "l lobby"):
            await see(app, words)
        assert "between the first two in the end" not in text_of(app.screen)
        await press(app, "s")
        await on(app, LobbyScreen)
        await see(app, "Waiting for Ben to be ready. The game starts by itself then.")
        ben.send(Ready(True))
        await on(app, TableScreen)
        await wait_until(lambda: mirror(app).seat == 1)
        await see(app, "▸B Ana")


async def test_a_guest_can_be_ready_for_another_game_at_once(make_app: MakeApp, tmp_path: Path) -> None:
    async with visiting(make_app, tmp_path) as (app, host):
        host.link.send(host.link.mirror.concede())
        await on(app, ResultScreen)
        await see(app, "Press a to be ready for it.")
        await press(app, "a")
        await see(app, "You are ready for another game.")
        host.link.send([Again()])
        await on(app, LobbyScreen)
        await wait_until(lambda: host.table.places[1].ready)


@pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals")
def test_a_terminal_that_is_closed_pauses_the_table_and_leaves_no_process(tmp_path: Path) -> None:
    program = (
        "import os; os.close(os.open(os.ttyname(0), os.O_RDWR))\n"  # of this session from now on
        "from tui import locations, config; from net.identity import Identity; from tui.app import SeraiApp\n"
        "from tui.session import HostTable; from net.settings import TableSettings\n"
        "l = locations.claim(locations.find()).locations; c = config.ConfigFile(l.config_file); c.change(name='Ana')\n"
        "table = HostTable(TableSettings('om-nom-nom', 2, table='solo', bots=1, listen=False))\n"
        "a = SeraiApp(l, c, Identity.fresh(), table); a._browse = lambda: None; a.run()"
    )
    master, slave = pty.openpty()
    environment = {**os.environ, "SERAI_HOME": str(tmp_path), "TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24"}
    arguments = [sys.executable, "-c", program]
    with subprocess.Popen(
        arguments, stdin=slave, stdout=slave, stderr=slave, env=environment, start_new_session=True
    ) as app:
        os.close(slave)
        seen = b""
        while b"Choose a card" not in seen:
            assert select.select([master], [], [], 20)[0], seen
            seen += os.read(master, 65536)
        os.close(master)
        app.wait(20)
    places = find({"SERAI_HOME": str(tmp_path)})
    (waiting,) = Shelf(places.tables, places.keepsakes).waiting()
    assert isinstance(waiting, Waiting)
    assert waiting.table == "solo"
