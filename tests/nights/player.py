"""What people do at a table: mostly what the best bot would, at their own pace, and sometimes something else."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from core.bots import bot
from core.bots import names as bot_names
from core.game import GameError
from core.stream import Stream
from net.messages import EndEarly, FromGuest, Ready, Sit, Talk
from net.seat import Mirror
from net.text import Line
from tests.nights.agenda import Entry

if TYPE_CHECKING:
    from tests.nights.night import Night
    from tests.nights.process import Process


class Player:
    """Plays through the mirror of a process. `send`: what is said."""

    def __init__(
        self, night: Night, process: Process, mirror: Callable[[], Mirror], send: Callable[[Sequence[FromGuest]], None]
    ) -> None:
        self.night, self.process, self._mirror, self.send = night, process, mirror, send
        self._thinking: Entry | None = None
        self._answered: set[int] = set()
        self.sits = False
        """Whether it would rather play than watch."""

    def begin(self) -> None:
        """A new life of its program."""
        self._thinking, self._answered = None, set()
        self.process.after(self.night.random.uniform(1, 8), self._idle)

    # -- answering ---------------------------------------------------------------------------------------------

    def wake(self) -> None:
        """Something has changed: if an answer is wanted now, it comes after some thought."""
        if self._thinking is None and self._wanted():
            slow = 40.0 if self.night.chance(0.02) else self.night.pace
            self._thinking = self.process.after(self.night.random.uniform(0.2, slow), self._decide)

    def _wanted(self) -> bool:
        mirror = self._mirror()
        lobby = mirror.lobby
        if lobby is not None and lobby.state == "lobby":
            return any(one.key == mirror._device and not one.ready for one in lobby.seats)
        return mirror.owes or bool(self._deals())

    def _deals(self) -> set[int]:
        mirror = self._mirror()
        if mirror.seat is None or mirror.over or mirror.stopped or mirror.paused:
            return set()
        mine = {step for deal, step in mirror.proposals.items() if deal.topic == "deal" and deal.to == mirror.seat}
        return mine - self._answered

    def _decide(self) -> None:
        self._thinking = None
        mirror = self._mirror()
        if mirror.lobby is not None and mirror.lobby.state == "lobby":
            self.send([Ready(ready=True)])
        elif deals := self._deals():
            self._answered |= deals
            assert mirror.game is not None
            assert mirror.seat is not None
            word = mirror.game.respond(mirror.position, mirror.seat)
            if word is not None:
                self._choose(word)
        elif mirror.owes:
            self._choose(self._best() if self.night.chance(0.85) else self._any(mirror.answers()))
        self.wake()

    def _best(self) -> Any:
        mirror = self._mirror()
        game = mirror.game
        assert game is not None
        assert mirror.seat is not None
        return bot(game, bot_names(game)[-1])(mirror.position, mirror.seat, Stream(self.night.entropy(32)))

    def _any(self, actions: Sequence[Any]) -> Any:
        return self.night.random.choice(list(actions))

    def _choose(self, action: Any) -> None:
        try:
            messages = self._mirror().choose(action)
        except GameError as error:
            self.night.say(self.process.name, f"cannot choose: {error}")
            return
        self.send(messages)

    # -- unasked -----------------------------------------------------------------------------------------------

    def _idle(self) -> None:
        """Now and then somebody does something that nobody waits for."""
        self.process.after(self.night.random.uniform(2, 20), self._idle)
        mirror, night = self._mirror(), self.night
        playing = mirror.game is not None and mirror.seat is not None and not (mirror.over or mirror.stopped)
        if mirror.lobby is None or mirror.lobby.state != "playing" or mirror.broken:
            return
        if night.agenda.now >= night.enough and playing:
            self.send([EndEarly(yes=True)])
        elif self.sits and not playing:
            for seat, info in enumerate(mirror.lobby.seats):
                if info.state == "bot" or (info.state == "absent" and info.bot):
                    self.send([Sit(seat)])
                    return
        elif playing and not mirror.paused:
            self._unasked(mirror)
        elif night.chance(0.2):
            self.send([Talk(Line("Who is next?"))])
        self.wake()

    def _unasked(self, mirror: Mirror) -> None:
        night = self.night
        assert mirror.game is not None
        assert mirror.seat is not None
        if mirror.choice is not None and not mirror.closed and night.chance(0.5):
            self._choose(self._any(mirror.answers()))
        elif mirror.can_undo and night.chance(0.3):
            self.send(mirror.undo())
        elif night.chance(0.15):
            offers = mirror.game.offers(mirror.position, mirror.seat)
            if offers:
                self._choose(self._any(offers))
        elif night.chance(0.1):
            self.send([Talk(Line(f"My number is {night.random.randrange(1000)}."))])
        elif night.chance(0.005):
            night.say(self.process.name, "gives up")
            self.process.troubled = night.agenda.now
            self.send(mirror.concede())
        elif night.chance(0.02):
            self.send([EndEarly(yes=night.chance(0.5))])
