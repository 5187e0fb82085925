"""The table while a game is on: one frame for every game."""

from __future__ import annotations

from collections.abc import Sequence
from time import monotonic
from typing import TYPE_CHECKING, ClassVar, cast

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import Screen

from core.game import Ask, GameError
from net.bargain import is_bargain
from net.changes import (
    Begun,
    Change,
    ChoicesChanged,
    ClockSet,
    Finished,
    LinkChanged,
    LobbyChanged,
    Moved,
    Noticed,
    Rejected,
    Stopped,
    Talked,
)
from net.messages import EndEarly, Pause, Talk
from net.seat import Mirror
from net.text import LINE_CELLS, Line, clean
from tui.bargains import DEAL, Thread
from tui.boards import BOARDS
from tui.boards.board import Board
from tui.frame import NowLine, TitleLine
from tui.screens import chat_commands, leaving, standing
from tui.screens.bargaining import Bargaining
from tui.screens.ended import EndedScreen
from tui.screens.result import ResultScreen
from tui.session import Session, Told
from tui.widgets.banner import Banner
from tui.widgets.bargain_card import BargainCard
from tui.widgets.command_input import CommandInput
from tui.widgets.flight import Flying
from tui.widgets.footer import Footer
from tui.widgets.people import PeoplePanel, Person
from tui.widgets.price_line import PriceLine
from tui.widgets.talk import MOST, TalkPane
from tui.widgets.turn_clock import TurnClock

if TYPE_CHECKING:
    from tui.app import SeraiApp


class TableScreen(Screen[None]):
    """Board, people, talk, and the line that says what can be done now."""

    CSS_PATH = ["table.tcss", "../boards/boards.tcss"]  # noqa: RUF012
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (110, "-wide")]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("a", "bargain('accept')", "accept", show=False, tooltip="Say yes to the price that stands"),
        Binding(
            "o",
            "bargain('offer')",
            "offer",
            show=False,
            tooltip="Name a price for what you found, with a sentence if you like",
        ),
        Binding(
            "c", "bargain('counter')", "counter", show=False, tooltip="Name another price, with a sentence if you like"
        ),
        Binding("d", "bargain('decline')", "decline", show=False, tooltip="Say no, for good"),
        Binding("d", "bargain('keep')", "keep it", show=False, tooltip="Break off and keep it"),
        Binding("y", "bargain('take')", "take it", show=False, tooltip="Take the deal that was proposed to you"),
        Binding("n", "bargain('refuse')", "refuse", show=False, tooltip="Refuse the deal that was proposed to you"),
        Binding("w", "bargain('withdraw')", "withdraw", show=False, tooltip="Withdraw the deal you proposed"),
        Binding("p", "bargain('deal')", "deal", show=False, tooltip="Propose a deal: coins for a promise"),
        Binding("t", "talk", "talk", tooltip="Say something to everybody; enter sends it, escape closes the line"),
        Binding("colon", "type(':')", "move", key_display=":", tooltip="Type a move; tab completes it"),
        Binding(
            "slash", "type('/')", "command", show=False, key_display="/", tooltip="Give a command; tab completes it"
        ),
        Binding("u", "undo", "take back", tooltip="Take your last move back, while nothing was revealed since"),
        Binding(
            "f7",
            "go_on",
            "go on",
            key_display="F7",
            tooltip="End the break; or do not wait any longer for who is not back",
        ),
        Binding("y", "agree", "agree", tooltip="Agree to end the game here, without a result"),
        Binding("r", "rules", "rules", tooltip="How the game is played"),
        Binding("b", "result", "result", tooltip="Places, points, and what there is to tell"),
        Binding("pageup", "read(-5)", "read back", show=False, tooltip="Read back in the talk"),
        Binding("pagedown", "read(5)", "read on", show=False, tooltip="Read on in the talk"),
        Binding("q,escape", "leave", "leave", key_display="q", tooltip="Stand up from the table; asks first"),
    ]

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        assert session.mirror.game is not None
        self.board = BOARDS[session.mirror.game.key](session.mirror)
        self.seat = session.mirror.seat
        """Whose screen this is; for another seat there is another one."""
        self._finished: Finished | None = None
        self._shown = False
        self._waited = False
        self._window_since: tuple[tuple[Ask, ...], float] | None = None
        self.bargaining = Bargaining(self)

    @property
    def mirror(self) -> Mirror:
        """What this seat knows."""
        return self.session.mirror

    def compose(self) -> ComposeResult:
        """The frame."""
        yield TitleLine()
        yield Banner()
        with Horizontal(id="middle"):
            yield self.board
            with Vertical(id="side"):
                yield PeoplePanel()
                yield TalkPane()
        with Horizontal(id="bottom"):
            yield NowLine()
            yield TurnClock(self.session)
        yield PriceLine(self.bargaining.effect)
        yield CommandInput(self._completions)
        yield Footer()

    def on_mount(self) -> None:
        """The board has the keys; what was said before is there to read."""
        self.bargaining.restart()
        for line in self.session.story[-MOST:]:
            self._hear(line)
        self.board.focus()
        cast("SeraiApp", self.app).colour_seats(self.board.hues())
        self.refresh_words()
        self.set_interval(1.0, self._tick)

    # -- what changes ------------------------------------------------------------------------------------------

    async def changed(self, change: Change) -> None:
        """Takes in what is new at the table."""
        match change:
            case Moved():
                self.bargaining.moved(change)
                self.board.follow(change)
                self.refresh_bindings()
            case Begun():
                self.board.restart()
                self.bargaining.restart()
            case Talked() | Noticed():
                self._hear(change)
            case ChoicesChanged() | LobbyChanged() | LinkChanged():
                self.board.repaint()
                self.refresh_words()
                self.refresh_bindings()
            case ClockSet():
                self.query_one(TurnClock).refresh_clock()
            case Stopped():
                self.refresh_words()
                self.refresh_bindings()
                self.action_result()
            case Rejected():
                self.query_one(TalkPane).refresh_cards()
                self.refuse(change.text)
            case Finished():
                self._finished = change
                if not self.board.playing:
                    self._show_result()

    def action_undo(self) -> None:
        """Takes my last move back."""
        try:
            self.session.link.send(self.mirror.undo())
        except GameError as error:
            self.refuse(str(error))

    def _hear(self, line: Talked | Noticed | Told) -> None:
        if isinstance(line, Told):
            self.query_one(TalkPane).story(line.text)
        elif isinstance(line, Talked):
            self.bargaining.hear(line)
        else:
            self.query_one(TalkPane).hear(line)

    def _show_result(self) -> None:
        if self._finished is not None and not self._shown:
            self._shown = True
            self.refresh_bindings()
            self.action_result()

    @on(Board.Told)
    def _told(self, event: Board.Told) -> None:
        if not event.bargain:
            self.query_one(TalkPane).story(event.words)
        if self.board.playing:
            self.query_one(NowLine).say(event.caption)

    @on(Board.Shown)
    def _move_shown(self, event: Board.Shown) -> None:
        self.bargaining.shown(event.moved)

    @on(Board.Flown)
    def _flown(self, event: Board.Flown) -> None:
        self.mount(Flying.to_seat(event.flight, event.start, self.query_one(PeoplePanel)))

    @on(Board.Changed)
    def _board_changed(self) -> None:
        self.refresh_words()

    @on(Board.Settled)
    def _settled(self) -> None:
        self.refresh_words()
        self._show_result()

    # -- words -------------------------------------------------------------------------------------------------

    def refresh_words(self) -> None:
        """Title, people and the line of what can be done now."""
        board, mirror = self.board, self.mirror
        yours = board.yours
        calling = self.bargaining.calling()
        self._title(yours, calling)
        self._look_after_price()
        people = self.query_one(PeoplePanel)
        people.me = mirror.seat
        self._refresh_people()
        people.sheet = board.sheet(board.scene)
        self._make_room()
        self.query_one(Banner).say(standing.banner(self.session))
        self.query_one(TurnClock).refresh_clock()
        if not board.playing:
            self._say_what_now(calling)
        if (yours and self._waited) | self.bargaining.rings():
            self.app.bell()
            self.query_one(TalkPane).to_the_end()
        self._waited = not yours

    def _say_what_now(self, calling: Thread | None) -> None:
        """The prompt; loud where somebody waits for my word in a bargain."""
        line, prompt = self.query_one(PriceLine), self.board.what_now()
        if line.display:
            self.query_one(NowLine).say(line.asks, yours=True)
            return
        if still := self._stands_still():
            self.query_one(NowLine).say(still)
            return
        if calling is not None:
            summons = self.bargaining.summons(calling)
            prompt = f"{prompt} {summons}" if calling.topic == DEAL and self.board.yours else summons or prompt
        if left := self._seconds_left():
            prompt = f"{prompt} {left} s."
        self.query_one(NowLine).say(prompt, yours=self.board.yours or calling is not None, loud=calling is not None)

    def _stands_still(self) -> str:
        """What now, where nothing can be played; empty where it can."""
        if self.mirror.stopped:
            return "The game was ended here, without a result. b tells more."
        if self.session.lost and self.mirror.choice is not None:
            return "Your choice is kept, and counts when the table is found again."
        if self.session.lost:
            return "The board stays as it was, and nothing is lost. q leaves."
        return (
            "The table stands still; nothing is lost. t talks." if self.mirror.paused and not self.mirror.over else ""
        )

    def _seconds_left(self) -> int:
        """Of the one clock that runs for all who could interrupt; 0 where none runs."""
        lobby = self.mirror.lobby
        if lobby is None or not lobby.window or not any(ask.silent for ask in self.mirror.asks):
            self._window_since = None
            return 0
        if self._window_since is None or self._window_since[0] != self.mirror.asks:
            self._window_since = self.mirror.asks, monotonic()
        return max(0, lobby.window - int(monotonic() - self._window_since[1]))

    def _tick(self) -> None:
        """A second has gone by."""
        if self._window_since is not None and not self.board.playing:
            self.refresh_words()
        elif standing.counting(self.session):
            self._refresh_people()

    def _refresh_people(self) -> None:
        self.query_one(PeoplePanel).people = tuple(self._person(n, name) for n, name in enumerate(self.mirror.names))

    def _make_room(self) -> None:
        """At the small size talk takes the people's place while one types, or must answer somebody."""
        typing = self.query_one(CommandInput).display or self.query_one(PriceLine).display
        self.set_class(typing, "-typing")
        calls = self.bargaining.calling() is not None
        self.query_one(PeoplePanel).compact = (typing or calls) and self.has_class("-narrow")

    def _look_after_price(self) -> None:
        """A price that cannot be named any more need not be asked for."""
        line = self.query_one(PriceLine)
        if line.display and not line.still(self.bargaining.still_possible()):
            line.close()
            self.refuse("that has been answered, or is over")

    def _title(self, yours: bool, calling: Thread | None) -> None:
        game, lobby, glyphs = self.mirror.game, self.mirror.lobby, cast("SeraiApp", self.app).glyphs
        assert game is not None
        title = self.query_one(TitleLine)
        title.left = Content.assemble(
            (game.title, "$serai-ember bold"), (f" {glyphs.between} {self.board.heading(self.board.scene)}", "")
        )
        parts: list[tuple[str, str]] = [("your move", "$serai-accent bold"), ("   ", "")] if yours else []
        if calling is not None and calling.standing is not None:
            who = self.mirror.names[calling.standing.seat]
            parts = [(f" answer {who} ", "$background on $serai-accent bold"), ("   ", "")]
        if self.session.lost:
            parts = [(f"{glyphs.away} looking for the table again{glyphs.more}", "$text-warning")]
        elif lobby is not None:
            shaky = self.session.connection.state == "shaky"
            sign = (f"{glyphs.waiting} shaky ", "$text-warning") if shaky else (f"{glyphs.chosen} ", "$text-success")
            parts += [sign, (lobby.table, "$serai-sand")]
        title.right = Content.assemble(*parts)

    def _person(self, seat: int, name: str) -> Person:
        mirror = self.mirror
        lobby = mirror.lobby
        asked = any(ask.seat == seat and not ask.silent for ask in mirror.asks)
        chosen = seat in mirror.chosen_by if asked and not self.board.playing else None
        if lobby is None or seat >= len(lobby.seats):
            return Person(name, "imaginary", None, ("imaginary",))
        info = lobby.seats[seat]
        kind = "away" if info.state == "absent" or info.link == "lost" else "bot" if info.state == "bot" else info.link
        return Person(name, kind, chosen, standing.notes(info, standing.gone_for(self.session)))

    def refuse(self, why: str) -> None:
        """Says why not."""
        first = why[:1] if why[1:2].isdecimal() else why[:1].upper()  # the name of a field stays as it is
        self.query_one(NowLine).say(f"{first}{why[1:]}".rstrip(".") + ".")
        self.app.bell()

    # -- what I do ---------------------------------------------------------------------------------------------

    @on(Board.Chosen)
    def _chosen(self, event: Board.Chosen) -> None:
        assert self.mirror.game is not None
        if self.mirror.paused and not self.session.lost:
            self.refuse(standing.stands_still(self.session))
            return
        text = self.mirror.game.format(self.mirror.position, event.action)
        if self.bargaining.offer(text):
            return
        try:
            self.session.link.send(self.mirror.choose(event.action))
        except GameError as error:
            self.refuse(str(error))
            return
        self.board.repaint()
        self.refresh_words()

    @on(Board.Refused)
    def _refused(self, event: Board.Refused) -> None:
        self.refuse(event.why)

    def action_talk(self) -> None:
        """Opens the line for talk."""
        self.action_type("")

    def action_type(self, begun: str) -> None:
        """Opens the line with a sign already there."""
        self.query_one(CommandInput).open(begun)
        self._make_room()

    @on(CommandInput.Closed)
    def _typed(self) -> None:
        self._make_room()

    @on(CommandInput.Said)
    def _said(self, event: CommandInput.Said) -> None:
        self.session.link.send([Talk(Line(clean(event.text, LINE_CELLS)))])

    @on(CommandInput.MoveTyped)
    def _move_typed(self, event: CommandInput.MoveTyped) -> None:
        if is_bargain(text := " ".join(event.text.lower().split())):
            self.bargaining.send(text)
        else:
            self.board.try_text(event.text)

    @on(CommandInput.CommandTyped)
    def _command_typed(self, event: CommandInput.CommandTyped) -> None:
        if answer := chat_commands.run(self, event.name, event.rest):
            self.query_one(TalkPane).say(answer)

    def _completions(self) -> Sequence[str]:
        return [*(f":{move}" for move in self.board.typed_moves()), *chat_commands.completions(self)]

    # -- bargains ----------------------------------------------------------------------------------------------

    def action_bargain(self, word: str) -> None:
        """A word in a haggle or about a deal, by its key."""
        self.bargaining.say(word)

    @on(BargainCard.Answered)
    def _answered(self, event: BargainCard.Answered) -> None:
        self.bargaining.say(event.word, event.thread)

    @on(PriceLine.Changed)
    def _price_changed(self) -> None:
        self.board.pricing = self.query_one(PriceLine).display
        self.board.repaint()
        self.refresh_words()

    @on(PriceLine.Named)
    def _price_named(self, event: PriceLine.Named) -> None:
        self.bargaining.send(event.text, event.claim)

    # -- around ------------------------------------------------------------------------------------------------

    def action_read(self, lines: int) -> None:
        """Scrolls the talk."""
        self.query_one(TalkPane).scroll_relative(y=lines, animate=False)

    def action_rules(self) -> None:
        """The rules of this game."""
        assert self.mirror.game is not None
        cast("SeraiApp", self.app).action_rules(self.mirror.game.key)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """There is a result to look at when there is one, and keys for a bargain while there is something to say."""
        if action == "bargain":
            return self.bargaining.can(str(parameters[0]))
        if action == "undo":
            return self.mirror.can_undo
        if action == "go_on":
            return self.session.is_owner and bool(self.mirror.paused)
        if action == "agree":
            return standing.asked_to_end(self.session)
        return action != "result" or self._finished is not None or bool(self.mirror.stopped)

    def action_result(self) -> None:
        """How it ended, once more."""
        if self._finished is not None:
            self.app.push_screen(ResultScreen(self.session, self._finished, self.board))
        elif self.mirror.stopped:
            self.app.push_screen(EndedScreen(self.session, "ended early", self.mirror.stopped, gone=False))

    def action_go_on(self) -> None:
        """The host's: whatever was waited for, not any longer."""
        self.session.link.send([Pause(yes=False)])

    def action_agree(self) -> None:
        """Yes, the game may end here."""
        self.session.link.send([EndEarly(yes=True)])

    def action_leave(self) -> None:
        """Home; out of a running game only after a question."""
        if self.mirror.over or self.mirror.stopped:
            cast("SeraiApp", self.app).leave_table()
        else:
            leaving.ask(self.app, self.session)
