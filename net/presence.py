"""Who is still there: people whose connections are quiet or gone, and how long the table waits for them."""

from __future__ import annotations

from collections.abc import Mapping

from net.places import Member, Place

BEAT_SECONDS = 2.0
"""How often a guest says that it is still there, and the host answers."""
SHAKY_SECONDS = 6.0
"""After so long without a word a connection is shown as shaky, on both sides."""
ABSENT_SECONDS = 20.0
"""After so long somebody is absent, and the table's rule for that holds."""


class Presence:
    """Watches the clock for the table. `members` and `places` are the table's."""

    def __init__(self, members: Mapping[int, Member]) -> None:
        self._members = members

    def _watched(self) -> list[Member]:
        return [one for one in self._members.values() if not (one.house or one.owner)]

    def shake(self, now: float) -> bool:
        """Notes whose connection is shaky by now; whether that is news."""
        changed = False
        for member in self._watched():
            link = "shaky" if now >= member.heard + SHAKY_SECONDS else ""
            changed |= link != member.link
            member.link = link
        return changed

    def silent(self, now: float) -> list[Member]:
        """Those who have said nothing for so long that their connection counts as lost."""
        return [member for member in self._watched() if now >= member.heard + ABSENT_SECONDS]

    def deadline(self, places: list[Place]) -> float | None:
        """When something is next to be noted; None if nobody can get lost."""
        times = [member.heard + (ABSENT_SECONDS if member.link else SHAKY_SECONDS) for member in self._watched()]
        times += [place.until for place in places if place.until is not None and not place.absent]
        return min(times, default=None)
