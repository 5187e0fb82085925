"""Coming back: nothing is lost, nothing is told twice, and whoever claims what is not so gets nowhere."""

import pytest
from msgspec.structs import replace

from core.record import Play
from net import company
from net.changes import Begun, Closed, Moved, Rejected, Stopped, Talked
from net.clock import PROGRAM_SECONDS
from net.journal import Journal
from net.keepsake import Keepsake
from net.kept import MemoryLedger
from net.messages import Answer, Begin, Commit, Data, Pause, Settle, Start, Talk
from net.presence import ABSENT_SECONDS
from net.room import MOST_WATCHERS
from net.text import Line
from net.wire import decode_host
from tests.net.world import World


def told(world, guest):
    """The messages that the host sent on that connection."""
    return [decode_host(frame.data[4:]) for frame in world.frames if frame.peer == guest.peer and not frame.inbound]


def some(world, number):
    """So many things happen, or as many as there are."""
    for _ in range(number):
        if not world.step():
            return


def numbers(guest):
    return [change.number for change in guest.of(Moved)]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("game", ["om-nom-nom", "toy"])
def test_each_event_is_told_once_however_often_one_comes_back(toy, game, seed):
    world = World(game, 3, seed=seed)
    people = world.sit_all("Ana", "Ben", "Cleo", watchers=1)
    for _ in range(12):
        some(world, world.random.randrange(60))
        at = world.random.randrange(4)
        if world.random.random() < 0.3:
            world.drop(people[at])
            some(world, 30)
        people[at] = world.back(people[at])
    world.run()
    world.check_end()
    for guest in people:
        assert numbers(guest) == list(range(1, len(world.steps) + 1))
        assert guest.mirror._events == world.table.match.events
        assert len(guest.of(Begun)) == 1


def test_who_has_missed_too_much_sees_the_game_anew(monkeypatch):
    monkeypatch.setattr(company, "MOST_GAP", 3)
    world = World("om-nom-nom", 2)
    _ana, _ben, watcher = world.sit_all("Ana", "Ben", watchers=1)
    world.run(until=lambda: len(world.steps) > 1)
    world.run(until=lambda: len(numbers(watcher)) > 1)
    world.drop(watcher)
    world.run(until=lambda: len(world.steps) > 8)
    watcher = world.back(watcher)
    world.run()
    assert len(watcher.of(Begun)) == 2
    assert numbers(watcher) == sorted(set(numbers(watcher)))
    assert len(numbers(watcher)) < len(world.steps)
    world.check_end()


@pytest.mark.parametrize(
    ("claim", "begins"),
    [
        ({}, 0),
        ({"game": bytes(16)}, 1),
        ({"game": bytes(16), "seen": 1_000_000}, 1),
        ({"seat": 1}, 1),
        ({"seat": 8}, 1),
        ({"seat": None}, 1),
        ({"game": None, "seen": 1_000_000}, 1),
    ],
)
def test_only_who_names_its_game_and_seat_rightly_gets_the_gap_and_nobody_another_seats_view(toy, claim, begins):
    world = World("toy", 2)
    ana, _ = world.sit_all("Ana", "Ben")
    world.run(until=lambda: len(ana.of(Moved)) == 1)
    world.drop(ana)
    ana = world.back(ana, **claim)
    world.run()
    began = [one for one in told(world, ana) if isinstance(one, Begin)]
    assert len(began) == begins
    for begin in began:
        assert begin.seat == 0
        assert begin.view.value["cards"][1] is None
    assert ana.mirror.broken is None
    world.check_end()


def test_a_newcomer_that_claims_to_know_the_game_gets_what_a_watcher_may_see(toy):
    world = World("toy", 2)
    world.sit_all("Ana", "Ben")
    world.run(until=lambda: len(world.steps) == 1)
    stranger = world.come("Cleo", watch=True)
    hello = stranger.mirror.hello("Cleo", watch=True)
    stranger.to_host.clear()
    stranger.send(replace(hello, game=world.table.match.game_id, seat=0, seen=0))
    world.run()
    assert stranger.mirror.seat is None
    (begin,) = (one for one in told(world, stranger) if isinstance(one, Begin))
    assert begin.view.value["cards"] == [None, None]
    assert all(one.outcome.value == [None, None] for one in told(world, stranger) if getattr(one, "outcome", None))


def test_a_guest_that_knows_more_than_the_journal_is_refused_in_words_and_all_hear_of_it():
    world = World("om-nom-nom", 2)
    ana, _ben = world.sit_all("Ana", "Ben")
    world.run(until=lambda: len(world.steps) > 2)
    older = list(world.journals[-1]._kept.rows)
    world.run(until=lambda: len(world.steps) > 6 and len(numbers(ana)) > 5)
    backup = Journal(MemoryLedger())
    backup._kept.rows += older
    world.resume(backup)
    ana = world.back(ana)
    world.run(until=lambda: not ana.to_host and not ana.to_guest)
    assert not ana.open
    assert "its end is lost" in ana.texts[-1]
    assert any("its end is lost" in text for text in world.host.texts)
    assert ana.peer not in world.table.members


def test_a_host_that_goes_back_behind_what_it_has_told_is_not_followed():
    """As above, by a host that does not look."""
    world = World("om-nom-nom", 2)
    ana, ben = world.sit_all("Ana", "Ben")
    world.run(until=lambda: len(world.steps) > 2)
    older = list(world.journals[-1]._kept.rows)
    world.run(until=lambda: len(world.steps) > 6 and len(numbers(ana)) > 5)
    backup = Journal(MemoryLedger())
    backup._kept.rows += older
    world.resume(backup)
    ana, ben = world.back(ana, game=None), world.back(ben, seen=0)
    world.run()
    assert "lost steps" in ana.mirror.broken
    assert ben.mirror.broken


def test_the_newest_connection_wins_and_the_older_one_does_not_come_back():
    world = World("om-nom-nom", 2)
    ana, _ben = world.sit_all("Ana", "Ben")
    world.run(until=lambda: len(world.steps) > 2)
    other = world.come("Ana", key=ana.key)
    world.run(until=lambda: other.mirror.position is not None)
    world.run(until=lambda: not ana.to_guest)
    (end,) = ana.of(Closed)
    assert not end.back
    assert not ana.open
    assert [place.away for place in world.table.places] == [False, False]
    world.run()
    world.check_end()


def test_in_the_lobby_too_one_keeps_a_seat():
    world = World("om-nom-nom", 3)
    ana, _ben = world.sit_all("Ana", "Ben")
    ana = world.back(ana, watch=False)
    world.run()
    assert [place.holder.name if place.holder else None for place in world.table.places].count("Ana") == 1


def test_a_player_comes_back_however_many_watch():
    world = World("om-nom-nom", 2)
    ana, _ben, *_ = world.sit_all("Ana", "Ben", watchers=MOST_WATCHERS)
    world.run(until=lambda: len(world.steps) > 1)
    world.drop(ana)
    ana = world.back(ana)
    late = world.come("Late", watch=True)
    world.run()
    assert world.table.places[0].holder.peer == ana.peer
    assert "full" in late.texts[-1]
    world.check_end()


def test_a_free_seat_is_taken_however_many_watch():
    world = World("om-nom-nom", 2, owner=True)
    world.sit_all(watchers=MOST_WATCHERS)
    (ana,) = world.sit_all("Ana")
    assert ana.open
    assert world.table.places[1].holder.name == "Ana"


# -- what was under way ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("arrives", [False, True])
@pytest.mark.parametrize("again", [False, True])
def test_an_open_answer_that_was_under_way_counts_once(toy, arrives, again):
    world = World("toy", 2)
    ana, ben = world.sit_all("Ana", "Ben")
    ana.plays = ben.plays = False
    world.run()
    ana.choose("show")
    if arrives:
        world._hear(ana)
    world.drop(ana)
    if again:
        ana = world.back(ana)
        world.drop(ana)
    ana = world.back(ana)
    world.run()
    assert [step.choices for step in world.steps[1:]] == [{0: "show"}]
    assert not ana.mirror.owes
    ana.plays = ben.plays = True
    world.run()
    world.check_end()


@pytest.mark.parametrize("arrives", [False, True])
def test_a_sealed_choice_that_was_under_way_counts_once(arrives):
    world = World("om-nom-nom", 2)
    ana, ben = world.sit_all("Ana", "Ben")
    ana.plays = ben.plays = False
    world.run()
    ana.choose("cat")
    (before,) = ana.mirror._set._mine.values()
    if arrives:
        world._hear(ana)
    world.drop(ana)
    ana = world.back(ana)
    world.run()
    (seal,) = world.table.match._set.seals.values()
    assert seal.digest == ana.mirror._set._digest(1, before)
    assert seal.revision == 1
    ana.plays = ben.plays = True
    world.run()
    world.check_end()


def test_an_answer_that_was_refused_is_not_said_again_by_itself(toy):
    """The host's break crossed it, and its player may think otherwise by now."""
    world = World("toy", 2, owner=True)
    (ben,) = world.sit_all("Ben")
    world.start()
    ben.plays = False
    world.run(until=lambda: ben.mirror.owes)
    world.host.plays = False
    world.own(Pause(yes=True))
    ben.choose("show")
    world.run()
    assert ben.of(Rejected)[-1].code == "paused"
    world.own(Pause(yes=False))
    world.drop(ben)
    ben = world.back(ben)
    world.run()
    assert [message for peer, message in world.heard if isinstance(message, Answer)][-1].action == "show"
    assert sum(isinstance(message, Answer) for peer, message in world.heard if peer == ben.peer) == 0
    assert ben.mirror.owes


def test_talk_is_heard_once_and_another_table_of_the_same_host_is_heard_from_its_beginning():
    world = World("om-nom-nom", 2)
    ana, ben = world.sit_all("Ana", "Ben")
    for text in ("one", "two", "three"):
        ben.send(Talk(Line(text)))
    world.run(until=lambda: len(ana.of(Talked)) == 3)
    ana = world.back(ana)
    world.run(until=lambda: len(numbers(ana)) > 2)
    assert [line.text for line in ana.of(Talked)] == ["one", "two", "three"]
    ana.mirror.away()
    other = World("om-nom-nom", 3, seed=1)
    (cleo,) = other.sit_all("Cleo")
    cleo.send(Talk(Line("new")))
    other.run()
    ana = other.back(ana)
    other.run()
    assert [line.text for line in ana.of(Talked)] == ["one", "two", "three", "new"]
    (stopped,) = ana.of(Stopped)
    assert "lobby" in stopped.text
    assert not ana.mirror.owes
    other.sit_all("Ben")
    other.run()
    other.check_end()


def test_a_choice_that_a_clock_made_while_one_was_away_is_believed_whatever_the_clock_is_now(toy):
    world = World("toy", 2, owner=True, clock=30)
    ana, watcher = world.sit_all("Ana", watchers=1)
    world.host.plays = ana.plays = False
    world.start()
    world.run()
    world.drop(watcher)
    world.pass_time(30)
    world.own(Settle("bot", 0))
    watcher = world.back(watcher)
    world.host.plays = ana.plays = True
    world.run()
    assert any(step.forfeited for step in world.steps if hasattr(step, "forfeited"))
    assert watcher.mirror.broken is None
    world.check_end()


# -- the host comes back ---------------------------------------------------------------------------------------------


def test_a_continued_table_waits_for_nobody_who_has_gone_again():
    world = World("om-nom-nom", 3, owner=True, absent="bot")
    ana, ben = world.sit_all("Ana", "Ben")
    world.start()
    world.run(until=lambda: len(world.steps) > 1)
    world.resume()
    ana = world.back(ana)
    world.run(until=lambda: "Ben" in world.table.paused and "Ana" not in world.table.paused)
    world.drop(ana)
    ben = world.back(ben)
    world.run(until=lambda: "Ben" not in world.table.paused)
    assert "Ana" in world.table.paused
    world.pass_time(ABSENT_SECONDS)
    assert world.table.paused == ""
    world.run()
    world.check_end()


def test_a_bot_that_played_the_owners_seat_meanwhile_is_known_to_the_next_owner():
    """Alone with bots, continued without a screen, and once more with one: what the bot has sealed stays the bot's."""
    world = World("om-nom-nom", 3, owner=True, bots=2)
    world.host.plays = False
    world.own(Start())
    world.resume(owner=False)
    some(world, 3)
    assert len(world.steps) < 5
    world.resume(owner=True)
    assert world.host.mirror.seat is None
    world.run()
    world.check_end()


# -- a host that lies about what was missed --------------------------------------------------------------------------


def shown_anew(world, guest, change):
    """The guest's connection is cut, and it is shown another beginning than the true one."""
    world.drop(guest)
    world.lie = lambda peer, message: (
        [change(message)] if isinstance(message, Begin) and peer == again.peer else [message]
    )
    again = world.back(guest, game=None)
    world.run()
    return again


@pytest.mark.parametrize(
    ("change", "pattern"),
    [
        (lambda begin: replace(begin, step=begin.step - 1), "lost steps"),
        (lambda begin: replace(begin, seat=1), "another seat"),
        (lambda begin: replace(begin, conceded=0), "never did"),
        (lambda begin: replace(begin, view=_swapped(begin.view)), "another one than before"),
    ],
)
def test_a_lie_about_the_game_after_a_cut_is_caught(change, pattern):
    world = World("ominoes", 2)
    ana, ben = world.sit_all("Ana", "Ben")
    world.run(until=lambda: len(numbers(ana)) > 8)
    world.run(until=lambda: len(numbers(ana)) == len(world.steps))
    ben.plays = ana.plays = False
    ana = shown_anew(world, ana, change)
    assert ana.mirror.broken is not None
    assert pattern in ana.mirror.broken


def _swapped(view):
    other = World("ominoes", 2, seed=9)
    ana, _ = other.sit_all("Ana", "Ben")
    other.run(until=lambda: len(numbers(ana)) > 3)
    match = other.table.match
    return Data(match.game.dump(match.game.view(match.position, 0)))


def test_a_host_that_cuts_the_line_and_says_that_one_gave_up_is_caught():
    world = World("ominoes", 2)
    ana, ben = world.sit_all("Ana", "Ben")
    world.run(until=lambda: len(numbers(ana)) > 4)
    ana.plays = ben.plays = False
    world.run()
    world.drop(ana)
    world._post(world.table.match.concede(0) and [])
    ana = world.back(ana)
    world.run()
    assert "never did" in ana.mirror.broken


def test_who_really_gave_up_is_not_surprised():
    world = World("ominoes", 2)
    ana, _ben = world.sit_all("Ana", "Ben")
    world.run(until=lambda: len(numbers(ana)) > 4)
    ana.send(*ana.mirror.concede())
    world._hear(ana)
    world.drop(ana)
    ana = world.back(ana)
    world.run()
    world.check_end()
    assert ana.finished.result.winners == (1,)


def test_a_set_that_was_acknowledged_is_the_only_one_after_a_cut():
    """Whatever way it is shown again: to the same program, and to one that knows it only from its keepsake."""
    world = World("om-nom-nom", 2)
    ana, ben = world.sit_all("Ana", "Ben")
    world.run(until=lambda: ana.mirror._set.acked)
    ana.plays = ben.plays = False
    world.drop(ana)
    closed = world.table.match._set
    seal = closed.seals[1]
    closed.seals[1] = replace(seal, digest=bytes(32))
    closed.signature = closed._sign(closed._statement())
    for how in ({}, {"game": None}):
        ana.mirror.broken = None
        again = world.back(ana, **how)
        world.run(until=lambda again=again: again.mirror.broken)
        assert "another set of choices" in again.mirror.broken
        world.drop(again)


def test_an_owner_whose_program_has_forgotten_what_it_sealed_loses_the_choice_and_nothing_else():
    world = World("om-nom-nom", 2, owner=True)
    (ana,) = world.sit_all("Ana")
    world.start()
    world.run(until=lambda: ana.mirror.closed)
    world.resume()
    ana = world.back(ana)
    world.run()
    world.pass_time(PROGRAM_SECONDS)
    world.run()
    assert any(0 in step.forfeited for step in world.steps if isinstance(step, Play))
    world.check_end()


def test_a_guest_whose_program_has_forgotten_what_it_sealed_loses_the_choice_and_blames_nobody():
    world = World("om-nom-nom", 2)
    ana, _ = world.sit_all("Ana", "Ben")
    world.run(until=lambda: ana.mirror.closed and not ana.mirror._set._opened)
    world.drop(ana)
    ana = world.come("Ana", key=ana.key)
    world.run()
    world.pass_time(PROGRAM_SECONDS)
    world.run()
    assert any(0 in step.forfeited for step in world.steps if isinstance(step, Play))
    world.check_end()


def test_a_program_that_starts_anew_says_the_very_same_again():
    """At every moment of a sealed question, with its keepsake: the choice counts, and no other is made for it."""
    for moment in range(1, 14, 3):
        kept = {}

        def keepsakes(game_id, seat, kept=kept):
            return Keepsake(kept.setdefault((game_id, seat), MemoryLedger()))

        world = World("om-nom-nom", 2, seed=moment)
        ana = world.come("Ana")
        ana.mirror._keepsakes = keepsakes
        world.run(until=lambda ana=ana: ana.mirror.lobby)
        world.sit_all("Ben")
        world.run(until=lambda ana=ana: ana.mirror.choice is not None)
        some(world, moment)
        sealed = dict(ana.mirror._set._mine)
        key = ana.mirror.key
        world.drop(ana)
        again = world.come("Ana", key=ana.key)
        again.mirror._keepsakes = keepsakes
        again.plays = False
        world.run(until=lambda again=again: again.mirror.game is not None)
        world.run()
        if again.mirror.key == key and sealed:
            assert again.mirror._set._mine.items() <= sealed.items()
        commits = [one for _, one in world.heard if isinstance(one, Commit) and one.key == key]
        assert len({(one.revision, one.digest) for one in commits}) == len({one.digest for one in commits})
        again.plays = True
        world.run()
        world.check_end()
        assert not any(step.forfeited for step in world.steps if isinstance(step, Play))


@pytest.mark.parametrize("owner", [False, True])
def test_a_program_that_forgets_everything_at_any_moment_blames_nobody_and_can_choose_again(owner):
    """Also where a clock closes the set without somebody's choice."""
    for moment in range(0, 40, 9):
        world = World("om-nom-nom", 3, seed=moment, owner=owner, clock=30)
        people = world.sit_all(*["Ana", "Ben", "Cleo"][: 3 - owner])
        people[-1].plays = moment % 2 != 0
        if owner:
            world.start()
        some(world, 20 + moment)
        if owner:
            world.resume()
            people = [world.back(guest) for guest in people]
            world.run(until=lambda world=world: not world.table.paused)
        else:
            world.drop(people[0])
            people[0] = world.come("Ana", key=people[0].key)
        for _ in range(20):
            world.run()
            world.pass_time(30)
        for guest in people:
            guest.plays = True
        for _ in range(3):
            world.run()
            world.pass_time(30)
        world.check_end()


def test_who_was_cut_off_as_the_game_began_has_no_part_in_the_first_dice_and_blames_nobody():
    world = World("om-nom-nom", 2)
    (ana,) = world.sit_all("Ana")
    ben = world.come("Ben")
    world.run(until=lambda: world.table.state == "playing")
    world.drop(ana)
    world.run()
    world.pass_time(ABSENT_SECONDS)
    world.run(until=lambda: world.table.match._rolls.under_way)
    ana = world.back(ana)
    world.run()
    world.check_end()
    assert ben.mirror.broken is None
