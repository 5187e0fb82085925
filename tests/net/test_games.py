"""Whole games over the table: every game and number of seats, in every order of arrival, to the same record."""

import pytest

from core.catalogue import GAMES
from core.record import read, replay
from tests.net.world import World

CASES = [(game.key, seats) for game in GAMES.values() for seats in range(game.min_seats, game.max_seats + 1)]
every_table = pytest.mark.parametrize(("game", "seats"), CASES, ids=lambda value: str(value))
NAMES = ("Ana", "Ben", "Cleo", "Dov", "Eve", "Finn")


@every_table
@pytest.mark.parametrize("seed", range(2))
def test_a_game_among_guests_ends_the_same_for_all(game, seats, seed):
    world = World(game, seats, seed=seed)
    people = world.sit_all(*NAMES[:seats])
    people += [world.come("Zoe", watch=True), world.come("Yan", watch=True)]
    world.run()
    record = read(world.check_end().decode())
    assert record.header.players == NAMES[:seats]
    assert record.header.keys == tuple(guest.device.hex() for guest in people[:seats])
    *_, (_, position, _) = replay(record)
    for guest in people:
        assert guest.finished.result == GAMES[game].result(position)


@every_table
def test_a_game_with_the_host_at_the_table_and_bots(game, seats):
    world = World(game, seats, owner=True, bots=seats // 2)
    guests = world.sit_all(*NAMES[: seats - 1 - seats // 2], watchers=1) if seats > 1 else []
    world.start()
    world.run()
    record = read(world.check_end().decode())
    assert record.header.players[0] == "Hana"
    assert record.header.keys.count(None) == seats // 2
    assert [guest.of(type(guest.finished)) for guest in guests] == [[guest.finished] for guest in guests]


@every_table
def test_bots_alone_play_before_watchers(game, seats):
    world = World(game, seats, bots=seats)
    world.run()
    assert read(world.check_end().decode()).header.keys == (None,) * seats


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
