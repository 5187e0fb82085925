"""The rules of a game, in our words, from `tui/pages/`."""

from __future__ import annotations

from importlib.resources import files
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.widgets import Markdown

from core.catalogue import GAMES
from tui.screens.dialog import Dialog


def page(game: str) -> str:
    """The page of rules of that game, as Markdown."""
    return files("tui").joinpath("pages", f"{game}.md").read_text(encoding="utf-8")


class RulesScreen(Dialog[None]):
    """One game's rules at a time; left and right turn to the other games'."""

    CSS_PATH = "rules.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down,j", "read(2)", "down", show=False, tooltip="Read on"),
        Binding("up,k", "read(-2)", "up", show=False, tooltip="Back"),
        Binding("pagedown,space", "read(15)", "page on", show=False, tooltip="A page on"),
        Binding("pageup,backspace", "read(-15)", "page back", show=False, tooltip="A page back"),
        Binding("right,l", "turn(1)", "next game", show=False, tooltip="The next game's rules"),
        Binding("left,h", "turn(-1)", "game before", show=False, tooltip="The rules of the game before"),
        Binding("enter,q", "dismiss(None)", show=False),
    ]

    def __init__(self, game: str = "") -> None:
        super().__init__()
        self._game = game if game in GAMES else next(iter(GAMES))

    def compose(self) -> ComposeResult:
        """The page."""
        with Vertical(classes="dialog") as box:
            box.border_title = "Rules"
            box.border_subtitle = "up and down read on, escape closes"
            with VerticalScroll(id="page", can_focus=False):
                yield Markdown(page(self._game))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """There is nothing to turn to while there is one game."""
        return action != "turn" or len(GAMES) > 1

    async def action_turn(self, by: int) -> None:
        """Another game's page."""
        games = list(GAMES)
        self._game = games[(games.index(self._game) + by) % len(games)]
        await self.query_one(Markdown).update(page(self._game))
        self.query_one("#page").scroll_home(animate=False)

    def action_read(self, lines: int) -> None:
        """Reads on or back."""
        self.query_one("#page").scroll_relative(y=lines, animate=False)
