"""The board of Om Nom Nom."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Offset

from core.game import Event
from core.games.om_nom_nom.position import ANIMALS, ROUNDS, WORTH, Position
from net.changes import Moved
from tui.boards.board import Board, Frame, Sheet, SheetLine, seat_class, seat_letter
from tui.boards.canvas import Canvas
from tui.boards.history import History
from tui.boards.om_nom_nom_picture import Hand, Picture, lay_out
from tui.boards.om_nom_nom_scene import TRICKS, Pile, Scene, frames, still
from tui.boards.om_nom_nom_story import caption, story
from tui.boards.sight import Sight


class OmNomNomBoard(Board[Scene]):
    """Three food chains, the cards on the table, and my hand."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "om--creature",
        "om--hunter",
        "om--black",
        "om--red",
        "om--back",
        "om--card",
        "om--chosen",
        "om--chosen-word",
    }
    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(str(n), f"pick({n - 1})", "card", show=False) for n in range(1, TRICKS + 1)),
        Binding("left,h,up,k", "step(-1)", "card before", show=False, tooltip="The card before"),
        Binding("right,l,down,j", "step(1)", "card after", show=False, tooltip="The card after"),
        Binding("space", "take", show=False),
        Binding(
            "enter",
            "take",
            "choose",
            key_display="1-6 enter",
            tooltip="Put the card under the cursor face down; 1 to 6 do it at once",
        ),
    ]

    def __init__(self, mirror: Sight) -> None:
        self._cursor = 0
        super().__init__(mirror)

    # -- picture -----------------------------------------------------------------------------------------------

    def still(self, position: Position) -> Scene:
        """A position at rest."""
        return still(position)

    def frames(self, moved: Moved) -> Iterable[Frame[Scene]]:
        """Dice piling up, cards turned over, board after board."""
        return frames(moved)

    def draw(self, canvas: Canvas, scene: Scene) -> None:
        """Food chains on top, then the table, then my hand."""
        picture = Picture(canvas, lay_out(canvas.width, canvas.height), self.glyphs)
        mirror = self.mirror
        picture.chains(scene)
        picture.table(scene, mirror.names, frozenset() if self.playing else mirror.chosen_by)
        asked = not self.playing and mirror.asked is not None and not mirror.closed
        chosen = None if self.playing else mirror.choice
        cursor = int(self.hint.removeprefix("card:")) if self.hint else self.cursor if self.can_focus else None
        picture.hand(scene, Hand(mirror.seat, cursor, chosen, asked and chosen is None))

    def spot(self, origin: str) -> Offset:
        """Where the dice of a face lie."""
        canvas = Canvas(0, 0)
        return Picture(canvas, lay_out(self.size.width, self.size.height), self.glyphs).spot(origin)

    # -- words -------------------------------------------------------------------------------------------------

    def heading(self, scene: Scene) -> str:
        """Round and trick."""
        between = f" {self.glyphs.between} "
        trick = f"trick {scene.trick} of {TRICKS}" if scene.rolled else "the dice roll"
        return f"round {scene.round} of {ROUNDS}" + ("" if self.mirror.over and not self.playing else between + trick)

    def story(self, history: History) -> list[str]:
        """The best catch, the worst loss, and who led."""
        return story(history)

    def caption(self, event: Event) -> str:
        """Hunts of many are told short."""
        return caption(event, self.mirror.names) or super().caption(event)

    def question(self) -> str:
        """A card, always."""
        return "Choose a card"

    def sealed(self, action: Any) -> str:
        """Only I can see which card it is."""
        return f"{ANIMALS[action].capitalize()} is face down on the table"

    def sheet(self, scene: Scene) -> Sheet:
        """A column a round; the running one counts what lies before each seat."""
        lines = []
        for seat, (rounds, pile) in enumerate(zip(scene.rounds, scene.piles, strict=True)):
            running = len(rounds) if len(rounds) < ROUNDS else None
            columns = [*rounds, *([] if running is None else [pile.points])]
            padding = [None] * (ROUNDS - len(columns))
            total = sum(rounds) + pile.points
            lines.append(SheetLine((*columns, *padding), total, self._pieces(pile), running, seat in scene.fed))
        return Sheet(tuple(str(number) for number in range(1, ROUNDS + 1)), tuple(lines))

    def _pieces(self, pile: Pile) -> Content:
        """Cards as their owners' letters, dice as dice; dice are counted where there are many."""
        parts: list[str | tuple[str, str]] = [
            (seat_letter(owner), f"$background on ${seat_class(owner)}") for owner in pile.cards
        ]
        black = sum(count for count, worth in zip(pile.dice, WORTH, strict=True) if worth == 1)
        red = sum(pile.dice) - black
        wide = len(pile.cards) + 2 + black + red > 20
        for glyph, count, style in (
            (self.glyphs.black_die, black, "$foreground"),
            (self.glyphs.red_die, red, "$serai-ember"),
        ):
            if count:
                parts += [" ", (f"{count}{glyph}" if wide else glyph * count, style)]
        return Content.assemble(*parts)

    # -- hands -------------------------------------------------------------------------------------------------

    @property
    def cursor(self) -> int:
        """The animal under the cursor: always one that is still in my hand, if there is any."""
        hand = 0 if self.mirror.seat is None else self.scene.hands[self.mirror.seat]
        if hand and not hand >> self._cursor & 1:
            self._cursor = next(a for a in sorted(range(len(ANIMALS)), key=self._distance) if hand >> a & 1)
        return self._cursor

    def _distance(self, animal: int) -> int:
        return abs(animal - self._cursor)

    def clicked(self, field: str) -> None:
        """A card of my hand."""
        self.action_pick(int(field.removeprefix("card:")))

    def action_pick(self, animal: int) -> None:
        """Chooses the card of that number."""
        if self.mirror.seat is not None and self.scene.hands[self.mirror.seat] >> animal & 1:
            self._cursor = animal
        self.try_choice(animal)
        self.repaint()

    def action_step(self, by: int) -> None:
        """Moves the cursor to the next card that is left."""
        if self.mirror.seat is None or not (hand := self.scene.hands[self.mirror.seat]):
            return
        left = [animal for animal in range(len(ANIMALS)) if hand >> animal & 1]
        self._cursor = left[(left.index(self.cursor) + by) % len(left)]
        self.repaint()

    def action_take(self) -> None:
        """Chooses the card under the cursor."""
        self.try_choice(self.cursor)
