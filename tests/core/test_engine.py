"""The engine protocol, op by op."""

import json

import pytest

from core.catalogue import GAMES
from tests.core.engine_session import Session

FACES = ["rabbit", "carrot", "mouse", "cheese", "frog"] * 3


@pytest.fixture
def session():
    return Session()


@pytest.fixture
def table(session):
    """Three seats, dice rolled."""
    session.ask("new", game="om-nom-nom", seats=3, seed=5)
    session.ask("chance", outcome=FACES)
    return session


def test_games(session):
    games = session.ask("games")["games"]
    assert [game["game"] for game in games] == list(GAMES)
    first = games[0]
    assert first["title"] == "Om Nom Nom"
    assert first["seats"] == [1, 6]
    assert first["options"]["imaginary"].keys() == {"default", "choices", "help"}


def test_new_and_status(session):
    status = session.ask("new", game="om-nom-nom", seats=2)
    assert status == {
        "ok": True, "game": "om-nom-nom", "due": "chance", "chance": {"kind": "dice", "count": 15},
    }  # fmt: skip
    assert session.ask("status") == status


def test_choices_are_made_together(table):
    assert table.ask("status") == {"ok": True, "game": "om-nom-nom", "due": "choice", "seats": [0, 1, 2], "may": []}
    assert table.ask("actions", seat=1)["actions"] == ["cat", "frog", "hedgehog", "mouse", "rabbit", "wolf"]
    answer = table.ask("play", choices={"0": "cat", "1": "mouse", "2": "wolf"})
    assert [event["event"] for event in answer["events"]] == ["revealed", "hunt", "hunt"]
    assert table.ask("actions", seat=1)["actions"] == ["cat", "frog", "hedgehog", "rabbit", "wolf"]


def test_a_game_to_its_end(session):
    status = session.ask("new", game="om-nom-nom", seats=1, seed=1)
    while status["due"] != "nothing":
        if status["due"] == "chance":
            status = session.ask("chance")
        else:
            status = session.ask("play", choices={"0": session.ask("actions", seat=0)["actions"][0]})
    assert status["events"][-1] == {"event": "over", **status["result"]}
    assert session.ask("actions", seat=0)["actions"] == []
    assert session.refused("play", choices={"0": "cat"})[0] == "not-due"
    assert session.refused("chance") == (
        "not-due",
        "no outcome is due: the position waits for nothing, the game is over",
    )
    assert session.ask("load", position=session.ask("dump")["position"])["result"] == status["result"]


def test_dump_load_and_view(table):
    table.ask("play", choices={"0": "cat", "1": "mouse", "2": "wolf"})
    position = table.ask("dump")["position"]
    assert table.ask("view", seat=None)["view"] == table.ask("view", seat=0)["view"] == position
    other = Session()
    assert other.ask("load", position=position) == table.ask("status")
    assert other.ask("dump")["position"] == position
    choices = {"0": "wolf", "1": "wolf", "2": "cat"}
    assert other.ask("play", choices=choices) == table.ask("play", choices=choices)


def test_loading_forgets_what_was_before(table):
    table.ask("load", position=table.ask("dump")["position"])
    assert table.refused("undo") == ("bad-request", "there is nothing to undo")


def test_seeds_are_reproducible():
    def rolls(**seed):
        session = Session()
        session.ask("new", game="om-nom-nom", seats=2, **seed)
        return session.ask("chance")["outcome"]

    assert rolls(seed=5) == rolls(seed=5) != rolls(seed=6)
    assert rolls(seed=5)[:6] == ["frog", "carrot", "mouse", "mouse", "frog", "fly"]
    assert rolls(seed=10**29)
    assert rolls() == rolls(seed=None)


def test_entropy_is_asked_anew_for_every_game():
    from core.engine import Engine

    keys = iter([b"a", b"b"])
    engine = Engine(lambda: next(keys))
    rolls = []
    for _ in range(2):
        engine.answer(b'{"op": "new", "game": "om-nom-nom", "seats": 3}')
        rolls.append(json.loads(engine.answer(b'{"op": "chance"}'))["outcome"])
    assert rolls[0] != rolls[1]


def test_undo_restores_position_and_stream(session):
    session.ask("new", game="om-nom-nom", seats=1, seed=7)
    start = session.state()
    first = session.ask("chance")
    session.ask("play", choices={"0": "cat"})
    second = session.ask("chance")
    session.ask("undo")
    assert session.ask("chance") == second
    for _ in range(3):
        status = session.ask("undo")
    assert status == {"ok": True, "game": "om-nom-nom", "due": "chance", "chance": {"kind": "dice", "count": 15}}
    assert session.state() == start
    assert session.ask("chance") == first


def test_undo_of_a_given_outcome_leaves_the_stream_alone(session):
    session.ask("new", game="om-nom-nom", seats=3, seed=7)
    drawn = session.ask("chance")["outcome"]
    session.ask("undo")
    session.ask("chance", outcome=FACES)
    session.ask("undo")
    assert session.ask("chance")["outcome"] == drawn


def test_an_event_that_tells_nothing_new_is_learned_without_effect(table):
    before = table.ask("dump")
    assert table.ask("learn", event={"event": "look", "seat": 0, "to": [0]}) == table.ask("status")
    assert table.ask("dump") == before


def test_quit(session):
    assert session.ask("quit", id=1) == {"ok": True, "id": 1}
    assert session.engine.ended


@pytest.mark.parametrize("value", [0, None, "", "é☃\u2028", 1.5, -7, True, [], [[1]], {"id": {}}, 10**29, 1e300])
def test_the_id_comes_back_whatever_it_is(session, value):
    assert session.ask("games", id=value)["id"] == value
    answer = session.line(json.dumps({"op": "nonsense", "id": value}).encode())
    assert answer["code"] == "unknown-op"
    assert answer["id"] == value
    assert "id" not in session.ask("games")


# -- errors, by code -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (b"", "not JSON"),
        (b"   ", "not JSON"),
        (b"nonsense", "not JSON"),
        (b'{"op": "games"', "not JSON"),
        (b'{"op": "games"} {}', "not JSON"),
        (b"{'op': 'games'}", "not JSON"),
        (b"[]", "JSON object"),
        (b"null", "JSON object"),
        (b"3", "JSON object"),
        (b'"games"', "JSON object"),
        (b'{"op": "games", "id": NaN}', "NaN"),
        (b'{"op": "games", "id": -Infinity}', "-Infinity"),
        (b'{"op": "games", "id": 1e999}', "too large"),
        (b'{"op": "games", "id": -1e999}', "too large"),
        (b'{"op": "games", "id": "\\ud800"}', "surrogate"),
        (b'{"op": "games", "\\udfff": 1}', "surrogate"),
        (b'{"op": "games", "id": "\xed\xa0\x80"}', "UTF-8"),
        (b'\xff\xfe{"op": "games"}', "UTF-8"),
        (b'\xef\xbb\xbf{"op": "games"}', "not JSON"),
        (b'{"op": "games", "id": 1, "id": 2}', "twice"),
        (b'{"op": "games", "id": ' + b"9" * 31 + b"}", "31 digits"),
        (b'{"op": "games", "id": -' + b"9" * 5000 + b"}", "digits"),
        (b'{"op": "games", "id": ' + b"[" * 51 + b"]" * 51 + b"}", "nested"),
        (b"[" * 500_000, "nested"),
        (b'{"a":' * 100_000, "nested"),
        (b'{"op": "games", "id": "\t"}', "not JSON"),
    ],
)
def test_bad_json(session, line, words):
    answer = session.line(line)
    assert answer["code"] == "bad-json"
    assert words in answer["message"]
    assert session.ask("games")


def test_lines_up_to_a_mebibyte_are_read(session):
    padding = 1024 * 1024 - len(b'{"op":"games","id":""}')
    assert session.line(b'{"op":"games","id":"' + b"x" * padding + b'"}')["ok"]
    assert session.line(b'{"op":"games","id":"' + b"x" * (padding + 1) + b'"}')["code"] == "too-long"


@pytest.mark.parametrize("op", ["nonsense", "", "Games", 7, [], {}, True])
def test_unknown_op(session, op):
    code, message = session.refused(op)
    assert code == "unknown-op"
    assert "games, new, load" in message


@pytest.mark.parametrize("op", [
    ("status", {}), ("dump", {}), ("view", {"seat": 0}), ("actions", {"seat": 0}), ("play", {"choices": {"0": "cat"}}),
    ("chance", {}), ("chance", {"outcome": FACES}), ("learn", {"event": {"event": "x"}}), ("undo", {}),
])  # fmt: skip
def test_no_game(session, op):
    name, request = op
    assert session.refused(name, **request)[0] == "no-game"


@pytest.mark.parametrize(
    ("request_", "words"),
    [
        ({}, "has an op"),
        ({"op": None}, "has an op"),
        ({"op": "new", "seats": 2}, "needs 'game'"),
        ({"op": "new", "game": "om-nom-nom"}, "needs 'seats'"),
        ({"op": "new", "game": "chess", "seats": 2}, "no game 'chess'"),
        ({"op": "new", "game": ["om-nom-nom"], "seats": 2}, "no game"),
        ({"op": "new", "game": "om-nom-nom", "seats": 7}, "1 to 6 players"),
        ({"op": "new", "game": "om-nom-nom", "seats": 0}, "1 to 6 players"),
        ({"op": "new", "game": "om-nom-nom", "seats": "2"}, "whole number"),
        ({"op": "new", "game": "om-nom-nom", "seats": 2.0}, "whole number"),
        ({"op": "new", "game": "om-nom-nom", "seats": True}, "whole number"),
        ({"op": "new", "game": "om-nom-nom", "seats": 2, "seed": "x"}, "seed"),
        ({"op": "new", "game": "om-nom-nom", "seats": 2, "options": []}, "options is an object"),
        ({"op": "new", "game": "om-nom-nom", "seats": 2, "options": {"colour": 1}}, "no option 'colour'"),
        ({"op": "new", "game": "om-nom-nom", "seats": 2, "options": {"imaginary": 2}}, "1 imaginary"),
        ({"op": "new", "game": "om-nom-nom", "seats": 1, "options": {"imaginary": "2"}}, "2 or 3"),
        ({"op": "new", "game": "om-nom-nom", "seats": 1, "options": {"imaginary": True}}, "2 or 3"),
        ({"op": "status", "seat": 1}, "does not take 'seat'"),
        ({"op": "load"}, "needs 'position'"),
        ({"op": "view"}, "needs 'seat'"),
        ({"op": "view", "seat": 3}, "from 0 to 2"),
        ({"op": "view", "seat": -1}, "from 0 to 2"),
        ({"op": "view", "seat": "0"}, "from 0 to 2"),
        ({"op": "actions", "seat": None}, "from 0 to 2"),
        ({"op": "actions", "seat": False}, "from 0 to 2"),
        ({"op": "play"}, "needs 'choices'"),
        ({"op": "play", "choices": {}}, "choices is an object"),
        ({"op": "play", "choices": ["cat"]}, "choices is an object"),
        ({"op": "play", "choices": {"0": "cat", "1": "cat"}}, "the choice of seat 2 is missing"),
        ({"op": "play", "choices": {"0": "cat", "1": "cat", "3": "cat"}}, "no seat '3'"),
        ({"op": "play", "choices": {"00": "cat", "1": "cat", "2": "cat"}}, "no seat '00'"),
        ({"op": "play", "choices": {"0": 1, "1": "cat", "2": "cat"}}, "not text"),
        ({"op": "learn", "event": 7}, "an event is an object"),
        ({"op": "learn", "event": {"event": "x", "to": "all"}}, "list of seats"),
    ],
)
def test_bad_request(table, request_, words):
    before = table.state()
    answer = table.line(json.dumps(request_).encode())
    assert answer["code"] == "bad-request"
    assert words in answer["message"]
    assert table.state() == before


@pytest.mark.parametrize("position", [None, [], "x", {}, {"game": "chess"}, {"game": 7}, {"game": "om-nom-nom"}])
def test_bad_position(table, position):
    assert table.refused("load", position=position)[0] == "bad-position"


def test_illegal_action(table):
    everybody = {"0": "cat", "1": "cat", "2": "cat"}
    code, message = table.refused("play", choices={**everybody, "1": "dog"})
    assert (code, message) == (
        "illegal-action", "'dog' is no animal card; there are wolf, rabbit, cat, mouse, hedgehog, frog",
    )  # fmt: skip
    table.ask("play", choices=everybody)
    code, message = table.refused("play", choices={"0": "wolf", "1": "wolf", "2": "cat"})
    assert code == "illegal-action"
    assert "the cat is not in this hand any more" in message


def test_not_due(table):
    assert table.refused("chance", outcome=FACES)[0] == "not-due"
    table.ask("undo")
    code, message = table.refused("play", choices={"0": "cat", "1": "cat", "2": "cat"})
    assert (code, message) == ("not-due", "no choice is due: the position waits for chance (dice)")


def test_a_choice_of_a_seat_that_owes_none_is_not_due(session):
    session.ask("new", game="om-nom-nom", seats=2)
    session.ask("chance", outcome=FACES)
    assert session.refused("play", choices={"0": "cat", "1": "cat", "2": "cat"}) == (
        "not-due", "seat 2 owes no choice now",
    )  # fmt: skip


@pytest.mark.parametrize("outcome", [None, [], "carrot", ["carrot"] * 14, ["wolf"] * 15, [[]] * 15, {"carrot": 15}])
def test_bad_outcome(session, outcome):
    session.ask("new", game="om-nom-nom", seats=3)
    assert session.refused("chance", outcome=outcome)[0] == "bad-outcome"
