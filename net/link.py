"""What a screen or a headless guest holds of a table, wherever the host runs."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Protocol

from net.changes import Change
from net.messages import FromGuest
from net.seat import Mirror


class Link(Protocol):
    """A seat or a spectator's place at a table: a mirror, what changed on it, and a way to answer."""

    mirror: Mirror
    changes: asyncio.Queue[Change]
    """Everything that changed, in order; a `Closed` or `Distrust` is the last."""

    def send(self, messages: Sequence[FromGuest]) -> None:
        """Sends messages to the host, as `Mirror.choose` or a screen made them. Never blocks."""

    async def close(self, why: str = "", *, back: bool = False) -> None:
        """Says goodbye and ends the connection. `back`: not for good; the host's own player pauses the table."""
