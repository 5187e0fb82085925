"""One question that several seats answer in secret: committed, closed, acknowledged, opened.

The order is what protects: commitments of all first; then everybody signs that it has seen the same set; then the host
opens its own seats; then the others open theirs. Only a complete set of openings is ever told.
"""

from __future__ import annotations

from collections.abc import Callable

from net.messages import Ack, Closing, Commit, FromHost, Open, Opened, Seal, Sealed
from net.refusal import Refusal
from net.rows import Closed
from net.sealing import Question, commitment, set_statement
from net.signature import signed
from net.telling import Tell, to_all, to_some


class SealedSet:
    """The host's side of one sealed question.

    `asked`: the seats that owe a choice. `house`: the host's device key. `sign`: signs with it. `legal`: whether a
    seat's action, as text, is allowed.
    """

    def __init__(
        self,
        game_id: bytes,
        key: int,
        asked: set[int],
        house: bytes,
        sign: Callable[[bytes], bytes],
        legal: Callable[[int, str], bool],
    ) -> None:
        self.key = key
        self.phase = "choosing"
        """Then `closing` (acknowledgements), `house` (its seats open), `opening` (the others do), `done`."""
        self.seals: dict[int, Seal] = {}
        self.acks: dict[int, bytes] = {}
        self.opened: dict[int, Opened] = {}
        self.forfeits: set[int] = set()
        self.signature = b""
        self._game_id = game_id
        self._asked = asked
        self._house = house
        self._sign = sign
        self._legal = legal

    def commit(self, seat: int, device: bytes, message: Commit) -> list[Tell]:
        """A choice, or a newer one in its place; the last one closes the set. Raises `Refusal`."""
        if seat not in self._asked or message.key != self.key:
            raise Refusal("not-asked", "no sealed choice is, or is any longer, asked of you")
        standing = self.seals.get(seat)
        if standing == Seal(device, message.revision, message.digest):
            return []  # Said once more by somebody who came back.
        if self.phase != "choosing":
            raise Refusal("closed", "everybody has chosen: it cannot be changed any more")
        if standing is not None and message.revision <= standing.revision:
            raise Refusal("old-revision", "a newer choice of yours stands already")
        if any(seal.digest == message.digest for seal in self.seals.values()):
            raise Refusal("copied", "that commitment is here already")
        self.seals[seat] = Seal(device, message.revision, message.digest)
        return self._close() if self.seals.keys() == self._asked else []

    def lapse(self) -> list[Tell]:
        """Time is up for choosing: for whoever has not chosen the default counts."""
        self.forfeits |= self._asked - self.seals.keys()
        return self._close()

    def ack(self, seat: int, message: Ack) -> list[Tell]:
        """A guest has seen the set. Raises `Refusal`."""
        if message.key == self.key and self.acks.get(seat) == message.signature:
            return []
        if self.phase != "closing" or message.key != self.key or seat not in self._guests() or seat in self.acks:
            raise Refusal("not-closing", "there is no set of choices to acknowledge")
        if not signed(self.seals[seat].device, self._statement(), message.signature):
            raise Refusal("bad-signature", "that acknowledgement is not of this set, or not yours")
        self.acks[seat] = message.signature
        return self._go_on()

    def open(self, seat: int, message: Open) -> list[Tell]:
        """A choice is opened; what does not fit its commitment, or is not allowed, is forfeit. Raises `Refusal`."""
        if message.key == self.key and self.opened.get(seat) == Opened(message.action, message.nonce):
            return []
        turn = self._house_seats() if self.phase == "house" else self._guests() if self.phase == "opening" else set()
        if message.key != self.key or seat not in turn:
            raise Refusal("not-closed", "choices are opened when everybody has chosen and seen the set, not before")
        if seat in self.opened or seat in self.forfeits:
            raise Refusal("opened", "that choice is open, or forfeit, already")
        seal = self.seals[seat]
        question = Question(self._game_id, self.key, seat, seal.device)
        fits = commitment(question, seal.revision, message.action, message.nonce) == seal.digest
        if fits and self._legal(seat, message.action):
            self.opened[seat] = Opened(message.action, message.nonce)
        else:
            self.forfeits.add(seat)
        return self._go_on()

    def leave(self, seat: int) -> list[Tell]:
        """Whoever answered for this seat is gone: a choice that is not open by now cannot be opened any more."""
        if self.phase == "choosing":
            self.seals.pop(seat, None)
            return []
        if seat in self.seals and seat not in self.opened:
            self.forfeits.add(seat)
        return self._go_on()

    def expire(self) -> list[Tell]:
        """Time is up for what everybody's program does by itself."""
        waiting = {"closing": self._guests() - self.acks.keys(), "house": self._house_seats() - self.opened.keys()}
        self.forfeits |= waiting.get(self.phase, self.seals.keys() - self.opened.keys())
        return self._go_on()

    def under_way(self, seat: int | None) -> list[FromHost]:
        """What somebody who comes in now on that seat has missed of this set."""
        messages: list[FromHost] = []
        if self.phase != "choosing":
            messages.append(self._closing())
        if self.phase == "opening" or (self.phase == "house" and seat in self._opening_first()):
            messages.append(self._sealed())
        return messages

    def row(self) -> Closed:
        """The closed set as the journal keeps it."""
        return Closed(self.key, dict(self.seals), self.signature, tuple(sorted(self.forfeits)))

    def resume(self, row: Closed) -> None:
        """The set was closed in an earlier life of this table: acknowledgements and openings are to come again."""
        self.seals, self.signature, self.forfeits = dict(row.seals), row.signature, set(row.forfeits)
        self.phase = "closing"
        self._go_on()

    # -- the phases --------------------------------------------------------------------------------------------

    def _statement(self) -> bytes:
        return set_statement(self._game_id, self.key, self.seals)

    def _house_seats(self) -> set[int]:
        return {seat for seat, seal in self.seals.items() if seal.device == self._house}

    def _opening_first(self) -> set[int]:
        """The house's seats that still open; on one that is lost a guest may sit by now."""
        return self._house_seats() - self.forfeits

    def _guests(self) -> set[int]:
        return self.seals.keys() - self._house_seats()

    def _close(self) -> list[Tell]:
        self.phase = "closing"
        self.signature = self._sign(self._statement())
        return [to_all(self._closing()), *self._go_on()]

    def _closing(self) -> Closing:
        return Closing(self.key, dict(self.seals), self.signature)

    def _go_on(self) -> list[Tell]:
        """To the next phase, as soon as nobody is waited for in this one."""
        tells: list[Tell] = []
        if self.phase == "closing" and self._guests() <= self.acks.keys() | self.forfeits:
            self.phase = "house"
            tells.append(to_some(self._sealed(), self._opening_first()))
        if self.phase == "house" and self._house_seats() <= self.opened.keys() | self.forfeits:
            self.phase = "opening"
            house, sealed = self._opening_first(), self._sealed()
            tells.append(lambda seat: None if seat in house else sealed)
        if self.phase == "opening" and self.seals.keys() <= self.opened.keys() | self.forfeits:
            self.phase = "done"
        return tells

    def _sealed(self) -> Sealed:
        house = self._house_seats()
        opened = {seat: opened for seat, opened in self.opened.items() if seat in house}
        lost = self.forfeits & self.seals.keys()
        return Sealed(self.key, dict(self.acks), opened, tuple(sorted(lost)))
