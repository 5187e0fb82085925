"""The nine creatures and morsels of the three food chains, each in a small drawing and a large one."""

from __future__ import annotations

from tui.boards.art import read_art

SMALL_SIZE = (7, 3)
LARGE_SIZE = (11, 5)

SMALL = read_art("om_nom_nom_small.txt", SMALL_SIZE)
LARGE = read_art("om_nom_nom_large.txt", LARGE_SIZE)
