"""What holds in every game: gems, cards, stones."""

from collections import Counter
from functools import lru_cache

import pytest

from core.games.oh_gnome import GAME
from core.games.oh_gnome.cards import CARDS, FISTS
from core.games.oh_gnome.gems import collect, pay, value
from core.games.oh_gnome.position import stumbling
from core.games.oh_gnome.trail import COTTAGE, TRAIL
from core.stream import Stream
from tests.games.kit import wander

every_table = pytest.mark.parametrize(("seats", "seed"), [(seats, seed) for seats in range(2, 7) for seed in range(6)])


@lru_cache
def game(seats, seed):
    return tuple(wander(GAME, GAME.start(seats), Stream.of_seed(f"properties {seed}")))


@every_table
def test_every_card_is_in_one_place(seats, seed):
    for ply in game(seats, seed):
        p = ply.after
        found = Counter([*p.deck, *p.discard])
        for seat in p.seats:
            found.update([*seat.hand, *seat.tabled, *["stumble"] * seat.misses])
        found.update(["stumble"] * stumbling(p.stack))
        assert found == CARDS.counts


@every_table
def test_gems_are_never_negative_and_come_from_somewhere(seats, seed):
    """Every change of a purse is told in an event, and each collected amount is in the largest denominations."""
    for ply in game(seats, seed):
        purses = [seat.purse for seat in ply.before.seats]
        for event in ply.events:
            if event.kind == "gems":
                payer, taker, amount = (event.data[key] for key in ("payer", "taker", "amount"))
                assert amount > 0
                if payer is not None:
                    purses[payer], paid = pay(purses[payer], amount)
                    assert paid == amount
                if taker is not None:
                    purses[taker] = collect(purses[taker], amount)
            elif event.kind == "picked":
                place = ("gold", "red", "blue", "black").index(event.data["gem"])
                for seat, change in ((event.data["victim"], -1), (event.data["seat"], 1)):
                    purses[seat] = tuple(n + change * (at == place) for at, n in enumerate(purses[seat]))
            elif event.kind == "left":
                purses[event.data["seat"]] = collect((0, 0, 0, 0), value(purses[event.data["seat"]]))
        assert purses == [seat.purse for seat in ply.after.seats]
        assert all(min(purse) >= 0 for purse in purses)


@every_table
def test_nobody_stands_where_nobody_can(seats, seed):
    for ply in game(seats, seed):
        for seat in ply.after.seats:
            effect = TRAIL.effects.get(seat.at)
            assert effect is None or effect.kind not in ("slide", "to")
            assert (seat.at == COTTAGE) == (seat.place is not None)


@every_table
def test_fists_are_only_used_up(seats, seed):
    for ply in game(seats, seed):
        for before, after in zip(ply.before.seats, ply.after.seats, strict=True):
            assert set(after.brawl) <= set(before.brawl) <= set(FISTS)


@every_table
def test_a_window_asks_all_others_with_cards(seats, seed):
    """By public knowledge alone: who is not in the cottage and has a card, but not who made the move."""
    for ply in game(seats, seed):
        opened = [event.data for event in ply.events if event.kind == "window"]
        if ply.after.phase != "window":
            continue
        asked = [ask.seat for ask in GAME.due(ply.after).asks]
        owner = opened[-1]["owner"]
        assert sorted(opened[-1]["seats"]) == asked
        assert asked == [n for n, seat in enumerate(ply.after.seats) if seat.hand and seat.at != COTTAGE and n != owner]
        assert owner == ply.after.turn or opened[-1]["about"] in (
            "oh-gnome-you-dont",
            "hold-it",
            "my-cut",
            "guard-gnome",
        )


def test_these_games_have_everything_in_them():
    kinds = Counter(
        event.kind for seats in range(2, 7) for seed in range(6) for ply in game(seats, seed) for event in ply.events
    )
    rare = ("cancelled", "guarded", "held", "swapped", "sent", "lost", "threw", "missed", "shuffled")
    assert not [kind for kind in rare if not kinds[kind]]
