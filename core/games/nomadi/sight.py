"""Who knows which desert card (rulings 10, 11 and 13): views, guesses, and what an event tells a follower."""

from __future__ import annotations

from collections import Counter as Tally

from core.game import BadEvent, Event
from core.games.nomadi.board import CARDS
from core.games.nomadi.position import DEAL, OVER, Held, Position
from core.stream import Stream


def view(p: Position, seat: int | None) -> Position:
    """The position as that seat (None: a spectator) may see it: at the end everything is open."""
    if p.phase == OVER:
        return p
    held = tuple(
        tuple(card if seat in card.seen else Held(None, card.seen) for card in cards) if cards else ()
        for cards in p.held
    )
    haggle = p.haggle
    if haggle and haggle.seller != seat:
        haggle = haggle._replace(value=None)
    return p._replace(values=(None,) * len(p.values), held=held, haggle=haggle)


def known(p: Position) -> list[int]:
    """The values of all cards that are known in this position, wherever they are."""
    values = [*p.values, *(card.value for cards in p.held for card in cards)]
    if p.haggle:
        values.append(p.haggle.value)
    return [value for value in values if value is not None]


def unseen(p: Position) -> list[int]:
    """The values of the other cards, sorted."""
    return sorted((Tally(CARDS) - Tally(known(p))).elements())


def guess(p: Position, stream: Stream) -> Position:
    """The position with a random one of the cards left in the place of each unknown one."""
    if p.phase == DEAL:
        return p
    rest = unseen(p)
    stream.shuffle(rest)
    values = tuple([rest.pop() if value is None else value for value in p.values])
    held = tuple(
        tuple([Held(rest.pop(), card.seen) if card.value is None else card for card in cards]) for cards in p.held
    )
    haggle = p.haggle
    if haggle and haggle.value is None:
        haggle = haggle._replace(value=rest.pop())
    return p._replace(values=values, held=held, haggle=haggle)


def learn(p: Position, event: Event) -> Position:
    """A follower's position with the cards that `look` or `over` showed written in; other events tell nothing new.

    Raises `BadEvent` for what cannot be true.
    """
    if event.kind == "over":
        return _open(p, event)
    if event.kind != "look":
        return p
    if event.data.keys() != {"seat", "field", "value"}:
        raise BadEvent("a look has a seat, a field and a value")
    seat, field, value = event.data["seat"], event.data["field"], event.data["value"]
    if type(seat) is not int or not 0 <= seat < p.seats:
        raise BadEvent(f"there is no seat {seat!r:.20}")
    if not isinstance(field, str) or p.board.field(field) is None:
        raise BadEvent(f"there is no field {field!r:.20}")
    if type(value) is not int or value not in CARDS:
        raise BadEvent(f"no desert card is worth {value!r:.20}")
    return _looked(p, seat, field, value)


def _looked(p: Position, seat: int, field: str, value: int) -> Position:
    """The card is the one that is haggled over, or the last before the seat that it has looked at."""
    haggle = p.haggle
    if haggle and haggle.seller == seat and p.board.names[haggle.field] == field:
        _agree(p, haggle.value, value, field)
        return p._replace(haggle=haggle._replace(value=value))
    mine = p.held[seat]
    unknown = [index for index, card in enumerate(mine) if card.value is None and seat in card.seen]
    index = unknown[-1] if unknown else len(mine) - 1
    if index < 0:
        raise BadEvent(f"seat {seat} has looked at no card on {field}")
    card = mine[index]
    _agree(p, card.value, value, field)
    cards = (*mine[:index], Held(value, card.seen), *mine[index + 1 :])
    return p._replace(held=(*p.held[:seat], cards, *p.held[seat + 1 :]))


def _agree(p: Position, known: int | None, value: int, field: str) -> None:
    if known != value and (known is not None or value not in unseen(p)):
        raise BadEvent(f"the card from {field} cannot be worth {value:+d}: that is known otherwise")


def _open(p: Position, event: Event) -> Position:
    """The end, at which all cards are turned over."""
    lying, held = event.data.get("lying"), event.data.get("cards")
    if p.phase != OVER or not isinstance(lying, dict) or not isinstance(held, list | tuple):
        raise BadEvent("the cards are turned over at the end, each with its value")
    fields = p.board.shown(p.lying)
    if lying.keys() != set(fields) or not all(isinstance(cards, list | tuple) for cards in held):
        raise BadEvent("the cards turned over are not those that lie there")
    if [len(cards) for cards in held] != [len(cards) for cards in p.held]:
        raise BadEvent("the cards turned over are not those that are held")
    turned = p._replace(
        values=tuple(lying[field] for field in fields),
        held=tuple(
            tuple(Held(value, card.seen) for value, card in zip(cards, mine, strict=True))
            for cards, mine in zip(held, p.held, strict=True)
        ),
    )
    before = (*p.values, *(card.value for cards in p.held for card in cards))
    after = (*turned.values, *(card.value for cards in turned.held for card in cards))
    if any(type(value) is not int for value in after) or Tally(after) - Tally(CARDS):
        raise BadEvent("the cards turned over are not the desert cards")
    if any(was not in (None, now) for was, now in zip(before, after, strict=True)):
        raise BadEvent("the cards turned over are not those that were seen")
    return turned
