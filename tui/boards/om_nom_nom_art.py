"""The nine creatures and morsels of the three food chains, each in a small drawing and a large one, in plain ASCII."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from types import MappingProxyType

SMALL_SIZE = (7, 3)
LARGE_SIZE = (11, 5)


def _read(name: str, size: tuple[int, int]) -> Mapping[str, tuple[str, ...]]:
    """Drawings under their names, each padded to its size."""
    width, height = size
    lines = files("tui.boards").joinpath(name).read_text(encoding="ascii").splitlines()
    step = height + 1
    return MappingProxyType(
        {
            lines[first]: tuple(line.ljust(width) for line in lines[first + 1 : first + step])
            for first in range(0, len(lines), step)
        }
    )


SMALL = _read("om_nom_nom_small.txt", SMALL_SIZE)
LARGE = _read("om_nom_nom_large.txt", LARGE_SIZE)
