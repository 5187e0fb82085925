"""What the owner of a table rules about people: who may come in, who is not heard, who stays out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from net.messages import Admit, FromHost, Hello, Knock, Knocking, Mute, Notice, Refused, Remove
from net.places import Member, Place, somebody
from net.refusal import Refusal
from net.rows import Barred
from net.text import Line, Name

KNOCK_SECONDS = 60
"""How long the host's player has to answer a knock; after that it is a no."""
MOST_KNOCKS = 8


class _Waiting(NamedTuple):
    hello: Hello
    name: Name
    until: float


class Gate:
    """Knocks by peer number; `banned` and `muted` by device key, as long as the table is open.

    `members`: everybody at the table. `send(peer, message, last)`: to a peer; with `last` its connection ends.
    """

    def __init__(self, members: Mapping[int, Member], send: Callable[[int, FromHost, bool], None]) -> None:
        self.banned: set[bytes] = set()
        self.muted: set[bytes] = set()
        self._members = members
        self._send = send
        self._waiting: dict[int, _Waiting] = {}

    def row(self) -> Barred:
        """What was ruled, as the journal keeps it."""
        return Barred(tuple(sorted(self.banned)), tuple(sorted(self.muted)))

    def restore(self, row: Barred) -> None:
        """What was ruled in an earlier life of this table."""
        self.banned, self.muted = set(row.banned), set(row.muted)

    def check(self, device: bytes) -> None:
        """Raises `Refusal` for a device that is banned."""
        if device in self.banned:
            raise Refusal("banned", "the host does not let you in")

    def knock(self, peer: int, hello: Hello, name: Name, now: float) -> None:
        """Somebody whose key is proven wants in, and would get that name: the owner is asked."""
        try:
            self.check(hello.key)
            if any(hello.key == waiting.hello.key for waiting in self._waiting.values()):
                raise Refusal("twice", "this installation is knocking already")
            if len(self._waiting) >= MOST_KNOCKS:
                raise Refusal("busy", "too many are knocking at this table: try again in a minute")
        except Refusal as refusal:
            self.turn_away(peer, refusal)
            return
        self._waiting[peer] = _Waiting(hello, name, now + KNOCK_SECONDS)
        self._send(peer, Knocking(KNOCK_SECONDS), False)
        self._ask_owner(Knock(peer, name, hello.key))

    def settle(self, ruling: Admit) -> Hello | None:
        """The owner's answer to a knock; what the one to be let in had said, None on a no. Raises `Refusal`."""
        waiting = self._waiting.pop(ruling.knock, None)
        if waiting is None:
            raise Refusal("no-knock", "nobody is knocking there any more")
        if ruling.yes:
            return waiting.hello
        self.turn_away(ruling.knock, Refusal("refused", "the host did not let you in"))
        return None

    def rule(self, ruling: Mute | Remove, places: Sequence[Place]) -> Member:
        """Mutes or bans somebody at the table, or who has a seat there; who that is. Raises `Refusal`."""
        person = somebody(ruling.name, self._members.values(), places)
        if person is None:
            raise Refusal("nobody", f"there is no {ruling.name} at the table, besides bots and the host")
        if isinstance(ruling, Mute):
            (self.muted.add if ruling.muted else self.muted.discard)(person.device)
            for peer in self._members:
                text = f"{person.name} {'is muted' if ruling.muted else 'is heard again'}."
                self._send(peer, Notice(Line(text)), False)
        elif ruling.ban:
            self.banned.add(person.device)
        return person

    def turn_away(self, peer: int, refusal: Refusal) -> None:
        """No, and why; the connection ends."""
        self._send(peer, Refused(refusal.code, Line(str(refusal))), True)

    def gone(self, peer: int) -> None:
        """That peer knocks no longer, if it did."""
        waiting = self._waiting.pop(peer, None)
        if waiting is not None:
            self._ask_owner(Knock(peer, waiting.name, waiting.hello.key, waiting=False))

    @property
    def deadline(self) -> float | None:
        """When the first knock runs out; None without any."""
        return min((waiting.until for waiting in self._waiting.values()), default=None)

    def tick(self, now: float) -> None:
        """Time has passed: what nobody answered is a no."""
        for peer in [peer for peer, waiting in self._waiting.items() if now >= waiting.until]:
            self.gone(peer)
            self.turn_away(peer, Refusal("no-answer", "the host did not answer"))

    def _ask_owner(self, knock: Knock) -> None:
        for member in self._members.values():
            if member.owner:
                self._send(member.peer, knock, False)
