"""The host's side of joint chance: who contributes, and what a roll has come to so far."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec.structs import replace

from core.game import AnyGame, Chance
from net import proof
from net.chain import house_statement, link, tip_statement
from net.dealer import Dealer, Roll
from net.messages import Chain, Link, Reveal
from net.messages import Roll as RollMessage
from net.refusal import Refusal
from net.rows import Counted, Stepped
from net.signature import signed


class Rolls:
    """The chains of one game and the roll that is under way.

    `house`: the host's device key, `sign` signs with it. `people`: the seats that somebody sits on at the start, whose
    chains are waited for.
    """

    def __init__(
        self, game_id: bytes, house: bytes, sign: Callable[[bytes], bytes], dealer: Dealer, people: Iterable[int]
    ) -> None:
        self.links: dict[int, Link] = {}
        self.house: Link | None = None
        self.commitment = dealer.commitment
        self.due: set[int] = set()
        """Chains that are waited for before the first roll."""
        self.waited: set[int] = set()
        """Elements that are waited for in this roll."""
        self.under_way: Roll | None = None
        self.back: set[int] = set()
        """Seats whose player has come back, perhaps without the secret of its chain."""
        self.proof: list[str] = []
        self._game_id = game_id
        self._dealer = dealer
        self._gone: set[int] = set()
        self._coming: dict[int, Link] = {}
        self._withheld: set[int] = set()
        if dealer.house is not None and dealer.commitment is not None:
            self.due = set(people)
            signature = sign(house_statement(game_id, dealer.house, dealer.commitment))
            self.house = Link(house, dealer.house, signature, dealer.house)
            self.proof.append(proof.chance(dealer.house, dealer.commitment, signature))

    # -- who contributes ---------------------------------------------------------------------------------------

    def chain(self, seat: int, device: bytes, message: Chain) -> None:
        """Somebody's tip; of who has come back in the place of an older one. Raises `Refusal`."""
        known = self._coming.get(seat) or (self.links.get(seat) if seat not in self._gone else None)
        if known is not None and (known.device, known.tip) == (device, message.tip):
            return
        if self.house is None or (known is not None and seat not in self.back):
            raise Refusal("chained", "your chain is here already, or none is needed")
        if not signed(device, tip_statement(self._game_id, seat, message.tip), message.signature):
            raise Refusal("bad-signature", "that tip is not signed by you for this game")
        self.back.discard(seat)
        self.leave(seat)
        self._coming[seat] = Link(device, message.tip, message.signature, message.tip)

    def returned(self, seat: int, device: bytes) -> None:
        """Somebody comes to that seat; with the chain that is there, if it is its own and was not told to be out."""
        self.back.add(seat)
        known = self.links.get(seat)
        if known is not None and known.device == device and seat not in self._withheld:
            self._gone.discard(seat)

    def leave(self, seat: int) -> None:
        """No element will come from this seat's chain any more."""
        self._coming.pop(seat, None)
        if seat in self.links:
            self._gone.add(seat)
        self.due.discard(seat)
        if seat in self.waited:
            self.withhold(seat)

    def counted(self, step: int) -> Counted | None:
        """Who has come or gone counts from step `step` on; None if that is nobody."""
        self.due -= self._coming.keys()
        if self.due or self.under_way is not None or not (self._gone or self._coming):
            return None
        links = {seat: one for seat, one in self.links.items() if seat not in self._gone} | self._coming
        new = sorted(self._coming.items())
        return Counted(links, tuple(proof.chain(step, seat, one) for seat, one in new))

    def count_in(self, row: Counted) -> None:
        """The row is kept: it is so."""
        self.links = dict(row.links)
        self._gone, self._coming = set(), {}
        self.due.clear()

    # -- a roll ------------------------------------------------------------------------------------------------

    def begin(self, step: int, *, secret: bool) -> RollMessage | None:
        """Chance is due, for step `step`: what everybody is asked; None where nobody contributes."""
        self.under_way = Roll(self._game_id, step, self._dealer.element(), secret=secret)
        self._withheld = set()
        if self.under_way.house is not None:
            self.waited = set(self.links)
        return self.message()

    def message(self) -> RollMessage | None:
        """The roll that is under way, as everybody is asked for it."""
        roll = self.under_way
        if roll is None or roll.house is None:
            return None
        return RollMessage(roll.step, roll.house, tuple(sorted(self.waited | self._withheld | roll.elements.keys())))

    def reveal(self, seat: int, message: Reveal) -> None:
        """Somebody's element for the roll; a wrong one counts as withheld. Raises `Refusal`."""
        roll = self.under_way
        if roll is not None and message.step == roll.step and roll.elements.get(seat) == message.element:
            return
        if roll is None or message.step != roll.step or seat not in self.waited:
            raise Refusal("no-roll", "no element of yours is waited for")
        if link(message.element) != self.links[seat].last:
            self.withhold(seat)
            return
        roll.elements[seat] = message.element
        self.waited.discard(seat)

    def withhold(self, seat: int) -> None:
        """An element that will not come, or not rightly: its seat is left out, by name, from now on."""
        self.waited.discard(seat)
        self._withheld.add(seat)

    def finished(self, game: AnyGame, position: object, chance: Chance) -> Stepped | None:
        """The step that the roll makes; None while elements are missing."""
        roll = self.under_way
        if roll is None or self.waited:
            return None
        withheld = tuple(sorted(self._withheld))
        return Stepped(
            outcome=self._dealer.outcome(game, position, roll),
            secret=chance.secret,
            house=roll.house,
            elements=dict(roll.elements),
            withheld=withheld,
            proof=() if roll.house is None else (proof.roll(roll.step, roll.house, roll.elements, withheld),),
        )

    def rolled(self, row: Stepped) -> None:
        """The step is kept: the chains have come so far."""
        self.under_way = None
        for seat, element in row.elements.items():
            self.links[seat] = replace(self.links[seat], last=element)
        for seat in row.withheld:
            self.links.pop(seat, None)
        if self.house is not None and row.house is not None:
            self.house = replace(self.house, last=row.house)

    def again(self, game: AnyGame, position: object, row: Stepped) -> None:
        """A roll of an earlier life of this table."""
        self._dealer.skip(game, position, row.house)
        self.rolled(row)
