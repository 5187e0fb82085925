"""What it costs that nothing told can be lost, on this machine and this disk.

    .venv/bin/python benchmarks/surviving.py [--games N]

Step: from the moment in which one of four guests, on loopback, answers, until all four have seen the step; with the
journal on the disk, and beside it with one in memory, which a killed host takes along. Return: from the moment in which
a guest's connection breaks until it is back and knows all it missed. Resume: from a journal of at least 500 steps on
the disk to a table that people can come back to; beside it reading and replaying the same steps from a record.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import NamedTuple

from core.record import Header, Record, read, replay, write
from core.stream import Stream
from net.changes import Finished, LinkChanged, Moved
from net.guest import RemoteLink, join
from net.host import Host
from net.house import House
from net.identity import Identity
from net.keeping import Keeping
from net.messages import Ready
from net.peers import Peers
from net.settings import TableSettings
from net.shelf import Shelf
from net.table import Table, Tools

GUESTS = 4
STEPS = 500
DROPS = 10


class Seen(NamedTuple):
    """Times in seconds: of each step, from the answer to the last guest that saw it; of each return."""

    steps: list[float]
    returns: list[float]


class Person:
    """Answers what it is asked at once, and notes when it answered and what it saw."""

    def __init__(self, link: RemoteLink, answered: dict[int, float], seen: dict[int, float]) -> None:
        self.link = link
        self.returns: list[float] = []
        self._answered = answered
        self._seen = seen

    async def play(self, drops: int) -> None:
        """Plays to the end; breaks its own connection so many times."""
        link, mirror = self.link, self.link.mirror
        link.send([Ready(ready=True)])
        lost = 0.0
        while not isinstance(change := await link.changes.get(), Finished):
            now = time.perf_counter()
            if isinstance(change, LinkChanged) and change.state == "lost":
                lost = lost or now
            elif isinstance(change, Moved):
                self._seen[change.number] = now
            if lost and not mirror._away and not isinstance(change, LinkChanged):
                self.returns.append(now - lost)
                lost = 0.0
            if mirror.owes:
                self._answered[mirror.key + 1] = time.perf_counter()
                link.send(mirror.choose(mirror.answers()[0]))
            if drops and not lost and isinstance(change, Moved) and change.number % 5 == 0:
                drops -= 1
                lost = time.perf_counter()
                link._wire.drop()


async def play(shelf: Shelf | None, drops: int) -> Seen:
    """One game of Ominoes with four guests."""
    keeping = Keeping(Peers(), shelf.journal, shelf.keepsake) if shelf else Keeping()
    settings = TableSettings("ominoes", GUESTS, open=True, owner=False, bind="127.0.0.1", port=0)
    host = await Host.open(settings, Identity.fresh(), keeping=keeping)
    assert host.port is not None
    answered: dict[int, float] = {}
    seen: dict[int, float] = {}
    people = []
    for number in range(GUESTS):
        link = await join(("127.0.0.1", host.port), f"guest {number}", Identity.fresh())
        people.append(Person(link, answered, seen))
    await asyncio.gather(*(one.play(drops if number == 0 else 0) for number, one in enumerate(people)))
    for one in people:
        await one.link.close()
    await host.close()
    times = [seen[number] - since for number, since in answered.items() if number in seen]
    return Seen(times, people[0].returns)


def long_table(shelf: Shelf, identity: Identity) -> tuple[Path, Record]:
    """A table of bots that has come to 500 steps and was left there: its journal, and the same steps as a record."""
    made: list[bytes] = []

    def entropy(count: int) -> bytes:
        made.append(os.urandom(count))
        return made[-1]

    settings = TableSettings("nomadi", 5, bots=5, owner=False)
    tools = Tools(entropy, identity.sign, lambda: "2026-11-30T19:02:11Z", shelf.journal)
    table = Table(settings, identity.public, tools)
    house = House(table, entropy, identity.sign, lambda seat: Stream.of_seed(f"bot {seat}"))
    for place in table.places:
        place.bot = "random"  # So that the game takes long enough.
    house.observe(0, 0.0)
    while table.match is None or (table.match.step < STEPS and not table.match.over):
        house.think(0.0)
    match = table.match
    header = Header("nomadi", "2026-11-30T19:02:11Z", "table", ("a", "b", "c", "d", "e"), dict(table.room.options))
    record = Record(header, tuple(match.steps))
    table.close(back=True)
    (waiting,) = shelf.waiting()
    assert not isinstance(waiting, Exception)
    return waiting.path, record


def resume(shelf: Shelf, path: Path, identity: Identity) -> tuple[float, int]:
    """Seconds until the table is there again, and how many steps it has."""
    tools = Tools(os.urandom, identity.sign, lambda: "2026-11-30T19:02:11Z", shelf.journal)
    start = time.perf_counter()
    journal = shelf.open(path)
    table = Table.restore(journal, identity.public, tools, 0.0, owner=False)
    taken = time.perf_counter() - start
    journal.close()
    assert table.match is not None
    return taken, table.match.step


def main() -> int:
    """Measures, prints a line each; 1 if something misses what is wanted."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=3)
    games = parser.parse_args().games
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
        shelf = Shelf(Path(folder) / "tables", Path(folder) / "keepsakes")
        kept: list[float] = []
        fleeting: list[float] = []
        returns: list[float] = []
        for _ in range(games):
            kept += asyncio.run(play(shelf, 0)).steps
            fleeting += asyncio.run(play(None, 0)).steps
            returns += asyncio.run(play(shelf, DROPS)).returns
        identity = Identity.fresh()
        path, record = long_table(shelf, identity)
        resumed = [resume(shelf, path, identity) for _ in range(5)]
        text = write(record)
        start = time.perf_counter()
        for _ in replay(read(text)):
            pass
        replayed = time.perf_counter() - start
    step, again, back = median(kept), median(returns), median(taken for taken, _ in resumed)
    print(f"step kept and seen by {GUESTS} guests  median {step * 1000:6.2f} ms of {len(kept)}  (wanted: under 5)")
    print(
        f"  with a journal in memory        median {median(fleeting) * 1000:6.2f} ms: {step / median(fleeting):.2f} x"
    )
    slowest = max(returns)
    print(
        f"back after a broken connection    median {again * 1000:6.0f} ms, slowest {slowest * 1000:.0f}  (under 1000)"
    )
    print(f"resume of {resumed[0][1]} steps               median {back * 1000:6.0f} ms  (wanted: under 1000)")
    print(f"  replay of the same as a record         {replayed * 1000:6.0f} ms: {back / replayed:.2f} x")
    return 0 if step < 0.005 and slowest < 1.0 and back < 1.0 else 1


if __name__ == "__main__":
    sys.exit(main())
