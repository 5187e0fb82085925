"""The board of Nomadi."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Offset

from core.game import Event
from core.games.nomadi.haggle import prices, speaker
from core.games.nomadi.position import (
    ACCEPT,
    DECLINE,
    GIFT,
    HAGGLE,
    KEEP,
    MOVE,
    PLACE,
    Action,
    Answer,
    Counter,
    Held,
    Move,
    Offer,
    Place,
    Position,
)
from core.games.nomadi.telling import signed
from core.games.nomadi.trail import jumped
from core.shape import listing
from net.changes import Moved
from tui.bargains import Haggled
from tui.boards.board import Frame, Sheet, SheetLine, seat_letter
from tui.boards.canvas import Canvas
from tui.boards.grid import GridBoard, Picks
from tui.boards.history import History
from tui.boards.lattice import Lattice
from tui.boards.nomadi_beside import Beside, Card, Haggling
from tui.boards.nomadi_desert import Desert, Layout, Marks, lay_out
from tui.boards.nomadi_scene import Scene, frames, still
from tui.boards.nomadi_words import caption, story, terms
from tui.boards.sight import Sight

DIE, PRICE = "die:", "price:"
"""Before the number of a die, and before a step of the price, in what can be picked or clicked."""


class NomadiBoard(GridBoard[Scene]):
    """The desert, the caravan, the dice, and a card that is haggled over."""

    PATIENCE = 1000
    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "nomadi--sand",
        "nomadi--start",
        "nomadi--goal",
        "nomadi--water",
        "nomadi--rock",
        "nomadi--chasm",
        "nomadi--card",
        "nomadi--card-water",
        "nomadi--card-open",
        "nomadi--card-bad",
        "nomadi--die",
        "nomadi--lit",
        "nomadi--cursor",
        "nomadi--here",
        "nomadi--page",
        *(f"nomadi--dim-{number}" for number in range(1, 7)),
    }
    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(str(n), f"die({n})", "die", show=False) for n in range(2, 7)),
        Binding("1", "die(1)", "die", key_display="1-6", tooltip="Pick a die; the stones that can use it light up"),
        Binding("enter,space", "pick", "pick", tooltip="Pick what is under the cursor; a click does the same"),
        Binding("enter,space", "say", "say it", tooltip="Say the price that stands there; arrows change it"),
        Binding("a", "answer('accept')", "accept", tooltip="Take what was proposed"),
        Binding("d", "answer('decline')", "decline", tooltip="Leave the card to the finder, for good"),
        Binding("d", "answer('keep')", "keep it", tooltip="Break off and keep the card"),
    ]

    def __init__(self, mirror: Sight) -> None:
        self._price: int | None = None
        self._origins: list[list[str]] = []
        super().__init__(mirror)
        self._forget()

    # -- picture -----------------------------------------------------------------------------------------------

    @property
    def layout_now(self) -> Layout:
        """Where things are at the present size."""
        board = self.scene.board
        return lay_out(self.size.width, self.size.height, board.width, board.height)

    @property
    def lattice(self) -> Lattice:
        """Where the fields are."""
        return self.layout_now.lattice

    def still(self, position: Position) -> Scene:
        """A position at rest."""
        return still(position)

    def frames(self, moved: Moved) -> Iterable[Frame[Scene]]:
        """Dice that roll, stones that jump, coins that fly, cards turned over at the end."""
        return frames(moved)

    def draw(self, canvas: Canvas, scene: Scene) -> None:
        """The desert, then what stands beside and below it."""
        layout, marks = self.layout_now, self._marks()
        Desert(canvas, layout, self.glyphs).draw(scene, marks)
        beside = Beside(canvas, layout, self.glyphs, self.mirror.names)
        beside.below(scene, marks, self._haggling(scene))
        if scene.haggle is None or not layout.large:
            beside.cards(self._cards(scene))
        if scene.haggle is None:
            beside.progress(scene)
        beside.reckoning(scene)

    def _marks(self) -> Marks:
        p: Position = self.mirror.position
        if self.playing or not self.can_focus:
            return Marks(open=self._open(p))
        picked = self.picked
        die = _die(picked[0]) if picked and p.phase == MOVE else None
        stone = picked[1] if len(picked) > 1 else ""
        haggling = p.phase == HAGGLE
        return Marks(
            cursor="" if haggling and self.asking else self.cursor,
            die=die,
            picked=stone,
            choices=() if p.phase == MOVE and not picked else self.choices,
            over=self._over(p, die, stone) if die is not None and stone else (),
            yours=self.asking and not haggling,
            open=self._open(p),
        )

    def _open(self, p: Position) -> dict[str, str]:
        """What the cards on the desert are worth, for who has no seat and sees them all."""
        if self.mirror.seat is not None:
            return {}
        values = zip(p.board.shown(p.lying), p.values, strict=False)
        return {name: signed(value) for name, value in values if value is not None}

    def _over(self, p: Position, die: int, stone: str) -> list[str]:
        """The stones that a landing under the cursor would pass."""
        source, target = p.board.field(stone), p.board.field(self.cursor)
        if source is None or target is None or self.cursor not in self.choices:
            return []
        return [p.board.names[bit] for bit in jumped(p.board, p.caravan, Move(die, source, target)) or ()]

    def _haggling(self, scene: Scene) -> Haggling | None:
        h = scene.haggle
        if h is None:
            return None
        where = scene.board.names[h.field]
        if not self.asking or speaker(h) != self.mirror.seat:
            other = self.mirror.names[speaker(h)]
            return Haggling(h, self.mirror.seat, where, None, "" if self.playing else f"{other} thinks about it.")
        if self.pricing:
            return Haggling(h, self.mirror.seat, where, None, "")
        says = self._says()
        return Haggling(h, self.mirror.seat, where, self.price if says else None, self._haggle_keys())

    def _haggle_keys(self) -> str:
        """The keys that mean something in this haggle now."""
        answers = self.mirror.answers()
        words = ["arrows price", f"enter {self._says()}"] if self._says() else []
        words += [f"{key} {word}" for key, word in (("a", "accept"), ("d", "decline")) if Answer(word) in answers]
        return "   ".join(words + ["d keep it"] * (KEEP in answers))

    def _cards(self, scene: Scene) -> list[Card] | None:
        seat = self.mirror.seat
        if seat is None:
            return None
        origins = self._origins[seat] + [""] * len(scene.held[seat])
        return [Card(card.value, origin) for card, origin in zip(scene.held[seat], origins, strict=False)]

    def spot(self, origin: str) -> Offset:
        """Where a field is; the dice for what comes from nowhere."""
        if origin and self.lattice.has(origin):
            return Offset(*self.lattice.corner(origin))
        return Offset(1, self.layout_now.below + 1)

    def hues(self) -> tuple[int, ...]:
        """Blue, yellow, red, green, and violet for black, which a dark screen cannot show."""
        return (2, 4, 1, 3, 5, 6)

    # -- words -------------------------------------------------------------------------------------------------

    def heading(self, scene: Scene) -> str:
        """Whose turn it is."""
        if self.mirror.over and not self.playing:
            return "the end"
        whose = "your turn" if scene.turn == self.mirror.seat else f"{self.mirror.names[scene.turn]}'s turn"
        return f"placing stones, {whose}" if scene.phase == PLACE else whose

    def haggled(self, position: Position) -> Haggled | None:
        """The card that was found, and to its finder what it is worth."""
        h = position.haggle
        if h is None:
            return None
        secret = "" if h.value is None or h.seller != self.mirror.seat else f"you alone see: {signed(h.value)}"
        return Haggled(h.seller, h.buyer, f"the card from {position.board.names[h.field]}", secret)

    def sheet(self, scene: Scene) -> Sheet:
        """Coins and the backs of cards; at the end, what those are worth."""
        lines = []
        for seat, held in enumerate(scene.held):
            count = self._before(held)
            if self.mirror.over and not self.playing:
                values = sum(card.value or 0 for card in held)
                lines.append(SheetLine((scene.coins[seat], values), scene.coins[seat] + values, count))
            else:
                lines.append(SheetLine((), scene.coins[seat], count, lit=seat in scene.gaining))
        if self.mirror.over and not self.playing:
            return Sheet(("coin", "card"), tuple(lines))
        return Sheet((), tuple(lines), "coins")

    def _before(self, held: Sequence[Held]) -> Content:
        """The backs of the cards before a seat; for who sees them all, what they are worth."""
        if self.mirror.seat is None and held and all(card.value is not None for card in held):
            return Content.styled(" ".join(signed(card.value or 0) for card in held), "$serai-ember")
        backs = Content.styled(self.glyphs.back * len(held), "$serai-ember")
        return Content.assemble(backs, f" {len(held)}" if len(held) > 5 else "")

    def caption(self, event: Event) -> str:
        """Moves are told short."""
        return caption(event, self.mirror.names) or super().caption(event)

    def story(self, history: History) -> list[str]:
        """Bargains, sales, and who led."""
        return story(history)

    def question(self) -> str:
        """What is to be picked, or said."""
        p: Position = self.mirror.position
        if p.phase == PLACE:
            left = p.unplaced[p.turn]
            return (
                f"Put a stone on any free field of the start, {left} left" if left > 1 else "Put down your last stone"
            )
        if p.phase == HAGGLE and p.haggle is not None:
            return self._haggle_question(p)
        picked = self.picked
        if not picked:
            return f"Pick a die: {listing(sorted(set(p.dice)), 'or')}"
        if len(picked) == 1:
            return f"A {_die(picked[0])}: pick a stone that can use it"
        die, passing = _die(picked[0]), _die(picked[0]) - 1
        how = "next to it" if die == 1 else f"behind {passing} stone{'s' * (passing > 1)}"
        return f"{picked[1]} with a {die}: pick where it lands, {how}"

    def _haggle_question(self, p: Position) -> str:
        h = p.haggle
        assert h is not None
        if h.price is None:
            if p.haggling == GIFT:
                return f"Enter offers {self.mirror.names[h.buyer]} the card"
            return f"Name a price with the arrows; enter offers the card to {self.mirror.names[h.buyer]}"
        accepts = "a accepts, " if ACCEPT in self.mirror.answers() else ""
        no = "d declines" if h.by == h.seller else "d keeps the card"
        what = terms(h, h.price, self.mirror.names, self.mirror.seat)
        return f"{self.mirror.names[h.by or 0]} says: {what}; {accepts}{no}"

    # -- picking -----------------------------------------------------------------------------------------------

    def picks(self, action: Action) -> Picks:
        """A die, a stone and a landing; or a field to place on."""
        names = self.mirror.position.board.names
        if isinstance(action, Move):
            return f"{DIE}{action.die}", names[action.source], names[action.target]
        return (names[action.field],) if isinstance(action, Place) else ()

    @property
    def picked(self) -> Picks:
        """What has been picked; where all unused dice are alike, one of them is picked by itself."""
        made = super().picked
        if not made and not self.playing:
            dice = {path[0] for path in self.paths if len(path) == 3}
            if len(dice) == 1:
                return tuple(dice)
        return made

    def take(self, token: str) -> None:
        """A die or a field; with no die picked, the stone tells which dice there are for it."""
        if token.startswith(PRICE):
            self._bid(int(token.removeprefix(PRICE)))
            return
        if not token.startswith(DIE) and not self.picked:
            dice = sorted({path[0] for path in self.paths if len(path) == 3 and path[1] == token})
            if len(dice) == 1:
                super().take(dice[0])
        super().take(token)

    def why_not(self, picks: Picks) -> str:
        """The rule against what was picked last."""
        p: Position = self.mirror.position
        last = picks[-1]
        if last.startswith(DIE):
            die = _die(last)
            return f"no unused die shows a {die}" if die not in p.dice else f"no stone can use a {die} now"
        bit = p.board.field(last)
        if bit is None:
            return "that cannot be picked now"
        if p.phase == PLACE:
            return self.mirror.why_not(Place(bit)) or ""
        if p.phase == HAGGLE:
            return "first the card that was found is haggled over"
        if not picks[0].startswith(DIE):
            return self._which_die(p, last)
        if len(picks) == 2:
            return self._no_use(p, _die(picks[0]), bit)
        source = p.board.field(picks[1])
        assert source is not None
        return self.mirror.why_not(Move(_die(picks[0]), source, bit)) or ""

    def _which_die(self, p: Position, stone: str) -> str:
        if stone not in self.scene.stones:
            return f"pick a die first: {listing(sorted(set(p.dice)), 'or')}"
        dice = sorted({_die(path[0]) for path in self.paths if len(path) == 3 and path[1] == stone})
        return (
            f"pick a die first: {listing(dice, 'or')} moves {stone}" if dice else f"no die moves the stone on {stone}"
        )

    def _no_use(self, p: Position, die: int, bit: int) -> str:
        """Why a stone cannot use a die."""
        why = self.mirror.why_not(Move(die, bit, bit)) or ""
        if "taken" not in why:
            return why
        stride, caravan = p.board.stride, p.caravan
        if caravan << 1 & caravan >> 1 & caravan << stride & caravan >> stride & 1 << bit:
            return f"the stone on {p.board.names[bit]} has no free side: there are stones all round it"
        return f"a {die} leads {p.board.names[bit]} nowhere: jumps need unbroken rows, and the caravan stays together"

    def action_die(self, die: int) -> None:
        """Picks a die."""
        self.take(f"{DIE}{die}")

    # -- haggling ----------------------------------------------------------------------------------------------

    def _says(self) -> str:
        """`offer` or `counter`, if I may name a price now."""
        h = self.mirror.position.haggle
        if h is None or not self.asking or speaker(h) != self.mirror.seat:
            return ""
        kind = Offer if self.mirror.seat == h.seller else Counter
        if any(isinstance(action, kind) for action in self.mirror.answers()):
            return "offer" if kind is Offer else "counter"
        return ""

    @property
    def price(self) -> int:
        """The price I would name: at first the one that stands, or 2."""
        p: Position = self.mirror.position
        assert p.haggle is not None
        allowed = prices(p, p.haggle)
        wanted = self._price
        if wanted is None:
            wanted = 2 if p.haggle.price is None else p.haggle.price
        return max(allowed[0], min(allowed[-1], wanted))

    def _bid(self, by: int) -> None:
        if self._says():
            self._price = self.price + by
            self._price = self.price
            self.repaint()

    def action_steer(self, right: int, down: int) -> None:
        """The cursor goes a field further; in a haggle the price goes up or down."""
        if self._says():
            self._bid(right - down)
        else:
            super().action_steer(right, down)

    def action_say(self) -> None:
        """Names the price."""
        self.try_choice(Offer(self.price) if self._says() == "offer" else Counter(self.price))

    def action_answer(self, word: str) -> None:
        """Accepts, declines, or keeps the card."""
        self.try_choice({"accept": ACCEPT, "decline": DECLINE, "keep": KEEP}[word])

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Each key where it means something."""
        if action in ("say", "pick") and self.asking and self.mirror.position.phase == HAGGLE:
            return action == "say" and bool(self._says())
        if action == "say":
            return False
        if action == "answer":
            return self.asking and Answer(str(parameters[0])) in self.mirror.answers()
        if action == "die":
            return self.asking and self.mirror.position.phase == MOVE
        return super().check_action(action, parameters)

    # -- following ---------------------------------------------------------------------------------------------

    def _forget(self) -> None:
        """Of the cards that are held already, nobody knows where they came from."""
        self._origins = [[""] * len(held) for held in self.mirror.position.held]

    def restart(self, past: Iterable[Event] | None = None) -> None:
        """Another game, one joined under way, or another moment of a replay."""
        self._forget()
        if past is not None:
            self._origins = [[] for _ in self._origins]
            for event in past:
                self._remember(event)
        super().restart(past)

    def follow(self, moved: Moved) -> None:
        """Remembers where cards came from."""
        self._price = None
        for event in moved.events:
            self._remember(event)
        super().follow(moved)

    def _remember(self, event: Event) -> None:
        data = event.data
        if event.kind == "found" and data["owner"] == data["seat"]:
            self._origins[data["seat"]].append(data["field"])
        elif event.kind == "sold":
            price = data["price"]
            paid = f" {price}" if price else ""
            self._origins[data["buyer"]].append(f"{data['field']} {seat_letter(data['seller'])}{paid}")
        elif event.kind in ("declined", "kept"):
            self._origins[data["seller"]].append(data["field"])


def _die(token: str) -> int:
    return int(token.removeprefix(DIE))
