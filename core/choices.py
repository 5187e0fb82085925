"""Choices that came as text, held against what a position asks for: for everyone who takes them from outside."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

from core.game import AnyGame, Asks, Chance, Due, Unreadable

Reason: TypeAlias = Literal["not-due", "missing", "illegal"]


class BadChoices(ValueError):
    """Choices that a position does not take: the reason, the seat it is about (None: the position), and words."""

    def __init__(self, reason: Reason, seat: int | None, why: str) -> None:
        super().__init__(why)
        self.reason: Reason = reason
        self.seat = seat


def read_choices(game: AnyGame, position: Any, texts: Mapping[int, str]) -> dict[int, Any]:
    """The actions of these texts by seat, ready for `Game.play`.

    They must be the answers of all seats that owe one, or a single one out of another seat's offers. Raises
    `BadChoices`.
    """
    due = game.due(position)
    if not isinstance(due, Asks):
        raise BadChoices("not-due", None, f"no choice is due: the position waits for {waits_for(due)}")
    owing = {ask.seat for ask in due.asks}
    if not _is_offer(game, position, texts, owing):
        if strangers := texts.keys() - owing:
            raise BadChoices("not-due", min(strangers), f"seat {min(strangers)} owes no choice now")
        if missing := owing - texts.keys():
            raise BadChoices("missing", min(missing), f"the choice of seat {min(missing)} is missing")
    actions = {}
    for seat, text in sorted(texts.items()):
        try:
            action = game.parse(position, text)
        except Unreadable as error:
            raise BadChoices("illegal", seat, str(error)) from None
        if why := game.check(position, seat, action):
            raise BadChoices("illegal", seat, why)
        actions[seat] = action
    return actions


def _is_offer(game: AnyGame, position: Any, texts: Mapping[int, str], owing: set[int]) -> bool:
    if len(texts) != 1:
        return False
    (seat,) = texts
    return seat not in owing and 0 <= seat < len(game.scores(position)) and bool(game.offers(position, seat))


def waits_for(due: Due) -> str:
    """What a position waits for, in words."""
    if isinstance(due, Asks):
        return f"the choice of seats {', '.join(str(ask.seat) for ask in due.asks)}"
    return f"chance ({due.kind})" if isinstance(due, Chance) else "nothing, the game is over"
