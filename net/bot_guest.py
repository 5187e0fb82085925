"""A bot that plays a seat through a mirror, like any guest."""

from __future__ import annotations

from typing import Any

from core.bots import bot
from core.game import Bot
from core.stream import Stream
from net.messages import FromGuest
from net.seat import Mirror


class BotGuest:
    """A bot on a mirror. `name`: one of the game's bots."""

    def __init__(self, mirror: Mirror, name: str, stream: Stream) -> None:
        self.mirror = mirror
        self.name = name
        self._stream = stream
        self._bot: Bot[Any, Any] | None = None
        self._responded: set[int] = set()

    @property
    def wanted(self) -> bool:
        """Whether an answer is owed that was not given yet, or a deal waits for a word."""
        mirror = self.mirror
        return mirror.broken is None and (mirror.owes or bool(self._deals))

    @property
    def _deals(self) -> set[int]:
        """The revisions of the deals that wait for a word of ours."""
        mirror = self.mirror
        mine = {step for deal, step in mirror.proposals.items() if deal.topic == "deal" and deal.to == mirror.seat}
        return mine - self._responded

    def choose(self) -> list[FromGuest]:
        """The answer, as messages. Raises `core.bots.UnknownBot`."""
        mirror = self.mirror
        assert mirror.game is not None
        assert mirror.seat is not None
        if deals := self._deals:
            word = mirror.game.respond(mirror.position, mirror.seat)
            self._responded |= deals
            if word is not None:
                return mirror.choose(word)
        if not mirror.owes:
            return []
        if self._bot is None:
            self._bot = bot(mirror.game, self.name)
        return mirror.choose(self._bot(mirror.position, mirror.seat, self._stream))
