"""The guest's side of joint chance: contributes its elements, and checks that a roll is made of everybody's."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Collection, Mapping
from typing import Any

from msgspec.structs import replace

from core.game import AnyGame, Chance
from net import proof
from net.chain import Chain as OwnChain
from net.chain import house_statement, link, roll_stream, tip_statement
from net.keepsake import Keepsake
from net.kept import CannotKeep
from net.messages import Begin, Chain, Chains, FromGuest, Link, Reveal, Roll, Step
from net.signature import signed
from net.trust import DID, Broken, covers

_SECRET = 32
"""Bytes that a chain is made of."""


class ChanceWatch:
    """Follows the chains of one game, from the beginning that this guest was told.

    `host`: the host's device key. `keepsake`: where the secret of this guest's chain is kept, None for one that
    contributes nothing; `entropy(n)` gives n fresh bytes. `first`: whether it was there before the game began, so that
    no roll may go without it. `name`: of a seat. Raises `Broken`.
    """

    def __init__(
        self,
        begin: Begin,
        host: bytes,
        keepsake: Keepsake | None,
        entropy: Callable[[int], bytes],
        sign: Callable[[bytes], bytes],
        name: Callable[[int], str],
        *,
        first: bool,
    ) -> None:
        self.lines: list[str] = []
        """Lines that the record's proof must hold."""
        self.due = first
        """Whether the host must have our chain by now."""
        self._game_id = begin.game_id
        self._seat = begin.seat
        self._house = begin.house
        self._name = name
        self._links: dict[int, Link] = {}
        self._roll: Roll | None = None
        self._revealed = False
        self._chain: OwnChain | None = None
        self._sign = sign
        self._keepsake = keepsake
        self._entropy = entropy
        self._away = False
        self.excused = False
        """Whether the host may leave this seat out now: its connection hangs or hung, or it has given up."""
        if begin.house is None:
            return
        statement = house_statement(begin.game_id, begin.house.tip, begin.secret or b"")
        if begin.house.device != host or not signed(host, statement, begin.house.signature):
            raise Broken("the host did not sign what it commits to before the dice")
        self.lines.append(proof.chance(begin.house.tip, begin.secret or b"", begin.house.signature))
        for seat, one in begin.links.items():
            self._check(seat, one)
        self._links = dict(begin.links)
        if keepsake is None or begin.seat is None:
            return
        if keepsake.secret is not None:
            self._chain = OwnChain(keepsake.secret)
        if not self._counted(self._links):
            self._chain = self._new_chain()

    def _new_chain(self) -> OwnChain:
        """A chain of which nobody has seen anything yet."""
        assert self._keepsake is not None
        secret = self._entropy(_SECRET)
        with contextlib.suppress(CannotKeep):  # A chain that is lost is replaced by a new one.
            self._keepsake.keep_secret(secret)
        return OwnChain(secret)

    @property
    def joint(self) -> bool:
        """Whether everybody contributes to the chance."""
        return self._house is not None

    def away(self) -> None:
        """The connection was lost: until `back` we hear of rolls only what came of them."""
        self._away, self._roll, self._revealed = True, None, False

    def back(self) -> list[FromGuest]:
        """All that was missed is known: whoever is no longer counted in takes part anew."""
        self._away = False
        if self._keepsake is None or self._seat is None or self._house is None or self._counted(self._links):
            return []
        self.due = False
        self._chain = self._new_chain()
        return self.hello()

    def hello(self) -> list[FromGuest]:
        """What a contributor says at the beginning: its tip."""
        if self._chain is None or self._seat is None or self._counted(self._links):
            return []
        statement = tip_statement(self._game_id, self._seat, self._chain.tip)
        return [Chain(self._chain.tip, self._sign(statement))]

    # -- who contributes ---------------------------------------------------------------------------------------

    def chains(self, message: Chains, step: int, devices: Mapping[int, bytes]) -> None:
        """Who contributes from step `step` on. `devices`: the keys of people on seats. Raises `Broken`."""
        if self._roll is not None:
            raise Broken("the host changes who takes part in the dice while they roll")
        for seat, new in sorted(message.links.items()):
            known = self._links.get(seat)
            if known is not None and (known.tip, known.device) == (new.tip, new.device):
                if known.last != new.last:
                    raise Broken(f"the host changed what {self._name(seat)}'s chain for the dice has come to")
                continue
            self._check(seat, new)
            if new.last != new.tip:
                raise Broken(f"the host does not begin {self._name(seat)}'s chain for the dice at its tip")
            if devices.get(seat, new.device) != new.device:
                raise Broken(f"the host shows a chain of somebody else in the place of {self._name(seat)}'s")
            self.lines.append(proof.chain(step, seat, new))
        if self._counted(self._links) and not self._counted(message.links) and not (self._away or self.excused):
            assert self._seat is not None
            raise Broken(f"the host leaves {self._name(self._seat)} out of the dice")
        self._links = dict(message.links)

    def _check(self, seat: int, new: Link) -> None:
        if not signed(new.device, tip_statement(self._game_id, seat, new.tip), new.signature):
            raise Broken(f"the host shows a chain for the dice that {self._name(seat)} did not sign")

    def _counted(self, links: Mapping[int, Link]) -> bool:
        """Whether our own chain is one of these."""
        mine = links.get(self._seat) if self._seat is not None else None
        return self._chain is not None and mine is not None and mine.tip == self._chain.tip

    # -- rolls -------------------------------------------------------------------------------------------------

    def roll(self, message: Roll, step: int) -> list[FromGuest]:
        """Chance is due, for step `step`: our element, if we contribute. Raises `Broken`."""
        if self._roll is not None or message.step != step:
            raise Broken("the host asks for parts of dice that are not due")
        if self._house is None or link(message.house) != self._house.last:
            raise Broken("the host's own part in the dice is not the one it committed to")
        if strangers := set(message.seats) - self._links.keys():
            raise Broken(f"the host counts {self._name(min(strangers))} in on the dice, whose chain it never showed")
        if missing := self._links.keys() - set(message.seats):
            raise Broken(f"the host leaves {self._name(min(missing))} out of the dice")
        self._roll, self._revealed = message, False
        if self._chain is None or self._seat is None:
            return []
        if not self._counted(self._links):
            if self.due and not self.excused:
                raise Broken(f"the host leaves {self._name(self._seat)} out of the dice")
            return []
        element = self._chain.following(self._links[self._seat].last)
        if element is None:
            return []
        self._revealed = True
        return [Reveal(message.step, element)]

    def step(self, game: AnyGame, before: Any, step: Step) -> None:
        """A chance outcome was told: is it what all of us made? Raises `Broken`."""
        roll, self._roll = self._roll, None
        if self._away and roll is None and step.house is not None:
            roll = self._missed(step.house)
        if self._house is None:
            if step.house or step.elements or step.withheld:
                raise Broken(f"step {step.number}: the host speaks of parts in dice that nobody takes part in")
            return
        if roll is None or step.house != roll.house:
            raise Broken(f"step {step.number}: the host rolled without asking for everybody's part")
        self._check_parts(roll, step)
        for seat, element in step.elements.items():
            known = self._links[seat]
            if link(element) != known.last:
                raise Broken(
                    f"step {step.number}: {self._name(seat)}'s part in the dice is not the one that was committed to"
                )
            self._links[seat] = replace(known, last=element)
        if self._seat in step.withheld and self._counted(self._links):
            self._chain = None
        for seat in step.withheld:
            self._links.pop(seat, None)
        self._house = replace(self._house, last=roll.house)
        due = game.due(before)
        if isinstance(due, Chance) and not due.secret:
            stream = roll_stream(self._game_id, step.number, roll.house, step.elements, None)
            if not covers(game.draw(before, stream), step.outcome.value if step.outcome else None):
                raise Broken(f"step {step.number}: the outcome is not what everybody's parts make")
        self.lines.append(proof.roll(step.number, roll.house, step.elements, step.withheld))

    def _missed(self, house: bytes) -> Roll:
        """A roll of which we heard only the end: it was to be made of the same parts."""
        if self._house is None or link(house) != self._house.last:
            raise Broken("the host's own part in the dice is not the one it committed to")
        return Roll(0, house, tuple(sorted(self._links)))

    def _check_parts(self, roll: Roll, step: Step) -> None:
        withheld: Collection[int] = set(step.withheld)
        if step.elements.keys() | withheld != set(roll.seats) or step.elements.keys() & withheld:
            raise Broken(f"step {step.number}: the host does not count everybody's part in the dice")
        if self._revealed and self._seat is not None and self._seat in withheld and not self.excused:
            raise Broken(
                f"step {step.number}: the host says that {self._name(self._seat)} withheld its part of the dice: {DID}"
            )
