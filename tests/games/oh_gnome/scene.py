"""Tables of Oh Gnome You Don't! for tests, written short, and played on step by step."""

from __future__ import annotations

from core.game import Asks, Chance
from core.games.oh_gnome import GAME
from core.games.oh_gnome.position import GNOMES

FISTS = list(range(1, 11))
GEMS = ("gold", "red", "blue", "black")


def gnome(at="30", hand="", tabled="", purse=(0, 0, 0, 0), brawl=FISTS, misses=0, place=None):
    """One seat's JSON, still without its name."""
    return {
        "at": at,
        "purse": dict(zip(GEMS, purse, strict=True)),
        "hand": hand.split(),
        "tabled": tabled.split(),
        "brawl": list(brawl),
        "misses": misses,
        "place": place,
    }


def arrived(place, purse=(0, 0, 0, 0), brawl=FISTS):
    return gnome("cottage", purse=purse, brawl=brawl, place=place)


def raw(*gnomes, phase="roll", turn=0, deck="flax walnuts honey", discard="", met=None, pending=None, **more):
    """A position's JSON."""
    return {
        "game": "oh-gnome",
        "options": {},
        "turn": turn,
        "phase": phase,
        "seats": [{"gnome": name, **seat} for name, seat in zip(GNOMES, gnomes, strict=False)],
        "deck": deck.split(),
        "discard": discard.split(),
        "met": met or {},
        "pending": pending,
        **more,
    }


class Scene:
    """A game under way. Every answer is checked before it is played."""

    def __init__(self, *gnomes, **more):
        self.p = GAME.load(raw(*gnomes, **more))
        self.events = ()

    def luck(self, *outcome):
        """A chance outcome: pips or cards."""
        self.p, self.events = GAME.chance(self.p, list(outcome))
        return self

    def say(self, **answers):
        """Answers: `say(a="brawl", b="peace")`, seats by letter."""
        choices = {}
        for letter, text in answers.items():
            seat = "abcdef".index(letter)
            choices[seat] = GAME.parse(self.p, text)
            assert GAME.check(self.p, seat, choices[seat]) is None, text
        assert sorted(choices) == self.owing
        self.p, self.events = GAME.play(self.p, choices)
        return self

    def why_not(self, seat, text):
        """What `check` says."""
        return GAME.check(self.p, seat, GAME.parse(self.p, text))

    @property
    def owing(self):
        """The seats that owe an answer."""
        due = GAME.due(self.p)
        return [ask.seat for ask in due.asks] if isinstance(due, Asks) else []

    @property
    def die(self):
        """What a die is due for, or the kind of another chance."""
        due = GAME.due(self.p)
        assert isinstance(due, Chance)
        return due.detail.get("for", due.kind)

    def answers(self, seat):
        return sorted(action.text for action in GAME.answers(self.p, seat))

    def at(self, seat):
        return self.p.seats[seat].at

    def purse(self, seat):
        return self.p.seats[seat].purse

    def hand(self, seat):
        return " ".join(map(str, self.p.seats[seat].hand))

    def tabled(self, seat):
        return " ".join(self.p.seats[seat].tabled)

    def fists(self, seat):
        return list(self.p.seats[seat].brawl)

    @property
    def discard(self):
        return " ".join(self.p.discard)

    @property
    def kinds(self):
        """The kinds of the last step's events."""
        return [event.kind for event in self.events]

    def event(self, kind):
        """The data of the first event of that kind in the last step."""
        return next(event.data for event in self.events if event.kind == kind)

    def told(self):
        """The sentences of the last step."""
        return [text for text in (GAME.tell(event, GNOMES) for event in self.events) if text]
