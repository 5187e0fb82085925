"""The guest's side of joint chance: contributes its elements, and checks that a roll is made of everybody's."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from core.game import AnyGame, Chance
from net import proof
from net.chain import Chain as OwnChain
from net.chain import link, roll_stream, tip_statement
from net.messages import Begin, Chain, Chains, FromGuest, Link, Reveal, Roll, Step
from net.signature import signed
from net.trust import Broken, covers


class ChanceWatch:
    """Follows the chains of one game, from the beginning that this guest was told.

    `own`: the 32 secret bytes of this guest's chain, None for one that contributes nothing.
    """

    def __init__(self, begin: Begin, own: bytes | None, sign: Callable[[bytes], bytes]) -> None:
        self.lines: list[str] = []
        """Lines that the record's proof must hold."""
        self._game_id = begin.game_id
        self._seat = begin.seat
        self._house = begin.house
        self._links: dict[int, Link] = {}
        self._roll: Roll | None = None
        self._revealed = False
        self._chain: OwnChain | None = None
        self._sign = sign
        if begin.house is not None:
            self._take(begin.links)
            if begin.step == 0 and begin.secret is not None:
                self.lines.append(proof.chance(begin.house, begin.secret))
            if own is not None and begin.seat is not None:
                self._chain = OwnChain(own)

    def hello(self) -> list[FromGuest]:
        """What a contributor says at the beginning: its tip."""
        if self._chain is None or self._seat is None:
            return []
        statement = tip_statement(self._game_id, self._seat, self._chain.tip)
        return [Chain(self._chain.tip, self._sign(statement))]

    def chains(self, message: Chains) -> None:
        """Who contributes from now on. Raises `Broken`."""
        self._take(message.links)

    def _take(self, links: dict[int, Link]) -> None:
        for seat, new in links.items():
            known = self._links.get(seat)
            if known is not None and (known.tip, known.device) == (new.tip, new.device):
                if known.last != new.last:
                    raise Broken("the host changed what a chain of the dice has come to")
            elif not signed(new.device, tip_statement(self._game_id, seat, new.tip), new.signature):
                raise Broken("the host shows a chain for the dice that its player did not sign")
        self._links = dict(links)

    def roll(self, message: Roll) -> list[FromGuest]:
        """Chance is due: our element, if we contribute. Raises `Broken`."""
        if self._house is None or link(message.house) != self._house:
            raise Broken("the host's own part in the dice is not the one it committed to")
        if set(message.seats) - self._links.keys():
            raise Broken("the host counts somebody in on the dice whose chain it never showed")
        self._roll, self._revealed = message, False
        if self._chain is None or self._seat is None or self._seat not in self._links:
            return []
        if self._links[self._seat].tip != self._chain.tip:
            return []
        if self._seat not in message.seats:
            raise Broken("the host leaves this seat out of the dice")
        element = self._chain.following(self._links[self._seat].last)
        if element is None:
            return []
        self._revealed = True
        return [Reveal(message.step, element)]

    def step(self, game: AnyGame, before: Any, step: Step) -> None:
        """A chance outcome was told: is it what all of us made? Raises `Broken`."""
        if self._house is None:
            return
        roll, self._roll = self._roll, None
        if roll is None or roll.step != step.number or step.house != roll.house:
            raise Broken(f"step {step.number}: the host rolled without asking for everybody's part")
        if step.elements.keys() | set(step.withheld) != set(roll.seats) or step.elements.keys() & set(step.withheld):
            raise Broken(f"step {step.number}: the host does not count everybody's part in the dice")
        if self._revealed and self._seat in step.withheld:
            raise Broken(f"step {step.number}: the host says that this seat withheld its part of the dice; it did not")
        for seat, element in step.elements.items():
            known = self._links[seat]
            if link(element) != known.last:
                raise Broken(f"step {step.number}: a part of the dice is not the one that was committed to")
            self._links[seat] = Link(known.device, known.tip, known.signature, element)
        for seat in step.withheld:
            self._links.pop(seat, None)
        self._house = roll.house
        due = game.due(before)
        if isinstance(due, Chance) and not due.secret:
            stream = roll_stream(self._game_id, step.number, roll.house, step.elements, None)
            if not covers(game.draw(before, stream), step.outcome.value if step.outcome else None):
                raise Broken(f"step {step.number}: the outcome is not what everybody's parts make")
        self.lines.append(proof.roll(step.number, roll.house, step.elements, step.withheld))
