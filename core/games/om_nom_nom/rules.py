"""The rules of Om Nom Nom, on the one interface."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.game import (
    NOTHING,
    Ask,
    Asks,
    BadOptions,
    BadOutcome,
    Bot,
    Chance,
    Due,
    Event,
    Game,
    Json,
    Moved,
    Option,
    Over,
    Result,
    Unreadable,
)
from core.games.om_nom_nom import greedy, notation
from core.games.om_nom_nom.hunt import Hunt, resolve
from core.games.om_nom_nom.position import (
    ANIMALS,
    BOARDS,
    DICE,
    FACES,
    FULL,
    HANDS,
    NO_DICE,
    ROUNDS,
    Animal,
    Card,
    Dice,
    Position,
    Seat,
)
from core.shape import listing
from core.stream import Stream

_NUMBER = {name: number for number, name in enumerate(ANIMALS)}
_ASKS = tuple(Ask(seat, "card", sealed=True) for seat in range(6))
_ROLL = Chance("dice", detail={"count": DICE})
_OVER = Over()


class OmNomNom(Game[Position, Animal]):
    """Three rounds of six tricks; an action is the animal that a seat plays."""

    key = "om-nom-nom"
    title = "Om Nom Nom"
    blurb = "Choose a hunter in secret and hope that nobody chose the one above it."
    min_seats = 1
    max_seats = 6

    def options(self) -> tuple[Option, ...]:
        """One: the imaginary opponents, of which only solo has a choice (ruling 7)."""
        return (
            Option(
                "imaginary",
                None,
                (None, 0, 1, 2, 3),
                "imaginary opponents: 2 or 3 alone (2 unless said), always 1 with two players, none with more",
            ),
        )

    def start(self, seats: int, options: Mapping[str, Json] = NOTHING) -> Position:
        """Hands full, nothing rolled. Raises `BadOptions`."""
        if not self.min_seats <= seats <= self.max_seats:
            raise BadOptions(f"Om Nom Nom is for 1 to 6 players, not {seats}")
        if unknown := options.keys() - {"imaginary"}:
            raise BadOptions(f"Om Nom Nom has no option {min(unknown)!r}")
        allowed = notation.imaginary(seats)
        wanted = options.get("imaginary")
        if wanted is None:
            wanted = allowed[0]
        if type(wanted) is not int or wanted not in allowed:
            players, fitting = f"{seats} player{'s' * (seats > 1)}", listing(allowed, "or")
            raise BadOptions(f"with {players} there are {fitting} imaginary opponents, not {wanted!r}")
        places = tuple(Seat(imaginary=number >= seats) for number in range(seats + wanted))
        return Position(1, "chance", NO_DICE, places)

    def due(self, p: Position) -> Due:
        """Dice, then six times a card from everybody who has one, then the imaginary opponents' cards."""
        if p.due == "choice":
            return Asks(tuple([_ASKS[n] for n, seat in enumerate(p.seats) if seat.hand and not seat.imaginary]))
        if p.due == "nothing":
            return _OVER
        if p.chosen is None:
            return _ROLL
        return Chance("imaginary", detail={"seats": self._drawing(p)})

    def _drawing(self, p: Position) -> list[int]:
        return [n for n, seat in enumerate(p.seats) if seat.imaginary and seat.hand]

    def answers(self, p: Position, seat: int) -> Sequence[Animal]:
        """The cards in the hand of a seat that owes one."""
        holder = p.seats[seat]
        return () if p.due != "choice" or holder.imaginary else HANDS[holder.hand]

    def check(self, p: Position, seat: int, action: Animal) -> str | None:
        """A card must be in the hand."""
        if p.due != "choice" or not 0 <= seat < p.players:
            return "no card is asked of this seat now"
        if not p.seats[seat].hand >> action & 1:
            return f"the {ANIMALS[action]} is not in this hand any more: each card is played once a round"
        return None

    # -- steps -------------------------------------------------------------------------------------------------

    def play(self, p: Position, choices: Mapping[int, Animal]) -> Moved[Position]:
        """All players have chosen: turn the cards over, or wait for the imaginary opponents' first."""
        chosen = tuple(sorted(choices.items()))
        if len(p.seats) > p.players and self._drawing(p):
            return p._replace(due="chance", chosen=chosen), ()
        return self._trick(p, chosen)

    def chance(self, p: Position, outcome: Json) -> Moved[Position]:
        """The dice of a round, or one card of each imaginary opponent."""
        if p.chosen is None:
            dice = notation.dice_outcome(outcome)
            event = Event("rolled", {"round": p.round, "dice": notation.counts(dice)})
            return self._ask(p._replace(dice=dice)), (event,)
        drawing = self._drawing(p)
        if not isinstance(outcome, list | tuple) or len(outcome) != len(drawing):
            raise BadOutcome(f"one animal for each of the seats {drawing} is needed")
        plays = dict(p.chosen)
        for number, name in zip(drawing, outcome, strict=True):
            animal = _NUMBER.get(name) if isinstance(name, str) else None
            if animal is None or not p.seats[number].hand >> animal & 1:
                raise BadOutcome(f"seat {number} has no card {name!r} left")
            plays[number] = animal
        return self._trick(p, tuple(sorted(plays.items())))

    def draw(self, p: Position, stream: Stream) -> Json:
        """Fifteen faces, or a random remaining card a drawing seat."""
        if p.chosen is None:
            return [FACES[stream.below(len(FACES))] for _ in range(DICE)]
        return [ANIMALS[stream.choice(HANDS[p.seats[n].hand])] for n in self._drawing(p)]

    def _trick(self, p: Position, plays: tuple[tuple[int, Animal], ...]) -> Moved[Position]:
        seats = list(p.seats)
        dice = list(p.dice)
        discard = p.discard
        for number, animal in plays:
            seat = seats[number]
            seats[number] = Seat(seat.hand & ~(1 << animal), seat.cards, seat.dice, seat.rounds, seat.imaginary)
        events = [Event("revealed", {"cards": {str(number): ANIMALS[animal] for number, animal in plays}})]
        for hunt in resolve(plays, p.dice):
            for number, prey, count in zip(hunt.hunters, hunt.cards, hunt.dice, strict=True):
                seats[number] = _feed(seats[number], Card(hunt.predator, number), prey, hunt.face, count)
                dice[hunt.face] -= count
            discard += hunt.discarded
            events.append(Event("hunt", notation.hunt(hunt)))
        after = Position(p.round, "choice", tuple(dice), tuple(seats), discard, None)
        if any(seat.hand for seat in seats):
            return self._ask(after), tuple(events)
        return self._close(after, events)

    def _ask(self, p: Position) -> Position:
        """Waits for the players; where only imaginary opponents have cards left, for those at once."""
        if any(seat.hand and not seat.imaginary for seat in p.seats):
            return p._replace(due="choice", chosen=None)
        return p._replace(due="chance", chosen=())

    def _close(self, p: Position, events: list[Event]) -> Moved[Position]:
        """All hands are empty: score the round (ruling 5), and everything returns."""
        points = [seat.points() for seat in p.seats]
        seats = tuple(
            Seat(FULL, (), NO_DICE, (*seat.rounds, score), seat.imaginary)
            for seat, score in zip(p.seats, points, strict=True)
        )
        events.append(Event("scored", {"round": p.round, "scores": points}))
        if p.round < ROUNDS:
            return Position(p.round + 1, "chance", NO_DICE, seats), tuple(events)
        end = Position(p.round, "nothing", NO_DICE, seats)
        events.append(Event("over", self.result(end).to_json()))
        return end, tuple(events)

    # -- the end -----------------------------------------------------------------------------------------------

    def result(self, p: Position) -> Result:
        """The highest total wins, then the best single round, then they share (ruling 6)."""
        ranks = [(sum(seat.rounds), max(seat.rounds)) for seat in p.seats]
        best = max(ranks)
        winners = tuple(number for number, rank in enumerate(ranks) if rank == best)
        return Result(tuple(total for total, _ in ranks), winners, {"rounds": [list(seat.rounds) for seat in p.seats]})

    def scores(self, p: Position) -> tuple[int | None, ...]:
        """Finished rounds and what lies before each seat now."""
        return tuple(sum(seat.rounds) + seat.points() for seat in p.seats)

    # -- text --------------------------------------------------------------------------------------------------

    def parse(self, p: Position, text: str) -> Animal:  # noqa: ARG002
        """The animal of that name. Raises `Unreadable`."""
        animal = _NUMBER.get(text)
        if animal is None:
            raise Unreadable(f"{text!r} is no animal card; there are {', '.join(ANIMALS)}")
        return animal

    def format(self, p: Position, action: Animal) -> str:  # noqa: ARG002
        """The animal's name."""
        return ANIMALS[action]

    def dump(self, p: Position) -> dict[str, Json]:
        """The position as JSON."""
        return notation.dump(p)

    def load(self, data: Mapping[str, Json]) -> Position:
        """A position from JSON; a round that has nothing left to ask goes on at once. Raises `BadPosition`."""
        p = notation.load(data)
        if p.due == "choice":
            return self._ask(p) if any(seat.hand for seat in p.seats) else self._close(p, [])[0]
        return p

    def tell(self, event: Event, names: Sequence[str]) -> str:
        """One sentence."""
        return notation.tell(event, names)

    def chapter(self, p: Position, names: Sequence[str]) -> str:  # noqa: ARG002
        """The rounds."""
        return "the end" if p.due == "nothing" else f"round {p.round}"

    def houses(self, p: Position) -> tuple[str, ...]:
        """The imaginary opponents' names."""
        return tuple(notation.IMAGINARY[: len(p.seats) - p.players])

    def bots(self) -> Mapping[str, Bot[Position, Animal]]:
        """`greedy` plays by expected points."""
        return {"greedy": greedy.choose}


def _feed(seat: Seat, own: Card, prey: tuple[Card, ...], face: int, count: int) -> Seat:
    """The seat with its predator put down before what it caught (ruling 2)."""
    dice: Dice = seat.dice
    if count:
        dice = (*dice[:face], dice[face] + count, *dice[face + 1 :])
    return Seat(seat.hand, (*seat.cards, own, *prey), dice, seat.rounds, seat.imaginary)


__all__ = ["BOARDS", "Hunt", "OmNomNom"]
