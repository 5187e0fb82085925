"""The last line of a screen: the keys that mean something now, each to be clicked as well."""

from __future__ import annotations

from typing import NamedTuple

from textual import events
from textual.content import Content
from textual.reactive import reactive
from textual.screen import Screen
from textual.style import Style
from textual.widget import Widget


class Shown(NamedTuple):
    """A binding as the line shows it."""

    key: str
    sign: str
    words: str
    enabled: bool
    tooltip: str


class Footer(Widget):
    """One widget that draws all keys: textual's own makes one widget a key, anew at each change, which is dear."""

    ALLOW_SELECT = False
    DEFAULT_CSS = """
    Footer { dock: bottom; height: 1; color: $footer-foreground; background: $footer-background; }
    """

    keys: reactive[tuple[Shown, ...]] = reactive(())
    pointed: reactive[str] = reactive("")
    """The key under the mouse."""

    def on_mount(self) -> None:
        """From now on the line follows what can be done."""
        self.screen.bindings_updated_signal.subscribe(self, self._bindings_changed)

    def _bindings_changed(self, screen: Screen[object]) -> None:
        if self.is_attached and screen is self.screen and screen.app.app_focus:
            self.call_after_refresh(self._look)

    def _look(self) -> None:
        """Takes in which bindings are active; the first key of each action is shown."""
        if not self.is_attached:
            return
        shown: dict[str, Shown] = {}
        for _, binding, enabled, tooltip in self.screen.active_bindings.values():
            if binding.show and binding.action not in shown:
                sign = self.app.get_key_display(binding)
                shown[binding.action] = Shown(binding.key, sign, binding.description, enabled, tooltip)
        self.keys = tuple(shown.values())

    def render(self) -> Content:
        """Each key and its words."""
        parts = [self._part(shown) for shown in self.keys]
        return Content("").join(parts)

    def _part(self, shown: Shown) -> Content:
        dim = "" if shown.enabled else " dim"
        part = Content.assemble(
            (f" {shown.sign} ", f"$footer-key-foreground bold{dim}"),
            (f"{shown.words} ", f"$footer-description-foreground{dim}"),
        )
        if shown.key == self.pointed:
            part = part.stylize_before("$footer-key-foreground on $block-hover-background")
        return part.stylize(Style.from_meta({"key": shown.key}))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """The key under the mouse lights up and can tell more."""
        self.pointed = event.style.meta.get("key", "")
        self.tooltip = next((shown.tooltip or None for shown in self.keys if shown.key == self.pointed), None)

    def on_leave(self) -> None:
        """The mouse is elsewhere."""
        self.pointed = ""

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """A click is the key."""
        for shown in self.keys:
            if shown.key == event.style.meta.get("key"):
                if shown.enabled:
                    self.app.simulate_key(shown.key)
                else:
                    self.app.bell()
