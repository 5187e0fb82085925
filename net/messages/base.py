"""What all messages are made of: bounded types, and a game's JSON."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta

from core.game import Json

PROTOCOL = 1

SeatNumber: TypeAlias = Annotated[int, Meta(ge=0, le=8)]
Coins: TypeAlias = Annotated[int, Meta(ge=-99, le=99)]
Count: TypeAlias = Annotated[int, Meta(ge=0, le=1_000_000)]
Hash: TypeAlias = Annotated[bytes, Meta(min_length=32, max_length=32)]
Signature: TypeAlias = Annotated[bytes, Meta(min_length=64, max_length=64)]
Element: TypeAlias = Annotated[bytes, Meta(min_length=33, max_length=33)]
Id: TypeAlias = Annotated[bytes, Meta(min_length=16, max_length=16)]
Word: TypeAlias = Annotated[str, Meta(max_length=24, pattern=r"^[a-z0-9-]*\Z")]
Action: TypeAlias = Annotated[str, Meta(max_length=80, pattern=r"^[ -~]*\Z")]


class Data:
    """JSON of a game (options, views, outcomes, events): plain and bounded, text in printable ASCII only."""

    __slots__ = ("value",)

    def __init__(self, value: Json) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Data) and self.value == other.value

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Data({self.value!r})"


class Message(
    msgspec.Struct, tag_field="t", tag=str.lower, forbid_unknown_fields=True, frozen=True, omit_defaults=True
):
    """Anything that crosses the wire."""
