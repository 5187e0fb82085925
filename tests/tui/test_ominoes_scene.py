from collections.abc import Iterator
from itertools import pairwise

import pytest

from core.bots import bots
from core.game import Event
from core.games.ominoes import GAME
from core.games.ominoes.position import OMINOES
from core.grid import place
from core.playout import playout
from core.stream import Stream
from net.changes import Moved
from tests.games.ominoes.boards import load
from tui.boards.history import History, Moment
from tui.boards.ominoes_scene import frames, still
from tui.boards.ominoes_words import story

OPTIONS = [(2, {}), (3, {"expert": True}), (4, {}), (2, {"side": "3-camels", "gods": ["H", "A"]})]


def steps(seats: int, options: dict[str, object], kinds: str = "greedy") -> Iterator[Moved]:
    stream = Stream.of_seed(seats)
    plies = playout(GAME, GAME.start(seats, options), bots(GAME, [kinds] * seats), stream)
    for number, ply in enumerate(plies, 1):
        yield Moved(number, ply.before, ply.after, dict(ply.choices) or None, (), ply.events)


@pytest.mark.parametrize(("seats", "options"), OPTIONS)
def test_the_last_picture_is_the_position_and_every_event_is_told_once(seats: int, options: dict[str, object]) -> None:
    for moved in steps(seats, options):
        shown = list(frames(moved))
        assert [event for frame in shown for event in frame.told] == list(moved.events)
        if shown and moved.after.phase != "setup":
            last, after = shown[-1].scene, still(moved.after)
            assert (last.faces, last.scores, last.supply, last.turn) == (
                after.faces,
                after.scores,
                after.supply,
                after.turn,
            )


@pytest.mark.parametrize(("seats", "options"), OPTIONS)
def test_no_picture_has_more_or_fewer_ominoes_than_there_are(seats: int, options: dict[str, object]) -> None:
    for moved in steps(seats, options):
        for frame in frames(moved):
            scene = frame.scene
            hand = 0 if scene.phase == "setup" else bool(scene.hand)
            counted = len(scene.faces) + scene.supply + hand
            assert counted == OMINOES or scene.phase == "setup"


def test_a_move_goes_three_steps_side_by_side() -> None:
    p = load("R..... ...... ......", "move", "R")
    after, events = GAME.play(p, {0: GAME.parse(p, "move a1 b1")})
    where = [
        next(name for name, face in frame.scene.faces.items() if face == "R")
        for frame in frames(Moved(1, p, after, {}, (), events))
    ]
    way = list(dict.fromkeys(where))
    assert (way[0], way[-1], len(way)) == ("a1", "b1", 4)
    for (a, b), (c, d) in pairwise([place(name) or (0, 0) for name in way]):
        assert abs(a - c) + abs(b - d) == 1


def test_the_token_goes_up_a_point_an_ominoe() -> None:
    p = load("RRRR", "end")
    after, events = GAME.play(p, {0: GAME.parse(p, "score R a1")})
    shown = list(frames(Moved(1, p, after, {}, (), events)))
    assert [frame.scene.scores[0] for frame in shown][:5] == [0, 1, 2, 3, 4]
    assert [flight.label for frame in shown for flight in frame.flights] == ["+4"]


def test_the_story_of_a_game() -> None:
    moments = [Moment(moved.before, moved.events, moved.after.scores) for moved in steps(3, {}) if moved.events]
    words = story(History("ominoes", ("Ana", "Ben", "Chloé"), tuple(moments)))
    assert words[0].startswith("Largest group: ")
    assert any(line.startswith("Groups: ") for line in words)
    best = max(event.data["points"] for moment in moments for event in moment.events if event.kind == "scored")
    assert f" took {best} for " in words[0]


def test_the_story_of_a_game_in_which_one_never_scored() -> None:
    scored = Event("scored", {"seat": 0, "god": "R", "spaces": [], "points": 13, "score": 13})
    turn, skipped = Event("turn", {"seat": 1}), Event("skipped", {"seat": 1, "face": "R", "blocked": False})
    moments = (Moment(None, (turn, skipped), (0, 0)), Moment(None, (turn, scored), (13, 0)))
    assert story(History("ominoes", ("Ana", "Ben"), moments)) == [
        "Largest group: Ana took 13 for Ra in turn 2.",
        "Ben never scored.",
        "Groups: 1 for Ra.",
        "One roll had nothing to move.",
        "Ana led from the first points to the end.",
    ]
