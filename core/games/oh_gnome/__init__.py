"""Oh Gnome You Don't!: a trail with shops and brawls, and cards that cancel cards."""

from core.games.oh_gnome.rules import OhGnome

GAME = OhGnome()

__all__ = ["GAME"]
