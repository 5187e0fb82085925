"""What an installation keeps beyond one process: whom it knows, journals of its tables, its own secrets in games."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from net.journal import Journal
from net.keepsake import Keepsakes, forgetful
from net.peers import Peers


def _fleeting(game_id: bytes) -> Journal:  # noqa: ARG001
    return Journal()


@dataclass(frozen=True)
class Keeping:
    """`peers`: who is known, and gets to be. `journal`: of a game that is hosted here. `keepsake`: of one played.

    Without anything all of it lasts as long as the process.
    """

    peers: Peers = field(default_factory=Peers)
    journal: Callable[[bytes], Journal] = _fleeting
    keepsake: Keepsakes = forgetful
