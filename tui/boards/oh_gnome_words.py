"""What will be said of Oh Gnome You Don't!: cards and places in few words, and afterwards the story of the game."""

from __future__ import annotations

from collections.abc import Sequence

from core.games.oh_gnome.cards import CARDS, PURPLE
from core.games.oh_gnome.position import Seat
from core.games.oh_gnome.telling import place, title
from core.games.oh_gnome.trail import TRAIL
from tui.boards.history import History, lead

USES = {
    "mining": "roll the die for gems",
    "pickpocket": "take a gem that is not gold",
    "second-wind": "three stones on",
    "stumble": "somebody misses a turn",
    "wrong-turn": "somebody goes three back",
    "come-along": "somebody comes to you",
    "sticky-fingers": "take a tabled item",
    "swap-hands": "exchange hands with somebody",
    "toll-day": "all the others pay you 1",
    "oh-gnome-you-dont": "cancels a purple or red card",
    "hold-it": "stops a roll that reaches a shop",
    "not-in-the-face": "keeps you out of a brawl",
    "my-cut": "half of a visit's sales is yours",
    "guard-gnome": "an attack leaves you alone",
}
"""What each purple and red card does."""
GEM_WORTH = {"red": 5, "blue": 3, "black": 1}
UNLOGGED = frozenset(("window", "closed", "stands", "drawn"))
"""Events that the picture and the line below it tell well enough: a log of them would drown the talk."""


def kind(card: str) -> str:
    """The letter of a card's colour: green, purple, red."""
    return "G" if card in CARDS.items else "P" if card in PURPLE else "R"


def use(card: str) -> str:
    """What a card is for; for an item what it brings, and where it brings more."""
    if card not in CARDS.items:
        return USES[card]
    item = CARDS.items[card]
    return f"{item.value}, {item.at} {item.best}"


def short(business: str) -> str:
    """The short name of a business."""
    return business.replace("-", " ")


def stone_effect(name: str) -> str:
    """What a stone does to who lands there; empty for an ordinary one."""
    effect = TRAIL.effects.get(name)
    if effect is None:
        return ""
    match effect.kind:
        case "gems":
            return f"lose {effect.amount} gems"
        case "items":
            return f"lose {effect.amount} items"
        case "hand":
            return "lose half of the hand" if effect.amount == 2 else f"lose 1 card in {effect.amount}"
        case "slide":
            return f"slides to {effect.stone}"
    return f"back to {effect.stone}"


def stone_sign(name: str, arrow: str) -> str:
    """The same in four cells; `arrow` stands before where one is sent."""
    effect = TRAIL.effects.get(name)
    if effect is None:
        return ""
    amount = effect.amount
    return {"gems": f"-{amount}", "items": f"-{amount}it", "hand": f"-1/{amount}", "to": f"{arrow}{effect.stone}"}.get(
        effect.kind, f"~{effect.stone}"
    )


def purse_at(seat: Seat, business: str) -> str:
    """What the items before a seat fetch in a business."""
    if TRAIL.businesses[business].die:
        return "die"
    return str(sum(CARDS.price(item, business) for item in seat.tabled))


def landing(name: str, toll: int) -> str:
    """What happens to who goes there."""
    words = [f"pay the troll {toll}"] if toll else []
    if name in TRAIL.businesses:
        words.append("sell")
    elif effect := stone_effect(name):
        words.append(effect)
    return ", ".join(words)


def story(history: History) -> list[str]:
    """The best visit to a shop, the worst brawl, who was stopped most, who arrived first, and who led."""
    visits: list[tuple[int, str]] = []
    brawls: list[tuple[int, str]] = []
    cancelled, arrived = [0] * len(history.names), []
    for moment in history.moments:
        for event in moment.events:
            d = event.data
            if event.kind == "left" and d["sold"]:
                visits.append(
                    (d["sold"], f"{_name(history, d['seat'])} sold for {d['sold']} at {place(d['business'])}")
                )
            elif event.kind == "gems" and d["why"] == "brawl":
                payer, taker = _name(history, d["payer"]), _name(history, d["taker"])
                brawls.append((d["amount"], f"{payer} paid {taker} {d['amount']} gems"))
            elif event.kind == "cancelled":
                cancelled[d["owner"]] += 1
            elif event.kind == "arrive":
                arrived.append(d["seat"])
    told = []
    if visits:
        told.append(f"Best visit: {max(visits)[1]}.")
    if brawls:
        told.append(f"Worst brawl: {max(brawls)[1]}.")
    if any(cancelled):
        most = max(cancelled)
        name = history.names[cancelled.index(most)]
        times = {1: "once", 2: "twice"}.get(most, f"{most} times")
        told.append(f"{name} heard {title('oh-gnome-you-dont')} {times}." if most > 1 else _once(name))
    if arrived:
        told.append(f"{_name(history, arrived[0])} was first at the cottage, {_name(history, arrived[-1])} last.")
    return [*told, *lead(history)]


def _once(name: str) -> str:
    return f"{name} had a card cancelled."


def _name(history: History, seat: int) -> str:
    return history.names[seat]


def listed(items: Sequence[str | None], room: int, lines: int) -> list[str]:
    """Titles wrapped to lines of that many cells; where they do not fit, all are cut to their first letters."""
    names = [title(item) for item in items]
    for letters in (99, *range(12, 0, -1)):
        found = _wrapped([name if len(name) <= letters else name[:letters].rstrip() for name in names], room)
        if len(found) <= lines:
            return found
    return found[:lines]


def _wrapped(words: Sequence[str], room: int) -> list[str]:
    lines: list[str] = []
    for word in words:
        if lines and len(lines[-1]) + 2 + len(word) <= room:
            lines[-1] += f", {word}"
        else:
            lines.append(word[:room])
    return lines


def layer_words(kind_: str, target: str, what: str | None, amount: int) -> str:
    """What somebody did that may be interrupted, after the name: ` rolls 5`, `: Pickpocket on Ben`."""
    if kind_ == "roll":
        return f" rolls {amount}"
    if kind_ == "sale":
        return f" sold for {amount}"
    on = f" on {target}" if target else ""
    return f": {title(kind_)}{on}{f', {title(what).lower()}' if what else ''}"
