"""Whatever is thrown at the engine: one valid answer a line, and nothing changes on an error."""

import json

from hypothesis import given
from hypothesis import strategies as st

from core.catalogue import GAMES
from core.engine import Engine
from core.stream import Stream
from tests.core.engine_session import Session
from tests.games.kit import PLAIN, positions

anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
    | st.sampled_from(["cat", "0", "1", "new", "om-nom-nom", "choice", "chance", "nothing", "R", "a1"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)  # fmt: skip
ops = st.sampled_from(list(Engine._OPS))
keys = st.sampled_from(["id", "game", "seats", "options", "seed", "position", "seat", "choices", "outcome", "event"])
requests = st.builds(lambda op, rest: {**rest, "op": op}, ops | anything, st.dictionaries(keys, anything, max_size=4))
lines = st.binary(max_size=60) | requests.map(lambda request: json.dumps(request).encode())


def told(session, line):
    before = session.state()
    answer = session.line(line)
    if not answer["ok"]:
        assert session.state() == before
    return answer


@given(st.lists(lines, max_size=12), st.sampled_from(PLAIN))
def test_any_lines(sent, case):
    session = Session()
    session.ask("new", game=case.key, seats=case.seats, seed=1)
    for line in sent:
        told(session, line)


@given(st.data())
def test_dumps_with_a_changed_value(data):
    """A position with one value, somewhere inside, replaced: refused in words, or playable."""
    case = data.draw(st.sampled_from(PLAIN))
    position = data.draw(st.sampled_from(positions(case)))
    dumped = json.loads(json.dumps(case.game.dump(position)))
    holder, key = data.draw(st.sampled_from(list(places(dumped))))
    holder[key] = data.draw(anything.filter(lambda value: value is not None))
    session = Session()
    answer = told(session, json.dumps({"op": "load", "position": dumped, "seed": 1}).encode())
    if not answer["ok"]:
        assert answer["code"] == "bad-position" or "digits" in answer["message"] or answer["code"] == "bad-json"
        return
    play_on(session, answer, plies=6)


def places(value):
    """Every place in a JSON value where something stands: (its holder, key)."""
    for key, inner in list(value.items() if isinstance(value, dict) else enumerate(value)):
        yield value, key
        if isinstance(inner, dict | list):
            yield from places(inner)


def play_on(session, status, plies):
    stream = Stream.of_seed("play on")
    for _ in range(plies):
        if status["due"] == "nothing":
            return
        if status["due"] == "chance":
            status = session.ask("chance")
            continue
        choices = {}
        for seat in status["seats"]:
            choices[str(seat)] = stream.choice(session.ask("actions", seat=seat)["actions"])
        for seat in [None, *status["seats"]]:
            session.ask("view", seat=seat)
        status = session.ask("play", choices=choices)


@given(st.data())
def test_choices_and_outcomes_that_are_nearly_right(data):
    game = data.draw(st.sampled_from(list(GAMES.values())))
    case = data.draw(st.sampled_from([case for case in PLAIN if case.game is game]))
    session = Session()
    session.ask("load", position=game.dump(data.draw(st.sampled_from(positions(case)))), seed=1)
    words = st.sampled_from(["cat", "move 1 a1 a2", "pass", "roll", "add c3", "go 17", "deal 1 3"]) | st.text(
        max_size=9
    )
    seats = st.sampled_from([str(seat) for seat in range(-1, 7)])
    choices = data.draw(st.dictionaries(seats, words, max_size=6))
    told(session, json.dumps({"op": "play", "choices": choices}).encode())
    told(session, json.dumps({"op": "chance", "outcome": data.draw(anything)}).encode())
    told(session, json.dumps({"op": "learn", "event": data.draw(anything)}).encode())
    event = {
        "event": data.draw(st.sampled_from(["look", "draw", "hand", "arrive", "hunt"])),
        "seat": data.draw(anything),
    }
    told(session, json.dumps({"op": "learn", "event": event}).encode())
