"""A guest's mirror of the table: follows the game on its own view, answers for its seat, and audits the host.

A state machine without sockets: messages go in, replies and changes come out. The screen, the bots and the headless
guest all stand on it. What the host says is checked against the rules as the game goes; a host that breaks them is
named in `Distrust` and not followed any further.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from typing import Any, NamedTuple, TypeAlias

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
    Result,
    Unreadable,
)
from core.record import BadRecord, Drawn, Play, Record, read, replay
from net.messages import (
    Answer,
    Begin,
    Bye,
    Chosen,
    Commit,
    Data,
    FromGuest,
    FromHost,
    Heard,
    Lobby,
    Notice,
    Open,
    Public,
    RecordPart,
    Refused,
    Sealed,
    Step,
    Welcome,
)
from net.sealing import NONCE, Question, commitment
from net.trust import agrees, digest

_MOST_PARTS = 128
"""Of a record: four megabytes."""

# -- changes ---------------------------------------------------------------------------------------------------------


class LobbyChanged(NamedTuple):
    """`Mirror.lobby` is new."""


class Begun(NamedTuple):
    """A game is on (at its start, or joined under way): `Mirror.position` and the rest are new."""


class Moved(NamedTuple):
    """One step. `choices`: the actions by seat, None for a chance outcome. `forfeits`: seats that lost their choice."""

    number: int
    before: Any
    after: Any
    choices: dict[int, Any] | None
    forfeits: tuple[int, ...]
    events: tuple[Event, ...]


class ChoicesChanged(NamedTuple):
    """`Mirror.chosen_by` is new: somebody has sealed a choice."""


class Talked(NamedTuple):
    """A line of talk; `seat` is None for a spectator."""

    name: str
    seat: int | None
    text: str


class Noticed(NamedTuple):
    """A line from the table itself."""

    text: str


class Finished(NamedTuple):
    """The game is over and its record is here; `doubt` says in words what in it does not fit, None if all does."""

    result: Result
    record: bytes
    doubt: str | None


class Rejected(NamedTuple):
    """The host refused what was asked for."""

    code: str
    text: str


class Distrust(NamedTuple):
    """The host broke a rule; the game is not followed any further."""

    text: str


class Closed(NamedTuple):
    """The host ended the connection."""

    text: str


Change: TypeAlias = (
    LobbyChanged | Begun | Moved | ChoicesChanged | Talked | Noticed | Finished | Rejected | Distrust | Closed
)
Received: TypeAlias = tuple[list[FromGuest], list[Change]]


class _Broken(Exception):
    """What the host did against the rules."""


class _Choice(NamedTuple):
    """A sealed choice as only its owner knows it."""

    action: str
    nonce: bytes


class Mirror:
    """What one member of a table knows.

    `device`: its public key, which its commitments are bound to. `entropy(n)` gives n fresh random bytes.
    """

    def __init__(self, device: bytes, entropy: Callable[[int], bytes]) -> None:
        self._device = device
        self._entropy = entropy
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
        self.broken: str | None = None
        self._game_id = b""
        self._step = self._key = 0
        self._late = False
        self._mine: dict[int, _Choice] = {}
        self._said: set[str] = set()
        self._waiting = False
        self._sealed: Sealed | None = None
        self._parts: dict[int, bytes] = {}
        self._seen: dict[int, tuple[Step, int | None]] = {}

    # -- what the screen asks ----------------------------------------------------------------------------------

    @property
    def asks(self) -> tuple[Ask, ...]:
        """The open questions, of all seats."""
        due = self.game.due(self.position) if self.game is not None else None
        return due.asks if isinstance(due, Asks) else ()

    @property
    def asked(self) -> Ask | None:
        """The open question to me."""
        return next((ask for ask in self.asks if ask.seat == self.seat), None)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.game is not None and isinstance(self.game.due(self.position), Over)

    @property
    def choice(self) -> Any:
        """My sealed choice for the open question, as long as nobody else can see it; None if there is none."""
        if not self._mine or self.game is None:
            return None
        return self.game.parse(self.position, self._mine[max(self._mine)].action)

    @property
    def owes(self) -> bool:
        """Whether an answer of mine is missing that can still be given; also when the host refused the last one."""
        return self.asked is not None and not (self._waiting or self.closed or self.broken)

    @property
    def closed(self) -> bool:
        """Whether the set of sealed choices is complete, so that mine can no longer be changed."""
        return self._sealed is not None

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

    def choose(self, action: Any) -> list[FromGuest]:
        """Answers the question to me; the messages to send. Raises `GameError` with the rule that forbids it."""
        ask = self.asked
        if ask is None or self.game is None or self.seat is None:
            raise GameError("nothing is asked of you now")
        if why := self.why_not(action):
            raise GameError(why)
        text = self.game.format(self.position, action)
        if self._sealed is not None:
            raise GameError("everybody has chosen: it cannot be changed any more")
        self._waiting = True
        if not ask.sealed:
            self._said.add(text)
            return [Answer(self._key, text)]
        revision = max(self._mine, default=0) + 1
        choice = _Choice(text, self._entropy(NONCE))
        self._mine[revision] = choice
        return [Commit(self._key, revision, self._seal(revision, choice))]

    def _seal(self, revision: int, choice: _Choice) -> bytes:
        assert self.seat is not None
        question = Question(self._game_id, self._key, self.seat, self._device)
        return commitment(question, revision, choice.action, choice.nonce)

    # -- what the host says ------------------------------------------------------------------------------------

    def receive(self, message: FromHost) -> Received:
        """Takes a message in: the replies to send and what has changed."""
        if self.broken is not None:
            return [], []
        try:
            return self._take(message)
        except _Broken as broken:
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
                if message.key != self._key:
                    return [], []
                self.chosen_by = frozenset(message.seats)
                return [], [ChoicesChanged()]
            case Sealed():
                return self._open(message)
            case Step():
                return [], [self._follow(message)]
            case RecordPart():
                return [], self._collect(message)
            case Heard():
                return [], [Talked(message.name, message.seat, message.text)]
            case Notice():
                return [], [Noticed(message.text)]
            case Refused():
                self._waiting = False
                return [], [Rejected(message.code, message.text)]
            case Bye():
                return [], [Closed(message.why)]
            case Public():
                return [], []

    def _begin(self, message: Begin) -> Received:
        game = GAMES.get(message.game)
        if game is None:
            raise _Broken(f"the host plays {message.game!r}, a game that this version does not have")
        try:
            position = game.load(message.view.value)
        except BadPosition as error:
            raise _Broken(f"the host's table cannot be: {error}") from None
        seats = len(game.scores(position))
        if len(message.names) != seats or (message.seat is not None and message.seat >= seats):
            raise _Broken("the host names other seats than the game has")
        if self.game is not None and not self.over:
            self._check_again(message, position)
        else:
            self._seen = {}
        self.game, self.position, self.seat = game, position, message.seat
        self.names = tuple(message.names)
        self._game_id, self._step, self._key = message.game_id, message.step, message.key
        self._fresh()
        self.chosen_by = frozenset(message.chosen)
        sealed = {ask.seat for ask in self.asks if ask.sealed}
        self._late = bool(sealed) and sealed <= self.chosen_by
        self._parts = {}
        return [], [Begun()]

    def _check_again(self, message: Begin, position: Any) -> None:
        """In the middle of a game only who watched it and takes a seat sees it anew, and sees the same."""
        assert self.game is not None
        same = message.game_id == self._game_id and (message.step, message.key) == (self._step, self._key)
        if not same or self.seat is not None or message.game != self.game.key:
            raise _Broken("the host began a game in the middle of one")
        if self.game.view(position, None) != self.game.view(self.position, None):
            raise _Broken("the host's table is another one than before")

    def _look_around(self, lobby: Lobby) -> LobbyChanged:
        """Who is here; who takes over a seat during a game brings a name along."""
        if self.game is not None and lobby.state == "playing":
            told = [info.name for info in lobby.seats[: len(self.names)]]
            known = [new or old for new, old in zip(told, self.names, strict=False)]
            self.names = (*known, *self.names[len(known) :])
        self.lobby = lobby
        return LobbyChanged()

    def _fresh(self) -> None:
        """A new question: nothing is chosen."""
        self.chosen_by = frozenset()
        self._late = False
        self._mine = {}
        self._said = set()
        self._waiting = False
        self._sealed = None

    def _open(self, sealed: Sealed) -> Received:
        """The set is closed: is my choice in it as I made it, has the host opened its own first? Then open mine."""
        asked = {ask.seat for ask in self.asks if ask.sealed}
        if sealed.key != self._key or self._sealed is not None or not asked:
            raise _Broken("the host closed a question that is not open")
        if set(sealed.seals) != asked:
            raise _Broken("the host closed the choices without everybody's")
        for seat, opened in sealed.opened.items():
            if seat not in asked or not self._fits(sealed, seat, opened.action, opened.nonce):
                raise _Broken(f"what the host opened for {self._name(seat)} is not what was sealed")
        choice = self._check_seals(sealed)
        self._sealed = sealed
        self.chosen_by = frozenset(sealed.seals)
        if choice is None:
            return [], [ChoicesChanged()]
        return [Open(sealed.key, choice.action, choice.nonce)], [ChoicesChanged()]

    def _check_seals(self, sealed: Sealed) -> _Choice | None:
        """Whose the commitments are, and which of my choices mine stands for.

        None without a seat, and for a set that was closed before I came.
        """
        host = self.welcome.host if self.welcome else self._device  # The host's own are at home without one.
        theirs = {seat for seat, seal in sealed.seals.items() if seal.device == host}
        if not set(sealed.forfeits) <= theirs - sealed.opened.keys():
            raise _Broken("the host lost a choice that is not its own, or opened one that is lost")
        if self._late:
            return None
        for seat, seal in sealed.seals.items():
            if seal.device != self._device_of(seat, host):
                raise _Broken(f"the host sealed the choice of {self._name(seat)} with another key")
        if self._device != host and theirs - sealed.opened.keys() - set(sealed.forfeits):
            raise _Broken("the host wants to see the others' choices before it opens its own")
        if self.seat not in sealed.seals:
            return None
        mine = sealed.seals[self.seat]
        choice = self._mine.get(mine.revision)
        if choice is None or self._seal(mine.revision, choice) != mine.digest:
            raise _Broken("the host changed the commitment of this seat")
        self._mine = {mine.revision: choice}
        return choice

    def _device_of(self, seat: int, host: bytes) -> bytes | None:
        """The key that the choices of a seat are bound to, as the lobby shows it: bots play under the host's."""
        if seat == self.seat:
            return self._device
        infos = self.lobby.seats if self.lobby else ()
        info = infos[seat] if seat < len(infos) else None
        return info.key if info is not None and info.state == "player" else host

    def _fits(self, sealed: Sealed, seat: int, action: str, nonce: bytes) -> bool:
        seal = sealed.seals[seat]
        question = Question(self._game_id, sealed.key, seat, seal.device)
        return commitment(question, seal.revision, action, nonce) == seal.digest

    # -- following ---------------------------------------------------------------------------------------------

    def _follow(self, step: Step) -> Moved:
        """One step by our own rules on our own view, compared with what the host says came of it."""
        game = self.game
        if game is None or step.number != self._step + 1:
            raise _Broken(f"the host told step {step.number} after step {self._step}")
        before, due = self.position, game.due(self.position)
        choices = None
        try:
            if isinstance(due, Chance) and step.choices is None and not (step.forfeits or step.nonces):
                after, ours = game.chance(before, step.outcome.value if step.outcome else None)
            elif isinstance(due, Asks) and step.choices is not None and step.outcome is None:
                choices = self._actions(step, step.choices)
                after, ours = game.play(before, choices)
            else:
                raise _Broken(f"step {step.number} of the host is not what was due")
            events = tuple(event_of(event.value) for event in step.events)
            if not agrees(ours, events, self.seat):
                raise _Broken(f"step {step.number}: the host tells it otherwise than the rules")
            for event in events:
                after = game.learn(after, event)
        except (BadOutcome, BadEvent, Unreadable) as error:
            raise _Broken(f"step {step.number} of the host breaks a rule: {error}") from None
        if digest(game, after) != step.digest:
            raise _Broken(f"after step {step.number} the host's table differs from the rules")
        owed = choices is None or choices.keys() >= {ask.seat for ask in self.asks}
        self.position, self._step = after, step.number
        self._seen[step.number] = step, self.seat
        if owed:
            self._key = step.number
            self._fresh()
        return Moved(step.number, before, after, choices, step.forfeits, events)

    def _actions(self, step: Step, choices: Mapping[int, str]) -> dict[int, Any]:
        """The actions of a step: those that were asked for, each allowed by the rules, the sealed ones as sealed."""
        assert self.game is not None
        owing = {ask.seat: ask.sealed for ask in self.asks}
        unasked = len(choices) == 1 and not choices.keys() & owing.keys()
        if choices.keys() != owing.keys() and not (unasked and max(choices) < len(self.names)):
            raise _Broken(f"step {step.number}: the host did not wait for everybody's choice")
        sealed = {seat for seat in choices if owing.get(seat)}
        self._check_opening(step, sealed)
        actions = {}
        for seat, text in sorted(choices.items()):
            action = self.game.parse(self.position, text)
            if why := self.game.check(self.position, seat, action):
                raise _Broken(f"step {step.number}: {self._name(seat)} may not {text}: {why}")
            if seat == self.seat and not sealed and text not in self._said:
                raise _Broken(f"step {step.number}: the host says {text!r} for this seat, which never said so")
            if seat == self.seat and seat in step.forfeits and action != self.game.default(self.position, seat):
                raise _Broken(f"step {step.number}: {text!r} is not what a lost choice counts as")
            actions[seat] = action
        return actions

    def _check_opening(self, step: Step, sealed: Set[int]) -> None:
        """Sealed choices are opened after the set has closed, each as it was sealed or else lost."""
        if not set(step.forfeits) <= sealed:
            raise _Broken(f"step {step.number}: a choice is lost that was not sealed")
        if not sealed:
            return
        if self._sealed is None:
            raise _Broken(f"step {step.number}: sealed choices were opened before everybody had chosen")
        lost, opened = set(step.forfeits), self._sealed.opened
        if not set(self._sealed.forfeits) <= lost or lost & opened.keys():
            raise _Broken(f"step {step.number}: the host thought better of a choice of its own")
        assert step.choices is not None
        for seat in sealed - lost:
            if not self._fits(self._sealed, seat, step.choices[seat], step.nonces.get(seat, b"")):
                raise _Broken(f"step {step.number}: {step.choices[seat]!r} is not what {self._name(seat)} had sealed")

    def _name(self, seat: int) -> str:
        return self.names[seat] if seat < len(self.names) else f"seat {seat + 1}"

    # -- the end -----------------------------------------------------------------------------------------------

    def _collect(self, part: RecordPart) -> list[Change]:
        if not self.over or not part.part < part.parts <= _MOST_PARTS:
            raise _Broken("the host's record comes at the wrong time, or is too large")
        self._parts[part.part] = part.data
        if len(self._parts) < part.parts:
            return []
        data = b"".join(self._parts[number] for number in sorted(self._parts))
        self._parts = {}
        assert self.game is not None
        return [Finished(self.game.result(self.position), data, self._doubt(data))]

    def _doubt(self, data: bytes) -> str | None:
        """What in the opened record does not fit the rules or what this seat saw."""
        try:
            return self._compare(read(data.decode()))
        except UnicodeDecodeError:
            return "the host's record is not text"
        except BadRecord as error:
            return f"the host's record does not hold: {error}"

    def _compare(self, record: Record) -> str | None:
        """Raises `BadRecord`."""
        game = self.game
        assert game is not None
        if record.header.game != game.key or len(record.steps) != self._step:
            return f"the host's record is of {len(record.steps)} steps of {record.header.game}, not of this game"
        open_so_far = True  # Every step known as it was: then the position is, and needs no digest to be compared.
        for number, (step, position, _) in enumerate(replay(record), 1):
            if number not in self._seen:
                open_so_far = False
                continue
            seen, seat = self._seen[number]
            if isinstance(step, Play):
                same = (step.choices, step.forfeited) == (seen.choices, tuple(sorted(seen.forfeits)))
            else:
                same = seen.choices is None
                open_so_far &= isinstance(step, Drawn) and seen.outcome == Data(step.outcome)
            if not same or not (open_so_far or digest(game, game.view(position, seat)) == seen.digest):
                return f"step {number} of the host's record is not what this seat saw"
        return None
