"""The six faces of an Ominoe: sun, snake, scarab, falcon, mover and serpent, each round its letter."""

from __future__ import annotations

from tui.boards.art import read_art

SMALL_SIZE = (3, 2)
LARGE_SIZE = (5, 3)

SMALL = read_art("ominoes_small.txt", SMALL_SIZE)
LARGE = read_art("ominoes_large.txt", LARGE_SIZE)
