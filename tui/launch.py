"""Starting the app, or saying in a line why it cannot be."""

from __future__ import annotations

import argparse
import os
import sys

from tui import locations
from tui.cli import DONE, FAILED, Failed, WrongUsage
from tui.session import Start

NO_TERMINAL = (
    "the app needs a terminal on its input and output; without one use "
    "`serai host GAME --headless`, `serai join --headless`, `serai find` or `serai engine`"
)


def launch(options: argparse.Namespace, start: Start) -> int:
    """Runs the app to its end. Raises `Failed` where it cannot start."""
    if options.json:
        raise WrongUsage("--json is for commands without a screen")
    if not (sys.stdin.isatty() and sys.stdout.isatty()) or os.environ.get("TERM") == "dumb":
        raise Failed(NO_TERMINAL)
    from net.identity import BadIdentity, Identity
    from net.peers import BadPeers, Peers
    from net.text import NAME_CELLS, clean
    from tui import logs
    from tui.app import SeraiApp
    from tui.config import ConfigFile

    try:
        claim = locations.claim(locations.find())
        identity = Identity.load(claim.locations.identity)
        peers = Peers.load(claim.locations.peers)
    except (locations.HomeError, BadIdentity, BadPeers) as error:
        raise Failed(str(error)) from None
    logs.start(claim.locations.log_file, options.log_level)
    config = ConfigFile(claim.locations.config_file)
    if options.name is not None:
        name = clean(options.name, NAME_CELLS)
        if not name:
            raise WrongUsage("--name has nothing in it to read")
        config.change(name=name)
    app = SeraiApp(
        claim.locations,
        config,
        identity,
        start,
        peers=peers,
        theme=options.theme,
        plain=options.ascii,
        still=options.no_animation,
    )
    app.run(mouse=config.config.mouse and not options.no_mouse)
    claim.release()
    return FAILED if app.return_code else DONE
