"""A game at a table from start to record, with its journal: the half of the table that knows nothing of connections."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict

from core import record
from core.catalogue import GAMES
from core.game import BadOptions, GameError, Json
from net import proof
from net.dealer import dealer_of
from net.journal import Journal
from net.keepsake import Keepsake
from net.kept import BadLedger
from net.match import Match
from net.messages import Ended, RecordPart
from net.outside import Tools
from net.room import Room
from net.rows import VERSION, AnyRow, Opened, Private, Seats, Started, Stopped
from net.telling import Tell
from net.text import Line

_PART = 32 * 1024
_SECRET = 32


class Play:
    """The game that is on at a table, or has just ended."""

    def __init__(self, room: Room, tools: Tools) -> None:
        self.match: Match | None = None
        self.journal: Journal | None = None
        self._room = room
        self._tools = tools
        self._begun = ""
        self._stopped = ""
        self._end: set[int] = set()
        self._resumed: set[int] = set()
        self._private: dict[int, list[bytes]] = {}

    # -- beginning ---------------------------------------------------------------------------------------------

    def start(self, port: int | None, date: str) -> None:
        """A new game with the people of the room."""
        room, seeded = self._room, self._room.settings.seed is not None
        started = Started(
            game_id=self._tools.entropy(16),
            game=room.game_key,
            options=room.options,
            date=date,
            devices=tuple(place.holder.device if place.holder else room.device for place in room.places),
            secret=None if seeded else self._tools.entropy(_SECRET),
            chain=None if seeded else self._tools.entropy(_SECRET),
        )
        self.journal = self._tools.journal(started.game_id)
        room.held = {place.holder.device: seat for seat, place in enumerate(room.places) if place.holder}
        self.journal.append(Opened(VERSION, room.device, _settings(room), port))
        self.journal.append(started)
        self.journal.append(room.row())
        self._stopped, self._end, self._private = "", set(), {}
        self._begin(started, [seat for seat, place in enumerate(room.places) if place.holder])

    def _begin(self, started: Started, people: list[int]) -> None:
        room, tools = self._room, self._tools
        assert self.journal is not None
        dealer = dealer_of(started.secret, started.chain, room.settings.seed)
        game = GAMES[started.game]
        self._begun = started.date
        self.match = Match(game, started, people, room.device, tools.sign, dealer, self.journal)

    def restore(self, journal: Journal, rows: list[AnyRow]) -> None:
        """The game of a journal, which has these rows. Raises `BadLedger`."""
        started = next((row for row in rows if isinstance(row, Started)), None)
        seats = [row for row in rows if isinstance(row, Seats)]
        if started is None or not seats or started.game not in GAMES:
            raise BadLedger("there is no game in this journal that could be continued")
        try:
            self._room.set_up(started.game, len(started.devices), started.options)
            self._room.restore(seats[-1])
            self.journal = journal
            people = [seat for seat, one in enumerate(seats[0].seats) if one.device is not None]
            self._begin(started, people)
            assert self.match is not None
            self.match.restore(rows)
            self.match.advance()  # Nobody is there to be told; whoever comes hears of what is under way.
        except (BadOptions, GameError, LookupError, ValueError) as error:
            raise BadLedger(f"the journal tells of something that cannot be: {error}") from None
        self._stopped = next((row.why for row in rows if isinstance(row, Stopped)), "")
        self._resumed = {seat for seat, one in enumerate(seats[-1].seats) if one.bot}
        if self._room.row() != seats[-1]:
            self.seats_changed()
        for row in rows:
            if isinstance(row, Private):
                self._private.setdefault(row.seat, []).append(row.body)

    # -- while it goes on --------------------------------------------------------------------------------------

    def keep(self, row: AnyRow) -> None:
        """A row of the table's own, while a game is on."""
        if self.journal is not None:
            self.journal.append(row)

    def keepsake(self, seat: int) -> Keepsake:
        """What the house's bot on that seat remembers: in the journal, so that it is kept before the table tells."""
        assert self.journal is not None
        return Keepsake(_Within(self.journal, seat, self._private.pop(seat, [])))

    def seats_changed(self) -> None:
        """Somebody else sits somewhere: the journal is to know."""
        self.keep(self._room.row())

    def occupy(self, seat: int, device: bytes) -> list[Tell]:
        """Somebody, or a bot, takes over a seat; a bot that a continued table had before goes on where it was."""
        assert self.match is not None
        if seat in self._resumed:
            self._resumed.discard(seat)
            if self.match.devices[seat] == device:
                return []
        return self.match.occupy(seat, device)

    def leave(self, seat: int) -> list[Tell]:
        """Nobody answers for that seat any more."""
        assert self.match is not None
        self._end.discard(seat)
        self.seats_changed()
        return self.match.leave(seat)

    def names(self) -> list[str]:
        """The names of all seats, of those that nobody sits on too."""
        players = [place.info(seat).name or f"seat {seat + 1}" for seat, place in enumerate(self._room.places)]
        houses = GAMES[self._room.game_key].houses(self.match.position) if self.match is not None else ()
        return [*players, *houses]

    # -- ending ------------------------------------------------------------------------------------------------

    def want_end(self, seat: int, *, yes: bool) -> bool:
        """A seat wants to end the game here, or no longer; whether that is news."""
        news = yes != (seat in self._end)
        (self._end.add if yes else self._end.discard)(seat)
        return news

    @property
    def wanting_end(self) -> tuple[int, ...]:
        """The seats that want to end the game here."""
        return tuple(sorted(self._end))

    @property
    def all_want_end(self) -> bool:
        """Whether everybody wants that who is here or may still come back in time."""
        return bool(self._room.playing) and self._room.playing <= self._end

    def stop(self, why: str) -> None:
        """The game ends before its end."""
        self._stopped = why
        self.keep(Stopped(why))

    @property
    def over(self) -> bool:
        """Whether the game has ended, one way or the other."""
        return bool(self._stopped) or (self.match is not None and self.match.over)

    def ending(self) -> Iterator[RecordPart | Ended]:
        """What everybody gets at the end: the opened record, or why there is none."""
        if self._stopped:
            yield Ended(Line(self._stopped))
            return
        data = self.record().encode()
        chunks = [data[at : at + _PART] for at in range(0, len(data), _PART)]
        for number, chunk in enumerate(chunks):
            yield RecordPart(number, len(chunks), chunk)

    def record(self) -> str:
        """The game's record: opened when it is over, until then without proof."""
        match, room = self.match, self._room
        assert match is not None
        infos = [place.info(seat) for seat, place in enumerate(room.places)]
        header = record.Header(
            game=match.game.key,
            date=self._begun,
            table=room.settings.table,
            players=tuple(str(info.name or f"seat {seat + 1}") for seat, info in enumerate(infos)),
            options=room.options,
            keys=tuple(info.key.hex() if info.key else None for info in infos),
            seed=room.settings.seed,
        )
        if not match.over:
            return record.write(record.Record(header, tuple(match.steps)))
        lines = tuple(match.proof)
        if match.dealer.secret is not None:
            lines += (proof.opened_secret(match.dealer.secret),)
        return record.write(record.Record(header, tuple(match.steps), match.result.to_json(), lines))

    def forget(self) -> None:
        """The next game begins anew."""
        self.close(back=False)
        self.match = None

    def close(self, *, back: bool) -> None:
        """The journal is put away. `back`: to be continued from."""
        if self.journal is not None:
            (self.journal.close if back else self.journal.remove)()
            self.journal = None


class _Within:
    """A bot's rows among those of the journal, which is flushed before anything leaves the table."""

    def __init__(self, journal: Journal, seat: int, rows: list[bytes]) -> None:
        self.rows = rows
        self._journal = journal
        self._seat = seat

    def append(self, body: bytes) -> None:
        """One more row of the journal."""
        self.rows.append(body)
        self._journal.append(Private(self._seat, body))

    def flush(self) -> None:
        """The table does that."""

    def close(self) -> None:
        """The journal is the table's to close."""

    def remove(self) -> None:
        """It goes with the journal."""


def _settings(room: Room) -> dict[str, Json]:
    return {**asdict(room.settings), "options": dict(room.settings.options)}
