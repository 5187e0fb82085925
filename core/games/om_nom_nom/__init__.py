"""Om Nom Nom: cards chosen in secret, three food chains, fifteen dice."""

from core.games.om_nom_nom.rules import OmNomNom

GAME = OmNomNom()

__all__ = ["GAME"]
