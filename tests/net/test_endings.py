"""How a game ends before its end: giving up, and agreeing to stop; and what a record then says and does not."""

import pytest

from core.record import BadRecord, read
from net.audit import audit
from net.changes import Finished, Rejected, Stopped
from net.keepsake import Keepsake
from net.kept import MemoryLedger
from net.messages import Again, Bye, Concede, EndEarly, Ended, Hello, Open, Pause, RecordPart, Sit
from net.presence import ABSENT_SECONDS
from net.wire import decode_host
from tests.net.test_coming_back import numbers, some
from tests.net.world import World


def under_way(game="om-nom-nom", seats=3, **more):
    world = World(game, seats, owner=True, **more)
    guests = world.sit_all(*["Ana", "Ben", "Cleo"][: seats - 1 - more.get("bots", 0)], watchers=1)
    world.start()
    world.run(until=lambda: len(world.steps) > 2)
    return world, guests


@pytest.mark.parametrize("owner", [False, True])
@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("game", ["ominoes", "om-nom-nom", "toy"])
def test_one_of_two_gives_up_at_any_moment(toy, game, seed, owner):
    """While dice roll, while a set is closed, while somebody is away: the record holds for all."""
    world = World(game, 2, seed=seed, owner=True)
    ana, watcher = world.sit_all("Ana", watchers=1)
    world.start()
    some(world, world.random.randrange(60 if game != "toy" else 18))
    loser = world.host if owner else ana
    if world.table.state != "playing" or loser.mirror.game is None:
        return
    messages = loser.mirror.concede()
    world.own(*messages) if owner else loser.send(*messages)
    world.run(until=lambda: world.table.state == "over")
    world.run()
    record = read(world.check_end().decode())
    if record.steps[-1].__class__.__name__ == "Conceded":
        assert ana.finished.result.winners == (int(owner),)
        assert watcher.finished.result.winners == (int(owner),)
    assert all(finding.holds for finding in audit(record))


@pytest.mark.parametrize("owner", [False, True])
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("game", ["om-nom-nom", "toy"])
def test_of_more_than_two_a_bot_plays_on_and_who_gave_up_watches_to_the_end(toy, game, seed, owner):
    world = World(game, 3, seed=seed, owner=True)
    ana, _ben = world.sit_all("Ana", "Ben")
    world.start()
    some(world, world.random.randrange(60 if game != "toy" else 20))
    loser = world.host if owner else ana
    if world.table.state != "playing" or loser.mirror.game is None:
        return
    seat = loser.mirror.seat
    messages = loser.mirror.concede()
    world.own(*messages) if owner else loser.send(*messages)
    world.run()
    world.check_end()
    if not any(isinstance(change, Rejected) for change in loser.changes):
        assert loser.mirror.seat is None
        assert world.table.places[seat].bot
    assert all(finding.holds for finding in audit(read(world.table.record())))


@pytest.mark.parametrize("how", ["watcher", "paused", "over", "lobby"])
def test_giving_up_is_refused_where_there_is_nothing_to_give_up(how):
    world, (ana, _ben, watcher) = under_way()
    who = watcher if how == "watcher" else ana
    if how == "paused":
        world.own(Pause(yes=True))
    elif how == "over":
        world.run()
    elif how == "lobby":
        world.run()
        world.own(Again())
    who.send(Concede(), Concede())
    world.run(until=lambda: not who.to_host and not who.to_guest)
    assert {change.code for change in who.of(Rejected)[-2:]} == {"paused" if how == "paused" else "not-playing"}
    world.own(Pause(yes=False))
    world.run()


def conceded_record():
    world = World("ominoes", 2)
    ana, _ben = world.sit_all("Ana", "Ben")
    world.run(until=lambda: len(numbers(ana)) > 6)
    ana.send(*ana.mirror.concede())
    world.run()
    return world.check_end().decode()


@pytest.mark.parametrize(
    "forge",
    [
        lambda text: text.replace(" concede 0", " concede 1"),
        lambda text: text.replace(" concede 0", " concede 2"),
        lambda text: text.replace('"winners": [1]', '"winners": [0]'),
        lambda text: text.replace('"winners": [1]', '"winners": [0, 1]'),
        lambda text: text.replace("\n5 ", "\n5 concede 0\n5 ", 1),
        lambda text: "\n".join(line for line in text.split("\n") if " concede 0" not in line),
        lambda text: text.replace(" concede 0", " undo"),
    ],
)
def test_a_forged_giving_up_does_not_hold(forge):
    text = conceded_record()
    assert all(finding.holds for finding in audit(read(text)))
    forged = forge(text)
    assert forged != text
    try:
        findings = audit(read(forged))
    except BadRecord:
        return
    assert not all(finding.holds for finding in findings)


# -- ending by agreement ---------------------------------------------------------------------------------------------


def test_the_game_ends_here_when_all_who_play_want_it():
    world, (ana, ben, watcher) = under_way()
    for guest in (world.host, ana, ben):
        guest.plays = False
    world.run()
    ana.send(EndEarly(yes=True))
    world.own(EndEarly(yes=True))
    world.run()
    assert world.host.mirror.lobby.ending == (0, 1)
    world.own(EndEarly(yes=False))
    ben.send(EndEarly(yes=True))
    world.run()
    assert (world.table.state, watcher.mirror.lobby.ending) == ("playing", (1, 2))
    watcher.send(EndEarly(yes=True))
    world.run()
    assert watcher.of(Rejected)[-1].code == "not-playing"
    world.own(EndEarly(yes=True))
    world.run()
    assert world.table.state == "over"
    for guest in world.honest:
        assert len(guest.of(Stopped)) == 1
        assert guest.of(Finished) == []
        assert not guest.mirror.owes
    # Nothing secret is in what anybody got, nor in the record as it stands.
    told = [decode_host(frame.data[4:]) for frame in world.frames if not frame.inbound]
    assert sum(isinstance(one, Ended) for one in told) == 3
    assert not any(isinstance(one, RecordPart) for one in told)
    secret = world.table.match.dealer.secret
    assert not any(secret in frame.data for frame in world.frames)
    assert secret.hex() not in world.table.record()
    assert "proof" not in world.table.record()


def test_who_comes_back_to_an_ended_game_is_told_so_and_asked_for_nothing(toy):
    world, (ana, ben, _watcher) = under_way("toy")
    ana.plays = ben.plays = world.host.plays = False
    world.run()
    for guest in (ana, ben):
        guest.send(EndEarly(yes=True))
    world.run()
    world.drop(ana)
    world.own(EndEarly(yes=True))
    assert world.table.state == "over"
    ana, ben = world.back(ana), world.back(ben)
    world.run()
    for guest in (ana, ben):
        assert guest.mirror.broken is None
        assert guest.of(Stopped)
        assert not [message for peer, message in world.heard if peer == guest.peer and not isinstance(message, Hello)]
        assert not guest.mirror.owes
        assert guest.of(Rejected) == []


def test_nobody_ends_a_game_for_who_may_still_come_back():
    world, (ana, ben, _) = under_way()
    world.host.plays = ana.plays = ben.plays = False
    world.drop(ana)
    ben.send(EndEarly(yes=True))
    world.own(EndEarly(yes=True))
    world.run()
    assert world.table.state == "playing"
    world.pass_time(ABSENT_SECONDS)
    assert world.table.state == "over"


def test_the_first_who_is_back_at_a_continued_table_does_not_end_it_alone():
    world = World("om-nom-nom", 2)
    ana, ben = world.sit_all("Ana", "Ben")
    world.run(until=lambda: len(world.steps) > 2)
    world.resume()
    ana = world.back(ana)
    ana.send(EndEarly(yes=True))
    world.run()
    assert world.table.state == "playing"
    ben = world.back(ben)
    ben.send(EndEarly(yes=True))
    world.run(until=lambda: world.table.state == "over")


def test_what_somebody_wanted_who_gave_up_or_left_counts_no_more():
    world, (ana, ben, watcher) = under_way()
    for guest in (world.host, ana, ben):
        guest.plays = False
    world.run()
    ana.send(EndEarly(yes=True), *ana.mirror.concede())
    world.run()
    assert world.table._play.wanting_end == ()
    ben.send(EndEarly(yes=True), Bye())
    world.run()
    assert world.table._play.wanting_end == ()
    watcher.send(Sit(2))
    world.run()
    world.own(EndEarly(yes=True))
    assert world.table.state == "playing"


def test_alone_one_ends_it_at_once():
    world = World("om-nom-nom", 2, owner=True, bots=1)
    world.start()
    world.run(until=lambda: len(world.steps) > 2)
    world.own(EndEarly(yes=True))
    assert world.table.state == "over"
    world.own(Again())
    assert world.table.state == "lobby"


@pytest.mark.parametrize("early", [False, True])
def test_what_was_remembered_of_a_game_is_gone_when_it_has_ended(early):
    removed = []

    class Kept(MemoryLedger):
        def remove(self):
            removed.append(self)

    world = World("om-nom-nom", 2)
    ana = world.come("Ana")
    ana.mirror._keepsakes = lambda game_id, seat: Keepsake(Kept())
    world.run(until=lambda: ana.mirror.lobby)
    (ben,) = world.sit_all("Ben")
    world.run(until=lambda: len(numbers(ana)) > 2)
    assert removed == []
    if early:
        ana.send(EndEarly(yes=True))
        ben.send(EndEarly(yes=True))
    world.run()
    assert ana.of(Stopped if early else Finished)
    assert len(removed) == 1
    assert ana.mirror.game_id == world.table.match.game_id


def test_whoever_leaves_may_bring_the_game_to_its_own_end_though_the_others_wanted_to_stop(toy):
    """The last opening that is missing is lost with its seat: that is the last step, and the game has a result."""
    world = World("toy", 2)
    ana, ben = world.sit_all("Ana", "Ben")
    ben.bad = lambda message: [] if isinstance(message, Open) else [message]
    world.run()
    assert world.table.match.waiting[0] == "opening"
    ana.send(EndEarly(yes=True))
    world.run()
    assert world.table.state == "playing"
    world.go(ben)
    world.run()
    assert world.table.match.over
    assert ana.of(Stopped) == []
    assert ana.finished.doubt is None
    assert ana.finished.record.decode() == world.table.record()
