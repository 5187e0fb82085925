"""The guest's side of one sealed question: its own choice kept back until it may be opened, everybody's checked."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping

from net import proof
from net.keepsake import Choice, Keepsake
from net.kept import CannotKeep
from net.messages import Ack, Closing, Commit, FromGuest, Open, Seal, Sealed, Step
from net.sealing import NONCE, Question, commitment, set_statement
from net.signature import signed
from net.trust import DID, Broken

_FORGOTTEN = 1000
"""More revisions than anybody makes: what is chosen now replaces what an earlier life of this program had chosen."""


class SetWatch:
    """One question of one game. `host`: the host's device key; `device`: ours. `name`: of a seat.

    `keepsake`: what this seat has kept of the game, also from an earlier life of this program.
    """

    def __init__(
        self,
        game_id: bytes,
        key: int,
        seat: int | None,
        device: bytes,
        host: bytes,
        name: Callable[[int], str],
        keepsake: Keepsake,
    ) -> None:
        self.closing: Closing | None = None
        self.late = False
        """Whether the set was closed before we came: then nothing in it is ours to acknowledge or open."""
        self.came_late = False
        """Whether the question was open before we came: an earlier life of ours may have chosen, and be forgotten."""
        self._game_id = game_id
        self._key = key
        self._seat = seat
        self._device = device
        self._host = host
        self._name = name
        self._keepsake = keepsake
        self._mine: dict[int, Choice] = {} if seat is None else keepsake.choices(key)
        self._sealed: Sealed | None = None
        self._anew = False
        self.acked = False
        """Whether we have said that we have seen the set, with our own choice in it."""
        self._opened = False
        self.excused = False
        """Whether the host may lose our choice now: the connection hangs or hung, or this seat gives up."""

    @property
    def choice(self) -> Choice | None:
        """Our newest choice; once the set is closed the one that stands in it."""
        return self._mine[max(self._mine)] if self._mine else None

    def commit(self, action: str, entropy: Callable[[int], bytes]) -> Commit:
        """Seals a choice, in the place of an older one. Raises `CannotKeep`: what is not kept is not committed to."""
        revision = max(self._mine, default=_FORGOTTEN if self.came_late else 0) + 1
        choice = Choice(action, entropy(NONCE))
        self._keepsake.keep_choice(self._key, revision, choice)
        self._mine[revision] = choice
        return Commit(self._key, revision, self._digest(revision, choice))

    def again(self) -> list[FromGuest]:
        """After a connection was lost: the newest choice once more, if the set is open as far as we know."""
        self._sealed, self._opened, self.acked, self._anew = None, False, False, True
        if self.closing is not None or not self._mine or self._seat is None:
            return []
        revision = max(self._mine)
        return [Commit(self._key, revision, self._digest(revision, self._mine[revision]))]

    def _digest(self, revision: int, choice: Choice) -> bytes:
        assert self._seat is not None
        question = Question(self._game_id, self._key, self._seat, self._device)
        return commitment(question, revision, choice.action, choice.nonce)

    def close(
        self,
        message: Closing,
        asked: set[int],
        devices: Mapping[int, bytes],
        sign: Callable[[bytes], bytes],
        *,
        timed: bool = False,
        missed: bool = False,
    ) -> list[FromGuest]:
        """The set is complete: is it everybody's, and ours as we made it? Then we say that we have seen it.

        `asked`: the seats that owe a choice. `devices`: the keys of people who are present. `timed`: the question had
        a clock, so that whoever did not choose in time may be missing. `missed`: it may have been closed while we
        were away, with other people, or a clock, than there are now. Raises `Broken`.
        """
        if message.key != self._key or (self.closing is not None and not self._anew):
            raise Broken("the host closed a question that is not open")
        if self.closing is not None and self.closing.seals != message.seals:
            raise Broken("the host shows another set of choices than before the connection was lost")
        self._anew = False
        if set(message.seals) - asked or (asked - set(message.seals) and not (timed or missed)):
            raise Broken("the host closed the choices without everybody's")
        for seat, seal in message.seals.items():
            if not (self.late or missed) and seal.device != devices.get(seat, self._host):
                raise Broken(f"the host sealed the choice of {self._name(seat)} with another key than theirs")
        statement = set_statement(self._game_id, self._key, message.seals)
        if not signed(self._host, statement, message.signature):
            raise Broken("the host did not sign the set of choices it shows")
        if self._keepsake.acked(self._key) not in (None, statement):
            raise Broken("the host shows another set of choices than the one this seat had acknowledged")
        self.closing = message
        mine = self._my_seal(message)
        if mine is None:
            return []
        choice = self._mine.get(mine.revision)
        if choice is None and missed:
            # Sealed by a life of this program that nothing remembers: it cannot be opened any more.
            self.late = True
            return []
        if choice is None or self._digest(mine.revision, choice) != mine.digest:
            raise Broken("the host changed the commitment of this seat")
        self._mine = {mine.revision: choice}
        if self._device == self._host:
            return []
        with contextlib.suppress(CannotKeep):  # Only to be sure: the choice itself is kept.
            self._keepsake.keep_ack(self._key, statement)
        self.acked = True
        return [Ack(self._key, sign(statement))]

    def _my_seal(self, closing: Closing) -> Seal | None:
        seal = None if self._seat is None or self.late else closing.seals.get(self._seat)
        return seal if seal is not None and seal.device == self._device else None

    def open(self, message: Sealed) -> list[FromGuest]:
        """All have seen the same set, and the host's own seats are open: ours too, then. Raises `Broken`."""
        closing = self.closing
        # The house's own seats are asked first, and told again with everybody if they have lost what they had sealed.
        twice = self._sealed is not None and self._device != self._host
        if closing is None or message.key != self._key or twice:
            raise Broken("the host asks to open choices that are not closed")
        statement = set_statement(self._game_id, self._key, closing.seals)
        for seat, seal in closing.seals.items():
            if seat in message.forfeits:
                continue
            if seal.device != self._host:
                if not signed(seal.device, statement, message.acks.get(seat, b"")):
                    raise Broken(
                        f"{self._name(seat)} has not acknowledged the same set of choices:"
                        " the host may have shown different ones"
                    )
            elif self._device != self._host:
                opened = message.opened.get(seat)
                if opened is None:
                    raise Broken("the host wants to see the others' choices before it opens its own")
                if not self.fits(seat, opened.action, opened.nonce):
                    raise Broken(f"what the host opened for {self._name(seat)} is not what was sealed")
        house = {seat for seat, seal in closing.seals.items() if seal.device == self._host}
        if strangers := message.opened.keys() - house:
            raise Broken(f"what the host opened for {self._name(min(strangers))} is not its own to open")
        if message.opened.keys() & set(message.forfeits):
            raise Broken("the host opened a choice that is lost")
        if strangers := set(message.forfeits) - closing.seals.keys():
            raise Broken(f"the host lost a choice of {self._name(min(strangers))}, of whom none was asked")
        self._sealed = message
        mine = self._my_seal(closing)
        if mine is None:
            return []
        if self._seat is not None and self._seat in message.forfeits:
            if self.acked and not self.excused:
                raise Broken(f"the host says that {self._name(self._seat)} did not acknowledge the choices: {DID}")
            return []
        choice = self._mine[mine.revision]
        self._opened = True
        return [Open(self._key, choice.action, choice.nonce)]

    def evidence(self) -> list[str]:
        """What the host signed of this question, in the form of a record's proof; empty before the set is closed."""
        if self.closing is None:
            return []
        acks = self._sealed.acks if self._sealed is not None else {}
        signature, seals = self.closing.signature, self.closing.seals
        return proof.sealed_set(self._key + 1, self._key, signature, seals, acks, {})

    def fits(self, seat: int, action: str, nonce: bytes) -> bool:
        """Whether this is what that seat had sealed."""
        if self.closing is None:
            return False
        seal = self.closing.seals[seat]
        question = Question(self._game_id, self._key, seat, seal.device)
        return commitment(question, seal.revision, action, nonce) == seal.digest

    def step(self, step: Step, seats: set[int]) -> list[str]:
        """The choices are told: each as it was sealed? The lines that the record's proof must hold. Raises `Broken`."""
        if self.closing is None or self._sealed is None:
            raise Broken(f"step {step.number}: sealed choices were told before everybody had seen the set")
        assert step.choices is not None
        lost = set(step.forfeits)
        if not seats - self.closing.seals.keys() <= lost:
            raise Broken(f"step {step.number}: the host has a choice of somebody who made none")
        if step.nonces.keys() & lost:
            raise Broken(f"step {step.number}: a choice is open and lost at once")
        if not set(self._sealed.forfeits) <= lost or lost & self._sealed.opened.keys():
            raise Broken(f"step {step.number}: the host thought better of a choice of its own")
        for seat in sorted(seats):
            if seat not in step.forfeits and not self.fits(seat, step.choices[seat], step.nonces.get(seat, b"")):
                raise Broken(f"step {step.number}: {step.choices[seat]!r} is not what {self._name(seat)} had sealed")
        lost_mine = self._opened and self._seat in step.forfeits and self._device != self._host
        if lost_mine and not self.excused:
            assert self._seat is not None
            raise Broken(
                f"step {step.number}: the host says that {self._name(self._seat)} did not open its choice: {DID}"
            )
        return proof.sealed_set(
            step.number, self._key, self.closing.signature, self.closing.seals, self._sealed.acks, step.nonces
        )
