"""The one interface: what a game is, to everything that is not a game.

A `Game` is a small, stateless object; a position is an immutable value. The table, the screens, the bots, records, the
engine protocol and the test kit know this module and nothing of any single game.

A position waits for one of three things, which `Game.due` tells:

* `Asks`: one or more seats owe an answer. Several at once are answered in secret and together (`Ask.sealed`).
* `Chance`: dice or a shuffle. The outcome is drawn elsewhere and handed in, so a game is `(options, [steps])` and
  nothing else: replaying the steps gives the same position on every machine.
* `Over`: the end; `Game.result` has the scores.

A *view* is a position in which whatever a seat may not know is `None`. The same rules run on it: a guest follows the
game on its own view, and a bot plays from a `guess` that fills the unknowns.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from core.stream import Stream

Json: TypeAlias = Any
"""What `json` reads and writes: None, bool, int, str, lists, and mappings with text keys."""

NOTHING: Mapping[str, Json] = MappingProxyType({})


class Ask(NamedTuple):
    """A question that one seat owes an answer to.

    `sealed`: hidden until all sealed questions of this moment are answered. `silent`: not even *that* a seat has
    answered may show before all have (interrupt windows, where the time it takes would tell what is in a hand).
    """

    seat: int
    kind: str
    sealed: bool = False
    silent: bool = False


class Asks(NamedTuple):
    """The questions that are open now; one a seat at most."""

    asks: tuple[Ask, ...]


class Chance(NamedTuple):
    """Something drawn by nobody's will. `secret`: its outcome is not for all eyes. `detail`: what is drawn, as JSON."""

    kind: str
    secret: bool = False
    detail: Mapping[str, Json] = NOTHING


class Over(NamedTuple):
    """The game has ended."""


Due: TypeAlias = Asks | Chance | Over


class Event(NamedTuple):
    """Something that happened. `to`: the seats that may know it; None: everybody.

    `data` is JSON. A private event (`to` is set) never stands alone: a public one says that it happened.
    """

    kind: str
    data: Mapping[str, Json]
    to: frozenset[int] | None = None

    def seen_by(self, seat: int | None) -> bool:
        """Whether that seat (None: a spectator) may know of it."""
        return self.to is None or seat in self.to


class Proposal(NamedTuple):
    """Something that one seat has proposed to another and that still stands.

    `topic`: `haggle` (over what is asked about now) or `deal` (on the side). `coins`: what the proposer named.
    """

    topic: str
    by: int
    to: int
    coins: int


class Result(NamedTuple):
    """The end of a game: a score a seat, who won, and the game's own details.

    A follower that has not seen all cards turned over yet has None for a score and no winners; `to_json` writes None
    in their place.
    """

    scores: tuple[int | None, ...]
    winners: tuple[int, ...]
    detail: Mapping[str, Json] = NOTHING

    def to_json(self) -> dict[str, Json]:
        """The form of the engine protocol and of records."""
        return {"scores": list(self.scores), **self.detail, "winners": list(self.winners) or None}


class Option(NamedTuple):
    """One setting of a game. `choices`: the allowed values, or None where any value of the right form will do."""

    name: str
    default: Json
    choices: tuple[Json, ...] | None
    help: str


class GameError(ValueError):
    """Something a game will not take; the text says why, to a person."""


class BadOptions(GameError):
    """Options or a number of seats that the game does not have."""


class BadPosition(GameError):
    """A dumped position that is malformed or impossible."""


class BadOutcome(GameError):
    """A chance outcome of the wrong form, or one that cannot come up."""


class BadEvent(GameError):
    """An event that tells this follower nothing it could write down."""


class Unreadable(GameError):
    """Text that is no action in this game's notation."""


P = TypeVar("P")
A = TypeVar("A")

Bot: TypeAlias = Callable[[P, int, Stream], A]
"""Chooses one of a seat's owed answers: (the seat's own view, seat, randomness) -> action."""

Moved: TypeAlias = tuple[P, tuple[Event, ...]]


class Game(ABC, Generic[P, A]):
    """The rules of one game. `P`: its positions. `A`: its actions, hashable values with a text form.

    All methods are pure. Seats count from 0 in turn order; `seat=None` is a spectator.
    """

    key: str
    """The name in commands, records and messages: `om-nom-nom`."""
    title: str
    """The name on the screen."""
    blurb: str
    """One line that makes somebody want to play it."""
    min_seats: int
    max_seats: int

    # -- beginning ---------------------------------------------------------------------------------------------

    @abstractmethod
    def options(self) -> tuple[Option, ...]:
        """The settings of this game, in the order a lobby shows them."""

    @abstractmethod
    def start(self, seats: int, options: Mapping[str, Json] = NOTHING) -> P:
        """The position before the first step. Raises `BadOptions`."""

    # -- what a position waits for -----------------------------------------------------------------------------

    @abstractmethod
    def due(self, p: P) -> Due:
        """What the position waits for."""

    @abstractmethod
    def answers(self, p: P, seat: int) -> Sequence[A]:
        """The legal answers to what this seat owes, in a stable order; empty if it owes nothing."""

    def offers(self, p: P, seat: int) -> Sequence[A]:  # noqa: ARG002
        """What a seat may say unasked (deals). It leaves the open questions as they are."""
        return ()

    def unasked(self, p: P, seat: int, action: A) -> bool:
        """Whether this legal action is one of the seat's `offers`, after which the open questions stand as before."""
        return action in self.offers(p, seat)

    def proposals(self, p: P) -> tuple[Proposal, ...]:  # noqa: ARG002
        """What has been proposed and still stands.

        A game that haggles uses these words in its notation, for which the network has messages of their own: `offer
        PRICE`, `counter PRICE`, `accept`, `decline`, `keep`; `deal SEAT COINS`, `take SEAT`, `refuse SEAT`,
        `withdraw SEAT`.
        """
        return ()

    @abstractmethod
    def check(self, p: P, seat: int, action: A) -> str | None:
        """Why this seat may not do this now, in a player's words and naming the rule; None if it may."""

    def default(self, p: P, seat: int) -> A:
        """What a forfeit plays: the first legal answer, sorted by its text."""
        return min(self.answers(p, seat), key=lambda action: self.format(p, action))

    # -- steps -------------------------------------------------------------------------------------------------

    @abstractmethod
    def play(self, p: P, choices: Mapping[int, A]) -> Moved[P]:
        """The position after these answers and what happened.

        `choices` holds one action for each asked seat, or a single one out of a seat's `offers`; all of them have
        passed `check` (this method does not ask again).
        """

    @abstractmethod
    def chance(self, p: P, outcome: Json) -> Moved[P]:
        """The position after a chance outcome, in the game's JSON form. Raises `BadOutcome`.

        A follower's outcome of a secret chance holds None for what it may not know.
        """

    @abstractmethod
    def draw(self, p: P, stream: Stream) -> Json:
        """An outcome for the due chance, drawn from a byte stream."""

    # -- what a seat knows -------------------------------------------------------------------------------------

    def view(self, p: P, seat: int | None) -> P:  # noqa: ARG002
        """The position with None for whatever this seat may not know. The only way out of a host."""
        return p

    def guess(self, p: P, seat: int, stream: Stream) -> P:  # noqa: ARG002
        """A full position that this seat could not tell from the true one, given its view `p`."""
        return p

    def learn(self, p: P, event: Event) -> P:  # noqa: ARG002
        """A follower's position with what this event told written into the place of a None.

        Followers hand in every event they are sent, public ones too, right after the step that brought it; one that
        tells nothing new gives `p` back. Raises `BadEvent` for one that cannot be true.
        """
        return p

    def hide(self, p: P, outcome: Json, seat: int | None) -> Json:  # noqa: ARG002
        """The due secret chance's outcome as this seat may see it, with None in the place of the rest."""
        return outcome

    # -- the end -----------------------------------------------------------------------------------------------

    @abstractmethod
    def result(self, p: P) -> Result:
        """Scores and winners of a position that is `Over`."""

    @abstractmethod
    def scores(self, p: P) -> tuple[int | None, ...]:
        """The score a seat would have now, for the panel of people and for bots; None where it is not public."""

    # -- text --------------------------------------------------------------------------------------------------

    @abstractmethod
    def parse(self, p: P, text: str) -> A:
        """The action that this text names (legal or not). Raises `Unreadable`."""

    @abstractmethod
    def format(self, p: P, action: A) -> str:
        """The action's one text form; `parse` of it gives the action again."""

    @abstractmethod
    def dump(self, p: P) -> dict[str, Json]:
        """The position as JSON; `load` of it gives an equal position."""

    @abstractmethod
    def load(self, data: Mapping[str, Json]) -> P:
        """A position from JSON, a view or the whole. Raises `BadPosition`."""

    @abstractmethod
    def tell(self, event: Event, names: Sequence[str]) -> str:
        """One plain sentence for the log, a replay or a screen reader; empty for what needs no saying."""

    def chapter(self, p: P, names: Sequence[str]) -> str:  # noqa: ARG002
        """The part of the game that a position belongs to, as a heading: `round 2`, `Ana's turn`, `the end`.

        Positions one after the other with the same heading are one chapter, by which a replay jumps and a written
        story is divided. It says nothing that is not for all eyes. Empty: the game has no parts.
        """
        return ""

    # -- bots --------------------------------------------------------------------------------------------------

    @abstractmethod
    def bots(self) -> Mapping[str, Bot[P, A]]:
        """The game's own bots by name; `random` comes from `core.bots` for every game."""

    def respond(self, p: P, seat: int) -> A | None:  # noqa: ARG002
        """What a bot of the house says to a deal proposed to it, from its view; None where nobody proposed one."""
        return None

    # -- who sits where ----------------------------------------------------------------------------------------

    def houses(self, p: P) -> tuple[str, ...]:  # noqa: ARG002
        """Names of the seats after the players' that nobody sits on (imaginary opponents)."""
        return ()


AnyGame: TypeAlias = Game[Any, Any]
