"""Answers and sealed choices at the table: in time, once, by whom they are asked, and what is lost otherwise."""

import pytest

from core.record import Play, read
from core.record import Undo as Taken
from net.audit import audit
from net.changes import Begun, Moved, Rejected
from net.clock import PROGRAM_SECONDS
from net.messages import Answer, Begin, Chosen, Closing, Commit, Open, Sealed, Step, Undo
from net.wire import decode_host
from tests.net.rogues import instead, withhold
from tests.net.world import World


def playing(game="om-nom-nom", names=("Ana", "Ben", "Cleo"), **more):
    """A game at its first question, nobody having chosen yet."""
    world = World(game, len(names), **more)
    people = world.sit_all(*names)
    for guest in people:
        guest.plays = False
    world.run()
    assert all(guest.mirror.asks for guest in people)
    return world, *people


def told(world, guest, kind):
    """The messages of that kind that were sent to a guest."""
    messages = [decode_host(frame.data[4:]) for frame in world.frames if frame.peer == guest.peer and not frame.inbound]
    return [message for message in messages if isinstance(message, kind)]


def codes(guest):
    return [rejected.code for rejected in guest.of(Rejected)]


def finish(world):
    for guest in world.guests.values():
        guest.plays = True
    world.run()
    return read(world.check_end().decode())


# -- sealed --------------------------------------------------------------------------------------------------------


def test_who_has_chosen_shows_and_nothing_is_opened_before_all_have():
    world, ana, ben, cleo = playing()
    ana.choose("cat")
    world.run()
    assert {guest.mirror.chosen_by for guest in (ana, ben, cleo, world.host)} == {frozenset({0})}
    ben.choose("cat")
    world.run()
    assert cleo.mirror.waiting_for == (2,)
    assert not any(told(world, guest, (Sealed,)) for guest in (ana, ben, cleo))
    cleo.choose("wolf")
    world.run()
    assert all(guest.of(Moved)[-1].choices is not None for guest in (ana, ben, cleo))
    finish(world)


def test_a_choice_can_be_changed_until_all_are_in_and_the_last_one_counts():
    world, ana, ben, cleo = playing()
    for text in ("cat", "wolf", "frog"):
        ana.choose(text)
        world.run()
    ben.choose("cat")
    cleo.choose("cat")
    world.run()
    assert codes(ana) == []
    assert [step.choices[0] for step in told(world, ben, Step) if step.choices] == ["frog"]
    # That somebody changed its mind is nobody's business: one news of Ana, one of the next.
    assert [chosen.seats for chosen in told(world, cleo, Chosen)][:1] == [(0,)]
    assert len(told(world, cleo, Chosen)) == 2
    finish(world)


@pytest.mark.parametrize("revision", [1, 2, 3])
def test_an_old_revision_does_not_replace_a_newer_one(revision):
    world, ana, ben, cleo = playing()
    for text in ("cat", "wolf", "frog"):
        ana.choose(text)
    world.run()
    ana.send(Commit(ana.mirror._key, revision, bytes([revision]) * 32))
    world.run()
    assert codes(ana) == ["old-revision"]
    ben.choose("cat")
    cleo.choose("cat")
    world.run()
    assert told(world, ben, Step)[-1].choices[0] == "frog"
    finish(world)


def test_a_copied_commitment_is_refused():
    world, ana, ben, cleo = playing()
    ana.choose("cat")
    world.run()
    digest = world.table.match._set.seals[0].digest
    ben.send(Commit(ben.mirror._key, 1, digest))
    world.run()
    assert codes(ben) == ["copied"]
    assert ben.mirror.chosen_by == {0}
    ben.choose("cat")
    cleo.choose("cat")
    world.run()
    assert told(world, cleo, Step)[-1].choices == {0: "cat", 1: "cat", 2: "cat"}
    finish(world)


def test_after_the_set_is_closed_nothing_is_taken():
    world, ana, ben, cleo = playing()
    kept = withhold(cleo)
    for guest in (ana, ben, cleo):
        guest.choose("cat")
    world.run()
    assert ana.mirror.closed
    ana.send(Commit(ana.mirror._key, 9, bytes(32)))
    ana.send(Open(ana.mirror._key, "wolf", bytes(32)))
    world.run()
    assert codes(ana) == ["closed", "opened"]
    cleo.bad = lambda message: [message]
    cleo.send(*kept)
    world.run()
    assert told(world, ben, Step)[-1].choices[0] == "cat"
    finish(world)


def test_opening_before_the_set_is_closed_is_refused():
    world, ana, ben, _ = playing()
    ana.choose("cat")
    world.run()
    choice = ana.mirror._set._mine[1]
    ana.send(Open(ana.mirror._key, choice.action, choice.nonce))
    ben.send(Open(ben.mirror._key, "cat", bytes(32)))
    world.run()
    assert codes(ana) == codes(ben) == ["not-closed"]
    finish(world)


BAD_OPENS = {
    "another action": lambda sent: Open(sent.key, "wolf", sent.nonce),
    "another nonce": lambda sent: Open(sent.key, sent.action, bytes(32)),
    "nonsense": lambda sent: Open(sent.key, "unicorn", sent.nonce),
    "nothing": lambda sent: Open(sent.key, "", sent.nonce),
}


@pytest.mark.parametrize("change", BAD_OPENS.values(), ids=BAD_OPENS)
def test_a_wrong_opening_is_lost_in_public_and_the_default_counts(change):
    world, ana, ben, cleo = playing()
    instead(ben, Open, lambda sent: [change(sent)])
    for guest in (ana, ben, cleo):
        guest.choose("cat")
    world.run()
    lost = ana.mirror.game.default(ana.of(Moved)[-1].before, 1)
    for guest in (ana, ben, cleo, world.host):
        moved = guest.of(Moved)[-1]
        assert moved.forfeits == (1,)
        assert moved.choices[1] == lost
    ben.bad = lambda message: [message]
    record = finish(world)
    assert record.steps[1] == Play({0: "cat", 1: ana.mirror.game.format(None, lost), 2: "cat"}, (1,))


def test_sealing_what_the_rules_forbid_is_lost_too():
    world, ana, ben, cleo = playing()
    for guest in (ana, ben, cleo):
        guest.choose("cat")
    world.run()
    seal = cleo.mirror._set._digest
    for guest in (ana, ben):
        guest.choose("wolf")
    # Cleo's cat is gone; a program that does not keep to the rules seals it again all the same.
    choice = type("Choice", (), {"action": "cat", "nonce": bytes(range(32))})
    cleo.mirror._set._mine[1] = choice
    cleo.send(Commit(cleo.mirror._key, 1, seal(1, choice)))
    world.run()
    assert told(world, ana, Step)[-1].forfeits == (2,)
    finish(world)


def test_an_opening_that_does_not_come_is_lost_when_its_time_is_up():
    world, ana, ben, cleo = playing()
    kept = withhold(cleo)
    for guest in (ana, ben, cleo):
        guest.choose("cat")
    world.run()
    assert world.table._clocks.deadline == world.now + PROGRAM_SECONDS
    world.pass_time(PROGRAM_SECONDS - 0.1)
    world.run()
    assert len(ana.of(Moved)) == 1
    world.pass_time(0.2)
    world.run()
    assert ana.of(Moved)[-1].forfeits == (2,)
    assert world.table._clocks.deadline is None
    cleo.bad = lambda message: [message]
    cleo.send(*kept)
    world.run()
    assert codes(cleo) == ["not-closed"]
    assert finish(world).steps[1].forfeited == (2,)


def test_nobody_can_stretch_the_time_for_opening():
    world, ana, ben, cleo = playing()
    withhold(cleo)
    for guest in (ana, ben, cleo):
        guest.choose("cat")
    world.run()
    until = world.table._clocks.deadline
    world.pass_time(5)
    cleo.send(Commit(cleo.mirror._key, 5, bytes(32)))
    ana.send(Open(ana.mirror._key, "cat", bytes(32)))
    world.run()
    assert world.table._clocks.deadline == until


def test_several_lost_choices_at_once():
    world, ana, ben, cleo = playing()
    for guest in (ana, ben, cleo):
        withhold(guest)
        guest.choose("cat")
    world.run()
    world.pass_time(PROGRAM_SECONDS)
    world.run()
    assert ana.of(Moved)[-1].forfeits == (0, 1, 2)
    for guest in (ana, ben, cleo):
        guest.bad = lambda message: [message]
    finish(world)


def test_the_hosts_own_choices_are_open_before_a_guest_opens_any():
    world = World("om-nom-nom", 4, owner=True, bots=2)
    (ana,) = world.sit_all("Ana")
    world.start()
    world.run()
    closed, sets = told(world, ana, Closing), told(world, ana, Sealed)
    assert len(closed) == len(sets) == 18
    for closing, sealed in zip(closed, sets, strict=True):
        assert closing.key == sealed.key
        assert closing.seals.keys() == {0, 1, 2, 3}
        assert sealed.acks.keys() == {1}
        assert sealed.opened.keys() == {0, 2, 3}
    world.check_end()


def test_a_silent_window_does_not_show_who_has_answered(toy):
    world, ana, ben, cleo = playing("toy")
    for guest in (ana, ben, cleo):
        guest.choose("pass")
        world.run()
    assert ana.mirror.asked.silent
    before = len(world.frames)
    ana.choose("knock")
    ben.choose("keep")
    ben.choose("knock")
    world.run()
    assert {frame.inbound for frame in world.frames[before:]} == {True}
    assert ben.mirror.chosen_by == frozenset()
    newcomer = world.come("Dov", watch=True)
    world.run()
    assert told(world, newcomer, Begin)[0].chosen == ()
    cleo.choose("keep")
    world.run()
    world.check_end()


# -- open ----------------------------------------------------------------------------------------------------------


def test_open_answers_count_from_who_is_asked_once_and_to_the_open_question(toy):
    world, ana, ben, cleo = playing("toy")
    key = ana.mirror._key
    ben.send(Answer(key, "pass"))
    cleo.send(Answer(key, "show"), Commit(key, 1, bytes(32)))
    world.run()
    assert codes(ben) == ["not-asked"]
    assert codes(cleo) == ["not-asked"] * 2
    ana.send(Answer(key, "fly"), Answer(key, "knock"), Answer(key + 1, "pass"), Answer(key - 1, "pass"))
    world.run()
    assert codes(ana) == ["unreadable", "illegal", "not-asked", "not-asked"]
    ana.choose("show")
    ana.choose("pass")
    world.run()
    assert codes(ana)[4:] == ["not-asked"]
    assert ana.of(Moved)[-1].events[0].kind == "shown"
    ana.send(Answer(ana.mirror._key, "pass"))
    ben.send(Answer(key, "pass"))
    world.run()
    assert codes(ana)[5:] == codes(ben)[1:] == ["not-asked"]
    assert ben.mirror.asked is not None
    finish(world)


def test_a_sealed_question_takes_no_open_answer_and_the_other_way_round(toy):
    world, ana, ben, cleo = playing("toy")
    ana.send(Commit(ana.mirror._key, 1, bytes(32)), Open(ana.mirror._key, "pass", bytes(32)))
    world.run()
    assert codes(ana) == ["not-asked", "not-closed"]
    for guest in (ana, ben, cleo):
        guest.choose("pass")
        world.run()
    ana.send(Answer(ana.mirror._key, "keep"))
    world.run()
    assert codes(ana)[2:] == ["not-asked"]
    finish(world)


def test_an_old_question_takes_no_commitment():
    world, ana, ben, cleo = playing()
    key = ana.mirror._key
    for guest in (ana, ben, cleo):
        guest.choose("cat")
    world.run()
    ana.send(Commit(key, 1, bytes(32)), Commit(key + 5, 1, bytes(32)), Open(key, "cat", bytes(32)))
    world.run()
    assert codes(ana) == ["not-asked", "not-asked", "not-closed"]
    finish(world)


def test_watchers_have_nothing_to_say_in_the_game():
    world, ana, *_ = playing()
    zoe = world.come("Zoe", watch=True)
    world.run()
    assert zoe.of(Begun)
    key = ana.mirror._key
    zoe.send(Answer(key, "cat"), Commit(key, 1, bytes(32)), Open(key, "cat", bytes(32)))
    world.run()
    assert codes(zoe) == ["not-playing"] * 3
    finish(world)


# -- leaving and coming while choices are open or being opened -------------------------------------------------------


def test_who_leaves_in_the_middle_of_a_choice_is_replaced_by_a_bot():
    world, ana, ben, cleo = playing()
    ana.choose("cat")
    ben.choose("cat")
    world.run()
    world.go(ben)
    world.run()
    assert any("Ben" in text and "stands in" in text for text in ana.texts)
    assert ("Ben", 1, "has lost the connection") in world.comings
    # Ben's choice went with him; the bot has made its own, so the set waits for Cleo alone.
    assert ana.mirror.waiting_for == (2,)
    cleo.choose("wolf")
    world.run()
    assert told(world, ana, Step)[-1].forfeits == ()
    record = finish(world)
    assert record.header.players == ("Ana", "Ben", "Cleo")
    assert not any(step.forfeited for step in record.steps if isinstance(step, Play))


def test_who_leaves_while_choices_are_opened_has_lost_its_choice():
    world, ana, ben, cleo = playing()
    withhold(ben)
    for guest in (ana, ben, cleo):
        guest.choose("cat")
    world.run()
    world.go(ben)
    world.run()
    assert ana.of(Moved)[-1].forfeits == (1,)
    assert finish(world).steps[1].forfeited == (1,)


def test_who_has_opened_and_then_leaves_has_chosen():
    world, ana, ben, cleo = playing()
    kept = withhold(cleo)
    for guest in (ana, ben, cleo):
        guest.choose("cat")
    world.run()
    world.go(ben)
    world.run()
    cleo.bad = lambda message: [message]
    cleo.send(*kept)
    world.run()
    assert ana.of(Moved)[-1].forfeits == ()
    finish(world)


def test_a_table_that_waits_waits_until_the_player_is_back():
    world, ana, ben, cleo = playing(absent="wait")
    for guest in (ana, cleo):
        guest.plays = True
    world.go(ben)
    world.run()
    assert any("Ben" in text and "the table waits" in text for text in ana.texts)
    assert ana.mirror.waiting_for == (1,)
    assert ana.mirror.lobby.seats[1].state == "absent"
    world.pass_time(10_000)
    world.run()
    assert len(ana.of(Moved)) == 1
    back = world.come("Somebody else", key=ben.key)
    world.run()
    assert back.mirror.welcome.name == "Ben"
    assert "Ben is back." in ana.texts
    record = finish(world)
    assert record.header.keys[1] == ben.device.hex()


def test_who_comes_back_with_the_same_key_has_its_seat_again_from_the_bot():
    world, ana, ben, _ = playing()
    ana.plays = True
    world.go(ben)
    world.run(until=lambda: 1 in world.table.vacancies() and world.house._bots)
    world.run()
    back = world.come("Ben", key=ben.key)
    back.plays = False
    world.run()
    assert back.mirror.seat == 1
    assert world.table.vacancies() == {}
    assert world.comings[-1] == ("Ben", 1, None)
    back.choose("wolf")
    finish(world)
    assert back.of(Moved)[0].choices[1] == back.mirror.game.parse(None, "wolf")


@pytest.mark.parametrize("seed", range(6))
def test_newcomers_at_any_moment_follow_from_there(toy, seed):
    for game, seats in (("toy", 4), ("om-nom-nom", 3)):
        world = World(game, seats, seed=seed, bots=1)
        people = world.sit_all(*("Ana", "Ben", "Cleo")[: seats - 1])
        for turn in range(25):
            for _ in range(world.random.randrange(40)):
                world.step()
            if world.table.state != "playing":
                break
            if turn % 3 == 0:
                world.come(f"Watcher {turn}", watch=True)
            elif turn % 3 == 1 and people[0].open:
                world.go(people[0])
            elif not people[0].open:
                people[0] = world.come("Ana", key=people[0].key)
        world.run()
        assert world.table.state == "over"
        for guest in world.honest:
            assert guest.mirror.broken is None
        finished = {guest.finished.record for guest in world.honest if guest.of(Begun)}
        assert finished == {world.host.finished.record}
        assert world.host.finished.doubt is None


def test_a_watcher_who_comes_while_choices_are_opened_sees_them_opened():
    world, ana, ben, cleo = playing()
    kept = withhold(cleo)
    for guest in (ana, ben, cleo):
        guest.choose("cat")
    world.run()
    zoe = world.come("Zoe", watch=True)
    world.run()
    assert zoe.mirror.closed
    cleo.bad = lambda message: [message]
    cleo.send(*kept)
    world.run()
    assert len(zoe.of(Moved)) == 1
    finish(world)


def test_a_seat_taken_while_choices_are_opened_is_played_from_the_next_question_on():
    world, ana, ben, cleo = playing(absent="wait")
    for guest in (ben, cleo):
        withhold(guest)
    for guest in (ana, ben, cleo):
        guest.choose("cat")
    world.run()
    world.go(ben)
    back = world.come("Ben", key=ben.key)
    back.plays = False
    world.run()
    assert back.mirror.seat == 1
    assert back.mirror.closed
    cleo.bad = lambda message: [message]
    world.pass_time(PROGRAM_SECONDS)
    world.run()
    assert back.of(Moved)[-1].forfeits == (1, 2)
    back.choose("wolf")
    finish(world)


# -- taking back -----------------------------------------------------------------------------------------------------


def test_ones_own_last_moves_are_taken_back_one_by_one_and_no_further():
    world, ana, ben = playing("ominoes", ("Ana", "Ben"))
    start = ana.mirror.position
    for _ in range(2):
        ana.send(*ana.mirror.choose(ana.mirror.answers()[0]))
        world.run()
    assert ana.mirror.can_undo
    assert not ben.mirror.can_undo
    for _ in range(2):
        ana.send(*ana.mirror.undo())
        world.run()
    assert ana.mirror.position == ben.mirror.position == world.host.mirror.position == start
    assert not ana.mirror.can_undo
    ana.send(Undo(ana.mirror._step))
    world.run()
    assert codes(ana) == ["no-undo"]
    record = finish(world)
    assert sum(isinstance(step, Taken) for step in record.steps) == 2
    assert all(finding.holds for finding in audit(record))


def test_what_another_did_or_chance_brought_stands():
    world, ana, ben = playing("ominoes", ("Ana", "Ben"))
    for guest in (ana, ana, ben):
        guest.send(*guest.mirror.choose(guest.mirror.answers()[0]))
        world.run()
    assert not ana.mirror.can_undo
    ana.send(Undo(ana.mirror._step))
    ben.send(Undo(ben.mirror._step - 1))
    world.run()
    assert codes(ana) == codes(ben) == ["no-undo"]
    ben.send(*ben.mirror.choose(ben.mirror.answers()[0]))  # The last of the set-up before the first roll.
    world.run()
    assert not ben.mirror.can_undo
    finish(world)


def test_a_host_that_takes_back_what_stands_is_caught():
    world, ana, ben = playing("ominoes", ("Ana", "Ben"))
    for guest in (ana, ana, ben):
        guest.send(*guest.mirror.choose(guest.mirror.answers()[0]))
        world.run()
    ben.mirror.receive(Step(ben.mirror._step + 1, (), bytes(16), undo=True))
    assert "differs from the rules" in ben.mirror.broken
    ben.mirror.broken = None
    ana.mirror._takeback.settle()
    ana.mirror.receive(Step(ana.mirror._step + 1, (), bytes(16), undo=True))
    assert "took back what cannot be taken back" in ana.mirror.broken


# -- windows with a clock --------------------------------------------------------------------------------------------


def window(seconds, *silent):
    """The toy's silent window, with a clock; those seats say nothing in it."""
    world, *people = playing("toy", window=seconds)
    for guest in people:
        guest.choose("pass")
        world.run()
    assert people[0].mirror.asked.silent
    for seat, guest in enumerate(people):
        if seat not in silent:
            guest.choose("knock")
    world.run()
    return world, people


@pytest.mark.parametrize("silent", [(2,), (0, 1), (0, 1, 2)])
def test_who_says_nothing_in_time_has_passed_and_all_follow(toy, silent):
    world, people = window(6, *silent)
    assert world.table._clocks.deadline == world.now + 6
    world.pass_time(5.9)
    world.run()
    assert world.table.state == "playing"
    world.pass_time(0.2)
    world.run()
    record = read(world.check_end().decode())
    assert record.steps[-1] == Play({n: "keep" if n in silent else "knock" for n in range(3)}, silent)
    assert all(finding.holds for finding in audit(record))
    assert {guest.of(Moved)[-1].forfeits for guest in people} == {silent}


def test_without_a_clock_the_window_stays_open(toy):
    world, people = window(0, 2)
    assert world.table._clocks.deadline is None
    world.pass_time(10_000)
    world.run()
    assert world.table.state == "playing"
    people[2].choose("keep")
    world.run()
    world.check_end()


def test_the_clock_does_not_start_anew_with_every_answer(toy):
    world, people = window(6, 1, 2)
    until = world.table._clocks.deadline
    world.pass_time(3)
    people[1].choose("knock")
    world.run()
    assert world.table._clocks.deadline == until


def test_a_question_without_a_clock_needs_everybodys_choice():
    """A host that leaves somebody out of a set that has no clock is caught."""
    world, ana, ben, cleo = playing(window=6)
    ana.choose("cat")
    ben.choose("cat")
    world.run()
    assert world.table._clocks.deadline is None
    for tell in world.table.match._sealed_set().lapse():
        if (message := tell(2)) is not None:
            cleo.mirror.receive(message)
    assert "without everybody's" in cleo.mirror.broken
