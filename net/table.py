"""The host's table: a state machine without sockets.

`receive(peer, message, now)` takes what a peer said and gives what is to be sent. Peers are numbers that the shell
hands out, one a connection. Time comes in with each call, in seconds of any steady clock; dealer, journal, entropy and
the date are handed in. So a table behaves the same over sockets, in memory, and in a test under virtual time.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TypeAlias

from core.game import BadOptions
from net import steering
from net.company import LINES, Company
from net.journal import Journal
from net.keepsake import Keepsake
from net.kept import BadLedger
from net.match import Match
from net.messages import (
    Ack,
    Admit,
    Again,
    Answer,
    AtTheDoor,
    Bargain,
    Beat,
    Bye,
    Chain,
    Clock,
    Commit,
    Concede,
    Data,
    EndEarly,
    Ended,
    FromGuest,
    FromHost,
    Lobby,
    Notice,
    Open,
    Pause,
    Ping,
    PutBot,
    Ready,
    Refused,
    Remove,
    Reveal,
    Ruling,
    Settle,
    Setup,
    Sit,
    Stand,
    Start,
    Talk,
    Undo,
)
from net.outside import Coming as Coming
from net.outside import Post as Post
from net.outside import Tools as Tools
from net.places import Member, Place, missing
from net.refusal import Refusal
from net.rows import AnyRow, Barred, Opened, Said, Settled
from net.settings import TableSettings
from net.text import Line, Name, TableName

GATHER_SECONDS = 60.0
"""How long a continued table without an owner waits for its people before it goes on without them."""
_MOST_PUT_OFF = 8
"""Messages of a peer that wait while nothing can be kept; further ones are refused."""
Move: TypeAlias = Answer | Commit | Open | Chain | Reveal | Ack | Undo


class Table(Company):
    """One table, from the lobby through any number of games. `device` is the host's public key."""

    def __init__(self, settings: TableSettings, device: bytes, tools: Tools) -> None:
        """Raises `BadOptions` if the settings name a game, a number of seats or options that are not to be had."""
        super().__init__(settings, device, tools)
        self.port: int | None = None
        """Where the shell listens, for the journal."""
        self._later: list[tuple[int, FromGuest]] = []
        """What was said while nothing could be kept."""
        self._break = False
        self._gathering: float | None = None
        self._paused = ""

    # -- from the shell ----------------------------------------------------------------------------------------

    def receive(self, peer: int, message: FromGuest, now: float) -> list[Post]:
        """What a peer said; what to send for it. A wrong request is refused in words and changes nothing."""
        self._now = now
        member = self.members.get(peer)
        if member is not None:
            member.heard = now
            if member.link and self._presence.shake(now):
                self._show()
        try:
            if self._outbox.trouble and member is not None and self._put_off(peer, message):
                return self._settled()
            if self._outbox.trouble and not isinstance(message, Ping | Beat | Bye | Pause):
                raise Refusal("paused", f"the table stands still: {self._outbox.trouble}")
            if member is None:
                self._greet(peer, message)
            else:
                self._obey(member, message)
        except Refusal as refusal:
            self._outbox.send_now(peer, Refused(refusal.code, Line(str(refusal))), last=member is None)
        return self._settled()

    def _put_off(self, peer: int, message: FromGuest) -> bool:
        """What programs say once and by themselves is not lost while nothing can be kept: it is read afterwards."""
        waiting = sum(other == peer for other, _ in self._later)
        if not isinstance(message, Chain | Reveal | Commit | Ack | Open) or waiting >= _MOST_PUT_OFF:
            return False
        self._later.append((peer, message))
        return True

    def gone(self, peer: int, now: float, why: str = "has lost the connection") -> list[Post]:
        """The connection of a peer has ended, without a word."""
        self._now = now
        member = self.members.pop(peer, None)
        if member is not None:
            self._lose(member, why)
        self._gate.gone(peer)
        return self._settled()

    def tick(self, now: float) -> list[Post]:
        """Time has passed."""
        self._now = now
        if self.match is not None and not self.paused:
            self._tell(self._clocks.tick(self.match, now))
        self._gate.tick(now)
        for member in self._presence.silent(now):
            self.members.pop(member.peer)
            self._outbox.send_now(member.peer, Bye(Line("nothing was heard of you any more"), back=True), last=True)
            self._lose(member, "is not heard of any more")
        for seat, place in enumerate(self.places):
            if place.until is not None and not place.absent and now >= place.until:
                self._give_up(seat)
                self._gather()
        if self._gathering is not None and now >= self._gathering:
            self._go_on()
        if self._presence.shake(now):
            self._show()
        return self._settled()

    @property
    def deadline(self) -> float | None:
        """When `tick` is needed next, None if never."""
        times = [
            self._clocks.deadline,
            self._gate.deadline,
            self._presence.deadline(self.places),
            self._outbox.retry,
            self._gathering if self._gathering != math.inf else None,
        ]
        return min((time for time in times if time is not None), default=None)

    def announce(self, text: str) -> list[Post]:
        """A line from the table itself to everybody."""
        self._all(Notice(Line(text)))
        return self._settled()

    # -- pausing and continuing --------------------------------------------------------------------------------

    @property
    def can_continue(self) -> bool:
        """Whether something would be lost if the table closed now for good: a game is on."""
        return self.state == "playing"

    def close(self, *, back: bool) -> None:
        """The table closes. `back`: it can be continued from its journal; else there is nothing left of it."""
        self._play.close(back=back and self.can_continue)

    @property
    def settled(self) -> bool:
        """Whether everybody who may still come back has what there is to have."""
        return not any(place.away and not place.absent for place in self.places)

    @classmethod
    def restore(cls, journal: Journal, device: bytes, tools: Tools, now: float, *, owner: bool) -> Table:
        """The table of that journal, which is about to wait for its people. `owner`: whether the host plays itself.

        Raises `BadLedger`.
        """
        rows = journal.rows()
        settings = replace(_settings(rows, device), owner=owner)
        try:
            table = cls(settings, device, tools)
        except BadOptions as error:
            raise BadLedger(f"the journal's table is none that this version knows: {error}") from None
        table._now = now
        table._play.restore(journal, rows)
        for row in rows:
            if isinstance(row, Said):
                table._talk = [*table._talk[1 - LINES :], row.heard]
                table._heard = row.heard.number
            elif isinstance(row, Settled):
                table._absent, table._clocks.choice = row.absent, row.clock
            elif isinstance(row, Barred):
                table._gate.restore(row)
        table.state = "over" if table._play.over else "playing"
        if table.state == "playing":
            table._gathering = math.inf if settings.owner else now + GATHER_SECONDS
            table._gather()
            return table
        for place in table.places:
            if place.away and not place.absent:
                place.until = now + GATHER_SECONDS
        return table

    def _gather(self) -> None:
        """A continued table waits until everybody who was there is back."""
        if self._gathering is not None and (
            self.state != "playing" or not any(place.away and not place.absent for place in self.places)
        ):
            self._go_on()

    def _go_on(self) -> None:
        """Whoever is not back by now is absent."""
        self._gathering = None
        self._break = False
        for seat, place in enumerate(self.places):
            if place.away and not place.absent:
                self._give_up(seat)

    @property
    def paused(self) -> str:
        """Why nothing can be played now, in words; empty if it can."""
        if self._outbox.trouble:
            return self._outbox.trouble
        if self.state != "playing":
            return ""
        if self._gathering is not None:
            waiting = [str(one.holder.name) for one in self.places if one.holder and one.away and not one.absent]
            return f"waiting for {', '.join(waiting)} to come back"
        return "the host has called a break" if self._break else ""

    def keepsake(self, seat: int) -> Keepsake:
        """What the house's bot on that seat remembers of the game."""
        return self._play.keepsake(seat)

    # -- the house's bots --------------------------------------------------------------------------------------

    def vacancies(self) -> dict[int, str]:
        """The seats that a bot of the house plays now, and which bot."""
        if self.state != "playing":
            return {}
        return {seat: place.bot for seat, place in enumerate(self.places) if place.bot}

    def seat_house(self, peer: int, seat: int, now: float) -> list[Post]:
        """A bot of the house takes over a vacant seat."""
        self._now = now
        member = Member(peer, Name(self.names()[seat]), self.device, house=True, seat=seat)
        # What comes of that it does not hear of: it has not seen the game yet.
        self._tell(self._play.occupy(seat, self.device))
        self.members[peer] = member
        self._greet_member(member)
        return self._settled()

    def unseat_house(self, peer: int) -> None:
        """A bot of the house goes."""
        self.members.pop(peer, None)

    # -- requests ----------------------------------------------------------------------------------------------

    def _obey(self, member: Member, message: FromGuest) -> None:
        if isinstance(message, AtTheDoor):
            raise Refusal("again", "you are at the table already")
        if isinstance(message, Bargain | Answer | Undo | Concede) and self.paused:
            raise Refusal("paused", f"the table stands still: {self.paused}")
        if isinstance(message, Bargain):
            self._bargain(member, message)
            return
        if isinstance(message, Ruling):
            self._rule(member, message)
            return
        match message:
            case Beat():
                self._outbox.send_now(member.peer, Beat())
            case Talk(text):
                self._say(member, text)
            case Answer() | Commit() | Open() | Chain() | Reveal() | Ack() | Undo():
                self._move(member, message)
            case Sit(seat):
                self._sit_down(member, seat)
            case Stand():
                self._stand(member)
            case Ready(ready):
                self._ready(member, ready=ready)
            case Concede():
                self._concede(member)
            case EndEarly(yes):
                if self._play.want_end(self._seat(member)[1], yes=yes):
                    self._end_if_all_agree()
                    self._show()
            case Bye():
                self.members.pop(member.peer)
                self._outbox.send_now(member.peer, Bye(), last=True)
                self._leave(member, "has left")
            case Setup() | PutBot() | Start() | Again() | Pause() | Settle():
                self._steer(member, message)

    def _seat(self, member: Member) -> tuple[Match, int]:
        if self.match is None or self.state != "playing" or member.seat is None:
            raise Refusal("not-playing", "you have no seat in a running game")
        return self.match, member.seat

    def _bargain(self, member: Member, message: Bargain) -> None:
        match, seat = self._seat(member)
        number = match.step + 1
        self._tell(match.bargain(seat, message))
        claim = getattr(message, "claim", Line(""))
        if claim:
            self._say(member, claim, about=number)

    def _move(self, member: Member, message: Move) -> None:
        match, seat = self._seat(member)
        if isinstance(message, Answer):
            tells = match.answer(seat, message)
        elif isinstance(message, Commit):
            tells = match.commit(seat, message)
        elif isinstance(message, Open):
            tells = match.open(seat, message)
        elif isinstance(message, Ack):
            tells = match.ack(seat, message)
        elif isinstance(message, Reveal):
            tells = match.reveal(seat, message)
        elif isinstance(message, Undo):
            tells = match.undo(seat, message)
            self._all(Notice(Line(f"{member.name} takes a move back.")))
        else:
            tells = match.chain(seat, message)
        self._tell(tells)

    def _concede(self, member: Member) -> None:
        """A seat gives up: of two the other has won; of more a bot plays on, and the loser watches."""
        match, seat = self._seat(member)
        if len(self.places) == 2:
            self._all(Notice(Line(f"{member.name} gives up.")))
            self._tell(match.concede(seat))
            return
        self._tell(match.leave(seat))
        self.places[seat] = Place(bot=self.room.best_bot)
        self._play.want_end(seat, yes=False)
        member.seat = None
        self._play.seats_changed()
        self._all(Notice(Line(f"{member.name} gives up: a bot ({self.room.best_bot}) plays on.")))
        self._show_game(member)
        self._end_if_all_agree()
        self._show()

    def _end_if_all_agree(self) -> None:
        # Whoever leaves may bring about the last step: then the game has its own end.
        if self.state == "playing" and not self._play.over and self._play.all_want_end:
            self._stop("All agreed to end the game here.")

    def _stop(self, why: str) -> None:
        """The game ends before its end."""
        self._play.stop(why)
        self.state = "over"
        self._all(Ended(Line(why)))
        self._show()

    def _sit_down(self, member: Member, seat: int) -> None:
        place = self.room.place(seat)
        if self.state == "playing":
            if member.seat is not None or self.room.held.get(member.device, seat) != seat:
                raise Refusal("seated", "whoever has had a seat in this game takes no other")
            if place.holder is not None and not place.absent:
                raise Refusal("taken", f"seat {seat + 1} is {place.holder.name}'s")
            # What comes of that it hears of only as who it was before.
            self._tell(self._play.occupy(seat, member.device))
            self.places[seat] = Place(holder=member, ready=True)
            member.seat = seat
            self.room.held[member.device] = seat
            self._play.seats_changed()
            self._show_game(member)
            self._all(Notice(Line(f"{member.name} takes over seat {seat + 1}.")))
            self._tools.comings(Coming(member.name, seat))
        elif self.state == "lobby":
            self.room.sit(member, seat)
        else:
            raise Refusal("over", "the game is over")
        self._show()

    def _stand(self, member: Member) -> None:
        if self.state != "lobby" or member.seat is None:
            raise Refusal("not-now", "one stands up in the lobby; in a game one leaves")
        self.room.stand(member)
        self._show()

    def _ready(self, member: Member, *, ready: bool) -> None:
        if member.seat is None:
            raise Refusal("not-now", "only who has a seat can be ready")
        if self.state != "lobby":
            return  # The start overtook it.
        self.places[member.seat].ready = ready
        self._show()

    # -- the owner ---------------------------------------------------------------------------------------------

    def _rule(self, owner: Member, message: Ruling) -> None:
        """What the owner decides about people."""
        if not owner.owner:
            raise Refusal("not-owner", "only the host does that")
        if isinstance(message, Admit):
            if hello := self._gate.settle(message):
                try:
                    self._join(message.knock, hello)
                except Refusal as refusal:
                    self._gate.turn_away(message.knock, refusal)
                    raise
            return
        person = self._gate.rule(message, self.places)
        self._play.keep(self._gate.row())
        if isinstance(message, Remove):
            if message.ban:
                self._tools.banned(person.device)
            if self.members.pop(person.peer, None) is not None:
                self._send(person.peer, Bye(Line("The host has removed you from the table.")), last=True)
                self._leave(person, "was removed by the host")

    def _steer(self, member: Member, message: steering.Steering) -> None:
        if not member.owner:
            raise Refusal("not-owner", "only the host does that")
        steering.check(message, self.state)
        match message:
            case Setup():
                try:
                    self.room.set_up(message.game, message.seats, message.options.value)
                except BadOptions as error:
                    raise Refusal("options", str(error)) from None
            case PutBot():
                self.room.put_bot(message)
            case Start():
                if why := missing(self.places):
                    raise Refusal("not-ready", why)
                self._start()
            case Again(rotate):
                self.state = "lobby"
                self._play.forget()
                self.room.again(rotate=rotate)
            case Pause(yes):
                self._pause(yes=yes)
            case Settle():
                self._absent, self._clocks.choice = message.absent, message.clock
                self._play.keep(Settled(message.absent, message.clock))
                self._change_rule()
        self._show()

    def _pause(self, *, yes: bool) -> None:
        if self._gathering is not None and not yes:
            self._go_on()
        elif self.state == "playing":
            self._break = yes
            self._all(Notice(Line("The host calls a break." if yes else "The break is over.")))

    def _change_rule(self) -> None:
        """The new rule holds at once for whoever is absent."""
        clock = f"there are {self._clocks.choice} seconds" if self._clocks.choice else "there is no clock"
        who = "a bot stands in" if self._absent == "bot" else "the table waits"
        self._all(Notice(Line(f"From now on: for whoever is absent {who}; for a choice {clock}.")))
        if self.state == "playing":
            for place in self.places:
                if place.absent and place.holder is not None:
                    place.bot = self.room.best_bot if self._absent == "bot" else ""
            self._play.seats_changed()

    def _start(self) -> None:
        self._play.start(self.port, self._tools.date())
        self.state = "playing"
        self._show()
        for heard in self._talk:
            self._play.keep(Said(heard))
        self._play.keep(Settled(self._absent, self._clocks.choice))
        self._play.keep(self._gate.row())
        match, names = self.match, self.names()
        assert match is not None
        for member in self.members.values():
            self._send(member.peer, match.begin(member.seat, names))
        self._tell(match.advance())

    # -- sending -----------------------------------------------------------------------------------------------

    def _settled(self) -> list[Post]:
        """After every call: what follows by itself, then what there is to send."""
        match = self.match
        if self.state == "playing" and match is not None and match.over:
            self.state = "over"
            for message in self._play.ending():
                self._all(message)
            self._show()
        if self.state == "lobby" and not self.settings.owner and not any(place.free for place in self.places):
            self._start()
        for clock in self._set_clocks():
            self._all(clock)
        out = self._outbox.drain(self._play.journal, self._now)
        if self.paused != self._paused:
            self._paused = self.paused
            news: list[FromHost] = [self._lobby(), *self._set_clocks()]
            out += [Post(peer, one) for one in news for peer in self.members]
        if self._later and not self._outbox.trouble:
            later, self._later = self._later, []
            for peer, said in later:
                if peer in self.members:
                    out += self.receive(peer, said, self._now)
        return out

    def _set_clocks(self) -> list[Clock]:
        """Brings the clocks up to date; what is to be told of them."""
        playing = self.match if self.state == "playing" else None
        changed = self._clocks.set(playing, self.places, self._now, stopped=bool(self.paused))
        return [Clock(playing.key, self._clocks.left(self._now) or 0)] if changed and playing is not None else []

    def _lobby(self) -> Lobby:
        return Lobby(
            table=TableName(self.settings.table),
            game=self.room.game_key,
            host=Name(self.settings.name),
            options=Data(self.room.options),
            seats=tuple(place.info(seat, self._now) for seat, place in enumerate(self.places)),
            watchers=tuple(one.name for one in self.members.values() if one.seat is None and not one.house),
            state=self.state,
            absent=self._absent,
            window=self.settings.window,
            seeded=self.settings.seed is not None,
            open=self.settings.open,
            clock=self._clocks.choice,
            paused=Line(self.paused),
            ending=self._play.wanting_end,
        )


def _settings(rows: list[AnyRow], device: bytes) -> TableSettings:
    """What was settled when a table was opened. Raises `BadLedger`."""
    if not rows or not isinstance(rows[0], Opened):
        raise BadLedger("there is no table in this journal")
    if rows[0].host != device:
        raise BadLedger("that table was opened by another player of this machine: only they can continue it")
    try:
        return replace(TableSettings(**rows[0].settings), port=rows[0].port)
    except TypeError:
        raise BadLedger("the journal's table has settings that this version does not know") from None
