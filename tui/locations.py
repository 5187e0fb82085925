"""Where things of ours live on this machine, and whose turn it is to use them.

`SERAI_HOME=DIR` puts everything under DIR. Two processes of one user are two players: the first holds the home's lock
for as long as it lives, the next ones find it taken and become numbered guests with folders, and so a device key, of
their own.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import platformdirs

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

HOME = "SERAI_HOME"
MOST_GUESTS = 64
"""More processes than this at once are a mistake in some script."""


class HomeError(OSError):
    """A folder that cannot be made or written; the text says which, in words."""


@dataclass(frozen=True)
class Locations:
    """The folders of one player. `guest`: 0 is the user, from 2 on a numbered guest."""

    config: Path
    data: Path
    state: Path
    logs: Path
    guest: int = 0

    @property
    def records(self) -> Path:
        """Where finished games are kept."""
        return self.data / "records"

    @property
    def identity(self) -> Path:
        """Where the device key is."""
        return self.data / "identity"

    @property
    def peers(self) -> Path:
        """Who is known."""
        return self.data / "peers.json"

    @property
    def tables(self) -> Path:
        """Journals of tables that can be continued."""
        return self.state / "tables"

    @property
    def keepsakes(self) -> Path:
        """What has to be remembered of games that are under way."""
        return self.state / "keepsakes"

    @property
    def config_file(self) -> Path:
        """The settings."""
        return self.config / "config.toml"

    @property
    def log_file(self) -> Path:
        """What went wrong, for whoever wants to mend it."""
        return self.logs / "serai.log"

    def listed(self) -> dict[str, Path]:
        """Every folder by what it is for, as `serai paths` shows it."""
        return {
            "config": self.config,
            "data": self.data,
            "records": self.records,
            "identity": self.identity,
            "state": self.state,
            "logs": self.logs,
        }

    def of_guest(self, number: int) -> Locations:
        """The folders of a numbered guest on this machine, inside these."""
        inside = Path("guests") / str(number)
        return Locations(self.config / inside, self.data / inside, self.state / inside, self.logs / inside, number)


class Claim:
    """A home that this process alone uses; keep it until the process ends."""

    def __init__(self, locations: Locations, lock: IO[bytes]) -> None:
        self.locations = locations
        self._lock = lock

    def release(self) -> None:
        """Gives the home back."""
        self._lock.close()


def find(environment: Mapping[str, str] = os.environ) -> Locations:
    """The user's folders, not yet made."""
    if home := environment.get(HOME):
        top = Path(home).expanduser().absolute()
        return Locations(top / "config", top / "data", top / "state", top / "logs")
    dirs = platformdirs.PlatformDirs("serai", appauthor=False)
    return Locations(dirs.user_config_path, dirs.user_data_path, dirs.user_state_path, dirs.user_log_path)


def claim(locations: Locations) -> Claim:
    """The home if it is free, else the first free guest's. Raises `HomeError`."""
    for number in (0, *range(2, MOST_GUESTS)):
        mine = locations.of_guest(number) if number else locations
        for folder in mine.listed().values():
            _make(folder)
        lock = _lock(mine.state / "lock")
        if lock is not None:
            return Claim(mine, lock)
    raise HomeError(
        f"{MOST_GUESTS - 1} players of this user are at it already: end one, or name another folder by {HOME}"
    )


def _make(folder: Path) -> None:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        why = error.strerror or "it cannot be made"
        raise HomeError(f"the folder {folder} is needed: {why}; {HOME} can name another place") from None


def _lock(path: Path) -> IO[bytes] | None:
    """The open, locked file, or None if another process has it."""
    try:
        file = path.open("ab")
    except OSError as error:
        raise HomeError(f"{path} cannot be written: {error.strerror}; {HOME} can name another place") from None
    try:
        if sys.platform == "win32":
            file.seek(0)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        return None
    return file
