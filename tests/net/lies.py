"""What a lying host may tell: changes of its messages, told once, and how a lie ends."""

import re

from msgspec.structs import replace

from net.changes import Distrust
from net.clock import PROGRAM_SECONDS
from net.messages import (
    Begin,
    Bye,
    Data,
    Opened,
)
from net.sealing import set_statement
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
