"""`serai replay`: a record played back on the screen, or told on stdout where there is none."""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path

from tui.cli import DONE, Failed
from tui.replaying import CannotReplay, open_replay
from tui.written import lines, story


def replay(options: argparse.Namespace) -> int:
    """The app on the replay, if there is a terminal and nobody wants JSON; else the story. Raises `Failed`."""
    path = Path(options.file)
    try:
        game = open_replay(path)
    except CannotReplay as error:
        raise Failed(f"{path.name} cannot be replayed: {error}") from None
    if options.json:
        for line in lines(game, str(path)):
            print(json.dumps(line))
        return DONE
    if not (sys.stdin.isatty() and sys.stdout.isatty()) or os.environ.get("TERM") == "dumb":
        sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
        print(story(game), end="")
        return DONE
    from tui.launch import launch
    from tui.session import ShowReplay

    return launch(options, ShowReplay(game, path))
