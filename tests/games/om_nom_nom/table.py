"""Om Nom Nom tables for tests, written short."""

from __future__ import annotations

from core.games.om_nom_nom import GAME
from core.games.om_nom_nom.position import ANIMALS

FULL = " ".join(ANIMALS)


def seat(hand=FULL, cards="", dice=None, rounds=(), imaginary=False):
    """One seat's JSON; `cards` as `wolf0 cat1`, with the owner behind each animal."""
    return {
        "hand": hand.split(),
        "cards": [{"animal": card[:-1], "owner": int(card[-1])} for card in cards.split()],
        "dice": dice or {},
        "rounds": list(rounds),
        "imaginary": imaginary,
    }


def raw(*seats, dice=None, due="choice", round_=1, discard="", chosen=None):
    """A position's JSON."""
    return {
        "game": "om-nom-nom",
        "options": {"imaginary": sum(one["imaginary"] for one in seats)},
        "round": round_,
        "due": due,
        "dice": dice or {},
        "seats": list(seats),
        "discard": seat(cards=discard)["cards"],
        "chosen": chosen,
    }


def trick(animals, **dice):
    """A first trick of full hands on these dice: (position after it, events)."""
    names = animals.split()
    position = GAME.load(raw(*[seat() for _ in names], dice=dice))
    return GAME.play(position, {number: ANIMALS.index(name) for number, name in enumerate(names)})


def before(position, number):
    """What lies before a seat: `wolf0 mouse1 2xcheese`."""
    lies = GAME.dump(position)["seats"][number]
    cards = [f"{card['animal']}{card['owner']}" for card in lies["cards"]]
    return " ".join([*cards, *(f"{count}x{face}" for face, count in lies["dice"].items())])


def discarded(position):
    """The discarded cards: `frog0 mouse2`."""
    return " ".join(f"{card['animal']}{card['owner']}" for card in GAME.dump(position)["discard"])


def on_boards(position):
    """The dice on the boards by face."""
    return GAME.dump(position)["dice"]
