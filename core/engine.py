"""The engine protocol: one JSON object a line in, one out.

`Engine.answer` is the whole protocol as a pure function of the lines so far; the loop that reads and writes is the
command line's. Chess engines speak UCI; the rule engines of this project speak this.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from core.catalogue import GAMES
from core.choices import BadChoices, Reason, read_choices, waits_for
from core.game import (
    AnyGame,
    Asks,
    BadEvent,
    BadOptions,
    BadOutcome,
    BadPosition,
    Chance,
    Event,
    Json,
)
from core.stream import Stream
from core.strict_json import BadJson, parse

LONGEST = 1 << 20
"""The longest line that is read, in bytes."""

_CODES: Mapping[Reason, str] = {"not-due": "not-due", "missing": "bad-request", "illegal": "illegal-action"}


class EngineError(Exception):
    """A request that is refused: a code of the protocol, and words."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


@dataclass(frozen=True)
class _Moment:
    position: Any
    taken: int
    """How much of the random stream was used before the next step."""


class Engine:
    """One engine: the game that is loaded, its position, its random stream, and the way back.

    `entropy` gives the key of the stream where no seed is given (32 fresh bytes a call).
    """

    def __init__(self, entropy: Callable[[], bytes]) -> None:
        self._entropy = entropy
        self._game: AnyGame | None = None
        self._now: Any = None
        self._stream = Stream(b"")
        self._past: list[_Moment] = []
        self.ended = False
        """Set by `quit`."""

    # -- lines -------------------------------------------------------------------------------------------------

    def answer(self, line: bytes) -> str:
        """The answer to one line (without its newline), itself one line of JSON. Never raises for what a line holds."""
        request: Mapping[str, Json] = {}
        try:
            if len(line) > LONGEST:
                raise EngineError("too-long", f"a line has at most {LONGEST} bytes")
            try:
                value = parse(line)
            except BadJson as error:
                raise EngineError("bad-json", str(error)) from None
            if not isinstance(value, dict):
                raise EngineError("bad-json", "a request is a JSON object")
            request = value
            reply = {"ok": True, **self._do(request)}
        except EngineError as error:
            reply = {"ok": False, "code": error.code, "message": str(error)}
        if "id" in request:
            reply["id"] = request["id"]
        return json.dumps(reply, separators=(",", ":"), allow_nan=False)

    def _do(self, request: Mapping[str, Json]) -> dict[str, Json]:
        op = request.get("op")
        if op is None:
            raise EngineError("bad-request", "a request has an op")
        if not isinstance(op, str) or op not in self._OPS:
            raise EngineError("unknown-op", f"{str(op)[:40]!r} is no op; there are {', '.join(self._OPS)}")
        needed, optional, method = self._OPS[op]
        given = request.keys() - {"op", "id"}
        if missing := sorted(set(needed) - given):
            raise EngineError("bad-request", f"{op} needs {missing[0]!r}")
        if unknown := sorted(given - {*needed, *optional}):
            raise EngineError("bad-request", f"{op} does not take {unknown[0][:40]!r}")
        return method(self, request)

    # -- ops ---------------------------------------------------------------------------------------------------

    def _games(self, _: Mapping[str, Json]) -> dict[str, Json]:
        return {"games": [describe(game) for game in GAMES.values()]}

    def _new(self, request: Mapping[str, Json]) -> dict[str, Json]:
        game = GAMES.get(request["game"]) if isinstance(request["game"], str) else None
        if game is None:
            raise EngineError(
                "bad-request", f"there is no game {str(request['game'])[:40]!r}; there are {', '.join(GAMES)}"
            )
        seats, options = request["seats"], request.get("options", {})
        if type(seats) is not int:
            raise EngineError("bad-request", "seats is a whole number")
        if not isinstance(options, dict):
            raise EngineError("bad-request", "options is an object")
        stream = self._seeded(request)
        try:
            position = game.start(seats, options)
        except BadOptions as error:
            raise EngineError("bad-request", str(error)) from None
        return self._begin(game, position, stream)

    def _load(self, request: Mapping[str, Json]) -> dict[str, Json]:
        data = request["position"]
        if not isinstance(data, dict):
            raise EngineError("bad-position", "a position is an object")
        game = GAMES.get(data.get("game", "")) if isinstance(data.get("game", ""), str) else None
        if game is None:
            raise EngineError("bad-position", f"the position's game must be one of {', '.join(GAMES)}")
        stream = self._seeded(request)
        try:
            position = game.load(data)
        except BadPosition as error:
            raise EngineError("bad-position", str(error)) from None
        return self._begin(game, position, stream)

    def _seeded(self, request: Mapping[str, Json]) -> Stream:
        seed = request.get("seed")
        if seed is None:
            return Stream(self._entropy())
        if type(seed) is not int:
            raise EngineError("bad-request", "seed is a whole number")
        return Stream.of_seed(seed)

    def _begin(self, game: AnyGame, position: Any, stream: Stream) -> dict[str, Json]:
        self._game, self._now, self._stream, self._past = game, position, stream, []
        return self._status({})

    def _need(self) -> AnyGame:
        if self._game is None:
            raise EngineError("no-game", "no game is loaded: say new or load first")
        return self._game

    def _dump(self, _: Mapping[str, Json]) -> dict[str, Json]:
        return {"position": self._need().dump(self._now)}

    def _status(self, _: Mapping[str, Json]) -> dict[str, Json]:
        game = self._need()
        due = game.due(self._now)
        status: dict[str, Json] = {"game": game.key}
        if isinstance(due, Asks):
            seats = [ask.seat for ask in due.asks]
            may = [seat for seat in self._seats() if seat not in seats and game.offers(self._now, seat)]
            return {**status, "due": "choice", "seats": seats, "may": may}
        if isinstance(due, Chance):
            chance = {"kind": due.kind, **({"secret": True} if due.secret else {}), **due.detail}
            return {**status, "due": "chance", "chance": chance}
        return {**status, "due": "nothing", "result": game.result(self._now).to_json()}

    def _seats(self) -> range:
        return range(len(self._need().scores(self._now)))

    def _seat(self, request: Mapping[str, Json]) -> int:
        self._need()
        seat = request["seat"]
        if type(seat) is not int or seat not in self._seats():
            raise EngineError("bad-request", f"seat is a whole number from 0 to {len(self._seats()) - 1}")
        return seat

    def _view(self, request: Mapping[str, Json]) -> dict[str, Json]:
        game = self._need()
        seat = None if request["seat"] is None else self._seat(request)
        return {"view": game.dump(game.view(self._now, seat))}

    def _actions(self, request: Mapping[str, Json]) -> dict[str, Json]:
        seat, game = self._seat(request), self._need()
        found = [*game.answers(self._now, seat), *game.offers(self._now, seat)]
        return {"actions": sorted(game.format(self._now, action) for action in found)}

    def _play(self, request: Mapping[str, Json]) -> dict[str, Json]:
        game = self._need()
        try:
            actions = read_choices(game, self._now, self._read_choices(request["choices"]))
        except BadChoices as error:
            raise EngineError(_CODES[error.reason], str(error)) from None
        position, events = game.play(self._now, actions)
        return self._step(position, events)

    def _read_choices(self, value: Json) -> dict[int, str]:
        if not isinstance(value, dict) or not value:
            raise EngineError("bad-request", "choices is an object: a seat's number to its action")
        names = {str(seat): seat for seat in self._seats()}
        choices = {}
        for key, text in value.items():
            if key not in names:
                raise EngineError("bad-request", f"there is no seat {key[:20]!r}")
            if not isinstance(text, str):
                raise EngineError("bad-request", f"the action of seat {key} is not text")
            choices[names[key]] = text
        return choices

    def _chance(self, request: Mapping[str, Json]) -> dict[str, Json]:
        game = self._need()
        due = game.due(self._now)
        if not isinstance(due, Chance):
            raise EngineError("not-due", f"no outcome is due: the position waits for {waits_for(due)}")
        taken = self._stream.taken
        outcome = request["outcome"] if "outcome" in request else game.draw(self._now, self._stream)
        try:
            position, events = game.chance(self._now, outcome)
        except BadOutcome as error:
            raise EngineError("bad-outcome", str(error)) from None
        return {**self._step(position, events, taken), "outcome": outcome}

    def _step(self, position: Any, events: tuple[Event, ...], taken: int | None = None) -> dict[str, Json]:
        self._past.append(_Moment(self._now, self._stream.taken if taken is None else taken))
        self._now = position
        return {**self._status({}), "events": [event_json(event) for event in events]}

    def _learn(self, request: Mapping[str, Json]) -> dict[str, Json]:
        game = self._need()
        try:
            self._now = game.learn(self._now, event_of(request["event"]))
        except BadEvent as error:
            raise EngineError("bad-request", str(error)) from None
        return self._status({})

    def _undo(self, _: Mapping[str, Json]) -> dict[str, Json]:
        self._need()
        if not self._past:
            raise EngineError("bad-request", "there is nothing to undo")
        moment = self._past.pop()
        self._now = moment.position
        self._stream = Stream(self._stream.key, moment.taken)
        return self._status({})

    def _quit(self, _: Mapping[str, Json]) -> dict[str, Json]:
        self.ended = True
        return {}

    _OPS: ClassVar[
        dict[
            str,
            tuple[tuple[str, ...], tuple[str, ...], Callable[[Engine, Mapping[str, Json]], dict[str, Json]]],
        ]
    ] = {
        "games": ((), (), _games),
        "new": (("game", "seats"), ("options", "seed"), _new),
        "load": (("position",), ("seed",), _load),
        "dump": ((), (), _dump),
        "status": ((), (), _status),
        "view": (("seat",), (), _view),
        "actions": (("seat",), (), _actions),
        "play": (("choices",), (), _play),
        "chance": ((), ("outcome",), _chance),
        "learn": (("event",), (), _learn),
        "undo": ((), (), _undo),
        "quit": ((), (), _quit),
    }


def describe(game: AnyGame) -> dict[str, Json]:
    """A game as `games` lists it."""
    options = {
        option.name: {
            "default": option.default,
            "choices": None if option.choices is None else list(option.choices),
            "help": option.help,
        }
        for option in game.options()
    }
    return {
        "game": game.key,
        "title": game.title,
        "seats": [game.min_seats, game.max_seats],
        "options": options,
    }


def event_json(event: Event) -> dict[str, Json]:
    """An event as the protocol writes it."""
    to = {} if event.to is None else {"to": sorted(event.to)}
    return {"event": event.kind, **event.data, **to}


def event_of(value: Json) -> Event:
    """The event of that JSON. Raises `BadEvent`."""
    if not isinstance(value, dict) or not isinstance(value.get("event"), str):
        raise BadEvent("an event is an object with its name under 'event'")
    to = value.get("to")
    if to is not None and not (isinstance(to, list) and all(type(seat) is int for seat in to)):
        raise BadEvent("'to' is a list of seats")
    data = {key: item for key, item in value.items() if key not in ("event", "to")}
    return Event(value["event"], data, None if to is None else frozenset(to))
