"""A few cells on their way over the screen: what was won flies to whom it belongs."""

from __future__ import annotations

from textual.content import Content
from textual.css.scalar import ScalarOffset
from textual.geometry import Offset
from textual.widgets import Static

from tui.boards.board import Flight, seat_class
from tui.widgets.people import PeoplePanel

SECONDS = 0.6


class Flying(Static):
    """Flies once from one place of the screen to another, and is gone."""

    DEFAULT_CSS = "Flying { width: auto; height: 1; layer: flight; position: absolute; }"

    def __init__(self, content: Content, start: Offset, end: Offset) -> None:
        super().__init__(content)
        self._end = ScalarOffset.from_offset(end)
        self.styles.offset = (start.x, start.y)

    @classmethod
    def to_seat(cls, flight: Flight, start: Offset, people: PeoplePanel) -> Flying:
        """What leaves the board there for a seat in the panel of people."""
        style = f"$background on ${seat_class(flight.seat)} bold"
        return cls(Content.styled(f" {flight.label} ", style), start, people.spot(flight.seat))

    def on_mount(self) -> None:
        """Off it goes."""
        self.styles.animate(
            "offset",
            self._end,  # type: ignore[arg-type]  # a scalar offset is what it wants, whatever its annotation says
            duration=SECONDS,
            easing="in_out_cubic",
            on_complete=self.remove,
            level="full",
        )
