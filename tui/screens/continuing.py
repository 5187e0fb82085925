"""The tables of this machine that can be continued; those that cannot, with the reason; and forgetting one."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import ClassVar, TypeAlias

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.geometry import Size
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from core.catalogue import GAMES
from net.shelf import Damaged, Shelf, Waiting
from tui.continuing import forget
from tui.frame import both_ends
from tui.lists import Lines
from tui.screens.confirm import ConfirmScreen
from tui.screens.dialog import Dialog

Kept: TypeAlias = Waiting | Damaged


class ContinueScreen(Dialog[Path]):
    """A list to choose from; gives the path of a journal, or None. `found`: what `Shelf.waiting` told."""

    CSS_PATH = "continuing.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("d,delete", "forget", "delete", key_display="d", tooltip="Delete this table for good; asks first")
    ]

    def __init__(self, shelf: Shelf, found: Sequence[Kept]) -> None:
        super().__init__()
        self._shelf = shelf
        self._found = list(found)

    def compose(self) -> ComposeResult:
        """The list, and what is wrong with the one under the cursor."""
        with Vertical(classes="dialog") as box:
            box.border_title = "Continue a table"
            box.border_subtitle = "enter continues, d deletes, escape closes"
            yield Lines(id="kept")
            yield Static(id="what", classes="quiet")

    def on_mount(self) -> None:
        """The newest first."""
        kept = self.query_one("#kept", Lines)
        kept.painter = self._paint
        kept.focus()
        self._paint()

    def _paint(self) -> None:
        kept = self.query_one("#kept", Lines)
        before = kept.highlighted or 0
        kept.clear_options()
        kept.add_options([Option(_row(one, kept.row_width), id=str(n)) for n, one in enumerate(self._found)])
        kept.display = bool(self._found)
        if self._found:
            kept.highlighted = min(before, len(self._found) - 1)
        self._explain()

    @property
    def _chosen(self) -> Kept | None:
        option = self.query_one("#kept", Lines).highlighted_option
        return self._found[int(option.id)] if option is not None and option.id is not None else None

    @on(OptionList.OptionHighlighted)
    def _explain(self) -> None:
        one = self._chosen
        if one is None:
            words = "There is no table to continue."
        elif isinstance(one, Damaged):
            words = f"It cannot be continued: {one.why}."
        else:
            words = (
                "Your guests come back by themselves while their Serai is still looking for you; or they join again."
            )
        self.query_one("#what", Static).update(Content(words))

    @on(OptionList.OptionSelected)
    def _continue(self) -> None:
        if isinstance(one := self._chosen, Waiting):
            self.dismiss(one.path)
        else:
            self.app.bell()

    def action_forget(self) -> None:
        """Deletes the table under the cursor, after a question."""
        one = self._chosen
        if one is None:
            return
        path = one.path

        def answered(yes: bool | None) -> None:
            if yes:
                self._forget(path)

        what = "Its game cannot be continued then, by anybody. Records of finished games stay."
        name = one.table if isinstance(one, Waiting) else "the damaged table"
        self.app.push_screen(ConfirmScreen(f"Delete {name}?", what, yes="delete", no="keep"), answered)

    @work(exclusive=True)
    async def _forget(self, path: Path) -> None:
        try:
            await asyncio.to_thread(forget, path)
        except OSError as error:
            self.query_one("#what", Static).update(Content(f"It could not be deleted: {error.strerror}."))
            return
        self._found = await asyncio.to_thread(lambda: list(self._shelf.waiting()))
        self._paint()


def _row(one: Kept, width: int) -> Content:
    size = Size(width, 1)
    if isinstance(one, Damaged):
        name = one.path.name[:12]
        first = both_ends(Content.styled("damaged", "$serai-sand italic"), Content.styled(name, "$serai-sand"), size)
        return Content("\n").join([first, Content.styled(one.why, "$serai-sand italic").truncate(width, ellipsis=True)])
    game = GAMES[one.game].title if one.game in GAMES else one.game
    when = f"{datetime.fromtimestamp(one.when):%a %d %b, %H:%M}"
    steps = f"{one.steps} step{'' if one.steps == 1 else 's'}"
    first = both_ends(Content.styled(one.table or "a table", "bold"), Content(when), size)
    people = Content.styled(f"{game}: {', '.join(one.players)}", "$serai-sand")
    return Content("\n").join([first, both_ends(people, Content.styled(steps, "$serai-sand"), size)])
