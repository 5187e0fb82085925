"""The people that this installation has met, so that next time a signature does instead of a code.

One file, `peers.json`: `{"version": 1, "peers": [{"key": …, "name": …, "certificate": … or null, "welcome": …}]}`, keys
and fingerprints in hexadecimal. A file of another version, or one that is not ours any more, is an error: whoever
started anew in silence would also forget which host is which.
"""

from __future__ import annotations

import contextlib
import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from net.identity import write_private
from net.text import Name, clean, skeleton

VERSION = 1
MOST = 1000
"""Beyond this the one met longest ago is forgotten."""
_KEY = 32


class BadPeers(Exception):
    """The list of known players cannot be read or kept; the text says what to do."""


@dataclass(frozen=True)
class Peer:
    """Somebody known, by its device key. `name`: as last seen.

    `certificate`: the fingerprint that its tables have, None if it has not hosted for us. `welcome`: it may come to our
    tables without a code.
    """

    key: bytes
    name: Name
    certificate: bytes | None = None
    welcome: bool = False


class Peers:
    """All known peers, those met last at the end. `path`: where they are kept; None keeps them in memory."""

    def __init__(self, path: Path | None = None, peers: tuple[Peer, ...] = ()) -> None:
        self._path = path
        self._peers = {peer.key: peer for peer in peers}

    @classmethod
    def load(cls, path: Path) -> Peers:
        """The list kept in that file; an empty one if there is none. Raises `BadPeers`."""
        try:
            text = path.read_text(encoding="utf-8") if path.exists() else ""
        except (OSError, UnicodeDecodeError):
            raise BadPeers(f"the list of known players, {path}, cannot be read") from None
        return cls(path, _read(text, path) if text else ())

    @property
    def all(self) -> tuple[Peer, ...]:
        """Everybody, those met last at the end."""
        return tuple(self._peers.values())

    def welcome(self, key: bytes) -> bool:
        """Whether that device may come in without a code."""
        peer = self._peers.get(key)
        return peer is not None and peer.welcome

    def host(self, certificate: bytes, name: str) -> Peer | None:
        """Who hosts a table with that certificate, or else who of those known has that name, as it looks."""
        known = [peer for peer in self._peers.values() if peer.certificate == certificate]
        mark = skeleton(name)
        known = known or [peer for peer in self._peers.values() if mark and skeleton(peer.name) == mark]
        return known[-1] if known else None

    def meet(self, key: bytes, name: Name, *, certificate: bytes | None = None, welcome: bool = False) -> None:
        """Remembers somebody; what was known of it and is not said now stays. Raises `BadPeers`."""
        before = self._peers.pop(key, None)
        peer = Peer(key, name, certificate, welcome)
        if before is not None:
            certificate = certificate or before.certificate
            peer = replace(peer, certificate=certificate, welcome=welcome or before.welcome)
        self._peers[key] = peer
        while len(self._peers) > MOST:
            del self._peers[next(iter(self._peers))]
        if peer != before:
            self._keep()

    def forget(self, key: bytes) -> None:
        """Knows that device no more. Raises `BadPeers`."""
        if self._peers.pop(key, None) is not None:
            self._keep()

    def _keep(self) -> None:
        if self._path is None:
            return
        peers = [
            {
                "key": peer.key.hex(),
                "name": peer.name,
                "certificate": peer.certificate.hex() if peer.certificate else None,
                "welcome": peer.welcome,
            }
            for peer in self._peers.values()
        ]
        text = json.dumps({"version": VERSION, "peers": peers}, ensure_ascii=False, indent=1)
        try:
            write_private(self._path, text.encode())
        except OSError as error:
            raise BadPeers(f"the list of known players, {self._path}, cannot be kept: {error.strerror}") from None


def _read(text: str, path: Path) -> tuple[Peer, ...]:
    value: Any = None
    with contextlib.suppress(ValueError, RecursionError):
        value = json.loads(text)
    version = value.get("version") if isinstance(value, dict) else None
    if type(version) is int and version > VERSION:
        raise BadPeers(f"the list of known players, {path}, was written by a newer Serai")
    try:
        if type(version) is not int or version != VERSION:
            raise ValueError("another version")
        return tuple(_peer(**entry) for entry in value["peers"])
    except (ValueError, TypeError, KeyError):
        raise BadPeers(
            f"the list of known players, {path}, is damaged; move it away and everybody is a stranger again"
        ) from None


def _peer(*, key: str, name: str, certificate: str | None, welcome: bool) -> Peer:
    public, mark = bytes.fromhex(key), None if certificate is None else bytes.fromhex(certificate)
    if (
        len(public) != _KEY
        or (mark is not None and len(mark) != _KEY)
        or not clean(name, Name.cells)
        or type(welcome) is not bool
    ):
        raise ValueError("not a peer")
    return Peer(public, Name(clean(name, Name.cells)), mark, welcome)
