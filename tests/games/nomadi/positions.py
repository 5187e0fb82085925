"""Positions for the tests, written as short as they can be."""

from __future__ import annotations

from typing import Any

from core.games.nomadi import GAME
from core.games.nomadi.position import Position


def written(stones: dict[str, int], dice: list[int], **more: Any) -> dict[str, Any]:
    """A position of two seats as JSON, in `move`, unless something else is said. `coins`: of each seat."""
    coins = more.pop("coins", [5, 5])
    options = {"deals": False, **more.pop("options", {})}
    top = {
        "game": "nomadi",
        "options": options,
        "board": "classic",
        "phase": "move",
        "turn": 0,
        "stones": stones,
        "cards": {},
        "dice": dice,
        "rolled": dice,
        "seats": [{"coins": purse, "cards": [], "unplaced": 0} for purse in coins],
        "haggle": None,
        "deals": [],
    }
    return {**top, **more}


def at(stones: dict[str, int], dice: list[int], **more: Any) -> Position:
    """The same, loaded."""
    return GAME.load(written(stones, dice, **more))


def play(p: Position, *texts: str) -> Position:
    """The position after these actions, each said by the seat that owes it."""
    for text in texts:
        p = GAME.play(p, {GAME.due(p).asks[0].seat: GAME.parse(p, text)})[0]
    return p


def why(p: Position, seat: int, text: str) -> str | None:
    """What `check` says to a text."""
    return GAME.check(p, seat, GAME.parse(p, text))


def listed(p: Position, seat: int) -> set[str]:
    """All that a seat may do, as texts."""
    return {GAME.format(p, action) for action in (*GAME.answers(p, seat), *GAME.offers(p, seat))}
