"""A game that was played, seen again: forward and back, from any seat or with all open."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, cast

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Footer

from core.record import write
from tui.boards import BOARDS
from tui.boards.board import Board
from tui.frame import TitleLine
from tui.replaying import Replay
from tui.screens.go_to import GoToScreen
from tui.sights import ReplaySight
from tui.verifying import checked
from tui.widgets.flight import Flying
from tui.widgets.people import PeoplePanel, Person
from tui.widgets.scrubber import Scrubber
from tui.widgets.story import StoryPanel
from tui.written import export, file_name

if TYPE_CHECKING:
    from tui.app import SeraiApp

SPEEDS = (0.5, 1.0, 2.0, 4.0, 8.0)
"""Steps a second."""
_PACES = ("1 in 2 s", "1 a second", "2 a second", "4 a second", "8 a second")
MOST_SEATS = 9
"""Seats that have a key of their own."""


class ReplayScreen(Screen[None]):
    """The table once more. `path`: the record's file, beside which the story is written; None: it was not kept.

    `alone`: the app was started for this, and ends with it.
    """

    CSS_PATH = ["replay.tcss", "../boards/boards.tcss"]  # noqa: RUF012
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (110, "-wide")]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "run", "play", tooltip="Let the game go on by itself, or stop it"),
        Binding(
            "right,l",
            "step(1)",
            "move",
            key_display="arrows",
            tooltip="Right and left: steps; down and up: rounds, turns",
        ),
        Binding("left,h", "step(-1)", "back", show=False),
        Binding("down,j", "jump(1)", "next", show=False),
        Binding("up,k", "jump(-1)", "before", show=False),
        Binding(
            "right_square_bracket", "jump(1)", "next", show=False, key_display="]", tooltip="The next round or turn"
        ),
        Binding(
            "left_square_bracket",
            "jump(-1)",
            "before",
            show=False,
            key_display="[",
            tooltip="Back to the beginning of a round or turn",
        ),
        Binding("home", "go(0)", "start", show=False, tooltip="To the beginning of the game"),
        Binding("end", "end", "end", show=False, tooltip="To the end of the game"),
        Binding("plus", "speed(1)", "speed", key_display="+ -", tooltip="Faster and slower"),
        Binding("equals_sign", "speed(1)", "faster", show=False),
        Binding("minus", "speed(-1)", "slower", show=False),
        Binding("g", "go_to", "go to", tooltip="To a step by its number"),
        Binding("tab", "turn(1)", "seat", tooltip="See it as the next seat did; then with all open"),
        Binding("shift+tab", "turn(-1)", "seat before", show=False, tooltip="See it as the seat before did"),
        Binding("0", "see(-1)", "all open", show=False, tooltip="See it with all open"),
        *(
            Binding(str(n), f"see({n - 1})", "see as", show=False, tooltip=f"See it as seat {n} did")
            for n in range(1, MOST_SEATS + 1)
        ),
        Binding("pageup", "read(5)", "read back", show=False, tooltip="Read back in the story"),
        Binding("pagedown", "read(-5)", "read on", show=False, tooltip="Read on in the story"),
        Binding("x", "export", "text", tooltip="Write the whole story to a text file"),
        Binding("v", "verify", "verify", show=False, tooltip="Check the record: rules, sealed choices, dice and decks"),
        Binding("r", "rules", "rules", show=False, tooltip="How the game is played"),
        Binding("q,escape", "back", "close", key_display="q", tooltip="Close the replay"),
    ]

    def __init__(self, replay: Replay, path: Path | None, *, alone: bool = False) -> None:
        super().__init__()
        self.replay = replay
        self.path = path
        self.number = 0
        self.seat: int | None = None
        self.running = False
        self._alone = alone
        self._speed = 1
        self._timer: Timer | None = None
        self._late = False
        self._hues: tuple[int, ...] = ()
        self.sight = ReplaySight(replay)
        self.board = BOARDS[replay.game.key](self.sight)
        self.board.can_focus = False

    def compose(self) -> ComposeResult:
        """The table's frame, with a scrubber in the place of what can be done."""
        yield TitleLine()
        with Horizontal(id="middle"):
            yield self.board
            with Vertical(id="side"):
                yield PeoplePanel()
                yield StoryPanel(self.replay)
        yield Scrubber(self.replay.last, [chapter.first for chapter in self.replay.chapters])
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        """The start of the game."""
        app = cast("SeraiApp", self.app)
        self._hues = app.hues
        app.colour_seats(self.board.hues())
        self.query_one(Scrubber).focus()
        self._show()

    # -- where one is ------------------------------------------------------------------------------------------

    def go(self, number: int) -> None:
        """To that moment; one step on is shown as it was played."""
        number = max(0, min(number, self.replay.last))
        moved = self.replay.moved(number, self.seat) if number == self.number + 1 else None
        busy = self.board.playing
        self.number = number
        self.sight.look(number, self.seat)
        if moved is None or busy:
            self.board.restart(self.replay.past(number, self.seat))
        else:
            self.board.haste = min(1.0, 1 / SPEEDS[self._speed])
            self.board.follow(moved)
        self._show()

    def see(self, seat: int | None) -> None:
        """The same moment from that seat; None: with all open."""
        self.seat = seat
        self.sight.look(self.number, seat)
        self.board.restart(self.replay.past(self.number, seat))
        self._show()

    def _show(self) -> None:
        """What stands round the board."""
        scrubber, story = self.query_one(Scrubber), self.query_one(StoryPanel)
        scrubber.number, scrubber.running, scrubber.pace = self.number, self.running, _PACES[self._speed]
        story.number, story.seat = self.number, self.seat
        self._show_people()

    @on(Board.Changed)
    def _show_people(self) -> None:
        replay, board, glyphs = self.replay, self.board, cast("SeraiApp", self.app).glyphs
        title = self.query_one(TitleLine)
        heading = f" {glyphs.between} {board.heading(board.scene)}"
        title.left = Content.assemble((replay.game.title, "$serai-ember bold"), heading)
        seen = "all open" if self.seat is None else f"as {replay.names[self.seat]} saw it"
        title.right = Content.assemble((seen, "$serai-ink bold"), f" {glyphs.between} ", (replay.table, "$serai-sand"))
        people = self.query_one(PeoplePanel)
        people.me = self.seat
        people.people = tuple(Person(name, self._kind(seat)) for seat, name in enumerate(replay.names))
        people.sheet = board.sheet(board.scene)

    @on(Board.Flown)
    def _flown(self, event: Board.Flown) -> None:
        self.mount(Flying.to_seat(event.flight, event.start, self.query_one(PeoplePanel)))

    def _kind(self, seat: int) -> str:
        keys = self.replay.record.header.keys
        if seat >= self.replay.players:
            return "imaginary"
        return "bot" if keys is not None and keys[seat] is None else ""

    # -- by itself ---------------------------------------------------------------------------------------------

    def run_on(self, running: bool) -> None:
        """Lets it run, or stops it; from the end it starts anew."""
        self.running, self._late = running, False
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        if running and self.number == self.replay.last:
            self.go(0)
        if running:
            self._timer = self.set_interval(1 / SPEEDS[self._speed], self._beat)
        self._show()

    def _beat(self) -> None:
        """It is time for the next step; a move that is still being shown is shown to its end."""
        self._late = self.board.playing
        if self._late or self.app.screen is not self:
            return
        self.go(self.number + 1)
        if self.number == self.replay.last:
            self.run_on(running=False)

    @on(Board.Settled)
    def _settled(self) -> None:
        if self.running and self._late:
            self._beat()

    # -- keys and mouse ----------------------------------------------------------------------------------------

    def _stop(self) -> None:
        if self.running:
            self.run_on(running=False)

    def action_run(self) -> None:
        """Starts or stops."""
        self.run_on(not self.running)

    def action_step(self, by: int) -> None:
        """One step on or back."""
        self._stop()
        self.go(self.number + by)

    def action_jump(self, by: int) -> None:
        """A chapter on or back."""
        self._stop()
        self.go(self.replay.jump(self.number, by))

    def action_go(self, number: int) -> None:
        """To that moment."""
        self._stop()
        self.go(number)

    def action_end(self) -> None:
        """To the last one."""
        self.action_go(self.replay.last)

    def action_go_to(self) -> None:
        """Asks for the number."""
        self._stop()

        def chosen(number: int | None) -> None:
            if number is not None:
                self.go(number)

        self.app.push_screen(GoToScreen(self.replay.last), chosen)

    def action_speed(self, by: int) -> None:
        """Faster or slower."""
        self._speed = max(0, min(self._speed + by, len(SPEEDS) - 1))
        if self.running:
            self.run_on(running=True)
        self._show()

    def action_turn(self, by: int) -> None:
        """To the next seat's view, or the one before; all open stands between the last and the first."""
        places = (None, *range(self.replay.players))
        self.see(places[(places.index(self.seat) + by) % len(places)])

    def action_see(self, seat: int) -> None:
        """To that seat's view; -1: all open."""
        self.see(seat if seat >= 0 else None)

    def action_read(self, lines: int) -> None:
        """Scrolls the story."""
        self.query_one(StoryPanel).scroll_story(lines)

    @on(Scrubber.Pulled)
    def _pulled(self, event: Scrubber.Pulled) -> None:
        if event.number != self.number:
            self.action_go(event.number)

    @on(Scrubber.Switched)
    def _switched(self) -> None:
        self.action_run()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """No keys for seats that there are not."""
        return action != "see" or cast("int", parameters[0]) < self.replay.players

    # -- around ------------------------------------------------------------------------------------------------

    def action_export(self) -> None:
        """Writes the story beside the record, or among the records where this one was not kept."""
        app = cast("SeraiApp", self.app)
        path = self.path or app.locations.records / file_name(self.replay)
        try:
            app.tell(f"The story is in {export(self.replay, path.with_suffix('.txt'))}.")
        except OSError as error:
            app.tell(f"The story could not be written: {error.strerror}.", bad=True)

    def action_verify(self) -> None:
        """What an audit of the record finds."""
        self._stop()
        cast("SeraiApp", self.app).notice("The record, checked", checked(write(self.replay.record).encode()))

    def action_rules(self) -> None:
        """The rules of this game."""
        self._stop()
        cast("SeraiApp", self.app).action_rules(self.replay.game.key)

    def action_back(self) -> None:
        """To where one came from."""
        app = cast("SeraiApp", self.app)
        if self._alone:
            app.exit()
            return
        app.pop_screen()
        app.colour_seats(self._hues)
