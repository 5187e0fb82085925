"""Frames: four bytes of length (big-endian), then one message in msgpack.

A frame becomes a message here and nowhere else: size, encoding, type, bounds and text are checked, and what does not
fit raises `BadFrame` with the reason in words. Nothing is allocated for a length beyond the limit.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import Any, TypeVar

import msgpack
import msgspec

from net.messages import PROTOCOL, Data, FromGuest, FromHost, Hello, Message, Ping
from net.text import Line, Name, TableName, clean

FIRST = 4 * 1024
"""The longest frame before somebody is welcome."""
LARGEST = 64 * 1024
"""The longest frame afterwards."""
MOST_VERSIONS = 1_000_000
_LENGTH = struct.Struct(">I")
_TEXTS = (Name, TableName, Line)
_DATA_TEXT = 200
_DATA_DEPTH = 16
_EXT_HOOK_ERROR = "extension types are not part of the protocol"

M = TypeVar("M")


class BadFrame(ValueError):
    """Bytes that are no message of ours; the text says why."""


def encode(message: Message) -> bytes:
    """The frame of a message. Raises `BadFrame` if it is larger than any peer would take."""
    body: bytes = msgpack.packb(
        msgspec.to_builtins(message, builtin_types=(bytes,), enc_hook=_plain), use_bin_type=True
    )
    if len(body) > LARGEST:
        raise BadFrame(f"a {type(message).__name__} of {len(body)} bytes is too large to send")
    return _LENGTH.pack(len(body)) + body


def decode_guest(body: bytes) -> FromGuest:
    """The message a host received. Raises `BadFrame`."""
    return _convert(body, FromGuest)  # type: ignore[return-value]


def decode_first(body: bytes) -> FromGuest:
    """The first message of a connection; of another version only `serai` says anything. Raises `BadFrame`."""
    value = unpack(body)
    if isinstance(value, dict) and value.get("t") in ("hello", "ping"):
        version = value.get("serai")
        if type(version) is int and version != PROTOCOL and 0 <= version <= MOST_VERSIONS:
            return Ping(version) if value["t"] == "ping" else Hello(version, Name("somebody"), bytes(32))
    return decode_guest(body)


def decode_host(body: bytes) -> FromHost:
    """The message a guest received. Raises `BadFrame`."""
    return _convert(body, FromHost)  # type: ignore[return-value]


def _convert(body: bytes, kind: Any) -> object:
    value = unpack(body)
    try:
        return msgspec.convert(value, kind, builtin_types=(bytes,), dec_hook=_read)
    except msgspec.ValidationError as error:
        raise BadFrame(clean(f"not a message: {error}", 200)) from None


def unpack(body: bytes) -> Any:
    """The value of one msgpack document, encoded in the one canonical way. Raises `BadFrame`."""
    if len(body) > LARGEST:
        raise BadFrame("the frame is too large")
    try:
        value = msgpack.unpackb(body, raw=False, strict_map_key=False, ext_hook=_no_ext, timestamp=0, max_ext_len=0)
        same = msgpack.packb(value, use_bin_type=True) == body
    except (ValueError, TypeError, OverflowError, RecursionError, msgpack.exceptions.UnpackException) as error:
        raise BadFrame(clean(f"not msgpack: {type(error).__name__} {error}", 200)) from None
    if not same:
        raise BadFrame("not in canonical form: a key twice, or a number longer than it need be")
    return value


def _no_ext(code: int, data: bytes) -> object:  # noqa: ARG001
    raise ValueError(_EXT_HOOK_ERROR)


def _plain(value: object) -> object:
    return value.value if isinstance(value, Data) else str(value)


def _read(kind: type, value: object) -> object:
    if kind is Data:
        _check_data(value)
        return Data(value)
    if not isinstance(value, str) or kind not in _TEXTS:
        raise ValueError(f"expected text, got {type(value).__name__}")
    text = clean(value, kind.cells)
    if not text and kind.needed:
        raise ValueError("a name with nothing in it to read")
    return kind(text)


def _check_data(value: object) -> None:
    """A game's JSON has text keys, short ASCII texts, whole numbers of 64 bits, and little nesting."""
    level, depth = [value], 0
    while level:
        inner: list[object] = []
        for item in level:
            if isinstance(item, dict):
                inner.extend(item)
                inner.extend(item.values())
                if not all(isinstance(key, str) for key in item):
                    raise ValueError("a key that is not text")
            elif isinstance(item, list):
                inner.extend(item)
            elif isinstance(item, str):
                if len(item) > _DATA_TEXT or not (item.isascii() and (item.isprintable() or not item)):
                    raise ValueError("a text that no game writes")
            elif item is not None and type(item) not in (bool, int):
                raise ValueError(f"{type(item).__name__} is not part of a game")
        depth += 1
        if depth > _DATA_DEPTH:
            raise ValueError("nested too deep")
        level = inner


class Frames:
    """Cuts a byte stream into frame bodies. `limit` may be raised once the peer is welcome."""

    def __init__(self, limit: int = FIRST) -> None:
        self.limit = limit
        self._buffer = bytearray()

    def feed(self, data: bytes) -> Iterator[bytes]:
        """The bodies that are complete now, in order. Raises `BadFrame` as soon as a length is not acceptable."""
        self._buffer += data
        while len(self._buffer) >= _LENGTH.size:
            (length,) = _LENGTH.unpack_from(self._buffer)
            if not 0 < length <= self.limit:
                raise BadFrame(f"a frame of {length} bytes; 1 to {self.limit} are accepted")
            if len(self._buffer) < _LENGTH.size + length:
                return
            body = bytes(self._buffer[_LENGTH.size : _LENGTH.size + length])
            del self._buffer[: _LENGTH.size + length]
            yield body
