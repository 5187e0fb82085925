"""Saying no."""

from __future__ import annotations


class Refusal(Exception):
    """A request that is not granted: a code for programs, words for people."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code
