"""One plain sentence for each event."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from core.game import Event, Json
from core.games.oh_gnome.cards import CARDS
from core.games.oh_gnome.trail import COTTAGE, START, TRAIL
from core.shape import listing

Data = Mapping[str, Json]
Names = Sequence[str]

_TITLES = {
    "oh-gnome-you-dont": "Oh Gnome You Don't!",
    "hold-it": "Hold It",
    "not-in-the-face": "Not in the Face",
}
_PLACES = ("first", "second", "third", "fourth", "fifth", "sixth")


def title(card: str | None) -> str:
    """A card's name as a sentence has it."""
    if card is None:
        return "a card"
    return _TITLES.get(card, card.replace("-", " ").title())


def place(name: str) -> str:
    """A place's name as a sentence has it."""
    if name in TRAIL.businesses:
        return f"the {TRAIL.businesses[name].name}" if " " in TRAIL.businesses[name].name else name
    if name in (START, COTTAGE):
        return "the start" if name == START else "the Gnome Cottage"
    return f"stone {name[1:]} of the back trail" if name in TRAIL.back else f"stone {name}"


def tell(event: Event, names: Names) -> str:
    """The sentence; empty for an event that needs none."""
    known = _TELL.get(event.kind)
    return known(event.data, names).replace("!.", "!") if known else ""


def _things(items: Sequence[str | None]) -> str:
    return listing([title(item) for item in items]) if items else "nothing"


def _gem_count(amount: int) -> str:
    return f"{amount} gem{'s' * (amount != 1)}"


def _whose(d: Data, n: Names) -> str:
    """What a window or a red card is about."""
    owner = f"{n[d['owner']]}'s "
    return owner + (d["about"] if d["about"] in ("roll", "sale") else title(d["about"]))


def _gems(d: Data, n: Names) -> str:
    amount = _gem_count(d["amount"])
    why = {"toll": " to the troll", "place": " for the place", "items": " for unsold items"}.get(d["why"], "")
    if d["payer"] is None:
        return f"{n[d['taker']]} collects {amount}{why}."
    to = "" if d["taker"] is None else f" {n[d['taker']]}"
    return f"{n[d['payer']]} pays{to} {amount}{why}."


def _action(d: Data, n: Names) -> str:
    on = "" if d["target"] is None else f" on {n[d['target']]}"
    what = "" if d["what"] is None else f", for {title(d['what']).lower()}"
    return f"{n[d['seat']]} plays {title(d['card'])}{on}{what}."


def _trouble(d: Data, n: Names) -> str:
    who, where = n[d["seat"]], place(d["stone"])
    if "gems" in d:
        return f"{who} must give up {_gem_count(d['gems'])} on {where}."
    kind, count = ("item", d["items"]) if "items" in d else ("card", d["cards"])
    return f"{who} must give up {count or 'no'} {kind}{'s' * (count != 1)} on {where}."


def _answers(d: Data, n: Names) -> str:
    eager = [n[int(seat)] for seat, said in d["answers"].items() if said == "brawl"]
    if not eager:
        return f"{listing([n[int(seat)] for seat in d['answers']])} keep the peace."
    return f"{listing(eager)} want{'s' * (len(eager) == 1)} to brawl: it's on!"


def _shown(d: Data, n: Names) -> str:
    shown = [
        f"{n[int(seat)]} shows {f'{card}, {CARDS.brawl[card - 1]}' if card else 'empty hands'}"
        for seat, card in d["cards"].items()
    ]
    out = [f"{n[seat]} plays Not in the Face and is out of it" for seat in d["out"]]
    text = "; ".join([*shown, *out])
    return f"{text[:1].upper()}{text[1:]}."


def _tied(d: Data, n: Names) -> str:
    who = listing([n[seat] for seat in d["seats"]])
    return f"{who} tie with {d['card']}{' and roll for it' if d['roll'] else ': no hard feelings'}."


def _arrive(d: Data, n: Names) -> str:
    hand = f" and lays down {_things(d['hand'])}" if d["hand"] else ""
    return f"{n[d['seat']]} arrives at the Gnome Cottage in {_PLACES[d['place'] - 1]} place{hand}."


def _over(d: Data, n: Names) -> str:
    if d["winners"] is None:
        return "All gnomes have arrived."
    winners = [n[seat] for seat in d["winners"]]
    verb = "wins" if len(winners) == 1 else "win together"
    return f"{listing(winners)} {verb} with {_gem_count(d['scores'][d['winners'][0]])}."


def _lost(d: Data, n: Names) -> str:
    return f"{n[d['seat']]} loses {_things(d['items'])}."


_TELL: dict[str, Callable[[Data, Names], str]] = {
    "dealt": lambda d, n: f"Everybody gets {d['cards']} green cards.",  # noqa: ARG005
    "shuffled": lambda d, n: f"The pile is shuffled: {d['cards']} cards.",  # noqa: ARG005
    "rolled": lambda d, n: f"{n[d['seat']]} rolls {d['pips']}.",
    "moved": lambda d, n: f"{n[d['seat']]} goes from {place(d['start'])} to {place(d['way'][-1])}.",
    "slid": lambda d, n: f"{n[d['seat']]} slides on the slug slime to {place(d['at'])}.",
    "sent": lambda d, n: f"{n[d['seat']]} is sent to {place(d['at'])}.",
    "entered": lambda d, n: f"{n[d['seat']]} enters {place(d['business'])}.",
    "trouble": _trouble,
    "lost": _lost,
    "threw": lambda d, n: f"{n[d['seat']]} discards {_things(d['cards'])}.",
    "meet": lambda d, n: f"{listing([n[seat] for seat in d['seats']])} meet on {place(d['stone'])}.",
    "answers": _answers,
    "shown": _shown,
    "tied": _tied,
    "tie-rolled": lambda d, n: f"{listing([f'{n[int(seat)]} rolls {pips}' for seat, pips in d['rolls'].items()])}.",
    "won": lambda d, n: f"{n[d['seat']]} wins the brawl with {d['card']}.",
    "gems": _gems,
    "tabled": lambda d, n: f"{n[d['seat']]} tables {title(d['item'])}.",
    "action": _action,
    "skipped": lambda d, n: f"{n[d['seat']]} plays no card.",
    "drawn": lambda d, n: f"{n[d['seat']]} draws a card.",
    "draw": lambda d, n: f"{n[d['seat']]} draws {title(d['card'])}.",
    "window": lambda d, n: f"{listing([n[seat] for seat in d['seats']])} may answer {_whose(d, n)}.",
    "closed": lambda d, n: f"{'Nobody' if d['by'] is None else n[d['by']]} interrupts {_whose(d, n)}.",
    "red": lambda d, n: f"{n[d['seat']]} plays {title(d['card'])} against {_whose(d, n)}.",
    "stands": lambda d, n: f"{n[d['seat']]}'s {title(d['card'])} stands.",
    "cancelled": lambda d, n: f"{n[d['seat']]} cancels {n[d['owner']]}'s {title(d['card'])}.",
    "held": lambda d, n: f"{n[d['seat']]} is held up by {n[d['by']]} and does not move.",
    "guarded": lambda d, n: f"{n[d['seat']]}'s guard gnome keeps {title(d['card'])} away.",
    "mined": lambda d, n: f"{n[d['seat']]} digs and rolls {d['pips']}.",
    "picked": lambda d, n: f"{n[d['seat']]} takes a {d['gem']} gem out of {n[d['victim']]}'s purse.",
    "took": lambda d, n: f"{n[d['seat']]} takes {title(d['item'])} from {n[d['victim']]}'s table.",
    "stumbled": lambda d, n: f"{n[d['seat']]} stumbles and will miss a turn.",
    "missed": lambda d, n: f"{n[d['seat']]} misses this turn.",
    "swapped": lambda d, n: f"{n[d['seat']]} and {n[d['other']]} exchange hands.",
    "hand": lambda d, n: f"{n[d['seat']]} now holds {_things(d['hand'])}.",
    "offered": lambda d, n: f"{n[d['seat']]} offers {title(d['item'])} at {place(d['business'])}.",
    "sold": lambda d, n: f"{n[d['seat']]} sells {title(d['item'])} for {d['price']}.",
    "left": lambda d, n: f"{n[d['seat']]} leaves {place(d['business'])}.",
    "arrive": _arrive,
    "over": _over,
}
