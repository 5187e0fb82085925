"""The lines of a record's proof: what was committed, contributed, acknowledged and opened at the table.

    game ID
    house DEVICE
    chance TIP COMMITMENT SIGNATURE
    chain STEP SEAT DEVICE TIP SIGNATURE
    roll STEP HOUSE SEAT:ELEMENT SEAT:withheld …
    set STEP KEY SIGNATURE
    seal STEP SEAT DEVICE REVISION DIGEST ACK NONCE
    secret SECRET

All bytes are in hex. `chain`: from that step on. `seal`: `-` stands for an acknowledgement that is not needed (the
host's own seats) or was not given, and for the nonce of a choice that was never rightly opened.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from net.messages import Link, Seal

NONE = "-"
WITHHELD = "withheld"


def game(game_id: bytes) -> str:
    """Which game this is."""
    return f"game {game_id.hex()}"


def house(device: bytes) -> str:
    """The host's device key."""
    return f"house {device.hex()}"


def chance(tip: bytes, commitment: bytes, signature: bytes) -> str:
    """The tip of the house's chain, and its commitment to the deck secret, signed by the host."""
    return f"chance {tip.hex()} {commitment.hex()} {signature.hex()}"


def chain(step: int, seat: int, link: Link) -> str:
    """A contributor's chain, from that step on."""
    return f"chain {step} {seat} {link.device.hex()} {link.tip.hex()} {link.signature.hex()}"


def roll(step: int, opened: bytes, elements: Mapping[int, bytes], withheld: Collection[int]) -> str:
    """What a roll was made of."""
    parts = {seat: element.hex() for seat, element in elements.items()} | dict.fromkeys(withheld, WITHHELD)
    return " ".join(["roll", str(step), opened.hex(), *(f"{seat}:{parts[seat]}" for seat in sorted(parts))])


def sealed_set(
    step: int,
    key: int,
    signature: bytes,
    seals: Mapping[int, Seal],
    acks: Mapping[int, bytes],
    nonces: Mapping[int, bytes],
) -> list[str]:
    """A set of sealed choices, and what opened them. `step`: the one that they made."""
    lines = [f"set {step} {key} {signature.hex()}"]
    for seat, seal in sorted(seals.items()):
        ack = acks[seat].hex() if seat in acks else NONE
        nonce = nonces[seat].hex() if seat in nonces else NONE
        lines.append(f"seal {step} {seat} {seal.device.hex()} {seal.revision} {seal.digest.hex()} {ack} {nonce}")
    return lines


def opened_secret(secret: bytes) -> str:
    """The host's deck secret, at the end."""
    return f"secret {secret.hex()}"
