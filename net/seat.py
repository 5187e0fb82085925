"""A guest's mirror of the table: follows the game on its own view, answers for its seat, and audits the host.

A state machine without sockets: messages go in, replies and changes come out. The screen, the bots and the headless
guest all stand on it. What the host says is checked against the rules as the game goes; a host that breaks them is
named in `Distrust` and not followed any further.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
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
    Event,
    GameError,
    Over,
    Result,
    Unreadable,
)
from core.record import BadRecord, Record, read, replay
from net.messages import (
    Answer,
    Begin,
    Bye,
    Chosen,
    Commit,
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
        self._mine: dict[int, _Choice] = {}
        self._sealed: Sealed | None = None
        self._parts: dict[int, bytes] = {}
        self._steps: dict[int, Step] = {}

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
        if not ask.sealed:
            return [Answer(self._key, text)]
        if self._sealed is not None:
            raise GameError("everybody has chosen: it cannot be changed any more")
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
                self.lobby = message
                return [], [LobbyChanged()]
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
        if message.game_id != self._game_id:
            self._steps = {}
        self.game, self.position, self.seat = game, position, message.seat
        self.names = tuple(message.names)
        self._game_id, self._step, self._key = message.game_id, message.step, message.key
        self._fresh()
        self.chosen_by = frozenset(message.chosen)
        self._parts = {}
        return [], [Begun()]

    def _fresh(self) -> None:
        """A new question: nothing is chosen."""
        self.chosen_by = frozenset()
        self._mine = {}
        self._sealed = None

    def _open(self, sealed: Sealed) -> Received:
        """The set is closed: is my choice in it as I made it, has the host opened its own first? Then open mine."""
        if sealed.key != self._key or self._sealed is not None:
            raise _Broken("the host closed a question that is not open")
        if set(sealed.seals) != {ask.seat for ask in self.asks if ask.sealed}:
            raise _Broken("the host closed the choices without everybody's")
        for seat, opened in sealed.opened.items():
            if seat not in sealed.seals or not self._fits(sealed, seat, opened.action, opened.nonce):
                raise _Broken(f"what the host opened for {self._name(seat)} is not what was sealed")
        self._sealed = sealed
        self.chosen_by = frozenset(sealed.seals)
        changes: list[Change] = [ChoicesChanged()]
        mine = None if self.seat is None else sealed.seals.get(self.seat)
        if mine is None or mine.device != self._device:
            return [], changes
        choice = self._mine.get(mine.revision)
        if choice is None or self._seal(mine.revision, choice) != mine.digest:
            raise _Broken("the host changed the commitment of this seat")
        host = self.welcome.host if self.welcome else b""
        theirs = {seat for seat, seal in sealed.seals.items() if seal.device == host}
        if self._device != host and theirs - sealed.opened.keys() - set(sealed.forfeits):
            raise _Broken("the host wants to see the others' choices before it opens its own")
        self._mine = {mine.revision: choice}
        return [Open(sealed.key, choice.action, choice.nonce)], changes

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
        before = self.position
        choices = None
        try:
            if step.choices is None:
                after, ours = game.chance(before, step.outcome.value if step.outcome else None)
            else:
                choices = self._actions(step)
                after, ours = game.play(before, choices)
            events = tuple(event_of(event.value) for event in step.events)
            if not agrees(ours, events, self.seat):
                raise _Broken(f"step {step.number}: the host tells it otherwise than the rules")
            for event in events:
                after = game.learn(after, event)
        except (BadOutcome, BadEvent, Unreadable) as error:
            raise _Broken(f"step {step.number} of the host breaks a rule: {error}") from None
        if digest(game, after) != step.digest:
            raise _Broken(f"after step {step.number} the host's table differs from the rules")
        owed = step.choices is None or set(step.choices) >= {ask.seat for ask in self.asks}
        self.position, self._step = after, step.number
        self._steps[step.number] = step
        if owed:
            self._key = step.number
            self._fresh()
        return Moved(step.number, before, after, choices, step.forfeits, events)

    def _actions(self, step: Step) -> dict[int, Any]:
        """The actions of a step, each allowed by the rules, and the sealed ones as they were committed."""
        assert self.game is not None
        assert step.choices is not None
        sealed = {ask.seat for ask in self.asks if ask.sealed} & step.choices.keys()
        if sealed and (self._sealed is None or self._sealed.key != self._key):
            raise _Broken(f"step {step.number}: sealed choices were opened before everybody had chosen")
        actions = {}
        for seat, text in sorted(step.choices.items()):
            action = self.game.parse(self.position, text)
            if why := self.game.check(self.position, seat, action):
                raise _Broken(f"step {step.number}: {self._name(seat)} may not {text}: {why}")
            if seat in sealed and seat not in step.forfeits:
                assert self._sealed is not None
                if not self._fits(self._sealed, seat, text, step.nonces.get(seat, b"")):
                    raise _Broken(f"step {step.number}: {text!r} is not what {self._name(seat)} had sealed")
            actions[seat] = action
        return actions

    def _name(self, seat: int) -> str:
        return self.names[seat] if seat < len(self.names) else f"seat {seat + 1}"

    # -- the end -----------------------------------------------------------------------------------------------

    def _collect(self, part: RecordPart) -> list[Change]:
        self._parts[part.part] = part.data
        if len(self._parts) < part.parts or not self.over:
            return []
        data = b"".join(self._parts[number] for number in sorted(self._parts))
        self._parts = {}
        assert self.game is not None
        return [Finished(self.game.result(self.position), data, self._doubt(data))]

    def _doubt(self, data: bytes) -> str | None:
        """What in the opened record does not fit the rules or what this seat saw."""
        try:
            record = read(data.decode())
            for _ in replay(record):
                pass
        except UnicodeDecodeError:
            return "the host's record is not text"
        except BadRecord as error:
            return f"the host's record does not hold: {error}"
        return self._compare(record)

    def _compare(self, record: Record) -> str | None:
        if len(record.steps) != self._step:
            return f"the host's record has {len(record.steps)} steps, this seat saw {self._step}"
        for number, seen in self._steps.items():
            step = record.steps[number - 1]
            if seen.choices is not None and getattr(step, "choices", None) != seen.choices:
                return f"step {number} of the host's record is not what this seat saw"
        return None
