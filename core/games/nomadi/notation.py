"""Actions as text, positions as JSON."""

from __future__ import annotations

import re
from collections.abc import Sequence

from core.game import Json, Unreadable
from core.games.nomadi.board import Board, bits
from core.games.nomadi.position import (
    ACCEPT,
    DECLINE,
    KEEP,
    REFUSE,
    TAKE,
    WITHDRAW,
    Action,
    Answer,
    Counter,
    Move,
    Offer,
    Place,
    Position,
    Propose,
    Reply,
)

_NUMBER = re.compile(r"0|-?[1-9][0-9]{0,2}", re.ASCII)
_FORMS = {
    "place": "place p13",
    "move": "move 3 d4 g4 (die, from, to)",
    "offer": "offer 2",
    "counter": "counter 1",
    "accept": "accept",
    "decline": "decline",
    "keep": "keep",
    "deal": "deal 2 3 (seat, coins)",
    TAKE: "take 0",
    REFUSE: "refuse 0",
    WITHDRAW: "withdraw 2",
}
_WORDS = {answer.word: answer for answer in (ACCEPT, DECLINE, KEEP)}


def parse(board: Board, text: str) -> Action:
    """The action that a text like `move 3 d4 g4` names. Raises `Unreadable`."""
    verb, *parts = text.split(" ")
    if verb not in _FORMS:
        raise Unreadable(f"{text[:40]!r} is no action; actions are {', '.join(_FORMS)}")
    action = _read(board, verb, parts)
    if action is None:
        raise Unreadable(f"{text[:40]!r} cannot be read; it is written like this: {_FORMS[verb]}")
    return action


def _read(board: Board, verb: str, parts: Sequence[str]) -> Action | None:
    if verb in _WORDS:
        return None if parts else _WORDS[verb]
    if verb == "place" and len(parts) == 1:
        return Place(_field(board, parts[0]))
    if verb == "move" and len(parts) == 3:
        die = _whole(parts[0])
        return None if die is None else Move(die, _field(board, parts[1]), _field(board, parts[2]))
    numbers = [number for part in parts if (number := _whole(part)) is not None]
    if len(numbers) != len(parts):
        return None
    if verb == "deal":
        return Propose(*numbers) if len(numbers) == 2 else None
    if len(numbers) != 1 or verb in ("place", "move"):
        return None
    if verb == "offer":
        return Offer(numbers[0])
    return Counter(numbers[0]) if verb == "counter" else Reply(verb, numbers[0])


def _whole(text: str) -> int | None:
    return int(text) if _NUMBER.fullmatch(text) else None


def _field(board: Board, name: str) -> int:
    bit = board.field(name)
    if bit is None:
        last = board.names[board.height * board.stride - 2]
        raise Unreadable(f"there is no field {name[:8]!r}: this desert goes from a1 to {last}")
    return bit


def format_action(board: Board, action: Action) -> str:
    """The one text form of an action."""
    match action:
        case Move(die, source, target):
            return f"move {die} {board.names[source]} {board.names[target]}"
        case Place(field):
            return f"place {board.names[field]}"
        case Offer(price):
            return f"offer {price}"
        case Counter(price):
            return f"counter {price}"
        case Answer(word):
            return word
        case Propose(seat, coins):
            return f"deal {seat} {coins}"
        case Reply(word, seat):
            return f"{word} {seat}"


def dump(p: Position) -> dict[str, Json]:
    """The position as JSON."""
    board = p.board
    names = board.names
    haggle = p.haggle
    owners = {bit: seat for seat, own in enumerate(p.stones) for bit in bits(own)}
    return {
        "game": "nomadi",
        "options": {
            "haggling": p.haggling,
            "deals": p.dealing,
            "oasis": None if board.oasis is None else names[board.oasis],
        },
        "board": board.name or list(board.rows),
        "phase": p.phase,
        "turn": p.turn,
        "stones": {names[bit]: owners[bit] for bit in sorted(owners)},
        "cards": dict(zip(board.shown(p.lying), p.values, strict=True)),
        "dice": list(p.dice),
        "rolled": list(p.rolled),
        "seats": [
            {
                "coins": p.coins[seat],
                "cards": [{"value": card.value, "seen": list(card.seen)} for card in p.held[seat]],
                "unplaced": p.unplaced[seat],
            }
            for seat in range(p.seats)
        ],
        "left": [
            {"die": die, "stone": names[stone], "fields": [names[field] for field in fields]}
            for die, stone, fields in p.left
        ],
        "haggle": None if haggle is None else {**haggle._asdict(), "field": names[haggle.field]},
        "deals": [{"from": deal.proposer, "to": deal.partner, "coins": deal.coins} for deal in p.deals],
    }
