"""`serai replay`: a record played back on the screen, or told on stdout where there is none."""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path

from tui.cli import Failed
from tui.replaying import CannotReplay, open_replay
from tui.session import ShowReplay
from tui.written import lines, story


def replay(options: argparse.Namespace) -> ShowReplay | None:
    """What the app is to show; None where the game was told on stdout. Raises `Failed`."""
    path = Path(options.file)
    try:
        game = open_replay(path)
    except CannotReplay as error:
        raise Failed(f"{path.name} cannot be replayed: {error}") from None
    if options.json:
        for line in lines(game, str(path)):
            print(json.dumps(line))
        return None
    if sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") != "dumb":
        return ShowReplay(game, path)
    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    print(story(game), end="")
    return None
