"""A host that lies is caught by every mirror it lies to, in words."""

import pytest
from msgspec.structs import replace

from net import sealed_set
from net.changes import Moved, Rejected
from net.clock import PROGRAM_SECONDS
from net.messages import (
    Begin,
    Closing,
    Data,
    Open,
    RecordPart,
    Seal,
    Sealed,
    Step,
)
from net.sealing import set_statement
from net.signature import signed
from tests.net.lies import (
    BEFORE,
    BEN,
    ack,
    caught,
    chance,
    default,
    first,
    forfeit,
    hold_back,
    later,
    lie_to_ana,
    other,
    play,
    seal,
    signed_anew,
    signed_by,
    twisted,
    with_choice,
    with_event,
    without,
)
from tests.net.world import HOST, World

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


@pytest.mark.parametrize(("lie", "pattern"), LIES.values(), ids=LIES)
def test_a_lie_is_caught(lie, pattern):
    lie_to_ana(lie, pattern)


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
