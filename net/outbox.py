"""What a table is about to send, held back for as long as the journal does not have it."""

from __future__ import annotations

from net.journal import Journal
from net.kept import CannotKeep
from net.messages import FromHost
from net.outside import Post

RETRY_SECONDS = 2.0
"""How often the table tries to keep again what it could not keep."""


class Outbox:
    """Posts in order. Nothing of a call is handed out before the rows that came with it are durable."""

    def __init__(self) -> None:
        self.trouble = ""
        """Why the journal cannot be kept now, in words; empty if it can."""
        self.retry: float | None = None
        """When to try again."""
        self._posts: list[Post] = []
        self._held: list[Post] = []
        self._urgent: list[Post] = []

    def send(self, peer: int, message: FromHost, *, last: bool = False) -> None:
        """For a peer, once all before it is kept."""
        self._posts.append(Post(peer, message, last))

    def send_now(self, peer: int, message: FromHost, *, last: bool = False) -> None:
        """For a peer, whether or not anything can be kept: it tells nothing of the game."""
        self._urgent.append(Post(peer, message, last))

    def drain(self, journal: Journal | None, now: float) -> list[Post]:
        """What may go out now."""
        try:
            if journal is not None:
                journal.flush()
            self.trouble, self.retry = "", None
        except CannotKeep as error:
            self.trouble, self.retry = str(error), now + RETRY_SECONDS
            self._held += self._posts
            self._posts = []
        out = [*self._urgent, *([] if self.trouble else [*self._held, *self._posts])]
        self._urgent = []
        if not self.trouble:
            self._held, self._posts = [], []
        return out
