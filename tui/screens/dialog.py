"""What dialogs have in common."""

from __future__ import annotations

from typing import ClassVar, TypeVar

from textual.binding import Binding, BindingType
from textual.screen import ModalScreen

R = TypeVar("R")


class Dialog(ModalScreen[R]):
    """A box over the screen; escape closes it with nothing."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss(None)", "close", tooltip="Close this"),
        # the app's own keys do not reach through a box
        Binding("f1,question_mark", "app.help", "keys", show=False, key_display="?", tooltip="What the keys do here"),
    ]
