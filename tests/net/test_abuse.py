"""What a guest, or whoever can reach the table, may send as often as it likes: the table stands, and others play on."""

import random

import pytest
from msgspec.structs import replace

from core.record import read
from net.audit import audit
from net.changes import Finished, Stopped
from net.journal import Journal
from net.messages import (
    PROTOCOL,
    Ack,
    Answer,
    Beat,
    Chain,
    Commit,
    Concede,
    Deal,
    EndEarly,
    Hello,
    Lobby,
    Notice,
    Open,
    Pause,
    Ready,
    Reveal,
    Settle,
    Sit,
    Stand,
    Talk,
    Undo,
)
from net.outbox import RETRY_SECONDS
from net.presence import ABSENT_SECONDS, SHAKY_SECONDS
from net.text import Line, Name
from net.wire import decode_host
from tests.conftest import FUZZ
from tests.net.test_coming_back import some
from tests.net.test_standing_still import Disk
from tests.net.world import World, identity

MEL = identity(bytes(range(2, 34)))
"""Who means no good."""


def words(world, dice):
    """Something that could be said at this moment, with the right numbers more often than not."""
    match = world.table.match
    key, step = (match.key, match.step) if match is not None else (0, 0)
    some32, number, yes = dice.choice([bytes(32), b"\1" * 32]), dice.randrange(3), dice.random() < 0.5
    return dice.choice(
        [
            Beat(),
            Sit(number),
            Stand(),
            Ready(ready=yes),
            EndEarly(yes=yes),
            Concede(),
            Talk(Line("la")),
            Answer(key, dice.choice(["cat", "pass", "show", "knock", "nonsense"])),
            Commit(key, number, some32),
            Ack(key, bytes(64)),
            Open(key, "cat", some32),
            Chain(some32, bytes(64)),
            Reveal(step + 1, some32),
            Deal(number, 1),
            Undo(step),
            Pause(yes=yes),
            Settle("wait", 0),
        ]
    )


def deliver(world):
    """What was said arrives; nobody chooses anything meanwhile."""
    while pending := [one for one in world.guests.values() if one.to_guest or one.to_host]:
        guest = pending[0]
        if guest.to_guest:
            guest.take_in(guest.to_guest.popleft())
        else:
            world._hear(guest)


@pytest.mark.parametrize("game", ["om-nom-nom", "toy"])
@pytest.mark.parametrize("seed", range(8 * FUZZ))
def test_nobody_who_means_no_good_stops_the_others(toy, game, seed):
    """Comings, goings, crashes of the host, full disks, and one guest that says anything: all others see one game."""
    dice, disk = random.Random(seed), Disk()
    owner = dice.random() < 0.5
    world = World(game, 3, seed=seed, owner=owner, clock=30, journal=lambda _: Journal(disk))
    (ana,) = world.sit_all("Ana")
    mel = world.come("Mel", key=MEL)
    mel.plays = False
    world.run(until=lambda: mel.mirror.lobby or not mel.open)
    if owner:
        world.start()
    else:
        world.sit_all("Ben")
    for _ in range(dice.randrange(3, 24)):
        act = dice.randrange(13)
        if act < 5:
            some(world, dice.randrange(1, 20))
        elif act == 5:
            world.drop(ana)
            ana = world.back(ana)
        elif act == 6 and world.table.can_continue:
            world.resume(Journal(disk))
            ana = world.back(ana)
        elif act == 7:
            disk.trouble = "" if disk.trouble else "the disk is full"
        elif act == 8:
            deliver(world)
            world.pass_time(dice.choice([RETRY_SECONDS, ABSENT_SECONDS, 60]))
        elif act == 9 or not mel.open:
            match = world.table.match
            mel = world.come("Mel", key=MEL)
            mel.plays = False
            mel.to_host.clear()
            game_id = match.game_id if match is not None and dice.random() < 0.5 else bytes(16)
            seat, seen = dice.choice([None, 0, 1, 2, 8]), dice.choice([0, 1, 5, 10**6])
            mel.send(Hello(PROTOCOL, Name("Mel"), MEL.public, dice.random() < 0.5, game_id, seat, seen))
            world.run(until=lambda mel=mel: not mel.to_host)
        else:
            mel.send(*[words(world, dice)] * dice.randrange(1, 6))
    disk.trouble = ""
    for _ in range(200):
        world.own(Pause(yes=False))
        world.run()
        world.pass_time(30)
        if world.table.state != "playing":
            break
    if ana.peer not in world.table.members:
        ana = world.back(ana)
    world.run()
    assert ana.mirror.broken is None
    assert ana.of(Finished) or ana.of(Stopped) or world.table.state == "lobby"
    assert all(change.doubt is None for change in ana.of(Finished))
    if ana.of(Finished):
        assert all(finding.holds for finding in audit(read(world.table.record())))


FLOODS = [Beat(), Sit(1), EndEarly(yes=True), EndEarly(yes=False), Concede(), Ready(ready=True)]


@pytest.mark.parametrize("words", FLOODS)
def test_a_flood_of_one_word_changes_nothing_for_the_others(words):
    """It is answered to whoever sends it; the others are told of what it comes to, and not again."""
    world = World("om-nom-nom", 3, owner=True)
    ana, ben = world.sit_all("Ana", "Ben")
    world.start()
    for guest in (world.host, ana, ben):
        guest.plays = False
    world.run()
    rows = len(world.journals[-1]._kept.rows)
    at = len(world.frames)
    ana.send(*[words] * 300)
    world.run()
    told = [decode_host(one.data[4:]) for one in world.frames[at:] if one.peer == ben.peer and not one.inbound]
    assert sum(isinstance(one, Lobby) for one in told) <= 2
    assert sum(isinstance(one, Notice) for one in told) <= 2
    assert len(world.journals[-1]._kept.rows) - rows < 10
    assert ben.mirror.broken is None


def test_who_says_anything_is_there_and_who_says_nothing_is_not(toy):
    world = World("toy", 2, owner=True)
    (ana,) = world.sit_all("Ana")
    world.start()
    world.host.plays = ana.plays = False
    world.run()
    for _ in range(20):
        world.now += SHAKY_SECONDS - 1
        ana.send(Talk(Line("hm")))
        world.run()
        world._post(world.house.tick(world.now))
    assert not world.table.places[1].away
    world.now += SHAKY_SECONDS
    world._post(world.house.tick(world.now))
    assert world.host.mirror.lobby.seats[1].link == "shaky"
    world.now += ABSENT_SECONDS
    world._post(world.house.tick(world.now))
    assert world.table.places[1].away
    assert not ana.open


def test_a_dead_connection_gives_way_to_a_living_one_at_once(toy):
    world = World("toy", 2, owner=True)
    (ana,) = world.sit_all("Ana")
    world.start()
    world.run(until=lambda: len(world.steps) > 0)
    again = world.back(ana)  # The host has not noticed that the older one is dead.
    assert not world.table.places[1].away
    world.run()
    assert world.table.places[1].holder.peer == again.peer
    world.check_end()


def test_claiming_to_know_more_does_not_keep_anybody_out():
    world = World("om-nom-nom", 2)
    _ana, _ben = world.sit_all("Ana", "Ben")
    world.run(until=lambda: len(world.steps) > 1)
    mel = world.come("Mel", key=MEL, watch=True)
    hello = replace(mel.mirror.hello("Mel", watch=True), game=world.table.match.game_id, seen=1_000_000)
    for _ in range(3):
        mel.to_host.clear()
        mel.send(hello)
        world.run()
        mel = world.come("Mel", key=MEL, watch=True)
    world.drop(mel)
    world.run()
    world.check_end()
