"""A table with its bots: guests over memory, on the same mirror as everybody else.

The bots know no more than any guest: each has its own view, commits and opens like a person, under the host's key.
Their thinking is done a decision at a time by `think`, so that the shell can serve its sockets in between.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from core.stream import Stream
from net.bot_guest import BotGuest
from net.messages import FromGuest, Hello, RecordPart
from net.seat import Mirror
from net.table import Post, Table

_FIRST_PEER = -1
"""Bots of the house are peers with negative numbers, by seat."""


class House:
    """The table, and a bot on each of its vacant seats. The same calls as the table, plus `think`."""

    def __init__(
        self,
        table: Table,
        entropy: Callable[[int], bytes],
        sign: Callable[[bytes], bytes],
        stream: Callable[[int], Stream],
    ) -> None:
        """`sign` signs with the host's device key; `stream` gives the randomness of the bot on a seat."""
        self._sign = sign
        self.table = table
        self._stream = stream
        self._entropy = entropy
        self._bots: dict[int, BotGuest] = {}

    @property
    def busy(self) -> bool:
        """Whether a bot owes an answer, so that `think` has something to do."""
        return not self.table.paused and any(guest.wanted for guest in self._bots.values())

    def receive(self, peer: int, message: FromGuest, now: float) -> list[Post]:
        """What a peer said; what to send to peers outside the house."""
        return self._within(self.table.receive(peer, message, now), now)

    def gone(self, peer: int, now: float, why: str = "has lost the connection") -> list[Post]:
        """The connection of a peer has ended."""
        return self._within(self.table.gone(peer, now, why), now)

    def tick(self, now: float) -> list[Post]:
        """Time has passed."""
        return self._within(self.table.tick(now), now)

    def knock(self, peer: int, hello: Hello, now: float) -> list[Post]:
        """Somebody with a proven key wants into an open table."""
        return self._within(self.table.knock(peer, hello, now), now)

    def join_owner(self, peer: int, now: float) -> list[Post]:
        """The host's own player comes in."""
        return self._within(self.table.join_owner(peer, now), now)

    def observe(self, peer: int, now: float) -> list[Post]:
        """A dedicated host's own eye."""
        return self._within(self.table.observe(peer, now), now)

    def think(self, now: float) -> list[Post]:
        """One bot makes one decision."""
        for peer, guest in self._bots.items():
            if guest.wanted and not self.table.paused:
                posts: list[Post] = []
                for message in guest.choose():
                    posts += self.table.receive(peer, message, now)
                return self._within(posts, now)
        return []

    def _within(self, posts: list[Post], now: float) -> list[Post]:
        """Delivers what is for the bots and what they say to it, until only posts for others are left."""
        outside: list[Post] = []
        queue = deque(posts)
        while True:
            queue.extend(self._reconcile(now))
            if not queue:
                return outside
            post = queue.popleft()
            if post.peer > _FIRST_PEER:
                outside.append(post)
            elif isinstance(post.message, RecordPart):
                continue  # A bot keeps no records and doubts none.
            elif guest := self._bots.get(post.peer):
                replies, _ = guest.mirror.receive(post.message)
                for reply in replies:
                    queue.extend(self.table.receive(post.peer, reply, now))

    def _reconcile(self, now: float) -> list[Post]:
        """A bot on each vacant seat, none elsewhere."""
        vacant = {_FIRST_PEER - seat: (seat, name) for seat, name in self.table.vacancies().items()}
        for peer in [peer for peer, guest in self._bots.items() if vacant.get(peer, (0, ""))[1] != guest.name]:
            del self._bots[peer]
            self.table.unseat_house(peer)
        posts: list[Post] = []
        for peer, (seat, name) in vacant.items():
            if peer not in self._bots:
                mirror = Mirror(
                    self.table.device,
                    self._entropy,
                    self._sign,
                    contributes=False,
                    keepsakes=lambda _, seat: self.table.keepsake(seat),
                )
                self._bots[peer] = BotGuest(mirror, name, self._stream(seat))
                posts += self.table.seat_house(peer, seat, now)
        return posts
