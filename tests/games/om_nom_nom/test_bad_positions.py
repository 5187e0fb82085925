"""Positions that cannot be: each refused for its own reason."""

import pytest

from core.game import BadPosition
from core.games.om_nom_nom import GAME
from tests.games.om_nom_nom.table import FULL, raw, seat


def three(**first):
    return [seat(**first), seat(), seat()]


FULL_OF_DICE = {"rabbit": 10, "fly": 5}


@pytest.mark.parametrize(
    ("position", "why"),
    [
        ({**raw(*three()), "colour": 1}, "unknown key 'colour'"),
        ({key: value for key, value in raw(*three()).items() if key != "round"}, "lacks 'round'"),
        (raw(*three(), round_=0), "round must be a whole number from 1 to 3"),
        (raw(*three(), round_=4), "round must be"),
        (raw(*three(), round_=True), "round must be"),
        (raw(*three(), due="dice"), "due: 'dice' is none of choice, chance, nothing"),
        (raw(), "seats must have 1 to 6 entries"),
        (raw(*[seat()] * 7), "seats must have 1 to 6 entries"),
        ({**raw(*three()), "seats": {"0": seat()}}, "seats must be a list"),
        ({**raw(*three()), "seats": [7, seat(), seat()]}, r"seats\[0\] must be an object"),
        (raw(*three(hand="cat cat")), "has the cat twice"),
        (raw(*three(hand="cat dog")), "'dog' is none of"),
        (raw({**seat(), "hand": FULL}, seat(), seat()), r"seats\[0\].hand must be a list"),
        (raw({**seat(), "hand": [["cat"]]}, seat(), seat()), "none of"),
        (raw(*three(hand="", cards="dog0")), "'dog' is none of"),
        (raw(*three(hand="", cards="cat3")), "owner must be a whole number from 0 to 2"),
        (raw({**seat(), "cards": [{"animal": "cat"}]}, seat(), seat()), "lacks 'owner'"),
        (raw(*three(cards="cat0")), "the cat of seat 0 is in two places"),
        (raw(*three(cards="cat1")), "the cat of seat 1 is in two places"),
        (raw(seat(), seat("cat"), seat("cat"), discard="wolf1 wolf1"), "the wolf of seat 1 is in two places"),
        (raw(*three(dice={"dog": 1})), "unknown key 'dog'"),
        (raw(*three(dice={"fly": -1})), "must be a whole number from 0 to 15"),
        (raw(*three(dice={"fly": 1.0})), "must be a whole number from 0 to 15"),
        (raw(*three(dice={"fly": 1}), dice=FULL_OF_DICE), "only 15 dice"),
        (raw(*three(rounds=[5])), "scores of 0 finished rounds"),
        (raw(*three(), round_=2), "scores of 1 finished rounds"),
        (raw(*[seat(rounds=[100])] * 3, round_=2), "from 0 to 99"),
        (raw(*[seat(rounds=[1, 1, 1])] * 3, due="nothing", round_=2), "only round 3 ends the game"),
        (raw(*[seat(rounds=[1, 1])] * 3, due="nothing", round_=3), "scores of 3 finished rounds"),
        (raw({**seat(), "imaginary": 0}, seat(), seat()), "true or false"),
        (raw(seat(imaginary=True), seat(), seat()), "sit after the players"),
        (raw(seat(imaginary=True)), "sit after the players"),
        (raw(seat(), seat()), "1 imaginary opponents belong to 2"),
        (raw(seat(), seat(imaginary=True)), "2 or 3 imaginary opponents belong to 1"),
        (raw(*three(), seat(imaginary=True)), "0 imaginary opponents belong to 3"),
        ({**raw(*three()), "options": {"imaginary": 1}}, "not the number of imaginary seats"),
        ({**raw(*three()), "options": {"expert": True}}, "unknown key 'expert'"),
        ({**raw(*three()), "options": None}, "options must be an object"),
        (raw(*three(), due="chance", dice={"fly": 1}), "nothing lies on the boards"),
        (raw(*three(hand="cat", cards="wolf0"), due="chance"), "nothing lies on the boards"),
        (raw(*three(hand="cat"), due="chance", discard="wolf0"), "nothing lies on the boards"),
        (raw(*three(hand=""), due="chance"), "all hands are full"),
        (raw(*three(), chosen={"0": "cat", "1": "cat", "2": "cat"}), "only while the imaginary opponents draw"),
        (raw(*three(), due="chance", chosen={"0": "cat", "1": "cat", "2": "cat"}), "no imaginary opponent has a card"),
        (raw(seat(), seat(), seat(imaginary=True), due="chance", chosen={"0": "cat"}), r"must name the seats \[0, 1\]"),
        (
            raw(seat(), seat("wolf"), seat(imaginary=True), due="chance", chosen={"0": "cat", "1": "cat"}),
            "not in its hand",
        ),
        (raw(seat(), seat(), seat(imaginary=True), due="chance", chosen={"0": "cat", "1": 7}), "none of"),
        (raw(seat(), seat(), seat(imaginary=True), due="chance", chosen={"0": "cat", "3": "cat"}), "unknown key '3'"),
        (raw(seat(), seat(), seat(imaginary=True), due="chance", chosen=["cat", "cat"]), "chosen must be an object"),
    ],
)
def test_it_is_refused(position, why):
    with pytest.raises(BadPosition, match=why):
        GAME.load(position)


def test_a_position_may_hold_fewer_pieces():
    position = GAME.load(raw(seat("cat"), seat(""), seat("wolf frog"), dice={"fly": 2}))
    assert [ask.seat for ask in GAME.due(position).asks] == [0, 2]


def test_the_number_of_imaginary_opponents_may_be_left_out():
    position = {**raw(seat(), seat(imaginary=True), seat(imaginary=True)), "options": {}}
    assert GAME.dump(GAME.load(position))["options"] == {"imaginary": 2}


@pytest.mark.parametrize("round_", [1, 3])
def test_a_round_with_nothing_left_to_ask_is_scored_at_once(round_):
    rounds = [1] * (round_ - 1)
    position = GAME.load(
        raw(seat("", cards="cat0", rounds=rounds), seat("", rounds=rounds), seat("", rounds=rounds), round_=round_)
    )
    assert GAME.dump(position)["seats"][0]["rounds"] == [*rounds, 1]
    assert GAME.dump(position)["due"] == ("chance" if round_ == 1 else "nothing")
