"""Sealed choices: a commitment shows that one has chosen and binds to what, without telling what.

`digest = BLAKE2b-256(person="serai-commit", fields)`, each field preceded by its length (4 bytes, big-endian): protocol
version, game id, question key, seat, device key, revision, action, nonce. The nonce has 256 bits: without it the few
possible actions could simply be tried.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import blake2b
from typing import NamedTuple

from net.messages import PROTOCOL, Seal

NONCE = 32
"""Bytes in a nonce."""


class Question(NamedTuple):
    """What a commitment is bound to: this question, of this game, to this seat, by this device."""

    game_id: bytes
    key: int
    seat: int
    device: bytes


def set_statement(game_id: bytes, key: int, seals: Mapping[int, Seal]) -> bytes:
    """What host and guests sign of a complete set: BLAKE2b-256(person="serai-set") of its fields, by seat."""
    hasher = blake2b(person=b"serai-set", digest_size=32)
    fields = [PROTOCOL.to_bytes(4, "big"), game_id, key.to_bytes(8, "big")]
    for seat, seal in sorted(seals.items()):
        fields += [bytes([seat]), seal.device, seal.revision.to_bytes(8, "big"), seal.digest]
    for field in fields:
        hasher.update(len(field).to_bytes(4, "big") + field)
    return hasher.digest()


def commitment(question: Question, revision: int, action: str, nonce: bytes) -> bytes:
    """The 32 bytes that stand for the choice until it is opened."""
    hasher = blake2b(person=b"serai-commit", digest_size=32)
    for field in (
        PROTOCOL.to_bytes(4, "big"),
        question.game_id,
        question.key.to_bytes(8, "big"),
        question.seat.to_bytes(1, "big"),
        question.device,
        revision.to_bytes(8, "big"),
        action.encode(),
        nonce,
    ):
        hasher.update(len(field).to_bytes(4, "big") + field)
    return hasher.digest()
