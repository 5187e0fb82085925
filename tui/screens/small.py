"""The terminal is too small."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static


class SmallScreen(ModalScreen[None]):
    """Says which size is needed, and goes when there is room."""

    DEFAULT_CSS = "SmallScreen { background: $background; } SmallScreen > Static { width: auto; text-align: center; }"

    def __init__(self, width: int, height: int) -> None:
        super().__init__()
        self._needed = (width, height)

    def compose(self) -> ComposeResult:
        """One sentence."""
        yield Static(id="size")

    def on_resize(self) -> None:
        """Says what is there now, too."""
        width, height = self._needed
        self.query_one(Static).update(
            Content(
                f"This terminal is {self.app.size.width} x {self.app.size.height}.\n"
                f"Serai needs {width} x {height}:\nmake it larger, or the letters smaller."
            )
        )

    def on_screen_resume(self) -> None:
        """Something above has gone, and by now there may be room."""
        width, height = self._needed
        if self.app.size.width >= width and self.app.size.height >= height:
            self.dismiss(None)
