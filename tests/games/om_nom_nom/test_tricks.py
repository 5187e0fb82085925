"""Rulings 1 to 4: how a trick is resolved."""

import pytest

from tests.games.om_nom_nom.table import before, discarded, on_boards, trick


@pytest.mark.parametrize(
    ("animals", "dice", "lies", "away", "left"),
    [
        # one hunter
        ("wolf cat frog", {"rabbit": 3}, ["wolf0 3xrabbit", "cat1", "frog2"], "", {}),
        ("wolf cat frog", {"carrot": 3, "fly": 2}, ["wolf0", "cat1", "frog2 2xfly"], "", {"carrot": 3}),
        ("rabbit mouse frog", {"carrot": 1, "cheese": 2, "fly": 3},
         ["rabbit0 1xcarrot", "mouse1 2xcheese", "frog2 3xfly"], "", {}),
        # the hunted do not hunt
        ("wolf rabbit cat", {"rabbit": 2, "carrot": 4}, ["wolf0 rabbit1 2xrabbit", "", "cat2"], "", {"carrot": 4}),
        ("rabbit rabbit wolf", {"carrot": 4}, ["", "", "wolf2 rabbit0 rabbit1"], "", {"carrot": 4}),
        # equal shares, cards before dice
        ("cat cat mouse mouse mouse", {"cheese": 4}, ["cat0 mouse2", "cat1 mouse3", "", "", ""], "mouse4",
         {"cheese": 4}),
        ("cat mouse cat", {"mouse": 2}, ["cat0 mouse1", "", "cat2 1xmouse"], "", {"mouse": 1}),
        ("hedgehog hedgehog frog", {"frog": 3}, ["hedgehog0 frog2 1xfrog", "hedgehog1 2xfrog", ""], "", {}),
        ("hedgehog frog frog hedgehog", {"frog": 3}, ["hedgehog0 frog1 1xfrog", "", "", "hedgehog3 frog2 1xfrog"], "",
         {"frog": 1}),
        ("mouse mouse cat", {"mouse": 1}, ["", "", "cat2 mouse0 mouse1 1xmouse"], "", {}),
        ("rabbit rabbit", {"carrot": 5}, ["rabbit0 2xcarrot", "rabbit1 2xcarrot"], "", {"carrot": 1}),
        # too little for all: nobody gets anything
        ("wolf wolf wolf rabbit", {"rabbit": 1}, ["wolf0", "wolf1", "wolf2", ""], "rabbit3", {"rabbit": 1}),
        ("wolf wolf rabbit", {}, ["wolf0", "wolf1", ""], "rabbit2", {}),
        ("frog frog frog", {"fly": 2}, ["frog0", "frog1", "frog2"], "", {"fly": 2}),
    ],
)  # fmt: skip
def test_a_trick(animals, dice, lies, away, left):
    if len(lies) == 2:
        animals += " hedgehog"
        lies = [*lies, "hedgehog2"]
    position, _ = trick(animals, **dice)
    assert [before(position, number) for number in range(len(lies))] == lies
    assert discarded(position) == away
    assert on_boards(position) == left


def test_boards_are_told_from_field_to_pond():
    _, events = trick("frog cat rabbit wolf", carrot=3, mouse=1, fly=1)
    assert [event.kind for event in events] == ["revealed", "hunt", "hunt", "hunt"]
    assert [event.data["board"] for event in events[1:]] == ["field", "house", "pond"]
    assert events[1].data == {
        "board": "field",
        "predator": "wolf",
        "face": "rabbit",
        "hunters": [3],
        "cards": [[{"animal": "rabbit", "owner": 2}]],
        "dice": [0],
        "discarded": [],
    }


def test_a_board_without_cards_is_quiet():
    _, events = trick("wolf wolf wolf", cheese=3)
    assert [event.data["board"] for event in events[1:]] == ["field"]
