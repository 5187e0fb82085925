"""Randomness from a key: a counter stream of BLAKE2b with rejection sampling.

The same key gives the same numbers on every machine and Python version, which the standard library's `random` does not
promise. Seeds, the dice of a table and bots all draw from it.

Block `i` is `BLAKE2b-512(i as 8 bytes little-endian, key=key, person=b"serai-stream")`. `below(n)` takes as many bytes
as `n - 1` needs, little-endian, masks them to its bit length and tries again while the number is `n` or more.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from hashlib import blake2b
from typing import TypeVar

T = TypeVar("T")

_PERSON = b"serai-stream"
_BLOCK = 64


class Stream:
    """An endless stream of bytes and the numbers made of it. Its state is `(key, taken)`."""

    __slots__ = ("_at", "_block", "_index", "key")

    def __init__(self, key: bytes, taken: int = 0) -> None:
        """A stream of this key (at most 64 bytes), `taken` bytes in."""
        self.key = key
        self._index, self._at = divmod(taken, _BLOCK)
        self._block = self._make(self._index)

    @classmethod
    def of_seed(cls, seed: int | str) -> Stream:
        """The stream of a seed that a person gave."""
        return cls(blake2b(str(seed).encode(), person=b"serai-seed", digest_size=32).digest())

    @property
    def taken(self) -> int:
        """How many bytes were used so far; `Stream(key, taken)` goes on from here."""
        return self._index * _BLOCK + self._at

    def _make(self, index: int) -> bytes:
        return blake2b(index.to_bytes(8, "little"), key=self.key, person=_PERSON).digest()

    def bytes(self, count: int) -> bytes:
        """The next `count` bytes."""
        out = self._block[self._at : self._at + count]
        self._at += len(out)
        while len(out) < count or self._at == _BLOCK:
            self._index += 1
            self._block = self._make(self._index)
            self._at = min(count - len(out), _BLOCK)
            out += self._block[: self._at]
        return out

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, each equally likely. Raises `ValueError` when there is none."""
        if n <= 1:
            if n < 1:
                raise ValueError(f"there is no number below {n} to draw")
            return 0
        if n <= 256:
            mask = (1 << (n - 1).bit_length()) - 1
            while True:
                value = self._block[self._at] & mask
                self._at += 1
                if self._at == _BLOCK:
                    self._index += 1
                    self._block = self._make(self._index)
                    self._at = 0
                if value < n:
                    return value
        bits = (n - 1).bit_length()
        size = (bits + 7) // 8
        while True:
            value = int.from_bytes(self.bytes(size), "little") & ((1 << bits) - 1)
            if value < n:
                return value

    def choice(self, items: Sequence[T]) -> T:
        """One of the items, each equally likely."""
        return items[self.below(len(items))]

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Puts the items in a random order, in place (Fisher and Yates, from the end)."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]
