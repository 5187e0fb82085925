"""The result of real games, and what is told of them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import cast

import pytest

from core.bots import bots
from core.catalogue import GAMES
from core.game import Event
from core.games.om_nom_nom.position import FACES, WORTH
from core.playout import playout
from core.record import Drawn, Header, Play, Record, write
from core.stream import Stream
from net.host import Host
from net.keeping import Keeping
from net.messages import Ready, Start
from net.settings import TableSettings
from tests.tui.conftest import SIZES, THEM, friends
from tests.tui.waiting import on, press, see, text_of, wait_until
from tui.app import SeraiApp
from tui.boards.history import History, lead, look_back
from tui.boards.om_nom_nom_story import caption, story
from tui.screens.home import HomeScreen
from tui.screens.lobby import LobbyScreen
from tui.screens.replay import ReplayScreen
from tui.screens.result import ResultScreen
from tui.screens.table import TableScreen
from tui.session import JoinTable
from tui.widgets.places import Places
from tui.widgets.plot import ScorePlot

MakeApp = Callable[..., SeraiApp]
NAMES = ("Ana", "[b]Ben[/b]", "Chloé")
GAME = GAMES["om-nom-nom"]


def played(seed: int) -> tuple[bytes, list[Event]]:
    """The record of a game of three, and all that happened in it."""
    stream = Stream.of_seed(seed)
    position, steps, events = GAME.start(3), [], []
    for ply in playout(GAME, position, bots(GAME, ["random"] * 3), stream):
        texts = {seat: GAME.format(ply.before, action) for seat, action in ply.choices.items()}
        steps.append(Play(texts) if texts else Drawn(ply.outcome))
        events += ply.events
        position = ply.after
    header = Header(GAME.key, "2026-11-30T19:02:11Z", "attic", NAMES, {})
    return write(Record(header, tuple(steps), GAME.result(position).to_json())).encode(), events


def history(seed: int) -> tuple[History, list[Event]]:
    record, events = played(seed)
    looked = look_back(record, NAMES)
    assert looked is not None
    return looked, events


@pytest.mark.parametrize("seed", range(5))
def test_the_story_names_the_best_catch_and_the_rounds(seed: int) -> None:
    looked, events = history(seed)
    catches = [
        len(cards) + WORTH[FACES.index(event.data["face"])] * dice
        for event in events
        if event.kind == "hunt"
        for cards, dice in zip(event.data["cards"], event.data["dice"], strict=True)
    ]
    told = story(looked)
    assert told[0].startswith("Best catch: ")
    assert f"({max(catches)} points, round " in told[0]
    scores = [event.data["scores"] for event in events if event.kind == "scored"]
    assert [f"({max(score)})" in told[-1] + told[-2] + told[-3] for score in scores] == [True] * 3


def test_a_record_that_does_not_hold_tells_nothing() -> None:
    record, _ = played(1)
    assert look_back(record.replace(b"wolf", b"frog", 1), NAMES) is None
    assert look_back(b"\xff", NAMES) is None


def test_who_led_is_told() -> None:
    looked, _ = history(2)
    steady = replace(looked, moments=tuple(replace(m, scores=(9, 2, 1)) for m in looked.moments))
    assert lead(steady) == ["Ana led from the first points to the end."]
    close = [replace(m, scores=(9, 10, 1) if index % 2 else (10, 9, 1)) for index, m in enumerate(looked.moments[:6])]
    assert lead(replace(looked, moments=tuple(close))) == [
        "The lead changed hands 5 times.",
        "1 point between the first two in the end.",
    ]


def test_a_pack_is_told_in_one_line() -> None:
    data = {
        "board": "field",
        "predator": "wolf",
        "face": "rabbit",
        "hunters": [0, 2],
        "cards": [[{"animal": "rabbit", "owner": 1}], []],
        "dice": [1, 2],
        "discarded": [],
    }
    assert caption(Event("hunt", data), NAMES) == "Field: 2 wolves share: 2 rabbit each; [b]Ben[/b]'s rabbit too."
    hungry = {**data, "cards": [[], []], "dice": [0, 0]}
    assert caption(Event("hunt", hungry), NAMES) == "Field: 2 wolves cannot share and go hungry."
    assert caption(Event("hunt", {**data, "hunters": [0]}), NAMES) is None
    assert caption(Event("scored", {}), NAMES) is None


# -- on the screen ---------------------------------------------------------------------------------------------------


@asynccontextmanager
async def finished_as_guest(app: SeraiApp, host: Host) -> AsyncIterator[ResultScreen]:
    """Plays a game to its end as a guest at that host's table, whose own player takes its first card each time."""
    assert host.link is not None
    link = host.link

    async def play_along() -> None:
        while True:
            await link.changes.get()
            mirror = link.mirror
            if mirror.asked and mirror.choice is None and not mirror.over:
                link.send(mirror.choose(mirror.answers()[0]))

    await on(app, LobbyScreen)
    assert app.session is not None
    app.session.link.send([Ready(True)])
    await wait_until(lambda: link.mirror.lobby and link.mirror.lobby.seats[1].ready)
    link.send([Start()])
    playing = asyncio.create_task(play_along())
    await on(app, TableScreen)
    mirror = app.session.mirror
    try:
        while not mirror.over:
            await wait_until(lambda: mirror.over or (mirror.asked and mirror.choice is None))
            before = mirror.position
            await press(app, "enter")
            await wait_until(lambda before=before: mirror.position is not before or mirror.over)
        await on(app, ResultScreen)
        yield cast(ResultScreen, app.screen)
    finally:
        playing.cancel()
        await host.close()


async def open_table() -> Host:
    settings = TableSettings("om-nom-nom", 2, table="attic", name="[b]Ben[/x]", bind="127.0.0.1", port=0, seed=3)
    return await Host.open(settings, THEM, keeping=Keeping(friends()))


@pytest.mark.parametrize("size", SIZES[1:])
async def test_a_guest_sees_how_it_ended(make_app: MakeApp, size: tuple[int, int]) -> None:
    host = await open_table()
    app = make_app(start=JoinTable(("127.0.0.1", host.port or 0)))
    async with app.run_test(size=size), finished_as_guest(app, host) as screen:
        for words in ("places", "[b]Ben[/x]", "Nobody", "★", "points over the game", "Best catch: "):
            await see(app, words)
        await see(app, "The host can start another game. Press a to be ready for it.")
        assert "lobby" not in text_of(app.screen).splitlines()[-1]
        await press(app, "s", "l", "a")
        await see(app, "You are ready for another game. The host starts it.")
        assert app.screen is screen
        await press(app, "v")
        await see(app, "The record, checked")
        await see(app, "holds  It is a table of the host")
        await press(app, "enter")
        await on(app, ResultScreen)
        await press(app, "p")
        await on(app, ReplayScreen)
        await see(app, "all open · attic")
        await press(app, "q")
        await wait_until(lambda: app.screen is screen)
        plot = screen.query_one(ScorePlot)
        drawn = plot.render().plain
        assert {letter for letter in "ABC" if letter in drawn} == set("ABC")
        app.push_screen(ResultScreen(screen.session, screen.finished._replace(doubt="step 3 differs"), screen._board))
        await see(app, "This game is in doubt: step 3 differs.")
        await press(app, "h")
        await on(app, HomeScreen)


async def test_with_motion_the_points_come_one_round_after_the_other(make_app: MakeApp) -> None:
    host = await open_table()
    app = make_app(start=JoinTable(("127.0.0.1", host.port or 0)))
    async with app.run_test(size=(80, 24)), finished_as_guest(app, host) as screen:
        app.animation_level = "full"
        app.push_screen(ResultScreen(screen.session, screen.finished, screen._board))
        await wait_until(lambda: app.screen is not screen and app.screen.query(Places))
        places = app.screen.query_one(Places)
        assert places.built == 0
        assert "★" not in places.render().plain
        await wait_until(lambda: places.built == 1)
        await press(app, "x")
        await wait_until(lambda: places.built == places.steps == 3)
        assert "★" in places.render().plain
