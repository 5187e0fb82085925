"""What is signed and confirmed at the door, byte for byte (`docs/joining.md`).

A transcript is these fields in order, each preceded by its length (4 bytes, big-endian): `serai-join`, the protocol
version (4 bytes, big-endian), the role, the guest's device key, the host's device key (empty where the guest does not
know it yet), SHA-256 of the host's certificate, the guest's nonce, the host's nonce, and the two SPAKE2 messages (both
empty without a code). Each role signs or confirms its own transcript: nothing said by one can be sent back as the
other's.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable
from hashlib import blake2b
from typing import NamedTuple

from spake2 import SPAKE2_A, SPAKE2_B, SPAKEError
from spake2.ed25519_basic import NotOnCurve

from net.messages import PROTOCOL

GUEST_CONFIRMS, HOST_CONFIRMS = b"guest confirms", b"host confirms"
GUEST_SIGNS, HOST_SIGNS = b"guest signs", b"host signs"


class Meeting(NamedTuple):
    """What two peers at a door have to see alike."""

    guest: bytes
    host: bytes
    certificate: bytes
    guest_nonce: bytes
    host_nonce: bytes
    guest_element: bytes = b""
    host_element: bytes = b""

    def transcript(self, role: bytes) -> bytes:
        """What `role` signs or confirms."""
        fields = (b"serai-join", PROTOCOL.to_bytes(4, "big"), role, *self)
        return b"".join(len(field).to_bytes(4, "big") + field for field in fields)

    def mac(self, key: bytes, role: bytes) -> bytes:
        """That `role` has come to that key: BLAKE2b-256, keyed, of its transcript."""
        return blake2b(self.transcript(role), key=key, digest_size=32, person=b"serai-confirm").digest()

    def confirms(self, key: bytes, role: bytes, mac: bytes | None) -> bool:
        """Whether `mac` is that of `role`."""
        return mac is not None and hmac.compare_digest(self.mac(key, role), mac)


class BadElement(ValueError):
    """No SPAKE2 message of the other side."""


class Pairing:
    """One side's part of SPAKE2 over a code: idA is the guest's device key, idB SHA-256 of the host's certificate."""

    def __init__(self, code: str, guest: bytes, certificate: bytes, entropy: Callable[[int], bytes], *, host: bool):
        side = SPAKE2_B if host else SPAKE2_A
        self._side = side(code.encode(), idA=guest, idB=certificate, entropy_f=entropy)
        self.element: bytes = self._side.start()

    def key(self, element: bytes) -> bytes:
        """The 32 bytes that both come to if they have the same code, guest and certificate. Raises `BadElement`."""
        try:
            key: bytes = self._side.finish(element)
        except (SPAKEError, NotOnCurve, ValueError):
            raise BadElement("not a message of SPAKE2's other side") from None
        return key
