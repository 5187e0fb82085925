import asyncio
import os
import pty
import select
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from core.record import read
from net.changes import Closed, Distrust, Finished, Noticed
from net.guest import join
from net.host import Host
from net.identity import Identity
from net.keeping import Keeping
from net.messages import Again
from net.settings import TableSettings
from tests.tui.conftest import SIZES, THEM, friends
from tests.tui.waiting import on, press, see, text_of, wait_until
from tui.app import SeraiApp
from tui.keeping import keep
from tui.screens.home import HomeScreen
from tui.screens.lobby import LobbyScreen
from tui.screens.notice import NoticeScreen
from tui.screens.small import SmallScreen
from tui.screens.table import TableScreen
from tui.session import MOST_LINES, HostTable, JoinTable, Session

MakeApp = Callable[..., SeraiApp]
ALONE = TableSettings("om-nom-nom", 1, listen=False)
SETTINGS = TableSettings("om-nom-nom", 2, table="attic", bind="127.0.0.1", port=0, bots=1)


async def play_on(app: SeraiApp) -> None:
    """Plays the first card of whatever hand there is until the game is over."""
    assert app.session is not None
    session, mirror = app.session, app.session.mirror
    while not mirror.over:
        if mirror.asked is not None and mirror.choice is None and not mirror.closed:
            session.link.send(mirror.choose(mirror.answers()[0]))
        await asyncio.sleep(0)
    await wait_until(lambda: session.record_path is not None)


async def test_a_whole_game_is_kept_and_played_again(make_app: MakeApp) -> None:
    app = make_app(start=HostTable(ALONE))
    async with app.run_test():
        await on(app, TableScreen)
        first = app.screen
        await play_on(app)
        session = app.session
        assert session is not None
        assert session.record_path is not None
        assert session.record_path.parent == app.locations.records
        record = read(session.record_path.read_text(encoding="utf-8"))
        assert record.header.players == ("Ana",)
        assert record.result is not None
        session.link.send([Again()])
        await wait_until(lambda: isinstance(app.screen, TableScreen) and app.screen is not first)
        assert not session.mirror.over
        await app.action_quit()


async def test_after_a_game_the_people_are_back_in_the_lobby(make_app: MakeApp) -> None:
    app = make_app(start=HostTable(SETTINGS))
    async with app.run_test():
        await on(app, LobbyScreen)
        await see(app, "Everybody is here")
        await press(app, "s")
        await on(app, TableScreen)
        await play_on(app)
        assert app.session is not None
        app.session.link.send([Again()])
        await on(app, LobbyScreen)
        await see(app, "Everybody is here")
        await app.action_quit()


async def test_a_late_guest_comes_straight_to_the_table(make_app: MakeApp) -> None:
    host = await Host.open(replace(SETTINGS, seats=1, bots=1, owner=False), THEM, keeping=Keeping(friends()))
    assert host.port is not None
    app = make_app(start=JoinTable(("127.0.0.1", host.port), watch=True))
    async with app.run_test():
        await wait_until(lambda: isinstance(app.screen, TableScreen | LobbyScreen))
        await app.action_quit()
    await host.close()


@pytest.mark.parametrize("key", ["ctrl+c", "ctrl+q"])
async def test_leaving_in_the_middle_of_anything_tells_the_table(make_app: MakeApp, key: str) -> None:
    host = await Host.open(replace(SETTINGS, bots=0), THEM, keeping=Keeping(friends()))
    assert host.port is not None
    app = make_app(start=JoinTable(("127.0.0.1", host.port)))
    async with app.run_test():
        await on(app, LobbyScreen)
        await wait_until(lambda: host.table.public().taken == 2)
        await press(app, "t", "h", "i")
        await press(app, "ctrl+p")
        await press(app, key)
        await wait_until(lambda: app._exit)
        await wait_until(lambda: host.table.public().taken == 1)
    assert app.return_code == 0
    await host.close()


async def test_an_owner_that_leaves_tells_the_guests(make_app: MakeApp) -> None:
    app = make_app(start=HostTable(replace(SETTINGS, bots=0)))
    async with app.run_test():
        await on(app, LobbyScreen)
        assert app.session is not None
        assert app.session.host is not None
        assert app.session.host.port is not None
        ben = await join(
            ("127.0.0.1", app.session.host.port),
            "Ben",
            Identity.fresh(),
            code=app.session.host.code,
        )
        await see(app, "B  Ben")
        await press(app, "ctrl+c")
        await wait_until(lambda: app._exit)
    change = await ben.changes.get()
    while not isinstance(change, Closed):
        change = await ben.changes.get()
    await ben.close()


@pytest.mark.parametrize(
    ("change", "title", "text"),
    [
        (Closed(""), "The table is closed", "cannot be reached any more"),
        (Closed("[b]good night"), "The table is closed", "[b]good night"),
        (Distrust("step 3 breaks a rule"), "This table was not honest", "step 3 breaks a rule"),
    ],
)
async def test_a_table_that_ends_is_told_and_one_is_home(
    make_app: MakeApp, change: object, title: str, text: str
) -> None:
    app = make_app(start=HostTable(SETTINGS))
    async with app.run_test():
        await on(app, LobbyScreen)
        assert app.session is not None
        app.session.link.changes.put_nowait(change)  # type: ignore[arg-type]
        await on(app, NoticeScreen)
        await see(app, title)
        await see(app, text)
        await press(app, "enter")
        await on(app, HomeScreen)
        assert app.session is None


async def test_what_cannot_be_opened_is_told_in_words(make_app: MakeApp) -> None:
    app = make_app(start=HostTable(replace(SETTINGS, seats=2, options={"imaginary": 3})))
    async with app.run_test():
        await on(app, NoticeScreen)
        await see(app, "With 2 players there are 1 imaginary opponents")
        await press(app, "escape")
        await on(app, HomeScreen)


@pytest.mark.parametrize("size", [(79, 24), (80, 23), (30, 8)])
async def test_a_terminal_that_is_too_small_says_what_is_needed(make_app: MakeApp, size: tuple[int, int]) -> None:
    app = make_app()
    async with app.run_test(size=size) as pilot:
        await on(app, SmallScreen)
        await see(app, f"{size[0]} x {size[1]}")
        await see(app, "Serai needs 80 x 24")
        await pilot.resize_terminal(80, 24)
        await on(app, HomeScreen)
        await see(app, "n  new table")


async def test_a_table_that_comes_while_it_is_too_small_waits_underneath(make_app: MakeApp) -> None:
    app = make_app(start=HostTable(SETTINGS))
    async with app.run_test(size=(60, 20)) as pilot:
        await wait_until(lambda: app.session is not None)
        await on(app, SmallScreen)
        await pilot.resize_terminal(120, 40)
        await on(app, LobbyScreen)
        await see(app, "Everybody is here")
        await app.action_quit()


async def test_talk_goes_on_from_screen_to_screen_and_not_for_ever() -> None:
    session = Session(link=None)  # type: ignore[arg-type]
    for number in range(MOST_LINES + 50):
        session.hear(Noticed(str(number)))
    assert [line.text for line in session.talk] == [str(n) for n in range(50, MOST_LINES + 50)]


def test_records_are_kept_under_date_and_game_and_none_is_overwritten(tmp_path: Path) -> None:
    text = _record()
    other = text.replace(b'"Ben"', b'"Eve"')
    first, second, odd = keep(tmp_path / "r", text), keep(tmp_path / "r", other), keep(tmp_path / "r", b"\xff")
    assert keep(tmp_path / "r", text) == first, "the same one is there already"
    assert first.name == "2026-11-30T190211 om-nom-nom.serai"
    assert second.name == "2026-11-30T190211 om-nom-nom 2.serai"
    assert odd.name == "unreadable.serai"
    assert (first.read_bytes(), second.read_bytes()) == (text, other)


def _record() -> bytes:
    head = (
        'serai-record 1\ngame om-nom-nom\ndate 2026-11-30T19:02:11Z\ntable "t"\nplayers ["Ana", "Ben"]\noptions {}\n\n'
    )
    return head.encode()


async def test_a_full_disk_costs_the_record_and_nothing_else(make_app: MakeApp) -> None:
    app = make_app(start=HostTable(SETTINGS))
    async with app.run_test(notifications=True):
        await on(app, LobbyScreen)
        app.locations.data.mkdir(parents=True, exist_ok=True)
        app.locations.records.write_text("a file in the way")
        assert app.session is not None
        app.session.link.changes.put_nowait(Finished(None, b"", None))  # type: ignore[arg-type]
        await see(app, "The record could not be kept")
        assert app.session.record_path is None
        await app.action_quit()


async def test_an_error_of_ours_ends_in_a_sentence_and_a_log(
    make_app: MakeApp, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = make_app()
    printed: list[str] = []
    monkeypatch.setattr(app.error_console, "print", lambda what, **_: printed.append(str(what)))

    async def scenario() -> None:
        async with app.run_test():
            await on(app, HomeScreen)
            app.call_later(lambda: 1 / 0)
            await wait_until(lambda: app._exception is not None)

    with pytest.raises(ZeroDivisionError):
        await scenario()
    assert app.return_code == 1
    assert printed == [
        f"serai: something went wrong inside and it had to end; the log has it: {app.locations.log_file}"
    ]
    assert "ZeroDivisionError" in caplog.text
    caplog.clear()


@pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals")
@pytest.mark.parametrize("how", ["ctrl-c", "SIGINT", "SIGHUP", "SIGTERM"])
def test_the_terminal_is_given_back_whatever_ends_us(tmp_path: Path, how: str) -> None:
    program = (
        "from tui import locations, config; from net.identity import Identity; from tui.app import SeraiApp\n"
        "l = locations.claim(locations.find()).locations; c = config.ConfigFile(l.config_file); c.change(name='Ana')\n"
        "a = SeraiApp(l, c, Identity.fresh()); a._browse = lambda: None; a.run(); raise SystemExit(a.return_code)"
    )
    master, slave = pty.openpty()
    environment = {**os.environ, "SERAI_HOME": str(tmp_path), "TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24"}
    with subprocess.Popen(
        [sys.executable, "-c", program], stdin=slave, stdout=slave, stderr=slave, env=environment
    ) as app:
        os.close(slave)
        seen = b""
        while b"new table" not in seen:
            assert select.select([master], [], [], 20)[0], seen
            seen += os.read(master, 65536)
        if how == "ctrl-c":
            os.write(master, b"\x03")
        else:
            app.send_signal(getattr(signal, how))
        while select.select([master], [], [], 20)[0]:
            try:
                more = os.read(master, 65536)
            except OSError:
                break
            seen += more
        assert app.wait(20) == 0
    os.close(master)
    tail = seen[seen.rindex(b"new table") :]
    assert b"\x1b[?1049l" in tail
    assert b"\x1b[?25h" in tail
    assert b"Traceback" not in seen


@pytest.mark.parametrize("size", SIZES)
async def test_names_and_tables_from_outside_never_break_a_title(make_app: MakeApp, size: tuple[int, int]) -> None:
    host = await Host.open(replace(SETTINGS, table="[red]x[/", bots=0), THEM, keeping=Keeping(friends()))
    assert host.port is not None
    app = make_app("[b]Ana", JoinTable(("127.0.0.1", host.port)))
    async with app.run_test(size=size):
        await on(app, LobbyScreen)
        await see(app, "[red]x[/")
        await see(app, "[b]Ana")
        assert "Ana" in text_of(app.screen)
        await app.action_quit()
    await host.close()
