"""Serai as real processes, each with a home and a table name of its own."""

from __future__ import annotations

import json
import os
import secrets
import signal
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

TOP = Path(__file__).parents[2]
COMMAND = (sys.executable, "-c", "import sys; from tui.cli import main; sys.exit(main())")
SECONDS = 60.0
"""How long a program may take on a busy machine before the test fails."""


def environment(home: Path, **more: str) -> dict[str, str]:
    """Of a process that runs this tree and keeps its files under `home`."""
    return {**os.environ, "SERAI_HOME": str(home), "PYTHONPATH": str(TOP), "COLUMNS": "80", **more}


def table_name() -> str:
    """One that no other table on this machine has."""
    return f"t-{secrets.token_hex(5)}"


def _hear_interrupts() -> None:
    """A suite that runs in the background may have inherited deafness to SIGINT."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


class Program:
    """One process. What it says is read as it comes, so that it never waits for us."""

    def __init__(
        self, home: Path, *arguments: str, command: Sequence[str] = COMMAND, cwd: Path = TOP, **more: str
    ) -> None:
        self.home = home
        self.lines: list[str] = []
        self.errors = ""
        self._news = threading.Condition()
        self.process = subprocess.Popen(
            [*command, *arguments],
            env=environment(home, **more),
            cwd=cwd,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            preexec_fn=_hear_interrupts,
        )
        self._threads = [threading.Thread(target=self._read_out), threading.Thread(target=self._read_errors)]
        for thread in self._threads:
            thread.start()

    def _read_out(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            with self._news:
                self.lines.append(line.rstrip("\n"))
                self._news.notify_all()

    def _read_errors(self) -> None:
        assert self.process.stderr is not None
        self.errors = self.process.stderr.read()

    def wait_for(self, event: str) -> dict[str, Any]:
        """The first line of that event, as soon as it is there."""
        with self._news:
            assert self._news.wait_for(lambda: self.of(event), SECONDS), f"no {event!r} in {self.lines}"
        return self.of(event)[0]

    def of(self, event: str) -> list[dict[str, Any]]:
        """The lines of that event so far."""
        return [line for line in map(json.loads, self.lines) if line["event"] == event]

    @property
    def said(self) -> list[dict[str, Any]]:
        """All lines so far."""
        return [json.loads(line) for line in self.lines]

    def interrupt(self, how: signal.Signals = signal.SIGINT) -> None:
        """Ctrl-C, or another signal."""
        self.process.send_signal(how)

    def end(self) -> int:
        """Waits for the end; the exit status."""
        try:
            status = self.process.wait(SECONDS)
        finally:
            self.stop()
        assert "Traceback" not in self.errors
        return status

    def stop(self) -> None:
        """Ends it if it still runs."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        for thread in self._threads:
            thread.join()
        for stream in (self.process.stdout, self.process.stderr):
            assert stream is not None
            stream.close()


def run(home: Path, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
    """A command to its end, without a terminal."""
    return subprocess.run(
        [*COMMAND, *arguments],
        env=environment(home, **more),
        cwd=TOP,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=SECONDS,
        check=False,
    )


def game_events(lines: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """The lines of the game itself."""
    return [line for line in lines if line["event"] == "game"]
