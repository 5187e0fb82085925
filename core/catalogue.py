"""The games by name. Adding a game is one line here."""

from __future__ import annotations

from core.game import AnyGame
from core.games.oh_gnome import GAME as OH_GNOME
from core.games.om_nom_nom import GAME as OM_NOM_NOM

GAMES: dict[str, AnyGame] = {game.key: game for game in (OM_NOM_NOM, OH_GNOME)}
"""Every game, in the order in which lists show them."""
