"""Text and JSON of Om Nom Nom: positions read and written, outcomes, events and the sentences for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.game import BadOutcome, BadPosition, Event, Json
from core.games.om_nom_nom.hunt import Hunt
from core.games.om_nom_nom.position import (
    ANIMALS,
    BOARDS,
    DICE,
    FACES,
    HANDS,
    ROUNDS,
    Animal,
    Card,
    Dice,
    Position,
    Seat,
)
from core.shape import Shape, listing

IMAGINARY = ("Nobody", "No One", "Not Me")
"""What the imaginary opponents are called at the table."""

_PLURALS = {"wolf": "wolves", "mouse": "mice"}
_shape = Shape(BadPosition)


def imaginary(players: int) -> tuple[int, ...]:
    """How many imaginary opponents there may be, the default first (ruling 7)."""
    return {1: (2, 3), 2: (1,)}.get(players, (0,))


def counts(dice: Dice) -> dict[str, int]:
    """Dice as JSON: faces without dice are left out."""
    return {name: count for name, count in zip(FACES, dice, strict=True) if count}


def _card(card: Card) -> dict[str, Json]:
    return {"animal": ANIMALS[card.animal], "owner": card.owner}


def dice_outcome(outcome: Json) -> Dice:
    """The dice of a list of fifteen face names. Raises `BadOutcome`."""
    if not isinstance(outcome, list | tuple) or len(outcome) != DICE:
        raise BadOutcome(f"a roll is a list of {DICE} faces")
    for name in outcome:
        if name not in FACES:
            raise BadOutcome(f"no die shows {name!r}; the faces are {', '.join(FACES)}")
    return tuple(outcome.count(name) for name in FACES)


# -- positions -------------------------------------------------------------------------------------------------------


def dump(p: Position) -> dict[str, Json]:
    """The position as JSON."""
    return {
        "game": "om-nom-nom",
        "options": {"imaginary": len(p.seats) - p.players},
        "round": p.round,
        "due": p.due,
        "dice": counts(p.dice),
        "seats": [
            {
                "hand": [ANIMALS[animal] for animal in HANDS[seat.hand]],
                "cards": [_card(card) for card in seat.cards],
                "dice": counts(seat.dice),
                "rounds": list(seat.rounds),
                "imaginary": seat.imaginary,
            }
            for seat in p.seats
        ],
        "discard": [_card(card) for card in p.discard],
        "chosen": None if p.chosen is None else {str(seat): ANIMALS[animal] for seat, animal in p.chosen},
    }


def load(data: Mapping[str, Json]) -> Position:
    """The position of that JSON. Raises `BadPosition` for one that is malformed or cannot come up."""
    top = _shape.keys(data, "the position", ("game", "options", "round", "due", "dice", "seats", "discard", "chosen"))
    due = _shape.one_of(top["due"], "due", ("choice", "chance", "nothing"))
    number = _shape.whole(top["round"], "round", 1, ROUNDS)
    raw = _shape.sequence(top["seats"], "seats", 1, 6)
    seats = tuple(_seat(value, f"seats[{index}]", len(raw)) for index, value in enumerate(raw))
    discard = tuple(
        _read_card(value, "discard", len(seats)) for value in _shape.sequence(top["discard"], "discard", 0, 36)
    )
    p = Position(number, due, _read_dice(top["dice"], "dice"), seats, discard, _chosen(top["chosen"], len(seats)))
    options = _shape.keys(top["options"], "options", (), ("imaginary",))
    _check_seats(p, options.get("imaginary"))
    _check_pieces(p)
    _check_moment(p)
    return p


def _seat(value: Json, where: str, seats: int) -> Seat:
    keys = _shape.keys(value, where, ("hand", "cards", "dice", "rounds", "imaginary"))
    hand = 0
    for name in _shape.sequence(keys["hand"], f"{where}.hand", 0, len(ANIMALS)):
        animal = _animal(name, f"{where}.hand")
        if hand >> animal & 1:
            raise BadPosition(f"{where}.hand has the {name} twice")
        hand |= 1 << animal
    cards = _shape.sequence(keys["cards"], f"{where}.cards", 0, 36)
    rounds = _shape.sequence(keys["rounds"], f"{where}.rounds", 0, ROUNDS)
    return Seat(
        hand,
        tuple(_read_card(card, f"{where}.cards", seats) for card in cards),
        _read_dice(keys["dice"], f"{where}.dice"),
        tuple(_shape.whole(score, f"{where}.rounds", 0, 99) for score in rounds),
        _shape.truth(keys["imaginary"], f"{where}.imaginary"),
    )


def _animal(name: Json, where: str) -> Animal:
    return ANIMALS.index(_shape.one_of(name, where, ANIMALS))


def _read_card(value: Json, where: str, seats: int) -> Card:
    keys = _shape.keys(value, where, ("animal", "owner"))
    return Card(_animal(keys["animal"], where), _shape.whole(keys["owner"], f"{where}.owner", 0, seats - 1))


def _read_dice(value: Json, where: str) -> Dice:
    keys = _shape.keys(value, where, (), FACES)
    return tuple(_shape.whole(keys.get(name, 0), f"{where}.{name}", 0, DICE) for name in FACES)


def _chosen(value: Json, seats: int) -> tuple[tuple[int, Animal], ...] | None:
    if value is None:
        return None
    keys = _shape.keys(value, "chosen", (), tuple(map(str, range(seats))))
    return tuple(sorted((int(seat), _animal(name, "chosen")) for seat, name in keys.items()))


def _check_seats(p: Position, option: Json) -> None:
    """Ruling 7: how many imaginary opponents, and where they sit."""
    if any(seat.imaginary for seat in p.seats[: p.players]) or not p.players:
        raise BadPosition("imaginary opponents sit after the players")
    if len(p.seats) - p.players not in imaginary(p.players):
        raise BadPosition(f"{listing(imaginary(p.players), 'or')} imaginary opponents belong to {p.players} player(s)")
    if option is not None and _shape.whole(option, "options.imaginary", 0, 3) != len(p.seats) - p.players:
        raise BadPosition("options.imaginary is not the number of imaginary seats")


def _check_pieces(p: Position) -> None:
    """Every card in one place at most, no more dice than there are."""
    gone = [card for seat in p.seats for card in seat.cards] + list(p.discard)
    held = [Card(animal, number) for number, seat in enumerate(p.seats) for animal in HANDS[seat.hand]]
    seen: set[Card] = set()
    for card in gone + held:
        if card in seen:
            raise BadPosition(f"the {ANIMALS[card.animal]} of seat {card.owner} is in two places")
        seen.add(card)
    if sum(p.dice) + sum(sum(seat.dice) for seat in p.seats) > DICE:
        raise BadPosition(f"there are only {DICE} dice")


def _check_moment(p: Position) -> None:
    """What is due must fit what lies there."""
    finished = ROUNDS if p.due == "nothing" else p.round - 1
    if any(len(seat.rounds) != finished for seat in p.seats):
        raise BadPosition(f"each seat needs the scores of {finished} finished rounds")
    if p.due == "nothing" and p.round != ROUNDS:
        raise BadPosition(f"only round {ROUNDS} ends the game")
    if p.due != "chance" and p.chosen is not None:
        raise BadPosition("chosen is set only while the imaginary opponents draw")
    if p.chosen is None and p.due != "choice":
        if any(p.dice) or any(any(seat.dice) or seat.cards for seat in p.seats) or p.discard:
            raise BadPosition("between rounds nothing lies on the boards or before the seats")
        if not all(seat.hand for seat in p.seats):
            raise BadPosition("between rounds all hands are full")
    if p.chosen is None:
        return
    if not any(seat.imaginary and seat.hand for seat in p.seats):
        raise BadPosition("chosen is set, but no imaginary opponent has a card to draw")
    owing = [number for number, seat in enumerate(p.seats) if seat.hand and not seat.imaginary]
    if [seat for seat, _ in p.chosen] != owing:
        raise BadPosition(f"chosen must name the seats {owing}")
    for number, animal in p.chosen:
        if not p.seats[number].hand >> animal & 1:
            raise BadPosition(f"seat {number} has chosen the {ANIMALS[animal]}, which is not in its hand")


# -- events ----------------------------------------------------------------------------------------------------------


def hunt(happened: Hunt) -> dict[str, Json]:
    """One board's outcome as an event's data."""
    return {
        "board": BOARDS[happened.board],
        "predator": ANIMALS[happened.predator],
        "face": FACES[happened.face],
        "hunters": list(happened.hunters),
        "cards": [[_card(card) for card in got] for got in happened.cards],
        "dice": list(happened.dice),
        "discarded": [_card(card) for card in happened.discarded],
    }


def tell(event: Event, names: Sequence[str]) -> str:
    """One sentence for an event."""
    data = event.data
    if event.kind == "rolled":
        dice = listing([f"{count} {name}" for name, count in data["dice"].items()])
        return f"Round {data['round']}: the dice show {dice}."
    if event.kind == "revealed":
        (first, animal), *others = data["cards"].items()
        rest = [f"{names[int(seat)]} the {other}" for seat, other in others]
        return f"{listing([f'{names[int(first)]} plays the {animal}', *rest])}."
    if event.kind == "hunt":
        return _tell_hunt(data, names)
    if event.kind == "scored":
        scores = listing([f"{name} {score}" for name, score in zip(names, data["scores"], strict=False)])
        return f"Round {data['round']} is over: {scores}."
    winners = [names[seat] for seat in data["winners"]]
    verb = "wins" if len(winners) == 1 else "win together"
    return f"{listing(winners)} {verb} with {data['scores'][data['winners'][0]]} points."


def _tell_hunt(data: Mapping[str, Json], names: Sequence[str]) -> str:
    where = f"{data['board'].capitalize()}: "
    animal, hunters = data["predator"], [names[seat] for seat in data["hunters"]]
    caught = [
        _caught(cards, dice, data["face"], names) for cards, dice in zip(data["cards"], data["dice"], strict=True)
    ]
    lost = [f"{names[card['owner']]}'s {card['animal']}" for card in data["discarded"]]
    gone = f"; {listing(lost)} {'is' if len(lost) == 1 else 'are'} discarded" if lost else ""
    if not any(caught):
        if len(hunters) == 1:
            return f"{where}{hunters[0]}'s {animal} finds nothing to eat{gone}."
        return f"{where}{listing(hunters)} cannot share and go hungry{gone}."
    if len(hunters) > 1 and len(set(caught)) == 1:
        return f"{where}the {_PLURALS.get(animal, f'{animal}s')} of {listing(hunters)} take {caught[0]} each{gone}."
    each = [f"{hunter}'s {animal} takes {got}" for hunter, got in zip(hunters, caught, strict=True)]
    return f"{where}{listing(each)}{gone}."


def _caught(cards: Sequence[Mapping[str, Json]], dice: int, face: str, names: Sequence[str]) -> str:
    parts = [f"{names[card['owner']]}'s {card['animal']}" for card in cards]
    if dice:
        parts.append(f"{dice} {face} {'die' if dice == 1 else 'dice'}")
    return listing(parts)
