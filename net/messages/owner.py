"""What the owner of a table says, who sits at the host's own machine."""

from __future__ import annotations

from net.messages.base import Count, Data, Message, SeatNumber, Word
from net.text import Name


class Setup(Message, frozen=True):
    """Another game, number of seats or options, before the start."""

    game: Word
    seats: SeatNumber
    options: Data


class PutBot(Message, frozen=True):
    """A bot of that name on a free seat; an empty name takes it away."""

    seat: SeatNumber
    bot: Word = ""


class Admit(Message, frozen=True):
    """Whether the one who knocks (`Knock.number`) may come in."""

    knock: Count
    yes: bool


class Mute(Message, frozen=True):
    """Nothing that this person says is passed on, or it is again."""

    name: Name
    muted: bool


class Remove(Message, frozen=True):
    """Away with this person. `ban`: and its device does not come back to this table."""

    name: Name
    ban: bool = False


class Start(Message, frozen=True):
    """Begin the game."""


class Again(Message, frozen=True):
    """Back to the lobby after a game, with the same people. `rotate`: everybody moves on by one seat."""

    rotate: bool = False


class Pause(Message, frozen=True):
    """Everything stands still, or goes on; at a table that waits for people to come back, without them."""

    yes: bool


class Settle(Message, frozen=True):
    """Another rule for who is absent (`bot` or `wait`), and another clock for a choice (seconds, 0 for none)."""

    absent: Word
    clock: Count
