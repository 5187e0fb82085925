"""The end of a game: places, how the points came together, and what is worth telling."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, cast

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Footer, Static

from core.shape import listing
from net.changes import Finished
from net.messages import Again
from tui.boards.board import Board
from tui.boards.history import look_back
from tui.frame import NowLine, TitleLine
from tui.replaying import CannotReplay, replay_of
from tui.screens.replay import ReplayScreen
from tui.session import Session
from tui.verifying import checked
from tui.widgets.places import Places
from tui.widgets.plot import ScorePlot

if TYPE_CHECKING:
    from tui.app import SeraiApp

BUILD_SECONDS = 0.8
"""Between two columns of points."""


class ResultScreen(Screen[None]):
    """Lies over the table, whose `board` shows the last position."""

    CSS_PATH = "result.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("a", "again", "again", tooltip="Another game with the same people; it starts when all are ready"),
        Binding("s", "again(True)", "swap seats", tooltip="Another game, in which everybody moves on by one seat"),
        Binding("l", "lobby", "lobby", tooltip="Back to the lobby with everybody: another game, or other options"),
        Binding("p", "replay", "replay", tooltip="See the game again, step by step, from any seat"),
        Binding("v", "verify", "verify", tooltip="Check the record: rules, sealed choices, dice and decks"),
        Binding("b", "app.pop_screen", "back to the table", tooltip="The table as it was at the end, and the talk"),
        Binding("h,q,escape", "home", "home", key_display="h", tooltip="Stand up and go home"),
    ]

    def __init__(self, session: Session, finished: Finished, board: Board[Any]) -> None:
        super().__init__()
        self.session = session
        self.finished = finished
        self._board = board
        mirror = session.mirror
        self._history = look_back(finished.record, mirror.names)

    def compose(self) -> ComposeResult:
        """Places on top, the plot and the story under them."""
        mirror, history = self.session.mirror, self._history
        assert mirror.game is not None
        yield TitleLine()
        yield Static(self._headline(), id="headline")
        yield Places(mirror.names, self._board.sheet(self._board.scene), self.finished.result)
        with Horizontal(id="below"):
            yield ScorePlot([moment.scores for moment in history.moments] if history else [])
            with VerticalScroll(classes="panel", id="story") as story:
                story.border_title = "to be told"
                told = self._board.story(history) if history else []
                yield from (Static(Content(sentence)) for sentence in told)
        yield Static(self._record_line(), id="record")
        yield NowLine()
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        """The points come column by column."""
        mirror, app = self.session.mirror, cast("SeraiApp", self.app)
        assert mirror.game is not None
        title = self.query_one(TitleLine)
        title.left = Content.assemble((mirror.game.title, "$serai-ember bold"), f" {app.glyphs.between} the end")
        title.right = Content.styled(mirror.lobby.table if mirror.lobby else "", "$serai-sand")
        self._say_what_now()
        places = self.query_one(Places)
        if app.motion:
            self.set_interval(BUILD_SECONDS, self._build, repeat=places.steps)
        else:
            places.built = places.steps

    def _say_what_now(self) -> None:
        if self.session.is_owner:
            now = "Another game with the same people? Press a."
        elif self.session.again:
            now = "You are ready for another game. The host starts it."
        elif self.session.mirror.seat is None:
            now = "The host can start another game."
        else:
            now = "The host can start another game. Press a to be ready for it."
        self.query_one(NowLine).say(now, yours=self.session.is_owner)

    def _build(self) -> None:
        self.query_one(Places).built += 1

    def on_key(self, event: events.Key) -> None:
        """Any key shows it all at once."""
        places = self.query_one(Places)
        if places.built < places.steps:
            places.built = places.steps
            event.stop()
            event.prevent_default()

    def _headline(self) -> Content:
        mirror, result = self.session.mirror, self.finished.result
        winners = [mirror.names[seat] for seat in result.winners]
        if mirror.seat is not None and mirror.seat in result.winners and len(winners) == 1:
            words = "You have won."
        else:
            words = f"{listing(winners)} {'wins' if len(winners) == 1 else 'win together'}."
        if mirror.conceded is not None:
            words = f"{words} {'You' if mirror.conceded == mirror.seat else mirror.names[mirror.conceded]} gave up."
        return Content.styled(words, "$serai-ember bold")

    def _record_line(self) -> Content:
        if self.finished.doubt is not None:
            return Content.styled(f"This game is in doubt: {self.finished.doubt}.", "$text-error bold")
        path = self.session.record_path
        kept = f"The whole game as text: {path}" if path is not None else "The record of this game was not kept."
        return Content.styled(kept, "$serai-sand")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only the owner of the table starts again; whoever has a seat can be ready for it."""
        if action == "again" and not parameters:
            return self.session.is_owner or self.session.mirror.seat is not None
        return action not in ("again", "lobby") or self.session.is_owner

    def action_again(self, rotate: bool = False) -> None:
        """The same once more, as soon as everybody is ready. `rotate`: on other seats."""
        self.session.again = True
        if self.session.is_owner:
            self.session.link.send([Again(rotate)])
        else:
            self._say_what_now()

    def action_lobby(self) -> None:
        """Back to the lobby with everybody."""
        self.session.link.send([Again()])

    def action_verify(self) -> None:
        """What an audit of the record finds, in words."""
        cast("SeraiApp", self.app).notice("The record, checked", checked(self.finished.record))

    def action_replay(self) -> None:
        """The game once more, step by step."""
        app = cast("SeraiApp", self.app)
        try:
            game = replay_of(self.finished.record)
        except CannotReplay as error:
            app.notice("There is no replay", f"The record does not hold: {error}.")
            return
        app.push_screen(ReplayScreen(game, self.session.record_path))

    def action_home(self) -> None:
        """Leaves the table."""
        cast("SeraiApp", self.app).leave_table()
