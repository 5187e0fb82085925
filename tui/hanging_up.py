"""When the terminal goes away under a running app."""

from __future__ import annotations

import asyncio
import errno
import os
import signal
import sys
import threading
from collections.abc import Callable

LINGER_SECONDS = 10.0
"""How long a process without a terminal may take to end in good order."""


def when_told_to_end(end: Callable[[], None]) -> None:
    """Calls `end` in the running loop when a signal asks the process to end, or when its terminal is gone."""
    loop = asyncio.get_running_loop()

    def hung_up(*_: object) -> None:
        _drop_dead_terminal()
        loop.call_soon_threadsafe(end)

    for kind in (signal.SIGINT, signal.SIGTERM):
        # Windows has no handlers in the event loop.
        try:
            loop.add_signal_handler(kind, end)
        except (NotImplementedError, RuntimeError, ValueError):
            return  # neither has a loop outside the main thread
    if sys.platform != "win32":
        # Not by the loop: with a hang-up comes SIGCONT, on which Textual writes to the terminal at once.
        signal.signal(signal.SIGHUP, hung_up)


def _drop_dead_terminal() -> None:
    """Lets everything that is still written go nowhere, if the terminal is gone.

    Textual's writer dies on the first error, and whoever writes then waits for it for ever: the process would stay, and
    keep its home.
    """
    if sys.platform == "win32":
        return
    import termios

    for number in (1, 2):
        try:
            termios.tcgetattr(number)
        except termios.error as error:
            if error.args[0] == errno.EIO:
                sink = os.open(os.devnull, os.O_WRONLY)
                os.dup2(sink, number)
                os.close(sink)
                last = threading.Timer(LINGER_SECONDS, os._exit, (1,))
                last.daemon = True
                last.start()
