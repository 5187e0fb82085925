"""What a seat knows: views, what secret outcomes show, what private events tell, and guesses that fill the rest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from core.game import BadEvent, Event, Json
from core.games.oh_gnome.cards import CARDS, FISTS, GUARD
from core.games.oh_gnome.position import Card, Hand, Play, Position, Seat, stumbling, unseen
from core.stream import Stream


def view(p: Position, seat: int | None) -> Position:
    """Without the others' hands and brawl cards and without the pile; the brawl cards left at the end are open."""
    open_now = p.phase == "over"
    seats = tuple(
        [
            s
            if number == seat
            else s._replace(hand=(None,) * len(s.hand), brawl=s.brawl if open_now else (None,) * len(s.brawl))
            for number, s in enumerate(p.seats)
        ]
    )
    return p._replace(seats=seats, deck=(None,) * len(p.deck))


def hide(p: Position, outcome: Json, seat: int | None) -> Json:
    """The greens of the others, and any shuffled pile, as nulls."""
    if p.phase == "greens":
        return [pair if number == seat else [None] * len(pair) for number, pair in enumerate(outcome)]
    return [None] * len(outcome) if p.phase == "shuffle" else outcome


def known(p: Position) -> Counter[str]:
    """How often each draw card is in a place that is seen."""
    seen = Counter(card for card in (*p.deck, *p.discard) if card)
    for seat in p.seats:
        seen.update(card for card in (*seat.hand, *seat.tabled) if card)
        seen["stumble"] += seat.misses
    seen["stumble"] += stumbling(p.stack)
    return seen


def guess(p: Position, stream: Stream) -> Position:
    """The unknown cards drawn from those that are nowhere seen.

    Who is still to play a guard-gnome has one; right after the set-up all hands are green.
    """
    seen = known(p)
    pool = [card for card, count in CARDS.counts.items() for _ in range(count - seen[card])]
    stream.shuffle(pool)
    if p.phase == "shuffle" and p.deck:
        pool.sort(key=CARDS.items.__contains__)
    hands = [list(seat.hand) for seat in p.seats]
    for number in _guards(p):
        if GUARD not in hands[number] and GUARD in pool:
            hands[number][hands[number].index(None)] = GUARD
            pool.remove(GUARD)
    seats = tuple(
        seat._replace(hand=_filled(hand, pool), brawl=_fists(seat, stream))
        for seat, hand in zip(p.seats, hands, strict=True)
    )
    return p._replace(seats=seats, discard=_filled(p.discard, pool), deck=_filled(p.deck, pool))


def _guards(p: Position) -> tuple[int, ...]:
    bottom = p.stack[0] if p.stack else None
    return bottom.guards if isinstance(bottom, Play) else ()


def _filled(cards: Sequence[Card], pool: list[str]) -> Hand:
    return tuple([card if card is not None else pool.pop() for card in cards])


def _fists(seat: Seat, stream: Stream) -> tuple[int | None, ...]:
    if None not in seat.brawl:
        return seat.brawl
    left = [card for card in FISTS if card not in seat.brawl]
    stream.shuffle(left)
    return tuple(sorted(card or left.pop() for card in seat.brawl))


# -- what an event tells ---------------------------------------------------------------------------------------------


def learn(p: Position, event: Event) -> Position:
    """The position with what `draw`, `hand`, `arrive` or `over` told in the place of nulls; others tell no cards.

    Raises `BadEvent` for cards that cannot be.
    """
    learned = _LEARN.get(event.kind)
    try:
        return learned(p, event) if learned else p
    except (KeyError, TypeError, ValueError, IndexError):
        raise BadEvent(f"{event.kind!r} tells of cards that cannot be there") from None


def _seat_of(p: Position, event: Event) -> int:
    number = event.data["seat"] if "seat" in event.data or event.to is None else min(event.to)
    if type(number) is not int or not 0 <= number < len(p.seats):
        raise ValueError(number)
    return number


def _with_hand(p: Position, number: int, hand: Hand) -> Position:
    seats = list(p.seats)
    seats[number] = seats[number]._replace(hand=hand)
    return p._replace(seats=tuple(seats))


def _possible(p: Position, cards: Sequence[Json]) -> None:
    """Every one of these is a card that may still be among the unknown ones."""
    for card, count in Counter(cards).items():
        if count > unseen(p, card):
            raise ValueError(card)


def _draw(p: Position, event: Event) -> Position:
    number, card = _seat_of(p, event), event.data["card"]
    hand = p.seats[number].hand
    if hand and hand[-1] == card is not None:
        return p
    _possible(p, [card])
    last = len(hand) - 1 - hand[::-1].index(None)
    return _with_hand(p, number, (*hand[:last], card, *hand[last + 1 :]))


def _hand(p: Position, event: Event) -> Position:
    """A seat's hand after an exchange; what it gave away is out of its sight from now on.

    The cards stand at the front: a card drawn since then comes after them.
    """
    number, other, cards = _seat_of(p, event), event.data["other"], event.data["hand"]
    if type(other) is not int or not 0 <= other < len(p.seats) or other == number:
        raise ValueError(other)
    before = p.seats[number].hand
    drawn = before[len(cards) :]
    if len(cards) > len(before) or any(
        card is not None and card != told for card, told in zip(before, cards, strict=False)
    ):
        raise ValueError(cards)
    p = _with_hand(p, other, (None,) * len(p.seats[other].hand))
    p = _with_hand(p, number, ((None,) * len(cards)) + drawn)
    _possible(p, cards)
    return _with_hand(p, number, (*cards, *drawn))


def _arrive(p: Position, event: Event) -> Position:
    """The hand that was laid down, in the place of the unknown cards of the discard pile."""
    if None not in p.discard:
        return p
    cards = list(event.data["hand"])
    _possible(p, cards)
    discard = list(p.discard)
    if discard.count(None) != len(cards):
        raise ValueError(cards)
    for card in cards:
        discard[discard.index(None)] = card
    return p._replace(discard=tuple(discard))


def _over(p: Position, event: Event) -> Position:
    """The unused brawl cards, which are open at the end."""
    seats = []
    for seat, told in zip(p.seats, event.data["brawl"], strict=True):
        if len(told) != len(seat.brawl) or len({*told}) != len(told) or not {*told} <= {*FISTS}:
            raise ValueError(told)
        if not {*seat.brawl} - {None} <= {*told}:
            raise ValueError(told)
        seats.append(seat._replace(brawl=tuple(told)))
    if p.phase != "over":
        raise ValueError(p.phase)
    return p._replace(seats=tuple(seats))


_LEARN = {"draw": _draw, "hand": _hand, "arrive": _arrive, "over": _over}
