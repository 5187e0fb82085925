"""The rules of Nomadi, on the one interface."""

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
    Proposal,
    Result,
)
from core.games.nomadi import deals, greedy, haggle, loading, moves, notation, setting_up, sight, telling, trail
from core.games.nomadi.board import BOARDS, CARDS, STONES, bits
from core.games.nomadi.position import (
    COINS,
    DEAL,
    DICE,
    GIFT,
    HAGGLE,
    MOVE,
    OVER,
    PLACE,
    PURSE,
    ROLL,
    SCATTER,
    Action,
    Move,
    Place,
    Position,
    Propose,
    Reply,
)
from core.games.nomadi.travel import travel, unused
from core.stream import Stream

_PLACES = tuple(Asks((Ask(seat, "place"),)) for seat in range(max(STONES)))
_MOVES = tuple(Asks((Ask(seat, "move"),)) for seat in range(max(STONES)))
_HAGGLES = tuple(Asks((Ask(seat, "haggle"),)) for seat in range(max(STONES)))
_DEAL = Chance("deal", secret=True)
_DICE = Chance("dice", detail={"count": DICE})
_OVER = Over()
_OPTIONS = (
    Option("board", "classic", tuple(BOARDS), "the desert"),
    Option("haggling", COINS, (COINS, GIFT), "cards found with another's stone: sold for coins, or offered as a gift"),
    Option("deals", True, (True, False), "deals on the side with the player in turn"),
    Option("oasis", None, None, "short game: a field beyond the chasm that becomes the middle of the goal, such as h8"),
)


class Nomadi(Game[Position, Action]):
    """One caravan for all; cards, coins and talk on the way."""

    key = "nomadi"
    title = "Nomadi"
    blurb = "Lead everybody's caravan through the desert, and talk others into what you found there."
    min_seats = min(STONES)
    max_seats = max(STONES)

    # -- beginning ---------------------------------------------------------------------------------------------

    def options(self) -> tuple[Option, ...]:
        """Board, haggling, deals, oasis."""
        return _OPTIONS

    def start(self, seats: int, options: Mapping[str, Json] = NOTHING) -> Position:
        """Nothing on the board yet. Raises `BadOptions`.

        The option `board` may also be a list of map rows, a desert of one's own.
        """
        if seats not in STONES:
            raise BadOptions(f"Nomadi is for {self.min_seats} to {self.max_seats} players, not {seats}")
        if unknown := options.keys() - {option.name for option in _OPTIONS}:
            raise BadOptions(f"Nomadi has no option {min(unknown)!r:.40}")
        settings = {option.name: options.get(option.name, option.default) for option in _OPTIONS}
        if settings["haggling"] not in (COINS, GIFT):
            raise BadOptions(f"haggling is {COINS} or {GIFT}, not {settings['haggling']!r:.40}")
        if type(settings["deals"]) is not bool:
            raise BadOptions("deals is true or false")
        return Position(
            setting_up.board_of(settings["board"], settings["oasis"], seats),
            settings["haggling"],
            settings["deals"],
            SCATTER,
            0,
            stones=(0,) * seats,
            lying=0,
            values=(),
            dice=(),
            rolled=(),
            coins=(PURSE,) * seats,
            held=((),) * seats,
            unplaced=(STONES[seats],) * seats,
        )

    # -- what a position waits for -----------------------------------------------------------------------------

    def due(self, p: Position) -> Due:
        """Cards laid out, stones placed, then throw, moves and haggling in turn."""
        match p.phase:
            case "move":
                return _MOVES[p.turn]
            case "roll":
                return _DICE
            case "haggle":
                assert p.haggle is not None
                return _HAGGLES[haggle.speaker(p.haggle)]
            case "place":
                return _PLACES[p.turn]
            case "scatter":
                return Chance("scatter", detail={"count": setting_up.scattered(p.board)})
            case "deal":
                return _DEAL
            case _:
                return _OVER

    def answers(self, p: Position, seat: int) -> Sequence[Action]:
        """Empty start fields, moves, or what can be said in the haggle."""
        if p.phase == MOVE:
            return moves.find(p.board, p.caravan, p.dice, p.left) if seat == p.turn else ()
        if p.phase == HAGGLE:
            assert p.haggle is not None
            return haggle.answers(p, p.haggle) if seat == haggle.speaker(p.haggle) else ()
        if p.phase == PLACE and seat == p.turn:
            return [Place(bit) for bit in bits(p.board.start & ~p.caravan)]
        return ()

    def offers(self, p: Position, seat: int) -> Sequence[Action]:
        """Deals on the side (ruling 12)."""
        return deals.offers(p, seat)

    def unasked(self, p: Position, seat: int, action: Action) -> bool:  # noqa: ARG002
        """Whatever is said about deals."""
        return isinstance(action, Propose | Reply)

    def proposals(self, p: Position) -> tuple[Proposal, ...]:
        """The price that is named in the haggle, and open deals."""
        open_deals = tuple(Proposal("deal", *deal) for deal in p.deals)
        h = p.haggle
        if h is None or h.price is None or h.by is None:
            return open_deals
        return (Proposal("haggle", h.by, h.buyer if h.by == h.seller else h.seller, h.price), *open_deals)

    def respond(self, p: Position, seat: int) -> Action | None:
        """A bot takes what brings it coins: the promise that goes with a deal binds nobody (ruling 12)."""
        return deals.respond(p, seat)

    def check(self, p: Position, seat: int, action: Action) -> str | None:
        """Which rule forbids it."""
        if not 0 <= seat < p.seats:
            return "there is no such seat"
        if isinstance(action, Propose | Reply):
            return deals.forbids(p, seat, action)
        if p.phase == HAGGLE:
            assert p.haggle is not None
            if isinstance(action, Move | Place):
                return "first the card that was found is haggled over"
            return haggle.forbids(p, p.haggle, seat, action)
        if p.phase not in (MOVE, PLACE):
            return "nothing is asked of anybody now"
        if seat != p.turn:
            return "somebody else is in turn"
        if p.phase == PLACE:
            return setting_up.forbids(p, action)
        if isinstance(action, Place):
            return "all stones are placed: the caravan is on its way"
        return trail.forbids(p, action) if isinstance(action, Move) else "there is no card to haggle over now"

    # -- steps -------------------------------------------------------------------------------------------------

    def play(self, p: Position, choices: Mapping[int, Action]) -> Moved[Position]:
        """A stone placed or moved, a word in a haggle, or one about a deal."""
        ((seat, action),) = choices.items()
        if isinstance(action, Move):
            return self._go_on(*travel(p, action))
        if isinstance(action, Propose | Reply):
            return deals.say(p, seat, action)
        if isinstance(action, Place):
            return setting_up.place(p, action)
        assert p.haggle is not None
        return self._go_on(*haggle.say(p, p.haggle, action))

    def _go_on(self, p: Position, events: tuple[Event, ...]) -> Moved[Position]:
        """Ruling 7: the turn goes on while an unused die has a legal move; each die left over costs a coin."""
        if p.phase == MOVE:
            if p.dice and moves.find(p.board, p.caravan, p.dice, p.left):
                return p, events
            return self._end_turn(p, events)
        if p.phase == OVER:
            end = p._replace(deals=())
            return end, (*events, *deals.lapse(p), self._over(end))
        return p, events

    def _over(self, p: Position) -> Event:
        """The end, with all cards turned over; `winners` is None for a follower who does not know them yet."""
        result = self.result(p)
        lying = dict(zip(p.board.shown(p.lying), p.values, strict=True))
        return Event("over", {**result.to_json(), "winners": list(result.winners) or None, "lying": lying})

    def _end_turn(self, p: Position, events: tuple[Event, ...]) -> Moved[Position]:
        seat = p.turn
        coins = p.coins
        if p.dice:
            coins = (*coins[:seat], coins[seat] - len(p.dice), *coins[seat + 1 :])
            events = (*events, unused(seat, p.dice))
        following = (seat + 1) % p.seats
        ended = Event("ended", {"seat": seat, "next": following})
        after = p._replace(phase=ROLL, turn=following, dice=(), rolled=(), coins=coins, left=(), deals=())
        return after, (*events, *deals.lapse(p), ended)

    def chance(self, p: Position, outcome: Json) -> Moved[Position]:
        """Where the cards lie, which they are, or a throw. Raises `BadOutcome`."""
        if p.phase == SCATTER:
            return setting_up.scatter(p, outcome)
        if p.phase == DEAL:
            return setting_up.deal(p, outcome)
        if not isinstance(outcome, list | tuple) or len(outcome) != DICE:
            raise BadOutcome(f"a throw is a list of {DICE} numbers")
        if not all(type(die) is int and 1 <= die <= 6 for die in outcome):
            raise BadOutcome("a die shows a number from 1 to 6")
        dice = tuple(sorted(outcome))
        rolled = Event("rolled", {"seat": p.turn, "dice": list(outcome)})
        if moves.find(p.board, p.caravan, dice):
            return p._replace(phase=MOVE, dice=dice, rolled=tuple(outcome)), (rolled,)
        return p, (rolled, Event("stuck", {"seat": p.turn}))

    def draw(self, p: Position, stream: Stream) -> Json:
        """Random sand fields, a shuffle of the cards, or six dice."""
        if p.phase == SCATTER:
            sand = p.board.shown(p.board.sand)
            stream.shuffle(sand)
            return sand[: setting_up.scattered(p.board)]
        if p.phase == DEAL:
            cards = list(CARDS)
            stream.shuffle(cards)
            return cards
        return [1 + stream.below(6) for _ in range(DICE)]

    # -- what a seat knows -------------------------------------------------------------------------------------

    def view(self, p: Position, seat: int | None) -> Position:
        """Without the cards that this seat has not seen."""
        return sight.view(p, seat)

    def guess(self, p: Position, seat: int, stream: Stream) -> Position:  # noqa: ARG002
        """With a random one of the cards left in the place of each unknown one."""
        return sight.guess(p, stream)

    def learn(self, p: Position, event: Event) -> Position:
        """Writes in the card that a `look` showed, or all of them at the end."""
        return sight.learn(p, event)

    def hide(self, p: Position, outcome: Json, seat: int | None) -> Json:  # noqa: ARG002
        """Nobody sees a card when they are laid out."""
        return [None] * len(CARDS)

    # -- the end -----------------------------------------------------------------------------------------------

    def result(self, p: Position) -> Result:
        """Coins and cards; the most points win, and ties are shared (ruling 14).

        While a follower does not know a score, it does not know who won either.
        """
        scores = self.scores(p)
        known = [score for score in scores if score is not None]
        most = max(known) if len(known) == len(scores) else None
        winners = tuple(seat for seat, score in enumerate(scores) if score is not None and score == most)
        cards = [[card.value for card in held] for held in p.held]
        return Result(scores, winners, {"coins": list(p.coins), "cards": cards})

    def scores(self, p: Position) -> tuple[int | None, ...]:
        """Coins and the values of the cards held."""
        return tuple(_score(p, seat) for seat in range(p.seats))

    # -- text --------------------------------------------------------------------------------------------------

    def parse(self, p: Position, text: str) -> Action:
        """The action of a text like `move 3 d4 g4`. Raises `Unreadable`."""
        return notation.parse(p.board, text)

    def format(self, p: Position, action: Action) -> str:
        """The text of an action."""
        return notation.format_action(p.board, action)

    def dump(self, p: Position) -> dict[str, Json]:
        """The position as JSON."""
        return notation.dump(p)

    def load(self, data: Mapping[str, Json]) -> Position:
        """A position from JSON. Raises `BadPosition`."""
        return loading.load(data)

    def tell(self, event: Event, names: Sequence[str]) -> str:
        """One sentence."""
        return telling.tell(event, names)

    def chapter(self, p: Position, names: Sequence[str]) -> str:
        """Setting out, then turn by turn."""
        if p.phase == OVER:
            return "the end"
        return "setting out" if p.phase in (SCATTER, DEAL, PLACE) else f"{names[p.turn]}'s turn"

    def bots(self) -> Mapping[str, Bot[Position, Action]]:
        """`greedy` leads the caravan on, takes cards and haggles."""
        return {"greedy": greedy.choose}


def _score(p: Position, seat: int) -> int | None:
    total = p.coins[seat]
    for card in p.held[seat]:
        if card.value is None:
            return None
        total += card.value
    return total
