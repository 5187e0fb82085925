"""Signatures of device keys, checked."""

from __future__ import annotations

from functools import lru_cache

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey


@lru_cache(maxsize=4096)  # what was checked while the game went on is checked again when its record is audited
def signed(public: bytes, statement: bytes, signature: bytes) -> bool:
    """Whether the owner of that device key has signed the statement."""
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, statement)
    except (InvalidSignature, ValueError):
        return False
    return True
