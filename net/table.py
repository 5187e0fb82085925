"""The host's table: a state machine without sockets.

`receive(peer, message, now)` takes what a peer said and gives what is to be sent. Peers are numbers that the shell
hands out, one a connection. Time comes in with each call, in seconds of any steady clock; dealer, journal, entropy and
the date are handed in. So a table behaves the same over sockets, in memory, and in a test under virtual time.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping

from core import record
from core.bots import names as bot_names
from core.catalogue import GAMES
from core.game import BadOptions, Json
from net import proof
from net.gate import Gate
from net.match import WINDOW, Match
from net.messages import (
    PROTOCOL,
    Ack,
    Admit,
    Again,
    Answer,
    AtTheDoor,
    Bargain,
    Bye,
    Chain,
    Commit,
    Data,
    FromGuest,
    FromHost,
    Heard,
    Hello,
    Lobby,
    Notice,
    Open,
    Ping,
    Public,
    PutBot,
    Ready,
    RecordPart,
    Refused,
    Remove,
    Reveal,
    Ruling,
    Setup,
    Sit,
    Stand,
    Start,
    Talk,
    Undo,
    Welcome,
)
from net.outside import Coming as Coming
from net.outside import Post as Post
from net.outside import Tools as Tools
from net.places import Member, Place, free_name, missing
from net.refusal import Refusal
from net.settings import TableSettings
from net.telling import Tell
from net.text import Line, Name, TableName

PROGRAM_SECONDS = 10.0
"""How long a guest's program has for what it does by itself: contribute to a roll, acknowledge, open."""
_MOST_WATCHERS = 16
_MOST_VERSIONS = 4
"""Of other protocol versions, each told of once."""
_PART = 32 * 1024
_log = logging.getLogger(__name__)


class Table:
    """One table, from the lobby through any number of games. `device` is the host's public key."""

    def __init__(self, settings: TableSettings, device: bytes, tools: Tools) -> None:
        """Raises `BadOptions` if the settings name a game, a number of seats or options that are not to be had."""
        self.settings = settings
        self.device = device
        self.state = "lobby"
        self.match: Match | None = None
        self.places: list[Place] = []
        self.members: dict[int, Member] = {}
        self._tools = tools
        self._out: list[Post] = []
        self._talk: list[Heard] = []
        self._heard = 0
        self._waiting: tuple[str, int] | None = None
        self._until: float | None = None
        self._held: dict[bytes, int] = {}
        self._versions: set[int] = set()
        self._begun = ""
        self._gate = Gate(self.members, lambda peer, message, last: self._send(peer, message, last=last))
        self.game_key = ""
        self.options: dict[str, Json] = {}
        self._set_up(settings.game, settings.seats, settings.options)
        for place in self.places[len(self.places) - settings.bots :] if settings.bots else []:
            place.bot = self._best_bot()

    # -- from the shell ----------------------------------------------------------------------------------------

    def receive(self, peer: int, message: FromGuest, now: float) -> list[Post]:
        """What a peer said; what to send for it. A wrong request is refused in words and changes nothing."""
        member = self.members.get(peer)
        try:
            if member is None:
                self._greet(peer, message)
            else:
                self._obey(member, message)
        except Refusal as refusal:
            self._send(peer, Refused(refusal.code, Line(str(refusal))), last=member is None)
        return self._settled(now)

    def gone(self, peer: int, now: float, why: str = "has left") -> list[Post]:
        """The connection of a peer has ended."""
        member = self.members.pop(peer, None)
        if member is not None:
            self._leave(member, why)
        self._gate.gone(peer)
        return self._settled(now)

    def tick(self, now: float) -> list[Post]:
        """Time has passed."""
        if self.match is not None and self._until is not None and now >= self._until:
            self._tell(self.match.expire())
        self._gate.tick(now)
        return self._settled(now)

    @property
    def deadline(self) -> float | None:
        """When `tick` is needed next, None if never."""
        times = [time for time in (self._until, self._gate.deadline) if time is not None]
        return min(times, default=None)

    def announce(self, text: str) -> list[Post]:
        """A line from the table itself to everybody."""
        self._all(Notice(Line(text)))
        return self._drain()

    def public(self) -> Public:
        """All that a stranger learns."""
        return Public(
            serai=PROTOCOL,
            table=TableName(self.settings.table),
            game=self.game_key,
            host=Name(self.settings.name),
            seats=len(self.places),
            taken=sum(not place.free for place in self.places),
            state=self.state,
            open=self.settings.open,
        )

    # -- the house's bots --------------------------------------------------------------------------------------

    def vacancies(self) -> dict[int, str]:
        """The seats that a bot of the house plays now, and which bot."""
        if self.state != "playing":
            return {}
        return {seat: place.bot for seat, place in enumerate(self.places) if place.bot}

    def seat_house(self, peer: int, seat: int, now: float) -> list[Post]:
        """A bot of the house takes over a vacant seat."""
        assert self.match is not None
        member = Member(peer, Name(self.names()[seat]), self.device, house=True, seat=seat)
        self.members[peer] = member
        self._tell(self.match.occupy(seat, self.device))
        self._greet_member(member)
        return self._settled(now)

    def unseat_house(self, peer: int) -> None:
        """A bot of the house goes."""
        self.members.pop(peer, None)

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
            self._send(peer, self.public(), last=True)
        elif isinstance(message, Hello):
            self._join(peer, message.name, message.key, watch=message.watch)
        else:
            raise Refusal("hello-first", "say hello first")

    def knock(self, peer: int, hello: Hello, now: float) -> list[Post]:
        """Somebody with a proven key wants into an open table: the owner decides."""
        self._gate.knock(peer, hello, free_name(hello.name, self._taken_names()), now)
        return self._settled(now)

    def join_owner(self, peer: int, now: float) -> list[Post]:
        """The host's own player comes in, over memory."""
        self._join(peer, Name(self.settings.name), self.device, watch=False, owner=True)
        return self._settled(now)

    def _join(self, peer: int, name: Name, device: bytes, *, watch: bool, owner: bool = False) -> None:
        if not owner and (device == self.device or any(one.device == device for one in self.members.values())):
            raise Refusal("twice", "this installation is at the table already")
        self._gate.check(device)
        watchers = sum(member.seat is None and not member.house for member in self.members.values())
        if watchers >= _MOST_WATCHERS:
            raise Refusal("full", "the table is full, of watchers too")
        back = self._absent_seat(device)
        if back is not None:
            holder = self.places[back].holder
            assert holder is not None
            name = holder.name
        else:
            name = free_name(name, self._taken_names())
        member = Member(peer, name, device, owner=owner)
        if back is not None:
            self._take(member, back)
        self.members[peer] = member
        self._send(peer, Welcome(peer, name, self.device, owner))
        if back is not None:
            self._greet_member(member)
            self._all(Notice(Line(f"{name} is back.")))
        else:
            free = next((seat for seat, place in enumerate(self.places) if place.free), None)
            if self.state == "lobby" and not watch and free is not None:
                self._sit(member, free)
            self._greet_member(member)
            self._all(Notice(Line(f"{name} {'has sat down' if member.seat is not None else 'is watching'}.")))
        self._tools.comings(Coming(name, member.seat))
        self._show()

    def observe(self, peer: int, now: float) -> list[Post]:
        """A dedicated host's own eye: it sees what a spectator sees, and is no guest."""
        member = Member(peer, Name(self.settings.name), self.device, house=True)
        self.members[peer] = member
        self._greet_member(member)
        return self._settled(now)

    def _greet_member(self, member: Member) -> None:
        """What somebody who comes in needs to see."""
        self._send(member.peer, self._lobby())
        if not member.house:
            for heard in self._talk[-20:]:
                self._send(member.peer, heard)
        self._show_game(member)

    def _show_game(self, member: Member) -> None:
        """The running game as this member may see it."""
        if self.match is not None and self.state == "playing":
            for message in self.match.welcome(member.seat, self.names()):
                self._send(member.peer, message)

    def _absent_seat(self, device: bytes) -> int | None:
        for seat, place in enumerate(self.places):
            if place.absent and place.holder is not None and place.holder.device == device:
                return seat
        return None

    def _taken_names(self) -> list[str]:
        absent = [place.holder.name for place in self.places if place.absent and place.holder is not None]
        return [*(member.name for member in self.members.values()), *absent]

    def _take(self, member: Member, seat: int) -> None:
        """A person takes over a seat of the running game. What comes of that it hears of only as who it was before."""
        assert self.match is not None
        self._tell(self.match.occupy(seat, member.device))
        self.places[seat] = Place(holder=member, ready=True)
        member.seat = seat
        self._held[member.device] = seat

    def _leave(self, member: Member, why: str) -> None:
        if member.house:
            return
        seat = member.seat
        self._tools.comings(Coming(member.name, seat, why))
        if seat is not None and self.state == "playing":
            assert self.match is not None
            place = self.places[seat]
            place.absent = True
            place.bot = self._best_bot() if self.settings.absent == "bot" else ""
            after = f"a bot ({place.bot}) stands in" if place.bot else "the table waits"
            self._all(Notice(Line(f"{member.name} {why}; {after}.")))
            self._tell(self.match.leave(seat))
        else:
            if seat is not None:
                self.places[seat] = Place()
            self._all(Notice(Line(f"{member.name} {why}.")))
        self._show()

    # -- requests ----------------------------------------------------------------------------------------------

    def _obey(self, member: Member, message: FromGuest) -> None:
        if isinstance(message, AtTheDoor):
            raise Refusal("again", "you are at the table already")
        if isinstance(message, Bargain):
            self._bargain(member, message)
            return
        if isinstance(message, Ruling):
            self._rule(member, message)
            return
        match message:
            case Talk(text):
                self._say(member, text)
            case Answer() | Commit() | Open() | Chain() | Reveal() | Ack() | Undo():
                self._play(member, message)
            case Sit(seat):
                self._sit_down(member, seat)
            case Stand():
                self._stand(member)
            case Ready(ready):
                self._ready(member, ready=ready)
            case Bye():
                self.members.pop(member.peer)
                self._send(member.peer, Bye(), last=True)
                self._leave(member, "has left")
            case Setup() | PutBot() | Start() | Again():
                self._steer(member, message)

    def _say(self, member: Member, text: Line, about: int | None = None) -> None:
        if member.device in self._gate.muted:
            self._send(member.peer, Refused("muted", Line("the host has muted you: nobody else reads this")))
        elif text:
            self._heard += 1
            heard = Heard(self._heard, member.name, member.seat, text, about)
            self._talk = [*self._talk[-19:], heard]
            self._all(heard)

    def _playing(self, member: Member) -> tuple[Match, int]:
        if self.match is None or self.state != "playing" or member.seat is None:
            raise Refusal("not-playing", "you have no seat in a running game")
        return self.match, member.seat

    def _bargain(self, member: Member, message: Bargain) -> None:
        match, seat = self._playing(member)
        number = match.step + 1
        self._tell(match.bargain(seat, message))
        claim = getattr(message, "claim", Line(""))
        if claim:
            self._say(member, claim, about=number)

    def _play(self, member: Member, message: Answer | Commit | Open | Chain | Reveal | Ack | Undo) -> None:
        match, seat = self._playing(member)
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

    def _sit_down(self, member: Member, seat: int) -> None:
        if seat >= len(self.places):
            raise Refusal("no-seat", f"there is no seat {seat + 1}")
        place = self.places[seat]
        if self.state == "playing":
            if member.seat is not None or self._held.get(member.device, seat) != seat:
                raise Refusal("seated", "whoever has had a seat in this game takes no other")
            if place.holder is not None and not place.absent:
                raise Refusal("taken", f"seat {seat + 1} is {place.holder.name}'s")
            self._take(member, seat)
            self._show_game(member)
            self._all(Notice(Line(f"{member.name} takes over seat {seat + 1}.")))
            self._tools.comings(Coming(member.name, seat))
        elif self.state == "lobby":
            if not place.free:
                raise Refusal("taken", f"seat {seat + 1} is taken")
            self._sit(member, seat)
        else:
            raise Refusal("over", "the game is over")
        self._show()

    def _sit(self, member: Member, seat: int) -> None:
        if member.seat is not None:
            self.places[member.seat] = Place()
        self.places[seat] = Place(holder=member)
        member.seat = seat

    def _stand(self, member: Member) -> None:
        if self.state != "lobby" or member.seat is None:
            raise Refusal("not-now", "one stands up in the lobby; in a game one leaves")
        self.places[member.seat] = Place()
        member.seat = None
        self._show()

    def _ready(self, member: Member, *, ready: bool) -> None:
        if member.seat is None:
            raise Refusal("not-now", "only who has a seat can be ready")
        if self.state != "lobby":
            return  # The start overtook it.
        self.places[member.seat].ready = ready
        self._show()

    def _rule(self, owner: Member, message: Ruling) -> None:
        """What the owner decides about people."""
        if not owner.owner:
            raise Refusal("not-owner", "only the host does that")
        if isinstance(message, Admit):
            if hello := self._gate.settle(message):
                try:
                    self._join(message.knock, hello.name, hello.key, watch=hello.watch)
                except Refusal as refusal:
                    self._gate.turn_away(message.knock, refusal)
                    raise
            return
        person = self._gate.rule(message, self.places)
        if isinstance(message, Remove):
            if message.ban:
                self._tools.banned(person.device)
            if self.members.pop(person.peer, None) is not None:
                self._send(person.peer, Bye(Line("The host has removed you from the table.")), last=True)
                self._leave(person, "was removed by the host")

    def _steer(self, member: Member, message: Setup | PutBot | Start | Again) -> None:
        if not member.owner:
            raise Refusal("not-owner", "only the host does that")
        if isinstance(message, Again):
            if self.state != "over":
                raise Refusal("not-now", "the game is not over")
            self._back_to_lobby()
        elif self.state != "lobby":
            raise Refusal("not-now", "that is settled before the game starts")
        elif isinstance(message, Setup):
            try:
                self._set_up(message.game, message.seats, message.options.value)
            except BadOptions as error:
                raise Refusal("options", str(error)) from None
        elif isinstance(message, PutBot):
            self._put_bot(message)
        else:
            if why := missing(self.places):
                raise Refusal("not-ready", why)
            self._start()
        self._show()

    def _put_bot(self, message: PutBot) -> None:
        if message.seat >= len(self.places):
            raise Refusal("no-seat", f"there is no seat {message.seat + 1}")
        place = self.places[message.seat]
        known = bot_names(GAMES[self.game_key])
        if place.holder is not None:
            raise Refusal("taken", f"seat {message.seat + 1} is {place.holder.name}'s")
        if message.bot and message.bot not in known:
            raise Refusal("no-bot", f"there is no bot {message.bot!r}; there are {', '.join(known)}")
        place.bot = message.bot

    # -- the game ----------------------------------------------------------------------------------------------

    def _best_bot(self) -> str:
        return bot_names(GAMES[self.game_key])[-1]

    def _set_up(self, key: str, seats: int, options: Mapping[str, Json]) -> None:
        game = GAMES.get(key)
        if game is None:
            raise BadOptions(f"there is no game {key!r}; there are {', '.join(GAMES)}")
        if not isinstance(options, Mapping):
            raise BadOptions("options are names and values")
        game.start(seats, options)
        if any(place.holder is not None for place in self.places[seats:]):
            raise BadOptions(f"somebody sits on seat {seats + 1}: they must stand up first")
        if self.settings.bots > seats:
            raise BadOptions(f"{self.settings.bots} bots need as many seats, there are {seats}")
        kept = [place if place.bot in ("", *bot_names(game)) else Place() for place in self.places[:seats]]
        self.places = kept + [Place() for _ in range(seats - len(kept))]
        self.game_key, self.options = key, dict(options)

    def names(self) -> list[str]:
        """The names of all seats, of those that nobody sits on too."""
        players = [place.info(seat).name or f"seat {seat + 1}" for seat, place in enumerate(self.places)]
        return [*players, *(GAMES[self.game_key].houses(self.match.position) if self.match else ())]

    def _start(self) -> None:
        game = GAMES[self.game_key]
        devices = [place.holder.device if place.holder else self.device for place in self.places]
        self.match = Match(
            game,
            game.start(len(self.places), self.options),
            self._tools.entropy(16),
            devices,
            [seat for seat, place in enumerate(self.places) if place.holder],
            self.device,
            self._tools.sign,
            dealer := self._tools.dealer(),
            journal := self._tools.journal(),
        )
        self._dealer, self._journal = dealer, journal
        self._begun = self._tools.date()
        self._held = {place.holder.device: seat for seat, place in enumerate(self.places) if place.holder}
        self.state = "playing"
        self._show()
        names = self.names()
        for member in self.members.values():
            self._send(member.peer, self.match.begin(member.seat, names))
        self._tell(self.match.start())

    def _finish(self) -> None:
        """The game is over: everybody gets the opened record."""
        assert self.match is not None
        self.state = "over"
        data = self.record().encode()
        chunks = [data[at : at + _PART] for at in range(0, len(data), _PART)]
        for number, chunk in enumerate(chunks):
            self._all(RecordPart(number, len(chunks), chunk))
        self._show()

    def record(self) -> str:
        """The game's record: opened when it is over, until then without proof."""
        assert self.match is not None
        infos = [place.info(seat) for seat, place in enumerate(self.places)]
        header = record.Header(
            game=self.game_key,
            date=self._begun,
            table=self.settings.table,
            players=tuple(str(info.name or f"seat {seat + 1}") for seat, info in enumerate(infos)),
            options=self.options,
            keys=tuple(info.key.hex() if info.key else None for info in infos),
            seed=self.settings.seed,
        )
        match = self.match
        if not match.over:
            return record.write(record.Record(header, self._journal.steps()))
        lines = self._journal.proof()
        if self._dealer.secret is not None:
            lines += (proof.opened_secret(self._dealer.secret),)
        result = match.game.result(match.position).to_json()
        return record.write(record.Record(header, self._journal.steps(), result, lines))

    def _back_to_lobby(self) -> None:
        self.state, self.match = "lobby", None
        for seat, place in enumerate(self.places):
            if place.absent:
                self.places[seat] = Place()
            place.ready = False

    # -- sending -----------------------------------------------------------------------------------------------

    def _settled(self, now: float) -> list[Post]:
        """After every call: what follows by itself, then what there is to send."""
        match = self.match
        waiting = match.waiting if match is not None else None
        if waiting != self._waiting:
            self._waiting = waiting
            self._until = None if waiting is None else self._deadline(waiting[0], now)
        if self.state == "playing" and match is not None and match.over:
            self._finish()
        if self.state == "lobby" and not self.settings.owner and not any(place.free for place in self.places):
            self._start()
        return self._drain()

    def _deadline(self, what: str, now: float) -> float | None:
        if what != WINDOW:
            return now + PROGRAM_SECONDS
        return now + self.settings.window if self.settings.window else None

    def _lobby(self) -> Lobby:
        return Lobby(
            table=TableName(self.settings.table),
            game=self.game_key,
            host=Name(self.settings.name),
            options=Data(self.options),
            seats=tuple(place.info(seat) for seat, place in enumerate(self.places)),
            watchers=tuple(one.name for one in self.members.values() if one.seat is None and not one.house),
            state=self.state,
            absent=self.settings.absent,
            window=self.settings.window,
            seeded=self.settings.seed is not None,
            open=self.settings.open,
        )

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
        self._out.append(Post(peer, message, last))

    def _drain(self) -> list[Post]:
        out, self._out = self._out, []
        return out
