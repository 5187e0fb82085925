"""What the screens' tests share: an app with a home of its own, and no network but what a test opens."""

from __future__ import annotations

import logging
import os

os.environ["TEXTUAL_ANIMATIONS"] = "none"  # before textual is imported

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet

from net import discovery, host
from net.following import Ways
from net.hints import Found
from net.identity import Identity
from net.peers import Peer, Peers
from net.text import Name
from tui.app import SeraiApp
from tui.config import ConfigFile
from tui.locations import find
from tui.session import Start

SIZES = [(80, 24), (120, 40)]
_parse, _parsed = Stylesheet._parse_rules, {}  # type: ignore[var-annotated]


def _parse_once(self: Stylesheet, *css: Any, **how: Any) -> list[RuleSet]:
    """Hundreds of apps in a row have the same style sheets."""
    key = (css, *how.items(), *self._variables.items())
    if key not in _parsed:
        _parsed[key] = _parse(self, *css, **how)
    return _parsed[key]


Stylesheet._parse_rules = _parse_once  # type: ignore[method-assign]


class QuietBrowser:
    """A network on which there is what a test puts there."""

    trouble: str | None = None

    def __init__(self, on_change: Callable[[], None]) -> None:
        self.on_change = on_change
        self.ways = Ways()
        self.tables: list[Found] = []

    async def start(self) -> None:
        pass

    async def stop(self) -> None:
        pass

    def put(self, *tables: Found) -> None:
        self.tables = list(tables)
        self.on_change()


class QuietAnnouncer:
    """A table of a test is nobody else's to find."""

    trouble: str | None = None

    def __init__(self, *args: Any) -> None:
        pass

    def start(self) -> None:
        pass

    def update(self, public: object) -> None:
        pass

    async def stop(self) -> None:
        pass


ME, THEM = Identity.fresh(), Identity.fresh()
"""Who sits before the app, and somebody it has met before: between them no code is needed."""


def friends() -> Peers:
    """Whom `THEM` knows."""
    return Peers(peers=(Peer(ME.public, Name("Ana"), welcome=True),))


@pytest.fixture
def quiet_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discovery, "Browser", QuietBrowser)
    monkeypatch.setattr(host, "Announcer", QuietAnnouncer)


@pytest.fixture(autouse=True)
def no_error_is_logged(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Errors of ours are told in words and logged: here each of them fails the test."""
    yield
    bad = [record for record in caplog.get_records("call") if record.levelno >= logging.ERROR]
    assert not [record.getMessage() for record in bad if record.name.split(".")[0] in ("core", "net", "tui")]


@pytest.fixture
def make_app(tmp_path: Path, quiet_network: None) -> Callable[..., SeraiApp]:
    """Makes an app of a player who has a name, with a home and a device key of its own."""

    def make(name: str = "Ana", start: Start = None, **how: Any) -> SeraiApp:
        locations = find({"SERAI_HOME": str(tmp_path / f"home of {name}")})
        config = ConfigFile(locations.config_file)
        if name:
            config.change(name=name)
        known = Peers(peers=(Peer(THEM.public, Name("Ben"), THEM.certificate.fingerprint, welcome=True),))
        return SeraiApp(locations, config, ME, start, peers=known, **how)

    return make
