"""A host and three guests, four processes without a screen, play a whole game over this machine's loopback.

The guests are told no address: they find the table by its announcement, as they would on a home network. At the end
each of the four has written the game down for itself, and the four records have to be the same, byte for byte.
"""

from __future__ import annotations

import json
import os
import secrets
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from threading import Timer

SERAI = Path(sys.executable).with_name("serai")
GUESTS = {"Ana": "greedy", "Ben": "random", "Chloe": "greedy"}
"""Their names, and the bots that play for them."""
PATIENCE_SECONDS = 120.0


class Failed(Exception):
    """The demonstration did not work; the text says where."""


class Player:
    """One process of Serai, with a folder for its files."""

    def __init__(self, name: str, top: Path, *arguments: str) -> None:
        self.name = name
        self.home = top / name
        self.home.mkdir()
        self._out, self._err = self.home / "stdout", self.home / "stderr"
        with self._out.open("w") as out, self._err.open("w") as err:
            self.process = subprocess.Popen(
                [SERAI, *arguments, "--headless", "--name", name],
                env={**os.environ, "SERAI_HOME": str(self.home)},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE if name == "Host" else out,
                stderr=err,
                encoding="utf-8",
            )

    def told(self) -> str:
        """All that it said, once it has ended. Raises `Failed` if it did not end well."""
        if status := self.process.wait():
            why = self._err.read_text(encoding="utf-8").strip() or f"it ended with status {status}"
            raise Failed(f"{self.name} did not get to the end. {why}")
        return self._out.read_text(encoding="utf-8")

    def record(self) -> bytes:
        """The one record that it kept. Raises `Failed`."""
        records = list(self.home.rglob("*.serai"))
        if len(records) != 1:
            raise Failed(f"{self.name} kept {len(records)} records of the one game")
        return records[0].read_bytes()


def demonstrate(top: Path, players: list[Player]) -> None:
    """Plays the game and tells it. Raises `Failed`. Whoever was started is in `players`."""
    table = f"demo {secrets.token_hex(3)}"
    print(f"A host opens the table {table!r}, on loopback only. {len(GUESTS)} guests look for it.\n", flush=True)
    seats = str(len(GUESTS))
    host = Player(
        "Host", top, "host", "om-nom-nom", "--table", table, "--seats", seats, "--open", "--bind", "127.0.0.1"
    )
    players.append(host)
    for name, bot in GUESTS.items():
        players.append(Player(name, top, "join", "--table", table, "--bot", bot, "--json"))
    tell(host, players)
    results = [json.loads(guest.told().splitlines()[-1])["result"] for guest in players[1:]]
    host.told()
    if any(result != results[0] for result in results):
        raise Failed("the guests do not agree on who won")
    records = [player.record() for player in players]
    if len(set(records)) != 1:
        raise Failed("the records of the game are not the same")
    print("\nThe guests found the table by themselves, and agree on the result.")
    print(f"All {len(records)} kept a record of the game, {len(records[0])} bytes each: identical, byte for byte.")


def tell(host: Player, players: list[Player]) -> None:
    """The story as the host tells it. Raises `Failed` if it does not end in time."""
    begun = time.monotonic()

    def give_up() -> None:
        for player in players:
            player.process.terminate()

    watchdog = Timer(PATIENCE_SECONDS, give_up)
    watchdog.daemon = True
    watchdog.start()
    assert host.process.stdout is not None
    for line in host.process.stdout:
        if "record is" not in line:  # where it is does not matter: this folder goes at the end
            print(f"  {line}", end="", flush=True)
    watchdog.cancel()
    if time.monotonic() - begun > PATIENCE_SECONDS:
        said = "\n".join((player.home / "stderr").read_text(encoding="utf-8") for player in players)
        raise Failed(f"the game was not over after {PATIENCE_SECONDS:.0f} seconds\n{said}")


def main() -> int:
    """0 if everything went as it should; else 1, and a line that says what did not."""
    if not SERAI.exists():
        print("demo: Serai is not installed beside this Python; `make demo` does that", file=sys.stderr)
        return 1
    players: list[Player] = []
    try:
        with tempfile.TemporaryDirectory(prefix="serai-demo-") as folder:
            try:
                demonstrate(Path(folder), players)
            finally:
                for player in players:
                    player.process.terminate()
                    player.process.wait()
    except Failed as failure:
        print(f"demo: {failure}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("demo: stopped", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
