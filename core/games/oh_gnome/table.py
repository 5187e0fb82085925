"""The table while a step is carried out: a position that can be written on, and the events so far."""

from __future__ import annotations

from core.game import Event, Json, Moved
from core.games.oh_gnome import gems
from core.games.oh_gnome.position import Card, Frame, Hand, Position, Seat


class Table:
    """A position being changed. `freeze` gives the new position; the old one stays as it is."""

    __slots__ = ("deck", "discard", "events", "met", "phase", "seats", "sold", "stack", "turn")

    def __init__(self, p: Position) -> None:
        self.turn, self.phase, seats, self.deck, self.discard, self.met, stack, self.sold = p
        self.seats: list[Seat] = list(seats)
        self.stack: list[Frame] = list(stack)
        self.events: list[Event] = []

    def freeze(self) -> Moved[Position]:
        """The position now and what happened."""
        return (
            Position(
                self.turn,
                self.phase,
                tuple(self.seats),
                self.deck,
                self.discard,
                self.met,
                tuple(self.stack),
                self.sold,
            ),
            tuple(self.events),
        )

    def note(self, kind: str, **data: Json) -> None:
        """A public event."""
        self.events.append(Event(kind, data))

    def whisper(self, kind: str, seat: int, **data: Json) -> None:
        """An event for one seat alone."""
        self.events.append(Event(kind, {"seat": seat, **data}, frozenset((seat,))))

    # -- one seat ----------------------------------------------------------------------------------------------

    def put(self, number: int, place: str) -> None:
        """Stands the gnome there."""
        _, purse, hand, tabled, brawl, misses, cottage = self.seats[number]
        self.seats[number] = Seat(place, purse, hand, tabled, brawl, misses, cottage)

    def give(self, number: int, hand: Hand) -> None:
        """The seat's new hand."""
        at, purse, _, tabled, brawl, misses, place = self.seats[number]
        self.seats[number] = Seat(at, purse, hand, tabled, brawl, misses, place)

    def fill(self, number: int, purse: gems.Purse) -> None:
        """The seat's new purse."""
        at, _, hand, tabled, brawl, misses, place = self.seats[number]
        self.seats[number] = Seat(at, purse, hand, tabled, brawl, misses, place)

    def lay(self, number: int, tabled: tuple[str, ...]) -> None:
        """What now lies before the seat."""
        at, purse, hand, _, brawl, misses, place = self.seats[number]
        self.seats[number] = Seat(at, purse, hand, tabled, brawl, misses, place)

    # -- cards -------------------------------------------------------------------------------------------------

    def from_hand(self, number: int, card: str) -> str:
        """Takes a card out of a hand; one that is not seen there was one of the unknown ones."""
        hand = self.seats[number].hand
        at = hand.index(card if card in hand else None)
        self.give(number, hand[:at] + hand[at + 1 :])
        return card

    def from_table(self, number: int, item: str) -> str:
        """Takes an item from before a seat."""
        tabled = self.seats[number].tabled
        at = tabled.index(item)
        self.lay(number, tabled[:at] + tabled[at + 1 :])
        return item

    def throw(self, *cards: Card) -> None:
        """Cards onto the discard pile, in this order (ruling 7)."""
        self.discard += cards

    # -- gems --------------------------------------------------------------------------------------------------

    def collect(self, number: int, amount: int, why: str) -> None:
        """Gems from the mine, in the largest denominations (ruling 9)."""
        if amount:
            self.fill(number, gems.collect(self.seats[number].purse, amount))
            self.note("gems", payer=None, taker=number, amount=amount, why=why)

    def pay(self, number: int, amount: int, why: str, taker: int | None = None) -> None:
        """Gems from a seat to another, or to the mine: what it can give (ruling 9)."""
        purse, paid = gems.pay(self.seats[number].purse, amount)
        if not paid:
            return
        self.fill(number, purse)
        if taker is not None:
            self.fill(taker, gems.collect(self.seats[taker].purse, paid))
        self.note("gems", payer=number, taker=taker, amount=paid, why=why)
