"""Nomadi: one caravan through the desert, and haggling over what is found."""

from core.games.nomadi.rules import Nomadi

GAME = Nomadi()

__all__ = ["GAME"]
