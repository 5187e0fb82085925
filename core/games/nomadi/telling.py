"""Events in words: one plain sentence each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from core.game import Event, Json
from core.shape import listing

Data = Mapping[str, Json]
Names = Sequence[str]


def tell(event: Event, names: Names) -> str:
    """One sentence for the log. `names`: of the seats."""
    return _SENTENCES[event.kind](event.data, names)


def coins(number: int) -> str:
    """`1 coin`, `3 coins`."""
    return f"{number} coin{'' if number == 1 else 's'}"


def signed(value: int) -> str:
    """A card's worth: `+2`, `-1`."""
    return f"{value:+d}"


def _whose(data: Data, names: Names) -> str:
    return "an own stone" if data["owner"] == data["seat"] else f"a stone of {names[data['owner']]}"


def _scattered(data: Data, _: Names) -> str:
    fields = data["fields"]
    return f"Desert cards lie on every water source{f' and on {listing(fields)}' if fields else ''}."


def _dealt(_: Data, __: Names) -> str:
    return "The desert cards are shuffled and lie face down."


def _placed(data: Data, names: Names) -> str:
    return f"{names[data['seat']]} puts a stone on {data['field']}."


def _departed(data: Data, names: Names) -> str:
    return f"All stones are placed: the caravan departs, and {names[data['seat']]} leads it first."


def _rolled(data: Data, names: Names) -> str:
    return f"{names[data['seat']]} throws {listing(data['dice'])}."


def _stuck(data: Data, names: Names) -> str:
    return f"No stone can move with this throw: {names[data['seat']]} throws again, free."


def _moved(data: Data, names: Names) -> str:
    over = data["over"]
    passed = f" over {listing(over)}" if over else ""
    way = f"from {data['from']} to {data['field']}{passed}"
    return f"{names[data['seat']]} moves {_whose(data, names)} {way} with a {data['die']}."


def _arrived(data: Data, names: Names) -> str:
    place = ("first", "second", "third")[data["place"] - 1]
    return f"{names[data['seat']]} brings {_whose(data, names)} to the goal, the {place} to reach it."


_WHY: dict[str, str] = {
    "last-out": "for the last stone to leave the start",
    "first-over": "for the first stone over the chasm",
    "last-over": "for the last stone over the chasm",
    "goal": "for the stone in the goal",
    "card": "for the card found",
    "water": "for the water source found",
}


def _why(data: Data) -> str:
    if data["why"] == "unused":
        dice = data["dice"]
        return f"for the unused {listing(dice)}"
    return _WHY[data["why"]]


def _earned(data: Data, names: Names) -> str:
    return f"{names[data['seat']]} gets {coins(data['coins'])} {_why(data)}."


def _paid(data: Data, names: Names) -> str:
    return f"{names[data['seat']]} pays {coins(data['coins'])} {_why(data)}."


def _found(data: Data, names: Names) -> str:
    who = names[data["seat"]]
    if data["owner"] == data["seat"]:
        return f"{who} keeps the card on {data['field']} unseen by the others."
    return f"{who} looks at the card on {data['field']} and offers it to {names[data['owner']]}."


def _look(data: Data, names: Names) -> str:
    if data["value"] is None:
        return f"{names[data['seat']]} sees what the card on {data['field']} is worth."
    return f"The card on {data['field']} is worth {signed(data['value'])}."


def price(number: int) -> str:
    """What a price means to the one who takes the card; below zero the seller pays on top."""
    if number > 0:
        return f"for {coins(number)}"
    return f"with {coins(-number)} on top" if number else "for nothing"


def _offered(data: Data, names: Names) -> str:
    seller, buyer = names[data["seller"]], names[data["buyer"]]
    return f"{seller} offers {buyer} the card from {data['field']} {price(data['price'])}."


def _countered(data: Data, names: Names) -> str:
    return f"{names[data['buyer']]} would take the card from {data['field']} {price(data['price'])}."


def _sold(data: Data, names: Names) -> str:
    return f"{names[data['buyer']]} takes the card from {data['field']} {price(data['price'])}."


def _declined(data: Data, names: Names) -> str:
    return f"{names[data['buyer']]} declines: {names[data['seller']]} keeps the card from {data['field']}."


def _kept(data: Data, names: Names) -> str:
    return f"{names[data['seller']]} breaks off and keeps the card from {data['field']}."


def _deal(opening: str, closing: str) -> Callable[[Data, Names], str]:
    def sentence(data: Data, names: Names) -> str:
        proposer, partner, number = names[data["proposer"]], names[data["partner"]], data["coins"]
        deal = (
            f"{proposer} pays {partner} {coins(number)}"
            if number > 0
            else f"{partner} pays {proposer} {coins(-number)}"
        )
        return f"{opening.format(proposer=proposer, partner=partner)}: {deal}{closing}."

    return sentence


def _ended(data: Data, names: Names) -> str:
    return f"The turn of {names[data['seat']]} ends; {names[data['next']]} throws next."


def _over(data: Data, names: Names) -> str:
    winners = [names[seat] for seat in data["winners"] or ()]
    if not winners:
        return "The third stone is in the goal: the journey is over, and the cards are turned over."
    verb = "wins" if len(winners) == 1 else "win together"
    points = data["scores"][data["winners"][0]]
    return f"The journey is over: {listing(winners)} {verb} with {points} point{'' if points == 1 else 's'}."


_SENTENCES: dict[str, Callable[[Data, Names], str]] = {
    "scattered": _scattered,
    "dealt": _dealt,
    "placed": _placed,
    "departed": _departed,
    "rolled": _rolled,
    "stuck": _stuck,
    "moved": _moved,
    "arrived": _arrived,
    "earned": _earned,
    "paid": _paid,
    "found": _found,
    "look": _look,
    "offered": _offered,
    "countered": _countered,
    "sold": _sold,
    "declined": _declined,
    "kept": _kept,
    "proposed": _deal("{proposer} proposes a deal to {partner}", ""),
    "taken": _deal("{partner} takes the deal", ""),
    "refused": _deal("{partner} refuses the deal", ""),
    "withdrawn": _deal("{proposer} withdraws the deal", ""),
    "lapsed": _deal("The deal lapses", ""),
    "ended": _ended,
    "over": _over,
}
