"""A game in play at the host's table: its questions, its joint chance, and the steps that come of them.

A state machine; what is to be told comes out as `Tell`s. Nobody is told of a step before the journal has it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from msgspec.structs import replace

from core.engine import event_json
from core.game import AnyGame, Asks, Chance, Event, Json, Over, Proposal, Unreadable
from core.record import Drawn, Play, Undo
from net import proof
from net.bargain import answered, is_bargain, renewed, text_of
from net.chain import house_statement, link, tip_statement
from net.dealer import Dealer, Roll
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
    Link,
    Open,
    Reveal,
    Step,
)
from net.messages import Roll as RollMessage
from net.messages import Undo as TakeBack
from net.refusal import Refusal
from net.sealed_set import SealedSet
from net.signature import signed
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

    `devices`: the key that each player's choices are bound to. `people`: the seats that somebody sits on, who all
    contribute to the chance. `house`: the host's device key, `sign` signs with it.
    """

    def __init__(
        self,
        game: AnyGame,
        position: Any,
        game_id: bytes,
        devices: Sequence[bytes],
        people: Iterable[int],
        house: bytes,
        sign: Callable[[bytes], bytes],
        dealer: Dealer,
        journal: Journal,
    ) -> None:
        self.game = game
        self.position = position
        self.game_id = game_id
        self.step = 0
        """How many steps are done."""
        self._key = 0
        self._devices = list(devices)
        self._house = house
        self._sign = sign
        self._dealer = dealer
        self._journal = journal
        self._chains: dict[int, Link] = {}
        self._gone: set[int] = set()
        self._coming: dict[int, Link] = {}
        self._chains_due = set(people) if dealer.house is not None else set()
        self._roll: Roll | None = None
        self._roll_due: set[int] = set()
        self._withheld: set[int] = set()
        self._set: SealedSet | None = None
        self._proposals: dict[Proposal, int] = {}
        self._proposed: Counter[int] = Counter()
        self._takeback = Takeback()
        self._house_link: Link | None = None
        lines = [proof.game(game_id), proof.house(house)]
        if dealer.house is not None and dealer.commitment is not None:
            signature = sign(house_statement(game_id, dealer.house, dealer.commitment))
            self._house_link = Link(house, dealer.house, signature, dealer.house)
            lines.append(proof.chance(dealer.house, dealer.commitment, signature))
        journal.prove(lines)

    # -- what is so --------------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return isinstance(self.game.due(self.position), Over)

    @property
    def waiting(self) -> tuple[str, int] | None:
        """What the guests' programs are to do by themselves now, without anybody's choice; None for nothing."""
        if self._chains_due:
            return "chains", 0
        if self._roll is not None:
            return "roll", self._roll.step
        if self._set is not None and self._set.phase != "choosing":
            return self._set.phase, self._set.key
        due = self.game.due(self.position)
        if isinstance(due, Asks) and any(ask.silent for ask in due.asks):
            return WINDOW, self._key
        return None

    def welcome(self, seat: int | None, names: Sequence[str]) -> list[FromHost]:
        """For somebody who comes in: the game as this seat may see it, and what is under way."""
        # A newcomer does not know what was before: from here on it stands.
        self._takeback.settle()
        messages: list[FromHost] = [self.begin(seat, names)]
        if self._roll is not None and self._roll.house is not None:
            messages.append(self._roll_message(self._roll, self._roll.house))
        if self._set is not None:
            messages += self._set.under_way()
        return messages

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
            secret=self._dealer.commitment,
            house=self._house_link,
            links=dict(self._chains),
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

    # -- chance ------------------------------------------------------------------------------------------------

    def start(self) -> list[Tell]:
        """After everybody was told of the beginning: the first chance, once all chains are here."""
        return [] if self._chains_due else self._run()

    def chain(self, seat: int, message: Chain) -> list[Tell]:
        """Somebody's tip. Raises `Refusal`."""
        device = self._devices[seat]
        if self._house_link is None or seat in self._coming or seat in self._chains.keys() - self._gone:
            raise Refusal("chained", "your chain is here already, or none is needed")
        if not signed(device, tip_statement(self.game_id, seat, message.tip), message.signature):
            raise Refusal("bad-signature", "that tip is not signed by you for this game")
        self._coming[seat] = Link(device, message.tip, message.signature, message.tip)
        starting = bool(self._chains_due)
        self._chains_due.discard(seat)
        if self._roll is not None or self._chains_due:
            return []
        return [*self._count_in(), *(self._run() if starting else [])]

    def _count_in(self) -> list[Tell]:
        """Who has come or gone since the last roll began: from the next one on the others are told, and it counts."""
        if not (self._gone or self._coming):
            return []
        for seat in self._gone:
            self._chains.pop(seat, None)
        self._chains |= self._coming
        new = sorted(self._coming.items())
        self._journal.prove([proof.chain(self.step + 1, seat, one) for seat, one in new])
        self._gone, self._coming = set(), {}
        return [self._all_chains()]

    def _all_chains(self) -> Tell:
        return to_all(Chains(dict(self._chains)))

    def _run(self) -> list[Tell]:
        """Goes on with whatever chance is due, until somebody is waited for or the game is over."""
        tells: list[Tell] = []
        while isinstance(due := self.game.due(self.position), Chance) and self._roll is None:
            self._roll = Roll(self.game_id, self.step + 1, self._dealer.element(), secret=due.secret)
            self._withheld = set()
            if self._roll.house is not None:
                self._roll_due = set(self._chains)
                tells.append(to_all(self._roll_message(self._roll, self._roll.house)))
            if not self._roll_due:
                tells += self._finish_roll()
        return tells

    def _roll_message(self, roll: Roll, opened: bytes) -> RollMessage:
        seats = self._roll_due | self._withheld | roll.elements.keys()
        return RollMessage(roll.step, opened, tuple(sorted(seats)))

    def reveal(self, seat: int, message: Reveal) -> list[Tell]:
        """Somebody's element for the roll; a wrong one counts as withheld. Raises `Refusal`."""
        if self._roll is None or message.step != self._roll.step or seat not in self._roll_due:
            raise Refusal("no-roll", "no element of yours is waited for")
        if link(message.element) != self._chains[seat].last:
            return self._withhold(seat)
        self._roll.elements[seat] = message.element
        self._roll_due.discard(seat)
        return self._rolled()

    def _withhold(self, seat: int) -> list[Tell]:
        """An element that will not come, or not rightly: its seat is left out, by name, from now on."""
        self._roll_due.discard(seat)
        self._withheld.add(seat)
        return self._rolled()

    def _rolled(self) -> list[Tell]:
        return [] if self._roll_due else [*self._finish_roll(), *self._run()]

    def _finish_roll(self) -> list[Tell]:
        roll, self._roll = self._roll, None
        assert roll is not None
        self._takeback.settle()
        due, before = self.game.due(self.position), self.position
        assert isinstance(due, Chance)
        outcome = self._dealer.outcome(self.game, before, roll)
        after, events = self.game.chance(before, outcome)
        for seat, element in roll.elements.items():
            self._chains[seat] = replace(self._chains[seat], last=element)
        for seat in self._withheld:
            self._chains.pop(seat, None)
        if self._house_link is not None and roll.house is not None:
            self._house_link = replace(self._house_link, last=roll.house)
        lines = [] if roll.house is None else [proof.roll(roll.step, roll.house, roll.elements, self._withheld)]
        self._journal.append(Drawn(outcome), lines)
        step = Step(
            number=self.step + 1,
            events=(),
            digest=bytes(16),
            house=roll.house,
            elements=dict(roll.elements),
            withheld=tuple(sorted(self._withheld)),
        )
        return [self._told(step, before, after, events, outcome=outcome, secret=due.secret), *self._count_in()]

    # -- answers -----------------------------------------------------------------------------------------------

    def answer(self, seat: int, message: Answer) -> list[Tell]:
        """An open answer. Raises `Refusal`."""
        if self._asked().get(seat) is not False or message.key != self._key:
            raise Refusal("not-asked", "that was not, or is no longer, asked of you")
        if is_bargain(message.action):
            raise Refusal("unreadable", "haggling has messages of its own")
        return self._play({seat: self._legal(seat, message.action)})

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
        return tells

    def _legal(self, seat: int, text: str) -> Any:
        try:
            action = self.game.parse(self.position, text)
        except Unreadable as error:
            raise Refusal("unreadable", str(error)) from None
        if why := self.game.check(self.position, seat, action):
            raise Refusal("illegal", why)
        return action

    def undo(self, seat: int, message: TakeBack) -> list[Tell]:
        """A seat's own last step is taken back. Raises `Refusal`."""
        if message.step != self.step or seat != self._takeback.seat:
            raise Refusal("no-undo", "one takes back one's own last move, until something is revealed or another acts")
        before = self._takeback.take_back()
        self._journal.append(Undo())
        step = Step(self.step + 1, (), bytes(16), undo=True)
        return [self._told(step, self.position, before, ())]

    # -- sealed choices ----------------------------------------------------------------------------------------

    def commit(self, seat: int, message: Commit) -> list[Tell]:
        """A sealed choice. Raises `Refusal`."""
        sealed = self._sealed_set()
        before = self._shown()
        tells = sealed.commit(seat, self._devices[seat], message)
        return tells or self._changed(before)

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
        return self._settle(self._open_set().ack(seat, message))

    def open(self, seat: int, message: Open) -> list[Tell]:
        """A sealed choice is opened. Raises `Refusal`."""
        return self._settle(self._open_set().open(seat, message))

    def _open_set(self) -> SealedSet:
        if self._set is None:
            raise Refusal("not-closed", "no sealed choices are under way")
        return self._set

    def _settle(self, tells: list[Tell]) -> list[Tell]:
        """Once all is open or forfeit: the step, and only now does anybody see another's choice."""
        sealed = self._set
        if sealed is None or sealed.phase != "done":
            return tells
        choices = {seat: self._legal(seat, opened.action) for seat, opened in sealed.opened.items()}
        choices |= {seat: self.game.default(self.position, seat) for seat in sealed.forfeits}
        return [*tells, *self._play(dict(sorted(choices.items())), sealed)]

    # -- coming, going, and time -------------------------------------------------------------------------------

    def leave(self, seat: int) -> list[Tell]:
        """Whoever sat here is gone: no element and no opening will come from it any more."""
        tells: list[Tell] = []
        if self._set is not None:
            before = self._shown()
            tells = self._settle(self._set.leave(seat))
            if self._set is not None and self._set.phase == "choosing":
                tells += self._changed(before)
        self._coming.pop(seat, None)
        if seat in self._chains:
            self._gone.add(seat)
        if self._chains_due:
            self._chains_due.discard(seat)
            return tells if self._chains_due else [*tells, *self._count_in(), *self._run()]
        if seat in self._roll_due:
            return [*tells, *self._withhold(seat)]
        return tells if self._roll is not None else [*tells, *self._count_in()]

    def occupy(self, seat: int, device: bytes) -> list[Tell]:
        """Somebody else answers for this seat from now on; its chain counts from the next roll on."""
        tells = self.leave(seat)
        self._devices[seat] = device
        return tells

    def expire(self) -> list[Tell]:
        """Time is up for what the guests' programs do by themselves: who has not done it is left out, by name."""
        if self._chains_due:
            self._chains_due = set()
            return [*self._count_in(), *self._run()]
        if self._roll is not None:
            tells: list[Tell] = []
            for seat in sorted(self._roll_due):
                tells += self._withhold(seat)
            return tells
        waiting = self.waiting
        if waiting is None:
            return []
        sealed = self._sealed_set()
        return self._settle(sealed.lapse() if waiting[0] == WINDOW else sealed.expire())

    # -- steps -------------------------------------------------------------------------------------------------

    def _play(self, choices: Mapping[int, Any], sealed: SealedSet | None = None) -> list[Tell]:
        before, number = self.position, self.step + 1
        texts = {seat: self.game.format(before, action) for seat, action in choices.items()}
        unasked = all(self.game.unasked(before, seat, action) for seat, action in choices.items())
        after, events = self.game.play(before, choices)
        nonces: dict[int, bytes] = {}
        forfeits: tuple[int, ...] = ()
        lines: list[str] = []
        if sealed is not None:
            nonces = {seat: opened.nonce for seat, opened in sealed.opened.items()}
            forfeits = tuple(sorted(sealed.forfeits))
            lines = proof.sealed_set(number, sealed.key, sealed.signature, sealed.seals, sealed.acks, nonces)
        self._journal.append(Play(texts, forfeits), lines)
        if sealed is None and not unasked:
            self._takeback.played(next(iter(choices)), before, events)
        else:
            self._takeback.settle()
        step = Step(number, (), bytes(16), choices=texts, nonces=nonces, forfeits=forfeits)
        return [self._told(step, before, after, events, unasked=unasked), *self._run()]

    def _told(
        self,
        step: Step,
        before: Any,
        after: Any,
        events: Sequence[Event],
        *,
        outcome: Json = None,
        secret: bool = False,
        unasked: bool = False,
    ) -> Tell:
        """The step is done; its message for each seat, with what that seat may know filled in."""
        game, self.position, self.step = self.game, after, step.number
        self._proposals = renewed(game.proposals(after), self._proposals, step.number)
        if not unasked:
            self._key = step.number
            self._set = None
            self._proposed.clear()

        @cache
        def tell(seat: int | None) -> Step:
            shown = game.hide(before, outcome, seat) if secret else outcome
            return Step(
                number=step.number,
                events=tuple(Data(event_json(event)) for event in events if event.seen_by(seat)),
                digest=digest(game, game.view(after, seat)),
                choices=step.choices,
                nonces=step.nonces,
                forfeits=step.forfeits,
                outcome=Data(shown) if step.choices is None and not step.undo else None,
                house=step.house,
                elements=step.elements,
                withheld=step.withheld,
                undo=step.undo,
            )

        return tell
