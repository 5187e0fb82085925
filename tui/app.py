"""The app: which screen is on, and the one table that this player is at. The network belongs to it, not to a screen."""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Protocol

from rich.text import Text
from textual import events, work
from textual.app import App, ScreenStackError
from textual.binding import Binding, BindingType
from textual.css.query import NoMatches
from textual.geometry import Size
from textual.reactive import var
from textual.screen import Screen
from textual.scrollbar import ScrollBar, ScrollBarRender
from textual.worker import Worker, WorkerState

from core.game import GameError
from net.changes import Begun, Change, Closed, Distrust, Finished, Knocked, LobbyChanged, Noticed
from net.identity import Identity, words
from net.keeping import Keeping
from net.kept import BadLedger, CannotKeep
from net.messages import Admit, Ready
from net.messages import Start as StartGame
from net.peers import Peers
from net.settings import TableSettings
from net.shelf import Shelf
from net.text import TABLE_CELLS, clean
from tui import themes
from tui.cli import Failed
from tui.commands import SeraiCommands, commands
from tui.config import ConfigFile
from tui.glyphs import GLYPHS, Glyphs
from tui.hanging_up import when_told_to_end
from tui.keeping import keep
from tui.locations import Locations
from tui.screens.home import HomeScreen
from tui.session import HostTable, JoinTable, ResumeTable, Session, ShowReplay, Start

if TYPE_CHECKING:
    from net.discovery import Browser
    from net.journal import Journal

WIDTH, HEIGHT = 80, 24
"""The smallest terminal that everything fits into."""
_log = logging.getLogger(__name__)


class PlainBars(ScrollBarRender):
    """Scroll bars without the signs for halves of a cell."""

    VERTICAL_BARS: ClassVar[list[str]] = [" "] * 8
    HORIZONTAL_BARS: ClassVar[list[str]] = [" "] * 8


class Place(Protocol):
    """A screen that shows the table: it hears of every change."""

    async def changed(self, change: Change) -> None:
        """Something is new at the table."""


class SeraiApp(App[None]):
    """Serai on a terminal. `start`: what it does first. `plain`, `still`: ascii signs, no motion, for this run only."""

    TITLE = "serai"
    hues = themes.HUES
    """Which colour each seat has."""
    # the style of the screen under all others has to come with the app
    CSS_PATH = ["app.tcss", "screens/home.tcss"]  # noqa: RUF012
    COMMANDS = {SeraiCommands}  # noqa: RUF012
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (100, "-wide")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [(0, "-low"), (34, "-tall")]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "ctrl+q,ctrl+c",
            "quit",
            "quit",
            show=False,
            priority=True,
            tooltip="Leave Serai; a game that is on waits for you",
        ),
        Binding("f1,question_mark", "help", "keys", key_display="?", tooltip="What the keys do here"),
        Binding("f2", "rules", "rules", show=False, tooltip="How the game is played"),
        Binding("f8", "admit(True)", "let in", tooltip="Let in whoever has been knocking longest"),
        Binding("f9", "admit(False)", "refuse", tooltip="Do not let in whoever has been knocking longest"),
    ]

    glyphs: var[Glyphs] = var(GLYPHS["unicode"])
    """The signs to draw with."""

    def __init__(
        self,
        locations: Locations,
        config: ConfigFile,
        identity: Identity,
        start: Start = None,
        *,
        peers: Peers | None = None,
        theme: str | None = None,
        plain: bool = False,
        still: bool = False,
    ) -> None:
        super().__init__()
        self.locations = locations
        self.config = config
        self.identity = identity
        self.peers = Peers() if peers is None else peers
        self.shelf = Shelf(locations.tables, locations.keepsakes)
        self.keeping = Keeping(self.peers, self.shelf.journal, self.shelf.keepsake)
        self.words = words(identity.public)
        self.session: Session | None = None
        self.browser: Browser | None = None
        self._start = start
        self._ending = False
        self._place: Screen[None] | None = None
        self.set_reactive(SeraiApp.glyphs, GLYPHS["ascii" if plain else config.config.glyphs])
        self.set_class(self.glyphs.name == "ascii", "-ascii", update=False)
        if still or not config.config.animation:
            self.animation_level = "none"
        for own in themes.OURS:
            self.register_theme(own)
        wanted = theme or config.config.theme
        self.theme = wanted if self.get_theme(wanted) else themes.DARK_NAME
        if self.theme != wanted:
            config.trouble.append(f"there is no theme {wanted!r}: the palette (ctrl+p) lists those there are")

    # -- how it looks ------------------------------------------------------------------------------------------

    def get_default_screen(self) -> HomeScreen:
        """Home is under everything."""
        return HomeScreen()

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Our colours under Textual's themes."""
        return themes.defaults(self.current_theme)

    def get_css_variables(self) -> dict[str, str]:
        """The seats' colours in the order of the game that is played."""
        variables = super().get_css_variables()
        seats = {f"seat-{seat}": variables[f"hue-{hue}"] for seat, hue in enumerate(self.hues, 1)}
        self.theme_variables = variables | seats
        return self.theme_variables

    def colour_seats(self, hues: tuple[int, ...]) -> None:
        """Hands out the seats' colours in this order."""
        if hues != self.hues:
            self.hues = hues
            self.refresh_css(animate=False)

    def get_key_display(self, binding: Binding) -> str:
        """Arrows have signs that a plain terminal lacks."""
        if self.glyphs.name == "ascii" and not binding.key_display:
            return binding.key.replace("ctrl+", "^").replace("question_mark", "?")
        return super().get_key_display(binding)

    @property
    def motion(self) -> bool:
        """Whether anything may move."""
        return self.animation_level != "none"

    # -- the beginning and the end -----------------------------------------------------------------------------

    def on_mount(self) -> None:
        """After the first screen: whatever takes time."""
        self.watch(self, "theme", self._keep_theme, init=False)
        when_told_to_end(self._told_to_end)
        for trouble in self.config.trouble:
            self.tell(trouble)
        self.config.trouble.clear()
        self.call_after_refresh(self._begin if not isinstance(self._start, ShowReplay) else self._go_on)

    def _told_to_end(self) -> None:
        self.run_worker(self.action_quit(), group="end", exclusive=True)

    def _begin(self) -> None:
        self._browse()
        if self.config.config.name:
            self._go_on()
        else:
            self.ask_name(then=self._go_on)

    def _go_on(self) -> None:
        """What the command line asked for, now that there is a name."""
        start, self._start = self._start, None
        if isinstance(start, HostTable):
            self.open_table(start.settings)
        elif isinstance(start, JoinTable) and start.address:
            self.join_table(start.address, watch=start.watch)
        elif isinstance(start, JoinTable):
            self.home.look_for(start)
        elif isinstance(start, ResumeTable):
            self.resume_table(start.table)
        elif isinstance(start, ShowReplay):
            from tui.screens.replay import ReplayScreen

            self.push_screen(ReplayScreen(start.game, start.path, alone=True))

    async def action_quit(self) -> None:
        """Leaves the table in good order, then ends. A game that is on is not lost: a seat is kept, a table paused."""
        self._ending = True
        if self.browser is not None:
            browser, self.browser = self.browser, None
            await browser.stop()
        if self.session is not None:
            session = self.session
            self.leave_table(back=session.in_game)
            await session.close()
        self.exit()

    def _handle_exception(self, error: Exception) -> None:
        """An error of ours: the whole of it into the log, a sentence to the person."""
        if self._ending:
            # screens that are being taken down under their own feet are nobody's trouble
            _log.warning("while ending", exc_info=error)
            self._close_messages_no_wait()
            return
        _log.critical("the app ends on an error", exc_info=error)
        self._return_code = 1
        if self._exception is None:
            self._exception = error
            self._exception_event.set()
        where = self.locations.log_file
        self._exit_renderables = [
            Text(f"serai: something went wrong inside and it had to end; the log has it: {where}")
        ]
        self._close_messages_no_wait()

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """Work in the background that failed on an error of ours: into the log, and a sentence."""
        if event.state is WorkerState.ERROR and event.worker.node is self and not self._ending:
            _log.error("%s failed", event.worker.name, exc_info=event.worker.error)
            where = self.locations.log_file
            self.notice("Something went wrong here", f"{type(event.worker.error).__name__}; the log has it: {where}")

    # -- words to the person -----------------------------------------------------------------------------------

    def tell(self, text: str, *, bad: bool = False) -> None:
        """A line that goes away by itself."""
        self.notify(text, severity="error" if bad else "information", markup=False, timeout=8)

    def notice(self, title: str, text: str) -> None:
        """Something that has to be read."""
        from tui.screens.notice import NoticeScreen

        self.push_screen(NoticeScreen(title, text))

    @property
    def home(self) -> HomeScreen:
        """The screen under all others. Raises `ScreenStackError` once there is none."""
        if not self.screen_stack:
            raise ScreenStackError("no screen any more")
        screen = self.screen_stack[0]
        assert isinstance(screen, HomeScreen)
        return screen

    # -- the name ----------------------------------------------------------------------------------------------

    def ask_name(self, then: Callable[[], None] | None = None) -> None:
        """Asks what others shall call this player, keeps it, and goes on."""
        from tui.screens.name import NameScreen

        def named(name: str | None) -> None:
            if name:
                self.keep(name=name)
                self.home.refresh_name()
            if then is not None and self.config.config.name:
                then()

        self.push_screen(NameScreen(self.config.config.name, self.words), named)

    def keep(self, **values: object) -> None:
        """Changes a setting for good."""
        self.config.change(**values)
        for trouble in self.config.trouble:
            self.tell(trouble)
        self.config.trouble.clear()

    # -- tables on the network ---------------------------------------------------------------------------------

    @work(group="browse", exclusive=True, exit_on_error=False)
    async def _browse(self) -> None:
        """Looks for tables from now on. Loading the network takes longer than the first screen may."""
        try:
            module = await asyncio.to_thread(importlib.import_module, "net.discovery")
            browser = module.Browser(self._tables_changed)
            await browser.start()
        except Exception:  # noqa: BLE001 - whatever a strange network does: the app works without
            _log.exception("looking for tables failed")
            self.home.show_tables((), "tables cannot be looked for here; joining by address still works")
            return
        self.browser = browser
        self._tables_changed()

    def _tables_changed(self) -> None:
        # news from the network may come while the screens are being taken down
        with contextlib.suppress(NoMatches, ScreenStackError):
            if self.browser is not None:
                self.home.show_tables(self.browser.tables, self.browser.trouble, self.browser.ways.working)

    # -- the table ---------------------------------------------------------------------------------------------

    def open_table(self, settings: TableSettings) -> None:
        """Hosts a table and sits down at it."""

        async def opening() -> Session:
            from net.host import Host

            name = self.config.config.name
            table = settings.table or clean(f"{name}'s table", TABLE_CELLS)
            mine = replace(settings, name=name, table=table, owner=True)
            host = await Host.open(mine, self.identity, keeping=self.keeping)
            return Session(host.link, host, solo=not settings.listen)

        self.home.say("Opening the table.")
        self._enter(opening)

    def resume_table(self, table: str | Path | None) -> None:
        """Continues a table of this machine: by the path of its journal, by its name, or the one played at last."""

        async def opening() -> Session:
            from net.host import Host
            from tui.continuing import open_journal, path_of

            found = table if isinstance(table, Path) else await asyncio.to_thread(path_of, self.shelf, table)
            journal: Journal = open_journal(self.shelf, found)
            try:
                host = await Host.resume(journal, self.identity, keeping=self.keeping)
            except BaseException:
                journal.close()
                raise
            return Session(host.link, host, solo=not host.settings.listen)

        self.home.say("Opening the table again.")
        self._enter(opening)

    def join_table(self, address: tuple[str, int], *, watch: bool = False, code: str | None = None) -> None:
        """Sits down at a table, or watches it. Asks for the code where one is needed."""

        async def joining() -> Session:
            from net.guest import join

            name = self.config.config.name
            link = await join(
                address,
                name,
                self.identity,
                keeping=self.keeping,
                code=code,
                watch=watch,
                knocking=self._say_knocking,
            )
            return Session(link)

        def again(typed: str | None) -> None:
            if typed:
                self.join_table(address, watch=watch, code=typed)
            else:
                self.home.say_what_now()

        self.home.say("Knocking at the table.")
        self._enter(joining, again)

    def _say_knocking(self) -> None:
        self.home.say("Knocking. The host sees it, and has a minute to let you in.")

    @work(group="table", exclusive=True, exit_on_error=False)
    async def _enter(
        self, opening: Callable[[], Awaitable[Session]], with_code: Callable[[str | None], None] | None = None
    ) -> None:
        """Gets a session and stays in it till it ends; then home again. `with_code` tries again with what was typed."""
        from net.guest import JoinError
        from net.host import CannotOpen

        try:
            session = await opening()
        except (JoinError, CannotOpen, GameError, Failed, BadLedger, CannotKeep, OSError) as error:
            text = str(error) if not isinstance(error, OSError) else f"the network does not let us: {error.strerror}"
            text = f"{text[:1].upper()}{text[1:]}{'' if text.endswith('.') else '.'}"
            why = error.code if isinstance(error, JoinError) else ""
            if why in ("code-needed", "wrong-code") and with_code is not None:
                from tui.screens.code import CodeScreen

                self.push_screen(CodeScreen(text if why == "wrong-code" else ""), with_code)
                return
            self.notice("Is this your host?" if why == "changed-key" else "That did not work", text)
            self.home.say_what_now()
            return
        self.session = session
        farewell = None
        try:
            farewell = await self._stay(session)
        finally:
            self.session = None
            await session.close()
            if self.is_running and not self._ending:
                await self._show(None)
                if farewell is not None:
                    self._say_farewell(session, *farewell)

    def _say_farewell(self, session: Session, title: str, text: str) -> None:
        """Why we are home again; after half a game with its story, which can be kept."""
        from tui.screens.ended import EndedScreen

        if session.playing or (session.mirror.broken and session.mirror.game is not None):
            self.push_screen(EndedScreen(session, title, text, gone=True))
        else:
            self.notice(title, text)

    async def _stay(self, session: Session) -> tuple[str, str]:
        """Passes on what changes at the table until it is over; why it ended, as a title and a sentence."""
        while True:
            change = await session.link.changes.get()
            if isinstance(change, Knocked):
                change = self._hear_knock(session, change)
            fresh = session.note(change)
            if isinstance(change, Closed):
                why = change.text or "The host has ended it, or cannot be reached any more"
                return "The table is closed", f"{why[:1].upper()}{why[1:]}{'' if why.endswith('.') else '.'}"
            if isinstance(change, Distrust):
                return "This table was not honest", f"{change.text}. Serai does not follow it any further."
            if isinstance(change, Finished):
                self._keep_record(session, change.record)
            await self._move(session, change, fresh=fresh)
            if isinstance(self._place, Screen) and self._place.is_attached:
                await self._place.changed(change)  # type: ignore[attr-defined]

    def _hear_knock(self, session: Session, knock: Knocked) -> Noticed:
        """Somebody wants in, or does no longer: a line for talk, and two keys that answer."""
        who = f"{knock.name} ({words(knock.key)})"
        session.knocks.pop(knock.number, None)
        if knock.waiting:
            session.knocks[knock.number] = knock
            text = f"{who} knocks: F8 lets in, F9 refuses."
            self.tell(text)
        else:
            text = f"{who} knocks no longer."
        self.screen.refresh_bindings()
        return Noticed(text)

    async def _move(self, session: Session, change: Change, *, fresh: bool) -> None:
        """To the screen that belongs to the table's state. `fresh`: the game that has begun is another one."""
        lobby = session.mirror.lobby
        if isinstance(change, Begun):
            from tui.screens.table import TableScreen

            session.starting = session.again = False
            if fresh or not (isinstance(self._place, TableScreen) and self._place.seat == session.mirror.seat):
                await self._show(TableScreen(session))
        elif isinstance(change, LobbyChanged) and lobby is not None and lobby.state != "playing":
            if lobby.state == "lobby" and (session.solo or session.again):
                self._begin_again(session)
            if session.solo:
                return
            from tui.screens.lobby import LobbyScreen

            if self._place is None or (lobby.state == "lobby" and not isinstance(self._place, LobbyScreen)):
                await self._show(LobbyScreen(session))

    def _begin_again(self, session: Session) -> None:
        """Another game is wanted: says that this player is ready; the owner's own table starts when everybody is."""
        lobby, welcome = session.mirror.lobby, session.mirror.welcome
        if lobby is None or welcome is None:
            return
        if session.is_owner:
            ready = all(info.state == "bot" or info.ready or info.key == welcome.host for info in lobby.seats)
            if not session.starting and (session.solo or ready):
                session.starting = True
                session.link.send([StartGame()])
        elif any(info.member == welcome.member and not info.ready for info in lobby.seats):
            session.again = False
            session.link.send([Ready(True)])

    async def _show(self, place: Screen[None] | None) -> None:
        with self.batch_update():
            self._place = None
            self.colour_seats(themes.HUES)
            while len(self.screen_stack) > 1:
                await self.pop_screen()
            if place is not None:
                await self.push_screen(place)
            self._place = place
        self._fit(self.size)

    def _keep_record(self, session: Session, data: bytes) -> None:
        try:
            session.record_path = keep(self.locations.records, data)
        except OSError as error:
            self.tell(f"The record could not be kept: {error.strerror}.", bad=True)

    def action_admit(self, yes: bool) -> None:
        """Answers the first knock."""
        if self.session is not None and self.session.knocks:
            number = next(iter(self.session.knocks))
            del self.session.knocks[number]
            self.session.link.send([Admit(number, yes)])
            self.screen.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Knocks are answered while there are any."""
        if action == "admit":
            return bool(self.session and self.session.knocks)
        return super().check_action(action, parameters)

    def leave_table(self, *, back: bool = False) -> None:
        """Goes home. `back`: not for good; the seat is kept, or a table that is hosted here paused."""
        if self.session is not None:
            self.session.back = back
        self.workers.cancel_group(self, "table")

    # -- actions -----------------------------------------------------------------------------------------------

    def action_help(self) -> None:
        """What the keys do here."""
        from tui.screens.help import HelpScreen

        if not isinstance(self.screen, HelpScreen):
            self.push_screen(HelpScreen(commands(self, self.screen)))

    def action_rules(self, game: str = "") -> None:
        """The rules of that game, else of the one on the table, else of the first."""
        from tui.screens.rules import RulesScreen

        lobby = self.session.mirror.lobby if self.session else None
        if not isinstance(self.screen, RulesScreen):
            self.push_screen(RulesScreen(game or (lobby.game if lobby else "")))

    def action_toggle_ascii(self) -> None:
        """Between Unicode's signs and plain ones."""
        self.glyphs = GLYPHS["unicode" if self.glyphs.name == "ascii" else "ascii"]
        self.keep(glyphs=self.glyphs.name)

    def watch_glyphs(self, glyphs: Glyphs) -> None:
        """Frames and every sign follow; screens that write signs into words watch, too."""
        self.set_class(glyphs.name == "ascii", "-ascii")
        ScrollBar.renderer = PlainBars if glyphs.name == "ascii" else ScrollBarRender
        for screen in self.screen_stack:
            screen.refresh_bindings()
            for widget in screen.query("*"):
                widget.refresh(layout=True)

    def action_toggle_animation(self) -> None:
        """Motion on or off."""
        self.animation_level = "none" if self.motion else "full"
        self.keep(animation=self.motion)
        self.tell("Motion is on." if self.motion else "Motion is off.")

    def _keep_theme(self, theme: str) -> None:
        self.keep(theme=theme)

    # -- size --------------------------------------------------------------------------------------------------

    def on_resize(self, event: events.Resize) -> None:
        """A terminal that is too small says so."""
        self._fit(event.size)

    def _fit(self, size: Size) -> None:
        from tui.screens.small import SmallScreen

        small = size.width < WIDTH or size.height < HEIGHT
        if small and not isinstance(self.screen, SmallScreen):
            self.push_screen(SmallScreen(Size(WIDTH, HEIGHT)))
