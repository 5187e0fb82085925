"""Why tables are not seen: what was looked at on the network, and what that means."""

from __future__ import annotations

import logging
from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from net.diagnosis import Facts, describe, diagnose
from tui.screens.dialog import Dialog

_log = logging.getLogger(__name__)


class DoctorScreen(Dialog[None]):
    """Looks as soon as it is there; what it found can be scrolled."""

    CSS_PATH = "doctor.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("r", "look", "look again", tooltip="Look at the network anew"),
        Binding("down,j", "read(2)", "down", show=False, tooltip="Read on"),
        Binding("up,k", "read(-2)", "up", show=False, tooltip="Back"),
        Binding("pagedown,space", "read(12)", "page on", show=False, tooltip="A page on"),
        Binding("pageup,backspace", "read(-12)", "page back", show=False, tooltip="A page back"),
        Binding("enter,q", "dismiss(None)", show=False),
    ]

    def compose(self) -> ComposeResult:
        """A page."""
        with Vertical(classes="dialog") as box:
            box.border_title = "Why not?"
            box.border_subtitle = "r looks again, escape closes"
            with VerticalScroll(id="page", can_focus=False):
                yield Static(id="diagnosis")

    def on_mount(self) -> None:
        """Looks at once."""
        self.action_look()

    @work(group="doctor", exclusive=True, exit_on_error=False)
    async def action_look(self) -> None:
        """Looks at the network, and tells."""
        from net.doctor import SECONDS, examine

        page = self.query_one("#diagnosis", Static)
        page.update(Content(f"Calling out on every network, and listening for {SECONDS:.0f} seconds."))
        try:
            facts = await examine()
        except Exception as error:  # noqa: BLE001 - whatever a strange network does: it is told, and the app goes on
            _log.exception("looking at the network failed")
            page.update(Content(f"The network could not be looked at: {type(error).__name__}. The log has it."))
            return
        page.update(told(facts))
        self.query_one("#page").scroll_home(animate=False)

    def action_read(self, lines: int) -> None:
        """Reads on or back."""
        self.query_one("#page").scroll_relative(y=lines, animate=False)


def told(facts: Facts) -> Content:
    """The findings, then what they come from."""
    parts: list[str | tuple[str, str]] = []
    for finding in diagnose(facts):
        parts += [(f"{finding.text}\n", "$text-warning bold" if finding.bad else "bold"), f"{finding.advice}\n\n"]
    parts.append(("What was looked at\n", "$serai-ember bold"))
    parts += [(f"{line}\n", "$serai-sand") for line in describe(facts)]
    return Content.assemble(*parts)
