"""A host that lies about dice and decks is caught: about chains, rolls, and what came of them."""

import pytest
from msgspec.structs import replace

from core.record import read
from net import play as play_module
from net.audit import audit
from net.chain import Chain, tip_statement
from net.clock import PROGRAM_SECONDS
from net.dealer import JointDealer
from net.messages import (
    Begin,
    Chains,
    Closing,
    Data,
    Link,
    Reveal,
    Roll,
    Step,
)
from tests.net.lies import BEFORE, BEN, chance, first, lie_to_ana, play, reroll
from tests.net.world import HOST, World

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


@pytest.mark.parametrize("lie", [lie for lie, _ in DICE.values()], ids=DICE)
def test_dice_that_not_all_have_made_are_caught(lie):
    lie_to_ana(lie, "step 1: the outcome is not what everybody's parts make")


@pytest.mark.parametrize(("lie", "pattern"), [case for case in DICE.values() if case[1]], ids=list(DICE)[:-1])
def test_dice_that_cannot_be_are_caught_where_they_come_from_a_seed_too(lie, pattern):
    lie_to_ana(lie, pattern, seeded=7)


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


# -- a host whose cards and dice are not what they should be -----------------------------------------------------------


def test_a_stacked_deck_is_found_when_all_is_opened(toy, monkeypatch):
    class Stacked(JointDealer):
        def outcome(self, game, position, roll):
            outcome = super().outcome(game, position, roll)
            return [(outcome[0] + 1) % 10, *outcome[1:]] if roll.secret else outcome

    world = World("toy", 3, owner=True)
    dealer = Stacked(bytes(32), Chain(bytes(range(32))))
    game_cards(monkeypatch, world, dealer)
    people = [world.host, *world.guests.values()]
    for guest in people:
        assert guest.mirror.broken is None
        assert guest.finished.doubt == (
            "the host's record does not hold: Step 1: The deck was stacked: it is not what everybody's parts make."
        )
    failing = [finding for finding in audit(read(people[0].finished.record.decode())) if not finding.holds]
    assert [finding.step for finding in failing] == [1]


def game_cards(monkeypatch, world, dealer):
    """Plays the game with that dealer; the cards that were dealt."""
    world.sit_all("Ana", "Ben")
    monkeypatch.setattr(play_module, "dealer_of", lambda *_: dealer)
    world.start()
    world.run()
    return world.steps[0].outcome


def test_a_deck_from_a_secret_chosen_afterwards_is_found(toy, monkeypatch):
    class Late(JointDealer):
        def outcome(self, game, position, roll):
            self.secret = bytes([7]) * 32
            return super().outcome(game, position, roll)

    world = World("toy", 3, owner=True)
    game_cards(monkeypatch, world, Late(bytes(32), Chain(bytes(range(32)))))
    for guest in (world.host, *world.guests.values()):
        assert "opened another deck secret than it had committed to" in guest.finished.doubt
