"""What it costs to come in, and what strangers cost a host, on this machine's loopback, beside what is wanted.

    .venv/bin/python benchmarks/joining.py [--runs N]

Join: from the start of `net.guest.join` to the welcome, with a code and without. Round trip: sixteen bytes to and fro
inside TLS, on a connection that is up. Silent: how much the memory of a host in a process of its own grows by 400
connections that never say a word: the most of many looks, from the first connection until the host has closed the last.
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import resource
import time
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median

from net import tls
from net.guest import join
from net.host import TLS_SECONDS, Host
from net.identity import Identity
from net.peers import Peers
from net.settings import TableSettings

LOOPBACK = "127.0.0.1"
SILENT, AT_ONCE = 400, 50
_context = multiprocessing.get_context("spawn")


def settings() -> TableSettings:
    """A table that is nobody else's to find by mistake."""
    return TableSettings("om-nom-nom", 2, table="bench", name="Host", port=0, bind=LOOPBACK)


async def joins(runs: int, *, by_code: bool) -> list[float]:
    """Seconds to come in, a run each."""
    hers, his, me = Peers(), Peers(), Identity.fresh()
    host = await Host.open(settings(), Identity.fresh(), peers=hers)
    assert host.port is not None
    times = []
    for _ in range(runs + 1):
        begun = time.perf_counter()
        link = await join((LOOPBACK, host.port), "Guest", me, peers=his, code=host.code)
        times.append(time.perf_counter() - begun)
        await link.close()
        while host.table.public().taken > 1:
            await asyncio.sleep(0.001)
        if by_code:
            for peers in (hers, his):
                for peer in peers.all:
                    peers.forget(peer.key)
    await host.close()
    return times[1:]


async def round_trips(runs: int) -> list[float]:
    """Seconds from a small message to its echo, inside TLS."""

    async def echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(1000):
            writer.write(data)
        writer.close()

    server = await asyncio.start_server(echo, LOOPBACK, 0, ssl=tls.server(Identity.fresh().certificate))
    where = server.sockets[0].getsockname()
    reader, writer = await asyncio.open_connection(*where, ssl=tls.client(), server_hostname="")
    times = []
    for _ in range(runs * 100):
        begun = time.perf_counter()
        writer.write(bytes(16))
        await reader.readexactly(16)
        times.append(time.perf_counter() - begun)
    writer.close()
    await writer.wait_closed()
    server.close()
    return times


def hosting(pipe: Connection) -> None:
    """A host in its process: says where it listens, and how much memory it has taken at most when asked."""

    async def run() -> None:
        host = await Host.open(settings(), Identity.fresh())
        assert host.port is not None
        link = await join((LOOPBACK, host.port), "Guest", Identity.fresh(), code=host.code)
        before = most = _memory()
        pipe.send(host.port)
        while not pipe.poll():
            most = max(most, _memory())
            await asyncio.sleep(0.01)
        pipe.send(most - before)
        await link.close()
        await host.close()

    asyncio.run(run())


def _memory() -> float:
    """Megabytes that this process has in memory. Linux only."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize() / (1 << 20)


async def silent() -> float:
    """Megabytes that so many silent connections cost."""
    ours, theirs = _context.Pipe()
    process = _context.Process(target=hosting, args=(theirs,))
    process.start()
    port = await asyncio.to_thread(ours.recv)
    writers = []
    for _ in range(SILENT // AT_ONCE):
        opened = await asyncio.gather(*(asyncio.open_connection(LOOPBACK, port) for _ in range(AT_ONCE)))
        writers += [writer for _, writer in opened]
    await asyncio.sleep(TLS_SECONDS + 1)
    ours.send(None)
    grown = await asyncio.to_thread(ours.recv)
    for writer in writers:
        writer.transport.abort()
    await asyncio.to_thread(process.join)
    return float(grown)


def main() -> None:
    """Prints a line a measure."""
    parser = argparse.ArgumentParser(description="What it costs to come in, and what strangers cost a host.")
    parser.add_argument("--runs", type=int, default=20, help="of each (20)")
    options = parser.parse_args()
    print(f"{'':<36} {'times':>5} {'median':>9} {'slowest':>9} {'wanted':>12}")
    for what, times, wanted in (
        ("join with a code, ms", asyncio.run(joins(options.runs, by_code=True)), 1.0),
        ("join as somebody known, ms", asyncio.run(joins(options.runs, by_code=False)), 1.0),
        ("round trip inside TLS, ms", asyncio.run(round_trips(options.runs)), 0.001),
    ):
        middle, worst = median(times) * 1000, max(times) * 1000
        met = "met" if middle < wanted * 1000 else "MISSED"
        print(f"{what:<36} {len(times):>5} {middle:>9.3f} {worst:>9.3f} {f'<{wanted * 1000:g}':>12}  {met}")
    grown = asyncio.run(silent())
    print(f"{f'{SILENT} silent connections, MB':<36} {1:>5} {grown:>9.1f} {'':>9} {'<20':>12}  ", end="")
    print("met" if grown < 20 else "MISSED")


if __name__ == "__main__":
    main()
