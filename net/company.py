"""Who is at a table: coming, going, staying away and coming back; and what they are told.

The part of the table (`net.table`) that deals with people; what they may ask for, and when the game stands still, is
there.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

from net.clock import Clocks
from net.gate import Gate
from net.match import Match
from net.messages import (
    PROTOCOL,
    Bye,
    Clock,
    Closing,
    FromGuest,
    FromHost,
    Heard,
    Hello,
    Lobby,
    Notice,
    Ping,
    Public,
    Refused,
    Roll,
    Sealed,
    Welcome,
)
from net.outbox import Outbox
from net.outside import Coming, Post, Tools
from net.places import Member, Place
from net.play import Play
from net.presence import ABSENT_SECONDS, Presence
from net.refusal import Refusal
from net.room import Room
from net.rows import Said
from net.settings import TableSettings
from net.telling import Tell
from net.text import Line, Name, TableName

MOST_GAP = 128
"""Events that somebody who comes back is told one by one; with more it gets the whole view."""
_MOST_VERSIONS = 4
"""Of other protocol versions, each told of once."""
LINES = 20
"""Of talk, for whoever comes later."""


class Company(ABC):
    """The people of one table. `device` is the host's public key."""

    def __init__(self, settings: TableSettings, device: bytes, tools: Tools) -> None:
        """Raises `BadOptions` if the settings name a game, a number of seats or options that are not to be had."""
        self.settings = settings
        self.device = device
        self.state = "lobby"
        self.room = Room(settings, device)
        self._tools = tools
        self._play = Play(self.room, tools)
        self._outbox = Outbox()
        self._now = 0.0
        self._talk: list[Heard] = []
        self._heard = 0
        self._versions: set[int] = set()
        self._gate = Gate(self.room.members, lambda peer, message, last: self._send(peer, message, last=last))
        self._presence = Presence(self.room.members)
        self._clocks = Clocks(settings.window, settings.clock)
        self._absent = settings.absent

    @property
    def members(self) -> dict[int, Member]:
        """Everybody at the table, by peer number; the house's bots too."""
        return self.room.members

    @property
    def places(self) -> list[Place]:
        """The seats."""
        return self.room.places

    @property
    def match(self) -> Match | None:
        """The game that is on, or has just ended."""
        return self._play.match

    def public(self) -> Public:
        """All that a stranger learns."""
        return Public(
            serai=PROTOCOL,
            table=TableName(self.settings.table),
            game=self.room.game_key,
            host=Name(self.settings.name),
            seats=len(self.places),
            taken=sum(not place.free for place in self.places),
            state=self.state,
            open=self.settings.open,
        )

    def record(self) -> str:
        """The game's record: opened when it is over, until then without its end and proof."""
        return self._play.record()

    def names(self) -> list[str]:
        """The names of all seats, of those that nobody sits on too."""
        return self._play.names()

    # -- what the table decides --------------------------------------------------------------------------------

    @abstractmethod
    def _lobby(self) -> Lobby:
        """The table as everybody sees it."""

    @abstractmethod
    def _settled(self) -> list[Post]:
        """After every call: what follows by itself, then what there is to send."""

    @abstractmethod
    def _gather(self) -> None:
        """Somebody has come, or will not: perhaps the table need not wait any longer."""

    @abstractmethod
    def _end_if_all_agree(self) -> None:
        """Somebody who might have wanted to play on is gone."""

    # -- coming and going --------------------------------------------------------------------------------------

    def _greet(self, peer: int, message: FromGuest) -> None:
        if isinstance(message, Ping | Hello) and message.serai != PROTOCOL:
            text = f"this table speaks protocol {PROTOCOL}, you speak {message.serai}: the older one needs an update"
            fresh = isinstance(message, Hello) and message.serai not in self._versions
            if fresh and len(self._versions) < _MOST_VERSIONS:
                self._versions.add(message.serai)
                self._all(Notice(Line(f"Somebody could not join: {text}.")))
            raise Refusal("version", text)
        if isinstance(message, Ping):
            self._outbox.send_now(peer, self.public(), last=True)
        elif isinstance(message, Hello):
            self._join(peer, message)
        else:
            raise Refusal("hello-first", "say hello first")

    def knock(self, peer: int, hello: Hello, now: float) -> list[Post]:
        """Somebody with a proven key wants into an open table: the owner decides."""
        self._now = now
        self._gate.knock(peer, hello, self.room.named(hello.name), now)
        return self._settled()

    def join_owner(self, peer: int, now: float) -> list[Post]:
        """The host's own player comes in, over memory."""
        self._now = now
        self._join(peer, Hello(PROTOCOL, Name(self.settings.name), self.device), owner=True)
        return self._settled()

    def observe(self, peer: int, now: float) -> list[Post]:
        """A dedicated host's own eye: it sees what a spectator sees, and is no guest."""
        self._now = now
        member = Member(peer, Name(self.settings.name), self.device, house=True)
        self.members[peer] = member
        self._greet_member(member)
        return self._settled()

    def _join(self, peer: int, hello: Hello, *, owner: bool = False) -> None:
        if not owner and hello.key == self.device:
            raise Refusal("twice", "this installation is at the table already")
        self._gate.check(hello.key)
        self._check_course(hello)
        if not owner and (older := self.room.member_of(hello.key)) is not None:
            # The newest proven connection is the one that somebody looks at.
            self.members.pop(older.peer)
            self._send(older.peer, Bye(Line("you have come in again from elsewhere")), last=True)
            self._lose(older, "", quiet=True)
        back = self.room.seat_of(hello.key)
        free = next((seat for seat, place in enumerate(self.places) if place.free), None)
        sits = self.state == "lobby" and free is not None and not hello.watch
        if back is None and not sits:
            self.room.check_room()
        holder = self.places[back].holder if back is not None else None
        name = holder.name if holder is not None else self.room.named(hello.name)
        member = Member(peer, name, hello.key, owner=owner, heard=self._now)
        if back is not None:
            self._return(member, back)
        self.members[peer] = member
        self._send(peer, Welcome(peer, name, self.device, owner))
        if back is None and sits and free is not None:
            self.room.sit(member, free)
        self._greet_member(member, hello)
        did = "is back" if back is not None else "has sat down" if member.seat is not None else "is watching"
        self._all(Notice(Line(f"{name} {did}.")))
        self._tools.comings(Coming(name, member.seat))
        self._gather()
        self._show()

    def _check_course(self, hello: Hello) -> None:
        """A guest who knows more of the game than its host: the journal has lost its end. Raises `Refusal`."""
        if self.match is not None and hello.game == self.match.game_id and hello.seen > self.match.events:
            lost = f"{hello.name} knows {hello.seen} events of this game, the table's journal only {self.match.events}"
            self._all(Notice(Line(f"{lost}: its end is lost. Close the table and start a new game.")))
            raise Refusal("behind", f"{lost}: its end is lost, and the game cannot go on from here")

    def _return(self, member: Member, seat: int) -> None:
        """Somebody is back on its seat: in time as if it had never gone, otherwise in the place of what stood in."""
        place = self.places[seat]
        if place.absent and self.state == "playing":
            self._tell(self._play.occupy(seat, member.device))
        self.places[seat] = Place(holder=member, ready=True)
        member.seat = seat
        self._play.seats_changed()

    def _greet_member(self, member: Member, hello: Hello | None = None) -> None:
        """What somebody who comes in needs to see; who knows the course of the game so far gets what it missed."""
        self._send(member.peer, self._lobby())
        if not member.house:
            for heard in self._talk[-LINES:]:
                self._send(member.peer, heard)
        self._show_game(member, hello)

    def _show_game(self, member: Member, hello: Hello | None = None) -> None:
        """The running game as this member may see it."""
        match = self.match
        if match is None or self.state == "lobby":
            return
        if member.seat is not None and not member.house:
            match.returned(member.seat)
        knows = hello is not None and (hello.game, hello.seat) == (match.game_id, member.seat)
        if self.state == "over" and member.seat is None and not knows:
            return  # Who only comes now has not seen the game; who watched it is owed its end.
        if knows and hello is not None and match.events - hello.seen <= MOST_GAP:
            messages = match.since(hello.seen, member.seat)
        else:
            messages = match.welcome(member.seat, self.names())
        if self.state == "over":
            # Whatever was under way when it ended nobody waits for.
            messages = [one for one in messages if not isinstance(one, Roll | Closing | Sealed)]
            messages += self._play.ending()
        for message in messages:
            self._send(member.peer, message)
        if self.state == "over":
            return
        if (clock := self._clocks.left(self._now)) is not None:
            self._send(member.peer, Clock(match.key, clock))

    def _lose(self, member: Member, why: str, *, quiet: bool = False) -> None:
        """A connection is gone: in a game the seat is kept for a while, and then the table's rule holds."""
        if member.house:
            return
        seat = member.seat
        if not quiet:
            self._tools.comings(Coming(member.name, seat, why))
        if seat is None or self.state == "lobby":
            self.room.stand(member)
            text = f"{member.name} {why}."
        else:
            place = self.places[seat]
            place.away, place.until = True, self._now + ABSENT_SECONDS
            text = f"{member.name} {why}; the seat is kept for {ABSENT_SECONDS:.0f} seconds."
        if not quiet:
            self._all(Notice(Line(text)))
            self._show()

    def _leave(self, member: Member, why: str) -> None:
        """Somebody goes of its own will, or is sent away: nobody waits for it."""
        seat = member.seat
        self._tools.comings(Coming(member.name, seat, why))
        self._all(Notice(Line(f"{member.name} {why}.")))
        if seat is None or self.state == "lobby":
            self.room.stand(member)
        else:
            self.places[seat].away = True
            self._give_up(seat)
        self._gather()
        self._show()

    def _give_up(self, seat: int) -> None:
        """Nobody waits any longer for somebody who is away."""
        place = self.places[seat]
        place.absent, place.until = True, None
        holder = place.holder
        if self.state == "playing" and holder is not None:
            place.bot = self.room.best_bot if self._absent == "bot" else ""
            after = f"a bot ({place.bot}) stands in" if place.bot else "the table waits"
            self._all(Notice(Line(f"{holder.name} is absent: {after}.")))
            self._tell(self._play.leave(seat))
            self._end_if_all_agree()
        self._show()

    # -- talking -----------------------------------------------------------------------------------------------

    def _say(self, member: Member, text: Line, about: int | None = None) -> None:
        if member.device in self._gate.muted:
            self._send(member.peer, Refused("muted", Line("the host has muted you: nobody else reads this")))
        elif text:
            self._heard += 1
            heard = Heard(self._heard, member.name, member.seat, text, about)
            self._talk = [*self._talk[1 - LINES :], heard]
            self._play.keep(Said(heard))
            self._all(heard)

    def _show(self) -> None:
        self._all(self._lobby())

    def _tell(self, tells: list[Tell]) -> None:
        for tell in tells:
            for member in list(self.members.values()):
                message = tell(member.seat)
                if message is not None:
                    self._send(member.peer, message)

    def _all(self, message: FromHost) -> None:
        for peer in self.members:
            self._send(peer, message)

    def _send(self, peer: int, message: FromHost, *, last: bool = False) -> None:
        self._outbox.send(peer, message, last=last)
