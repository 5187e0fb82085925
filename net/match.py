"""A game in play at the host's table: its questions, its joint chance, and the steps that come of them.

A state machine; what is to be told comes out as `Tell`s. Whatever happens for good is a row of the journal first, and
is done by `_enact`, alike when it happens and when a table is continued.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from core.engine import event_json
from core.game import AnyGame, Asks, Chance, Event, Over, Proposal, Result, Unreadable
from core.record import Conceded, Drawn, Play, Undo
from core.record import Step as RecordStep
from core.record import conceded as result_of_conceding
from net import proof
from net.bargain import answered, is_bargain, renewed, text_of
from net.dealer import Dealer
from net.journal import Journal
from net.messages import (
    Ack,
    Answer,
    Bargain,
    Begin,
    Chain,
    Chains,
    Chosen,
    Commit,
    Data,
    Deal,
    FromHost,
    Open,
    Reveal,
    Step,
)
from net.messages import Undo as TakeBack
from net.refusal import Refusal
from net.rolls import Rolls
from net.rows import AnyRow, Closed, Counted, Occupied, Started, Stepped
from net.sealed_set import SealedSet
from net.takeback import Takeback
from net.telling import Tell, to_all
from net.text import Name
from net.trust import digest

WINDOW = "window"
"""What `Match.waiting` says while a question is open in which nobody may show that they have answered."""
MOST_PROPOSALS = 5
"""Deals that a seat may propose while one question is open."""


class Match:
    """One game.

    `started`: its row, with the keys that each player's choices are bound to. `people`: the seats that somebody sits
    on, who all contribute to the chance. `house`: the host's device key, `sign` signs with it.
    """

    def __init__(
        self,
        game: AnyGame,
        started: Started,
        people: Iterable[int],
        house: bytes,
        sign: Callable[[bytes], bytes],
        dealer: Dealer,
        journal: Journal,
    ) -> None:
        self.game = game
        self.position: Any = game.start(len(started.devices), started.options)
        self.game_id = started.game_id
        self.devices = list(started.devices)
        self.steps: list[RecordStep] = []
        """All steps, as the record has them."""
        self.conceded: int | None = None
        """The seat that gave up and so ended the game."""
        self.dealer = dealer
        self._key = 0
        self._house = house
        self._sign = sign
        self._journal = journal
        self._rolls = Rolls(started.game_id, house, sign, dealer, people)
        self.proof: list[str] = [proof.game(started.game_id), proof.house(house), *self._rolls.proof]
        """The lines of the record's proof."""
        self._history: list[Tell] = []
        self._set: SealedSet | None = None
        self._kept_set: Closed | None = None
        self._proposals: dict[Proposal, int] = {}
        self._proposed: Counter[int] = Counter()
        self._takeback = Takeback()

    # -- what is so --------------------------------------------------------------------------------------------

    @property
    def step(self) -> int:
        """How many steps are done."""
        return len(self.steps)

    @property
    def key(self) -> int:
        """Of the open question."""
        return self._key

    @property
    def events(self) -> int:
        """How many numbered events there were: steps, and changes in who contributes to the chance."""
        return len(self._history)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.conceded is not None or isinstance(self.game.due(self.position), Over)

    @property
    def result(self) -> Result:
        """Of a game that is over."""
        if self.conceded is not None:
            return result_of_conceding(self.game, self.position, self.conceded)
        return self.game.result(self.position)

    @property
    def waiting(self) -> tuple[str, int] | None:
        """What the guests' programs are to do by themselves now, without anybody's choice; None for nothing."""
        if self._rolls.due:
            return "chains", 0
        if self._rolls.under_way is not None:
            return "roll", self._rolls.under_way.step
        if self._set is not None and self._set.phase != "choosing":
            return self._set.phase, self._set.key
        due = self.game.due(self.position)
        if isinstance(due, Asks) and any(ask.silent for ask in due.asks):
            return WINDOW, self._key
        return None

    @property
    def owing(self) -> frozenset[int]:
        """The seats whose choice is missing for the open question."""
        if self.over or self.waiting not in (None, (WINDOW, self._key)):
            return frozenset()
        return frozenset(self._asked().keys() - (self._set.seals.keys() if self._set is not None else set()))

    @property
    def timed(self) -> frozenset[int]:
        """The seats that a clock for choices waits for; in a silent window all: it must not show who has answered."""
        return self.owing and (self.owing if self.waiting is None else frozenset(self._asked()))

    def welcome(self, seat: int | None, names: Sequence[str]) -> list[FromHost]:
        """For somebody who comes in: the game as this seat may see it, and what is under way."""
        # A newcomer does not know what was before: from here on it stands.
        self._takeback.settle()
        return [self.begin(seat, names), *self._under_way(seat)]

    def since(self, seen: int, seat: int | None) -> list[FromHost]:
        """For somebody who comes back to its seat and knows the first `seen` events: the rest and what is under way."""
        missed = [message for tell in self._history[seen:] if (message := tell(seat)) is not None]
        return [*missed, Chosen(self._key, self._shown()), *self._under_way(seat)]

    def _under_way(self, seat: int | None) -> list[FromHost]:
        roll = self._rolls.message()
        return [*([roll] if roll is not None else []), *(self._set.under_way(seat) if self._set is not None else [])]

    def begin(self, seat: int | None, names: Sequence[str]) -> Begin:
        """The game as this seat may see it."""
        return Begin(
            game_id=self.game_id,
            game=self.game.key,
            seat=seat,
            names=tuple(map(Name, names)),
            view=Data(self.game.dump(self.game.view(self.position, seat))),
            step=self.step,
            key=self._key,
            chosen=self._shown(),
            revisions=tuple(self._proposals.values()),
            secret=self._rolls.commitment,
            house=self._rolls.house,
            links=dict(self._rolls.links),
            events=self.events,
            conceded=self.conceded,
        )

    def _asked(self) -> dict[int, bool]:
        """The seats that owe an answer, and whether it is sealed."""
        due = self.game.due(self.position)
        return {ask.seat: ask.sealed for ask in due.asks} if isinstance(due, Asks) else {}

    def _shown(self) -> tuple[int, ...]:
        """Who has chosen, as far as that may show."""
        due = self.game.due(self.position)
        if self._set is None or not isinstance(due, Asks):
            return ()
        closed = self._set.phase != "choosing"
        return tuple(ask.seat for ask in due.asks if ask.seat in self._set.seals and (closed or not ask.silent))

    # -- going on ----------------------------------------------------------------------------------------------

    def advance(self) -> list[Tell]:
        """All that follows by itself, until somebody is waited for or the game is over."""
        tells: list[Tell] = []
        while (more := self._follow()) is not None:
            tells += more
        return tells

    def _follow(self) -> list[Tell] | None:
        if (counted := self._rolls.counted(self.step + 1)) is not None:
            return self._enact(counted)
        if self._rolls.due or self.over:
            return None
        if self._set is not None and self._set.phase != "choosing":
            return self._follow_set(self._set)
        due = self.game.due(self.position)
        if not isinstance(due, Chance):
            return None
        if self._rolls.under_way is None:
            # From here on others have opened what the dice are made of.
            self._takeback.settle()
            roll = self._rolls.begin(self.step + 1, secret=due.secret)
            return [to_all(roll)] if roll is not None else []
        stepped = self._rolls.finished(self.game, self.position, due)
        return self._enact(stepped) if stepped is not None else None

    def _follow_set(self, sealed: SealedSet) -> list[Tell] | None:
        """A closed set is kept; once all is open or forfeit it is a step, and only now anybody sees others' choices."""
        if self._kept_set is None or self._kept_set.forfeits != tuple(sorted(sealed.forfeits)):
            return self._enact(sealed.row())
        if sealed.phase != "done":
            return None
        choices = {seat: self._legal(seat, opened.action) for seat, opened in sealed.opened.items()}
        choices |= {seat: self.game.default(self.position, seat) for seat in sealed.forfeits}
        nonces = {seat: opened.nonce for seat, opened in sealed.opened.items()}
        lines = proof.sealed_set(self.step + 1, sealed.key, sealed.signature, sealed.seals, sealed.acks, nonces)
        return self._play(dict(sorted(choices.items())), sealed.forfeits, nonces, lines)

    def chain(self, seat: int, message: Chain) -> list[Tell]:
        """Somebody's tip. Raises `Refusal`."""
        self._rolls.chain(seat, self.devices[seat], message)
        return self.advance()

    def reveal(self, seat: int, message: Reveal) -> list[Tell]:
        """Somebody's element for the roll. Raises `Refusal`."""
        self._rolls.reveal(seat, message)
        return self.advance()

    # -- answers -----------------------------------------------------------------------------------------------

    def answer(self, seat: int, message: Answer) -> list[Tell]:
        """An open answer. Raises `Refusal`."""
        if self._asked().get(seat) is not False or message.key != self._key:
            raise Refusal("not-asked", "that was not, or is no longer, asked of you")
        if is_bargain(message.action):
            raise Refusal("unreadable", "haggling has messages of its own")
        return [*self._play({seat: self._legal(seat, message.action)}), *self.advance()]

    def bargain(self, seat: int, message: Bargain) -> list[Tell]:
        """A word in a haggle or about a deal. Raises `Refusal`, also for an answer to what stands no more."""
        text = text_of(message)
        word, *numbers = text.split()
        found = answered(word, seat, list(map(int, numbers)), self._proposals)
        revision = getattr(message, "revision", 0)
        if revision != (self._proposals[found] if found else 0) or getattr(message, "key", self._key) != self._key:
            raise Refusal("changed", "what you answer has changed, or stands no more: look again")
        if isinstance(message, Deal) and self._proposed[seat] >= MOST_PROPOSALS:
            raise Refusal("too-many", f"{MOST_PROPOSALS} proposals are enough until the next move")
        action = self._legal(seat, text)
        if not self.game.unasked(self.position, seat, action) and self._asked().get(seat) is not False:
            raise Refusal("not-asked", "that was not, or is no longer, asked of you")
        tells = self._play({seat: action})
        self._proposed[seat] += isinstance(message, Deal)
        return [*tells, *self.advance()]

    def _legal(self, seat: int, text: str) -> Any:
        if self.over:
            raise Refusal("not-asked", "the game is over")
        try:
            action = self.game.parse(self.position, text)
        except Unreadable as error:
            raise Refusal("unreadable", str(error)) from None
        if why := self.game.check(self.position, seat, action):
            raise Refusal("illegal", why)
        return action

    def undo(self, seat: int, message: TakeBack) -> list[Tell]:
        """A seat's own last step is taken back. Raises `Refusal`."""
        if message.step != self.step or seat != self._takeback.seat or self.over:
            raise Refusal("no-undo", "one takes back one's own last move, until something is revealed or another acts")
        return self._enact(Stepped(undo=True))

    def concede(self, seat: int) -> list[Tell]:
        """Of two seats one gives up: the game is over. Raises `Refusal`."""
        if len(self.devices) != 2 or self.over:
            raise Refusal("not-now", "with more than two seats a bot plays on for whoever gives up")
        return self._enact(Stepped(conceded=seat))

    # -- sealed choices ----------------------------------------------------------------------------------------

    def commit(self, seat: int, message: Commit) -> list[Tell]:
        """A sealed choice. Raises `Refusal`."""
        sealed = self._sealed_set()
        before = self._shown()
        tells = sealed.commit(seat, self.devices[seat], message)
        return [*(tells or self._changed(before)), *self.advance()]

    def _sealed_set(self) -> SealedSet:
        """The set of the open sealed question."""
        if self._set is None:
            asked = {seat for seat, sealed in self._asked().items() if sealed}
            self._set = SealedSet(self.game_id, self._key, asked, self._house, self._sign, self._allowed)
        return self._set

    def _changed(self, before: tuple[int, ...]) -> list[Tell]:
        """Tells who has chosen if that shows anything new: where it may not show, a message would tell it too."""
        chosen = Chosen(self._key, self._shown())
        return [to_all(chosen)] if chosen.seats != before else []

    def _allowed(self, seat: int, text: str) -> bool:
        try:
            self._legal(seat, text)
        except Refusal:
            return False
        return True

    def ack(self, seat: int, message: Ack) -> list[Tell]:
        """A guest has seen the complete set. Raises `Refusal`."""
        return [*self._open_set().ack(seat, message), *self.advance()]

    def open(self, seat: int, message: Open) -> list[Tell]:
        """A sealed choice is opened. Raises `Refusal`."""
        return [*self._open_set().open(seat, message), *self.advance()]

    def _open_set(self) -> SealedSet:
        if self._set is None:
            raise Refusal("not-closed", "no sealed choices are under way")
        return self._set

    # -- coming, going, and time -------------------------------------------------------------------------------

    def leave(self, seat: int) -> list[Tell]:
        """Whoever sat here is gone: no element and no opening will come from it any more."""
        tells: list[Tell] = []
        if self._set is not None:
            before = self._shown()
            tells = self._set.leave(seat)
            if self._set.phase == "choosing":
                tells += self._changed(before)
        self._rolls.leave(seat)
        return [*tells, *self.advance()]

    def returned(self, seat: int) -> None:
        """A player comes to that seat, who contributes to the chance; the house's bots do not."""
        self._rolls.returned(seat, self.devices[seat])

    def occupy(self, seat: int, device: bytes) -> list[Tell]:
        """Somebody else answers for this seat from now on; its chain counts from the next roll on."""
        return [*self.leave(seat), *self._enact(Occupied(seat, device))]

    def expire(self) -> list[Tell]:
        """Time is up for what the guests' programs do by themselves: who has not done it is left out, by name."""
        tells: list[Tell] = []
        if self._rolls.due:
            self._rolls.due.clear()
        elif self._rolls.under_way is not None:
            for seat in sorted(self._rolls.waited):
                self._rolls.withhold(seat)
        elif (waiting := self.waiting) is not None:
            sealed = self._sealed_set()
            tells = sealed.lapse() if waiting[0] == WINDOW else sealed.expire()
        return [*tells, *self.advance()]

    def lapse(self) -> list[Tell]:
        """Time is up for choosing: for whoever has not chosen the default counts."""
        owing = self.owing
        if not owing:
            return []
        if all(self._asked()[seat] for seat in owing):
            return [*self._sealed_set().lapse(), *self.advance()]
        seat = min(seat for seat in owing if not self._asked()[seat])
        return [*self._play({seat: self.game.default(self.position, seat)}, {seat}), *self.advance()]

    # -- steps -------------------------------------------------------------------------------------------------

    def _play(
        self,
        choices: Mapping[int, Any],
        forfeits: Iterable[int] = (),
        nonces: Mapping[int, bytes] | None = None,
        lines: Sequence[str] = (),
    ) -> list[Tell]:
        texts = {seat: self.game.format(self.position, action) for seat, action in choices.items()}
        return self._enact(Stepped(texts, tuple(sorted(forfeits)), dict(nonces or {}), proof=tuple(lines)))

    def restore(self, rows: Iterable[AnyRow]) -> None:
        """Everything that had happened in an earlier life of this table, from its journal."""
        for row in rows:
            if isinstance(row, Stepped) and row.choices is None and not row.undo and row.conceded is None:
                self._rolls.again(self.game, self.position, row)
            if isinstance(row, Counted | Stepped | Occupied):
                self._do(row)
            elif isinstance(row, Closed) and row.key == self._key:
                self._kept_set = row
        if self.step:
            self._rolls.due.clear()
        if self._kept_set is not None:
            self._sealed_set().resume(self._kept_set)
        # Who comes in anew does not know what was before.
        self._takeback.settle()

    def _enact(self, row: Counted | Closed | Occupied | Stepped) -> list[Tell]:
        """Something happens for good."""
        self._journal.append(row)
        if isinstance(row, Closed):
            self._kept_set = row
            return []
        if isinstance(row, Stepped) and row.choices is None and not row.undo and row.conceded is None:
            self._rolls.rolled(row)
        return self._do(row)

    def _do(self, row: Counted | Occupied | Stepped) -> list[Tell]:
        if isinstance(row, Occupied):
            self.devices[row.seat] = row.device
            return []
        if isinstance(row, Counted):
            self._rolls.count_in(row)
            self.proof += row.proof
            return self._event(to_all(Chains(dict(row.links))))
        self.proof += row.proof
        return self._event(self._step(row))

    def _event(self, tell: Tell) -> list[Tell]:
        self._history.append(tell)
        return [tell]

    def _step(self, row: Stepped) -> Tell:
        """The step is done."""
        game, before = self.game, self.position
        after, unasked = before, False
        events: Sequence[Event] = ()
        if row.choices is not None:
            choices = {seat: game.parse(before, text) for seat, text in row.choices.items()}
            unasked = all(game.unasked(before, seat, action) for seat, action in choices.items())
            sealed = any(self._asked().values())
            after, events = game.play(before, choices)
            if sealed or unasked:
                self._takeback.settle()
            else:
                self._takeback.played(next(iter(choices)), before, events)
            self.steps.append(Play(row.choices, row.forfeits))
        elif row.undo:
            after = self._takeback.take_back()
            self.steps.append(Undo())
        elif row.conceded is not None:
            self.conceded = row.conceded
            self.steps.append(Conceded(row.conceded))
        else:
            self._takeback.settle()
            after, events = game.chance(before, row.outcome)
            self.steps.append(Drawn(row.outcome))
        self.position = after
        self._proposals = renewed(game.proposals(after), self._proposals, self.step)
        if not unasked:
            self._key = self.step
            self._set = self._kept_set = None
            self._proposed.clear()
        return self._telling(row, before, after, events)

    def _telling(self, row: Stepped, before: Any, after: Any, events: Sequence[Event]) -> Tell:
        """The step's message for each seat, with what that seat may know filled in."""
        game, number = self.game, self.step
        drawn = row.choices is None and not row.undo and row.conceded is None

        @cache
        def tell(seat: int | None) -> Step:
            shown = game.hide(before, row.outcome, seat) if row.secret else row.outcome
            return Step(
                number=number,
                events=tuple(Data(event_json(event)) for event in events if event.seen_by(seat)),
                digest=digest(game, game.view(after, seat)),
                choices=row.choices,
                nonces=row.nonces,
                forfeits=row.forfeits,
                outcome=Data(shown) if drawn else None,
                house=row.house,
                elements=row.elements,
                withheld=row.withheld,
                undo=row.undo,
                conceded=row.conceded,
            )

        return tell
