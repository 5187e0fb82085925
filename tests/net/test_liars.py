"""A host that lies is caught by every mirror it lies to, in words."""

import re

import pytest
from msgspec.structs import replace

from core.game import Result
from core.record import read
from net import sealed_set
from net.audit import audit
from net.chain import Chain, tip_statement
from net.changes import Distrust, Moved, Rejected
from net.dealer import JointDealer
from net.identity import signed
from net.messages import (
    Begin,
    Bye,
    Chains,
    Closing,
    Data,
    Link,
    Open,
    Opened,
    RecordPart,
    Reveal,
    Roll,
    Seal,
    Sealed,
    Step,
)
from net.sealing import set_statement
from net.table import PROGRAM_SECONDS
from tests.net.world import HOST, World, identity

BEN = identity(bytes(range(1, 33)))


def first(kind, change, when=lambda message: True):
    """A lie told once, of the first message of that kind for which `when` holds."""
    told = []

    def lie(message):
        if told or not isinstance(message, kind) or not when(message):
            return [message]
        told.append(message)
        changed = change(message)
        return changed if isinstance(changed, list) else [changed]

    lie.told = told
    return lie


def play(message):
    """Whether it is a step of choices."""
    return message.choices is not None


def chance(message):
    return message.choices is None


def later(message):
    """Whether it is a step of choices after the first trick."""
    return message.choices is not None and message.number > 3


def with_choice(seat, text):
    return lambda step: replace(step, choices={**step.choices, seat: text})


def with_event(at, **data):
    return lambda step: replace(
        step, events=tuple(Data({**e.value, **data}) if n == at else e for n, e in enumerate(step.events))
    )


def other(text):
    return "wolf" if text != "wolf" else "cat"


def reroll(step):
    """Dice and all that follows from them, as if they had fallen otherwise."""
    dice = ["cheese"] * 15
    event = {**step.events[0].value, "dice": {"cheese": 15}}
    return replace(step, outcome=Data(dice), events=(Data(event),))


def forfeit(seat, text=None):
    def change(step):
        choices = step.choices if text is None else {**step.choices, seat: text}
        nonces = {n: nonce for n, nonce in step.nonces.items() if n != seat}
        return replace(step, choices=choices, nonces=nonces, forfeits=(seat,))

    return change


def signed_by(identity, closing):
    return replace(closing, signature=identity.sign(set_statement(BEFORE[Begin].game_id, closing.key, closing.seals)))


def signed_anew(change):
    """The lie, under a good signature of the host."""
    return lambda closing: signed_by(HOST, change(closing))


def ack(seat, signature):
    def change(sealed):
        acks = {n: one for n, one in sealed.acks.items() if n != seat}
        return replace(sealed, acks=acks if signature is None else {**acks, seat: signature})

    return change


def default(step):
    """What a lost first choice counts as."""
    return "cat"


def seal(seat, **changes):
    return lambda sealed: replace(sealed, seals={**sealed.seals, seat: replace(sealed.seals[seat], **changes)})


def without(seat):
    return lambda sealed: replace(sealed, seals={n: one for n, one in sealed.seals.items() if n != seat})


def hold_back(*seats):
    return lambda sealed: replace(sealed, opened={n: one for n, one in sealed.opened.items() if n not in seats})


def twisted(seat):
    return lambda sealed: replace(sealed, opened={**sealed.opened, seat: Opened("wolf", bytes(32))})


DICE = {
    "dice, but not the events": (
        first(Step, lambda s: replace(s, outcome=Data(["cheese"] * 15)), chance),
        "otherwise than the rules",
    ),
    "dice and events": (first(Step, reroll, chance), "differs from the rules"),
    "dice that there are not": (first(Step, lambda s: replace(s, outcome=Data(["cow"] * 15)), chance), "breaks a rule"),
    "no dice": (first(Step, lambda s: replace(s, outcome=None), chance), "breaks a rule"),
    "another order of dice": (
        first(Step, lambda s: replace(s, outcome=Data(s.outcome.value[::-1])), chance),
        "",
    ),
}
# Seat 0 is the host's own player's, 1 Ana's, who is lied to, 2 Ben's, 3 a bot's.
LIES = {
    "another's choice changed": (
        first(Step, lambda s: with_choice(2, other(s.choices[2]))(s), play),
        "step 2: '.*' is not what Ben had sealed",
    ),
    "my choice changed": (
        first(Step, lambda s: with_choice(1, other(s.choices[1]))(s), play),
        "step 2: '.*' is not what Ana had sealed",
    ),
    "the host's choice changed": (
        first(Step, lambda s: with_choice(0, other(s.choices[0]))(s), play),
        "is not what Hana had sealed",
    ),
    "another nonce": (
        first(Step, lambda s: replace(s, nonces={**s.nonces, 2: bytes(32)}), play),
        "is not what Ben had sealed",
    ),
    "no nonce": (first(Step, lambda s: replace(s, nonces={}), play), "had sealed"),
    "a choice missing": (
        first(Step, lambda s: replace(s, choices={n: c for n, c in s.choices.items() if n != 2}), play),
        "did not wait for everybody's choice",
    ),
    "a choice of nobody": (first(Step, with_choice(4, "cat"), play), "did not wait for everybody's choice"),
    "choices of one alone": (
        first(Step, lambda s: replace(s, choices={1: s.choices[1]}), play),
        "did not wait for everybody's choice",
    ),
    "an event altered": (first(Step, with_event(0, cards={"0": "cat"}), play), "otherwise than the rules"),
    "an event's kind": (first(Step, with_event(0, event="hidden"), play), "otherwise than the rules"),
    "an event made private": (first(Step, with_event(0, to=[1]), play), "otherwise than the rules"),
    "an event dropped": (first(Step, lambda s: replace(s, events=s.events[:-1]), play), "otherwise than the rules"),
    "an event added": (
        first(Step, lambda s: replace(s, events=(*s.events, s.events[0])), play),
        "otherwise than the rules",
    ),
    "events in another order": (
        first(Step, lambda s: replace(s, events=s.events[::-1]), lambda s: play(s) and len(s.events) > 1),
        "otherwise than the rules",
    ),
    "an event that is none": (first(Step, lambda s: replace(s, events=(Data([1]),)), play), "breaks a rule"),
    "another digest": (first(Step, lambda s: replace(s, digest=bytes(16)), play), "differs from the rules"),
    "dice again in the middle": (
        first(Step, lambda s: replace(s, choices=None, nonces={}, outcome=Data(["cheese"] * 15)), play),
        "is not what was due",
    ),
    "choices instead of dice": (
        first(Step, lambda s: replace(s, choices={0: "cat"}, outcome=None), chance),
        "is not what was due",
    ),
    "a number skipped": (first(Step, lambda s: replace(s, number=5), later), "told step 5 after step 3"),
    "a number twice": (first(Step, lambda s: [s, s], later), "told step 4 after step 4"),
    "a number back": (first(Step, lambda s: replace(s, number=1), later), "told step 1 after step 3"),
    "a step before the set is closed": (first(Closing, lambda s: []), "are not closed"),
    "a step before the set is open": (first(Sealed, lambda s: []), "before everybody had seen the set"),
    "the set without me": (first(Closing, signed_anew(without(1))), "closed the choices without everybody's"),
    "the set without another": (first(Closing, signed_anew(without(2))), "closed the choices without everybody's"),
    "a set of strangers": (
        first(Closing, signed_anew(lambda s: replace(s, seals={**s.seals, 5: s.seals[1]}))),
        "closed the choices without everybody's",
    ),
    "a set closed twice": (first(Closing, lambda s: [s, s]), "closed a question that is not open"),
    "a set of another question": (
        first(Closing, signed_anew(lambda s: replace(s, key=9))),
        "closed a question that is not open",
    ),
    "an unsigned set": (first(Closing, lambda s: replace(s, signature=bytes(64))), "did not sign the set of choices"),
    "a set signed for another game": (
        first(Closing, lambda s: replace(s, signature=HOST.sign(set_statement(bytes(16), s.key, s.seals)))),
        "did not sign the set of choices",
    ),
    "a set signed by a guest": (first(Closing, lambda s: signed_by(BEN, s)), "did not sign the set of choices"),
    "my commitment changed": (
        first(Closing, signed_anew(seal(1, digest=bytes(32)))),
        "changed the commitment of this seat",
    ),
    "my revision changed": (first(Closing, signed_anew(seal(1, revision=77))), "changed the commitment of this seat"),
    "my commitment under the host's key": (
        first(Closing, signed_anew(lambda s: seal(1, device=s.seals[0].device)(s))),
        "sealed the choice of Ana with another key",
    ),
    "another's under the host's key": (
        first(Closing, signed_anew(lambda s: seal(2, device=s.seals[0].device)(s))),
        "sealed the choice of Ben with another key",
    ),
    "the host's own under a stranger's key": (
        first(Closing, signed_anew(seal(0, device=bytes(32)))),
        "sealed the choice of Hana with another key",
    ),
    "another set than Ben was shown": (
        first(Closing, signed_anew(seal(2, digest=bytes(32)))),
        "Ben has not acknowledged the same set|Ana did not acknowledge the choices",
    ),
    "an acknowledgement missing": (first(Sealed, ack(2, None)), "Ben has not acknowledged the same set"),
    "all acknowledgements missing": (first(Sealed, lambda s: replace(s, acks={})), "has not acknowledged the same"),
    "an acknowledgement forged": (first(Sealed, ack(2, bytes(64))), "Ben has not acknowledged the same set"),
    "an acknowledgement by the host for Ben": (
        first(Sealed, lambda s: ack(2, HOST.sign(b"the same set"))(s)),
        "Ben has not acknowledged the same set",
    ),
    "mine in the place of Ben's": (
        first(Sealed, lambda s: ack(2, s.acks[1])(s)),
        "Ben has not acknowledged the same set",
    ),
    "mine not acknowledged": (
        first(Sealed, lambda s: replace(ack(1, None)(s), forfeits=(1,))),
        "says that Ana did not acknowledge the choices",
    ),
    "opened twice": (first(Sealed, lambda s: [s, s]), "asks to open choices that are not closed"),
    "opened before it is closed": (
        first(Closing, lambda s: [Sealed(s.key, {}, {}), s]),
        "asks to open choices that are not closed",
    ),
    "opened for another question": (
        first(Sealed, lambda s: replace(s, key=s.key + 1)),
        "asks to open choices that are not closed",
    ),
    "the host's own held back": (first(Sealed, hold_back(0)), "before it opens its own"),
    "a bot's held back": (first(Sealed, hold_back(3)), "before it opens its own"),
    "all held back": (first(Sealed, hold_back(0, 3)), "before it opens its own"),
    "the host's own opened otherwise": (first(Sealed, twisted(0)), "opened for Hana is not what was sealed"),
    "another's opened": (first(Sealed, twisted(2)), "opened for Ben is not its own"),
    "one opened that is not there": (first(Sealed, twisted(6)), "opened for seat 7 is not its own"),
    "one lost that is not there": (first(Sealed, lambda s: replace(s, forfeits=(6,))), "lost a choice of seat 7"),
    "its own lost and open": (first(Sealed, lambda s: replace(s, forfeits=(0,))), "opened a choice that is lost"),
    "its own lost after it was open": (first(Step, forfeit(0), play), "thought better of a choice of its own"),
    "its own lost, and open after all": (
        first(Sealed, lambda s: replace(hold_back(0)(s), forfeits=(0,))),
        "thought better of a choice of its own",
    ),
    "one open and lost": (
        first(Step, lambda s: replace(s, forfeits=(2,)), play),
        "a choice is open and lost at once",
    ),
    "mine lost, though I opened it": (
        first(Step, lambda s: forfeit(1, default(s))(s), play),
        "says that Ana did not open its choice",
    ),
    "mine lost, for a card of the host's liking": (
        first(Step, lambda s: forfeit(1, "wolf")(s), play),
        "'wolf' is not what a lost choice counts as",
    ),
    "one lost that was not asked for": (
        first(Step, lambda s: replace(s, forfeits=(1,)), chance),
        "is not what was due",
    ),
    "the game begun again": (first(Step, lambda s: [BEFORE[Begin], s], later), "began a game in the middle of one"),
    "another game in the middle": (
        first(Step, lambda s: [replace(BEFORE[Begin], game_id=bytes(16)), s], later),
        "began a game in the middle of one",
    ),
    "a game that we do not have": (
        first(Begin, lambda b: replace(b, game="chess")),
        "'chess', a game that this version",
    ),
    "a position that cannot be": (first(Begin, lambda b: replace(b, view=Data({"game": "x"}))), "table cannot be"),
    "a position that is none": (first(Begin, lambda b: replace(b, view=Data([1, 2]))), "table cannot be"),
    "more names than seats": (first(Begin, lambda b: replace(b, names=(*b.names, *b.names))), "other seats"),
    "fewer names": (first(Begin, lambda b: replace(b, names=())), "other seats"),
    "a seat that is not there": (first(Begin, lambda b: replace(b, seat=7)), "other seats"),
    "a game before its beginning": (first(Begin, lambda b: []), "the host rolls before the game"),
    "a record before the end": (first(Step, lambda s: [RecordPart(0, 1, b"x"), s], later), "at the wrong time"),
    "a record without end": (first(RecordPart, lambda r: replace(r, parts=1_000_000)), "too large"),
    "a part that is not there": (first(RecordPart, lambda r: replace(r, part=5)), "too large"),
}
BEFORE = {}


def remembering(lie):
    """The lie, to be told afresh, with the first message of each kind at hand."""
    BEFORE.clear()
    lie.told.clear()

    def told(message):
        BEFORE.setdefault(type(message), message)
        return lie(message)

    return told


def caught(world, ana, pattern):
    """The lie was noticed by Ana and by nobody else, and the game went on without her."""
    assert ana.mirror.broken is not None, "nothing was noticed"
    assert re.search(pattern, ana.mirror.broken), ana.mirror.broken
    assert ana.of(Distrust) == [Distrust(ana.mirror.broken)]
    assert isinstance([message for peer, message in world.heard if peer == ana.peer][-1], Bye)
    assert not ana.open
    assert world.table.state == "over"
    for guest in world.honest:
        assert guest.mirror.broken is None
        assert guest.finished.doubt is None


@pytest.mark.parametrize("lie", [lie for lie, _ in DICE.values()], ids=DICE)
def test_dice_that_not_all_have_made_are_caught(lie):
    lie_to_ana(lie, "step 1: the outcome is not what everybody's parts make")


@pytest.mark.parametrize(("lie", "pattern"), [case for case in DICE.values() if case[1]], ids=list(DICE)[:-1])
def test_dice_that_cannot_be_are_caught_where_they_come_from_a_seed_too(lie, pattern):
    lie_to_ana(lie, pattern, seeded=7)


@pytest.mark.parametrize(("lie", "pattern"), LIES.values(), ids=LIES)
def test_a_lie_is_caught(lie, pattern):
    lie_to_ana(lie, pattern)


def lie_to_ana(lie, pattern, **more):
    world = World("om-nom-nom", 4, owner=True, bots=1, **more)
    ana, _ = world.sit_all("Ana", "Ben")
    lie = remembering(lie)
    world.lie = lambda peer, message: lie(message) if peer == ana.peer else [message]
    world.start()
    world.run()
    world.pass_time(PROGRAM_SECONDS)
    world.run()
    caught(world, ana, pattern)


def links(change):
    """A lie about the chains."""
    return lambda chains: replace(chains, links=change(chains.links))


def linked(seat, **changes):
    return links(lambda old: {**old, seat: replace(old[seat], **changes)})


def own_chain(seat):
    """A chain of the host's making, rightly signed by the host, in a seat's place."""

    def change(old):
        signature = HOST.sign(tip_statement(BEFORE[Begin].game_id, seat, bytes(32)))
        return {**old, seat: Link(HOST.public, bytes(32), signature, bytes(32))}

    return links(change)


def leave_out(*seats):
    return links(lambda old: {n: one for n, one in old.items() if n not in seats})


def second(message):
    """Whether it belongs to the second roll of the game, or a later one."""
    return message.step > 1


def parts(change, withheld=()):
    """A lie about the parts of a roll in its step."""
    return lambda step: replace(step, elements=change(step.elements), withheld=withheld)


def not_of(*seats):
    return lambda elements: {n: one for n, one in elements.items() if n not in seats}


def house_signed(**changes):
    return lambda begin: replace(begin, house=replace(begin.house, **changes))


ROLL_LIES = {
    "a host that commits to nothing": (
        first(Begin, lambda b: replace(b, house=None)),
        "makes the chance alone, at a table that does not say that it is seeded",
    ),
    "a commitment that is not signed": (
        first(Begin, house_signed(signature=bytes(64))),
        "did not sign what it commits",
    ),
    "another deck secret": (first(Begin, lambda b: replace(b, secret=bytes(32))), "did not sign what it commits"),
    "no deck secret": (first(Begin, lambda b: replace(b, secret=None)), "did not sign what it commits"),
    "another tip of the house": (first(Begin, house_signed(tip=bytes(32))), "did not sign what it commits"),
    "a house with another key": (first(Begin, house_signed(device=BEN.public)), "did not sign what it commits"),
    "the house further on in its chain": (
        first(Begin, house_signed(last=bytes(32))),
        "own part in the dice is not the one it committed to",
    ),
    "Ben's chain changed": (first(Chains, linked(2, tip=bytes(32))), "a chain for the dice that Ben did not sign"),
    "Ben's chain unsigned": (first(Chains, linked(2, signature=bytes(64))), "that Ben did not sign"),
    "Ben's chain in the host's seat": (first(Chains, links(lambda old: {**old, 0: old[2]})), "that Hana did not sign"),
    "Ben's chain made by the host": (first(Chains, own_chain(2)), "somebody else in the place of Ben's"),
    "my chain made by the host": (first(Chains, own_chain(1)), "somebody else in the place of Ana's"),
    "my chain changed": (first(Chains, linked(1, tip=bytes(32))), "that Ana did not sign"),
    "a chain begun in the middle": (first(Chains, linked(2, last=bytes(32))), "does not begin Ben's chain"),
    "me left out of the chains": (
        first(Chains, lambda c: leave_out(1)(c)),
        "leaves Ana out of the dice|counts Ana in on the dice, whose chain it never showed",
    ),
    "no chains": (first(Chains, lambda c: []), "whose chain it never showed"),
    "all chains dropped later": (first(Roll, lambda r: [Chains({}), r], second), "leaves Ana out of the dice"),
    "the chains begun again": (
        first(Roll, lambda r: [BEFORE[Chains], r], second),
        "changed what Hana's chain for the dice has come to",
    ),
    "the chains changed in a roll": (first(Roll, lambda r: [r, BEFORE[Chains]]), "while they roll"),
    "another element of the house": (
        first(Roll, lambda r: replace(r, house=bytes(32))),
        "own part in the dice is not the one it committed to",
    ),
    "the last element of the house again": (
        first(Roll, lambda r: replace(r, house=BEFORE[Roll].house), second),
        "own part in the dice is not the one it committed to",
    ),
    "Ben left out of a roll": (first(Roll, lambda r: replace(r, seats=(0, 1))), "leaves Ben out of the dice"),
    "me left out of a roll": (first(Roll, lambda r: replace(r, seats=(0, 2))), "leaves Ana out of the dice"),
    "all left out of a roll": (first(Roll, lambda r: replace(r, seats=())), "leaves Hana out of the dice"),
    "somebody counted in": (first(Roll, lambda r: replace(r, seats=(0, 1, 2, 3))), "counts Clove in on the dice"),
    "a roll that is not asked for": (first(Roll, lambda r: []), "rolled without asking for everybody's part"),
    "a roll before its time": (first(Closing, lambda c: [BEFORE[Roll], c]), "parts of dice that are not due"),
    "a roll twice": (first(Roll, lambda r: [r, r]), "parts of dice that are not due"),
    "a roll for another step": (first(Roll, lambda r: replace(r, step=9)), "parts of dice that are not due"),
    "Ben's element changed": (
        first(Step, parts(lambda e: {**e, 2: bytes(32)}), chance),
        "Ben's part in the dice is not the one that was committed to",
    ),
    "Ben's element from the roll before": (
        first(Step, parts(lambda e: {**e, 2: BEFORE[Step].elements[2]}), lambda s: chance(s) and s.number > 1),
        "Ben's part in the dice is not the one that was committed to",
    ),
    "the host's player's element changed": (
        first(Step, parts(lambda e: {**e, 0: bytes(32)}), chance),
        "Hana's part in the dice is not the one that was committed to",
    ),
    "my element changed": (
        first(Step, parts(lambda e: {**e, 1: bytes(32)}), chance),
        "Ana's part in the dice is not the one that was committed to",
    ),
    "Ben's element left out": (first(Step, parts(not_of(2)), chance), "does not count everybody's part in the dice"),
    "Ben's element given and withheld": (
        first(Step, parts(lambda e: e, (2,)), chance),
        "does not count everybody's part in the dice",
    ),
    "a bot's element counted": (
        first(Step, parts(lambda e: {**e, 3: bytes(32)}), chance),
        "does not count everybody's part in the dice",
    ),
    "no elements": (first(Step, parts(not_of(0, 1, 2)), chance), "does not count everybody's part in the dice"),
    "Ben said to withhold": (
        first(Step, parts(not_of(2), (2,)), chance),
        "the outcome is not what everybody's parts make",
    ),
    "me said to withhold": (first(Step, parts(not_of(1), (1,)), chance), "the host says that Ana withheld its part"),
    "another house than was opened": (
        first(Step, lambda s: replace(s, house=bytes(32)), chance),
        "rolled without asking for everybody's part",
    ),
    "no house": (first(Step, lambda s: replace(s, house=None), chance), "rolled without asking for everybody's part"),
    "parts of dice in a choice": (
        first(Step, lambda s: replace(s, elements={2: bytes(32)}), play),
        "is not what was due",
    ),
    "withholding in a choice": (first(Step, lambda s: replace(s, withheld=(2,)), play), "is not what was due"),
}


@pytest.mark.parametrize(("lie", "pattern"), ROLL_LIES.values(), ids=ROLL_LIES)
def test_a_lie_about_the_dice_is_caught(lie, pattern):
    lie_to_ana(lie, pattern)


def test_at_a_seeded_table_nobody_speaks_of_parts():
    lie = first(Step, lambda s: replace(s, elements={1: bytes(32)}), chance)
    lie_to_ana(lie, "parts in dice that nobody takes part in", seeded=7)
    lie_to_ana(first(Step, lambda s: [Roll(1, bytes(32), (1,)), s]), "is not the one it committed to", seeded=7)


def test_who_really_gave_its_part_catches_a_host_that_makes_the_dice_without_it():
    """The others cannot know, and play on; the one that was wronged says so."""
    world = World("om-nom-nom", 3, owner=True)
    ana, ben = world.sit_all("Ana", "Ben")
    receive = world.table.receive

    def deaf(peer, message, now):
        return [] if peer == ben.peer and isinstance(message, Reveal) else receive(peer, message, now)

    world.table.receive = deaf
    world.start()
    world.run()
    world.pass_time(PROGRAM_SECONDS)
    world.run()
    assert "the host says that Ben withheld its part of the dice: but it was sent at once" in ben.mirror.broken
    assert ana.mirror.broken is None
    assert ana.finished.doubt is None
    assert any("Ben withheld" in finding.text for finding in audit(read(ana.finished.record.decode())))


# -- two faces ------------------------------------------------------------------------------------------------------


def two_faced(world, victim, other):
    """Shows the victim another commitment of the other's than everybody else sees; the signatures are good."""

    def lie(peer, message):
        BEFORE.setdefault(type(message), message)
        if peer == victim.peer and isinstance(message, Closing):
            message = signed_anew(seal(other, digest=bytes(32)))(message)
        return [message]

    return lie


def test_a_set_shown_differently_is_caught_by_its_acknowledgements_and_there_is_proof():
    BEFORE.clear()
    world = World("om-nom-nom", 4, owner=True)
    ana, ben, cleo = world.sit_all("Ana", "Ben", "Cleo")
    for guest in (ana, ben, cleo, world.host):
        guest.plays = False
    world.lie = two_faced(world, ana, 2)
    # The host is in it: it takes what Ana has signed for the same set.
    world.start()
    world.run()
    sealed_set.signed, honest = (lambda *_: True), sealed_set.signed
    try:
        for guest in (world.host, ana, ben, cleo):
            guest.plays = True
        world.run(until=lambda: ben.mirror.broken and cleo.mirror.broken and ana.mirror.broken)
    finally:
        sealed_set.signed = honest
    assert "Ana has not acknowledged the same set of choices" in ben.mirror.broken
    assert "Ana has not acknowledged the same set of choices" in cleo.mirror.broken
    assert "has not acknowledged the same set of choices" in ana.mirror.broken
    # Nobody has opened a choice, and two of them together hold what convicts the host: its name under two sets.
    assert [message for peer, message in world.heard if isinstance(message, Open) and peer > 0] == []
    shown = []
    for guest in (ana, ben):
        words = [line.split(" ") for line in guest.mirror.evidence]
        (one,) = [line for line in words if line[0] == "set"]
        seals = {
            int(line[2]): Seal(bytes.fromhex(line[3]), int(line[4]), bytes.fromhex(line[5]))
            for line in words
            if line[0] == "seal"
        }
        statement = set_statement(BEFORE[Begin].game_id, int(one[2]), seals)
        assert signed(HOST.public, statement, bytes.fromhex(one[3]))
        shown.append((one[2], statement))
    assert shown[0][0] == shown[1][0]
    assert shown[0][1] != shown[1][1]


def test_an_honest_host_does_not_take_a_signature_of_another_set():
    BEFORE.clear()
    world = World("om-nom-nom", 3, owner=True)
    ana, ben = world.sit_all("Ana", "Ben")
    world.lie = two_faced(world, ana, 2)
    world.start()
    world.run()
    assert [rejected.code for rejected in ana.of(Rejected)] == ["bad-signature"]
    world.pass_time(PROGRAM_SECONDS)
    world.run()
    assert ben.of(Moved)[1].forfeits == (1,)
    assert "Ben has not acknowledged the same set of choices" in ana.mirror.broken


# -- a host whose cards and dice are not what they should be -----------------------------------------------------------


def test_a_stacked_deck_is_found_when_all_is_opened(toy):
    class Stacked(JointDealer):
        def outcome(self, game, position, roll):
            return (
                [9, *super().outcome(game, position, roll)[1:]]
                if roll.secret
                else super().outcome(game, position, roll)
            )

    world = World("toy", 3, owner=True)
    dealer = Stacked(bytes(32), Chain(bytes(range(32))))
    assert game_cards(world, dealer)[0] == 9
    people = [world.host, *world.guests.values()]
    for guest in people:
        assert guest.mirror.broken is None
        assert guest.finished.doubt == (
            "the host's record does not hold: Step 1: The deck was stacked: it is not what everybody's parts make."
        )
    failing = [finding for finding in audit(read(people[0].finished.record.decode())) if not finding.holds]
    assert [finding.step for finding in failing] == [1]


def game_cards(world, dealer):
    """Plays the game with that dealer; the cards that were dealt."""
    world.sit_all("Ana", "Ben")
    world.table._tools = world.table._tools._replace(dealer=lambda: dealer)
    world.start()
    world.run()
    return world.journals[0].steps()[0].outcome


def test_a_deck_from_a_secret_chosen_afterwards_is_found(toy):
    class Late(JointDealer):
        def outcome(self, game, position, roll):
            self.secret = bytes([7]) * 32
            return super().outcome(game, position, roll)

    world = World("toy", 3, owner=True)
    game_cards(world, Late(bytes(32), Chain(bytes(range(32)))))
    for guest in (world.host, *world.guests.values()):
        assert "opened another deck secret than it had committed to" in guest.finished.doubt


OPEN_LIES = {
    "an answer that I never gave": (
        lambda seat: first(Step, lambda s: replace(s, choices={seat: "show"}), lambda s: play(s) and seat in s.choices),
        "for this seat, which never said so|otherwise than the rules",
    ),
    "an answer out of turn": (
        lambda seat: first(Step, lambda s: replace(s, choices={3: "pass"}), lambda s: play(s) and s.number == 2),
        "may not pass|did not wait",
    ),
    "an answer that is not allowed": (
        lambda seat: first(Step, lambda s: replace(s, choices=dict.fromkeys(s.choices, "knock")), play),
        "may not knock: it is not for this seat",
    ),
    "an answer that is none": (
        lambda seat: first(Step, lambda s: replace(s, choices=dict.fromkeys(s.choices, "fly")), play),
        "breaks a rule: 'fly' is nothing to do here",
    ),
    "a seat that is not there": (
        lambda seat: first(Step, lambda s: replace(s, choices={8: "pass"}), play),
        "did not wait for everybody's choice",
    ),
    "another card than the one I was told of": (
        lambda seat: first(Step, with_event(1, card=99), chance),
        "otherwise than the rules",
    ),
    "news for somebody else": (lambda seat: first(Step, with_event(1, to=[3]), chance), "otherwise than the rules"),
    "a card changed at the end": (
        lambda seat: first(
            Step,
            lambda s: with_event(0, cards=[99 if n == seat else c for n, c in enumerate(s.events[0].value["cards"])])(
                s
            ),
            lambda s: bool(s.nonces),
        ),
        "otherwise than the rules|breaks a rule|differs",
    ),
}


@pytest.mark.parametrize(("lie", "pattern"), OPEN_LIES.values(), ids=OPEN_LIES)
def test_a_lie_about_open_answers_and_hidden_cards_is_caught(toy, lie, pattern):
    world = World("toy", 4, owner=True, bots=1)
    (ana, _) = world.sit_all("Ana", "Ben")
    ana.plays = False
    lie = lie(1)
    world.lie = lambda peer, message: lie(message) if peer == ana.peer else [message]
    world.start()
    world.run()
    if ana.mirror.broken is None:
        ana.choose("pass")
        ana.plays = True
        world.run()
    caught(world, ana, pattern)


def test_a_host_that_answers_for_a_guest_is_caught(toy):
    world = World("toy", 2, owner=True)
    (ana,) = world.sit_all("Ana")
    ana.plays = False
    world.start()
    world.run()
    assert ana.mirror.asked is not None
    step = world.table.match._play({1: "pass"})[0](1)
    ana.mirror.receive(step)
    assert "'pass' for this seat, which never said so" in ana.mirror.broken


# -- the record ----------------------------------------------------------------------------------------------------


def edit(old, new):
    return lambda text: re.sub(old, new, text, count=1, flags=re.MULTILINE)


RECORDS = {
    "another choice": (edit(r"^2 play 0 (\w+) \| 1 (\w+)", r"2 play 0 \2 | 1 \1"), "step 2|does not hold"),
    "another roll": (
        edit(r'chance \["(\w+)"', lambda m: f'chance ["{"fly" if m[1] != "fly" else "frog"}"'),
        "step 1|the result should be",
    ),
    "another result": (edit(r'^result \{"scores": \[\d+', 'result {"scores": [99'), "the result should be"),
    "no result": (edit(r"\nresult .*\n", ""), "there is no result|does not hold"),
    "a step less": (edit(r"^21 play.*\n", ""), "does not hold|not of this game"),
    "a forfeit": (edit(r"^2 play (.*)$", r"2 play \1 | forfeit 1"), "forfeit|step 2"),
    "another game": (edit("game om-nom-nom", "game chess"), "no game 'chess'"),
    "not a record": (lambda text: "hello", "not a record"),
    "nothing": (lambda text: "", "not a record"),
    "not text": (lambda text: b"\xff\xfe", "not text"),
}


@pytest.mark.parametrize(("change", "pattern"), RECORDS.values(), ids=RECORDS)
def test_a_record_that_is_not_what_was_seen_is_doubted(change, pattern):
    world = World("om-nom-nom", 3, owner=True)
    ana, _ = world.sit_all("Ana", "Ben")

    def lie(peer, message):
        if peer == ana.peer and isinstance(message, RecordPart):
            text = change(message.data.decode())
            message = replace(message, data=text if isinstance(text, bytes) else text.encode())
        return [message]

    world.lie = lie
    world.start()
    world.run()
    assert ana.finished.doubt is not None
    assert re.search(pattern, ana.finished.doubt), ana.finished.doubt
    assert isinstance(ana.finished.result, Result)
    assert world.host.finished.doubt is None


def test_a_record_of_many_parts_is_put_together():
    world = World("om-nom-nom", 2)
    ana, _ = world.sit_all("Ana", "Ben")

    def lie(peer, message):
        if not isinstance(message, RecordPart):
            return [message]
        cut = [message.data[at : at + 1000] for at in range(0, len(message.data), 1000)]
        return [RecordPart(number, len(cut), data) for number, data in enumerate(cut)]

    world.lie = lie
    world.run()
    assert ana.finished.doubt is None
    world.check_end()
