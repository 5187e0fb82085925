"""Who is at a table and who sits where: the half of the table that knows nothing of how a game goes."""

from __future__ import annotations

from collections.abc import Mapping

from core.bots import names as bot_names
from core.catalogue import GAMES
from core.game import BadOptions, Json
from net.messages import PutBot
from net.places import Member, Place, free_name
from net.refusal import Refusal
from net.rows import Person, Seats
from net.settings import TableSettings
from net.text import Name

MOST_WATCHERS = 16


class Room:
    """Seats, people, the game that is set up. `device`: the host's key."""

    def __init__(self, settings: TableSettings, device: bytes) -> None:
        """Raises `BadOptions` if the settings name a game, a number of seats or options that are not to be had."""
        self.settings = settings
        self.device = device
        self.places: list[Place] = []
        self.members: dict[int, Member] = {}
        self.held: dict[bytes, int] = {}
        """Which device has had which seat in the running game: it takes no other."""
        self.game_key = ""
        self.options: dict[str, Json] = {}
        self.set_up(settings.game, settings.seats, settings.options)
        for place in self.places[len(self.places) - settings.bots :] if settings.bots else []:
            place.bot = self.best_bot

    @property
    def best_bot(self) -> str:
        """What stands in for people."""
        return bot_names(GAMES[self.game_key])[-1]

    # -- people ------------------------------------------------------------------------------------------------

    def named(self, wanted: Name) -> Name:
        """The name somebody new gets who would like that one."""
        away = [one.holder.name for one in self.places if one.holder is not None and one.away]
        return free_name(wanted, [*(member.name for member in self.members.values()), *away])

    def check_room(self) -> None:
        """Raises `Refusal` where nobody more may come."""
        if sum(member.seat is None and not member.house for member in self.members.values()) >= MOST_WATCHERS:
            raise Refusal("full", "the table is full, of watchers too")

    def seat_of(self, device: bytes) -> int | None:
        """The seat of the person with that key, who is not here now."""
        for seat, place in enumerate(self.places):
            if place.away and place.holder is not None and place.holder.device == device:
                return seat
        return None

    def member_of(self, device: bytes) -> Member | None:
        """The person with that key."""
        return next((one for one in self.members.values() if one.device == device and not one.house), None)

    @property
    def playing(self) -> set[int]:
        """The seats of people who are here, or whose seat is kept for them."""
        return {seat for seat, place in enumerate(self.places) if place.holder is not None and not place.absent}

    # -- seats, before a game ----------------------------------------------------------------------------------

    def sit(self, member: Member, seat: int) -> None:
        """In the lobby somebody takes a free seat. Raises `Refusal`."""
        if not self.places[seat].free:
            raise Refusal("taken", f"seat {seat + 1} is taken")
        self.stand(member)
        self.places[seat] = Place(holder=member)
        member.seat = seat

    def stand(self, member: Member) -> None:
        """Somebody gives up its seat, if it has one."""
        if member.seat is not None:
            self.places[member.seat] = Place()
        member.seat = None

    def place(self, seat: int) -> Place:
        """That seat. Raises `Refusal` if there is none."""
        if seat >= len(self.places):
            raise Refusal("no-seat", f"there is no seat {seat + 1}")
        return self.places[seat]

    def put_bot(self, message: PutBot) -> None:
        """A bot on a seat, or none. Raises `Refusal`."""
        place = self.place(message.seat)
        known = bot_names(GAMES[self.game_key])
        if place.holder is not None:
            raise Refusal("taken", f"seat {message.seat + 1} is {place.holder.name}'s")
        if message.bot and message.bot not in known:
            raise Refusal("no-bot", f"there is no bot {message.bot!r}; there are {', '.join(known)}")
        place.bot = message.bot

    def set_up(self, key: str, seats: int, options: Mapping[str, Json]) -> None:
        """Another game, number of seats or options. Raises `BadOptions`."""
        game = GAMES.get(key)
        if game is None:
            raise BadOptions(f"there is no game {key!r}; there are {', '.join(GAMES)}")
        if not isinstance(options, Mapping):
            raise BadOptions("options are names and values")
        game.start(seats, options)
        if any(place.holder is not None for place in self.places[seats:]):
            raise BadOptions(f"somebody sits on seat {seats + 1}: they must stand up first")
        if self.settings.bots > seats:
            raise BadOptions(f"{self.settings.bots} bots need as many seats, there are {seats}")
        kept = [place if place.bot in ("", *bot_names(game)) else Place() for place in self.places[:seats]]
        self.places = kept + [Place() for _ in range(seats - len(kept))]
        self.game_key, self.options = key, dict(options)

    def again(self, *, rotate: bool) -> None:
        """Before the next game: whoever is gone keeps no seat, and everybody moves on by one if that is wanted."""
        self.places = [Place() if place.away else place for place in self.places]
        if rotate:
            self.places = [self.places[-1], *self.places[:-1]]
        for seat, place in enumerate(self.places):
            place.ready = False
            if place.holder is not None:
                place.holder.seat = seat

    # -- the journal -------------------------------------------------------------------------------------------

    def row(self) -> Seats:
        """Who sits where, as the journal keeps it."""
        return Seats(tuple(_person(place) for place in self.places), tuple(sorted(self.held.items())))

    def restore(self, row: Seats) -> None:
        """Who sat where; all of them are away, and those who were not absent may still come back in time."""
        self.held = dict(row.held)
        self.places = []
        for seat, one in enumerate(row.seats):
            place = Place(absent=one.absent, bot=one.bot, ready=True)
            if one.owner and not self.settings.owner:
                place.bot = self.best_bot  # Its player does not come along.
            elif one.device is not None:
                place.holder = Member(_NOBODY, Name(one.name), one.device, owner=one.owner, seat=seat)
                place.away = True
            self.places.append(place)


_NOBODY = -1000
"""The peer number of somebody who has no connection."""


def _person(place: Place) -> Person:
    if place.holder is None:
        return Person(bot=place.bot)
    holder = place.holder
    return Person(str(holder.name), holder.device, holder.owner, place.absent, place.bot)
