"""Whether a written position can come up: cards, places, and unfinished steps that fit the phase."""

from __future__ import annotations

from itertools import pairwise

from core.game import BadPosition
from core.games.oh_gnome import legal, moves, windows
from core.games.oh_gnome.cards import CARDS, GUARD, GUARDED
from core.games.oh_gnome.position import (
    Brawl,
    Cart,
    Discard,
    Lose,
    Move,
    Play,
    Position,
    Red,
    Sale,
    asked,
    on_stone,
    unseen,
)
from core.games.oh_gnome.trail import COTTAGE, DIE, TRAIL
from core.games.oh_gnome.views import known


def cards(p: Position) -> None:
    """No card more often than it exists, the unknown ones included (ruling 7). Raises `BadPosition`."""
    seen = known(p)
    for card, count in seen.items():
        if count > CARDS.counts[card]:
            raise BadPosition(f"there are only {CARDS.counts[card]} cards {card}, not {count}")
    places = (p.deck, p.discard, *(seat.hand for seat in p.seats))
    hidden = sum(place.count(None) for place in places)
    if sum(seen.values()) + hidden > CARDS.total:
        raise BadPosition(f"there are only {CARDS.total} draw cards")


def seats(p: Position) -> None:
    """Who is in the cottage, and in which order they came (ruling 11). Raises `BadPosition`."""
    for number, seat in enumerate(p.seats):
        if (seat.at == COTTAGE) != (seat.place is not None):
            raise BadPosition(f"seats[{number}]: a gnome in the cottage, and no other, has a place")
        if seat.at == COTTAGE and (seat.hand or seat.tabled or seat.misses):
            raise BadPosition(f"seats[{number}]: in the cottage all cards are laid down")
    places = sorted(seat.place for seat in p.seats if seat.place is not None)
    if places != list(range(1, len(places) + 1)):
        raise BadPosition("the places in the cottage must be 1, 2, 3 and so on, each once")
    if (len(places) == len(p.seats)) != (p.phase == "over"):
        raise BadPosition("the game is over when all gnomes are in the cottage, not before")
    if p.phase != "over" and p.seats[p.turn].at == COTTAGE:
        raise BadPosition(f"seat {p.turn} is in the cottage and has no more turns")


def moment(p: Position) -> None:
    """The unfinished steps must fit the phase. Raises `BadPosition`."""
    at_shop = p.seats[p.turn].at in TRAIL.businesses
    if p.sold and (p.phase != "sell" or p.sold > _salable(p)):
        raise BadPosition("sold is what the discarded items have brought in this visit: only in phase sell")
    if p.phase == "greens" and len(p.deck) != CARDS.total:
        raise BadPosition(f"before the greens are dealt all {CARDS.total} cards are in the deck")
    if p.phase == "shuffle" and not p.deck and not p.discard:
        raise BadPosition("there is nothing to shuffle")
    if p.phase == "sell" and not at_shop:
        raise BadPosition(f"seat {p.turn} is in no business to sell in")
    kinds = tuple(type(frame) for frame in p.stack)
    if p.phase not in _STACKS:
        fits = not kinds
    else:
        fits = kinds in _STACKS[p.phase] or (p.phase == "window" and _is_chain(p, kinds))
    if not fits or not all(_fits(p, index) for index in range(len(kinds))):
        raise BadPosition(f"pending does not fit phase {p.phase}")
    if p.phase == "window" and not asked(p.seats, p.stack, p.turn):
        raise BadPosition("nobody has a card for this window")


_STACKS: dict[str, tuple[tuple[type, ...], ...]] = {
    "window": ((Move,), (Play,), (Sale,)),
    "move": ((Move,), (Play, Move)),
    "lose": ((Lose,), (Play, Lose)),
    "discard": ((Discard,), (Play, Discard)),
    "brawl": ((Brawl,), (Play, Brawl)),
    "show": ((Brawl,), (Play, Brawl)),
    "play": ((), (Play,)),
    "sell": ((), (Cart,)),
}


def _is_chain(p: Position, kinds: tuple[type, ...]) -> bool:
    """A step that can be interrupted, and red cards, each against the one before."""
    return kinds[:1] in _STACKS["window"] and len(kinds) > 1 and {*kinds[1:]} == {Red} and _red_chain(p)


def _red_chain(p: Position) -> bool:
    owners = [p.turn, *(frame.seat for frame in p.stack[1:] if isinstance(frame, Red))]
    return all(one != other for one, other in pairwise(owners))


def _fits(p: Position, index: int) -> bool:
    """Whether one frame makes sense over those below it."""
    frame, below = p.stack[index], p.stack[:index]
    bottom = p.stack[0]
    if isinstance(frame, Red):
        return p.seats[frame.seat].at != COTTAGE and frame.card in _against(p, below, frame.seat)
    if isinstance(frame, Move):
        return _move_fits(p, frame, bool(below))
    if isinstance(frame, Play):
        return _play_fits(p, frame)
    if isinstance(frame, Sale):
        return p.seats[p.turn].at in TRAIL.businesses and frame.total <= _salable(p)
    if isinstance(frame, Cart):
        shop = TRAIL.businesses.get(p.seats[p.turn].at)
        return shop is not None and shop.die and frame.item in p.discard
    if isinstance(frame, Brawl):
        return _brawl_fits(p, frame)
    moved = p.turn
    if isinstance(bottom, Play) and bottom.action.seat != -1:
        moved = bottom.action.seat
    if frame.seat != moved or not TRAIL.is_stone(p.seats[moved].at):
        return False
    if isinstance(frame, Lose):
        return len(p.seats[moved].tabled) > frame.left
    return 1 <= frame.cards <= len(p.seats[moved].hand)


def _salable(p: Position) -> int:
    """The most that the items in the discard pile can have fetched."""
    return sum(max(CARDS.items[card].best, DIE) for card in p.discard if card in CARDS.items)


def _against(p: Position, below: tuple[object, ...], seat: int) -> tuple[str, ...]:
    """The red cards that a seat may have played against what lies below."""
    return windows.fitting(p._replace(stack=below), seat)  # type: ignore[arg-type]


def _move_fits(p: Position, frame: Move, by_card: bool) -> bool:
    """A card's move pays no toll; a choice needs two ends, a window a business in reach."""
    if frame.toll == by_card:
        return False
    found = moves.ends(p._replace(stack=(frame,)))
    if p.phase == "window":
        return any(end.place in TRAIL.businesses for end in found)
    return len(found) > 1


def _play_fits(p: Position, frame: Play) -> bool:
    card, target = frame.action.what, frame.action.seat
    guards = (*frame.guards, *frame.guarded)
    if guards and (card not in GUARDED or p.turn in guards or (target != -1 and guards != (target,))):
        return False
    if len({*guards}) != len(guards) or any(p.seats[seat].at == COTTAGE for seat in guards):
        return False
    unsure = [p.seats[seat].hand for seat in frame.guards if GUARD not in p.seats[seat].hand]
    if len(unsure) > unseen(p, GUARD) or not all(None in hand for hand in unsure):
        return False
    if p.phase == "window":
        return legal.forbids(p, p.turn, frame.action) is None
    if frame.guards or target in frame.guarded:
        return False
    if p.phase == "play":
        return card == "mining"
    if p.phase == "move":
        return card == "second-wind"
    return card in ("second-wind", "wrong-turn", "come-along") and (
        target == -1 or (target < len(p.seats) and target != p.turn)
    )


def _brawl_fits(p: Position, frame: Brawl) -> bool:
    there = on_stone(p.seats, frame.stone)
    if len(there) < 2:
        return False
    if not frame.tied:
        return not frame.shown
    shown = dict(frame.shown)
    highest = max(shown.values(), default=0)
    best = [seat for seat, card in frame.shown if card == highest]
    return (
        p.phase == "show"
        and {*shown} <= {*there}
        and len(best) > 2
        and len(frame.tied) > 1
        and {*frame.tied} <= {*best}
        and list(frame.tied) == sorted(frame.tied)
        and not any(card and card in p.seats[seat].brawl for seat, card in frame.shown)
    )
