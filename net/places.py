"""Who is at a table and who sits where: the lobby's half of the host."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from net.messages import SeatInfo
from net.text import Name, clean, skeleton

BOT_NAMES = ("Saffron", "Cumin", "Sumac", "Clove", "Anise", "Cardamom")
"""The house's bots are called after what caravans carried."""
_NAME_CELLS = Name.cells


@dataclass
class Member:
    """Somebody at the table. `seat`: where it sits, None for a watcher. `house`: one of the host's own bots.

    `heard`: when something last came from it. `link`: `shaky` if that is some time ago.
    """

    peer: int
    name: Name
    device: bytes
    owner: bool = False
    house: bool = False
    seat: int | None = None
    heard: float = 0.0
    link: str = ""


@dataclass
class Place:
    """One seat. `bot`: what plays it, or stands in for `holder`. `holder`: the person, here or not.

    `away`: without a connection, which may come back until `until`; then it is `absent`, and the table's rule holds.
    """

    holder: Member | None = None
    away: bool = False
    until: float | None = None
    absent: bool = False
    bot: str = ""
    ready: bool = False

    @property
    def free(self) -> bool:
        """Whether anybody may sit down here before the game."""
        return self.holder is None and not self.bot

    def info(self, seat: int, now: float = 0.0) -> SeatInfo:
        """The seat as everybody sees it."""
        if self.holder is None:
            name = Name(BOT_NAMES[seat]) if self.bot else None
            return SeatInfo(state="bot" if self.bot else "free", name=name, bot=self.bot, ready=bool(self.bot))
        return SeatInfo(
            state="absent" if self.absent else "player",
            name=self.holder.name,
            bot=self.bot,
            ready=self.ready,
            member=self.holder.peer if self.holder.peer >= 0 else None,
            key=self.holder.device,
            link="" if self.absent else "lost" if self.away else self.holder.link,
            left=max(0, math.ceil(self.until - now)) if self.until is not None and not self.absent else 0,
        )


def free_name(wanted: Name, taken: Sequence[str]) -> Name:
    """The name, or with a number behind it if somebody has one that looks the same."""
    marks = {skeleton(name) for name in (*taken, *BOT_NAMES)}
    name, number = wanted, 1
    while skeleton(name) in marks or not skeleton(name):
        number += 1
        tail = f" {number}"
        name = Name(clean(wanted, _NAME_CELLS - len(tail)) + tail)
    return name


def somebody(name: str, members: Iterable[Member], places: Sequence[Place]) -> Member | None:
    """The person of that name, present or absent; None for a bot, the table's owner and nobody."""
    absent = [place.holder for place in places if place.away and place.holder is not None]
    people = [one for one in (*members, *absent) if not one.house and not one.owner]
    return next((one for one in people if one.name == name), None)


def missing(places: Sequence[Place]) -> str | None:
    """What keeps the game from starting, in words; None if nothing does."""
    free = [seat for seat, place in enumerate(places, 1) if place.free]
    if free:
        return f"seat {free[0]} is free: wait for somebody, put a bot on it, or take fewer seats"
    waiting = [place.holder.name for place in places if place.holder and not place.ready and not place.holder.owner]
    return f"{waiting[0]} is not ready yet" if waiting else None
