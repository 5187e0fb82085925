from collections.abc import Iterator

import pytest

from core.bots import bots
from core.games.om_nom_nom import GAME
from core.games.om_nom_nom.position import DICE
from core.playout import playout
from core.stream import Stream
from net.changes import Moved
from tui.boards.om_nom_nom_scene import BACK, NOTHING, Scene, frames, still


def moves(seats: int, seed: int) -> Iterator[Moved]:
    stream = Stream.of_seed(seed)
    plies = playout(GAME, GAME.start(seats), bots(GAME, ["random"] * seats), stream)
    for number, ply in enumerate(plies, 1):
        yield Moved(number, ply.before, ply.after, dict(ply.choices) or None, (), ply.events)


@pytest.mark.parametrize("seats", range(1, 7))
def test_every_event_is_told_once_and_in_order(seats: int) -> None:
    for moved in moves(seats, seats):
        told = [event for frame in frames(moved) for event in frame.told]
        assert told == list(moved.events)


@pytest.mark.parametrize("seats", range(1, 7))
def test_dice_and_points_add_up_in_every_picture(seats: int) -> None:
    for moved in moves(seats, seats):
        kinds = [event.kind for event in moved.events]
        for frame in frames(moved):
            scene = frame.scene
            lying = sum(scene.dice) + sum(sum(pile.dice) for pile in scene.piles)
            assert lying <= DICE if "rolled" in kinds else lying == DICE
            assert len(scene.piles) == len(scene.places and scene.table)
        last = list(frames(moved))[-1].scene
        if "scored" in kinds:
            scored = next(event for event in moved.events if event.kind == "scored")
            assert [pile.points for pile in last.piles] == scored.data["scores"]
        elif "revealed" in kinds:
            after = still(moved.after)
            assert (last.dice, last.piles, last.hands) == (after.dice, after.piles, after.hands)
        else:
            assert last.dice == still(moved.after).dice


def test_a_card_is_turned_over_where_it_lies_before_it_goes_to_its_place() -> None:
    moved = next(move for move in moves(3, 7) if move.choices)
    assert moved.choices is not None
    seen = list(frames(moved))
    tables = [frame.scene.table for frame in seen]
    assert tables[0] == (BACK,) * 3
    assert tables[2] == tuple(moved.choices[seat] for seat in range(3))
    assert tables[3] == (NOTHING,) * 3
    for seat, animal in moved.choices.items():
        assert seat in seen[3].scene.places[animal]
        assert not seen[0].scene.hands[seat] >> animal & 1


def test_boards_are_resolved_one_after_the_other_from_field_to_pond() -> None:
    moved = max(moves(6, 3), key=lambda move: len(move.events))
    boards: list[int] = []
    for frame in frames(moved):
        scene: Scene = frame.scene
        if scene.board is not None and (not boards or boards[-1] != scene.board):
            boards.append(scene.board)
    assert boards == sorted(boards)
    assert len(boards) == sum(event.kind == "hunt" for event in moved.events) > 1


def test_what_is_won_flies_to_its_winner_with_its_points() -> None:
    for moved in moves(4, 11):
        flown = [flight for frame in frames(moved) for flight in frame.flights]
        gained: dict[int, int] = {}
        for event in moved.events:
            if event.kind == "hunt":
                worth = 2 if event.data["face"] in ("carrot", "cheese", "fly") else 1
                for seat, cards, dice in zip(
                    event.data["hunters"], event.data["cards"], event.data["dice"], strict=True
                ):
                    gained[seat] = gained.get(seat, 0) + 1 + len(cards) + worth * dice
        assert {flight.seat: flight.label for flight in flown} == {
            seat: f"+{points}" for seat, points in gained.items()
        }


def test_imaginary_opponents_turn_their_cards_over_after_the_players() -> None:
    played = list(moves(2, 5))
    first, second = played[1], played[2]
    assert first.choices is not None
    open_cards = list(frames(first))[-1].scene.table
    assert open_cards == (first.choices[0], first.choices[1], NOTHING)
    assert next(iter(frames(second))).scene.table == (first.choices[0], first.choices[1], BACK)


def test_a_position_at_rest_counts_tricks_from_one() -> None:
    tricks = [still(move.before).trick for move in moves(3, 1) if move.choices]
    assert tricks == [1, 2, 3, 4, 5, 6] * 3
