"""A virtual access point and machines at it, in network namespaces of Linux: nothing of it leaves this machine."""

from __future__ import annotations

import secrets
import shutil
import subprocess
import sys


class CannotBuild(Exception):
    """Network namespaces cannot be made here; the text says why."""


def _run(*command: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise CannotBuild(f"{' '.join(command)}: {done.stderr.strip()}")
    return done.stdout


class Air:
    """An access point with two machines, `left` and `right`, that have a `wlan0` without an address. To be closed."""

    def __init__(self) -> None:
        self._mark = f"serai{secrets.token_hex(3)}"
        self._made: list[str] = []
        if not sys.platform.startswith("linux") or not (shutil.which("ip") and shutil.which("bridge")):
            raise CannotBuild("it takes Linux with iproute2")
        try:
            self._build()
        except CannotBuild:
            self.close()
            raise

    def _build(self) -> None:
        for name in ("ap", "left", "right"):
            _run("ip", "netns", "add", self._space(name))
            self._made.append(name)
        self.ip("ap", "link", "add", "air", "type", "bridge")
        for name in ("left", "right"):
            self.ip("ap", "link", "add", name, "type", "veth", "peer", "name", "wlan0", "netns", self._space(name))
            self.ip("ap", "link", "set", name, "master", "air", "up")
            self.ip(name, "link", "set", "lo", "up")
            self.ip(name, "link", "set", "wlan0", "up")
        self.ip("ap", "link", "set", "air", "up")

    def _space(self, name: str) -> str:
        return f"{self._mark}-{name}"

    def ip(self, name: str, *words: str) -> str:
        """`ip` on one of the machines, or on `ap`."""
        return _run("ip", "-n", self._space(name), *words)

    def address(self, name: str, address: str) -> None:
        """Gives a machine an address on `wlan0`."""
        self.ip(name, "addr", "add", address, "dev", "wlan0")

    def ports(self, setting: str, value: str) -> None:
        """How the access point treats both machines: `mcast_flood`, `bcast_flood`, `isolated`; `on` or `off`."""
        for name in ("left", "right"):
            _run("bridge", "-n", self._space("ap"), "link", "set", "dev", name, setting, value)

    def on(self, name: str) -> tuple[str, ...]:
        """What to put before a command that shall run on that machine."""
        return ("ip", "netns", "exec", self._space(name))

    def close(self) -> None:
        """Takes all of it down."""
        for name in self._made:
            subprocess.run(["ip", "netns", "del", self._space(name)], check=False)
