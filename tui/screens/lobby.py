"""The lobby: who sits where, what is played, and what is missing before it starts."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, cast

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.geometry import Size
from textual.screen import Screen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from core import bots
from core.catalogue import GAMES
from core.game import AnyGame, Json
from core.game import Option as GameOption
from net.changes import Change, LinkChanged, LobbyChanged, Noticed, Rejected, Talked
from net.codes import spell_code
from net.messages import Data, Lobby, PutBot, Ready, SeatInfo, Setup, Sit, Stand, Start, Talk
from net.text import LINE_CELLS, Line, clean
from tui.boards.board import seat_class, seat_letter
from tui.forms import Picker, clock_words, row_of
from tui.frame import NowLine, TitleLine, both_ends
from tui.lists import Lines
from tui.options import fits, fitting, read, unusual, usual
from tui.screens import host_commands
from tui.screens.leave import LeaveScreen, Way
from tui.screens.leaving import LEAVE
from tui.screens.standing import banner
from tui.session import Session
from tui.widgets.footer import Footer
from tui.widgets.talk import TalkPane

if TYPE_CHECKING:
    from tui.app import SeraiApp

SEALED = "Nobody else on the network can read along, and choices stay sealed until all have chosen."
KNOCK = "Newcomers knock: F8 lets them in, F9 does not."
SEEDED = "Seeded, not fair: all luck is fixed in advance."


class Seats(Lines):
    """The seats, one a line."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select", "sit", tooltip="Take the free seat under the cursor; on your own seat, stand up")
    ]


class TalkLine(Input):
    """What one says, while one types it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "submit", "say it", tooltip="Say it to the table"),
        Binding("escape", "screen.back", "back to the seats", tooltip="Stop typing"),
    ]


class LobbyScreen(Screen[None]):
    """Before the game. The owner's rows can be changed, everybody else reads them."""

    CSS_PATH = "lobby.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("r", "ready", "ready", tooltip="Say that you are ready, or not after all"),
        Binding("b", "bot", "bot", tooltip="Put a bot on the seat under the cursor, another one, or none"),
        Binding("s", "start", "start", tooltip="Begin the game"),
        Binding("t", "talk", "talk", tooltip="Say something to the table"),
        Binding("escape", "back", "leave", tooltip="Leave the table"),
    ]

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self._rows: dict[str, Picker] = {}
        """The rows of the game's options, by name."""

    @property
    def serai(self) -> SeraiApp:
        """The app, as what it is."""
        return cast("SeraiApp", self.app)

    @property
    def lobby(self) -> Lobby:
        """The table as everybody sees it."""
        lobby = self.session.mirror.lobby
        assert lobby is not None
        return lobby

    @property
    def my_seat(self) -> int | None:
        """Where this player sits."""
        welcome = self.session.mirror.welcome
        if welcome is None:
            return None
        return next((n for n, seat in enumerate(self.lobby.seats) if seat.member == welcome.member), None)

    def compose(self) -> ComposeResult:
        """People, the table, talk."""
        yield TitleLine(id="title")
        with Horizontal(id="top"):
            with Vertical(id="people", classes="panel") as people:
                people.border_title = "seats"
                yield Seats(id="seats")
                yield Static(id="watchers", classes="quiet")
                yield Static(id="code")
            with VerticalScroll(id="table", classes="panel", can_focus=False) as table:
                table.border_title = "the table"
                yield Picker("game", [], id="game")
                yield Picker("seats", [], id="count")
                yield Vertical(id="options")
                yield Static(id="facts", classes="quiet")
        with Vertical(id="talk", classes="panel") as talk:
            talk.border_title = "talk"
            pane = TalkPane()
            pane.remove_class("panel")
            yield pane
            yield TalkLine(placeholder="t: say something to the table", id="say", max_length=LINE_CELLS)
        yield NowLine(id="now")
        yield Footer()

    def on_mount(self) -> None:
        """The lobby as it is, and what was said before."""
        pane = self.query_one(TalkPane)
        for line in self.session.talk:
            pane.hear(line)
        seats = self.query_one("#seats", Lines)
        seats.painter = self._paint_seats
        seats.focus()
        self._paint()
        for what in ("theme", "glyphs"):
            self.watch(self.app, what, self._paint, init=False)

    async def changed(self, change: Change) -> None:
        """Something is new at the table."""
        if isinstance(change, LobbyChanged | LinkChanged):
            self._paint()
        elif isinstance(change, Talked | Noticed):
            self.query_one(TalkPane).hear(change)
        elif isinstance(change, Rejected):
            self.serai.tell(f"{change.text[:1].upper()}{change.text[1:]}.", bad=True)
            self._paint()

    # -- what is shown -----------------------------------------------------------------------------------------

    def _paint(self) -> None:
        if not self.is_attached:
            return  # the table has moved on to another screen
        lobby = self.lobby
        title = GAMES[lobby.game].title if lobby.game in GAMES else lobby.game
        line = self.query_one(TitleLine)
        between = self.serai.glyphs.between
        line.left = Content.assemble((title, "$serai-ember bold"), f" {between} ", (lobby.table, "$serai-ink"))
        welcome = self.session.mirror.welcome
        name = welcome.name if welcome else self.serai.config.config.name
        line.right = Content.assemble((name, "$serai-ink"), f" {between} known as ", (self.serai.words, "$serai-ember"))
        self._paint_seats()
        self._paint_code()
        self._paint_table()
        text, yours = self._now()
        self.query_one(NowLine).say(text, yours=yours)
        self.refresh_bindings()

    def _paint_seats(self) -> None:
        seats = self.query_one("#seats", Lines)
        kept = seats.highlighted
        width = seats.row_width
        seats.clear_options()
        seats.add_options([Option(self._row(n, seat, width), id=str(n)) for n, seat in enumerate(self.lobby.seats)])
        start = kept if kept is not None else self.my_seat or 0
        seats.highlighted = min(start, len(self.lobby.seats) - 1)
        watchers = self.lobby.watchers
        self.query_one("#watchers", Static).update(Content(f"watching: {', '.join(watchers)}" if watchers else ""))

    def _paint_code(self) -> None:
        """How newcomers come in, on the host's screen alone."""
        host, sign = self.session.host, self.query_one("#code", Static)
        if host is None or not host.addresses:
            sign.display = False
        elif host.code is None:
            sign.update(KNOCK)
        else:
            large = " ".join(spell_code(host.code))
            sign.update(Content.assemble("Newcomers type this code\n\n", (f"  {large}  ", "$serai-ember bold reverse")))

    def _row(self, number: int, seat: SeatInfo, width: int) -> Content:
        chip = (f" {seat_letter(number)} ", f"$background on ${seat_class(number)} bold")
        welcome = self.session.mirror.welcome
        if seat.state == "free":
            name, state = Content.styled("free", "$serai-sand italic"), ""
        elif seat.state == "bot":
            name, state = Content(seat.name or "bot"), f"bot ({seat.bot})"
        else:
            mine = " (you)" if number == self.my_seat else ""
            name = Content.assemble((seat.name or "somebody", "$serai-ink bold"), mine)
            hosts = welcome is not None and seat.key == welcome.host
            state = "host" if hosts else "ready" if seat.ready else "not ready yet"
        done = seat.ready or state == "host"
        mark = self.serai.glyphs.chosen if done else self.serai.glyphs.waiting if seat.state != "free" else " "
        return both_ends(
            Content.assemble(chip, " ", name), Content.assemble((f"{state} {mark}", "$serai-sand")), Size(width, 1)
        )

    def _paint_table(self) -> None:
        lobby, mine = self.lobby, self.session.is_owner and self.lobby.state == "lobby"
        game = GAMES.get(lobby.game)
        rows: list[tuple[Picker, Sequence[tuple[Any, str]], Any]] = []
        which, count = self.query_one("#game", Picker), self.query_one("#count", Picker)
        if game is None:
            rows.append((which, [(lobby.game, f"{lobby.game}, which this Serai is too old for")], lobby.game))
            count.display = False
        else:
            numbers = [(n, str(n)) for n in range(game.min_seats, game.max_seats + 1)]
            rows.append((which, [(key, one.title) for key, one in GAMES.items()], lobby.game))
            rows.append((count, numbers, len(lobby.seats)))
            rows += self._option_rows(game, lobby)
        for row, choices, value in rows:
            row.offer(choices, value)
            row.freeze(frozen=not mine)
        self.query_one("#facts", Static).update(self._facts())

    def _option_rows(self, game: AnyGame, lobby: Lobby) -> list[tuple[Picker, Any, Any]]:
        """A row for each option that leaves a choice, made and taken away as needed."""
        holder, seats, rows = self.query_one("#options", Vertical), len(lobby.seats), []
        for option in game.options():
            choices = fitting(game, seats, option)
            row = self._rows.get(option.name)
            if len(choices) > 1 or option.choices is None:
                if row is None:
                    row = self._rows[option.name] = row_of(option, partial(self._read, option))
                    holder.mount(row)
                rows.append((row, choices, usual(game, seats, option, lobby.options.value)))
        wanted = [row for row, _, _ in rows]
        for name, row in list(self._rows.items()):
            if row not in wanted:
                self._rows.pop(name).remove()
        return rows

    def _read(self, option: GameOption, text: str) -> Json:
        return read(GAMES[self.lobby.game], len(self.lobby.seats), option, text)

    def _facts(self) -> Content:
        lobby, host = self.lobby, self.session.host
        leaves = "a bot stands in" if lobby.absent == "bot" else "the table waits"
        parts: list[str | tuple[str, str]] = [f"who leaves   {leaves}\nturn clock   {clock_words(lobby.clock)}\n"]
        if host is not None and host.addresses:
            parts += ["\nOthers see this table, or type\n", (f"serai join {host.addresses[0]}\n", "$serai-ink bold")]
            if host.trouble:
                parts += [(f"They do not see it: {host.trouble}\n", "$text-warning")]
        if lobby.seeded:
            parts += ["\n", (SEEDED, "$text-warning"), "\n"]
        parts += ["\n", SEALED]
        return Content.assemble(*parts)

    def _now(self) -> tuple[str, bool]:
        """What now, and whether it is this player's to do."""
        lobby, mine = self.lobby, self.my_seat
        if self.session.lost:
            return banner(self.session), False
        free = [n for n, seat in enumerate(lobby.seats, 1) if seat.state == "free"]
        host = self.session.mirror.welcome.host if self.session.mirror.welcome else b""
        slow = [seat.name for seat in lobby.seats if seat.state == "player" and not seat.ready and seat.key != host]
        owner = self.session.is_owner
        by_itself = "The game starts by itself then." if self.session.again and owner else ""
        if lobby.state == "over":
            return f"A game has just ended here. {lobby.host} opens the next one.", False
        if free and owner:
            return f"Seat {free[0]} is free: wait, put a bot on it with b, or take fewer seats.", False
        if free and mine is None:
            return "You are watching. Enter takes the free seat under the cursor.", False
        if owner and slow:
            return f"Waiting for {_listed(slow)} to be ready. {by_itself}".strip(), False
        if owner:
            return "Everybody is here. Start with s.", True
        if mine is None:
            return f"You are watching. All seats are taken; {lobby.host} starts the game.", False
        if not lobby.seats[mine].ready:
            return "Press r when you are ready.", True
        if free:
            return f"You are ready. Seat {free[0]} is still free.", False
        return (
            f"You are ready. Waiting for {_listed(slow) + ' to be ready' if slow else lobby.host + ' to start'}.",
            False,
        )

    # -- what one does -----------------------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Keys that mean nothing for this player are not shown."""
        if action in ("bot", "start"):
            return self.session.is_owner
        if action == "ready":
            return self.my_seat is not None and not self.session.is_owner
        return True

    @property
    def _cursor(self) -> int:
        return self.query_one("#seats", Lines).highlighted or 0

    @on(OptionList.OptionSelected, "#seats")
    def _sit(self) -> None:
        seat = self._cursor
        self.session.link.send([Stand()] if seat == self.my_seat else [Sit(seat)])

    def action_ready(self) -> None:
        """Ready, or not after all."""
        if self.my_seat is not None:
            self.session.link.send([Ready(not self.lobby.seats[self.my_seat].ready)])

    def action_bot(self) -> None:
        """The next bot for this seat: the best first, after the last none."""
        seat = self.lobby.seats[self._cursor]
        order = ["", *reversed(bots.names(GAMES[self.lobby.game])), ""]
        self.session.link.send([PutBot(self._cursor, order[order.index(seat.bot) + 1])])

    def action_start(self) -> None:
        """Begin."""
        self.session.link.send([Start()])

    @on(Picker.Changed)
    def _set_up(self) -> None:
        self.session.again = False  # another game is not the same once more
        game = self.query_one("#game", Picker).value
        another = game != self.lobby.game
        seats = self.query_one("#count", Picker).value
        if another:
            seats = min(max(seats, GAMES[game].min_seats), GAMES[game].max_seats)
        options: dict[str, Json] = {}
        if not another:
            values = unusual(GAMES[game], len(self.lobby.seats), {name: row.value for name, row in self._rows.items()})
            for option in GAMES[game].options():
                if option.name in values and fits(GAMES[game], seats, option, values[option.name]):
                    options[option.name] = values[option.name]
        self.session.link.send([Setup(game, seats, Data(options))])

    def action_talk(self) -> None:
        """To the line of talk."""
        self.query_one("#say").focus()

    @on(Input.Submitted, "#say")
    def _say(self, event: Input.Submitted) -> None:
        text = clean(event.value, LINE_CELLS)
        if text.startswith("/"):
            if answer := self._command(text[1:]):
                self.query_one(TalkPane).say(answer)
        elif text:
            self.session.link.send([Talk(Line(text))])
        event.input.clear()

    def _command(self, text: str) -> str:
        """What only the host can do; the answer in words."""
        word, _, who = text.partition(" ")
        if word in host_commands.HELP:
            return host_commands.say(self.session, word, who)
        return host_commands.IN_LOBBY

    def action_back(self) -> None:
        """Out of the talk line, or out of the table."""
        if self.query_one("#say").has_focus:
            self.query_one("#seats").focus()
            return
        others = [seat for n, seat in enumerate(self.lobby.seats) if seat.state == "player" and n != self.my_seat]
        if not self.session.is_owner or not others:
            self.serai.leave_table()
            return

        def answered(way: str | None) -> None:
            if way is not None:
                self.serai.leave_table()

        close = Way("yes", "close the table", "You host this table: it closes for everybody.")
        self.app.push_screen(LeaveScreen(LEAVE, [close]), answered)


def _listed(names: Sequence[str | None]) -> str:
    words = [name or "somebody" for name in names]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
