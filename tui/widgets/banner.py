"""A line over the top of the board for what everybody has to know: the table stands still, or somebody asks to end."""

from __future__ import annotations

from textual.content import Content
from textual.widgets import Static


class Banner(Static):
    """Shown while there is something to say; the board under it stays as it is."""

    DEFAULT_CSS = """
    Banner {
        layer: banner;
        dock: top;
        margin: 1 0 0 0;
        height: auto;
        max-height: 3;
        padding: 0 1;
        display: none;
        background: $serai-sand;
        color: $background;
    }
    """

    words = ""

    def say(self, words: str) -> None:
        """Says it; with nothing to say the banner goes."""
        if words != self.words:
            self.words = words
            self.update(Content(words))
            self.display = bool(words)
