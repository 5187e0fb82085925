"""Joint chance: hash chains, and the stream that a roll's elements make together.

Each contributor makes a chain backwards from a secret and commits to its end, the tip, before the first roll. A roll
takes the next element of every chain; each hashes to the one before, so nobody can choose it any more. As long as one
contributor is honest nobody knows the outcome before all elements are there.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import blake2b

from core.stream import Stream
from net.messages import PROTOCOL

LENGTH = 4096
"""Elements of a chain; no game has as many rolls."""


def link(element: bytes) -> bytes:
    """The element before this one: its BLAKE2b-256."""
    return blake2b(element, digest_size=32, person=b"serai-chain").digest()


class Chain:
    """A contributor's own chain, from 32 secret bytes. `tip` is what it commits to."""

    def __init__(self, secret: bytes) -> None:
        self._following = {}
        element = secret
        for _ in range(LENGTH):
            before = link(element)
            self._following[before] = element
            element = before
        self.tip = element

    def following(self, last: bytes) -> bytes | None:
        """The element that hashes to `last`; None if `last` is none of ours, or the chain is used up."""
        return self._following.get(last)


def commit_secret(secret: bytes) -> bytes:
    """What the host shows of its deck secret before anybody contributes."""
    return blake2b(secret, digest_size=32, person=b"serai-secret").digest()


def tip_statement(game_id: bytes, seat: int, tip: bytes) -> bytes:
    """What a contributor signs with its tip."""
    return _joined(b"serai-tip", [PROTOCOL.to_bytes(4, "big"), game_id, bytes([seat]), tip])


def house_statement(game_id: bytes, tip: bytes, commitment: bytes) -> bytes:
    """What the host signs before anybody contributes: the tip of its chain, and its commitment to its deck secret."""
    return _joined(b"serai-house", [PROTOCOL.to_bytes(4, "big"), game_id, tip, commitment])


def roll_stream(game_id: bytes, step: int, house: bytes, elements: Mapping[int, bytes], secret: bytes | None) -> Stream:
    """The stream of a roll: of the elements, in the order of seats, and for a secret outcome of the host's secret too.

    `step`: the number of the step that the roll makes.
    """
    fields = [PROTOCOL.to_bytes(4, "big"), game_id, step.to_bytes(8, "big"), house]
    for seat, element in sorted(elements.items()):
        fields += [bytes([seat]), element]
    if secret is not None:
        return Stream(_joined(b"serai-deck", [secret, *fields]))
    return Stream(_joined(b"serai-dice", fields))


def _joined(person: bytes, fields: list[bytes]) -> bytes:
    hasher = blake2b(person=person, digest_size=32)
    for field in fields:
        hasher.update(len(field).to_bytes(4, "big") + field)
    return hasher.digest()
