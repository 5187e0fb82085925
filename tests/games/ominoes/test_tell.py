"""The sentences."""

import pytest

from core.game import Event
from core.games.ominoes import GAME
from tests.games.ominoes.boards import STUCK, load

NAMES = ("Ana", "Ben", "Cleo", "Dov")


def log(p, *texts):
    told = []
    for text in texts:
        if len(text) == 1:
            p, events = GAME.chance(p, [text])
        else:
            p, events = GAME.play(p, {p.turn: GAME.parse(p, text)})
        told += [GAME.tell(event, NAMES) for event in events]
    return told


def test_a_turn():
    assert log(load("RRR ...... R....K", "roll"), "R", "move a3 a2", "add f6", "score R a1") == [
        "Ana rolls Ra.",
        "Ana moves Ra from a3 to a2.",
        "Ana adds Ra on f6.",
        "Ana scores 4 points for Ra with a1, b1, c1 and a2 and has 4.",
        "It is Ben's turn.",
    ]


def test_skipped_moves():
    assert log(load("RA A", "roll"), "R")[1] == "No move for Ana: no Ra can go three steps."
    assert log(load("RA A", "roll"), "H")[1] == "No move for Ana: there is no Horus on the board."
    assert log(load("", "roll"), "Y")[1] == "No move for Ana: there is no Ominoe on the board."
    assert log(load("", "roll"), "O")[1] == "No move for Ana: there is no Ominoe on the board."
    blocked = Event("skipped", {"seat": 1, "face": "Y", "blocked": True})
    assert GAME.tell(blocked, NAMES) == "No move for Ben: no Ominoe can go three steps."


@pytest.mark.parametrize(
    ("face", "sentence"),
    [
        ("K", "Ana rerolls Ra on a1: it is Khepri now."),
        ("R", "Ana rerolls Ra on a1, and it is Ra again."),
    ],
)
def test_rerolls(face, sentence):
    assert log(load("RA", "roll"), "O", "reroll a1", face)[1] == sentence


def test_the_last_ominoe():
    assert log(load(f"{STUCK} RRR", "add", "R", seats=4), "hold")[0] == "Ana keeps the last Ominoe, Ra, off the board."
    assert log(load(f"{STUCK} RRR", "roll", seats=4), "K")[1:3] == [
        "No move for Ana: there is no Khepri on the board.",
        "The last Ominoe, Khepri, goes back: it would complete nothing for Ana.",
    ]


def test_the_end():
    assert log(load("KKKK", "roll", turn=1, scores=[20, 17]), "score K a1") == [
        "Ben scores 4 points for Khepri with a1, b1, c1 and d1 and has 21.",
        "Ben wins with 21 points.",
    ]
