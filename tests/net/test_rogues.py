"""Guests that do not do their part in dice and sealed choices are named, lose only what is theirs, and all go on."""

import pytest

from core.record import read
from net.audit import audit
from net.changes import Moved, Rejected
from net.clock import PROGRAM_SECONDS
from net.messages import Ack, Begin, Chain, Chains, Commit, Open, Reveal, Roll, Sit, Step
from net.wire import decode_host
from tests.net.rogues import instead, withhold
from tests.net.world import World

NAMES = ("Ana", "Ben", "Cleo")


def table(game="om-nom-nom", rogue=None, change=None, **more):
    """Three at a table; Cleo sends `change` of her messages of kind `rogue`. Nobody has chosen yet."""
    world = World(game, 3, **more)
    ana, ben = world.sit_all("Ana", "Ben")
    cleo = world.come("Cleo")
    for guest in (ana, ben, cleo):
        guest.plays = False
    if rogue is not None:
        instead(cleo, rogue, change)
    world.run()
    return world, ana, ben, cleo


def told(world, guest, kind):
    messages = [decode_host(frame.data[4:]) for frame in world.frames if frame.peer == guest.peer and not frame.inbound]
    return [message for message in messages if isinstance(message, kind)]


def codes(guest):
    return [rejected.code for rejected in guest.of(Rejected)]


def honest_again(guest):
    guest.bad = lambda message: [message]


def finish(world):
    """All play to the end; what the audit says."""
    for guest in world.guests.values():
        guest.plays = True
    world.run()
    findings = audit(read(world.check_end().decode()))
    assert all(finding.holds for finding in findings)
    return " ".join(finding.text for finding in findings)


def late(world):
    """The time for what programs do by themselves is over."""
    assert world.table._clocks.deadline == world.now + PROGRAM_SECONDS
    world.pass_time(PROGRAM_SECONDS)
    world.run()


# -- chains --------------------------------------------------------------------------------------------------------


def test_who_sends_no_chain_takes_no_part_and_the_game_begins_without_it():
    world, ana, _, cleo = table(rogue=Chain, change=lambda sent: [])
    assert told(world, ana, Roll) == []
    late(world)
    assert [roll.seats for roll in told(world, ana, Roll)] == [(0, 1)]
    assert told(world, ana, Chains)[-1].links.keys() == {0, 1}
    honest_again(cleo)
    assert "Cleo never took part in the dice." in finish(world)


BAD_CHAINS = {
    "unsigned": lambda sent: Chain(sent.tip, bytes(64)),
    "of another tip": lambda sent: Chain(bytes(32), sent.signature),
}


@pytest.mark.parametrize("change", BAD_CHAINS.values(), ids=BAD_CHAINS)
def test_a_chain_that_is_not_rightly_signed_is_refused(change):
    world, ana, _, cleo = table(rogue=Chain, change=lambda sent: [change(sent)])
    assert codes(cleo) == ["bad-signature"]
    late(world)
    assert [roll.seats for roll in told(world, ana, Roll)] == [(0, 1)]
    honest_again(cleo)
    finish(world)


def test_a_copied_chain_is_not_signed_by_who_copies_it():
    world, _, _, cleo = table(rogue=Chain, change=lambda sent: [])
    link = world.table.match._rolls._coming[0]
    honest_again(cleo)
    cleo.send(Chain(link.tip, link.signature))
    world.run()
    assert codes(cleo) == ["bad-signature"]
    late(world)
    finish(world)


def test_a_second_chain_is_refused_and_the_first_one_counts():
    world, ana, _, cleo = table(rogue=Chain, change=lambda sent: [sent, Chain(bytes(32), sent.signature), sent])
    assert codes(cleo) == ["chained"]
    assert told(world, ana, Roll)[0].seats == (0, 1, 2)
    honest_again(cleo)
    cleo.send(Chain(bytes(32), bytes(64)))
    world.run()
    assert codes(cleo) == ["chained"] * 2
    assert "withheld" not in finish(world)


def test_at_a_seeded_table_no_chain_is_taken():
    world, _, _, cleo = table(seeded=7)
    cleo.send(Chain(bytes(32), bytes(64)), Reveal(1, bytes(32)))
    world.run()
    assert codes(cleo) == ["chained", "no-roll"]
    finish(world)


def test_who_has_no_seat_has_no_part_in_the_dice():
    world, *_ = table()
    zoe = world.come("Zoe", watch=True)
    world.run()
    zoe.send(Chain(bytes(32), bytes(64)), Reveal(1, bytes(32)), Ack(1, bytes(64)))
    world.run()
    assert codes(zoe) == ["not-playing"] * 3
    finish(world)


# -- rolls ---------------------------------------------------------------------------------------------------------


def test_who_gives_no_part_is_named_and_left_out_from_then_on():
    world, ana, _, cleo = table(rogue=Reveal, change=lambda sent: [])
    assert ana.of(Moved) == []
    late(world)
    assert [step.withheld for step in told(world, ana, Step)] == [(2,)]
    assert told(world, ana, Step)[0].elements.keys() == {0, 1}
    honest_again(cleo)
    assert "Step 1: Cleo withheld its part of the dice and was left out." in finish(world)
    assert {roll.seats for roll in told(world, ana, Roll)[1:]} == {(0, 1)}


BAD_REVEALS = {
    "nonsense": lambda sent, cleo: bytes(32),
    "the tip": lambda sent, cleo: cleo.mirror._chance._chain.tip,
    "the one after": lambda sent, cleo: cleo.mirror._chance._chain.following(sent.element),
}


@pytest.mark.parametrize("change", BAD_REVEALS.values(), ids=BAD_REVEALS)
def test_a_wrong_part_counts_as_withheld_at_once(change):
    world = World("om-nom-nom", 3)
    ana, _ = world.sit_all("Ana", "Ben")
    cleo = world.come("Cleo")
    instead(cleo, Reveal, lambda sent: [Reveal(sent.step, change(sent, cleo))])
    world.run(until=lambda: ana.of(Moved))
    assert told(world, ana, Step)[0].withheld == (2,)
    honest_again(cleo)
    assert "Cleo withheld" in finish(world)


def test_a_part_that_is_not_due_is_refused():
    world, _, _, cleo = table()
    element = cleo.mirror._chance._chain.following(cleo.mirror._chance._links[2].last)
    cleo.send(Reveal(1, element), Reveal(2, element), Reveal(9, element))
    world.run()
    assert codes(cleo) == ["no-roll"] * 3
    assert "withheld" not in finish(world)


def test_a_part_counts_once():
    world, ana, _, cleo = table(rogue=Reveal, change=lambda sent: [sent, sent, Reveal(sent.step, bytes(32))])
    assert told(world, ana, Step)[0].elements.keys() == {0, 1, 2}
    assert codes(cleo) == ["no-roll"] * 2
    honest_again(cleo)
    finish(world)


def test_nobody_can_stretch_the_time_for_a_roll():
    world, _, _, cleo = table(rogue=Reveal, change=lambda sent: [])
    until = world.table._clocks.deadline
    world.pass_time(5)
    cleo.send(Reveal(7, bytes(32)), Chain(bytes(32), bytes(64)))
    world.come("Zoe", watch=True)
    world.run()
    assert world.table._clocks.deadline == until
    world.pass_time(until - world.now)
    honest_again(cleo)
    finish(world)


# -- sets ----------------------------------------------------------------------------------------------------------


def test_who_does_not_acknowledge_loses_its_choice_by_name():
    world, ana, ben, cleo = table()
    kept = withhold(cleo, Ack)
    for guest in (ana, ben, cleo):
        guest.choose("cat")
    world.run()
    assert world.table.match.waiting == ("closing", 1)
    late(world)
    assert ana.of(Moved)[-1].forfeits == (2,)
    honest_again(cleo)
    cleo.send(*kept)
    world.run()
    assert codes(cleo) == ["not-closed"]
    assert "Cleo did not acknowledge the choices" in finish(world)


def test_an_acknowledgement_counts_once_and_only_from_who_is_in_the_set():
    world, ana, ben, cleo = table()
    withhold(cleo, Ack)
    for guest in (ana, ben, cleo):
        guest.choose("cat")
    world.run()
    ana.send(Ack(1, bytes(64)), Ack(2, bytes(64)))
    cleo.bad = lambda message: [message]
    cleo.send(Ack(1, bytes(64)), Ack(1, world.table.match._set.acks[0]))
    world.run()
    assert codes(ana) == ["not-closing"] * 2
    assert codes(cleo) == ["bad-signature"] * 2
    cleo.mirror._set.acked = False
    late(world)
    assert ben.of(Moved)[-1].forfeits == (2,)
    finish(world)


def test_nobody_opens_before_all_have_acknowledged():
    world, ana, ben, cleo = table(owner=False)
    withhold(cleo, Ack)
    for guest in (ana, ben, cleo):
        guest.choose("cat")
    world.run()
    choice = cleo.mirror._set.choice
    cleo.send(Open(1, choice.action, choice.nonce))
    world.run()
    assert codes(cleo) == ["not-closed"]
    assert [message for peer, message in world.heard if isinstance(message, Open) and peer != cleo.peer] == []
    late(world)
    honest_again(cleo)
    finish(world)


# -- leaving and coming back -----------------------------------------------------------------------------------------


MOMENTS = {
    "before its chain": (Chain, False),
    "after its chain, while another's is missing": (Chain, True),
    "in a roll, before its part": (Reveal, False),
    "in a roll, after its part": (Reveal, True),
    "before it acknowledges": (Ack, False),
    "after it has acknowledged": (Ack, True),
    "before it opens": (Open, False),
    "after it has opened": (Open, True),
}


@pytest.mark.parametrize("back", [None, "at once", "later"])
@pytest.mark.parametrize("absent", ["bot", "wait"])
@pytest.mark.parametrize(("kind", "done"), MOMENTS.values(), ids=MOMENTS)
def test_who_leaves_at_any_moment_is_missed_and_can_come_back(kind, done, absent, back):
    """Ben leaves, before or after his own part is done; Ana's is missing all the while, so that the moment lasts."""
    world = World("om-nom-nom", 3, absent=absent)
    (ana,) = world.sit_all("Ana")
    ben = world.come("Ben")
    world.come("Cleo")
    world.run(until=lambda: ben.mirror.lobby)
    kept = withhold(ana, kind)
    if not done:
        withhold(ben, kind)
    world.run()
    # The kept message is Ana's honest one, and comes in the end.
    assert len(kept) == 1
    assert world.table.match.waiting is not None
    world.go(ben)
    world.run()
    if back == "at once":
        ben = world.come("Ben", key=ben.key)
        world.run()
        assert ben.mirror.seat == 1
    zoe = world.come("Zoe", watch=True)
    world.run()
    honest_again(ana)
    ana.send(*kept)
    world.run(until=lambda: ana.of(Moved))
    if back == "later":
        ben = world.come("Ben", key=ben.key)
    elif back is None and absent == "wait":
        world.run()
        ben = world.come("Ben", key=ben.key)
    world.run()
    text = finish(world)
    assert zoe.finished.doubt is None
    if kind is Reveal:
        assert ("Step 1: Ben withheld" in text) == (not done)
    if kind is Open:
        assert ("Step 2: Ben did not open its choice" in text) == (not done)


def test_who_comes_back_contributes_again_and_is_in_the_next_roll():
    world, ana, ben, _ = table()
    first = told(world, ana, Chains)[-1].links[1]
    world.go(ben)
    world.run()
    assert told(world, ana, Chains)[-1].links.keys() == {0, 2}
    back = world.come("Ben", key=ben.key)
    world.run()
    links = told(world, ana, Chains)[-1].links
    assert links.keys() == {0, 1, 2}
    assert links[1].tip != first.tip
    assert links[1].device == first.device
    finish(world)
    assert {roll.seats for roll in told(world, ana, Roll)[1:]} == {(0, 1, 2)}
    assert back.mirror._chance._counted(back.mirror._chance._links)


def test_a_host_that_does_not_count_in_who_has_come_back_is_caught():
    world, ana, ben, _ = table()
    world.go(ben)
    back = world.come("Ben", key=ben.key)
    world.lie = lambda peer, message: [] if peer == back.peer and isinstance(message, Chains) else [message]
    world.run()
    for guest in world.guests.values():
        guest.plays = True
    world.run()
    assert back.mirror.broken in (
        "the host leaves Ben out of the dice",
        "the host counts Ben in on the dice, whose chain it never showed",
    )
    assert ana.mirror.broken is None


def test_who_takes_over_a_bots_seat_contributes_from_then_on():
    world = World("om-nom-nom", 3, bots=1)
    ana, _ = world.sit_all("Ana", "Ben")
    zoe = world.come("Zoe", watch=True)
    world.run(until=lambda: len(world.journals) and len(world.steps) > 3)
    zoe.send(Sit(2))
    finish(world)
    assert told(world, ana, Roll)[0].seats == (0, 1)
    assert told(world, ana, Roll)[-1].seats == (0, 1, 2)
    assert len(told(world, zoe, Begin)) == 2


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("game", "seats"), [("nomadi", 3), ("ominoes", 3), ("toy", 4), ("om-nom-nom", 4)])
def test_people_come_and_go_at_any_moment_and_every_record_holds(toy, game, seats, seed):
    world = World(game, seats, seed=seed, bots=1)
    people = world.sit_all(*("Ana", "Ben", "Cleo")[: seats - 1])
    for _ in range(40):
        for _ in range(world.random.randrange(12)):
            world.step()
        if world.table.state != "playing":
            break
        at = world.random.randrange(len(people))
        if people[at].open:
            world.go(people[at])
        else:
            people[at] = world.come("x", key=people[at].key)
    world.run()
    for at, guest in enumerate(people):
        if not guest.open:
            people[at] = world.come("x", key=guest.key)
    world.run()
    assert world.table.state == "over"
    for guest in world.honest:
        assert guest.mirror.broken is None
        assert not guest.of(Begin) or guest.finished.doubt is None
    assert world.host.finished.doubt is None


def test_a_copied_commitment_is_refused_whoever_s_it_is():
    world, ana, ben, cleo = table()
    ana.choose("cat")
    world.run()
    digest = world.table.match._set.seals[0].digest
    for guest in (ben, cleo, ana):
        guest.send(Commit(1, 5, digest))
    world.run()
    assert codes(ben) == codes(cleo) == codes(ana) == ["copied"]
    finish(world)
