"""The terminal is too small."""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult
from textual.content import Content
from textual.geometry import Size
from textual.screen import ModalScreen
from textual.widgets import Static


class SmallScreen(ModalScreen[None]):
    """Says which size is needed, and goes when there is room."""

    DEFAULT_CSS = "SmallScreen { background: $background; } SmallScreen > Static { width: auto; text-align: center; }"

    def __init__(self, needed: Size) -> None:
        super().__init__()
        self._needed = needed

    def compose(self) -> ComposeResult:
        """One sentence."""
        yield Static(id="size")

    def on_resize(self, event: events.Resize) -> None:
        """Says what is there now, or goes."""
        self._look(event.size)

    def on_screen_resume(self) -> None:
        """Something above has gone, and by now there may be room."""
        self._look(self.app.size)

    def _look(self, size: Size) -> None:
        needed = self._needed
        if size.width >= needed.width and size.height >= needed.height:
            if self.is_current:
                self.dismiss(None)
            return
        words = (
            f"This terminal is {size.width} x {size.height}.\n"
            f"Serai needs {needed.width} x {needed.height}:\n"
            "make it larger, or the letters smaller."
        )
        self.query_one(Static).update(Content(words))
