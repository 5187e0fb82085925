"""Positions from JSON, whole ones and views; what is malformed or impossible is refused in words."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Mapping

from core.game import BadPosition, Json
from core.games.nomadi import moves
from core.games.nomadi.board import ARRIVALS, BOARDS, CARDS, STONES, BadBoard, Board, check_unity, parse
from core.games.nomadi.deals import MOST
from core.games.nomadi.haggle import HIGHEST, MOST_OFFERS
from core.games.nomadi.position import (
    COINS,
    DEAL,
    DICE,
    GIFT,
    HAGGLE,
    MOVE,
    OVER,
    PHASES,
    PLACE,
    ROLL,
    SCATTER,
    Deal,
    Haggle,
    Held,
    Left,
    Position,
)
from core.games.nomadi.sight import known
from core.shape import Shape

_shape = Shape(BadPosition)
_KEYS = ("board", "phase", "turn", "stones", "cards", "dice", "rolled", "seats", "haggle", "deals")
_PURSE = 1_000_000


def load(data: Mapping[str, Json]) -> Position:
    """The position of that JSON. Raises `BadPosition`."""
    top = _shape.keys(data, "the position", ("game", *_KEYS), ("options", "left"))
    options = _shape.keys(top.get("options", {}), "options", (), ("haggling", "deals", "oasis"))
    board = _board(top["board"], options.get("oasis"))
    raw = _shape.sequence(top["seats"], "seats", min(STONES), max(STONES))
    seats = [_shape.keys(seat, f"seats[{n}]", ("coins", "cards", "unplaced")) for n, seat in enumerate(raw)]
    dice = _dice(top["dice"], "dice")
    lying, values = _cards(board, top["cards"])
    p = Position(
        board,
        _shape.one_of(options.get("haggling", COINS), "options.haggling", (COINS, GIFT)),
        _shape.truth(options.get("deals", True), "options.deals"),
        _shape.one_of(top["phase"], "phase", PHASES),
        _shape.whole(top["turn"], "turn", 0, len(seats) - 1),
        _stones(board, top["stones"], len(seats)),
        lying,
        values,
        tuple(sorted(dice)),
        _dice(top["rolled"], "rolled"),
        tuple(_shape.whole(seat["coins"], f"seats[{n}].coins", -_PURSE, _PURSE) for n, seat in enumerate(seats)),
        tuple(_held(seat["cards"], n, len(seats)) for n, seat in enumerate(seats)),
        tuple(
            _shape.whole(seat["unplaced"], f"seats[{n}].unplaced", 0, STONES[len(seats)])
            for n, seat in enumerate(seats)
        ),
        _left(board, top.get("left", [])),
        _haggle(board, top["haggle"], len(seats)),
        _deals(top["deals"], len(seats)),
    )
    _check_pieces(p)
    _check_places(p)
    _check_phase(p)
    if p.phase == HAGGLE:
        _check_haggle(p)
    _check_deals(p)
    return p


# -- the parts --------------------------------------------------------------------------------------------------


def _board(value: Json, oasis: Json) -> Board:
    try:
        if isinstance(value, str):
            if value not in BOARDS:
                raise BadPosition(f"there is no board {value[:40]!r}; there are {', '.join(BOARDS)}")
            board = BOARDS[value]
        else:
            rows = _shape.sequence(value, "board", 1, 100)
            if not all(isinstance(row, str) for row in rows):
                raise BadPosition("board is a name, or a list of map rows")
            board = parse(rows)
        if oasis is None:
            return board
        if not isinstance(oasis, str):
            raise BadPosition("options.oasis is the name of a field, or null")
        return board.moved(oasis)
    except BadBoard as error:
        raise BadPosition(f"board: {error}") from None


def _field(board: Board, name: Json, where: str) -> int:
    bit = board.field(name) if isinstance(name, str) else None
    if bit is None or not board.fields >> bit & 1:
        raise BadPosition(f"{where}: {name!r:.20} is no field of this board")
    return bit


def _stones(board: Board, value: Json, seats: int) -> tuple[int, ...]:
    if not isinstance(value, Mapping):
        raise BadPosition("stones must be an object: a field to the seat whose stone stands there")
    stones = [0] * seats
    for name, owner in value.items():
        stones[_shape.whole(owner, f"stones.{name:.8}", 0, seats - 1)] |= 1 << _field(board, name, "stones")
    return tuple(stones)


def _cards(board: Board, value: Json) -> tuple[int, tuple[int | None, ...]]:
    if not isinstance(value, Mapping):
        raise BadPosition("cards must be an object: a field to the value of the card there, or null")
    found = sorted((_field(board, name, "cards"), _value(worth, f"cards.{name:.8}")) for name, worth in value.items())
    return sum(1 << bit for bit, _ in found), tuple(worth for _, worth in found)


def _value(value: Json, where: str) -> int | None:
    if value is None:
        return None
    if type(value) is not int or value not in CARDS:
        raise BadPosition(f"{where}: no desert card is worth {value!r:.20}; they are worth -2, -1, 1, 2 or 3")
    return value


def _dice(value: Json, where: str) -> tuple[int, ...]:
    return tuple(_shape.whole(die, where, 1, 6) for die in _shape.sequence(value, where, 0, DICE))


def _held(value: Json, holder: int, seats: int) -> tuple[Held, ...]:
    where = f"seats[{holder}].cards"
    cards = []
    for raw in _shape.sequence(value, where, 0, len(CARDS)):
        keys = _shape.keys(raw, where, ("value",), ("seen",))
        looked = _shape.sequence(keys.get("seen", [holder]), f"{where}.seen", 1, seats)
        seen = sorted(_shape.whole(seat, f"{where}.seen", 0, seats - 1) for seat in looked)
        if len(set(seen)) < len(seen) or holder not in seen:
            raise BadPosition(f"{where}.seen lists who has looked at the card, each once, the holder among them")
        cards.append(Held(_value(keys["value"], where), tuple(seen)))
    return tuple(cards)


def _left(board: Board, value: Json) -> tuple[Left, ...]:
    records = []
    for raw in _shape.sequence(value, "left", 0, DICE):
        keys = _shape.keys(raw, "left", ("die", "stone", "fields"))
        fields = _shape.sequence(keys["fields"], "left.fields", 1, DICE)
        records.append(
            Left(
                _shape.whole(keys["die"], "left.die", 1, 6),
                _field(board, keys["stone"], "left.stone"),
                tuple(_field(board, name, "left.fields") for name in fields),
            )
        )
    if len({record[:2] for record in records}) < len(records):
        raise BadPosition("left has two records of one stone and number")
    return tuple(records)


def _haggle(board: Board, value: Json, seats: int) -> Haggle | None:
    if value is None:
        return None
    keys = _shape.keys(value, "haggle", Haggle._fields)
    price, by = keys["price"], keys["by"]
    return Haggle(
        _field(board, keys["field"], "haggle.field"),
        _value(keys["value"], "haggle.value"),
        _shape.whole(keys["seller"], "haggle.seller", 0, seats - 1),
        _shape.whole(keys["buyer"], "haggle.buyer", 0, seats - 1),
        None if price is None else _shape.whole(price, "haggle.price", -HIGHEST, HIGHEST),
        None if by is None else _shape.whole(by, "haggle.by", 0, seats - 1),
        _shape.whole(keys["offers"], "haggle.offers", 0, MOST_OFFERS),
    )


def _deals(value: Json, seats: int) -> tuple[Deal, ...]:
    deals = []
    for raw in _shape.sequence(value, "deals", 0, 2 * seats):
        keys = _shape.keys(raw, "deals", ("from", "to", "coins"))
        proposer = _shape.whole(keys["from"], "deals.from", 0, seats - 1)
        partner = _shape.whole(keys["to"], "deals.to", 0, seats - 1)
        deals.append(Deal(proposer, partner, _shape.whole(keys["coins"], "deals.coins", -MOST, MOST)))
    return tuple(deals)


# -- what cannot be ---------------------------------------------------------------------------------------------


def _check_pieces(p: Position) -> None:
    """No more stones and cards than exist."""
    for seat, own in enumerate(p.stones):
        if own.bit_count() + p.unplaced[seat] > STONES[p.seats]:
            raise BadPosition(
                f"seat {seat} has more than {STONES[p.seats]} stones, as many as each of {p.seats} seats has"
            )
    cards = len(p.values) + sum(map(len, p.held)) + (p.haggle is not None)
    if cards > len(CARDS):
        raise BadPosition(f"there are {cards} desert cards, but only {len(CARDS)} exist")
    for value, more in (Tally(known(p)) - Tally(CARDS)).items():
        raise BadPosition(f"there are {CARDS.count(value)} cards worth {value:+d}, and {more} more are here")


def _check_places(p: Position) -> None:
    """Where stones and cards may be."""
    board, caravan = p.board, p.caravan
    if taken := p.lying & caravan:
        raise BadPosition(f"a card lies under the stone on {board.shown(taken)[0]}")
    if wrong := p.lying & (board.start | board.goal):
        raise BadPosition(f"no card lies in the start or the goal, but one is on {board.shown(wrong)[0]}")
    arrived = (caravan & board.goal).bit_count()
    if p.phase != OVER and arrived >= ARRIVALS:
        raise BadPosition(f"with {arrived} stones in the goal the game is over")
    if p.phase == OVER and arrived != ARRIVALS:
        raise BadPosition(f"the game is over with {ARRIVALS} stones in the goal, not {arrived}")
    for _, stone, _fields in p.left:
        if not caravan >> stone & 1:
            raise BadPosition(f"left speaks of a stone on {board.names[stone]}, but there is none")


def _check_phase(p: Position) -> None:
    """What belongs to each phase."""
    board, caravan = p.board, p.caravan
    if p.phase in (SCATTER, DEAL, PLACE, ROLL) and (p.dice or p.rolled or p.left):
        raise BadPosition(f"in {p.phase} no dice are thrown: dice, rolled and left are empty")
    if Tally(p.dice) - Tally(p.rolled):
        raise BadPosition("dice has dice that rolled has not")
    if p.phase in (SCATTER, DEAL, PLACE):
        _check_setting_up(p)
        return
    if any(p.unplaced):
        raise BadPosition(f"in {p.phase} all stones are placed")
    if p.phase == OVER:
        return
    if not board.together(caravan) or not caravan:
        raise BadPosition("the stones are not one group, side by side")
    if p.phase == MOVE and not (p.dice and moves.find(board, caravan, p.dice, p.left)):
        raise BadPosition("in move at least one unused die has a legal move")


def _check_setting_up(p: Position) -> None:
    board, caravan = p.board, p.caravan
    if any(p.held):
        raise BadPosition("nobody has found a card before the caravan departs")
    if not p.unplaced[p.turn]:
        raise BadPosition(f"seat {p.turn} is in turn to place a stone and has none")
    room, stones = board.start.bit_count(), caravan.bit_count() + sum(p.unplaced)
    if not 0 <= room - stones <= 1:
        raise BadPosition(f"the start has {room} fields, but needs as many as there are stones ({stones}), or one more")
    try:
        check_unity(board, spare=room > stones)
    except BadBoard as error:
        raise BadPosition(f"board: {error}") from None
    if p.phase == PLACE:
        if outside := caravan & ~board.start:
            raise BadPosition(f"stones are placed in the start, and {board.shown(outside)[0]} is outside")
        return
    if caravan:
        raise BadPosition("stones are placed when the cards lie")
    if board.sand.bit_count() + board.water.bit_count() < len(CARDS):
        raise BadPosition("this board has too few fields for the desert cards")
    if p.phase == SCATTER and p.lying:
        raise BadPosition("in scatter no card lies anywhere yet")
    if p.phase == DEAL:
        if p.lying.bit_count() != len(CARDS) or board.water & ~p.lying:
            raise BadPosition(f"in deal {len(CARDS)} fields have a card, all water sources among them")
        if known(p):
            raise BadPosition("in deal the cards are not dealt: their values are null")


def _check_haggle(p: Position) -> None:
    """Ruling 11: who haggles with whom about what."""
    h = p.haggle
    if h is None:
        raise BadPosition("in haggle, haggle says what is haggled over")
    if h.seller != p.turn:
        raise BadPosition("haggle.seller must be the seat in turn")
    if h.buyer == h.seller or p.owner(h.field) != h.buyer:
        raise BadPosition(f"haggle.buyer must be the owner of the stone on {p.board.names[h.field]}, not the seller")
    if p.board.goal >> h.field & 1 or p.board.start >> h.field & 1:
        raise BadPosition("no card is found in the start or the goal")
    if (h.price is None) != (h.by is None) or (h.price is None) != (h.offers == 0):
        raise BadPosition("haggle.price, by and offers go together: null, null and 0 before the first offer")
    if h.by not in (None, h.seller, h.buyer):
        raise BadPosition("haggle.by must be the seller or the buyer")
    if h.by == h.buyer and (h.offers == MOST_OFFERS or p.haggling == GIFT):
        raise BadPosition("there is no counter to the last offer, nor to a gift")
    if p.haggling == GIFT and (h.price or h.offers > 1):
        raise BadPosition("a gift is offered once, for nothing")


def _check_deals(p: Position) -> None:
    """Ruling 12; and `haggle` is null outside its phase."""
    if p.phase != HAGGLE and p.haggle is not None:
        raise BadPosition(f"haggle is null in {p.phase}")
    if not p.deals:
        return
    if not p.dealing or p.phase not in (MOVE, HAGGLE):
        raise BadPosition("there are no deals in this game or this phase")
    for deal in p.deals:
        if deal.proposer == deal.partner or p.turn not in deal[:2] or not deal.coins:
            raise BadPosition("a deal is between the seat in turn and another, about 1 coin at least")
    if len({deal[:2] for deal in p.deals}) < len(p.deals):
        raise BadPosition("deals has two open proposals of one pair and direction")
