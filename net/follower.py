"""Following a game step by step on one's own view, by one's own rules: what the host tells must be what they say."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from core.engine import event_of
from core.game import (
    AnyGame,
    Ask,
    Asks,
    BadEvent,
    BadOutcome,
    Chance,
    Event,
    Over,
    Proposal,
    Unreadable,
)
from net.bargain import answered, is_bargain, renewed, text_of
from net.chance_watch import ChanceWatch
from net.changes import (
    Moved,
)
from net.keepsake import Keepsake, Keepsakes, forgetful
from net.messages import (
    Answer,
    Bargain,
    Heard,
    Lobby,
    Step,
    Welcome,
)
from net.set_watch import SetWatch
from net.takeback import Takeback
from net.trust import Broken, agrees, digest


class Follower:
    """The course of one game as one member of a table knows it: the part of the mirror that checks each step.

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
        self._ended: bytes | None = None
        """The game that the host has ended before its end."""
        self.hung = False
        """Whether the host has been silent for so long that it may not have what we said (`net.guest` knows)."""
        self.clock: tuple[int, int] = (0, 0)
        """For which question a clock runs, and the seconds it had left when the host said so; 0: it stands still."""
        self._game_id = b""
        self._step = self._key = self._events = 0
        self._away = False
        self._finished = False
        self._conceding = False
        self._lines: dict[int, Heard] = {}
        """The newest lines of talk: those that the host tells again to whoever comes back."""
        self._said: list[Answer | Bargain] = []
        self._missed: int | None = None
        """The question that was open when we came back: how far it had come, and which clock ran, we do not know."""
        self._waiting = False
        self._pending = False
        """Whether an answer was under way when the connection was lost."""
        self._waited = False
        self._set = SetWatch(b"", 0, None, device, b"", self._name, self._keepsake)
        self._chance: ChanceWatch | None = None
        self._parts: dict[int, bytes] = {}
        self._seen: dict[int, tuple[Step, int | None]] = {}
        self._takeback = Takeback()
        self._facts: list[str] = []

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
        if self._places != 2 or step.conceded not in (0, 1) or self.over:
            raise Broken(f"step {step.number}: nobody can give up now, but the host says so")
        if step.conceded == self.seat and not self._conceding:
            raise Broken(f"step {step.number}: the host says that {self._name(step.conceded)} gives up: it never did")
        self.conceded = step.conceded
        return self.position

    @property
    def _places(self) -> int:
        """How many seats there are for people; imaginary opponents give nothing up."""
        return people(self.game, self.position) if self.game is not None else 0

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
        # Which clock there was while we were away we do not know.
        timed = self._away or (self.lobby is not None and self.lobby.clock)
        if not set(step.forfeits) <= (asked if timed else sealed):
            raise Broken(f"step {step.number}: a choice is lost that was not sealed")
        if len(actions) == 1 and self._unasked(actions):
            return actions
        if actions.keys() != asked:
            raise Broken(unheard)
        if sealed:
            if not self._away:  # Else what was sealed is in the record, and is compared in the end.
                self._facts += self._set.step(step, sealed)
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

    def _known(self) -> None:
        """The host has read what we said after our chain, so it has that too."""
        if self._chance is not None:
            self._chance.due = True

    @property
    def evidence(self) -> tuple[str, ...]:
        """What the host signed and showed of this game so far, in the form of a record's proof."""
        watched = self._chance.lines if self._chance is not None else []
        return (*self._facts, *watched, *self._set.evidence())


def people(game: AnyGame, position: Any) -> int:
    """How many seats a game has, without those that nobody ever sits on."""
    return len(game.scores(position)) - len(game.houses(position))


def _parts(step: Step) -> bool:
    """Whether a step speaks of the parts of a roll."""
    return bool(step.house or step.elements or step.withheld)
