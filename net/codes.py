"""The code that a host shows and a guest types: eight letters and digits that are hard to mistake."""

from __future__ import annotations

from collections.abc import Callable

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's base 32: no I, L, O, U."""
LENGTH = 8
MOST_WRONG = 5
"""Wrong tries that a code survives, less one."""
_ALIKE = str.maketrans("OIL", "011", " -\t\r\n")


class BadCode(ValueError):
    """What was typed cannot be a code; the text says why."""


def read_code(text: str) -> str:
    """The code that somebody meant: lower case, O for 0, I and L for 1, spaces and dashes do. Raises `BadCode`."""
    code = text.upper().translate(_ALIKE)
    if strange := [sign for sign in code if sign not in ALPHABET]:
        raise BadCode(f"a code has letters and digits, and no {strange[0]!r}")
    if len(code) != LENGTH:
        raise BadCode(f"a code has {LENGTH} letters and digits, this has {len(code)}")
    return code


def spell_code(code: str) -> str:
    """The code in two halves, as people read it out."""
    return f"{code[: LENGTH // 2]}-{code[LENGTH // 2 :]}"


class Code:
    """The code of a table, new after `MOST_WRONG` wrong tries. `entropy(n)` gives n fresh random bytes."""

    def __init__(self, entropy: Callable[[int], bytes], renewed: Callable[[], None] = lambda: None) -> None:
        """`renewed` is called when wrong tries have worn the code out."""
        self._entropy = entropy
        self._renewed = renewed
        self.renew()

    def renew(self) -> None:
        """Another code; the old one opens nothing any more."""
        self.text = "".join(ALPHABET[byte % len(ALPHABET)] for byte in self._entropy(LENGTH))
        self._wrong = 0

    def wrong(self) -> None:
        """Somebody had another code."""
        self._wrong += 1
        if self._wrong >= MOST_WRONG:
            self.renew()
            self._renewed()

    def __repr__(self) -> str:
        return "Code(...)"  # it may land in a log
