"""All games that were played on this machine, to be seen again."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar, TypeVar, cast

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.geometry import Size
from textual.screen import Screen
from textual.widgets import Footer, Input, OptionList, Static
from textual.widgets.option_list import Option
from textual.worker import get_current_worker

from tui.frame import NowLine, TitleLine, both_ends
from tui.lists import Lines
from tui.recorded import Recorded, files, look_at, newest_first
from tui.replaying import CannotReplay, open_replay, read_bytes
from tui.screens.confirm import ConfirmScreen
from tui.screens.replay import ReplayScreen
from tui.verifying import checked
from tui.written import export

if TYPE_CHECKING:
    from tui.app import SeraiApp

T = TypeVar("T")
_FIRST = 30
"""So many records are shown as soon as they are read; the others together."""
_log = logging.getLogger(__name__)


class Records(Lines):
    """The games, two lines each."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select", "replay", tooltip="See the chosen game again"),
        Binding("pageup", "page_up", "page up", show=False, tooltip="A page up"),
        Binding("pagedown", "page_down", "page down", show=False, tooltip="A page down"),
    ]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Where there is nothing, nothing can be seen again."""
        return action != "select" or bool(self.option_count)


class RecordsScreen(Screen[None]):
    """Newest first. They are read in a thread of their own, so that the screen is there at once."""

    CSS_PATH = "records.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("v", "verify", "verify", tooltip="Check the record: rules, sealed choices, dice and decks"),
        Binding("x", "export", "text", tooltip="Write the whole story to a text file beside the record"),
        Binding("d,delete", "delete", "delete", tooltip="Delete the record; asks first"),
        Binding("slash", "seek", "seek", key_display="/", tooltip="Show the games alone that have these words"),
        Binding("q,escape", "back", "home", key_display="q", tooltip="Back home"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._found: list[Recorded] = []
        self._read = False
        self._trouble = ""
        self._busy = False

    @property
    def serai(self) -> SeraiApp:
        """The app, as what it is."""
        return cast("SeraiApp", self.app)

    def compose(self) -> ComposeResult:
        """A list."""
        yield TitleLine()
        with Vertical(id="list", classes="panel") as panel:
            panel.border_title = "newest first"
            yield Records(id="records")
            yield Static(id="none")
        yield Input(id="seek", placeholder="a name, a table, a game, a date", select_on_focus=False)
        yield NowLine()
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        """The list comes as it is read."""
        records = self.query_one(Records)
        records.painter = self._paint
        records.focus()
        self.query_one("#seek").display = False
        self.watch(self.app, "glyphs", self._paint, init=False)
        self._paint()
        self._look()

    # -- reading -----------------------------------------------------------------------------------------------

    @work(thread=True, group="look", exclusive=True, exit_on_error=False)
    def _look(self) -> None:
        """Reads them all."""
        worker, found, trouble = get_current_worker(), [], ""
        try:
            for path in files(self.serai.locations.records):
                if worker.is_cancelled:
                    return
                found.append(look_at(path))
                if len(found) == _FIRST:
                    self.app.call_from_thread(self._show, newest_first(found), "", done=False)
        except OSError as error:
            trouble = f"The records cannot be read: {error.strerror}."
        if not worker.is_cancelled:
            self.app.call_from_thread(self._show, newest_first(found), trouble, done=True)

    def _show(self, found: list[Recorded], trouble: str, *, done: bool) -> None:
        self._found, self._trouble, self._read = found, trouble, done
        if self.is_attached:
            self._paint()

    # -- what is shown -----------------------------------------------------------------------------------------

    @property
    def shown(self) -> list[Recorded]:
        """Those with all the words that are sought."""
        words = self.query_one("#seek", Input).value.casefold().split()
        return [one for one in self._found if all(word in _text(one) for word in words)] if words else self._found

    def _paint(self) -> None:
        records, none, shown = self.query_one(Records), self.query_one("#none", Static), self.shown
        kept = records.highlighted_option.id if records.highlighted_option else None
        at = records.highlighted or 0
        records.clear_options()
        width = records.row_width
        records.add_options([Option(self._row(one, width), id=one.path.name) for one in shown])
        if shown:
            names = [one.path.name for one in shown]
            records.highlighted = names.index(kept) if kept in names else min(at, len(names) - 1)
        records.display, none.display = bool(shown), not shown
        none.update(Content(self._nothing()))
        title, glyphs = self.query_one(TitleLine), self.serai.glyphs
        many = f"{len(self._found)} game{'s' * (len(self._found) != 1)}" if self._read else "reading"
        title.left = Content.assemble(("Records", "$serai-ember bold"), f" {glyphs.between} {many}")
        title.right = Content.styled(str(self.serai.locations.records), "$serai-sand")
        self.refresh_bindings()
        if not self._busy:
            self._say_what_now()

    def _nothing(self) -> str:
        if self._trouble:
            return self._trouble
        if not self._read:
            return "Reading."
        if self._found:
            return "No game has these words. Escape shows all."
        return (
            "No game has been finished here yet.\n\n"
            "Each game that you play to its end is kept here, and can be seen again from every seat.\n"
            "Go home with q, and play one against bots with s."
        )

    def _row(self, one: Recorded, width: int) -> Content:
        size = Size(width, 1)
        when = f"{one.when.astimezone():%Y-%m-%d %H:%M}"
        if one.why:
            name = Content.styled(f"{when}  {one.name}", "$serai-sand italic")
            why = Content.styled(f"  cannot be read: {one.why}", "$serai-sand italic").truncate(width, ellipsis=True)
            return Content("\n").join([name.truncate(width, ellipsis=True), why])
        glyphs = self.serai.glyphs
        first = both_ends(
            Content.assemble((f"{when}  ", "$serai-sand"), (one.game, "bold"), (f"  {one.table}", "$serai-sand")),
            Content.styled(f"{one.steps} steps", "$serai-sand"),
            size,
        )
        parts: list[str | tuple[str, str]] = ["  "]
        for seated in one.seated:
            won = seated.place == 1
            mark = glyphs.crown if won else "" if seated.place is None else str(seated.place)
            score = "" if seated.place is None else " ?" if seated.score is None else f" {seated.score}"
            parts.append((f"{mark} " if mark else "", "$serai-ember bold" if won else "$serai-sand"))
            parts.append((seated.name, "$foreground bold" if won else "$foreground"))
            parts.append((f"{score}   ", "$serai-sand"))
        if not one.finished:
            parts.append(("not finished", "$serai-sand italic"))
        return Content("\n").join([first, Content.assemble(*parts).truncate(width, ellipsis=True)])

    def _say_what_now(self) -> None:
        line = self.query_one(NowLine)
        if self.query_one("#seek").display:
            line.say("Type words to seek; enter goes to the list, escape shows all.")
        elif (chosen := self._chosen) is None:
            line.say("q goes home.")
        elif chosen.why:
            line.say("This one cannot be read: v tells why, d deletes it.")
        else:
            line.say("Choose a game and press enter to see it again.")

    @property
    def _chosen(self) -> Recorded | None:
        option = self.query_one(Records).highlighted_option
        return next((one for one in self._found if option and one.path.name == option.id), None)

    @on(OptionList.OptionHighlighted)
    def _moved(self) -> None:
        self._say_what_now()

    # -- what can be done --------------------------------------------------------------------------------------

    async def _at_work(self, what: str, work: Callable[[], T]) -> T:
        """Does it in a thread and says so meanwhile."""
        self._busy = True
        self.query_one(NowLine).say(what)
        try:
            return await asyncio.to_thread(work)
        finally:
            self._busy = False
            if self.is_attached:
                self._say_what_now()

    @on(OptionList.OptionSelected)
    def _replay(self) -> None:
        self._open()

    @work(group="open", exclusive=True, exit_on_error=False)
    async def _open(self) -> None:
        """The chosen game on the table again."""
        if (chosen := self._chosen) is None:
            return
        try:
            game = await self._at_work("Reading the game.", lambda: open_replay(chosen.path))
        except CannotReplay as error:
            self.serai.notice("This cannot be replayed", f"{chosen.name}: {error}.")
            return
        if self.app.screen is self:
            self.app.push_screen(ReplayScreen(game, chosen.path))

    @work(group="open", exclusive=True, exit_on_error=False)
    async def action_verify(self) -> None:
        """What an audit of the chosen record finds."""
        if (chosen := self._chosen) is None:
            return
        try:
            text = await self._at_work("Checking the record.", lambda: checked(read_bytes(chosen.path)))
        except CannotReplay as error:
            text = f"FAILS  {error}"
        self.serai.notice("The record, checked", text)

    @work(group="open", exclusive=True, exit_on_error=False)
    async def action_export(self) -> None:
        """Writes the chosen game's story."""
        if (chosen := self._chosen) is None:
            return
        try:
            path = await self._at_work(
                "Writing the story.", lambda: export(open_replay(chosen.path), chosen.path.with_suffix(".txt"))
            )
        except CannotReplay as error:
            self.serai.notice("This cannot be told", f"{chosen.name}: {error}.")
        except OSError as error:
            self.serai.tell(f"The story could not be written: {error.strerror}.", bad=True)
        else:
            self.serai.tell(f"The story is in {path}.")

    def action_delete(self) -> None:
        """Deletes the chosen record, after a question."""
        if (chosen := self._chosen) is None:
            return

        def answered(yes: bool | None) -> None:
            if not yes:
                return
            try:
                chosen.path.unlink(missing_ok=True)
            except OSError as error:
                self.serai.tell(f"It could not be deleted: {error.strerror}.", bad=True)
                return
            self._found = [one for one in self._found if one.path != chosen.path]
            self._paint()

        what = f"{chosen.name} is gone for good. Others who were at that table keep theirs."
        self.app.push_screen(ConfirmScreen("Delete this record?", what, yes="delete", no="keep"), answered)

    def action_seek(self) -> None:
        """Opens the line to type words in."""
        line = self.query_one("#seek", Input)
        line.display = True
        line.focus()
        self._say_what_now()

    @on(Input.Changed)
    def _sought(self) -> None:
        self._paint()

    @on(Input.Submitted)
    def _found_it(self) -> None:
        self.query_one(Records).focus()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Where nothing is chosen, nothing can be done with it."""
        if action in ("verify", "export", "delete"):
            return self._chosen is not None
        return action != "seek" or bool(self._found)

    def action_back(self) -> None:
        """Shows all again, then goes home."""
        line = self.query_one("#seek", Input)
        if line.display:
            line.display = False
            line.value = ""
            self.query_one(Records).focus()
            self._say_what_now()
        else:
            self.app.pop_screen()


def _text(one: Recorded) -> str:
    """What words are sought in."""
    names = " ".join(seated.name for seated in one.seated)
    return f"{one.when.astimezone():%Y-%m-%d} {one.game} {one.table} {names} {one.name}".casefold()
