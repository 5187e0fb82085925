"""Chance outcomes: read, checked against what can come up, carried out, and drawn from a stream."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from core.game import BadOutcome, Chance, Json
from core.games.oh_gnome import brawl, effects, moves, shop, turn, windows
from core.games.oh_gnome.cards import CARDS
from core.games.oh_gnome.position import Brawl, Card, Discard, Move, Position, unseen
from core.games.oh_gnome.table import Table
from core.games.oh_gnome.trail import DIE, TRAIL
from core.stream import Stream

GREENS = 2
"""Green cards that each seat begins with."""

_GREENS = Chance("greens", secret=True)
_SHUFFLE = Chance("shuffle", secret=True)
_DICE = {name: Chance("die", detail={"for": name}) for name in ("roll", "mining", "cart", "brawl-tie")}


def due(p: Position) -> Chance:
    """The chance that a position waits for in which nobody owes an answer."""
    if p.phase == "roll":
        return _DICE["roll"]
    if p.phase == "discard":
        frame = p.stack[-1]
        assert isinstance(frame, Discard)
        return Chance("discard", detail={"seat": frame.seat, "count": frame.cards})
    if p.phase in ("greens", "shuffle"):
        return _GREENS if p.phase == "greens" else _SHUFFLE
    return _DICE[{"play": "mining", "sell": "cart", "show": "brawl-tie"}[p.phase]]


def draw(p: Position, stream: Stream) -> Json:
    """An outcome for the due chance."""
    if p.phase == "greens":
        greens = [card for card in p.deck if card in CARDS.items]
        stream.shuffle(greens)
        return [greens[n * GREENS : (n + 1) * GREENS] for n in range(len(p.seats))]
    if p.phase == "shuffle":
        pile = [*p.deck, *p.discard]
        stream.shuffle(pile)
        return pile
    if p.phase == "discard":
        frame = p.stack[-1]
        assert isinstance(frame, Discard)
        hand = list(p.seats[frame.seat].hand)
        stream.shuffle(hand)
        return hand[: frame.cards]
    return [stream.below(DIE) + 1 for _ in range(_dice(p))]


def _dice(p: Position) -> int:
    top = p.stack[-1] if p.stack else None
    return len(top.tied) if isinstance(top, Brawl) else 1


def happen(t: Table, p: Position, outcome: Json) -> None:
    """Carries out the outcome of the chance that is due. Raises `BadOutcome`."""
    if not isinstance(outcome, list | tuple):
        raise BadOutcome("an outcome is a list")
    if p.phase in _CARDS:
        _CARDS[p.phase](t, p, outcome)
        return
    count = _dice(p)
    if len(outcome) != count or not all(type(pips) is int and 1 <= pips <= DIE for pips in outcome):
        raise BadOutcome(f"{count} {'die shows' if count == 1 else 'dice show'} a number from 1 to {DIE} each")
    if p.phase == "show":
        brawl.roll(t, tuple(outcome))
    else:
        _DIE[p.phase](t, outcome[0])


def _roll(t: Table, pips: int) -> None:
    """Ruling 8: a roll that could reach a business can be interrupted."""
    t.note("rolled", seat=t.turn, pips=pips)
    t.stack.append(Move(pips, toll=True))
    if any(end.place in TRAIL.businesses for end in moves.ends(t)):
        windows.open_on(t)
    else:
        moves.choose_end(t)


_DIE: dict[str, Callable[[Table, int], None]] = {"roll": _roll, "play": effects.mined, "sell": shop.priced}


def _greens(t: Table, p: Position, outcome: Sequence[Json]) -> None:
    """Two green cards a seat (ruling 1)."""
    if len(outcome) != len(p.seats) or not all(
        isinstance(pair, list | tuple) and len(pair) == GREENS for pair in outcome
    ):
        raise BadOutcome(f"{GREENS} green cards for each of {len(p.seats)} seats are needed")
    dealt = [card for pair in outcome for card in pair]
    if any(card is not None and (not isinstance(card, str) or card not in CARDS.items) for card in dealt):
        raise BadOutcome("only green cards are dealt at the start")
    t.deck = tuple(_taken(p, p.deck, dealt))
    for number, pair in enumerate(outcome):
        t.give(number, tuple(pair))
    t.phase = "shuffle"
    t.note("dealt", cards=GREENS)


def _taken(p: Position, cards: Sequence[Card], gone: Sequence[Card]) -> list[Card]:
    """What is left of cards after some are gone; a follower that is not told which ones knows none of the rest."""
    left = list(cards)
    for card, count in Counter(gone).items():
        if card is None:
            continue
        here = min(count, left.count(card))
        if count - here > min(left.count(None), unseen(p, card)):
            raise BadOutcome(f"there are not {count} cards {card}")
        for taken in [card] * here + [None] * (count - here):
            left.remove(taken)
    return [None] * (len(cards) - len(gone)) if None in gone else left


def _shuffle(t: Table, p: Position, outcome: Sequence[Json]) -> None:
    """The pile: at the set-up the first turn follows, otherwise the draw that found the pile empty (ruling 7)."""
    before = (*p.deck, *p.discard)
    if len(outcome) != len(before):
        raise BadOutcome(f"the pile has {len(before)} cards")
    if any(card is not None and (not isinstance(card, str) or card not in CARDS.counts) for card in outcome):
        raise BadOutcome("the pile holds draw cards only")
    if sorted(map(str, outcome)) != sorted(map(str, before)):
        _taken(p, before, [card for card in outcome if card is not None])
    t.deck, t.discard = tuple(outcome), ()
    t.note("shuffled", cards=len(outcome))
    if p.deck:
        turn.begin(t)
    else:
        turn.draw(t)


def _discard(t: Table, p: Position, outcome: Sequence[Json]) -> None:
    """Cards of a hand, which everybody sees (back trail)."""
    frame = p.stack[-1]
    assert isinstance(frame, Discard)
    if len(outcome) != frame.cards or not all(isinstance(c, str) and c in CARDS.counts for c in outcome):
        raise BadOutcome(f"{frame.cards} cards of the hand are discarded")
    _taken(p, p.seats[frame.seat].hand, outcome)
    moves.discard(t, tuple(outcome))


_CARDS: dict[str, Callable[[Table, Position, Sequence[Json]], None]] = {
    "greens": _greens,
    "shuffle": _shuffle,
    "discard": _discard,
}
