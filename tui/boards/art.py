"""Drawings in text files: a name on a line of its own, then the lines of the drawing, in plain ASCII."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from types import MappingProxyType


def read_art(name: str, size: tuple[int, int]) -> Mapping[str, tuple[str, ...]]:
    """The drawings of a file under their names, each padded to its size."""
    width, height = size
    lines = files("tui.boards").joinpath(name).read_text(encoding="ascii").splitlines()
    step = height + 1
    return MappingProxyType(
        {
            lines[first]: tuple(line.ljust(width) for line in lines[first + 1 : first + step])
            for first in range(0, len(lines), step)
        }
    )
