"""The rules of a game, in our words, from `tui/pages/`."""

from __future__ import annotations

from importlib.resources import files
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.widgets import Markdown

from core.catalogue import GAMES
from tui.forms import Picker
from tui.screens.dialog import Dialog


def page(game: str) -> str:
    """The page of rules of that game, as Markdown."""
    return files("tui").joinpath("pages", f"{game}.md").read_text(encoding="utf-8")


class RulesScreen(Dialog[None]):
    """One game's rules at a time."""

    CSS_PATH = "rules.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down,j", "scroll(2)", "down", key_display="↓", tooltip="Read on"),
        Binding("up,k", "scroll(-2)", "up", show=False, tooltip="Back"),
        Binding("pagedown,space", "scroll(15)", "page on", show=False, tooltip="A page on"),
        Binding("pageup", "scroll(-15)", "page back", show=False, tooltip="A page back"),
        Binding("q", "dismiss(None)", show=False),
    ]

    def __init__(self, game: str = "") -> None:
        super().__init__()
        self._game = game if game in GAMES else next(iter(GAMES))

    def compose(self) -> ComposeResult:
        """Which game, and its page."""
        with Vertical(classes="dialog") as box:
            box.border_title = "Rules"
            box.border_subtitle = "escape closes"
            picker = Picker("the game", [(key, game.title) for key, game in GAMES.items()], id="which")
            picker.index = list(GAMES).index(self._game)
            picker.display = len(GAMES) > 1
            yield picker
            with VerticalScroll(id="page", can_focus=False):
                yield Markdown(page(self._game))

    async def on_picker_changed(self, event: Picker.Changed) -> None:
        """Another game's page."""
        await self.query_one(Markdown).update(page(event.picker.value))
        self.query_one("#page").scroll_home(animate=False)

    def action_scroll(self, lines: int) -> None:
        """Reads on or back."""
        self.query_one("#page").scroll_relative(y=lines, animate=False)
