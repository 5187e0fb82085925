"""Who is at a table: coming, sitting, steering, talking, and going."""

import pytest

from core.catalogue import GAMES
from net.changes import Begun, Closed, Finished, Noticed, Rejected, Talked
from net.messages import (
    PROTOCOL,
    Again,
    Bye,
    Data,
    Heard,
    Hello,
    Ping,
    Public,
    PutBot,
    Ready,
    Refused,
    Setup,
    Sit,
    Stand,
    Start,
    Talk,
)
from net.text import Line, Name
from net.wire import decode_host
from tests.net.world import HOST, World


def codes(guest):
    return [rejected.code for rejected in guest.of(Rejected)]


def seats(world):
    """The names on the seats, as everybody sees them."""
    lobbies = {repr(guest.mirror.lobby.seats) for guest in world.honest}
    assert len(lobbies) == 1
    return [info.name for info in world.host.mirror.lobby.seats]


# -- the door ------------------------------------------------------------------------------------------------------


def last_words(world, guest):
    """What was said last to somebody who is not let in."""
    assert not guest.open
    return decode_host([frame.data for frame in world.frames if frame.peer == guest.peer and not frame.inbound][-1][4:])


def test_a_stranger_learns_the_public_line_and_nothing_else():
    world = World(seats=3, bots=1)
    world.sit_all("Ana")
    stranger = world.come("x")
    stranger.to_host.clear()
    stranger.send(Ping(PROTOCOL))
    world.run()
    public = last_words(world, stranger)
    assert public == Public(PROTOCOL, "the table", "om-nom-nom", "Hana", 3, 2, "lobby", False)
    assert sum(frame.peer == stranger.peer and not frame.inbound for frame in world.frames) == 1


@pytest.mark.parametrize("first", [Talk(Line("hi")), Ready(ready=True), Start(), Bye(), Sit(0)], ids=repr)
def test_who_does_not_say_hello_first_is_sent_away(first):
    world = World()
    stranger = world.come("x")
    stranger.to_host.clear()
    stranger.send(first, Talk(Line("more")))
    world.run()
    assert last_words(world, stranger).code == "hello-first"
    assert seats(world) == [None, None]


def test_another_version_is_told_in_words_on_both_sides_and_once():
    world = World(seats=3)
    (ana,) = world.sit_all("Ana")
    for _ in range(3):
        old = world.come("Old", version=PROTOCOL + 1)
        world.run()
        said = last_words(world, old)
        assert said.code == "version"
        assert f"protocol {PROTOCOL}" in said.text
        assert str(PROTOCOL + 1) in said.text
    told = [notice.text for notice in ana.of(Noticed) if "could not join" in notice.text]
    assert len(told) == 1
    assert str(PROTOCOL + 1) in told[0]
    for version in range(10, 30):
        world.come("Old", version=version)
    looker = world.come("x")
    looker.to_host.clear()
    looker.send(Ping(99))
    world.run()
    assert last_words(world, looker).code == "version"
    assert len([notice for notice in ana.of(Noticed) if "could not join" in notice.text]) == 4


def test_one_installation_sits_once_and_nobody_has_the_hosts_key():
    world = World(seats=4)
    (ana,) = world.sit_all("Ana")
    again = world.come("Ana", key=ana.key)
    thief = world.come("Hana", key=HOST)
    world.run()
    assert last_words(world, thief).code == "twice"
    assert last_words(world, ana) == Bye(Line("you have come in again from elsewhere"))
    assert seats(world) == ["Ana", None, None, None]
    again.send(Hello(PROTOCOL, Name("Ana"), ana.device), Ping(PROTOCOL))
    world.run()
    assert codes(again) == ["again", "again"]


def test_a_full_table_can_be_watched_and_then_it_is_full_of_watchers_too():
    world = World(seats=2, owner=True)
    guests = world.sit_all(*(f"Guest {letter}" for letter in "abcdefghijklmnopqr"))
    assert [guest.open for guest in guests] == [True] * 17 + [False]
    assert last_words(world, guests[-1]).code == "full"
    assert len(world.host.mirror.lobby.watchers) == 16


# -- names ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["Ana", "аnа", "ANA", "A n a", "Ána", "Аna"])
def test_names_that_look_the_same_are_told_apart(name):
    world = World(seats=4)
    _, other, third = world.sit_all("Ana", name, name)
    assert str(other.mirror.welcome.name).endswith(" 2")
    assert str(third.mirror.welcome.name).endswith(" 3")


@pytest.mark.parametrize("name", ["Hana", "Saffron", "saffrοn", "!!!", "🦊", "W" * 16, "界" * 8])
def test_a_name_is_nobody_elses_and_has_something_to_tell_it_by(name):
    world = World(seats=3, owner=True)
    one, two = world.sit_all(name, name)
    names = [one.mirror.welcome.name, two.mirror.welcome.name]
    assert len({*names, "Hana", "Saffron"}) == 4 if name != "Saffron" else len(set(names)) == 2
    assert names[1][-1].isdigit()
    assert "Hana" not in names
    assert "Saffron" not in names


# -- the lobby -----------------------------------------------------------------------------------------------------


def test_people_sit_change_stand_and_leave():
    world = World(seats=3, owner=True)
    ana, ben, zoe = world.sit_all("Ana", "Ben", watchers=1)
    world.run()
    assert seats(world) == ["Hana", "Ana", "Ben"]
    ben.send(Stand())
    world.run()
    ana.send(Ready(ready=True), Sit(2))
    world.run()
    assert seats(world) == ["Hana", None, "Ana"]
    assert not world.host.mirror.lobby.seats[2].ready
    ben.send(Sit(2), Sit(0), Sit(3), Sit(1), Stand(), Stand(), Ready(ready=True))
    world.run()
    assert codes(ben) == ["taken", "taken", "no-seat", "not-now", "not-now"]
    assert seats(world) == ["Hana", None, "Ana"]
    ana.send(Bye())
    world.run()
    assert seats(world) == ["Hana", None, None]
    assert not ana.open
    assert ana.of(Closed)
    world.go(zoe)
    assert world.comings[-1] == ("Watcher 1", None, "has lost the connection")
    assert [coming[:2] for coming in world.comings if coming.why] == [("Ana", 2), ("Watcher 1", None)]
    assert list(world.host.mirror.lobby.watchers) == ["Ben"]


def test_the_owner_steers_and_nobody_else():
    world = World(seats=2, owner=True)
    ana, zoe = world.sit_all("Ana", watchers=1)
    for guest in (ana, zoe):
        guest.send(Setup("om-nom-nom", 3, Data({})), PutBot(1, "random"), Start(), Again())
    world.run()
    assert codes(ana) == codes(zoe) == ["not-owner"] * 4
    assert seats(world) == ["Hana", "Ana"]
    world.own(
        Setup("om-nom-nom", 4, Data({})), PutBot(2, "greedy"), PutBot(3, "random"), PutBot(3), PutBot(3, "random")
    )
    world.run()
    assert seats(world) == ["Hana", "Ana", "Sumac", "Clove"]
    assert codes(world.host) == []


@pytest.mark.parametrize(
    "message",
    [
        Setup("chess", 2, Data({})),
        Setup("om-nom-nom", 0, Data({})),
        Setup("om-nom-nom", 7, Data({})),
        Setup("om-nom-nom", 2, Data({"imaginary": 3})),
        Setup("om-nom-nom", 2, Data({"imaginary": True})),
        Setup("om-nom-nom", 2, Data({"nonsense": 1})),
        Setup("om-nom-nom", 2, Data([])),
        Setup("om-nom-nom", 2, Data(None)),
        Setup("om-nom-nom", 1, Data({})),
    ],
    ids=repr,
)
def test_a_setup_that_does_not_fit_changes_nothing(message):
    world = World(seats=2, owner=True)
    world.sit_all("Ana")
    before = world.host.mirror.lobby
    world.own(message)
    world.run()
    assert codes(world.host) == ["options"]
    assert world.host.mirror.lobby == before


def test_bots_go_where_nobody_sits():
    world = World(seats=3, owner=True)
    world.sit_all("Ana")
    world.own(PutBot(1, "random"), PutBot(0, "random"), PutBot(5, "random"), PutBot(2, "chess"))
    assert codes(world.host) == ["taken", "taken", "no-seat", "no-bot"]
    assert seats(world) == ["Hana", "Ana", None]


def test_the_game_starts_when_all_seats_are_taken_and_all_are_ready():
    world = World(seats=3, owner=True)
    world.own(Start())
    (ana,) = world.sit_all("Ana")
    world.own(PutBot(2, "greedy"), Start())
    world.run()
    assert codes(world.host) == ["not-ready", "not-ready"]
    assert [text for text in world.host.texts if "seat 2 is free" in text]
    assert [text for text in world.host.texts if "Ana is not ready" in text]
    ana.send(Ready(ready=True), Ready(ready=False))
    world.run()
    world.own(Start())
    assert codes(world.host) == ["not-ready"] * 3
    ana.send(Ready(ready=True))
    world.run()
    ana.plays = False
    world.own(Start(), Start(), Setup("om-nom-nom", 2, Data({})), PutBot(2), Again())
    ana.send(Ready(ready=False), Stand())
    world.run()
    assert codes(world.host) == ["not-ready"] * 3 + ["not-now"] * 4
    assert codes(ana) == ["not-now"]
    ana.plays = True
    world.run()
    world.check_end()


def test_a_dedicated_host_starts_by_itself_when_the_last_seat_is_taken():
    world = World(seats=2)
    (ana,) = world.sit_all("Ana")
    assert not ana.of(Begun)
    world.sit_all("Ben")
    world.run()
    world.check_end()


def test_after_a_game_the_same_people_play_again():
    world = World(seats=4, owner=True, bots=1)
    ana, ben = world.sit_all("Ana", "Ben")
    records = set()
    for number in range(1, 4):
        world.start()
        world.run()
        records.add(world.check_end())
        assert [len(guest.of(Finished)) for guest in (ana, ben, world.host)] == [number] * 3
        ana.send(Sit(1))
        world.run()
        world.own(Again())
        world.run()
        assert [info.ready for info in world.host.mirror.lobby.seats] == [False, False, False, True]
    assert codes(ana).count("over") == 3
    assert len(records) == 3
    world.own(Again())
    assert codes(world.host) == ["not-now"]


def test_a_seat_that_was_left_is_free_in_the_next_lobby():
    world = World(seats=3, owner=True)
    ana, ben = world.sit_all("Ana", "Ben")
    world.start()
    world.go(ana)
    world.run()
    world.check_end()
    world.go(ben)
    world.own(Again())
    assert seats(world) == ["Hana", None, None]


# -- during the game -----------------------------------------------------------------------------------------------


def test_who_watches_can_take_a_bots_or_an_absent_seat_and_only_one():
    world = World(seats=4, bots=1)
    ana, ben, cleo = world.sit_all("Ana", "Ben", "Cleo")
    zoe, yan = world.sit_all(watchers=2)
    for guest in (ana, ben, cleo, zoe, yan):
        guest.plays = False
    world.run()
    zoe.send(Sit(0), Sit(3), Sit(3), Sit(2))
    world.run()
    assert codes(zoe) == ["taken", "seated", "seated"]
    assert zoe.mirror.seat == 3
    assert "Watcher 1 takes over seat 4." in ana.texts
    assert ana.mirror.names[3] == "Watcher 1"
    assert [coming.seat for coming in world.comings if coming.name == "Watcher 1"] == [None, 3]
    world.go(cleo)
    world.run()
    yan.send(Sit(2))
    world.run()
    assert yan.mirror.seat == 2
    cleo = world.come("Cleo", key=cleo.key)
    world.run()
    assert cleo.mirror.seat is None
    world.go(ben)
    cleo.send(Sit(1))
    world.run()
    assert codes(cleo) == ["seated"]
    for guest in world.guests.values():
        guest.plays = True
    world.run()
    record = world.check_end().decode()
    assert '"Ana", "Ben", "Watcher 2", "Watcher 1"' in record


@pytest.mark.parametrize("game", [*GAMES, "toy"])
def test_a_taken_seat_is_played_from_there(toy, game):
    for moment in range(0, 60, 6):
        world = World(game, 3, seed=moment, bots=1)
        ana, _ = world.sit_all("Ana", "Ben")
        (zoe,) = world.sit_all(watchers=1)
        for _ in range(moment):
            world.step()
        zoe.send(Sit(2))
        world.run(until=lambda: zoe.mirror.seat == 2 or world.table.state == "over")  # noqa: B023 - runs at once
        for _ in range(100):
            world.step()
        assert [guest.mirror.broken for guest in world.honest] == [None] * 4
        assert world.table.state == "over" or ana.mirror.names[2] == zoe.name


# -- talk ----------------------------------------------------------------------------------------------------------


def test_talk_reaches_all_with_name_and_seat_and_newcomers_hear_the_last_of_it():
    world = World(seats=3, bots=1)
    ana, zoe = world.sit_all("Ana", watchers=1)
    for number in range(30):
        ana.send(Talk(Line(f"line {number}")))
    ana.send(Talk(Line("")))
    world.run()
    zoe.send(Talk(Line("\x1b[31mhello\x07")))
    world.run()
    assert ana.of(Talked)[-1] == ("Watcher 1", None, "[31mhello", None)
    assert zoe.of(Talked)[0] == ("Ana", 0, "line 0", None)
    assert len(ana.of(Talked)) == len(world.host.of(Talked)) == 31
    late = world.come("Late", watch=True)
    world.run()
    assert [talked.text for talked in late.of(Talked)] == [f"line {number}" for number in range(11, 30)] + ["[31mhello"]
    world.sit_all("Ben")
    world.run(until=lambda: late.of(Begun))
    late.send(Sit(2))
    world.run()
    assert len(late.of(Talked)) == 20
    numbers = [
        message.number
        for frame in world.frames
        if frame.peer == ana.peer and not frame.inbound
        for message in [decode_host(frame.data[4:])]
        if isinstance(message, Heard)
    ]
    assert numbers == list(range(1, 32))


def test_an_announcement_reaches_all():
    world = World(seats=2)
    (ana,) = world.sit_all("Ana")
    world._post(world.table.announce("the kettle boils"))
    world.run()
    assert ana.of(Noticed)[-1].text == "the kettle boils"
    assert isinstance(world.table.public(), Public)
    assert not ana.of(Refused)
