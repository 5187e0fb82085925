"""A board alone in an app, on a position of the rules, and pictures of it as text."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from textual.app import App, ComposeResult

from core.catalogue import GAMES
from core.game import Event
from net.seat import Mirror
from tui import themes
from tui.boards.board import Board
from tui.glyphs import GLYPHS

GOLDEN = Path(__file__).with_name("golden")
NAMES = ("Ana", "[b]Ben[/b]", "茶", "Dev", "Eve")
SIZES = {"small": (54, 21), "large": (82, 37)}
"""What a board has at 80 x 24 and at 120 x 40."""


def mirror_of(game: str, position: Any, seat: int | None = 0) -> Mirror:
    """What the seat of that position knows."""
    mirror = Mirror(bytes(32), bytes, lambda _: bytes(64))
    mirror.game, mirror.position, mirror.seat = GAMES[game], position, seat
    mirror._fresh()
    mirror.names = NAMES[: len(GAMES[game].scores(position))] if position is not None else NAMES[:3]
    return mirror


class Frame(App[None]):
    """Nothing but a board."""

    CSS_PATH = str(Path(themes.__file__).parent / "boards" / "boards.tcss")

    def __init__(self, board: Board[Any], glyphs: str = "unicode", *, motion: bool = False) -> None:
        super().__init__()
        self.register_theme(themes.SERAI_DARK)
        self.theme = themes.DARK_NAME
        self.board = board
        self.glyphs = GLYPHS[glyphs]
        self.motion = motion
        self.heard: list[Any] = []

    def compose(self) -> ComposeResult:
        yield self.board

    def on_mount(self) -> None:
        self.board.focus()

    def on_board_chosen(self, event: Board.Chosen) -> None:
        self.heard.append(event.action)

    def on_board_refused(self, event: Board.Refused) -> None:
        self.heard.append(event.why)

    def on_board_told(self, event: Board.Told) -> None:
        self.heard.append(event.words)


def picture(board: Board[Any]) -> list[str]:
    """What is drawn, line by line."""
    return [board.render_line(y).text.rstrip() for y in range(board.size.height)]


def golden(name: str, lines: list[str]) -> None:
    """Compares with the kept picture; SERAI_GOLDEN=1 keeps a new one, to be looked at."""
    path = GOLDEN / f"{name}.txt"
    if os.environ.get("SERAI_GOLDEN"):
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert lines == path.read_text(encoding="utf-8").splitlines()


def told(game: str, events: Sequence[Event]) -> list[str]:
    """The events as the log tells them to a table of `NAMES`."""
    return [GAMES[game].tell(event, NAMES) for event in events]
