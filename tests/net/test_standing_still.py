"""A table that stands still: in a break, while its people gather, and while nothing can be kept."""

import pytest

from core.record import Play
from net.changes import Finished, Rejected
from net.clock import PROGRAM_SECONDS
from net.journal import Journal
from net.kept import CannotKeep, MemoryLedger
from net.messages import (
    Ack,
    Answer,
    Beat,
    Bye,
    Concede,
    Deal,
    EndEarly,
    Lobby,
    Mute,
    Offer,
    Pause,
    Public,
    Refused,
    Remove,
    Settle,
    Sit,
    Step,
    Talk,
    Undo,
    Welcome,
)
from net.outbox import RETRY_SECONDS
from net.table import GATHER_SECONDS
from net.text import Line, Name
from net.wire import decode_host
from tests.net.test_coming_back import some
from tests.net.world import World

ASKED = [Answer(1, "show"), Offer(1, 3), Deal(1, 2), Undo(1), Concede()]


def gathering(**more):
    """A table that was continued, and nobody is back yet."""
    world = World("om-nom-nom", 3, **more)
    people = world.sit_all(*["Ana", "Ben", "Cleo"][: 3 - world.settings.owner - more.get("bots", 0)])
    if world.settings.owner:
        world.start()
    world.run(until=lambda: len(world.steps) > 2)
    world.resume()
    return world, people


@pytest.mark.parametrize("message", ASKED)
@pytest.mark.parametrize("why", ["break", "gathering"])
def test_nothing_is_played_while_a_table_stands_still(message, why):
    if why == "break":
        world = World("om-nom-nom", 3, owner=True, bots=1)
        (ana,) = world.sit_all("Ana")
        world.start()
        world.run(until=lambda: len(world.steps) > 2)
        world.own(Pause(yes=True))
    else:
        world, (ana, _) = gathering(owner=True)
        ana = world.back(ana)
        world.run()
    before = world.table.match.step
    ana.send(message)
    world.run()
    assert ana.of(Rejected)[-1].code == "paused"
    assert ana.mirror.paused in ana.of(Rejected)[-1].text
    if isinstance(message, Answer | Concede):
        assert world.table.match.step == before


def test_bots_do_not_think_in_a_break_and_no_clock_runs():
    world = World("om-nom-nom", 3, owner=True, bots=2, clock=30)
    world.start()
    world.host.plays = False
    world.own(Pause(yes=True))
    before = len(world.steps)
    world.run()
    assert not world.house.busy
    world.pass_time(1000)
    world.run()
    assert len(world.steps) == before
    assert world.host.mirror.paused
    world.own(Pause(yes=False))
    world.host.plays = True
    world.run()
    world.check_end()


def test_only_the_owner_calls_a_break_and_only_in_a_game():
    world = World("om-nom-nom", 2, owner=True)
    (ana,) = world.sit_all("Ana")
    world.own(Pause(yes=True))
    assert world.host.of(Rejected)[-1].code == "not-now"
    world.start()
    ana.send(Pause(yes=True), Settle("wait", 30))
    world.run()
    assert [one.code for one in ana.of(Rejected)].count("not-owner") == 2
    world.check_end()


def test_the_owner_goes_on_without_who_is_missing():
    world, (ana, ben) = gathering(owner=True)
    ana = world.back(ana)
    world.run()
    assert "Ben" in world.table.paused
    world.own(Pause(yes=False))
    assert world.table.paused == ""
    assert world.table.places[2].absent
    world.run()
    world.pass_time(PROGRAM_SECONDS)
    world.run()
    world.check_end()
    ben = world.back(ben)
    world.run()
    assert ben.finished.record == ana.finished.record


def test_without_an_owner_a_continued_table_goes_on_by_itself_in_time():
    world, (ana, *_) = gathering()
    ana = world.back(ana)
    world.run()
    world.pass_time(GATHER_SECONDS - 1)
    assert world.table.paused
    world.pass_time(1)
    assert not world.table.paused
    world.run()
    world.pass_time(PROGRAM_SECONDS)
    world.run()
    world.check_end()


@pytest.mark.parametrize("owners", [(True, False), (False, True), (True, False, True), (False, True, False)])
@pytest.mark.parametrize("seed", range(3))
def test_a_table_goes_on_with_an_owner_and_without(owners, seed):
    world = World("om-nom-nom", 3, owner=owners[0], seed=seed)
    people = world.sit_all(*["Ana", "Ben", "Cleo"][: 3 - owners[0]])
    if owners[0]:
        world.start()
    for owner in owners[1:]:
        some(world, world.random.randrange(20, 60))
        world.resume(owner=owner)
        people = [world.back(guest) for guest in people]
        world.run(until=lambda: not world.table.paused)
    for _ in range(3):
        world.run()
        world.pass_time(PROGRAM_SECONDS)
    world.check_end()
    for guest in people:
        assert guest.mirror.seat is not None


# -- disks -----------------------------------------------------------------------------------------------------------


class Disk(MemoryLedger):
    """Rows, and how many of them are durable; with `trouble` none become so."""

    def __init__(self):
        super().__init__()
        self.trouble = ""
        self.durable = 0
        self.told = 0

    def flush(self):
        if self.trouble and self.durable < len(self.rows):
            raise CannotKeep(self.trouble)
        self.durable = len(self.rows)

    @property
    def steps(self):
        return sum(b'"row":"stepped"' in row for row in self.rows[: self.durable])


def with_disk(seats=3, **more):
    """A table on a disk; nobody is told of a step that is not on it."""
    disk = Disk()
    world = World("om-nom-nom", seats, owner=True, bots=1, journal=lambda _: Journal(disk), **more)

    def check(peer, message):
        assert not isinstance(message, Step) or message.number <= disk.steps
        return [message]

    world.lie = check
    guests = world.sit_all(*["Ana", "Ben"][: seats - 2])
    return world, disk, guests


SMALL = Beat | Refused | Bye | Public


@pytest.mark.parametrize("moment", ["start", 0, 3, 11, 25, "end"])
def test_while_nothing_can_be_kept_nothing_is_told_and_then_all_goes_on(moment):
    world, disk, (ana,) = with_disk(seed=3)
    if moment == "start":
        disk.trouble = "the disk is full"
    world.start()
    if isinstance(moment, int):
        world.run(until=lambda: len(world.steps) > 1)
        some(world, moment)
    elif moment == "end":
        world.run(until=lambda: len(world.steps) >= 20 and world.table.match._set and world.table.match._set.opened)
    disk.trouble = "the disk is full"
    world.run(until=lambda: world.table.paused)
    at = len(world.frames)
    ana.send(Talk(Line("hello?")), Beat(), EndEarly(yes=True), Sit(0))
    late, watcher = world.come("Late"), world.come("Watcher", watch=True)
    world.run()
    world.pass_time(RETRY_SECONDS)
    world.run()
    for frame in world.frames[at:]:
        message = None if frame.inbound else decode_host(frame.data[4:])
        assert message is None or isinstance(message, SMALL) or (isinstance(message, Lobby) and message.paused)
    assert "the disk is full" in ana.mirror.paused
    assert "the disk is full" in late.texts[-1]
    assert not late.open
    assert not watcher.open
    disk.trouble = ""
    world.pass_time(RETRY_SECONDS)
    watcher = world.come("Watcher", watch=True)
    for _ in range(3):
        world.run()
        world.pass_time(PROGRAM_SECONDS)
    assert ana.mirror.broken is None
    assert watcher.open
    for guest in (world.host, ana):
        assert len(guest.of(Finished)) == 1
        assert guest.finished.doubt is None
    assert not any(step.forfeited for step in world.steps if isinstance(step, Play))


@pytest.mark.parametrize("word", [True, False])
def test_who_leaves_while_nothing_can_be_kept_is_gone_and_who_lost_the_connection_comes_back(word):
    world, disk, (ana, _ben) = with_disk(4)
    world.start()
    world.run(until=lambda: len(world.steps) > 2)
    disk.trouble = "the disk is full"
    world.run(until=lambda: world.table.paused)
    if word:
        ana.send(Bye())
        world.run()
    else:
        world.drop(ana)
    ana = world.back(ana)
    world.run()
    assert ana.texts[-1].startswith("the table stands still")
    disk.trouble = ""
    world.pass_time(RETRY_SECONDS)
    ana = world.back(ana)
    for _ in range(3):
        world.run()
        world.pass_time(PROGRAM_SECONDS)
    world.check_end()


def test_one_guest_cannot_use_up_what_is_put_off_for_others():
    """While nothing can be kept, programs' words wait; a flood of one takes nobody else's place."""
    world, disk, (ana, ben) = with_disk(4)
    world.start()
    world.run(until=lambda: ben.mirror._set.acked)
    world.run(until=lambda: not world.table.match._set.opened)
    some(world, 0)
    disk.trouble = "the disk is full"
    world.own(Talk(Line("a row")))
    assert world.table.paused
    ana.plays = False
    ana.send(*[Answer(1, "cat")] * 5)
    for _ in range(200):
        world._post(world.house.receive(ana.peer, _commit(), world.now))
    world.run()
    disk.trouble = ""
    world.pass_time(RETRY_SECONDS)
    ana.plays = True
    for _ in range(3):
        world.run()
        world.pass_time(PROGRAM_SECONDS)
    assert ben.mirror.broken is None
    assert not any(2 in step.forfeited for step in world.steps if isinstance(step, Play))


def _commit():
    from net.messages import Commit

    return Commit(999, 1, bytes(32))


def test_a_table_that_cannot_keep_anything_can_still_be_closed_and_welcomes_nobody():
    world, disk, (ana,) = with_disk()
    world.start()
    world.run(until=lambda: len(world.steps) > 2)
    disk.trouble = "the disk is full"
    world.own(Talk(Line("a row")))
    stranger = world.come("Cleo", watch=True)
    world.run()
    assert not any(
        frame.peer == stranger.peer and isinstance(decode_host(frame.data[4:]), Welcome)
        for frame in world.frames
        if not frame.inbound
    )
    world.table.close(back=True)
    assert ana.mirror.broken is None


@pytest.mark.parametrize("clock", [0, 30])
def test_the_clocks_go_on_as_soon_as_something_can_be_kept_again(clock):
    """Also if nobody says a word then."""
    world, disk, (ana,) = with_disk(clock=clock)
    ana.plays = clock == 0
    ana.bad = lambda message: () if isinstance(message, Ack) else [message]
    world.start()
    world.run()
    assert world.table.deadline is not None
    disk.trouble = "the disk is full"
    world.own(Talk(Line("a row")))
    assert world.table._clocks.deadline is None
    disk.trouble = ""
    world.pass_time(RETRY_SECONDS)
    assert world.table._clocks.deadline is not None
    assert ana.mirror.paused == "" or ana.to_guest


def test_what_the_host_had_ruled_before_the_game_holds_when_the_table_is_continued():
    world = World("om-nom-nom", 3, owner=True)
    ana, ben = world.sit_all("Ana", "Ben")
    eve, zoe = (world.come(name, watch=True) for name in ("Eve", "Zoe"))
    world.run()
    world.own(Settle("wait", 60), Mute(Name("Zoe"), muted=True), Remove(Name("Eve"), ban=True))
    world.start()
    world.run(until=lambda: len(world.steps) > 1)
    world.own(Mute(Name("Ben"), muted=True))
    world.resume()
    people = [world.back(guest) for guest in (ana, ben, zoe)]
    again = world.come("Eve", watch=True, key=eve.key)
    world.run(until=lambda: not again.open and all(guest.mirror.lobby for guest in people))
    lobby = people[0].mirror.lobby
    assert (lobby.absent, lobby.clock) == ("wait", 60)
    assert decode_host([frame.data for frame in world.frames if frame.peer == again.peer][-1][4:]).code == "banned"
    for muted in people[1:]:
        muted.send(Talk(Line("hear me")))
    world.run(until=lambda: all("muted" in [one.code for one in guest.of(Rejected)] for guest in people[1:]))
    assert "hear me" not in people[0].texts
