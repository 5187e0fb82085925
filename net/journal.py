"""Where a host's table keeps what it is about to tell: rows first, words afterwards."""

from __future__ import annotations

import msgspec

from net.kept import BadLedger, Kept, MemoryLedger
from net.rows import VERSION, AnyRow, Opened
from net.text import Line, Name, TableName, clean

_TEXTS = (Line, Name, TableName)


class Journal:
    """The rows of one game at one table. Nobody hears of a row before `flush` has returned."""

    def __init__(self, kept: Kept | None = None) -> None:
        self._kept: Kept = MemoryLedger() if kept is None else kept

    def append(self, row: AnyRow) -> None:
        """One more row, pending."""
        self._kept.append(_ENCODER.encode(row))

    def flush(self) -> None:
        """Makes all pending rows durable. Raises `CannotKeep`; they stay pending then."""
        self._kept.flush()

    def rows(self) -> list[AnyRow]:
        """All rows. Raises `BadLedger` for what is no journal, or one of another version."""
        try:
            rows = [_DECODER.decode(body) for body in self._kept.rows]
        except (msgspec.DecodeError, msgspec.ValidationError, ValueError) as error:
            raise BadLedger(_other_version(self._kept.rows) or f"the journal cannot be read: {error}") from None
        if rows and not isinstance(rows[0], Opened):
            raise BadLedger("the journal does not begin with a table")
        if rows and isinstance(rows[0], Opened) and rows[0].version != VERSION:
            raise BadLedger(f"the journal is of version {rows[0].version}; this program continues version {VERSION}")
        return rows

    def close(self) -> None:
        """The table pauses: it can be continued from here."""
        self._kept.close()

    def remove(self) -> None:
        """There is nothing left to continue."""
        self._kept.remove()


def _other_version(rows: list[bytes]) -> str | None:
    try:
        version = msgspec.json.decode(rows[0])["version"]
    except (msgspec.DecodeError, LookupError, TypeError):
        return None
    return (
        f"the journal is of version {version}; this program continues version {VERSION}" if version != VERSION else None
    )


def _text(kind: type, value: object) -> object:
    if kind not in _TEXTS or not isinstance(value, str):
        raise ValueError(f"expected text, got {type(value).__name__}")
    return kind(clean(value, kind.cells))


_ENCODER = msgspec.json.Encoder(enc_hook=str)
_DECODER: msgspec.json.Decoder[AnyRow] = msgspec.json.Decoder(AnyRow, dec_hook=_text)
