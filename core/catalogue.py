"""The games by name. Adding a game is one line here."""

from __future__ import annotations

from core.game import AnyGame
from core.games.nomadi import GAME as NOMADI
from core.games.oh_gnome import GAME as OH_GNOME
from core.games.om_nom_nom import GAME as OM_NOM_NOM
from core.games.ominoes import GAME as OMINOES

GAMES: dict[str, AnyGame] = {game.key: game for game in (OM_NOM_NOM, NOMADI, OMINOES, OH_GNOME)}
"""Every game, in the order in which lists show them."""
