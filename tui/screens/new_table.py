"""A new table: for others on the network, or against bots in this process alone."""

from __future__ import annotations

from functools import partial
from typing import Any, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.events import DescendantFocus
from textual.widgets import Button, Input, Label, Static

from core.catalogue import GAMES
from core.game import AnyGame, Json, Option
from net.settings import CLOCKS, TableSettings
from net.text import TABLE_CELLS, clean
from tui.forms import OPTION, Picker, clock_words, row_of
from tui.options import fitting, read, unusual, usual
from tui.screens.dialog import Dialog

BOTS = 2
"""Opponents that playing alone begins with."""
HELP = {
    "game": "Left and right change a row, up and down go on, enter goes ahead.",
    "seats": "How many play. Seats can still be added or taken away in the lobby.",
    "bots": "How many of the seats bots take at once. That can be changed in the lobby, too.",
    "opponents": "Bots that play against you.",
    "newcomers": "How somebody comes in who has not played with you before. Whoever has just comes in.",
    "absent": "What happens to the seat of somebody who leaves in the middle of the game.",
    "clock": "How long somebody may think about a choice. Then the first legal answer counts.",
    "table": "What the others see on their list.",
}


class NewTableScreen(Dialog[TableSettings]):
    """A form; gives the settings of the table, or None. `solo`: nobody else can come."""

    CSS_PATH = "new_table.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "open", "open the table", tooltip="Open the table as it stands here"),
        Binding("down", "app.focus_next", "next row", show=False, tooltip="The next row"),
        Binding("up", "app.focus_previous", "row before", show=False, tooltip="The row before"),
    ]

    def __init__(self, name: str, *, solo: bool) -> None:
        super().__init__()
        self._name = name
        self._solo = solo
        self._seats_before = 0
        """The number that the rows of options were made for."""

    @property
    def chosen(self) -> AnyGame:
        """The game that the form is about."""
        return GAMES[self.query_one("#game", Picker).value]

    def compose(self) -> ComposeResult:
        """The rows."""
        with Vertical(classes="dialog") as box:
            box.border_title = "Play against bots" if self._solo else "New table"
            yield Picker("game", [(key, game.title) for key, game in GAMES.items()], id="game")
            yield Static(id="blurb", classes="quiet")
            if self._solo:
                yield Picker("opponents", [], id="opponents")
            else:
                yield Picker("seats", [], id="seats")
                yield Picker("bots", [], id="bots")
            yield Vertical(id="options")
            if not self._solo:
                absent = [("bot", "a bot stands in"), ("wait", "the table waits")]
                yield Picker("who leaves", absent, id="absent")
                yield Picker("turn clock", [(seconds, clock_words(seconds)) for seconds in CLOCKS], id="clock")
                newcomers = [(False, "type the code"), (True, "knock, I let them in")]
                yield Picker("newcomers", newcomers, id="newcomers")
                with Horizontal(id="called"):
                    yield Label("table name", classes="quiet")
                    yield Input(clean(f"{self._name}'s table", TABLE_CELLS), id="table", max_length=TABLE_CELLS)
            yield Static(HELP["game"], id="help", classes="quiet")
            yield Button("enter: start" if self._solo else "enter: open the table", id="open", compact=True)

    async def on_mount(self) -> None:
        """Begins with what most people want."""
        await self._another_game()
        self.query_one("#game").focus()

    @property
    def _seats(self) -> int:
        return int(self.query_one("#opponents" if self._solo else "#seats", Picker).value) + self._solo

    async def _another_game(self) -> None:
        game = self.chosen
        self.query_one("#blurb", Static).update(Content(game.blurb))
        if self._solo:
            fewest, most = max(game.min_seats - 1, 0), game.max_seats - 1
            words = [
                (n, "nobody but the house" if n == 0 else f"{n} bot{'s' * (n > 1)}") for n in range(fewest, most + 1)
            ]
            self.query_one("#opponents", Picker).offer(words, min(BOTS, most))
        else:
            numbers = [(n, str(n)) for n in range(game.min_seats, game.max_seats + 1)]
            self.query_one("#seats", Picker).offer(numbers, max(2, game.min_seats))
        await self._another_number(anew=True)

    async def _another_number(self, *, anew: bool = False) -> None:
        if not self._solo:
            bots = self.query_one("#bots", Picker)
            before = bots.value if bots.choices and not anew else 0
            bots.offer([(n, str(n) if n else "none") for n in range(self._seats)], min(before, self._seats - 1))
        game, holder = self.chosen, self.query_one("#options", Vertical)
        kept = {} if anew else unusual(game, self._seats_before, self._options())
        self._seats_before = self._seats
        await holder.remove_children()
        for option in game.options():
            row = row_of(option, partial(self._read, option))
            row.offer(fitting(game, self._seats, option), usual(game, self._seats, option, kept))
            if option.choices is None or len(row.choices) > 1:
                await holder.mount(row)

    def _read(self, option: Option, text: str) -> Json:
        return read(self.chosen, self._seats, option, text)

    def _options(self) -> dict[str, Any]:
        rows = self.query_one("#options").query(Picker)
        return {str(row.id).removeprefix(OPTION): row.value for row in rows}

    @on(Picker.Changed, "#game")
    async def _game_changed(self) -> None:
        await self._another_game()

    @on(Picker.Changed, "#seats, #opponents")
    async def _number_changed(self) -> None:
        await self._another_number()

    def on_descendant_focus(self, event: DescendantFocus) -> None:
        """Says what the row with the cursor is about."""
        widget = event.widget
        words = widget.help if isinstance(widget, Picker) and widget.help else HELP.get(widget.id or "", HELP["game"])
        self.query_one("#help", Static).update(Content(f"{words[:1].upper()}{words[1:]}"))

    @on(Input.Submitted)
    @on(Button.Pressed)
    def action_open(self) -> None:
        """Done."""
        if self._solo:
            settings = TableSettings(
                self.chosen.key, self._seats, self._options(), table="solo", bots=self._seats - 1, listen=False
            )
        else:
            table = clean(self.query_one("#table", Input).value, TABLE_CELLS) or clean(
                f"{self._name}'s table", TABLE_CELLS
            )
            settings = TableSettings(
                self.chosen.key,
                self._seats,
                self._options(),
                table=table,
                bots=self.query_one("#bots", Picker).value,
                absent=self.query_one("#absent", Picker).value,
                clock=self.query_one("#clock", Picker).value,
                open=self.query_one("#newcomers", Picker).value,
            )
        self.dismiss(settings)
