"""The picture of each game. Adding a game is one line here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tui.boards.board import Board
from tui.boards.nomadi import NomadiBoard
from tui.boards.oh_gnome import OhGnomeBoard
from tui.boards.om_nom_nom import OmNomNomBoard
from tui.boards.ominoes import OminoesBoard
from tui.boards.sight import Sight

BOARDS: dict[str, Callable[[Sight], Board[Any]]] = {
    "om-nom-nom": OmNomNomBoard,
    "nomadi": NomadiBoard,
    "ominoes": OminoesBoard,
    "oh-gnome": OhGnomeBoard,
}
"""The boards by the game's key."""

__all__ = ["BOARDS", "Board"]
