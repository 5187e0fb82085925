"""What a player's own machine has to remember of a game, so that neither a crash nor a cable changes what was sealed.

A choice and its nonce are kept before the commitment leaves; the secret of the own chain before its tip does; which set
was acknowledged before the acknowledgement does.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

import msgspec

from net.kept import Kept, MemoryLedger


class Choice(NamedTuple):
    """A sealed choice as only its owner knows it."""

    action: str
    nonce: bytes


class _Row(msgspec.Struct, tag_field="row", tag=str.lower, forbid_unknown_fields=True, frozen=True):
    """Anything a keepsake holds."""


class _Secret(_Row, frozen=True):
    secret: bytes


class _Sealed(_Row, frozen=True):
    key: int
    revision: int
    action: str
    nonce: bytes


class _Acked(_Row, frozen=True):
    key: int
    statement: bytes


_DECODER: msgspec.json.Decoder[_Secret | _Sealed | _Acked] = msgspec.json.Decoder(_Secret | _Sealed | _Acked)


class Keepsake:
    """Of one seat in one game. What cannot be kept raises `CannotKeep`."""

    def __init__(self, kept: Kept | None = None) -> None:
        """Rows of another form are left alone: what they were for is gone, and nothing is guessed."""
        self._kept: Kept = MemoryLedger() if kept is None else kept
        self.secret: bytes | None = None
        """Of the newest chain."""
        self._choices: dict[int, dict[int, Choice]] = {}
        self._acked: dict[int, bytes] = {}
        for body in self._kept.rows:
            try:
                row = _DECODER.decode(body)
            except (msgspec.DecodeError, msgspec.ValidationError):
                continue
            match row:
                case _Secret(secret):
                    self.secret = secret
                case _Sealed():
                    self._choices.setdefault(row.key, {})[row.revision] = Choice(row.action, row.nonce)
                case _Acked():
                    self._acked[row.key] = row.statement

    def choices(self, key: int) -> dict[int, Choice]:
        """What was sealed for the question with that key, by revision."""
        return dict(self._choices.get(key, {}))

    def acked(self, key: int) -> bytes | None:
        """The statement of the set that was acknowledged."""
        return self._acked.get(key)

    def keep_secret(self, secret: bytes) -> None:
        """A new chain."""
        self._keep(_Secret(secret))
        self.secret = secret

    def keep_choice(self, key: int, revision: int, choice: Choice) -> None:
        """A choice that is about to be committed to."""
        self._keep(_Sealed(key, revision, choice.action, choice.nonce))
        self._choices.setdefault(key, {})[revision] = choice

    def keep_ack(self, key: int, statement: bytes) -> None:
        """A set that is about to be acknowledged."""
        self._keep(_Acked(key, statement))
        self._acked[key] = statement

    def _keep(self, row: _Row) -> None:
        self._kept.append(msgspec.json.encode(row))
        self._kept.flush()

    def close(self) -> None:
        """Lets go of it; it can be opened again."""
        self._kept.close()

    def remove(self) -> None:
        """The game is over: there is nothing left to remember."""
        self._kept.remove()


Keepsakes: TypeAlias = Callable[[bytes, int], Keepsake]
"""The keepsake of a game (by its number) and a seat."""


def forgetful(game_id: bytes, seat: int) -> Keepsake:  # noqa: ARG001
    """Keepsakes that last as long as their process."""
    return Keepsake()
