"""The page that says why tables are not seen."""

import asyncio
import json
from argparse import Namespace
from collections.abc import Callable

import pytest

from net import doctor
from net.diagnosis import Call, Facts, Reach
from net.hints import Found
from net.interfaces import Own
from tests.tui.conftest import SIZES
from tests.tui.waiting import on, press, see, text_of, wait_until
from tui import doctoring
from tui.app import SeraiApp
from tui.screens.doctor import DoctorScreen
from tui.screens.home import HomeScreen

WLAN = Own("wlan0", "192.168.1.5", 24)
TABLE = Found("[b]attic[/b]", "nomadi", "Ben", ("192.168.1.9", 47710), 4, 1, "lobby", open=False)
ALONE = Facts("linux", (WLAN,), (Call(WLAN),), (Call(WLAN),), reach=(Reach("192.168.1.5"),))
MakeApp = Callable[..., SeraiApp]


@pytest.mark.parametrize("size", SIZES)
async def test_d_looks_and_tells_and_r_looks_again(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    looks = [ALONE, ALONE._replace(tables=(TABLE,))]

    async def examine() -> Facts:
        return looks.pop(0)

    monkeypatch.setattr(doctor, "examine", examine)
    app = make_app()
    async with app.run_test(size=size):
        await see(app, "d  no table? why not")
        await press(app, "d")
        await on(app, DoctorScreen)
        await see(app, "client isolation")
        await see(app, "What was looked at")
        await press(app, "r")
        await see(app, "1 table answers from other machines.")
        await press(app, *["pagedown"] * 3)
        await see(app, "the table [b]attic[/b] of Ben answers at 192.168.1.9:47710")
        await press(app, "escape")
        await on(app, HomeScreen)


async def test_while_it_looks_one_can_go_away(make_app: MakeApp, monkeypatch: pytest.MonkeyPatch) -> None:
    ended = []

    async def forever() -> Facts:
        try:
            await asyncio.Event().wait()
        finally:
            ended.append(True)
        raise AssertionError

    monkeypatch.setattr(doctor, "examine", forever)
    app = make_app()
    async with app.run_test():
        await press(app, "d")
        await see(app, "listening for 4 seconds")
        await press(app, "escape")
        await on(app, HomeScreen)
        await wait_until(lambda: ended)
        assert "Why not?" not in text_of(app.screen)


def test_without_a_screen_it_is_told_in_lines(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def examine() -> Facts:
        return ALONE._replace(beacon=(), beacon_trouble="taken", tables=(TABLE,))

    monkeypatch.setattr(doctoring, "examine", examine)
    assert doctoring.doctor(Namespace(json=False)) == 0
    prose = capsys.readouterr()
    assert prose.err == "looking for 4 seconds\n"
    assert "wlan0 has 192.168.1.5\nmDNS on wlan0: sent; heard itself, and nobody else\nbeacon: taken\n" in prose.out
    assert "\n  1 table answers from other machines.\n  Finding works." in prose.out
    assert doctoring.doctor(Namespace(json=True)) == 0
    out = capsys.readouterr()
    assert out.err == ""
    said = [json.loads(line) for line in out.out.splitlines()]
    assert said[:5] == [
        {"what": "address", "interface": "wlan0", "ip": "192.168.1.5", "prefix": 24},
        {"what": "call", "way": "mDNS", "ip": "192.168.1.5", "error": None, "own": True, "others": 0},
        {"what": "trouble", "way": "beacon", "why": "taken"},
        {"what": "port", "port": 47710, "ip": "192.168.1.5", "error": None},
        {
            "what": "table", "table": "[b]attic[/b]", "game": "nomadi", "host": "Ben", "address": "192.168.1.9:47710",
            "seats": 4, "taken": 1, "state": "lobby", "open": False,
        },
    ]  # fmt: skip
    assert {one["cause"] for one in said[5:]} == {"no-beacon", "found", "multicast-filtered"}
    assert all(list(one) == ["what", "cause", "bad", "text", "advice"] for one in said[5:])
