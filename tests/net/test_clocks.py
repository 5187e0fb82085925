"""Clocks for choices: they run out in public, stand still for who is away, and nobody gains anything by going."""

import pytest

from core.record import Play
from net.changes import ClockSet, Noticed
from net.messages import Pause, Settle
from net.presence import ABSENT_SECONDS
from tests.net.test_coming_back import numbers
from tests.net.world import World


def quiet(game, seats=2, **more):
    """A table whose people think for ever."""
    world = World(game, seats, owner=True, **more)
    guests = world.sit_all(*["Ana", "Ben", "Cleo"][: seats - 1])
    for guest in (world.host, *guests):
        guest.plays = False
    world.start()
    world.run()
    return world, guests


def left(world):
    return world.table._clocks.left(world.now)


@pytest.mark.parametrize("silent", [False, True])
def test_who_does_not_choose_in_time_has_lost_the_choice_and_sees_it_without_an_accusation(toy, silent):
    world, (ana,) = quiet("toy", clock=30, window=0)
    if silent:
        world.pass_time(30)
        world.pass_time(30)
        world.run()
        ana.choose("knock")
        world.run()
    assert left(world) == 30
    world.pass_time(29)
    before = len(world.steps)
    assert left(world) == 1
    world.pass_time(1)
    world.run()
    assert len(world.steps) == before + 1
    assert world.steps[-1].forfeited == (0,)
    assert world.steps[-1].choices[0] == ("keep" if silent else "pass")
    for guest in (world.host, ana):
        assert guest.mirror.broken is None
    world.host.plays = ana.plays = True
    world.run()
    world.check_end()


def test_both_who_did_not_seal_a_choice_in_time_have_lost_it():
    world, (ana,) = quiet("om-nom-nom", clock=60)
    world.pass_time(60)
    world.run()
    (played,) = (step for step in world.steps if isinstance(step, Play))
    assert played.forfeited == (0, 1)
    assert ana.mirror.broken is None
    world.host.plays = ana.plays = True
    world.run()
    world.check_end()


def test_a_clock_stands_still_for_who_is_away_and_goes_on_with_what_was_left(toy):
    """So nobody gains time for thinking by leaving and coming back."""
    world, (ana,) = quiet("toy", clock=30)
    world.pass_time(30)
    world.run()
    assert numbers(ana)[-1] == len(world.steps)
    for rest in (20, 10):
        world.pass_time(10)
        assert left(world) == rest
        world.drop(ana)
        assert left(world) is None
        assert world.host.of(ClockSet)[-1].seconds == 0
        world.pass_time(15)
        ana = world.back(ana)
        world.run()
        assert left(world) == rest
        assert ana.mirror.clock == (world.table.match.key, rest)
    before = len(world.steps)
    world.pass_time(10)
    assert len(world.steps) == before + 1


def test_a_clock_stands_still_in_a_break(toy):
    world, (ana,) = quiet("toy", clock=30)
    world.pass_time(10)
    world.own(Pause(yes=True))
    world.pass_time(500)
    assert left(world) is None
    world.own(Pause(yes=False))
    world.run()
    assert left(world) == 20
    assert ana.mirror.clock == (world.table.match.key, 20)


def test_newcomers_are_told_what_is_left(toy):
    world, _ = quiet("toy", clock=60)
    world.pass_time(25)
    watcher = world.come("Watcher", watch=True)
    world.run()
    assert watcher.mirror.clock == (world.table.match.key, 35)


@pytest.mark.parametrize("answered", [False, True])
def test_in_a_silent_window_a_clock_does_not_show_whether_who_left_had_answered(toy, answered):
    world, (ana, ben) = quiet("toy", 3, clock=30, window=0)
    for _ in range(3):
        world.pass_time(30)
    world.run()
    assert world.table.match.waiting is not None
    if answered:
        ana.choose("knock")
        world.run()
    world.drop(ana)
    world.run()
    assert ben.mirror.clock == (world.table.match.key, 0)


def test_a_window_has_its_own_clock_where_there_is_one(toy):
    world, (_ana,) = quiet("toy", clock=180, window=6)
    world.pass_time(180)
    world.pass_time(180)
    world.run()
    assert world.table.match.waiting is not None
    assert left(world) is None
    world.pass_time(6)
    assert world.table.match.over


def test_another_clock_counts_at_once_and_is_told(toy):
    world, (ana,) = quiet("toy")
    assert left(world) is None
    world.own(Settle("wait", 60))
    world.run()
    assert left(world) == 60
    assert "there are 60 seconds" in ana.of(Noticed)[-1].text
    world.own(Settle("wait", 0))
    world.run()
    assert left(world) is None
    assert ana.mirror.clock[1] == 0
    assert "no clock" in ana.of(Noticed)[-1].text
    ana.send(Settle("bot", 30))
    world.run()
    assert left(world) is None


def test_a_table_that_waits_for_who_is_absent_has_no_clock_for_it(toy):
    world, (ana,) = quiet("toy", clock=30, absent="wait")
    world.pass_time(30)
    world.drop(ana)
    world.pass_time(ABSENT_SECONDS)
    before = len(world.steps)
    world.pass_time(1000)
    assert len(world.steps) == before
    ana = world.back(ana)
    world.run()
    assert left(world) == 30


def test_a_bot_on_the_seat_of_who_is_absent_is_not_waited_for(toy):
    world, (ana,) = quiet("toy", clock=30, absent="bot")
    world.pass_time(30)
    world.drop(ana)
    world.pass_time(ABSENT_SECONDS)
    world.host.plays = True
    world.run()
    world.check_end()


@pytest.mark.parametrize("game", ["nomadi", "oh-gnome"])
def test_a_clock_plays_for_people_who_say_nothing_whatever_is_asked(game):
    world, guests = quiet(game, clock=30)
    for _ in range(60):
        world.run()
        world.pass_time(30)
    assert len(world.steps) > 50
    assert {seat for step in world.steps if isinstance(step, Play) for seat in step.forfeited} == {0, 1}
    for guest in (world.host, *guests):
        assert guest.mirror.broken is None
