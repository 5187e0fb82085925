"""What only the owner of a table may ask for, and when."""

from __future__ import annotations

from typing import TypeAlias

from net.messages import Again, Pause, PutBot, Settle, Setup, Start
from net.refusal import Refusal
from net.settings import ABSENT, CLOCKS

Steering: TypeAlias = Setup | PutBot | Start | Again | Pause | Settle


def check(message: Steering, state: str) -> None:
    """Whether it can be asked for while the table is in that state. Raises `Refusal`."""
    if isinstance(message, Again):
        if state != "over":
            raise Refusal("not-now", "the game is not over")
    elif isinstance(message, Pause):
        if state != "playing":
            raise Refusal("not-now", "no game is on that could pause")
    elif isinstance(message, Settle):
        if message.absent not in ABSENT or message.clock not in CLOCKS:
            raise Refusal("options", f"there is {' or '.join(ABSENT)}, and a clock of {CLOCKS} seconds")
    elif state != "lobby":
        raise Refusal("not-now", "that is settled before the game starts")
