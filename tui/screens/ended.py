"""The end of a game that did not come to its end: why, the story so far, and what can be done."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, cast

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Footer, Static

from net.messages import Again
from tui import unfinished
from tui.frame import NowLine, TitleLine
from tui.screens.leaving import keep_story
from tui.session import Session

if TYPE_CHECKING:
    from tui.app import SeraiApp

SECRETS = "There is no result. Hands, decks and sealed choices stay closed."


class EndedScreen(Screen[None]):
    """`title`, `why`: what has happened. `gone`: we are no longer at the table; else it lies over it."""

    CSS_PATH = "ended.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("a", "lobby", "to the lobby", tooltip="Back to the lobby with everybody, for another game"),
        Binding("s", "save", "save the story", tooltip="Write the story into a text file among the records"),
        Binding("b", "back", "back to the table", tooltip="The table as it was at the end, and the talk"),
        Binding("up,k", "scroll(-1)", "read back", show=False, tooltip="Read back in the story"),
        Binding("down,j", "scroll(1)", "read on", show=False, tooltip="Read on in the story"),
        Binding("pageup", "scroll(-10)", "read back", show=False, tooltip="Read far back in the story"),
        Binding("pagedown", "scroll(10)", "read on", show=False, tooltip="Read far on in the story"),
        Binding("h,q,escape", "home", "home", key_display="h", tooltip="Go home"),
    ]

    def __init__(self, session: Session, title: str, why: str, *, gone: bool) -> None:
        super().__init__()
        self.session = session
        self._title = title
        self._why = why
        self._gone = gone

    @property
    def serai(self) -> SeraiApp:
        """The app, as what it is."""
        return cast("SeraiApp", self.app)

    def compose(self) -> ComposeResult:
        """Why, then the story with its end in sight."""
        yield TitleLine()
        yield Static(Content(self._why), id="why")
        yield Static(SECRETS, id="closed", classes="quiet")
        with VerticalScroll(classes="panel", id="story") as box:
            box.border_title = "the story so far"
            yield from (Static(Content(line)) for line in unfinished.lines(self.session.story))
        yield NowLine()
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        """The title, and what now."""
        mirror = self.session.mirror
        assert mirror.game is not None
        title = self.query_one(TitleLine)
        between = self.serai.glyphs.between
        title.left = Content.assemble(
            (mirror.game.title, "$serai-ember bold"), f" {between} {self._title[:1].lower()}{self._title[1:]}"
        )
        title.right = Content.styled(mirror.lobby.table if mirror.lobby else "", "$serai-sand")
        if self._gone:
            now = "s keeps the story as text. h goes home."
        elif self.session.is_owner:
            now = "Another game? a goes back to the lobby with everybody."
        else:
            now = "The host can open the lobby again. s keeps the story as text."
        self.query_one(NowLine).say(now, yours=self.session.is_owner and not self._gone)
        self.call_after_refresh(self.query_one("#story", VerticalScroll).scroll_end, animate=False)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Back at home there is no table to go to."""
        if action == "lobby":
            return self.session.is_owner and not self._gone
        return action != "back" or not self._gone

    def action_scroll(self, lines: int) -> None:
        """Reads on or back."""
        self.query_one("#story", VerticalScroll).scroll_relative(y=lines, animate=False)

    def action_lobby(self) -> None:
        """To the next game."""
        self.session.link.send([Again()])

    def action_save(self) -> None:
        """A text file among the records."""
        self.query_one("#closed", Static).update(Content(keep_story(self.app, self.session, self._why)))

    def action_back(self) -> None:
        """To the board."""
        self.app.pop_screen()

    def action_home(self) -> None:
        """Home."""
        if self._gone:
            self.app.pop_screen()
        else:
            self.serai.leave_table()
