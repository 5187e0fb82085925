"""A guest's mirror of the table: follows the game on its own view, answers for its seat, and audits the host.

A state machine without sockets: messages go in, replies and changes come out. The screen, the bots and the headless
guest all stand on it. What the host says is checked against the rules as the game goes; a host that breaks them is
named in `Distrust` and not followed any further.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from core.catalogue import GAMES
from core.engine import event_of
from core.game import (
    AnyGame,
    Ask,
    Asks,
    BadEvent,
    BadOutcome,
    BadPosition,
    Chance,
    Event,
    GameError,
    Over,
    Proposal,
    Result,
    Unreadable,
)
from core.record import conceded
from net import proof
from net.bargain import answered, is_bargain, message_of, renewed, text_of
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
    Moved,
    Noticed,
    Rejected,
    Stopped,
    Talked,
)
from net.keepsake import Keepsake, Keepsakes, forgetful
from net.kept import CannotKeep
from net.messages import (
    PROTOCOL,
    Answer,
    Bargain,
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
from net.set_watch import SetWatch
from net.takeback import Takeback
from net.text import Name
from net.trust import Broken, agrees, digest

_MOST_PARTS = 128
"""Of a record: four megabytes."""
Received: TypeAlias = tuple[list[FromGuest], list[Change]]


class Mirror:
    """What one member of a table knows.

    `device`: its public key, which its commitments are bound to; `sign` signs with it. `entropy(n)` gives n fresh
    random bytes. `contributes`: whether it takes part in the joint chance; the house's bots leave that to the
    house. `keepsakes`: what this machine remembers of a game and seat, whatever happens to the program.
    """

    def __init__(
        self,
        device: bytes,
        entropy: Callable[[int], bytes],
        sign: Callable[[bytes], bytes],
        *,
        contributes: bool = True,
        keepsakes: Keepsakes = forgetful,
    ) -> None:
        self._device = device
        self._entropy = entropy
        self._sign = sign
        self._contributes = contributes
        self._keepsakes = keepsakes
        self._keepsake = Keepsake()
        self.welcome: Welcome | None = None
        self.lobby: Lobby | None = None
        self.game: AnyGame | None = None
        self.names: tuple[str, ...] = ()
        """Names of all seats, of those that nobody sits on too."""
        self.seat: int | None = None
        """My seat in the running game; None for a spectator."""
        self.position: Any = None
        """The position as I may see it."""
        self.chosen_by: frozenset[int] = frozenset()
        """Who has sealed a choice for the open question, as far as that is shown."""
        self.proposals: dict[Proposal, int] = {}
        """What has been proposed and still stands, and the number of the step that made it."""
        self.broken: str | None = None
        self.conceded: int | None = None
        """The seat that gave up and so ended the game."""
        self.stopped = ""
        """Why the game ended before its end; empty if it did not."""
        self.hung = False
        """Whether the host has not answered for so long that what we say may not have reached it (`net.guest` knows)."""
        self.clock: tuple[int, int] = (0, 0)
        """For which question a clock runs, and the seconds it had left when the host said so; 0: it stands still."""
        self._game_id = b""
        self._step = self._key = self._events = 0
        self._away = False
        self._finished = False
        self._conceding = False
        self._heard = 0
        self._said: list[Answer | Bargain] = []
        self._missed: int | None = None
        """The question that was open when we came back: how far it had come, and which clock ran, we do not know."""
        self._waiting = False
        self._waited = False
        self._set = SetWatch(b"", 0, None, device, b"", self._name, self._keepsake)
        self._chance: ChanceWatch | None = None
        self._parts: dict[int, bytes] = {}
        self._seen: dict[int, tuple[Step, int | None]] = {}
        self._takeback = Takeback()
        self._facts: list[str] = []

    # -- what the screen asks ----------------------------------------------------------------------------------

    @property
    def asks(self) -> tuple[Ask, ...]:
        """The open questions, of all seats."""
        due = self.game.due(self.position) if self.game is not None and not self.over else None
        return due.asks if isinstance(due, Asks) and not self.stopped else ()

    @property
    def asked(self) -> Ask | None:
        """The open question to me."""
        return next((ask for ask in self.asks if ask.seat == self.seat), None)

    @property
    def over(self) -> bool:
        """Whether the game has ended by its rules, or because one of two gave up."""
        return self.game is not None and (self.conceded is not None or isinstance(self.game.due(self.position), Over))

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
        return None if choice is None or self.game is None else self.game.parse(self.position, choice.action)

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

    # -- when the connection was lost --------------------------------------------------------------------------

    def hello(self, name: str, *, watch: bool) -> Hello:
        """The first word of a connection; of one that is not the first, with what is known of the game already."""
        game = self._game_id if self.game is not None and not self._finished and not self.stopped else None
        seat, seen = (self.seat, self._events) if game is not None else (None, 0)
        return Hello(PROTOCOL, Name(name), self._device, watch, game, seat, seen)

    def away(self) -> None:
        """The connection is lost. What is told until all that was missed is known, we have not heard as it happened."""
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
        again = again or [one for one in self._said[-1:] if getattr(one, "key", None) == self._key]
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
                return [], [self._look_around(message)]
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
                return [], [Stopped(self.stopped)]
            case Heard() if message.number <= self._heard:
                return [], []  # Told once more to who had lost the connection.
            case Heard():
                self._heard = message.number
                return [], [Talked(message.name, message.seat, message.text, message.about)]
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
        if message.conceded is not None and (len(game.scores(position)) != 2 or message.conceded > 1):
            raise Broken("the host says that somebody gave up who could not")
        first = False
        if self._goes_on(message):
            self._check_again(message, position)
        else:
            self._seen = {}
            self._facts = [proof.game(message.game_id), proof.house(self._host)]
            self._chance = None
            first, self._waited = self._waited, False
            self.stopped = ""
            self._said = []
        if self._chance is not None:
            self._facts += self._chance.lines
        if message.seat is not None and (message.game_id, message.seat) != (self._game_id, self.seat):
            self._keepsake = self._keepsakes(message.game_id, message.seat)
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
        self.proposals = dict(zip(game.proposals(position), message.revisions, strict=False))
        self._parts = {}
        own = self._keepsake if self._contributes else None
        self._chance = ChanceWatch(message, self._host, own, self._entropy, self._sign, self._name, first=first)
        if not (self._chance.joint or (self.lobby is not None and self.lobby.seeded)):
            raise Broken("the host makes the chance alone, at a table that does not say that it is seeded")
        self._away, self._missed = False, message.key if message.events else None
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
            if message.step < self._step:
                raise Broken(f"the host has lost steps: it is at step {message.step}, and has told {self._step}")
            return
        may = self.seat is None or (self._conceding and message.seat is None)
        if not (same and may and (message.step, message.key) == (self._step, self._key)):
            raise Broken("the host began a game in the middle of one")
        if self.game.view(position, None) != self.game.view(self.position, None):
            raise Broken("the host's table is another one than before")

    def _look_around(self, lobby: Lobby) -> LobbyChanged:
        """Who is here; who takes over a seat during a game brings a name along."""
        if self.game is not None and lobby.state == "playing":
            told = [info.name for info in lobby.seats[: len(self.names)]]
            known = [new or old for new, old in zip(told, self.names, strict=False)]
            self.names = (*known, *self.names[len(known) :])
        self.lobby = lobby
        self._waited = self._waited or lobby.state != "playing"
        return LobbyChanged()

    def _watched(self) -> ChanceWatch:
        if self._chance is None:
            raise Broken("the host rolls before the game")
        return self._chance

    @property
    def _host(self) -> bytes:
        return self.welcome.host if self.welcome is not None else self._device

    def _fresh(self) -> None:
        """A new question: nothing is chosen."""
        self.chosen_by = frozenset()
        # What was said unasked may still be under way.
        self._said = [message for message in self._said if not hasattr(message, "key")]
        self._waiting = False
        host, name = self._host, self._name
        self._set = SetWatch(self._game_id, self._key, self.seat, self._device, host, name, self._keepsake)

    def _close(self, message: Closing) -> Received:
        """The set is complete; nobody can change a choice any more."""
        asked = {ask.seat for ask in self.asks if ask.sealed}
        lobby, missed = self.lobby, self._missed == self._key
        windowed = bool(lobby and lobby.window) and any(ask.silent for ask in self.asks)
        timed = windowed or bool(lobby and lobby.clock)
        replies = self._set.close(message, asked, self._devices(), self._sign, timed=timed, missed=missed)
        if self._set.acked:
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

    def _known(self) -> None:
        """The host has read what we said after our chain, so it has that too."""
        if self._chance is not None:
            self._chance.due = True

    # -- following ---------------------------------------------------------------------------------------------

    def _follow(self, step: Step) -> Moved:
        """One step by our own rules on our own view, compared with what the host says came of it."""
        game = self.game
        if game is None or step.number != self._step + 1:
            raise Broken(f"the host told step {step.number} after step {self._step}")
        before, due = self.position, game.due(self.position)
        choices = None
        try:
            drawn = step.choices is None and step.conceded is None and not (step.undo or step.forfeits or step.nonces)
            if isinstance(due, Chance) and drawn:
                self._watched().step(game, before, step)
                after, ours = game.chance(before, step.outcome.value if step.outcome else None)
            elif step.undo and step.choices is None and not (step.outcome or _parts(step) or step.forfeits):
                after, ours = self._taken_back(step), ()
            elif step.conceded is not None and step.choices is None and not (step.outcome or _parts(step)):
                after, ours = self._given_up(step), ()
            elif isinstance(due, Asks) and step.choices is not None and not (step.outcome or _parts(step)):
                choices = self._actions(step)
                after, ours = game.play(before, choices)
            else:
                raise Broken(f"step {step.number} of the host is not what was due")
            events = tuple(event_of(event.value) for event in step.events)
            if not agrees(ours, events, self.seat):
                raise Broken(f"step {step.number}: the host tells it otherwise than the rules")
            for event in events:
                after = game.learn(after, event)
        except (BadOutcome, BadEvent, Unreadable) as error:
            raise Broken(f"step {step.number} of the host breaks a rule: {error}") from None
        if digest(game, after) != step.digest:
            raise Broken(f"after step {step.number} the host's table differs from the rules")
        unasked = choices is not None and self._unasked(choices)
        self._account(step, choices, before, events, unasked=unasked)
        self.position, self._step = after, step.number
        self._events += 1
        self._seen[step.number] = step, self.seat
        self.proposals = renewed(game.proposals(after), self.proposals, step.number)
        if not unasked:
            self._key = step.number
            self._fresh()
        return Moved(step.number, before, after, choices, step.forfeits, events)

    def _given_up(self, step: Step) -> Any:
        """One of two has given up."""
        if len(self._places) != 2 or step.conceded not in (0, 1) or self.over:
            raise Broken(f"step {step.number}: nobody can give up now, but the host says so")
        if step.conceded == self.seat and not (self._conceding or self._away):
            raise Broken(f"step {step.number}: the host says that {self._name(step.conceded)} gives up: it never did")
        self.conceded = step.conceded
        return self.position

    @property
    def _places(self) -> tuple[int | None, ...]:
        """Something for each seat of the game."""
        return self.game.scores(self.position) if self.game is not None else ()

    def _taken_back(self, step: Step) -> Any:
        if self._takeback.seat is None:
            raise Broken(f"step {step.number}: the host took back what cannot be taken back any more")
        return self._takeback.take_back()

    def _account(
        self, step: Step, choices: dict[int, Any] | None, before: Any, events: Sequence[Event], *, unasked: bool
    ) -> None:
        """What could be taken back after this step."""
        sealed = any(ask.sealed for ask in self.asks)
        if choices is not None and not unasked and not sealed:
            self._takeback.played(next(iter(choices)), before, events)
        elif not step.undo:
            self._takeback.settle()

    @property
    def can_undo(self) -> bool:
        """Whether my last step can still be taken back."""
        return self.seat is not None and self._takeback.seat == self.seat and not self.over

    def undo(self) -> list[FromGuest]:
        """Takes my last step back; the messages to send. Raises `GameError` where that cannot be."""
        if not self.can_undo:
            raise GameError("one takes back one's own last move, until something is revealed or somebody else acts")
        return [Undo(self._step)]

    def _actions(self, step: Step) -> dict[int, Any]:
        """The actions of a step, each allowed by the rules, and the sealed ones as they were committed."""
        assert self.game is not None
        assert step.choices is not None
        sealed = {ask.seat for ask in self.asks if ask.sealed}
        asked = {ask.seat for ask in self.asks}
        unheard = f"step {step.number}: the host did not wait for everybody's choice, or played for others too"
        if step.choices.keys() != asked and not (len(step.choices) == 1 and max(step.choices) < len(self.names)):
            raise Broken(unheard)
        actions = {}
        for seat, text in sorted(step.choices.items()):
            action = self.game.parse(self.position, text)
            if why := self.game.check(self.position, seat, action):
                raise Broken(f"step {step.number}: {self._name(seat)} may not {text}: {why}")
            if seat == self.seat and seat not in sealed and seat not in step.forfeits and not self._away:
                self._recall(step, text)
            if seat == self.seat and seat in step.forfeits and action != self.game.default(self.position, seat):
                raise Broken(f"step {step.number}: {text!r} is not what a lost choice counts as")
            actions[seat] = action
        if not set(step.forfeits) <= (asked if self.lobby is not None and self.lobby.clock else sealed):
            raise Broken(f"step {step.number}: a choice is lost that was not sealed")
        if len(actions) == 1 and self._unasked(actions):
            return actions
        if actions.keys() != asked:
            raise Broken(unheard)
        if sealed and not self._away:
            self._facts += self._set.step(step, sealed)
        elif sealed:
            pass  # What was sealed is in the record, and is compared in the end.
        elif step.nonces:
            raise Broken(f"step {step.number}: a choice is opened that was not sealed")
        return actions

    def _recall(self, step: Step, text: str) -> None:
        """We said that, and of the same proposal; whatever we had said before it was refused."""
        for at, message in enumerate(self._said):
            said = message.action if isinstance(message, Answer) else text_of(message)
            if said == text and getattr(message, "revision", 0) == self._revision(text):
                del self._said[: at + 1]
                self._known()
                return
        raise Broken(f"step {step.number}: the host says {text!r} for this seat, which never said so")

    def _revision(self, text: str) -> int:
        """Of the standing proposal that this word of ours would answer; 0 where there is none."""
        if not is_bargain(text) or self.seat is None:
            return 0
        word, *numbers = text.split()
        found = answered(word, self.seat, list(map(int, numbers)), self.proposals)
        return self.proposals[found] if found else 0

    def _unasked(self, actions: dict[int, Any]) -> bool:
        assert self.game is not None
        return all(self.game.unasked(self.position, seat, action) for seat, action in actions.items())

    def _name(self, seat: int) -> str:
        return self.names[seat] if seat < len(self.names) else f"seat {seat + 1}"

    @property
    def evidence(self) -> tuple[str, ...]:
        """What the host signed and showed of this game so far, in the form of a record's proof."""
        watched = self._chance.lines if self._chance is not None else []
        return (*self._facts, *watched, *self._set.evidence())

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


def _parts(step: Step) -> bool:
    """Whether a step speaks of the parts of a roll."""
    return bool(step.house or step.elements or step.withheld)
