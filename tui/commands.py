"""Commands: every binding that is active now. The palette, the help and the footer have this one source."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, cast

from textual.command import DiscoveryHit, Hit, Hits, Provider

from core.catalogue import GAMES

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from textual.app import App
    from textual.screen import Screen

    from tui.app import SeraiApp


class Command(NamedTuple):
    """Something that can be done now. `place`: `here`, `screen` or `everywhere`. `moves`: only the cursor."""

    text: str
    keys: str
    help: str
    place: str
    run: Callable[[], Any]
    moves: bool


def commands(app: App[Any], screen: Screen[Any]) -> list[Command]:
    """What the keys do on that screen with its present focus, in the order of their definition."""
    found: dict[tuple[int, str], Command] = {}
    for key, (node, binding, enabled, tooltip) in screen.active_bindings.items():
        if not binding.description or not enabled or not (binding.show or binding.tooltip):
            continue
        place = "everywhere" if node is app else "screen" if node is screen else "here"
        shown = app.get_key_display(binding)
        mark = (id(node), binding.action)
        if mark in found:
            if shown not in found[mark].keys.split():
                found[mark] = found[mark]._replace(keys=f"{found[mark].keys} {shown}")
            continue

        def run(action: str = binding.action, node: Any = node) -> Any:
            return app.run_action(action, node)

        text = binding.description[0].upper() + binding.description[1:]
        moves = any(part in binding.action for part in ("cursor_", "focus_", "palette"))
        found[mark] = Command(text, shown, tooltip or binding.tooltip or key, place, run, moves)
    return list(found.values())


class SeraiCommands(Provider):
    """The palette's entries: the active keys, the rules of each game, the settings."""

    def _all(self) -> Iterable[tuple[str, str, Callable[[], Any]]]:
        app = cast("SeraiApp", self.app)
        for command in commands(app, self.screen):
            if command.moves:
                continue  # what an arrow does is no quicker by name
            yield f"{command.text}  ({command.keys})", command.help, command.run
        for game in GAMES.values():
            yield f"Rules of {game.title}", "How it is played", partial(app.action_rules, game.key)
        other = "ascii" if app.glyphs.name == "unicode" else "unicode"
        yield (
            f"Draw with {other} signs",
            "For terminals that show boxes badly, or well",
            app.action_toggle_ascii,
        )
        motion = "off" if app.motion else "on"
        yield f"Switch motion {motion}", "Cards that turn and dice that fly", app.action_toggle_animation
        yield "Theme", "Colours: ours, dark and light, and Textual's", app.action_change_theme

    async def discover(self) -> Hits:
        """Everything, before anything is typed."""
        for text, help_text, run in self._all():
            yield DiscoveryHit(text, run, help=help_text)

    async def search(self, query: str) -> Hits:
        """What fits the query."""
        matcher = self.matcher(query)
        for text, help_text, run in self._all():
            if (score := matcher.match(text)) > 0:
                yield Hit(score, matcher.highlight(text), run, help=help_text)
