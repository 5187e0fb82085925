"""Tables without a screen: a dedicated host, and a guest that a bot plays for. Everything is told on stdout."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import getpass
import json
import os
import signal
import sys
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import replace
from pathlib import Path
from threading import Thread
from typing import Any

from core.bots import UnknownBot
from core.game import BadOptions, Json
from core.stream import Stream
from net.bot_guest import BotGuest
from net.changes import (
    Begun,
    Change,
    Closed,
    Distrust,
    Finished,
    LinkChanged,
    LobbyChanged,
    Moved,
    Noticed,
    Rejected,
    Stopped,
    Talked,
)
from net.codes import spell_code
from net.guest import LOST, JoinError
from net.guest import join as join_table
from net.host import CannotOpen, Host
from net.identity import BadIdentity, Identity
from net.keeping import Keeping
from net.kept import BadLedger
from net.link import Link
from net.messages import Ready, Welcome
from net.peers import BadPeers, Peers
from net.seat import Mirror
from net.settings import TableSettings
from net.shelf import Shelf
from net.table import Coming
from net.text import NAME_CELLS, TABLE_CELLS, clean
from tui import locations, logs
from tui.cli import DONE, Failed, WrongUsage
from tui.config import ConfigFile
from tui.continuing import open_journal, path_of
from tui.finding import wait_for
from tui.keeping import keep
from tui.session import JoinTable
from tui.written import game_event

OUT_OF_REACH_SECONDS = 60.0
ONLY_SECONDS = 1.0
"""How long the first table found has to stay the only one, where none is named."""
_FIRST_PAUSE, _LONGEST_PAUSE = 0.2, 5.0
CODE = "SERAI_CODE"
"""The environment variable that has the code."""
_HOW = f" ({CODE}, or the first line of stdin)"
_LONGEST_LINE = 100
_FINAL = ("code-needed", "wrong-code", "changed-key", "refused", "banned", "self", "version", "unproven")
"""Answers at the door that trying again does not change."""


class _Home:
    """The player's own files, and the way it speaks."""

    def __init__(self, options: argparse.Namespace) -> None:
        try:
            self._claim = locations.claim(locations.find())
            self.identity = Identity.load(self._claim.locations.identity)
            self.peers = Peers.load(self._claim.locations.peers)
        except (locations.HomeError, BadIdentity, BadPeers) as error:
            raise Failed(str(error)) from None
        places = self._claim.locations
        self.shelf = Shelf(places.tables, places.keepsakes)
        self.keeping = Keeping(self.peers, self.shelf.journal, self.shelf.keepsake)
        self._json: bool = options.json
        logs.start(self._claim.locations.log_file, options.log_level)
        config = ConfigFile(self._claim.locations.config_file)
        for trouble in config.trouble:
            print(f"serai: {trouble}", file=sys.stderr)
        if options.name is not None and clean(options.name, NAME_CELLS):
            config.change(name=clean(options.name, NAME_CELLS))
        self.name = config.config.name or _user()

    def tell(self, value: dict[str, Json], prose: str) -> None:
        """A line of JSON, or of prose if there is any."""
        if self._json:
            print(json.dumps(value), flush=True)
        elif prose:
            print(prose, flush=True)

    def keep(self, data: bytes) -> Path:
        """The record's file. Raises `Failed`."""
        try:
            return keep(self._claim.locations.records, data)
        except OSError as error:
            raise Failed(f"the record could not be kept: {error.strerror}") from None


def _user() -> str:
    try:
        return clean(getpass.getuser(), NAME_CELLS) or "guest"
    except (OSError, KeyError, ImportError):
        return "guest"


def _run(work: Coroutine[Any, Any, int]) -> int:
    """Runs to the end; SIGTERM ends it as politely as Ctrl-C does."""

    async def guarded() -> int:
        task = asyncio.ensure_future(work)
        with contextlib.suppress(NotImplementedError):
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
        return await task

    try:
        return asyncio.run(guarded())
    except asyncio.CancelledError:
        raise Failed("told to stop") from None


class _Story:
    """Tells what a mirror sees, as lines."""

    def __init__(self, home: _Home, mirror: Mirror) -> None:
        self._home = home
        self._mirror = mirror

    def begun(self) -> None:
        """A game has started."""
        mirror = self._mirror
        assert mirror.lobby is not None
        assert mirror.game is not None
        seats: list[Json] = [
            {"seat": seat, "name": name, "bot": info.bot or None}
            for seat, (info, name) in enumerate(zip(mirror.lobby.seats, mirror.names, strict=False))
        ]
        title = mirror.game.title
        if mirror.lobby.seeded:
            print("serai: this table is seeded, not fair: its chance follows from a known number", file=sys.stderr)
        self._home.tell(
            {"event": "started", "game": mirror.game.key, "seats": seats}, f"{title}: {', '.join(mirror.names)}."
        )

    def moved(self, change: Moved) -> None:
        """One step."""
        assert self._mirror.game is not None
        for event in change.events:
            self._home.tell(game_event(event), self._mirror.game.tell(event, self._mirror.names))
        for seat in change.forfeits:
            name = self._mirror.names[seat]
            print(f"serai: {name} did not open its choice: the first legal one counts", file=sys.stderr)

    def finished(self, change: Finished) -> int:
        """The end."""
        path = self._home.keep(change.record)
        self._home.tell(
            {"event": "over", "result": change.result.to_json(), "record": str(path)}, f"The record is {path}."
        )
        if change.doubt:
            raise Failed(change.doubt)
        return DONE


# -- host ------------------------------------------------------------------------------------------------------------


def host(options: argparse.Namespace, settings: TableSettings) -> int:
    """`serai host --headless`: a dedicated host, for one game."""
    home = _Home(options)
    settings = replace(settings, name=home.name, table=settings.table or f"{home.name}'s table"[:24])
    return _run(_host(home, lambda comings: Host.open(settings, home.identity, comings, home.keeping)))


def resume(options: argparse.Namespace) -> int:
    """`serai resume --headless`: goes on with a table of this machine, to the end of its game."""
    home = _Home(options)
    journal = open_journal(home.shelf, path_of(home.shelf, options.table))

    def opening(comings: Callable[[Coming], None]) -> Awaitable[Host]:
        return Host.resume(journal, home.identity, comings, home.keeping, owner=False)

    return _run(_host(home, opening))


async def _host(home: _Home, opening: Callable[[Callable[[Coming], None]], Awaitable[Host]]) -> int:
    def comings(coming: Coming) -> None:
        where = "watches" if coming.seat is None else f"sits on seat {coming.seat + 1}"
        if coming.why is None:
            value = {"event": "joined", "seat": coming.seat, "name": coming.name}
            home.tell(value, f"{coming.name} {where}.")
        else:
            value = {"event": "left", "seat": coming.seat, "name": coming.name, "why": coming.why}
            home.tell(value, f"{coming.name} {coming.why}.")

    try:
        opened = await opening(comings)
    except (CannotOpen, BadOptions, BadLedger) as error:
        raise Failed(str(error)) from None
    try:
        return await _serve(home, opened)
    except BaseException:
        await opened.close(back=True)
        raise
    finally:
        await opened.close()


async def _serve(home: _Home, opened: Host) -> int:
    """Tells what happens at a table, until its game is over and everybody has the record who may still come for it."""
    settings = opened.settings
    if settings.open:
        print("serai: everybody who can reach this machine may join", file=sys.stderr)
    code = opened.code
    address = opened.addresses[0]
    who = f"The code is {spell_code(code)}." if code else "No code is needed."
    home.tell(
        {"event": "listening", "address": address, "table": settings.table, "code": code},
        f"{settings.table} is open at {address}. {who}",
    )
    story = _Story(home, opened.link.mirror)
    paused = ""
    while True:
        change = await opened.link.changes.get()
        if opened.code and opened.code != code:
            code = opened.code
            print(f"serai: the code is a new one: {spell_code(code)}", file=sys.stderr)
        if isinstance(change, Begun):
            story.begun()
        elif isinstance(change, Moved):
            story.moved(change)
        elif isinstance(change, LobbyChanged) and opened.table.paused != paused:
            paused = opened.table.paused
            print(f"serai: {f'paused: {paused}' if paused else 'the game goes on'}", file=sys.stderr)
        elif isinstance(change, Finished):
            status = story.finished(change)
            while not opened.table.settled:
                await opened.link.changes.get()
            return status
        elif isinstance(change, Stopped | Distrust):
            raise Failed(change.text)


# -- guest -----------------------------------------------------------------------------------------------------------


def join(options: argparse.Namespace, start: JoinTable) -> int:
    """`serai join --headless`: a guest that a bot plays for, for one game."""
    home = _Home(options)
    return _run(_Guest(home, start, options.bot).play())


class _OutOfReach(Failed):
    """The table cannot be joined now. `refused`: it answered, and said no."""

    def __init__(self, text: str, *, refused: bool) -> None:
        super().__init__(text)
        self.refused = refused


async def _first_line() -> str:
    """The first line of stdin. Read by the byte, in a thread that nobody has to wait for at the end."""
    loop = asyncio.get_running_loop()
    line: asyncio.Future[str] = loop.create_future()

    def done(text: str) -> None:
        if not line.done():
            line.set_result(text)

    def read() -> None:
        text = b""
        with contextlib.suppress(OSError, RuntimeError):
            while len(text) < _LONGEST_LINE and (byte := os.read(0, 1)) not in (b"", b"\n"):
                text += byte
            loop.call_soon_threadsafe(done, text.decode(errors="replace").strip())

    if sys.stdin is not None and sys.stdin.isatty():
        print("The host's screen shows a code. Type it: ", end="", file=sys.stderr, flush=True)
    Thread(target=read, daemon=True).start()
    return await line


def _tell_knocking() -> None:
    print("serai: knocking; the host has to let you in", file=sys.stderr)


class _Guest:
    """Joins, plays to the end, and comes back when the connection breaks."""

    def __init__(self, home: _Home, start: JoinTable, bot_name: str) -> None:
        self._home = home
        self._start = start
        self._bot_name = bot_name
        self._stream = Stream(os.urandom(32))
        self._told: set[str] = set()
        self._ready_on: Welcome | None = None

    async def play(self) -> int:
        address = self._start.address or await self._find()
        link = await self._reach(address)
        try:
            return await self._follow(link)
        finally:
            await link.close()

    async def _reach(self, address: tuple[str, int]) -> Link:
        """Sits down, trying again while the table is out of reach. Raises `Failed`."""
        loop = asyncio.get_running_loop()
        until, pause = loop.time() + OUT_OF_REACH_SECONDS, _FIRST_PAUSE
        while True:
            try:
                return await self._join(address)
            except _OutOfReach as error:
                if error.refused:
                    raise
                if loop.time() > until:
                    raise self._lost(f": {error}") from None
            # The table may be there at any moment; nothing tells but trying.
            await asyncio.sleep(pause)
            pause = min(pause * 2, _LONGEST_PAUSE)

    def _lost(self, why: str = "") -> Failed:
        self._home.tell({"event": "lost"}, "")
        return Failed(f"the table was out of reach for {OUT_OF_REACH_SECONDS:.0f} s{why}")

    async def _find(self) -> tuple[str, int]:
        if self._start.table is None:
            found = await wait_for(lambda _: True, OUT_OF_REACH_SECONDS, ONLY_SECONDS)
        else:
            wanted = clean(self._start.table, TABLE_CELLS).casefold()
            found = await wait_for(lambda one: one.table.casefold() == wanted, OUT_OF_REACH_SECONDS)
        if not found:
            self._home.tell({"event": "lost"}, "")
            which = "no table" if self._start.table is None else f"no table {self._start.table!r}"
            raise Failed(f"{which} was found in {OUT_OF_REACH_SECONDS:.0f} s")
        if len(found) > 1 and self._start.table is None:
            names = ", ".join(repr(one.table) for one in found)
            raise Failed(f"there are {len(found)} tables: name one of {names} with --table")
        return found[0].address

    async def _join(self, address: tuple[str, int]) -> Link:
        """Raises `Failed`; `_OutOfReach` where trying again may help."""
        try:
            try:
                return await self._knock(address, os.environ.get(CODE))
            except JoinError as error:
                if error.code != "code-needed" or not (code := await _first_line()):
                    raise
                return await self._knock(address, code)
        except JoinError as error:
            text = f"{error}{_HOW if error.code == 'code-needed' else ''}"
            if error.code in _FINAL:
                raise Failed(text) from None
            raise _OutOfReach(text, refused=bool(error.code)) from None

    async def _knock(self, address: tuple[str, int], code: str | None) -> Link:
        home, watch = self._home, self._start.watch
        return await join_table(
            address,
            home.name,
            home.identity,
            keeping=home.keeping,
            code=code,
            watch=watch,
            knocking=_tell_knocking,
            patience=OUT_OF_REACH_SECONDS,
        )

    async def _follow(self, link: Link) -> int:
        """Plays until the game is over. Raises `Failed` for another end."""
        story = _Story(self._home, link.mirror)
        bot = BotGuest(link.mirror, self._bot_name, self._stream)
        while True:
            change = await link.changes.get()
            self._settle(link)
            if isinstance(change, Closed):
                if change.text == LOST:
                    raise self._lost()
                raise Failed(change.text or "the host has closed the table")
            if isinstance(change, Stopped):
                raise Failed(change.text)
            if isinstance(change, Distrust):
                raise Failed(f"the host cannot be trusted: {change.text}")
            if isinstance(change, Finished):
                return story.finished(change)
            self._take(link, story, bot, change)

    def _take(self, link: Link, story: _Story, bot: BotGuest, change: Change) -> None:
        if isinstance(change, Begun) and "started" not in self._told:
            self._told.add("started")
            story.begun()
        elif isinstance(change, Moved):
            story.moved(change)
        elif isinstance(change, Rejected):
            print(f"serai: refused: {change.text}", file=sys.stderr)
        elif isinstance(change, LinkChanged) and change.state == "lost":
            print(f"serai: {change.text}; looking for it again", file=sys.stderr)
        elif isinstance(change, Noticed | Talked):
            return
        if bot.wanted:
            try:
                link.send(bot.choose())
            except UnknownBot as error:
                raise WrongUsage(str(error)) from None

    def _settle(self, link: Link) -> None:
        """Once a connection, when the lobby shows where we sit: ready to start. Told of the first time only."""
        mirror = link.mirror
        if self._ready_on is mirror.welcome or mirror.lobby is None or mirror.welcome is None:
            return
        member = mirror.welcome.member
        seat = next((seat for seat, info in enumerate(mirror.lobby.seats) if info.member == member), None)
        if seat is None and self._ready_on is not None:
            return  # What the lobby showed was of the connection before.
        self._ready_on = mirror.welcome
        if seat is None and not self._start.watch:
            raise Failed("all seats of the table are taken")
        if seat is not None:
            link.send([Ready(ready=True)])
        if "joined" in self._told:
            return
        self._told.add("joined")
        value = {"event": "joined", "seat": seat, "name": mirror.welcome.name}
        where = "watching" if seat is None else f"on seat {seat + 1}"
        self._home.tell(value, f"At {mirror.lobby.table} as {mirror.welcome.name}, {where}.")
