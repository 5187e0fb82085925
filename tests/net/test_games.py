"""Whole games over the table: every game and number of seats, in every order of arrival, to the same record."""

import pytest

from core.catalogue import GAMES
from core.record import read, replay
from net.places import BOT_NAMES
from tests.net.world import World

CASES = [(game.key, seats) for game in GAMES.values() for seats in range(game.min_seats, game.max_seats + 1)]
every_table = pytest.mark.parametrize(("game", "seats"), CASES, ids=lambda value: str(value))
NAMES = ("Ana", "Ben", "Cleo", "Dov", "Eve", "Finn")


@every_table
def test_a_game_ends_the_same_for_all(game, seats):
    """Half of the tables have the host's own player, half are of guests alone; from three seats on a bot plays too."""
    owner, bots = seats % 2 == 1, int(seats > 2)
    world = World(game, seats, owner=owner, bots=bots)
    people = world.sit_all(*NAMES[: seats - owner - bots])
    zoe = world.come("Zoe", watch=True)
    if owner:
        world.start()
    world.run()
    record = read(world.check_end().decode())
    keys = [world.table.device.hex()] * owner + [guest.device.hex() for guest in people] + [None] * bots
    assert record.header.players == ("Hana",) * owner + NAMES[: len(people)] + BOT_NAMES[seats - bots : seats]
    assert record.header.keys == tuple(keys)
    *_, (_, position, _) = replay(record)
    assert all(guest.finished.result == GAMES[game].result(position) for guest in (*people, zoe))


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_bots_alone_play_before_watchers(game):
    world = World(game.key, game.min_seats, bots=game.min_seats)
    world.come("Zoe", watch=True)
    world.run()
    assert read(world.check_end().decode()).header.keys == (None,) * game.min_seats


@pytest.mark.parametrize("seed", range(10))
def test_in_whatever_order_messages_arrive(seed):
    world = World("om-nom-nom", 3, seed=seed)
    world.sit_all(*NAMES[:3])
    world.come("Zoe", watch=True)
    world.run()
    world.check_end()


@pytest.mark.parametrize("seed", range(20))
def test_a_game_with_all_there_is_to_carry(toy, seed):
    world = World("toy", 2 + seed % 3, seed=seed, bots=seed % 2)
    world.sit_all(*NAMES[: 2 + seed % 3 - seed % 2], watchers=1)
    world.run()
    world.check_end()


@pytest.mark.parametrize("seed", range(5))
def test_the_same_seed_gives_the_same_game(toy, seed):
    records = []
    for _ in range(2):
        world = World("toy", 3, seed=seed)
        world.sit_all("Ana", "Ben", "Cleo")
        world.run()
        records.append(world.check_end())
    assert records[0] == records[1]
