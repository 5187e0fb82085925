"""A game in play at the host's table: questions, sealed sets, chance, and the steps that come of them.

A state machine. Each method returns what is to be told as `Tell`s: functions from a seat (None for spectators) to its
message, or to None where that seat is told nothing. Nobody is told of a step before the journal has it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, TypeAlias

from core.engine import event_json
from core.game import AnyGame, Asks, Chance, Event, Json, Over, Unreadable
from core.record import Drawn, Play
from net.dealer import Dealer
from net.journal import Journal
from net.messages import Answer, Begin, Chosen, Commit, Data, FromHost, Open, Opened, Seal, Sealed, Step
from net.sealing import Question, commitment
from net.text import Name
from net.trust import digest

Tell: TypeAlias = Callable[[int | None], FromHost | None]


class Refusal(Exception):
    """A request that is not granted: a code for programs, words for people."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code


class Match:
    """One game. `devices`: the key each player's choices are bound to; `house`: the host's own."""

    def __init__(
        self,
        game: AnyGame,
        position: Any,
        game_id: bytes,
        devices: Sequence[bytes],
        house: bytes,
        dealer: Dealer,
        journal: Journal,
    ) -> None:
        self.game = game
        self.position = position
        self.game_id = game_id
        self.closing: bool = False
        """Whether a complete set of sealed choices is being opened."""
        self._devices = list(devices)
        self._house = house
        self._dealer = dealer
        self._journal = journal
        self._step = self._key = 0
        self._seals: dict[int, Seal] = {}
        self._opened: dict[int, Opened] = {}
        self._forfeits: set[int] = set()
        self._first: set[int] = set()
        self._asked_rest = False

    # -- what is so --------------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return isinstance(self.game.due(self.position), Over)

    def begin(self, seat: int | None, names: Sequence[str]) -> Begin:
        """The game as this seat may see it."""
        return Begin(
            game_id=self.game_id,
            game=self.game.key,
            seat=seat,
            names=tuple(map(Name, names)),
            view=Data(self.game.dump(self.game.view(self.position, seat))),
            step=self._step,
            key=self._key,
            chosen=self._shown(),
        )

    def standing(self) -> Sealed | None:
        """The closed set of choices as whoever comes now must know it, besides `begin`; None if none is closed."""
        return self._rest() if self._asked_rest else None

    def _asked(self) -> dict[int, bool]:
        """The seats that owe an answer, and whether it is sealed."""
        due = self.game.due(self.position)
        return {ask.seat: ask.sealed for ask in due.asks} if isinstance(due, Asks) else {}

    def _shown(self) -> tuple[int, ...]:
        """Who has chosen, as far as that may show."""
        due = self.game.due(self.position)
        if not isinstance(due, Asks):
            return ()
        return tuple(ask.seat for ask in due.asks if ask.seat in self._seals and (self.closing or not ask.silent))

    # -- answers -----------------------------------------------------------------------------------------------

    def run(self) -> list[Tell]:
        """Draws whatever chance is due, until a seat is asked or the game is over."""
        tells = []
        while isinstance(due := self.game.due(self.position), Chance):
            outcome = self._dealer.draw(self.game, self.position)
            before = self.position
            after, events = self.game.chance(before, outcome)
            self._journal.append(Drawn(outcome))
            tells.append(self._told(before, after, events, outcome=outcome, secret=due.secret))
        return tells

    def answer(self, seat: int, message: Answer) -> list[Tell]:
        """An open answer. Raises `Refusal`."""
        if self._asked().get(seat) is not False or message.key != self._key:
            raise Refusal("not-asked", "that was not, or is no longer, asked of you")
        action = self._legal(seat, message.action)
        return [*self._play({seat: action}, {}, ()), *self.run()]

    def _legal(self, seat: int, text: str) -> Any:
        try:
            action = self.game.parse(self.position, text)
        except Unreadable as error:
            raise Refusal("unreadable", str(error)) from None
        if why := self.game.check(self.position, seat, action):
            raise Refusal("illegal", why)
        return action

    # -- sealed choices ----------------------------------------------------------------------------------------

    def commit(self, seat: int, message: Commit) -> list[Tell]:
        """A sealed choice, or a newer one in its place. The last one closes the set. Raises `Refusal`."""
        if not self._asked().get(seat) or message.key != self._key:
            raise Refusal("not-asked", "no sealed choice is, or is any longer, asked of you")
        if self.closing:
            raise Refusal("closed", "everybody has chosen: it cannot be changed any more")
        standing = self._seals.get(seat)
        if standing is not None and message.revision <= standing.revision:
            raise Refusal("old-revision", "a newer choice of yours stands already")
        if any(seal.digest == message.digest for seal in self._seals.values()):
            raise Refusal("copied", "that commitment is here already")
        before = self._shown()
        self._seals[seat] = Seal(self._devices[seat], message.revision, message.digest)
        return self._close() if self._seals.keys() == self._asked().keys() else self._changed(before)

    def _changed(self, before: tuple[int, ...]) -> list[Tell]:
        """Tells who has chosen if that shows anything new: where it may not show, a message would tell it too."""
        chosen = Chosen(self._key, self._shown())
        return [lambda _: chosen] if chosen.seats != before else []

    def _close(self) -> list[Tell]:
        """Everybody has chosen. The host's own seats open first, so that it cannot wait to see the others'."""
        self.closing = True
        house = self._first = self._house_seats()
        first = Sealed(self._key, dict(self._seals), {})
        return [lambda seat: first if seat in house else None] if house else self._ask_rest()

    def _house_seats(self) -> set[int]:
        return {seat for seat, seal in self._seals.items() if seal.device == self._house}

    def _ask_rest(self) -> list[Tell]:
        self._asked_rest = True
        rest, asked = self._rest(), self._first
        return [lambda seat: None if seat in asked else rest, *self._complete()]

    def _rest(self) -> Sealed:
        house = self._house_seats()
        opened = {seat: self._opened[seat] for seat in house & self._opened.keys()}
        return Sealed(self._key, dict(self._seals), opened, tuple(sorted(house & self._forfeits)))

    def open(self, seat: int, message: Open) -> list[Tell]:
        """A sealed choice is opened; what does not fit its commitment is forfeit. Raises `Refusal`."""
        if not self.closing or message.key != self._key or seat not in self._seals:
            raise Refusal("not-closed", "choices are opened when everybody has chosen, not before")
        if seat in self._opened or seat in self._forfeits:
            raise Refusal("opened", "that choice is open, or forfeit, already")
        seal = self._seals[seat]
        question = Question(self.game_id, self._key, seat, seal.device)
        if commitment(question, seal.revision, message.action, message.nonce) != seal.digest:
            return self.forfeit(seat)
        try:
            self._legal(seat, message.action)
        except Refusal:
            return self.forfeit(seat)
        self._opened[seat] = Opened(message.action, message.nonce)
        return self._advance()

    def forfeit(self, seat: int) -> list[Tell]:
        """A choice that is not opened, or not rightly, is lost: the default counts, and everybody is told."""
        self._forfeits.add(seat)
        return self._advance()

    def expire(self) -> list[Tell]:
        """Time is up for opening."""
        tells: list[Tell] = []
        for seat in sorted(self._seals.keys() - self._opened.keys() - self._forfeits):
            tells += self.forfeit(seat)
        return tells

    def _advance(self) -> list[Tell]:
        done = self._opened.keys() | self._forfeits
        if not self._asked_rest:
            return self._ask_rest() if self._house_seats() <= done else []
        return self._complete()

    def _complete(self) -> list[Tell]:
        """All is open or forfeit: the step, and only now does anybody see another's choice."""
        if self._seals.keys() - self._opened.keys() - self._forfeits:
            return []
        choices = {seat: self._legal(seat, opened.action) for seat, opened in self._opened.items()}
        choices |= {seat: self.game.default(self.position, seat) for seat in self._forfeits}
        nonces = {seat: opened.nonce for seat, opened in self._opened.items()}
        return [*self._play(dict(sorted(choices.items())), nonces, tuple(sorted(self._forfeits))), *self.run()]

    def leave(self, seat: int) -> list[Tell]:
        """Whoever answered for this seat is gone: a choice that is not open by now cannot be opened any more."""
        if self.closing:
            waiting = seat in self._seals and seat not in self._opened and seat not in self._forfeits
            return self.forfeit(seat) if waiting else []
        before = self._shown()
        self._seals.pop(seat, None)
        return self._changed(before)

    def occupy(self, seat: int, device: bytes) -> list[Tell]:
        """Somebody else answers for this seat from now on."""
        self._first.discard(seat)
        tells = self.leave(seat)
        self._devices[seat] = device
        return tells

    # -- steps -------------------------------------------------------------------------------------------------

    def _play(self, choices: Mapping[int, Any], nonces: Mapping[int, bytes], forfeits: tuple[int, ...]) -> list[Tell]:
        before = self.position
        texts = {seat: self.game.format(before, action) for seat, action in choices.items()}
        after, events = self.game.play(before, choices)
        self._journal.append(Play(texts, forfeits))
        return [self._told(before, after, events, texts, nonces, forfeits)]

    def _told(
        self,
        before: Any,
        after: Any,
        events: Sequence[Event],
        choices: Mapping[int, str] | None = None,
        nonces: Mapping[int, bytes] | None = None,
        forfeits: tuple[int, ...] = (),
        *,
        outcome: Json = None,
        secret: bool = False,
    ) -> Tell:
        game, self.position = self.game, after
        self._step += 1
        number = self._step
        self._key = number
        self._seals, self._opened, self._forfeits, self._first = {}, {}, set(), set()
        self.closing = self._asked_rest = False

        @cache
        def tell(seat: int | None) -> Step:
            shown = game.hide(before, outcome, seat) if secret else outcome
            return Step(
                number=number,
                events=tuple(Data(event_json(event)) for event in events if event.seen_by(seat)),
                digest=digest(game, game.view(after, seat)),
                choices=dict(choices) if choices is not None else None,
                nonces=dict(nonces or {}),
                forfeits=forfeits,
                outcome=Data(shown) if choices is None else None,
            )

        return tell
