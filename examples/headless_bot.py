"""A bot of one's own: joins a table over the network and plays one game.

    serai host om-nom-nom --seats 2 --bots 1 --headless     (in one terminal)
    SERAI_CODE=... python examples/headless_bot.py 127.0.0.1:47710     (in another, with the code that the host prints)

Everything it needs is public: `net.identity` says who it is, `net.guest.join` sits down, and the mirror that comes
back follows the game by the rules of `core` and knows what may be answered. Replace `choose` with a better idea. It
sees the position as JSON (docs/om-nom-nom.md), with null for whatever this seat may not know.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import sys
from collections.abc import Sequence
from typing import Any

from net.changes import Begun, Closed, Distrust, Finished, Moved, Rejected
from net.guest import JoinError, join
from net.identity import Identity
from net.messages import Ready
from net.seat import Mirror

PREY = {
    "wolf": ("rabbit", 1),
    "rabbit": ("carrot", 2),
    "cat": ("mouse", 1),
    "mouse": ("cheese", 2),
    "hedgehog": ("frog", 1),
    "frog": ("fly", 2),
}
"""What each animal eats, and what a die with that face is worth."""


def choose(position: dict[str, Any], answers: Sequence[str]) -> str:
    """Goes where the food is; among equals, anywhere."""

    def food(answer: str) -> int:
        face, worth = PREY.get(answer, ("", 0))
        return worth * int(position.get("dice", {}).get(face, 0))

    most = max(map(food, answers))
    return random.choice([answer for answer in answers if food(answer) == most])


async def play(address: tuple[str, int], name: str) -> str:
    """Plays one game at that table; what came of it. Raises `JoinError`, `ConnectionError` if it ends early."""
    link = await join(address, name, Identity.fresh(), code=os.environ.get("SERAI_CODE"))
    mirror = link.mirror
    link.send([Ready(ready=True)])
    try:
        while True:
            change = await link.changes.get()
            match change:
                case Finished(result, _, None):
                    names = " and ".join(mirror.names[seat] for seat in result.winners)
                    return f"{names} won with {result.scores[result.winners[0]]} points"
                case Finished(_, _, str(why)) | Closed(why) | Distrust(why):
                    raise ConnectionError(why or "the host has closed the table")
                case Rejected(_, why):
                    print(f"headless_bot: refused: {why}", file=sys.stderr)
                case Begun() if mirror.seat is None:
                    raise ConnectionError("all seats are taken")
                case Begun() | Moved() if mirror.owes:
                    link.send(mirror.choose(answer(mirror)))
    finally:
        await link.close()


def answer(mirror: Mirror) -> Any:
    """The action that `choose` picked, out of those that the rules allow now."""
    game = mirror.game
    assert game is not None
    actions = {game.format(mirror.position, action): action for action in mirror.answers()}
    return actions[choose(game.dump(mirror.position), list(actions))]


def address(text: str) -> tuple[str, int]:
    """Host and port as they are written on the command line."""
    host, _, port = text.rpartition(":")
    if not host or not port.isdecimal():
        raise argparse.ArgumentTypeError(f"HOST:PORT is needed, for instance 127.0.0.1:47710, not {text!r}")
    return host.strip("[]"), int(port)


def main() -> int:
    """Reads the command line; 0 if a game was played to its end."""
    parser = argparse.ArgumentParser(description="Plays one game at a table of Serai.")
    parser.add_argument("address", type=address, metavar="HOST:PORT")
    parser.add_argument("--name", default="forager")
    options = parser.parse_args()
    try:
        print(asyncio.run(play(options.address, options.name)))
    except (JoinError, ConnectionError) as error:
        print(f"headless_bot: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
