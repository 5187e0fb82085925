"""The greedy bot: the answer that brings the most gems now, by rules of thumb (`worth`).

It looks at its own hand and at what is public. The guess of the others' hands that fills its position is not used:
what one random guess holds says little.
"""

from __future__ import annotations

from collections.abc import Callable

from core.games.oh_gnome import moves
from core.games.oh_gnome.actions import BRAWL, LEAVE, PASS, PLAY_RED, SHOW, Action
from core.games.oh_gnome.cards import CANCEL, CUT, DUCK, GUARD
from core.games.oh_gnome.gems import GEMS, WORTH
from core.games.oh_gnome.legal import answers
from core.games.oh_gnome.position import Play, Position, Red, Sale, on_stone
from core.games.oh_gnome.trail import COTTAGE, TRAIL
from core.games.oh_gnome.worth import CARD, DIE_MEAN, fight, here, kept, landing, visit
from core.stream import Stream

FIST = 0.1
"""What a brawl card is worth, a pip, to a later brawl."""
ENOUGH = {CANCEL: 2.0, CUT: 3.0, GUARD: 0.5}
"""What a red card must bring to be played."""
STUMBLE = 1.5
"""What a missed turn costs: the walk goes on later, but perhaps to a worse place."""
SHOP = 1.0
"""What the turn in a shop must bring above keeping the items: there is no play and no draw."""


def choose(p: Position, seat: int, stream: Stream) -> Action:
    """The best answer of this seat; the stream decides between equals."""
    found = answers(p, seat)
    if len(found) == 1:
        return found[0]
    rate = _RATES[p.phase]
    rated = [(rate(p, seat, action), action) for action in found]
    most = max(rated)[0] - 1e-9
    return stream.choice([action for worth, action in rated if worth >= most])


def _others(p: Position, seat: int) -> list[int]:
    return [n for n, other in enumerate(p.seats) if n != seat and other.at != COTTAGE]


def _share(p: Position) -> float:
    """What another's loss is worth: everything against one, less against many."""
    return 1.0 / (len(p.seats) - 1)


# -- moves and shops -------------------------------------------------------------------------------------------------


def _go(p: Position, seat: int, action: Action) -> float:
    """Into a shop that pays, or where the landing costs least."""
    end = next(end for end in moves.ends(p) if end.place == action.what)
    if end.place in TRAIL.businesses:
        return visit(p.seats[seat], end.place) - SHOP
    return -end.toll - landing(p, seat, end.place)


def _sell(p: Position, seat: int, action: Action) -> float:
    place = p.seats[seat].at
    return 0.0 if action is LEAVE else here(action.what, place) - kept(action.what, place)


def _lose(p: Position, seat: int, action: Action) -> float:
    return -kept(action.what, p.seats[seat].at)


# -- brawls ----------------------------------------------------------------------------------------------------------


def _rivals(p: Position, seat: int) -> tuple[int, ...]:
    return tuple(n for n in on_stone(p.seats, p.seats[seat].at) if n != seat)


def _brawl(p: Position, seat: int, action: Action) -> float:
    return fight(p, seat, _rivals(p, seat), FIST)[0] if action is BRAWL else 0.0


def _show(p: Position, seat: int, action: Action) -> float:
    """The best card, or out of it where even that card loses gems."""
    gain, card = fight(p, seat, _rivals(p, seat), FIST)
    if action is PLAY_RED[DUCK]:
        return -1.0
    return gain if action is SHOW[card] else -99.0


# -- cards -----------------------------------------------------------------------------------------------------------


def _play(p: Position, seat: int, action: Action) -> float:
    """Tabling an item, a purple card, or nothing."""
    if action.verb == "table":
        return kept(action.what, p.seats[seat].at)
    return effect(p, seat, action) if action.verb == "action" else 0.0


def effect(p: Position, me: int, action: Action) -> float:
    """What a purple card brings the gnome that plays it."""
    return gain(p, me, me, action) + _share(p) * sum(-gain(p, n, me, action) for n in _others(p, me))


def gain(p: Position, who: int, actor: int, action: Action) -> float:
    """What a purple card of the actor brings one gnome."""
    return _GAINS[action.what](p, who, actor, action)


def _mining(p: Position, who: int, actor: int, action: Action) -> float:  # noqa: ARG001
    return DIE_MEAN if who == actor else 0.0


def _pickpocket(p: Position, who: int, actor: int, action: Action) -> float:  # noqa: ARG001
    worth = float(WORTH[GEMS.index(action.more)])
    return worth if who == actor else -worth * (who == action.seat)


def _second_wind(p: Position, who: int, actor: int, action: Action) -> float:  # noqa: ARG001
    if who != actor:
        return 0.0
    at = p.seats[who].at
    ends = TRAIL.ends_by_card(at, 3)
    shops = [visit(p.seats[who], end.place) for end in ends if end.place in TRAIL.businesses]
    return max([-landing(p, who, ends[0].place), *shops])


def _stumble(p: Position, who: int, actor: int, action: Action) -> float:  # noqa: ARG001
    return -STUMBLE * (who == action.seat)


def _wrong_turn(p: Position, who: int, actor: int, action: Action) -> float:  # noqa: ARG001
    if who != action.seat:
        return 0.0
    return -landing(p, who, TRAIL.back_from(p.seats[who].at, 3)[-1])


def _come_along(p: Position, who: int, actor: int, action: Action) -> float:
    """The fetched one bears the landing; then its player may brawl."""
    if who == actor:
        return max(0.0, fight(p, who, (action.seat,), FIST)[0])
    return -landing(p, who, p.seats[actor].at) if who == action.seat else 0.0


def _sticky_fingers(p: Position, who: int, actor: int, action: Action) -> float:
    worth = kept(action.more, p.seats[who].at)
    return worth if who == actor else -worth * (who == action.seat)


def _swap_hands(p: Position, who: int, actor: int, action: Action) -> float:
    """A turn plays one card, so more cards only mean more choice."""
    if who not in (actor, action.seat):
        return 0.0
    other = action.seat if who == actor else actor
    return CARD * (len(p.seats[other].hand) - len(p.seats[who].hand) + (who == actor))


def _toll_day(p: Position, who: int, actor: int, action: Action) -> float:  # noqa: ARG001
    paying = [n for n in _others(p, actor) if any(p.seats[n].purse)]
    return float(len(paying)) if who == actor else -1.0 * (who in paying)


_GAINS: dict[str, Callable[[Position, int, int, Action], float]] = {
    "mining": _mining,
    "pickpocket": _pickpocket,
    "second-wind": _second_wind,
    "stumble": _stumble,
    "wrong-turn": _wrong_turn,
    "come-along": _come_along,
    "sticky-fingers": _sticky_fingers,
    "swap-hands": _swap_hands,
    "toll-day": _toll_day,
}


# -- windows ---------------------------------------------------------------------------------------------------------


def _window(p: Position, seat: int, action: Action) -> float:
    """A red card where it brings enough. A gnome that is held up loses nothing but time, so hold-it is kept."""
    if action is PASS:
        return 0.0
    if action.what not in ENOUGH:
        return -1.0
    return _against(p, seat, action.what) - ENOUGH[action.what]


def _against(p: Position, seat: int, card: str) -> float:
    """What stopping the frame on top, or a cut of the sale, brings this seat."""
    bottom = p.stack[0]
    if isinstance(bottom, Sale):
        return _cut(p, seat, bottom.total // 2, card)
    if not isinstance(bottom, Play):
        return 0.0
    harm = _harm(p, seat, bottom.action)
    if card == GUARD:
        return harm + CARD
    return harm * _side(p)


def _cut(p: Position, seat: int, half: int, card: str) -> float:
    """What a cut brings who takes it, and a cancel the seller, or whose cut is saved by it."""
    worth = half * (1 + _share(p))
    if card == CUT:
        return worth
    cutter = p.stack[1]
    assert isinstance(cutter, Red)
    wanted = (seat == cutter.seat) - (seat == p.turn)
    return worth * wanted * _side(p)


def _harm(p: Position, seat: int, action: Action) -> float:
    """What a purple card costs this seat; less than nothing for its own."""
    others = sum(gain(p, n, p.turn, action) for n in range(len(p.seats)) if n != seat)
    return _share(p) * others - gain(p, seat, p.turn, action)


def _side(p: Position) -> int:
    """Whether a cancel now stops the step at the bottom (1) or lets it stand after all (-1)."""
    return 1 if sum(isinstance(frame, Red) for frame in p.stack) % 2 == 0 else -1


_RATES: dict[str, Callable[[Position, int, Action], float]] = {
    "move": _go,
    "lose": _lose,
    "brawl": _brawl,
    "show": _show,
    "play": _play,
    "window": _window,
    "sell": _sell,
}
