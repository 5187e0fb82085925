"""What all boards share: a picture of the position, moves played where the eye can follow, and the words for it all.

A game's board says how a position looks (`still`), what of a move is seen one after the other (`frames`), how that is
drawn (`draw`), and which keys and places of the picture mean which action. Everything else is here.
"""

from __future__ import annotations

import asyncio
from abc import abstractmethod
from collections import deque
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, TypeVar, cast

from rich.segment import Segment
from rich.style import Style
from textual import events, work
from textual.content import Content
from textual.geometry import Offset, Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from core.game import Event, GameError
from core.shape import listing
from net.changes import Moved
from tui.bargains import Haggled, bargained
from tui.boards.canvas import Canvas
from tui.boards.history import History, lead
from tui.boards.sight import Sight
from tui.glyphs import Glyphs
from tui.themes import HUES

if TYPE_CHECKING:
    from tui.app import SeraiApp

S = TypeVar("S")

SEAT_COLOURS = 6
_LETTERS = "ABCDEFGHI"


def seat_letter(seat: int) -> str:
    """The letter that doubles a seat's colour everywhere."""
    return _LETTERS[seat]


def seat_class(seat: int) -> str:
    """The component class of a seat's colour."""
    return f"seat-{seat % SEAT_COLOURS + 1}"


class Flight(NamedTuple):
    """Pieces on their way from a named place of the board to a seat in the panel of people."""

    origin: str
    seat: int
    label: str


class Frame(NamedTuple, Generic[S]):
    """One picture of a move, how long it stays (seconds), what is told with it, and what flies off."""

    scene: S
    seconds: float
    told: tuple[Event, ...] = ()
    flights: tuple[Flight, ...] = ()


class SheetLine(NamedTuple):
    """What the panel of people says of one seat: scores by column, the total, and what lies before it.

    `running`: the column that still counts up. `lit`: something was just won.
    """

    columns: tuple[int | None, ...]
    total: int | None
    pieces: Content = Content("")
    running: int | None = None
    lit: bool = False


class Sheet(NamedTuple):
    """The score sheet: the columns' headings and a line a seat. `total`: the heading of the total."""

    columns: tuple[str, ...]
    lines: tuple[SheetLine, ...]
    total: str = "all"


class Board(Widget, Generic[S], can_focus=True):
    """The picture of one game's positions. Moves come in by `follow` and are shown one after the other."""

    ALLOW_SELECT = False
    PATIENCE: ClassVar[int] = 3
    """So many moves may wait for their turn to be shown; with more, all of them are shown at once."""
    COMPONENT_CLASSES: ClassVar[set[str]] = {
        *(f"seat-{number}" for number in range(1, SEAT_COLOURS + 1)),
        "board--frame",
        "board--lit",
        "board--quiet",
        "board--name",
        "board--yours",
    }

    class Chosen(Message):
        """Somebody wants to play this action."""

        def __init__(self, action: Any) -> None:
            self.action = action
            super().__init__()

    class Refused(Message):
        """What was tried is against the rules; `why` says which."""

        def __init__(self, why: str) -> None:
            self.why = why
            super().__init__()

    class Told(Message):
        """An event whose moment has come: the sentence for the log, and a line to read while it is shown.

        `bargain`: it is a word in a haggle or about a deal, which the talk shows in a card of its own.
        """

        def __init__(self, words: str, caption: str, *, bargain: bool = False) -> None:
            self.words = words
            self.caption = caption
            self.bargain = bargain
            super().__init__()

    class Shown(Message):
        """A move has been shown and told to its end."""

        def __init__(self, moved: Moved) -> None:
            self.moved = moved
            super().__init__()

    class Flown(Message):
        """Pieces leave the board for a seat; `start` is on the screen."""

        def __init__(self, start: Offset, flight: Flight) -> None:
            self.start = start
            self.flight = flight
            super().__init__()

    class Changed(Message):
        """The picture is new, so sheet, heading and prompt may be."""

    class Settled(Message):
        """All moves have been shown."""

    def __init__(self, mirror: Sight) -> None:
        super().__init__()
        self.mirror = mirror
        self._shown = mirror.position
        self.scene: S = self.still(self._shown)
        self.pricing = False
        """Whether a price is being named elsewhere on the screen."""
        self.haste = 1.0
        """The part of its time that a frame has, where moves are shown faster than they were made."""
        self.hint = ""
        """The field that the mouse points at."""
        self._moves: deque[Moved] = deque()
        self._untold: list[Event] = []
        self._word: Event | None = None
        """Of the move that is being told: the event that is a word in a bargain."""
        self._skip = asyncio.Event()
        self.playing = False
        """Whether a move is being shown."""
        self._canvas = Canvas(0, 0)
        self._drawn_with = ""

    # -- what a game's board says ------------------------------------------------------------------------------

    @abstractmethod
    def still(self, position: Any) -> S:
        """The picture of a position at rest."""

    @abstractmethod
    def frames(self, moved: Moved) -> Iterable[Frame[S]]:
        """What of a move is seen one after the other; the picture at rest after it is shown anyway."""

    @abstractmethod
    def draw(self, canvas: Canvas, scene: S) -> None:
        """Draws a scene."""

    @abstractmethod
    def heading(self, scene: S) -> str:
        """Where in the game this is: `round 2 of 3 · trick 4 of 6`."""

    @abstractmethod
    def sheet(self, scene: S) -> Sheet:
        """Scores and what lies before everyone."""

    @abstractmethod
    def spot(self, origin: str) -> Offset:
        """Where on the board a flight from there begins."""

    def hues(self) -> tuple[int, ...]:
        """Which of the six colours each seat has, from the first on."""
        return HUES

    def story(self, history: History) -> list[str]:
        """What is worth telling of a finished game, in a few sentences."""
        return lead(history)

    def caption(self, event: Event) -> str:
        """One line for an event while it is shown; the log has the whole sentence."""
        assert self.mirror.game is not None
        return self.mirror.game.tell(event, self.mirror.names)

    def question(self) -> str:
        """What I am asked to do now: `Choose a card`."""
        return "It is your move"

    def sealed(self, action: Any) -> str:
        """What my sealed choice looks like from my side: `The cat is face down on the table`."""
        assert self.mirror.game is not None
        return f"You have chosen {self.mirror.game.format(self.mirror.position, action)}"

    def haggled(self, position: Any) -> Haggled | None:  # noqa: ARG002
        """What is haggled over in a position, with what I alone know of it; None where nothing is."""
        return None

    def clicked(self, field: str) -> None:
        """The mouse was pressed on a field of the picture."""

    # -- following ---------------------------------------------------------------------------------------------

    def follow(self, moved: Moved) -> None:
        """Shows a move after those that are still on their way; at once where animation is off."""
        self._moves.append(moved)
        if not self.animated:
            self._finish()
        elif not self.playing:
            self.playing = True
            self._play()

    def restart(self, past: Iterable[Event] | None = None) -> None:  # noqa: ARG002
        """Shows the mirror's position without a move that leads there.

        `past`: all that has happened so far, where it is known, for boards that show some of it later on.
        """
        self.workers.cancel_group(self, "moves")
        self.playing = False
        self._moves.clear()
        self._untold.clear()
        self._shown = self.mirror.position
        self._rest()

    def skip(self) -> None:
        """Shows the end of all moves at once."""
        self._skip.set()

    @property
    def animated(self) -> bool:
        """Whether moves take their time."""
        return cast("SeraiApp", self.app).motion

    @property
    def pace(self) -> float:
        """How long a frame stays, as a part of its time: less when many moves wait."""
        return self.haste * max(0.35, 1 / (1 + max(0, len(self._moves) - 3) / 6))

    @work(group="moves")
    async def _play(self) -> None:
        self._skip.clear()
        while self._moves and not self._skip.is_set():
            if len(self._moves) > self.PATIENCE:  # far behind: catch up
                break
            await self._show(self._moves.popleft())
        self.playing = False
        self._finish()

    async def _show(self, moved: Moved) -> None:
        self._word = self._bargain_of(moved)
        self._untold = list(moved.events)
        for frame in self.frames(moved):
            for event in frame.told:
                self._tell(event)
                self._untold.remove(event)
            self._set(frame.scene)
            for flight in frame.flights:
                self.post_message(self.Flown(self.spot(flight.origin) + self.content_region.offset, flight))
            try:
                await asyncio.wait_for(self._skip.wait(), frame.seconds * self.pace)
            except TimeoutError:
                continue
            break
        self._tell_rest()
        self._shown = moved.after
        self.post_message(self.Shown(moved))
        self._set(self.still(self._shown))

    def _finish(self) -> None:
        """The end of all moves that wait."""
        self._tell_rest()
        while self._moves:
            moved = self._moves.popleft()
            self._word = self._bargain_of(moved)
            for event in moved.events:
                self._tell(event)
            self._shown = moved.after
            self.post_message(self.Shown(moved))
        self._rest()

    def _rest(self) -> None:
        self._set(self.still(self._shown))
        self.post_message(self.Settled())

    def _tell_rest(self) -> None:
        for event in self._untold:
            self._tell(event)
        self._untold.clear()

    def _tell(self, event: Event) -> None:
        assert self.mirror.game is not None
        if words := self.mirror.game.tell(event, self.mirror.names):
            self.post_message(self.Told(words, self.caption(event), bargain=event is self._word))

    def _bargain_of(self, moved: Moved) -> Event | None:
        """The event of a word in a bargain, which comes first of what follows from it."""
        assert self.mirror.game is not None
        return moved.events[0] if moved.events and bargained(self.mirror.game, moved) else None

    def _set(self, scene: S) -> None:
        self.scene = scene
        self.repaint()
        self.post_message(self.Changed())

    # -- words -------------------------------------------------------------------------------------------------

    @property
    def yours(self) -> bool:
        """Whether something is this player's to do now."""
        mirror = self.mirror
        open_to_me = mirror.asked is not None and mirror.choice is None
        return open_to_me and not (self.playing or mirror.over or mirror.paused)

    def what_now(self) -> str:
        """The answer to "what now?", always a sentence."""
        mirror = self.mirror
        if mirror.over:
            return "The game is over."
        waiting = listing([mirror.names[seat] for seat in mirror.waiting_for if seat != mirror.seat])
        if mirror.closed:
            return "Everybody has chosen."
        if mirror.choice is not None:
            change = f"Change it until {waiting} has chosen." if waiting else "Everybody has chosen."
            return (
                f"{self.sealed(mirror.choice)}. {change.replace(' has ', ' have ') if ' and ' in waiting else change}"
            )
        if mirror.asked is not None and mirror.seat in mirror.waiting_for:
            return f"{self.question()}. {f'Waiting for {waiting}.' if waiting else 'Everybody waits for you.'}"
        watching = "You are watching. " if mirror.seat is None else ""
        return f"{watching}Waiting for {waiting}." if waiting else f"{watching}The table goes on."

    def try_choice(self, action: Any) -> None:
        """Posts the choice, or which rule forbids it."""
        if why := self.mirror.why_not(action):
            self.refuse(why)
        else:
            self.post_message(self.Chosen(action))

    def try_text(self, text: str) -> None:
        """Takes a typed move; words where it is none or not allowed."""
        if self.mirror.game is None:
            return
        try:
            action = self.mirror.game.parse(self.mirror.position, text.strip().lower())
        except GameError as error:
            self.refuse(str(error))
        else:
            self.try_choice(action)

    def refuse(self, why: str) -> None:
        """Says why not."""
        self.post_message(self.Refused(why))

    def typed_moves(self) -> Sequence[str]:
        """The legal moves as they may be typed, for completion."""
        game = self.mirror.game
        if game is None:
            return ()
        return sorted(game.format(self.mirror.position, action) for action in self.mirror.answers())

    # -- picture -----------------------------------------------------------------------------------------------

    @property
    def glyphs(self) -> Glyphs:
        """The signs to draw with."""
        return cast("SeraiApp", self.app).glyphs

    def repaint(self) -> None:
        """Draws the scene again and refreshes the lines that changed."""
        old, canvas = self._canvas, self._redraw()
        if (old.width, old.height) != (canvas.width, canvas.height):
            self.refresh()
        elif changed := old.differences(canvas):
            self.refresh(*(Region(0, y, canvas.width, 1) for y in changed))

    def _redraw(self) -> Canvas:
        self._canvas = canvas = Canvas(self.size.width, self.size.height)
        self._drawn_with = self.glyphs.name
        self.draw(canvas, self.scene)
        return canvas

    def render_line(self, y: int) -> Strip:
        """One line of the picture."""
        if self._drawn_with != self.glyphs.name:
            self._redraw()
        if y >= self._canvas.height:
            return Strip.blank(self.size.width, self.rich_style)
        segments = []
        for run in self._canvas.runs(y):
            style = self.get_visual_style(*run.style).rich_style
            segments.append(Segment(run.text, style + Style(meta={"field": run.field}) if run.field else style))
        return Strip(segments, self._canvas.width)

    def notify_style_update(self) -> None:
        """Another theme: all is drawn anew."""
        super().notify_style_update()
        self.refresh()

    def on_mount(self) -> None:
        """The first picture."""
        self.repaint()

    def on_resize(self) -> None:
        """A picture of the new size."""
        self.repaint()

    # -- hands -------------------------------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        """Any key ends a move that is being shown."""
        if self.playing:
            event.stop()
            event.prevent_default()
            self.skip()

    def on_click(self, event: events.Click) -> None:
        """A click ends a move that is being shown, or means what is there."""
        if self.playing:
            self.skip()
        elif field := event.style.meta.get("field"):
            self.clicked(field)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """What lies under the mouse is pointed at."""
        self._point(event.style.meta.get("field", ""))

    def on_leave(self) -> None:
        """Nothing is pointed at."""
        self._point("")

    def _point(self, field: str) -> None:
        if field != self.hint:
            self.hint = field
            self.repaint()
