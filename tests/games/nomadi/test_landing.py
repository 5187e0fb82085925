"""What a landing brings (rulings 9, 10 and 15)."""

from __future__ import annotations

from core.game import Over
from core.games.nomadi import GAME
from tests.games.nomadi.positions import at, listed, play, why


def happened(p, text):
    after, events = GAME.play(p, {p.turn: GAME.parse(p, text)})
    return after, [(event.kind, event.data.get("seat"), event.data.get("coins")) for event in events]


def test_the_owner_of_the_last_stone_out_is_paid_and_only_once():
    p, events = happened(at({"o13": 0, "p13": 1, "n13": 0}, [1, 1]), "move 1 p13 o12")
    assert ("earned", 1, 5) in events
    assert p.coins == (5, 10)
    p = play(p, "move 1 n13 n12")
    assert p.coins == (5, 10)


def test_a_stone_within_the_start_has_not_left_it():
    _, events = happened(at({"p13": 0, "q13": 1}, [1, 6]), "move 1 p13 q14")
    assert all(kind != "earned" for kind, _, _ in events)


def test_one_stone_may_be_first_and_last_over_the_chasm():
    p, events = happened(at({"i10": 1}, [1, 1]), "move 1 i10 i9")
    assert p.coins == (5, 5), "i9 is beyond the chasm"
    assert events[1:] == [("earned", 0, 5), ("paid", 0, 5)]


def test_a_goal_of_ones_own_brings_everything_and_the_third_ends_the_game_at_once():
    p = at({"d3": 1, "c3": 1, "e3": 0, "f3": 0}, [4, 5, 6], coins=[0, 0])
    after, events = GAME.play(p, {0: GAME.parse(p, "move 4 f3 b3")})
    assert isinstance(GAME.due(after), Over)
    assert after.coins == (4, 0), "all four for one's own, and nothing for the five and the six"
    assert [event.kind for event in events] == ["moved", "arrived", "earned", "over"]
    assert events[-1].data["winners"] == [0]


def test_the_third_stone_of_another_is_shared_two_and_two():
    p = at({"d3": 1, "c3": 1, "e3": 0, "f3": 1}, [4, 6], coins=[0, 0])
    assert play(p, "move 4 f3 b3").coins == (2, 2)


def test_last_over_the_chasm_into_the_goal_pays_and_earns():
    board = ["GGG,,.S", "GGG,,.S", ",,,,,.S"]
    p = at({"d1": 0, "e1": 0, "f1": 1}, [3, 6], board=board)
    after, events = happened(p, "move 3 f1 c1")
    assert events[1:] == [
        ("paid", 0, 5), ("arrived", 0, None), ("earned", 0, 4), ("earned", 1, 4), ("paid", 0, 1), ("ended", 0, None)
    ]  # fmt: skip
    assert after.coins == (3, 9)


def test_a_find_is_public_its_value_is_not():
    p = at({"m10": 0, "n10": 1}, [2, 6], cards={"o10": 3})
    after, events = GAME.play(p, {0: GAME.parse(p, "move 2 m10 o10")})
    found = next(event for event in events if event.kind == "found")
    look = next(event for event in events if event.kind == "look")
    assert found.to is None
    assert "value" not in found.data
    assert look.to == {0}
    assert look.data == {"seat": 0, "field": "o10", "value": 3}
    assert GAME.dump(after)["seats"][0]["cards"] == [{"value": 3, "seen": [0]}]


def test_a_water_source_pays_once():
    p = at({"m9": 1, "n9": 0}, [2, 6], cards={})
    assert play(p, "move 2 m9 o9").coins == (4, 5), "the card is gone, and so is the pay"


def test_the_oasis_scores_and_holds_a_stone():
    p = play(at({"f9": 0, "g9": 0, "h9": 1}, [1, 3], options={"oasis": "d9"}), "move 3 h9 e9")
    assert p.coins == (9, 9)
    assert "in the goal" in why(p, 0, "move 1 e9 e8")
    assert not any(text.startswith("move 1 e9") for text in listed(p, 0))


def test_the_score_is_coins_and_cards_and_ties_are_shared():
    stones = {"a1": 0, "b1": 0, "c1": 1}
    seats = [
        {"coins": -2, "cards": [{"value": 3}, {"value": -1}], "unplaced": 0},
        {"coins": 2, "cards": [{"value": -2, "seen": [0, 1]}], "unplaced": 0},
    ]
    p = at(stones, [], phase="over", seats=seats)
    assert GAME.result(p).to_json() == {
        "scores": [0, 0],
        "coins": [-2, 2],
        "cards": [[3, -1], [-2]],
        "winners": [0, 1],
    }
