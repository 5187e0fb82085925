"""Positions of Oh Gnome You Don't! as JSON, written and read; `checks` says what makes sense."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from core.game import BadPosition, Json
from core.games.oh_gnome import checks
from core.games.oh_gnome.actions import ACTIONS
from core.games.oh_gnome.cards import CARDS, FISTS, RED
from core.games.oh_gnome.gems import GEMS, Purse
from core.games.oh_gnome.position import (
    GNOMES,
    PHASES,
    Brawl,
    Card,
    Cart,
    Discard,
    Frame,
    Lose,
    Met,
    Move,
    Play,
    Position,
    Red,
    Sale,
    Seat,
)
from core.games.oh_gnome.trail import DIE, TRAIL
from core.shape import Shape

MOST = 10**9
"""The most gems of a colour that a written position may hold."""

_shape = Shape(BadPosition)
T = TypeVar("T")


# -- writing ---------------------------------------------------------------------------------------------------------


def dump(p: Position) -> dict[str, Json]:
    """The position as JSON. `sold` stands there only while something was sold in this visit."""
    return {
        "game": "oh-gnome",
        "options": {},
        "turn": p.turn,
        "phase": p.phase,
        "seats": [
            {
                "gnome": gnome,
                "at": seat.at,
                "purse": dict(zip(GEMS, seat.purse, strict=True)),
                "hand": list(seat.hand),
                "tabled": list(seat.tabled),
                "brawl": list(seat.brawl),
                "misses": seat.misses,
                "place": seat.place,
            }
            for gnome, seat in zip(GNOMES, p.seats, strict=False)
        ],
        "deck": list(p.deck),
        "discard": list(p.discard),
        "met": {stone: list(seats) for stone, seats in p.met},
        "pending": [_frame(frame) for frame in p.stack] or None,
        **({"sold": p.sold} if p.sold else {}),
    }


def _frame(frame: Frame) -> dict[str, Json]:
    match frame:
        case Move(pips, toll):
            return {"frame": "move", "pips": pips, "toll": toll}
        case Play(action, guards, guarded):
            return {"frame": "play", "action": action.text, "guards": list(guards), "guarded": list(guarded)}
        case Sale(total):
            return {"frame": "sale", "total": total}
        case Red(card, seat):
            return {"frame": "red", "card": card, "seat": seat}
        case Lose(seat, count):
            return {"frame": "lose", "seat": seat, "count": count}
        case Discard(seat, count):
            return {"frame": "discard", "seat": seat, "count": count}
        case Brawl(stone, shown, tied):
            cards = {str(seat): card for seat, card in shown}
            return {"frame": "brawl", "stone": stone, "shown": cards, "tied": list(tied)}
        case Cart(item):
            return {"frame": "cart", "item": item}


# -- reading ---------------------------------------------------------------------------------------------------------


def load(data: Mapping[str, Json]) -> Position:
    """The position of that JSON, a view or the whole. Raises `BadPosition`."""
    top = _shape.keys(
        data,
        "the position",
        ("game", "options", "turn", "phase", "seats", "deck", "discard", "pending"),
        ("met", "sold"),
    )
    _shape.keys(top["options"], "options", ())
    raw = _shape.sequence(top["seats"], "seats", 2, len(GNOMES))
    count = len(raw)
    pending = top["pending"]
    stack = () if pending is None else _shape.sequence(pending, "pending", 1, 2 * CARDS.total)
    p = Position(
        _shape.whole(top["turn"], "turn", 0, count - 1),
        _shape.one_of(top["phase"], "phase", PHASES),
        tuple(_seat(value, number, count) for number, value in enumerate(raw)),
        _cards(top["deck"], "deck"),
        _cards(top["discard"], "discard"),
        _met(top.get("met", {}), count),
        tuple(_read_frame(value, f"pending[{index}]", count) for index, value in enumerate(stack)),
        _shape.whole(top.get("sold", 0), "sold", 0, MOST),
    )
    checks.cards(p)
    checks.seats(p)
    checks.moment(p)
    return p


def _seat(value: Json, number: int, count: int) -> Seat:
    where = f"seats[{number}]"
    keys = _shape.keys(value, where, ("gnome", "at", "purse", "hand", "tabled", "brawl", "misses", "place"))
    _shape.one_of(keys["gnome"], f"{where}.gnome", (GNOMES[number],))
    place = keys["place"]
    tabled = _shape.sequence(keys["tabled"], f"{where}.tabled", 0, CARDS.total)
    return Seat(
        _shape.one_of(keys["at"], f"{where}.at", TRAIL.places),
        _purse(keys["purse"], f"{where}.purse"),
        _cards(keys["hand"], f"{where}.hand"),
        tuple(_shape.one_of(item, f"{where}.tabled", tuple(CARDS.items)) for item in tabled),
        _fists(keys["brawl"], f"{where}.brawl"),
        _shape.whole(keys["misses"], f"{where}.misses", 0, CARDS.counts["stumble"]),
        None if place is None else _shape.whole(place, f"{where}.place", 1, count),
    )


def _purse(value: Json, where: str) -> Purse:
    keys = _shape.keys(value, where, GEMS)
    gold, red, blue, black = (_shape.whole(keys[gem], f"{where}.{gem}", 0, MOST) for gem in GEMS)
    return gold, red, blue, black


def _cards(value: Json, where: str) -> tuple[Card, ...]:
    names = tuple(CARDS.counts)
    return tuple(
        None if card is None else _shape.one_of(card, where, names)
        for card in _shape.sequence(value, where, 0, CARDS.total)
    )


def _fists(value: Json, where: str) -> tuple[int | None, ...]:
    """Known brawl cards in order, then the unknown ones."""
    cards = [
        None if card is None else _shape.whole(card, where, FISTS[0], FISTS[-1])
        for card in _shape.sequence(value, where, 0, len(FISTS))
    ]
    known = sorted(card for card in cards if card is not None)
    if len({*known}) != len(known):
        raise BadPosition(f"{where} has a card twice: each gnome has one of each")
    return (*known, *[None] * (len(cards) - len(known)))


def _met(value: Json, count: int) -> Met:
    stones = tuple(TRAIL.before)
    found = []
    for stone, seats in _shape.keys(value, "met", (), stones).items():
        found.append((stone, tuple(sorted(_seats(seats, f"met.{stone}", count)))))
    return tuple(sorted(entry for entry in found if entry[1]))


def _seats(value: Json, where: str, count: int) -> tuple[int, ...]:
    """Different seats, in the order given."""
    seats = tuple(_shape.whole(seat, where, 0, count - 1) for seat in _shape.sequence(value, where, 0, count))
    if len({*seats}) != len(seats):
        raise BadPosition(f"{where} names a seat twice")
    return seats


def _read_frame(value: Json, where: str, count: int) -> Frame:
    if not isinstance(value, Mapping):
        raise BadPosition(f"{where} must be an object")
    kind = _shape.one_of(value.get("frame"), f"{where}.frame", tuple(_FRAMES))
    keys, make = _FRAMES[kind]
    return make(_shape.keys(value, where, ("frame", *keys)), where, count)


def _read_seat(value: Mapping[str, Json], where: str, count: int) -> int:
    return _shape.whole(value["seat"], f"{where}.seat", 0, count - 1)


def _read_play(value: Mapping[str, Json], where: str, count: int) -> Play:
    text = value["action"]
    action = ACTIONS.get(text) if isinstance(text, str) else None
    if action is None or action.verb != "action":
        raise BadPosition(f"{where}.action must be the play of a purple card")
    guards, guarded = (_seats(value[key], f"{where}.{key}", count) for key in ("guards", "guarded"))
    return Play(action, guards, guarded)


def _read_brawl(value: Mapping[str, Json], where: str, count: int) -> Brawl:
    stone = _shape.one_of(value["stone"], f"{where}.stone", tuple(TRAIL.before))
    cards = _shape.keys(value["shown"], f"{where}.shown", (), tuple(map(str, range(count))))
    shown = tuple(
        sorted((int(seat), _shape.whole(card, f"{where}.shown", 0, FISTS[-1])) for seat, card in cards.items())
    )
    return Brawl(stone, shown, _seats(value["tied"], f"{where}.tied", count))


_FRAMES: dict[str, tuple[tuple[str, ...], Callable[[Mapping[str, Json], str, int], Frame]]] = {
    "move": (
        ("pips", "toll"),
        lambda v, w, n: Move(_shape.whole(v["pips"], f"{w}.pips", 1, DIE), _shape.truth(v["toll"], f"{w}.toll")),  # noqa: ARG005
    ),
    "play": (("action", "guards", "guarded"), _read_play),
    "sale": (("total",), lambda v, w, n: Sale(_shape.whole(v["total"], f"{w}.total", 1, MOST))),  # noqa: ARG005
    "red": (
        ("card", "seat"),
        lambda v, w, n: Red(_shape.one_of(v["card"], f"{w}.card", RED), _read_seat(v, w, n)),
    ),
    "lose": (
        ("seat", "count"),
        lambda v, w, n: Lose(_read_seat(v, w, n), _shape.whole(v["count"], f"{w}.count", 1, CARDS.total)),
    ),
    "discard": (
        ("seat", "count"),
        lambda v, w, n: Discard(_read_seat(v, w, n), _shape.whole(v["count"], f"{w}.count", 1, CARDS.total)),
    ),
    "brawl": (("stone", "shown", "tied"), _read_brawl),
    "cart": (("item",), lambda v, w, n: Cart(_shape.one_of(v["item"], f"{w}.item", tuple(CARDS.items)))),  # noqa: ARG005
}
