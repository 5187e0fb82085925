"""The example programs, as somebody would start them."""

import asyncio
import os
import subprocess
import sys
from pathlib import Path

from net.changes import Finished
from net.host import Host
from net.identity import Identity
from net.settings import TableSettings

TOP = Path(__file__).parents[1]
BOT = TOP / "examples" / "headless_bot.py"


def test_the_demo_plays_a_whole_game_between_processes_that_find_each_other(tmp_path):
    done = subprocess.run(
        [sys.executable, TOP / "examples" / "demo.py"],
        env={"PATH": "", "TMPDIR": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=150,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    story = done.stdout.splitlines()
    assert sum("is over:" in line for line in story) == 3
    assert story[-1].startswith("All 4 kept a record")
    assert story[-1].endswith("identical, byte for byte.")
    assert list(tmp_path.iterdir()) == []


async def test_somebody_elses_bot_plays_at_a_table():
    settings = TableSettings("om-nom-nom", 2, bots=1, port=0, bind="127.0.0.1", owner=False)
    host = await Host.open(settings, Identity.fresh())
    try:
        bot = await asyncio.create_subprocess_exec(
            sys.executable,
            BOT,
            host.addresses[0],
            env={**os.environ, "SERAI_CODE": host.code},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        out, err = await asyncio.wait_for(bot.communicate(), 60)
        assert (bot.returncode, err) == (0, b"")
        while not isinstance(change := host.link.changes.get_nowait(), Finished):
            pass
        assert "forager" in host.link.mirror.names
        winners = " and ".join(host.link.mirror.names[seat] for seat in change.result.winners)
        assert out.decode() == f"{winners} won with {max(change.result.scores)} points\n"
    finally:
        await host.close()


def test_a_bot_without_a_table_says_so():
    done = subprocess.run([sys.executable, BOT, "127.0.0.1:1"], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "no table can be reached at 127.0.0.1:1" in done.stderr
