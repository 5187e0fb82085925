"""Home: the tables on the network, and what else one can do."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, cast

from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.geometry import Size
from textual.screen import Screen
from textual.widgets import Footer, OptionList, Static
from textual.widgets.option_list import Option

from core.catalogue import GAMES
from net.settings import TableSettings
from tui.frame import NowLine, both_ends
from tui.lists import Lines
from tui.session import JoinTable

if TYPE_CHECKING:
    from net.hints import Found
    from net.shelf import Damaged, Waiting
    from tui.app import SeraiApp

MENU = (
    ("n", "new_table", "new table"),
    ("s", "solo", "play against bots"),
    ("a", "address", "join by address"),
    ("c", "resume", "continue a table"),
    ("d", "doctor", "no table? why not"),
    ("r", "records", "records"),
    ("F2", "rules", "rules"),
    ("m", "name", "my name"),
    ("?", "app.help", "keys"),
    ("q", "app.quit", "quit"),
)
ONLY_SECONDS = 1.0
"""How long the first table found has to stay the only one until it is joined without asking."""


class Tables(Lines):
    """The tables, two lines each."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "select", "join", tooltip="Join the chosen table")]


class HomeScreen(Screen[None]):
    """Where one comes from and goes back to."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "new_table", "new table", tooltip="Open a table that others on this network can join"),
        Binding("s", "solo", "against bots", tooltip="Play at once, against bots"),
        Binding("a", "address", "by address", tooltip="Join a table that is not listed, by its address"),
        Binding("c", "resume", "continue", tooltip="Go on with a table of yours that was paused or cut off"),
        Binding("p", "known", "players", show=False, tooltip="The players you have met; forget one"),
        Binding("d", "doctor", "why not?", show=False, tooltip="Find out why tables are not seen"),
        Binding("w", "watch", "watch", show=False, tooltip="Watch the chosen table without a seat"),
        Binding("r", "records", "records", tooltip="The games you have played: see them again, or check them"),
        Binding("f2", "rules", "rules", key_display="F2", tooltip="How each game is played"),
        Binding("m", "name", "name", show=False, tooltip="Change what the others call you"),
        Binding("q", "app.quit", "quit", tooltip="Leave Serai"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._found: tuple[Found, ...] = ()
        self._trouble: str | None = None
        self._ways: tuple[str, ...] = ()
        self._looked = False
        self._wanted: JoinTable | None = None
        self._touched = False
        self._kept: list[Waiting | Damaged] = []

    @property
    def serai(self) -> SeraiApp:
        """The app, as what it is."""
        return cast("SeraiApp", self.app)

    def compose(self) -> ComposeResult:
        """An arcade over two panels."""
        with Horizontal(id="head"):
            yield Static(id="arcade")
            yield Static(id="who")
        with Horizontal(id="body"):
            with Vertical(id="network", classes="panel") as network:
                network.border_title = "on your network"
                yield Tables(id="tables")
                yield Static(id="empty")
            with Vertical(id="or", classes="panel") as other:
                other.border_title = "or"
                yield Lines(id="menu")
                yield Static(_fire(), id="fire")
        yield NowLine(id="now")
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        """The first picture; the network comes later."""
        menu = self.query_one("#menu", Lines)
        menu.add_options([Option(_entry(key, text), id=action) for key, action, text in MENU])
        menu.disable_option("resume")
        menu.highlighted = 0
        menu.focus()
        self.query_one("#tables", Lines).painter = self._paint
        self.refresh_name()
        self._paint()
        for what in ("theme", "glyphs"):
            self.watch(self.app, what, self._paint, init=False)

    def on_screen_resume(self) -> None:
        """Back from a table or a dialog."""
        self.refresh_name()
        self.say_what_now()
        self._look_on_shelf()

    @work(group="shelf", exclusive=True)
    async def _look_on_shelf(self) -> None:
        """Which tables can be continued. Each is read for it, beside the loop."""
        self._kept = await asyncio.to_thread(lambda: list(self.serai.shelf.waiting()))
        menu = self.query_one("#menu", Lines)
        (menu.enable_option if self._kept else menu.disable_option)("resume")
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """A table can be continued if there is one."""
        return action != "resume" or bool(self._kept)

    def on_key(self, event: events.Key) -> None:  # noqa: ARG002
        """From now on the focus is the player's."""
        self._touched = True

    # -- what is shown -----------------------------------------------------------------------------------------

    def refresh_name(self) -> None:
        """The player's name and the device's words."""
        name = self.serai.config.config.name
        self.query_one("#who", Static).update(
            Content.assemble((name, "$serai-ink bold"), "\nknown as ", (self.serai.words, "$serai-ember"))
        )

    def show_tables(self, found: Sequence[Found], trouble: str | None, ways: Sequence[str] = ()) -> None:
        """What is on the network now, and what keeps us from seeing it, in words. `ways`: how tables can be found."""
        self._looked = True
        self._trouble = trouble
        self._ways = tuple(ways)
        self._found = tuple(sorted(found, key=_order))
        self._paint()
        self._seek()

    def _paint(self) -> None:
        self.query_one("#arcade", Static).update(_arcade(ascii_only=self.serai.glyphs.name == "ascii"))
        tables = self.query_one("#tables", Lines)
        empty = self.query_one("#empty", Static)
        kept = tables.highlighted_option.id if tables.highlighted_option else None
        first = not tables.display
        tables.display = bool(self._found)
        empty.display = not self._found
        tables.clear_options()
        tables.add_options([Option(_row(one, tables.row_width), id=_id(one)) for one in self._found])
        ids = [_id(one) for one in self._found]
        if ids:
            tables.highlighted = ids.index(kept) if kept in ids else 0
        elif tables.has_focus:
            self.query_one("#menu").focus()
        if first and ids and not self._touched:
            tables.focus()
        empty.update(self._nothing())
        self.query_one("#network").border_subtitle = _found_by(self._ways)
        self.say_what_now()

    def _nothing(self) -> Content:
        more = self.serai.glyphs.more if self.serai.glyphs.name == "unicode" else "..."
        if self._trouble:
            return Content.assemble(
                (f"{_sentence(self._trouble)}\n\n", "$text-warning"),
                "d tells more. Joining by address may still work,\nand playing against bots does.",
            )
        return Content.assemble(
            (f"looking{more}\n\n", "$serai-sand"),
            "Tables show up here by themselves\nas soon as somebody opens one.\n\nd finds out why one is not seen.",
        )

    def say(self, text: str) -> None:
        """What is going on, on the bottom line."""
        self.query_one(NowLine).say(text)

    def say_what_now(self) -> None:
        """What one can do here."""
        if self._wanted is not None:
            name = f"the table {self._wanted.table!r}" if self._wanted.table else "a table"
            self.say(f"Looking for {name} to join. Any entry here still works.")
        elif self._found:
            self.say("Choose a table and press enter, or open one of your own with n.")
        else:
            self.say("Open a table with n, or play against bots with s.")

    # -- choosing ----------------------------------------------------------------------------------------------

    @on(OptionList.OptionSelected, "#tables")
    def _join(self, event: OptionList.OptionSelected) -> None:
        self._enter(event.option_id)

    @on(OptionList.OptionSelected, "#menu")
    async def _chosen(self, event: OptionList.OptionSelected) -> None:
        await self.run_action(event.option_id or "")

    def _enter(self, option: str | None, *, watch: bool = False) -> None:
        for one in self._found:
            if _id(one) == option and one.game not in GAMES:
                self.serai.tell("That game is not in this Serai yet: a newer one is needed.", bad=True)
            elif _id(one) == option:
                self._wanted = None
                self.serai.join_table(one.address, watch=watch)

    def action_watch(self) -> None:
        """The chosen table, from a place beside it."""
        chosen = self.query_one("#tables", Lines).highlighted_option
        self._enter(chosen.id if chosen else None, watch=True)

    def action_new_table(self) -> None:
        """Host one."""
        self._open(solo=False)

    def action_solo(self) -> None:
        """Against bots, in this process alone."""
        self._open(solo=True)

    def _open(self, *, solo: bool) -> None:
        from tui.screens.new_table import NewTableScreen

        def chosen(settings: TableSettings | None) -> None:
            if settings is not None:
                self._wanted = None
                self.serai.open_table(settings)

        self.app.push_screen(NewTableScreen(self.serai.config.config.name, solo=solo), chosen)

    def action_resume(self) -> None:
        """The tables that wait."""
        from tui.screens.continuing import ContinueScreen

        def chosen(path: Path | None) -> None:
            if path is not None:
                self._wanted = None
                self.serai.resume_table(path)
            else:
                self._look_on_shelf()

        self.app.push_screen(ContinueScreen(self.serai.shelf, self._kept), chosen)

    def action_address(self) -> None:
        """By address."""
        from tui.screens.join import JoinScreen

        def chosen(address: tuple[str, int] | None) -> None:
            if address is not None:
                self._wanted = None
                self.serai.join_table(address)

        self.app.push_screen(JoinScreen(), chosen)

    def action_known(self) -> None:
        """Whom one has met."""
        from tui.screens.known import KnownScreen

        self.app.push_screen(KnownScreen(self.serai.peers))

    def action_doctor(self) -> None:
        """Why tables are not seen."""
        from tui.screens.doctor import DoctorScreen

        self.app.push_screen(DoctorScreen())

    def action_records(self) -> None:
        """The games that were played."""
        from tui.screens.records import RecordsScreen

        self.app.push_screen(RecordsScreen())

    def action_rules(self) -> None:
        """The rules of the chosen table's game, else of the first."""
        chosen = self.query_one("#tables", Lines).highlighted_option
        self.serai.action_rules(next((one.game for one in self._found if chosen and _id(one) == chosen.id), ""))

    def action_name(self) -> None:
        """Another name."""
        self.serai.ask_name()

    # -- joining without choosing ------------------------------------------------------------------------------

    def look_for(self, wanted: JoinTable) -> None:
        """Joins the table of that name as soon as it is found; without a name, the only one."""
        self._wanted = wanted
        self.say_what_now()
        self._seek()

    def _seek(self) -> None:
        wanted = self._wanted
        if wanted is None or not self._found:
            return
        if wanted.table is None:
            self.set_timer(ONLY_SECONDS, self._take_only)
            return
        for one in self._found:
            if one.table.casefold() == wanted.table.casefold():
                self._enter(_id(one), watch=wanted.watch)
                return

    def _take_only(self) -> None:
        wanted, self._wanted = self._wanted, None
        if wanted is not None and len(self._found) == 1:
            self._enter(_id(self._found[0]), watch=wanted.watch)
        elif wanted is not None and self._found:
            self.say(f"There are {len(self._found)} tables: choose one and press enter.")


def _id(one: Found) -> str:
    return f"{one.address[0]} {one.address[1]}"


def _order(one: Found) -> tuple[bool, bool, str, tuple[str, int]]:
    """Tables to sit down at first, then by name."""
    return one.state != "lobby", one.taken >= one.seats, one.table.casefold(), one.address


def _entry(key: str, text: str) -> Content:
    return Content.assemble((f"{key:<2}", "$footer-key-foreground bold"), f" {text}")


def _row(one: Found, width: int) -> Content:
    game = GAMES[one.game].title if one.game in GAMES else one.game
    if one.game not in GAMES:
        state = "needs a newer Serai"
    elif one.state == "lobby":
        state = "come in" if one.taken < one.seats else "full: watch"
    else:
        state = "playing: watch" if one.state == "playing" else "just finished"
    first = both_ends(
        Content.styled(one.table, "bold"), Content(f"{one.taken} of {one.seats} seats taken"), Size(width, 1)
    )
    second = both_ends(
        Content.styled(f"{game}, hosted by {one.host}", "$serai-sand"),
        Content.styled(state, "$serai-sand"),
        Size(width, 1),
    )
    return Content("\n").join([first, second])


def _found_by(ways: Sequence[str]) -> str:
    """What looks for tables: at most two words of ours, or nothing while nothing does."""
    if not ways:
        return ""
    return f"found by {' and '.join(ways)}" if len(ways) > 1 else f"found by {ways[0]} alone"


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith('.') else '.'}"


def _arcade(*, ascii_only: bool) -> Content:
    """The arches of a caravanserai; each holds a letter."""
    top, bottom, side = (".---.", "+---+", "|") if ascii_only else ("╭───╮", "┴───┴", "│")
    letters: list[str | tuple[str, str]] = []
    for letter in "SERAI":
        letters += [(f"{side} ", "$serai-sand"), (letter, "$serai-ember bold"), (f" {side}", "$serai-sand")]
    return Content.assemble((f"{top * 5}\n", "$serai-sand"), *letters, (f"\n{bottom * 5}", "$serai-sand"))


def _fire() -> Content:
    """What the house is warm by. Signs that every terminal has."""
    smoke, flames, logs = "     (  .\n  .   )\n", "    ( (  )\n   ) \\|/ (\n", " --=======--"
    return Content.assemble((smoke, "$serai-sand"), (flames, "$serai-ember bold"), (logs, "$serai-sand"))
