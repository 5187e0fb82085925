"""The board of Oh Gnome You Don't!: the trail, a list to pick from, and what the table is busy with."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from rich.cells import cell_len
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Offset

from core.game import Event
from core.games.oh_gnome.actions import PASS, Action
from core.games.oh_gnome.cards import CARDS
from core.games.oh_gnome.gems import value
from core.games.oh_gnome.position import Position, Seat
from core.games.oh_gnome.telling import title
from core.games.oh_gnome.trail import TRAIL
from core.games.oh_gnome.windows import fitting
from core.shape import listing
from net.changes import Moved
from tui.boards.board import Board, Frame, Sheet, SheetLine
from tui.boards.canvas import Canvas, fit
from tui.boards.history import History
from tui.boards.oh_gnome_bout import draw_bout
from tui.boards.oh_gnome_menu import DECLINE, Entry, Menu, Picks, menu, picks, stand_in
from tui.boards.oh_gnome_panels import Area, Panels
from tui.boards.oh_gnome_picture import Marks, TrailPicture
from tui.boards.oh_gnome_scene import Scene, frames, still
from tui.boards.oh_gnome_trail import Way, lay_trail
from tui.boards.oh_gnome_words import UNLOGGED, story, use
from tui.boards.sight import Sight

PASS_SECONDS = 1.5
"""From a question to a pass that the player left to the board: always the same, whatever is held."""
SMALLEST = (50, 18)
LARGE = (80, 34)
WIDEST = 100
GEM_STYLES = ("$hue-4", "$hue-1", "$hue-2", "$foreground")


class OhGnomeBoard(Board[Scene]):
    """The trail, my hand, and what lies on the table."""

    PATIENCE = 60
    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "oh--stone",
        "oh--home",
        "oh--blue-stone",
        "oh--green-stone",
        "oh--back-stone",
        "oh--path",
        "oh--bridge",
        "oh--slime",
        "oh--door",
        "oh--end",
        "oh--open",
        "oh--able",
        "oh--here",
        "oh--hat",
        "oh--turn",
        "oh--g",
        "oh--p",
        "oh--r",
        "oh--die",
        "oh--gone",
        "oh--sheet",
        "oh--sheet-name",
        "oh--sheet-frame",
    }
    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(str(n), f"key('{n}')", "pick", show=False) for n in range(10)),
        Binding("f", "key('f')", "brawl", tooltip="Brawl with who stands here"),
        Binding("n", "key('n')", "not in the face", show=False, tooltip="Play Not in the Face instead of a brawl card"),
        Binding("up,k,left,h", "step(-1)", "before", show=False, tooltip="The line before"),
        Binding("down,j,right,l", "step(1)", "after", show=False, tooltip="The line after"),
        Binding("space", "take", show=False),
        Binding(
            "enter",
            "take",
            "take",
            key_display="1-9",
            tooltip="Take the line of that number; enter takes the one under the cursor",
        ),
        *(
            Binding("p", f"decline('{word}')", says, tooltip=f"{says[0].upper()}{says[1:]}: the answer without effect")
            for word, says in DECLINE.items()
        ),
        Binding("n", "until_turn", "my turn", tooltip="Pass in every window until your next turn"),
        Binding(
            "w", "patience", "auto", tooltip="Pass by itself where no card you hold fits, or be asked every time again"
        ),
        Binding("v", "prices", "prices", tooltip="What pays best where, and the back trail; again to close"),
        Binding("escape", "back", "back", tooltip="Take back what was picked last"),
    ]

    def __init__(self, mirror: Sight) -> None:
        self._picked: Picks = ()
        self._cursor = 0
        self._menu_of: tuple[Any, ...] = ()
        self._rolled: tuple[int, int] | None = None
        self._paths: tuple[Any, dict[Picks, Action]] = (None, {})
        self._prices = False
        self._keys: tuple[Any, ...] = ()
        self.passes_unfit = False
        """Whether I pass where nothing I hold fits, without being asked."""
        self.passes_on = False
        """Whether I pass in all windows until my next turn."""
        super().__init__(mirror)

    # -- picture -----------------------------------------------------------------------------------------------

    @property
    def way(self) -> Way:
        """Where the trail is at the present size."""
        large = self.size.width >= LARGE[0] and self.size.height >= LARGE[1]
        return lay_trail(self.size.width, large=large)

    def still(self, position: Position) -> Scene:
        """A position at rest."""
        return still(position)

    def frames(self, moved: Moved) -> Iterable[Frame[Scene]]:
        """Dice, steps along the trail, cards on the stack, brawls."""
        return frames(moved)

    def draw(self, canvas: Canvas, scene: Scene) -> None:
        """The trail on top, my list under it, and on the right what the table is busy with."""
        if canvas.width < SMALLEST[0] or canvas.height < SMALLEST[1]:
            return
        way, shown = self.way, self.menu
        names, seat = self.mirror.names, self.mirror.seat
        entry = self._at(shown)
        yours = self.asking
        ends = [e.token[6:] for e in shown.entries if e.token.startswith("place:")] if yours else []
        cursor = entry.token.removeprefix("place:") if entry and ends else ""
        TrailPicture(canvas, way, self.glyphs).draw(scene, Marks(ends, cursor, seat))
        left, right = self._areas(canvas)
        panels = Panels(canvas, self.glyphs)
        if shown.aside and yours:
            self._hand(panels, left)
            panels.menu(right, shown, self._cursor, yours=True)
        else:
            chosen = "" if self.mirror.choice is None or self.playing else picks(self.mirror.choice)[0]
            panels.menu(left, shown, self._cursor, yours=yours, chosen=chosen)
            self._right(panels, right, scene)
        self._die(canvas, left, scene, shown.title)
        room = (canvas.width, left.y)
        if scene.bout is not None:
            face_down = frozenset() if self.playing else self.mirror.chosen_by
            draw_bout(canvas, self.glyphs, scene.bout, names, face_down, room)
        if self._prices:
            panels.price_list(Area(0, 0, min(canvas.width, 60), min(left.y + 8 * (not way.large), canvas.height)))

    def _areas(self, canvas: Canvas) -> tuple[Area, Area]:
        top = min(self.way.lines, canvas.height - 5) + self.way.large
        width = min(canvas.width, WIDEST)
        left = (canvas.width - width) // 2
        half = width * 5 // 9
        height = canvas.height - top
        return Area(left, top, half, height), Area(left + half + 1, top, width - half - 1, height)

    def _hand(self, panels: Panels, area: Area) -> None:
        """My cards while a list on the right is picked from."""
        mirror = self.mirror
        shown = menu(self._shown, mirror.seat, mirror.names, (), (), asked=False)
        at = next((n for n, entry in enumerate(shown.entries) if entry.token in self._picked), -1)
        panels.menu(area, shown, max(at, 0), yours=False, chosen="")

    def _right(self, panels: Panels, area: Area, scene: Scene) -> None:
        names = self.mirror.names
        interruptible = scene.asked or (self.playing and any(layer.kind != "roll" for layer in scene.layers))
        if interruptible:
            panels.stack(area, scene, names, self._how_passed())
        elif scene.shop is not None and scene.turn != self.mirror.seat:
            panels.counter(area, scene, names)
        else:
            panels.tables(area, scene)

    def _die(self, canvas: Canvas, area: Area, scene: Scene, title: str) -> None:
        """The die at the end of my list's heading: what was rolled in this turn, or just now."""
        rolls = [layer.amount for layer in scene.layers if layer.kind == "roll"]
        pips = scene.die or (rolls[0] if rolls else None)
        if pips is None and self._rolled is not None and self._rolled[0] == scene.turn:
            pips = self._rolled[1]
        if pips is None:
            return
        seat = scene.turn
        who = "you" if seat == self.mirror.seat else fit(self.mirror.names[seat], 8, self.glyphs)
        text = f" {who} rolled "
        if cell_len(text) + cell_len(title) + 9 > area.width:
            text = " "
        x = area.x + area.width - cell_len(text) - 4
        x = canvas.put(x, area.y, text, "board--quiet")
        canvas.put(x, area.y, f"[{pips}]", "oh--die")

    def spot(self, origin: str) -> Offset:
        """Where a place of the trail is."""
        spot = self.way.spots[origin.removeprefix("place:")]
        return Offset(spot.x, max(0, spot.y - 1))

    # -- words -------------------------------------------------------------------------------------------------

    def heading(self, scene: Scene) -> str:
        """Whose turn it is."""
        if self.mirror.over and not self.playing:
            return "the end"
        if scene.phase in ("greens", "shuffle"):
            return "the cards are shuffled"
        return "your turn" if scene.turn == self.mirror.seat else f"{self.mirror.names[scene.turn]}'s turn"

    def sheet(self, scene: Scene) -> Sheet:
        """What the purses are worth, the gems in them, and how many cards are held."""
        lines = [
            SheetLine((), value(seat.purse), self._pieces(seat), lit=number in scene.lit)
            for number, seat in enumerate(scene.seats)
        ]
        return Sheet((), tuple(lines), "gems")

    def _pieces(self, seat: Seat) -> Content:
        parts: list[str | tuple[str, str]] = []
        for sign, style, count in zip(self.glyphs.gems, GEM_STYLES, seat.purse, strict=True):
            if count:
                parts.append((f"{count}{sign} ", style))
        if seat.hand:
            parts.append((f"{len(seat.hand)}{self.glyphs.back}", "$serai-sand"))
        return Content.assemble(*parts)

    def story(self, history: History) -> list[str]:
        """Sales, brawls, cancelled cards, arrivals."""
        return story(history)

    def question(self) -> str:
        """What is asked, and what the line under the cursor does."""
        p: Position = self.mirror.position
        entry = self._at(self.menu)
        at = entry.token if entry is not None else ""
        match p.phase:
            case "move" if entry is not None:
                return f"Where to? {entry.label}: {entry.note or 'an ordinary stone'}"
            case "lose":
                return "The back trail takes an item: choose which"
            case "brawl":
                return f"{self._others()} here: f to brawl, p for peace"
            case "show":
                return "Show a brawl card: its number, 0 for ten"
            case "sell":
                return self._sell_question(p)
            case "window":
                return self._window_question(p)
        if self.picked:
            return f"{title(self.picked[0][5:])}: {'on whom' if len(self.picked) == 1 else 'which'}? Escape goes back"
        card = at.removeprefix("card:")
        if at.startswith("card:") and entry and entry.open:
            return (
                f"Table {title(card)} to sell it: {use(card)}" if card in CARDS.items else f"{title(card)}: {use(card)}"
            )
        return "Play a card, or p for none"

    def _others(self) -> str:
        bout = self.scene.bout
        seats = bout.seats if bout is not None else ()
        others = [self.mirror.names[seat] for seat in seats if seat != self.mirror.seat]
        return f"{listing(others)} {'is' if len(others) == 1 else 'are'}"

    def _sell_question(self, p: Position) -> str:
        business = TRAIL.businesses[p.seats[p.turn].at]
        if not p.seats[p.turn].tabled:
            return f"{business.name}: nothing left to sell; p leaves"
        sold = f"Sold for {p.sold}. " if p.sold else ""
        if business.die:
            return f"{sold}{business.name}: the die says what an item brings; p leaves"
        return f"{sold}Sell an item, or p to leave"

    def _window_question(self, p: Position) -> str:
        if self.auto:
            return "You pass by yourself" + (" until your turn" if self.passes_on else ": nothing you hold fits")
        held = [card for card in fitting(p, self.mirror.seat or 0) if card in p.seats[self.mirror.seat or 0].hand]
        if held:
            return f"Play {listing([title(card) for card in held], 'or')}, or p to pass"
        return "Nothing you hold fits: p passes"

    def _how_passed(self) -> str:
        if not self.can_focus:
            return ""
        if self.passes_on:
            return "passing to your turn: n"
        return f"auto pass is {'on' if self.passes_unfit else 'off'}: w"

    def sealed(self, action: Action) -> str:
        """Only I can see it."""
        match action.verb:
            case "show":
                name = CARDS.brawl[action.number - 1] if action.number else "No card"
                return f"{name} is face down"
            case "red":
                return f"{title(action.what)} is face down"
            case "pass":
                return "You pass"
            case "brawl":
                return "You want to brawl"
        return "You keep the peace"

    def _tell(self, event: Event) -> None:
        """Remembers the last roll; some events are for the picture alone."""
        self._remember(event)
        if event.kind not in UNLOGGED:
            super()._tell(event)

    # -- windows -----------------------------------------------------------------------------------------------

    @property
    def auto(self) -> bool:
        """Whether the open window is one in which I pass by myself."""
        p, seat = self.mirror.position, self.mirror.seat
        if self.mirror.asked is None or seat is None or p.phase != "window":
            return False
        return self.passes_on or (self.passes_unfit and not any(c in p.seats[seat].hand for c in fitting(p, seat)))

    @property
    def yours(self) -> bool:
        """A pass that goes by itself is not mine to do."""
        return super().yours and not self.auto

    def _arm(self) -> None:
        """A pass of mine goes out so long after its question, whatever I hold."""
        position = self.mirror.position
        if position.turn == self.mirror.seat:
            self.passes_on = False
        if self.auto and self.mirror.choice is None:
            self.set_timer(PASS_SECONDS, lambda: self._pass(position))

    def _pass(self, position: Position) -> None:
        if self.mirror.position is position and self.auto and self.mirror.owes and self.mirror.choice is None:
            self.post_message(self.Chosen(PASS))

    def action_until_turn(self) -> None:
        """From now on all windows are passed, until it is my turn."""
        self.passes_on = not self.passes_on
        self._arm()
        self._renew()

    def action_patience(self) -> None:
        """Switches passing where nothing fits."""
        self.passes_unfit = not self.passes_unfit
        self._arm()
        self._renew()

    # -- picking -----------------------------------------------------------------------------------------------

    @property
    def asking(self) -> bool:
        """Whether something is mine to do now and can be seen."""
        mirror = self.mirror
        seen = not self.playing and self._shown is mirror.position
        return seen and mirror.asked is not None and not mirror.over and not mirror.closed

    @property
    def paths(self) -> dict[Picks, Action]:
        """The legal actions by their picks."""
        position = self.mirror.position
        if self._paths[0] is not position:
            actions = () if self.mirror.asked is None else self.mirror.answers()
            self._paths = position, {picks(action): action for action in actions}
        return self._paths[1]

    @property
    def picked(self) -> Picks:
        """What has been picked so far; it goes stale by itself when the position changes."""
        if self._picked and not any(path[: len(self._picked)] == self._picked for path in self.paths):
            self._picked = ()
        return self._picked

    @property
    def choices(self) -> list[str]:
        """What can be picked next."""
        made = self.picked
        step = len(made)
        return list(dict.fromkeys(path[step] for path in self.paths if path[:step] == made and len(path) > step))

    @property
    def menu(self) -> Menu:
        """What is listed now."""
        mirror = self.mirror
        asked = self.asking
        made, choices = (self.picked, self.choices) if asked else ((), [])
        position = self._shown
        shown = menu(position, mirror.seat, mirror.names, choices, made, asked=asked)
        key = (id(mirror.position), made, asked)
        if self._menu_of != key:
            self._menu_of = key
            able = [n for n, entry in enumerate(shown.entries) if entry.open]
            self._cursor = able[0] if able else 0
            if asked and position.phase == "window" and able:
                self._cursor = able[-1]
        self._cursor = max(0, min(self._cursor, len(shown.entries) - 1))
        return shown

    def _at(self, shown: Menu) -> Entry | None:
        return shown.entries[self._cursor] if shown.entries else None

    def take(self, token: str) -> None:
        """Picks this; a complete row of picks is played."""
        if self.mirror.asked is None:
            self.refuse(self._not_asked())
            return
        made = (*self.picked, token)
        if made in self.paths:
            self._picked = ()
            self.try_choice(self.paths[made])
        elif any(path[: len(made)] == made for path in self.paths):
            self._picked = made
        elif token.startswith("card:"):
            card, seat = token[5:], self.mirror.seat or 0
            self.refuse(self.mirror.why_not(stand_in(card, seat)) or f"{title(card)} has nobody to be played on now")
            return
        elif (typed := _typed(token)) is not None:
            self.try_text(typed)
            return
        else:
            return
        self._renew()

    def _not_asked(self) -> str:
        mirror = self.mirror
        if mirror.over:
            return "the game is over"
        if mirror.seat is None:
            return "you are watching: the seats play"
        names = listing([mirror.names[seat] for seat in mirror.waiting_for])
        return f"nothing is asked of you: waiting for {names}" if names else "nothing is asked of you yet"

    def _renew(self) -> None:
        self.repaint()
        self.post_message(self.Changed())

    def clicked(self, field: str) -> None:
        """A line of a list, or a place of the trail."""
        self.take(field)

    def action_key(self, key: str) -> None:
        """The line of that key."""
        entry = next((entry for entry in self.menu.entries if entry.key == key), None)
        if entry is None:
            self.refuse(f"there is no line {key} now" if self.asking else self._not_asked())
            return
        self._cursor = self.menu.entries.index(entry)
        self.take(entry.token)

    def action_step(self, by: int) -> None:
        """The cursor goes to another line."""
        if entries := self.menu.entries:
            self._cursor = (self._cursor + by) % len(entries)
            self._renew()

    def action_take(self) -> None:
        """The line under the cursor."""
        if (entry := self._at(self.menu)) is not None:
            self.take(entry.token)

    def action_decline(self, word: str) -> None:
        """The answer that does nothing."""
        self._picked = ()
        self.take(word)

    def action_back(self) -> None:
        """Gives up the last pick, or closes the prices."""
        if self._prices:
            self._prices = False
        else:
            self._picked = self.picked[:-1]
        self._renew()

    def action_prices(self) -> None:
        """Opens or closes the list of prices."""
        self._prices = not self._prices
        self._renew()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Each key where it means something."""
        asking, p = self.asking, self.mirror.position
        fighting = asking and p.phase in ("brawl", "show")
        if action == "decline":
            return bool(asking and (parameters[0],) in self.paths and not self.picked)
        if action == "key" and parameters[0] == "f":
            return asking and p.phase == "brawl"
        if action == "key" and parameters[0] == "n":
            return asking and p.phase == "show"
        if action == "until_turn":
            return not fighting and self.mirror.seat not in (None, p.turn)
        if action == "patience":
            return not fighting and self.mirror.seat is not None and (p.turn != self.mirror.seat or p.phase == "window")
        if action == "prices":
            return not (asking and p.phase in ("window", "show", "brawl")) and not self.picked
        if action == "take":
            return asking
        if action == "back":
            return bool(self.picked) or self._prices
        return True

    # -- following ---------------------------------------------------------------------------------------------

    def follow(self, moved: Moved) -> None:
        """A move in sight, other keys that mean something, and perhaps a pass of mine."""
        super().follow(moved)
        self._arm()

    def restart(self, past: Iterable[Event] | None = None) -> None:
        """Another position out of nowhere, or another moment of a replay."""
        self._rolled = None
        for event in past or ():
            self._remember(event)
        super().restart(past)
        self._arm()

    def _remember(self, event: Event) -> None:
        """The last roll."""
        if event.kind == "rolled":
            self._rolled = event.data["seat"], event.data["pips"]

    def on_board_changed(self) -> None:
        """Other keys may mean something now; the footer looks only then."""
        p: Position = self.mirror.position
        mine = p.turn == self.mirror.seat
        keys = (self.asking, p.phase if self.asking else p.phase == "window", mine, bool(self.picked), self._prices)
        if keys != self._keys and self.can_focus:
            self._keys = keys
            self.refresh_bindings()


def _typed(token: str) -> str | None:
    """The move that a pick stands for, to let the rules say why it is none."""
    what, _, name = token.partition(":")
    verb = {"place": "go", "fist": "show", "item": "sell"}.get(what)
    return f"{verb} {name}" if verb and name else what if not name else None
