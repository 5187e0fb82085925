"""The table's screen on a real host, with bots in memory or a guest over loopback."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, cast

import pytest
from textual.app import App
from textual.widgets import Static

from net.guest import RemoteLink, join
from net.host import Host
from net.identity import Identity
from net.keeping import Keeping
from net.messages import Ready, Start, Talk
from net.settings import TableSettings
from net.text import Line
from tests.tui.conftest import SIZES, THEM, friends
from tests.tui.waiting import on, press, see, text_of, wait_until
from tui.app import SeraiApp
from tui.boards.board import Board
from tui.screens.help import HelpScreen
from tui.screens.home import HomeScreen
from tui.screens.leave import LeaveScreen
from tui.screens.lobby import LobbyScreen
from tui.screens.result import ResultScreen
from tui.screens.rules import RulesScreen
from tui.screens.table import TableScreen
from tui.session import HostTable, JoinTable
from tui.widgets.command_input import CommandInput
from tui.widgets.people import PeoplePanel
from tui.widgets.talk import MOST, TalkPane

MakeApp = Callable[..., SeraiApp]


def solo(seats: int = 3, **how: Any) -> HostTable:
    """A table in memory with bots on all other seats; the seed makes it the same every time."""
    return HostTable(
        TableSettings("om-nom-nom", seats, table="window seat", bots=seats - 1, listen=False, seed=5, **how)
    )


def table(app: App[Any]) -> TableScreen:
    assert isinstance(app.screen, TableScreen)
    return app.screen


async def type_line(app: SeraiApp, text: str, *keys: str) -> None:
    """Opens the line with its first sign, types the rest, and presses further keys."""
    await press(app, text[0])
    await wait_until(lambda: app.focused is app.screen.query_one(CommandInput))
    await press(app, *text[1:], *keys)


@asynccontextmanager
async def with_guest(app: SeraiApp, name: str = "Ben", seats: int = 2) -> AsyncIterator[RemoteLink]:
    """A guest of that name at the table that the app hosts; the game is on."""
    await on(app, LobbyScreen)
    assert app.session is not None
    assert app.session.host is not None
    link = await join(
        ("127.0.0.1", app.session.host.port or 0),
        name,
        Identity.fresh(),
        code=app.session.host.code,
    )
    await wait_until(lambda: link.mirror.lobby and link.mirror.lobby.seats[1].state == "player")
    link.send([Ready(True)])
    await wait_until(lambda: app.session and app.session.mirror.lobby and app.session.mirror.lobby.seats[1].ready)
    app.session.link.send([Start()])
    await on(app, TableScreen)
    await wait_until(lambda: link.mirror.asked)
    try:
        yield link
    finally:
        await link.close()


def hosted(**how: Any) -> HostTable:
    return HostTable(TableSettings("om-nom-nom", 2, table="window seat", bind="127.0.0.1", port=0, seed=5, **how))


@pytest.mark.parametrize("size", SIZES)
async def test_one_glance_has_everything(make_app: MakeApp, size: tuple[int, int]) -> None:
    app = make_app(start=solo())
    async with app.run_test(size=size):
        await on(app, TableScreen)
        await see(app, "Om Nom Nom · round 1 of 3 · trick 1 of 6")
        await see(app, "window seat")
        await see(app, "your move")
        await see(app, "Choose a card. Everybody waits for you.")
        await see(app, "Round 1: the dice")
        for words in ("field", "house", "pond", "WOLF", "CHEESE", "▼ eats", "Hedgehog", "people", "▸A Ana", "bot"):
            await see(app, words)
        for words in ("1-6 enter choose", "t talk", ": move", "r rules", "q leave", "? keys"):
            await see(app, words)
        lines = text_of(app.screen).splitlines()
        assert len(lines) == size[1]
        signs = [line for line in lines if "◆" in line and "bot" not in line]
        assert signs, "the bots' choices are marked by their own shape"


@pytest.mark.parametrize("size", SIZES[:1])
async def test_a_whole_game_by_keys_to_the_result_and_again(make_app: MakeApp, size: tuple[int, int]) -> None:
    app = make_app(start=solo())
    async with app.run_test(size=size):
        await on(app, TableScreen)
        mirror = table(app).mirror
        for number in range(18):
            await wait_until(lambda: mirror.asked and mirror.waiting_for == (0,))
            await see(app, f"round {number // 6 + 1} of 3 · trick {number % 6 + 1} of 6")
            before = mirror.position
            await press(app, str(number % 6 + 1))
            await wait_until(lambda before=before: mirror.position is not before, f"{number} {mirror.chosen_by}")
        await on(app, ResultScreen)
        result = cast(ResultScreen, app.screen)
        assert result.finished.doubt is None
        assert app.session is not None
        assert app.session.record_path is not None
        assert app.session.record_path.read_bytes() == result.finished.record
        for words in ("the end", "places", "points over the game", "to be told", "The whole game as text", "★"):
            await see(app, words)
        for score in result.finished.result.scores:
            await see(app, f"{score}")
        await see(app, "Another game with the same people? Press a.")
        await press(app, "b")
        await on(app, TableScreen)
        await see(app, "The game is over.")
        await press(app, "b")
        await on(app, ResultScreen)
        await press(app, "a")
        await see(app, "round 1 of 3 · trick 1 of 6")


async def test_a_forbidden_card_says_which_rule_forbids_it(make_app: MakeApp) -> None:
    app = make_app(start=solo())
    async with app.run_test(size=(80, 24)):
        await on(app, TableScreen)
        await see(app, "trick 1 of 6")
        await press(app, "2")
        await see(app, "trick 2 of 6")
        await press(app, "2")
        await see(app, "The rabbit is not in this hand any more")


async def test_a_choice_is_marked_changeable_and_never_shown_to_others(make_app: MakeApp) -> None:
    app = make_app(start=hosted())
    async with app.run_test(size=(80, 24)), with_guest(app) as guest:
        await see(app, "Choose a card. Waiting for Ben.")
        await press(app, "3")
        await see(app, "Cat is face down on the table. Change it until Ben has chosen.")
        await see(app, "chosen")
        await press(app, "5")
        await see(app, "Hedgehog is face down on the table.")
        await see(app, "A Ana         ●")
        await see(app, "B Ben         ○")
        await wait_until(lambda: guest.mirror.chosen_by == {0})
        guest.send(guest.mirror.choose(0))
        await see(app, "Ana's hedgehog")
        await see(app, "trick 2 of 6")
        await see(app, "C Nobody")
        await see(app, "imaginary")


async def test_the_bell_rings_when_it_is_your_move_after_a_wait(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = make_app(start=hosted())
    rung: list[int] = []
    monkeypatch.setattr(app, "bell", lambda: rung.append(1))
    async with app.run_test(size=(80, 24)), with_guest(app) as guest:
        await see(app, "Choose a card.")
        await press(app, "1")
        await see(app, "Wolf is face down")
        assert not rung
        guest.send(guest.mirror.choose(1))
        await see(app, "trick 2 of 6")
        await wait_until(lambda: rung)
        assert rung == [1]


@pytest.mark.parametrize("size", SIZES[:1])
async def test_talk_is_sent_heard_and_never_markup(make_app: MakeApp, size: tuple[int, int]) -> None:
    app = make_app("A[b]a", start=hosted())
    async with app.run_test(size=size), with_guest(app, "[red]B[/x]") as guest:
        guest.send([Talk(Line("hi [/b] [@click=app.quit]x"))])
        await see(app, "[red]B[/x]: ")
        await see(app, "[/b]")
        await see(app, "A[b]a")
        await press(app, "t")
        line = app.screen.query_one(CommandInput)
        await wait_until(lambda: line.has_focus)
        await press(app, *"no [i]")
        await press(app, "enter")
        await see(app, "no [i]")
        assert line.display
        await press(app, "escape")
        await wait_until(lambda: table(app).board.has_focus)
        assert not line.display
        await see(app, "? keys")


@pytest.mark.parametrize("text", ["x\x1b]52;c;aGk=\x07y", "x\x1b[31my", "x\u202ey", "x\x9b31my", "a" * 10_000])
async def test_what_a_terminal_would_obey_never_reaches_it(make_app: MakeApp, text: str) -> None:
    app = make_app(start=hosted())
    async with app.run_test(size=(80, 24)), with_guest(app) as guest:
        guest.send([Talk(Line(text))])
        pane = app.screen.query_one(TalkPane)
        await wait_until(lambda: any("Ben: " in str(line.render()) for line in pane.query(Static)))
        await see(app, "31my" if "31m" in text else "aaaaa" if text[0] == "a" else "y")
        shown = text_of(app.screen).replace("\n", "")
        assert shown.isprintable()
        assert "\u202e" not in shown
        assert all(len(str(line.render())) < 260 for line in pane.query(Static))


async def test_talk_keeps_the_last_lines(make_app: MakeApp) -> None:
    app = make_app(start=solo())
    async with app.run_test(size=(80, 24)):
        await on(app, TableScreen)
        pane = app.screen.query_one(TalkPane)
        for number in range(MOST + 30):
            pane.say(f"line {number}")
        await see(app, f"line {MOST + 29}")
        await wait_until(lambda: len(pane.children) == MOST)


async def test_talking_makes_room_at_the_small_size(make_app: MakeApp) -> None:
    app = make_app(start=solo(6))
    async with app.run_test(size=(80, 24)):
        await on(app, TableScreen)
        people = app.screen.query_one(PeoplePanel)
        await wait_until(lambda: people.size.height == 13)
        await press(app, "t")
        await wait_until(lambda: people.size.height == 7)
        await press(app, "escape")
        await wait_until(lambda: people.size.height == 13)


async def test_moves_are_typed_after_a_colon_and_completed(make_app: MakeApp) -> None:
    app = make_app(start=solo())
    async with app.run_test(size=(80, 24)):
        await on(app, TableScreen)
        await see(app, "trick 1 of 6")
        await type_line(app, ":camel", "enter")
        await see(app, "'camel' is no animal card")
        await type_line(app, ":hed")
        await see(app, ":hedgehog")
        await press(app, "tab", "enter")
        await see(app, "trick 2 of 6")
        assert not table(app).mirror.position.seats[0].hand >> 4 & 1
        await type_line(app, ":hedgehog", "enter")
        await see(app, "The hedgehog is not in this hand any more")


async def test_commands_after_a_slash(make_app: MakeApp) -> None:
    app = make_app(start=solo())
    async with app.run_test(size=(120, 40)):
        await on(app, TableScreen)
        await see(app, "trick 1 of 6")
        await type_line(app, "/mov", "tab", "enter")
        await see(app, "You may play cat")
        await type_line(app, "/fly", "enter")
        await see(app, "There is no /fly. There are")
        await type_line(app, "/scores", "enter")
        await see(app, "Ana 0, ")
        await type_line(app, "/sit 9", "enter")
        await see(app, "Say which seat, from 1 to 3")
        await type_line(app, "/help sit", "enter")
        await see(app, "/sit: take a seat that a bot")
        await type_line(app, "/rules", "enter")
        await on(app, RulesScreen)


async def test_help_rules_and_leaving(make_app: MakeApp) -> None:
    app = make_app(start=solo())
    async with app.run_test(size=(80, 24)):
        await on(app, TableScreen)
        await see(app, "your move")
        await press(app, "?")
        await on(app, HelpScreen)
        await see(app, "Put the card under the cursor")
        await press(app, "escape")
        await on(app, TableScreen)
        await press(app, "r")
        await on(app, RulesScreen)
        await press(app, "escape")
        await on(app, TableScreen)
        for stay in ("n", "escape"):
            await press(app, "q")
            await on(app, LeaveScreen)
            await see(app, "The game ends here.")
            await press(app, stay)
            await on(app, TableScreen)
        await press(app, "escape")
        await on(app, LeaveScreen)
        await press(app, "y")
        await on(app, HomeScreen)
        await wait_until(lambda: app.session is None)


async def test_a_spectator_sees_all_and_plays_nothing(make_app: MakeApp) -> None:
    settings = TableSettings("om-nom-nom", 3, table="attic", name="Ben", bots=2, bind="127.0.0.1", port=0)
    host = await Host.open(settings, THEM, keeping=Keeping(friends()))
    assert host.link is not None
    host.link.send([Start()])
    app = make_app(start=JoinTable(("127.0.0.1", host.port or 0), watch=True))
    async with app.run_test(size=(80, 24)):
        await on(app, TableScreen)
        await see(app, "You are watching. Waiting for Ben.")
        await see(app, "still in hand")
        await press(app, "1")
        await see(app, "You are watching: the seats play.")
        host.link.send(host.link.mirror.choose(2))
        await see(app, "Ben plays the cat")
        await see(app, "trick 2 of 6")
    await host.close()


async def test_who_leaves_is_marked_and_a_bot_plays_on(make_app: MakeApp) -> None:
    app = make_app(start=hosted())
    async with app.run_test(size=(80, 24)):
        async with with_guest(app):
            await see(app, "B Ben         ○")
        await see(app, "B Ben         ×")
        await see(app, "away")
        await press(app, "1")
        await see(app, "trick 2 of 6")


async def test_with_motion_a_trick_is_shown_and_any_key_skips_it(make_app: MakeApp) -> None:
    app = make_app(start=solo())
    app.animation_level = "full"
    async with app.run_test(size=(80, 24)):
        await on(app, TableScreen)
        board: Board[Any] = table(app).board
        await wait_until(lambda: board.playing)
        await press(app, "x")
        await see(app, "Choose a card.")
        await press(app, "1")
        await wait_until(lambda: board.playing)
        await wait_until(lambda: 0 in board.scene.table)
        await see(app, "Ana plays the wolf")
        await press(app, "space")
        await wait_until(lambda: not board.playing)
        await see(app, "trick 2 of 6")
        assert table(app).mirror.choice is None


async def test_a_new_theme_and_other_signs_are_drawn_at_once(make_app: MakeApp) -> None:
    app = make_app(start=solo())
    async with app.run_test(size=(80, 24)):
        await on(app, TableScreen)
        await see(app, "▼ eats")
        app.action_toggle_ascii()
        await see(app, "v eats")
        await see(app, ">A Ana")
        assert "▸" not in text_of(app.screen)
        app.theme = "ansi-dark"
        await see(app, "v eats")
