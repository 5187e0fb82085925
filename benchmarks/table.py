"""How quickly a table reacts and is found, on this machine: six processes on loopback, beside what is wanted.

    .venv/bin/python benchmarks/table.py [--games N] [--runs N]

Reveal: from the moment in which the last of six players chooses, in its process, until the mirrors of all six, each in
a process of its own, have the revealed cards. Found: from the start of a browser, in a process of its own, until it
has a table that was open before; and from the opening of a table until a browser that was running before has it.
Clocks are compared across processes: `time.monotonic` is one clock for the whole machine on Linux and macOS.
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import secrets
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median
from typing import NamedTuple

from net.changes import Closed, Distrust, Finished, LobbyChanged, Moved
from net.discovery import Browser
from net.guest import join
from net.host import Host
from net.identity import Identity
from net.link import Link
from net.messages import Again, Ready, Start
from net.settings import TableSettings

PEERS = 6
LOOPBACK = "127.0.0.1"
_context = multiprocessing.get_context("spawn")

Times = dict[int, float]
"""When something was so, by the number of the trick."""


class Line(NamedTuple):
    """One measure; times in seconds."""

    what: str
    times: list[float]
    target: float
    typical: bool
    """Whether the target is for the median; else it is for the slowest."""


# -- from the last choice to the reveal ------------------------------------------------------------------------------


class Player:
    """Plays the first legal card, and notes when it chose and when it saw what all had chosen."""

    def __init__(self, link: Link, *, last: bool) -> None:
        self.chose: Times = {}
        self.saw: Times = {}
        self.tricks = 0
        self._link = link
        self._last = last

    async def play(self, games: int) -> None:
        """Plays that many games."""
        link = self._link
        mirror = link.mirror
        link.send([Ready(ready=True)])
        while games:
            change = await link.changes.get()
            if isinstance(change, Closed | Distrust):
                raise SystemExit(change.text)
            if isinstance(change, Moved) and change.choices is not None:
                self.saw[self.tricks] = time.monotonic()
                self.tricks += 1
            elif isinstance(change, Finished):
                games -= 1
            elif isinstance(change, LobbyChanged) and self._lobby_again():
                link.send([Ready(ready=True)])
            if mirror.owes and (not self._last or len(mirror.waiting_for) == 1):
                messages = mirror.choose(mirror.answers()[0])
                self.chose[self.tricks] = time.monotonic()
                link.send(messages)

    def _lobby_again(self) -> bool:
        lobby, me = self._link.mirror.lobby, self._link.mirror.welcome
        assert lobby is not None
        assert me is not None
        return lobby.state == "lobby" and any(s.member == me.member and not s.ready for s in lobby.seats)


def guest(number: int, port: int, code: str | None, games: int, pipe: Connection) -> None:
    """One guest, in its process. The last one chooses when all others have."""

    async def run() -> None:
        link = await join((LOOPBACK, port), f"Guest {number}", Identity.fresh(), code=code)
        player = Player(link, last=number == PEERS - 1)
        await player.play(games)
        pipe.send((player.chose, player.saw))
        await link.close()

    asyncio.run(run())


async def reveals(games: int) -> list[float]:
    """Seconds from the last choice to the reveal on the slowest mirror, a trick each."""
    settings = TableSettings("om-nom-nom", PEERS, table=_name(), name="Host", port=0, bind=LOOPBACK)
    host = await Host.open(settings, Identity.fresh())
    assert host.port is not None
    pipes, processes = [], []
    for number in range(1, PEERS):
        ours, theirs = _context.Pipe()
        pipes.append(ours)
        processes.append(_context.Process(target=guest, args=(number, host.port, host.code, games, theirs)))
        processes[-1].start()
    player = Player(host.link, last=False)
    playing = asyncio.create_task(player.play(games))
    for number in range(games):
        while not all(place.ready for place in host.table.places[1:]):
            await asyncio.sleep(0.01)
        host.link.send([Start()])
        while host.table.state != "over":
            await asyncio.sleep(0.01)
        if number + 1 < games:
            host.link.send([Again()])
    await playing
    found = [await asyncio.to_thread(pipe.recv) for pipe in pipes]
    for process in processes:
        await asyncio.to_thread(process.join)
    await host.close()
    last = found[-1][0]
    return [max(saw[trick] for saw in (player.saw, *(saw for _, saw in found))) - last[trick] for trick in last]


# -- finding ---------------------------------------------------------------------------------------------------------


def look(name: str, pipe: Connection) -> None:
    """A browser in its process: says when it started, and when it has the table of that name."""

    async def run() -> None:
        seen = asyncio.Event()
        browser = Browser(lambda: seen.set() if any(one.table == name for one in browser.tables) else None)
        begun = time.monotonic()
        await browser.start()
        pipe.send(begun)
        await asyncio.wait_for(seen.wait(), 60)
        pipe.send(time.monotonic())
        await browser.stop()

    asyncio.run(run())


async def found_after(*, table_first: bool) -> float:
    """Seconds until a browser that is started has an open table, or one that is running has a new one."""
    name = _name()
    settings = TableSettings("om-nom-nom", 2, table=name, name="Host", port=0, bind=LOOPBACK, owner=False)
    ours, theirs = _context.Pipe()
    process = _context.Process(target=look, args=(name, theirs))
    if table_first:
        host = await Host.open(settings, Identity.fresh())
        # Announcing takes more than a second; "open" is a table that is on the network.
        await asyncio.sleep(3)
        process.start()
        begun = await asyncio.to_thread(ours.recv)
    else:
        process.start()
        await asyncio.to_thread(ours.recv)
        await asyncio.sleep(1)
        begun = time.monotonic()
        host = await Host.open(settings, Identity.fresh())
    found = await asyncio.to_thread(ours.recv)
    await asyncio.to_thread(process.join)
    await host.close()
    return float(found - begun)


def _name() -> str:
    return f"bench-{secrets.token_hex(4)}"


# -- starting --------------------------------------------------------------------------------------------------------


def version() -> float:
    """Seconds that `serai --version` takes."""
    serai = Path(sys.executable).with_name("serai")
    begun = time.monotonic()
    subprocess.run([serai, "--version"], check=True, capture_output=True)
    return time.monotonic() - begun


# -- the table of what was measured ----------------------------------------------------------------------------------


def measure(games: int, runs: int) -> Iterator[Line]:
    """All measures, one after the other."""

    def again(find: Callable[[], float]) -> list[float]:
        return [find() for _ in range(runs)]

    yield Line(f"last choice to reveal, {PEERS} peers", asyncio.run(reveals(games)), 0.1, True)
    yield Line(
        "open table, browser started after", again(lambda: asyncio.run(found_after(table_first=True))), 2.0, False
    )
    yield Line("new table, browser running", again(lambda: asyncio.run(found_after(table_first=False))), 3.0, False)
    version()  # The first run fills the caches of the disk.
    yield Line("serai --version", again(version), 0.3, True)


def main() -> None:
    """Prints a line a measure."""
    parser = argparse.ArgumentParser(description="How quickly a table reacts and is found, in milliseconds.")
    parser.add_argument("--games", type=int, default=3, help="games of eighteen reveals each (3)")
    parser.add_argument("--runs", type=int, default=5, help="of everything else (5)")
    options = parser.parse_args()
    print(f"{'milliseconds':<36} {'times':>5} {'median':>8} {'slowest':>8} {'wanted':>14}")
    for line in measure(options.games, options.runs):
        middle, worst = median(line.times), max(line.times)
        kind = "median" if line.typical else "each"
        met = "met" if (middle if line.typical else worst) < line.target else "MISSED"
        print(
            f"{line.what:<36} {len(line.times):>5} {middle * 1000:>8.1f} {worst * 1000:>8.1f} "
            f"{kind:>6} <{line.target * 1000:>5.0f}  {met}"
        )


if __name__ == "__main__":
    main()
