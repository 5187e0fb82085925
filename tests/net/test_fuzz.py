"""Any message at any moment: a table refuses, a mirror distrusts, and neither breaks."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from net.changes import Finished
from net.messages import FromGuest
from net.seat import Mirror
from net.text import Name
from net.wire import decode_guest, decode_host, encode
from tests.conftest import FUZZ
from tests.net.strategies import fields, guest_messages, host_messages, of_type
from tests.net.world import World


def crossed(world):
    """Whether all that the table sent can be read."""
    for frame in world.frames:
        assert (decode_guest if frame.inbound else decode_host)(frame.data[4:])


@pytest.mark.parametrize("game", ["om-nom-nom", "toy"])
def test_a_table_stands_whatever_its_people_say(toy, game):
    @given(st.data())
    @settings(max_examples=25 * FUZZ)
    def stands(data):
        world = World(game, 3, owner=data.draw(st.booleans()), bots=data.draw(st.integers(0, 1)))
        people = world.sit_all("Ana", "Ben", watchers=1)
        for _ in range(data.draw(st.integers(0, 12))):
            act = data.draw(st.integers(0, 9))
            if act == 0:
                world.start()
            elif act == 1:
                world.pass_time(20)
            elif act < 6:
                for _ in range(data.draw(st.integers(1, 30))):
                    world.step()
            else:
                guest = people[data.draw(st.integers(0, len(people) - 1))]
                message: FromGuest = data.draw(guest_messages)
                if act == 9 and world.settings.owner:
                    world.own(message)
                elif guest.open:
                    guest.to_host.append(encode(message))
        for guest in people:
            guest.plays = True
        world.run()
        crossed(world)
        assert world.table.state in ("lobby", "playing", "over")
        assert len({member.name for member in world.table.members.values() if not member.house}) <= 4
        for guest in world.honest:
            assert guest.mirror.broken is None

    stands()


@pytest.mark.parametrize("moment", [0, 20, 45, 10_000])
def test_a_mirror_stands_whatever_the_host_says(toy, moment):
    @given(st.integers(0, 1), st.lists(host_messages, min_size=1, max_size=4))
    @settings(max_examples=25 * FUZZ)
    def stands(game, messages):
        mirror = at(moment, ("om-nom-nom", "toy")[game])
        for message in messages:
            replies, _ = mirror.receive(message)
            for reply in replies:
                decode_guest(encode(reply)[4:])
        assert isinstance(mirror.asks, tuple)
        mirror.waiting_for, mirror.owes, mirror.choice, mirror.over, mirror.answers()

    stands()


@pytest.mark.parametrize("game", ["om-nom-nom", "toy"])
def test_a_mirror_stands_when_anything_in_a_message_is_changed(toy, game):
    @given(st.data())
    @settings(max_examples=30 * FUZZ)
    def stands(data):
        world = World(game, 3, owner=True, bots=data.draw(st.integers(0, 1)))
        ana, *others = world.sit_all(*("Ana", "Ben")[: 2 - world.settings.bots])
        count = data.draw(st.integers(0, 60))

        def lie(peer, message):
            nonlocal count
            count -= peer == ana.peer
            if peer != ana.peer or count != 0:
                return [message]
            part = data.draw(st.sampled_from(fields(type(message)) or [None]))
            return [message if part is None else replace(message, **{part.name: data.draw(of_type(part.type))})]

        world.lie = lie
        world.start()
        world.run()
        for _ in range(3):
            world.pass_time(20)
            world.run()
        for guest in (world.host, *others):
            assert guest.mirror.broken is None
        if ana.of(Finished) and ana.finished.doubt is None and ana.mirror.broken is None:
            assert ana.finished.record == world.host.finished.record
        mirror = ana.mirror
        mirror.waiting_for, mirror.owes, mirror.choice, mirror.over, mirror.answers()

    stands()


def at(moment: int, game: str) -> Mirror:
    """The mirror of a guest in the middle of a game."""
    world = World(game, 3)
    ana, *_ = world.sit_all("Ana", "Ben", "Cleo")
    for _ in range(moment):
        if not world.step():
            break
    assert ana.mirror.welcome is None or ana.mirror.welcome.name == Name("Ana")
    return ana.mirror
