"""What will be told of Nomadi: a field, a price, a haggle, and afterwards who bought what, and the bargains."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from core.game import Event
from core.games.nomadi.position import Haggle
from core.games.nomadi.telling import coins, signed
from tui.boards.history import History, lead
from tui.boards.nomadi_scene import Scene


def describe(scene: Scene, field: str, names: Sequence[str]) -> str:
    """What there is on a field."""
    board, bit = scene.board, scene.board.field(field)
    if bit is None:
        return ""
    here = 1 << bit
    if not board.fields & here:
        return f"{field}: rock"
    ground = "start" if board.start & here else "goal" if board.goal & here else "sand"
    if board.water & here:
        ground = "water"
    if board.beyond & here and not board.goal & here:
        ground += " beyond the chasm"
    parts = [f"{field}: {ground}"]
    if field in scene.cards:
        parts.append("a card, face down")
    if field in scene.stones:
        parts.append(f"a stone of {names[scene.stones[field]]}")
    return ", ".join(parts)


def caption(event: Event, names: Sequence[str]) -> str | None:
    """A line for an event, short enough to be read while it is shown; None where the log's sentence is."""
    data = event.data
    if event.kind == "moved":
        whose = "" if data["owner"] == data["seat"] else f"{names[data['owner']]}'s stone "
        return f"{names[data['seat']]}, with a {data['die']}: {whose}{data['from']} to {data['field']}."
    if event.kind == "sold":
        price = data["price"]
        how = f"buys the card for {coins(price)}" if price > 0 else "is given the card"
        if price < 0:
            how = f"is paid {coins(-price)} to take the card"
        return f"{names[data['buyer']]} {how}."
    if event.kind == "scattered":
        return "Desert cards are laid out, one on every water source."
    return None


def proposal(haggle: Haggle, names: Sequence[str], me: int | None) -> str:
    """What stands in a haggle, as a seat reads it."""
    seller, buyer = _called(haggle.seller, names, me), _called(haggle.buyer, names, me)
    if haggle.price is None:
        whose = "your stone" if haggle.buyer == me else f"{buyer}'s stone"
        return _sentence(f"{seller} found it with {whose}: {seller} name{'s' * (haggle.seller != me)} a price")
    what = terms(haggle, haggle.price, names, me)
    if haggle.by == haggle.seller:
        return _sentence(f"{seller} offer{'s' * (haggle.seller != me)} it to {buyer}: {what}")
    return _sentence(f"{buyer} would take it: {what}")


def terms(haggle: Haggle, number: int, names: Sequence[str], me: int | None) -> str:
    """A price in words: who would pay."""
    if not number:
        return "nobody pays anything"
    payer = haggle.buyer if number > 0 else haggle.seller
    return f"{_called(payer, names, me)} pay{'s' * (payer != me)} {coins(abs(number))}"


def _called(seat: int, names: Sequence[str], me: int | None) -> str:
    return "you" if seat == me else names[seat]


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}."


# -- looking back ----------------------------------------------------------------------------------------------------


class Bargain(NamedTuple):
    """A card that was sold, by seats; a price below 0 was paid by the seller."""

    seller: int
    buyer: int
    price: int
    value: int
    field: str

    def told(self, names: Sequence[str]) -> str:
        """`Ben bought +3 (k5) from Ana for 2 coins`."""
        how = f"for {coins(self.price)}" if self.price > 0 else "as a gift"
        if self.price < 0:
            how = f"and got {coins(-self.price)} with it"
        return f"{names[self.buyer]} took {signed(self.value)} ({self.field}) from {names[self.seller]} {how}"


def bargains(history: History) -> Iterator[Bargain]:
    """The sales in order, with what the cards were worth."""
    values: dict[str, int] = {}
    for moment in history.moments:
        for event in moment.events:
            data: Mapping[str, Any] = event.data
            if event.kind == "look" and data["value"] is not None:
                values[data["field"]] = data["value"]
        for event in moment.events:
            if event.kind == "sold":
                data = event.data
                value = values.get(data["field"], 0)
                yield Bargain(data["seller"], data["buyer"], data["price"], value, data["field"])


def story(history: History) -> list[str]:
    """Best and worst bargain, all sales, the dice nobody could use, and who led."""
    sales = list(bargains(history))
    names = history.names
    told = []
    if sales:
        best = max(sales, key=lambda sale: sale.value - sale.price)
        worst = min(sales, key=lambda sale: sale.value - sale.price)
        if best.value > best.price:
            told.append(f"Best bargain: {best.told(names)}.")
        if worst.value < worst.price:
            told.append(f"Worst bargain: {worst.told(names)}.")
        told += [f"{sale.told(names)}." for sale in sales if sale not in (best, worst)]
    unused = [0] * len(names)
    for moment in history.moments:
        for event in moment.events:
            if event.kind == "paid" and event.data["why"] == "unused":
                unused[event.data["seat"]] += event.data["coins"]
    if any(unused):
        seat = unused.index(max(unused))
        told.append(f"{names[seat]} paid most for unused dice: {coins(unused[seat])}.")
    return told + lead(history)
