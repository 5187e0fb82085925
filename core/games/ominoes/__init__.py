"""Ominoes: dice that are rolled, moved and added, and taken off again in groups."""

from core.games.ominoes.rules import Ominoes

GAME = Ominoes()

__all__ = ["GAME"]
