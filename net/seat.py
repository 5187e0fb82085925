"""A guest's mirror of the table: follows the game on its own view, answers for its seat, and audits the host.

A state machine without sockets: messages go in, replies and changes come out. The screen, the bots and the headless
guest all stand on it. What the host says is checked against the rules as the game goes; a host that breaks them is
named in `Distrust` and not followed any further.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from core.catalogue import GAMES
from core.game import (
    BadPosition,
    Chance,
    GameError,
    Result,
)
from core.record import conceded
from net import proof
from net.bargain import is_bargain, message_of
from net.chance_watch import ChanceWatch
from net.changes import (
    Begun,
    Change,
    ChoicesChanged,
    ClockSet,
    Closed,
    Distrust,
    Finished,
    Knocked,
    LobbyChanged,
    Noticed,
    Rejected,
    Stopped,
    Talked,
)
from net.follower import Follower, people
from net.keepsake import Keepsake
from net.kept import CannotKeep
from net.messages import (
    PROTOCOL,
    Answer,
    Beat,
    Begin,
    Bye,
    Chains,
    Challenge,
    Chosen,
    Clock,
    Closing,
    Concede,
    Ended,
    FromGuest,
    FromHost,
    Heard,
    Hello,
    Knock,
    Knocking,
    Lobby,
    Notice,
    PakeReply,
    Public,
    RecordPart,
    Refused,
    Roll,
    Sealed,
    Step,
    Undo,
    Vouch,
    Welcome,
)
from net.reckoning import doubt_of
from net.text import Name
from net.trust import Broken

_MOST_LINES = 64
"""Of talk that are remembered; a host tells fewer again."""
_MOST_PARTS = 128
"""Of a record: four megabytes."""
Received: TypeAlias = tuple[list[FromGuest], list[Change]]


class Mirror(Follower):
    """What one member of a table knows.

    `device`: its public key, which its commitments are bound to; `sign` signs with it. `entropy(n)` gives n fresh
    random bytes. `contributes`: whether it takes part in the joint chance; the house's bots leave that to the
    house. `keepsakes`: what this machine remembers of a game and seat, whatever happens to the program.
    """

    # -- what the screen asks ----------------------------------------------------------------------------------

    @property
    def game_id(self) -> bytes | None:
        """Of the game that is on or has just ended; None before the first."""
        return self._game_id or None

    @property
    def key(self) -> int:
        """Of the open question."""
        return self._key

    @property
    def paused(self) -> str:
        """Why nothing can be played now, in words; empty if it can."""
        return self.lobby.paused if self.lobby is not None else ""

    @property
    def choice(self) -> Any:
        """My sealed choice for the open question, as long as nobody else can see it; None if there is none."""
        choice = self._set.choice
        if choice is None or self.game is None or self.stopped:
            return None
        return self.game.parse(self.position, choice.action)

    @property
    def owes(self) -> bool:
        """Whether an answer of mine is missing that can still be given; also when the host refused the last one."""
        return self.asked is not None and not (self._waiting or self.closed or self.broken or self.paused)

    @property
    def closed(self) -> bool:
        """Whether the set of sealed choices is complete, so that mine can no longer be changed."""
        return self._set.closing is not None

    @property
    def waiting_for(self) -> tuple[int, ...]:
        """The seats whose answer the table still waits for, as far as that is shown."""
        return tuple(ask.seat for ask in self.asks if ask.seat not in self.chosen_by)

    def answers(self) -> Sequence[Any]:
        """The legal answers to the question to me."""
        return self.game.answers(self.position, self.seat) if self.game is not None and self.seat is not None else ()

    def why_not(self, action: Any) -> str | None:
        """Which rule forbids me this now, in words; None if it is allowed."""
        if self.game is None or self.seat is None:
            return "you are watching: the seats play"
        return self.game.check(self.position, self.seat, action)

    # -- what I do ---------------------------------------------------------------------------------------------

    def choose(self, action: Any, claim: str = "") -> list[FromGuest]:
        """Answers the question to me, or says something unasked; the messages to send.

        `claim`: what is said with an offer or a deal. Raises `GameError` with the rule that forbids it.
        """
        ask = self.asked
        if self.game is None or self.seat is None:
            raise GameError("nothing is asked of you now")
        if why := self.why_not(action):
            raise GameError(why)
        text = self.game.format(self.position, action)
        if is_bargain(text) and not (ask is not None and ask.sealed):
            message = message_of(text, self.seat, self._key, self.proposals, claim)
            self._said.append(message)
            self._waiting = self._waiting or not self.game.unasked(self.position, self.seat, action)
            return [message]
        if ask is None:
            raise GameError("nothing is asked of you now")
        if self.closed:
            raise GameError("everybody has chosen: it cannot be changed any more")
        self._waiting = True
        if not ask.sealed:
            answer = Answer(self._key, text)
            self._said.append(answer)
            return [answer]
        try:
            return [self._set.commit(text, self._entropy)]
        except CannotKeep as error:
            self._waiting = False
            raise GameError(f"your choice cannot be kept, so it is not made: {error}") from None

    def concede(self) -> list[FromGuest]:
        """Gives up; the messages to send."""
        self._conceding = True
        return [Concede()]

    def put_away(self) -> None:
        """Nothing comes any more: what this machine remembers can be opened by the next one who sits here."""
        self._keepsake.close()

    # -- when the connection was lost --------------------------------------------------------------------------

    def hello(self, name: str, *, watch: bool) -> Hello:
        """The first word of a connection; of one that is not the first, with what is known of the game already."""
        game = self._game_id if self.game is not None and not self.stopped else None
        seat, seen = (self.seat, self._events) if game is not None else (None, 0)
        return Hello(PROTOCOL, Name(name), self._device, watch, game, seat, seen)

    def away(self) -> None:
        """The connection is lost. What is told until all that was missed is known, we have not heard as it happened."""
        self._pending = self._waiting or (self._away and self._pending)
        self._away = True
        self._waiting = False
        self._parts = {}
        if self._chance is not None:
            self._chance.away()

    def _back(self) -> list[FromGuest]:
        """All that was missed is known: we take part in the chance again, and say once more what we had said."""
        self._away, self._missed = False, self._key
        return [*(self._chance.back() if self._chance is not None else []), *self._repeat()]

    def _repeat(self) -> list[FromGuest]:
        """What we had said to the open question, once more: it may have been lost with the connection."""
        again = self._set.again()
        if self.asked is None:
            return []
        if not again and self._pending:
            again = [one for one in self._said[-1:] if getattr(one, "key", None) == self._key]
        self._pending = False
        self._waiting = bool(again) or self.closed
        return again

    # -- what the host says ------------------------------------------------------------------------------------

    def receive(self, message: FromHost) -> Received:
        """Takes a message in: the replies to send and what has changed."""
        if self.broken is not None:
            return [], []
        self._set.excused = self.hung or self._conceding or self._missed == self._key
        if self._chance is not None:
            self._chance.excused = self._set.excused
        try:
            return self._take(message)
        except Broken as broken:
            self.broken = str(broken)
            return [Bye()], [Distrust(self.broken)]

    def _take(self, message: FromHost) -> Received:
        match message:
            case Welcome():
                self.welcome = message
                return [], []
            case Lobby():
                return [], self._look_around(message)
            case Begin():
                return self._begin(message)
            case Chosen():
                replies = self._back() if self._away else []
                if message.key != self._key:
                    return replies, []
                self.chosen_by = frozenset(message.seats)
                return replies, [ChoicesChanged()]
            case Closing():
                return self._close(message)
            case Sealed():
                return self._set.open(message), []
            case Chains():
                self._watched().chains(message, self._step + 1, self._devices())
                self._events += 1
                return [], []
            case Roll():
                if self.game is None or not isinstance(self.game.due(self.position), Chance):
                    raise Broken("the host asks for parts of dice that are not due")
                self._takeback.settle()
                return self._watched().roll(message, self._step + 1), []
            case Step():
                return [], [self._follow(message)]
            case RecordPart():
                return [], self._collect(message)
            case Clock():
                self.clock = message.key, message.seconds
                return [], [ClockSet(message.key, message.seconds)]
            case Ended():
                self.stopped = message.why or "the game has ended"
                self._ended = self._game_id
                self._keepsake.remove()
                return [], [Stopped(self.stopped)]
            case Heard():
                return [], self._listen(message)
            case Notice():
                return [], [Noticed(message.text)]
            case Refused():
                self._waiting = False
                return [], [Rejected(message.code, message.text)]
            case Bye():
                return [], [Closed(message.why, message.back)]
            case Knock():
                return [], [Knocked(message.number, message.name, message.key, message.waiting)]
            case Beat() | Public() | Challenge() | PakeReply() | Knocking() | Vouch():
                return [], []

    def _begin(self, message: Begin) -> Received:
        game = GAMES.get(message.game)
        if game is None:
            raise Broken(f"the host plays {message.game!r}, a game that this version does not have")
        try:
            position = game.load(message.view.value)
        except BadPosition as error:
            raise Broken(f"the host's table cannot be: {error}") from None
        seats = len(game.scores(position))
        if len(message.names) != seats or (message.seat is not None and message.seat >= seats):
            raise Broken("the host names other seats than the game has")
        if message.conceded is not None and (people(game, position) != 2 or message.conceded > 1):
            raise Broken("the host says that somebody gave up who could not")
        first = False
        if self._goes_on(message):
            self._check_again(message, position)
        else:
            self._seen = {}
            self._facts = [proof.game(message.game_id), proof.house(self._host)]
            self._chance = None
            first, self._waited = self._waited and not self._away, False
            self.stopped = self.stopped if message.game_id == self._ended else ""
            self._said = []
        if self._chance is not None:
            self._facts += self._chance.lines
        if message.seat is not None and (message.game_id, message.seat) != (self._game_id, self.seat):
            self._keepsake.close()  # It may be the same once more, of a seat that was given up.
            self._keepsake = self._keepsakes(message.game_id, message.seat)
        elif message.game_id != self._game_id:
            self._keepsake = Keepsake()  # What one remembers of the last game as a player is nothing to a watcher.
        self._finished = self._conceding = False
        self.game, self.position, self.seat = game, position, message.seat
        self.names, self.conceded = tuple(message.names), message.conceded
        self._game_id, self._step, self._key = message.game_id, message.step, message.key
        self._events = message.events
        self._takeback.settle()
        self._fresh()
        self.chosen_by = frozenset(message.chosen)
        sealed = {ask.seat for ask in self.asks if ask.sealed}
        self._set.late = bool(sealed) and sealed <= self.chosen_by and self._set.choice is None
        self._set.came_late = message.events > 0
        self.proposals = dict(zip(game.proposals(position), message.revisions, strict=False))
        self._parts = {}
        own = self._keepsake if self._contributes else None
        self._chance = ChanceWatch(message, self._host, own, self._entropy, self._sign, self._name, first=first)
        if not (self._chance.joint or (self.lobby is not None and self.lobby.seeded)):
            raise Broken("the host makes the chance alone, at a table that does not say that it is seeded")
        self._away, self._missed = False, message.key if message.events or self._away else None
        if self.stopped:
            return [], [Begun()]  # What the host has ended it does not go on with.
        return [*self._chance.hello(), *self._repeat()], [Begun()]

    def _goes_on(self, message: Begin) -> bool:
        """Whether this is no new game. A host that we had lost may have begun another one meanwhile."""
        if self.game is None or self.over or self.stopped:
            return False
        return not self._away or message.game_id == self._game_id

    def _check_again(self, message: Begin, position: Any) -> None:
        """In the middle of a game it is seen anew by who was away, who gives up its seat, and who takes one."""
        assert self.game is not None
        same = message.game_id == self._game_id and message.game == self.game.key
        if same and self._away:
            self._check_missed(message, position)
            return
        may = self.seat is None or (self._conceding and message.seat is None)
        if not (same and may and (message.step, message.key) == (self._step, self._key)):
            raise Broken("the host began a game in the middle of one")
        if self.game.view(position, None) != self.game.view(self.position, None):
            raise Broken("the host's table is another one than before")

    def _check_missed(self, message: Begin, position: Any) -> None:
        """The game goes on from where we had lost it, or from a later step."""
        assert self.game is not None
        if message.step < self._step:
            raise Broken(f"the host has lost steps: it is at step {message.step}, and has told {self._step}")
        if self.seat is not None and message.seat not in (None, self.seat):
            raise Broken("the host puts this seat's player on another seat")
        if message.conceded is not None and message.conceded == self.seat and not self._conceding:
            raise Broken(f"the host says that {self._name(message.conceded)} gave up: it never did")
        if message.step == self._step and (
            self.game.view(position, message.seat) != self.game.view(self.position, message.seat)
        ):
            raise Broken("the host's table is another one than before the connection was lost")

    def _listen(self, heard: Heard) -> list[Change]:
        """A line of talk, unless it is told once more to who had lost the connection; another table counts anew."""
        if self._lines.get(heard.number) == heard:
            return []
        self._lines[heard.number] = heard
        if len(self._lines) > _MOST_LINES:
            del self._lines[next(iter(self._lines))]
        return [Talked(heard.name, heard.seat, heard.text, heard.about)]

    def _look_around(self, lobby: Lobby) -> list[Change]:
        """Who is here; who takes over a seat during a game brings a name along."""
        if self.game is not None and lobby.state == "playing":
            told = [info.name for info in lobby.seats[: len(self.names)]]
            known = [new or old for new, old in zip(told, self.names, strict=False)]
            self.names = (*known, *self.names[len(known) :])
        self.lobby = lobby
        self._waited = self._waited or lobby.state != "playing"
        if lobby.state != "lobby" or self.game is None or self.over or self.stopped:
            return [LobbyChanged()]
        # Found again after a while: the game was played without us, or its host has opened another table.
        self.stopped = "the table is in its lobby again: the game went to its end without you, or was not continued"
        return [LobbyChanged(), Stopped(self.stopped)]

    def _close(self, message: Closing) -> Received:
        """The set is complete; nobody can change a choice any more."""
        asked = {ask.seat for ask in self.asks if ask.sealed}
        lobby, missed = self.lobby, self._missed == self._key
        windowed = bool(lobby and lobby.window) and any(ask.silent for ask in self.asks)
        timed = windowed or bool(lobby and lobby.clock)
        replies = self._set.close(message, asked, self._devices(), self._sign, timed=timed, missed=missed)
        if self._set.acked and not missed:
            self._known()
        self.chosen_by = frozenset(message.seals)
        return replies, [ChoicesChanged()]

    def _devices(self) -> dict[int, bytes]:
        """The keys of the people on seats."""
        infos = self.lobby.seats if self.lobby is not None else ()
        devices = {seat: info.key for seat, info in enumerate(infos) if info.state == "player" and info.key}
        if self.seat is not None:
            devices[self.seat] = self._device
        return devices

    # -- taking back ------------------------------------------------------------------------------------------

    @property
    def can_undo(self) -> bool:
        """Whether my last step can still be taken back."""
        return self.seat is not None and self._takeback.seat == self.seat and not self.over

    def undo(self) -> list[FromGuest]:
        """Takes my last step back; the messages to send. Raises `GameError` where that cannot be."""
        if not self.can_undo:
            raise GameError("one takes back one's own last move, until something is revealed or somebody else acts")
        return [Undo(self._step)]

    # -- the end -----------------------------------------------------------------------------------------------

    def _collect(self, part: RecordPart) -> list[Change]:
        if not self.over or not part.part < part.parts <= _MOST_PARTS:
            raise Broken("the host's record comes at the wrong time, or is too large")
        self._parts[part.part] = part.data
        if len(self._parts) < part.parts:
            return []
        data = b"".join(self._parts[number] for number in sorted(self._parts))
        self._parts = {}
        assert self.game is not None
        if self._finished:
            return []  # Sent once more to who had lost the connection.
        self._finished = True
        watched = self._chance.lines if self._chance is not None else []
        doubt = doubt_of(data, self.game, self._seen, self._step, {*self._facts, *watched})
        if doubt is None:
            self._keepsake.remove()
        return [Finished(self._result(), data, doubt)]

    def _result(self) -> Result:
        assert self.game is not None
        if self.conceded is not None:
            return conceded(self.game, self.position, self.conceded)
        return self.game.result(self.position)
