"""Comparing what a host tells with what one's own rules say."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import Any

from core.game import AnyGame, Event, Json

DID = "but it was sent at once, and only a connection that hung would excuse the host"
"""What a guest says when the host calls it late: a host that may choose whom to call late could choose the dice."""


class Broken(Exception):
    """What a host did against the rules, in words."""


def digest(game: AnyGame, view: Any) -> bytes:
    """Sixteen bytes that two equal views share: BLAKE2b of the dumped view as compact JSON with sorted keys."""
    text = json.dumps(game.dump(view), sort_keys=True, separators=(",", ":"))
    return blake2b(text.encode(), digest_size=16, person=b"serai-view").digest()


def agrees(ours: Sequence[Event], told: Sequence[Event], seat: int | None) -> bool:
    """Whether the host told just the events that a seat may know, as our rules give them.

    What our own view does not know is None in `ours` and may be anything in what was told.
    """
    visible = [event for event in ours if event.seen_by(seat)]
    return len(visible) == len(told) and all(
        mine.kind == other.kind and mine.to == other.to and covers(mine.data, other.data)
        for mine, other in zip(visible, told, strict=True)
    )


def covers(mine: Json, told: Json) -> bool:
    """Whether what was told is what we have, wherever we have something."""
    if mine is None:
        return True
    if isinstance(mine, Mapping):
        return (
            isinstance(told, Mapping)
            and mine.keys() == told.keys()
            and all(covers(value, told[key]) for key, value in mine.items())
        )
    if isinstance(mine, list | tuple):
        return (
            isinstance(told, list | tuple)
            and len(mine) == len(told)
            and all(covers(one, other) for one, other in zip(mine, told, strict=True))
        )
    return type(mine) is type(told) and bool(mine == told)
