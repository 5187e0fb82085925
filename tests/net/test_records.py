"""The record at the end: what in it is not what was seen, or does not hold, is told in words."""

import re

import pytest
from msgspec.structs import replace

from core.game import Result
from core.record import read
from net import reckoning
from net.audit import audit
from net.messages import (
    RecordPart,
)
from tests.net.world import World


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
    "another id of the game in the proof": (edit(r"^proof game \w\w", "proof game 00"), "does not hold"),
    "another host in the proof": (edit(r"^proof house \w+", f"proof house {'ab' * 32}"), "The host did not sign"),
    "another tip in the proof": (edit(r"^proof chance \w\w", "proof chance 00"), "The host did not sign"),
    "another commitment in the proof": (
        edit(r"^(proof chance \w+) \w+", rf"\1 {'00' * 32}"),
        "The host did not sign",
    ),
    "another chain in the proof": (
        edit(r"^(proof chain 1 1 \w+) \w+", rf"\1 {'00' * 32}"),
        "The chain of Ana for the dice is not signed",
    ),
    "an unsigned chain in the proof": (
        edit(r"^(proof chain 1 1 \w+ \w+) \w+", rf"\1 {'00' * 64}"),
        "The chain of Ana for the dice is not signed",
    ),
    "another roll in the proof": (
        edit(r"^(proof roll 1 \w+ .*1:)\w+", rf"\g<1>{'00' * 32}"),
        "Step 1: the part of Ana is not the one committed to",
    ),
    "a part withheld in the proof": (
        edit(r"^(proof roll 1 \w+ .*1:)\w+", r"\1withheld"),
        "Step 1: The outcome was chosen",
    ),
    "a set unsigned in the proof": (
        edit(r"^(proof set 2 1) \w+", rf"\1 {'00' * 64}"),
        "Step 2: the host did not sign this set",
    ),
    "another seal in the proof": (
        edit(r"^(proof seal 2 1 \w+ \d+) \w+", rf"\1 {'00' * 32}"),
        "Step 2: the host did not sign this set",
    ),
    "an acknowledgement gone from the proof": (
        edit(r"^(proof seal 2 1 \w+ \d+ \w+) \w+", r"\1 -"),
        "Step 2: Ana did not acknowledge this set",
    ),
    "another nonce in the proof": (
        edit(r"^(proof seal 2 1 .*) \w+$", rf"\1 {'00' * 32}"),
        "Step 2: '\\w+' is not what Ana had sealed",
    ),
    "another secret in the proof": (
        edit(r"^proof secret \w+", f"proof secret {'00' * 32}"),
        "opened another deck secret",
    ),
    "no secret in the proof": (edit(r"^proof secret \w+\n", ""), "did not open its deck secret"),
    "no proof": (lambda text: text.partition("\n\nproof")[0] + "\n", "the table's proof is missing"),
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


def test_the_sound_record_of_another_game_is_doubted():
    other = World("om-nom-nom", 2, seed=1)
    other.sit_all("Ana", "Ben")
    other.run()
    data = other.check_end()
    assert all(finding.holds for finding in audit(read(data.decode())))
    world = World("om-nom-nom", 2, seed=2)
    ana, _ = world.sit_all("Ana", "Ben")
    world.lie = lambda peer, message: [
        replace(message, data=data) if peer == ana.peer and isinstance(message, RecordPart) else message
    ]
    world.run()
    assert re.search("not what this seat saw|not of this game", ana.finished.doubt)


def test_what_the_guests_saw_outweighs_a_proof_that_holds_by_itself(toy, monkeypatch):
    """The audit alone could be satisfied; the guest remembers what was committed to."""
    monkeypatch.setattr(reckoning, "audit", lambda record: [])
    world = World("toy", 2)
    ana, _ = world.sit_all("Ana", "Ben")

    def lie(peer, message):
        if peer == ana.peer and isinstance(message, RecordPart):
            data = message.data.replace(b"proof house ", b"proof house 00", 1)
            message = replace(message, data=data)
        return [message]

    world.lie = lie
    world.run()
    assert ana.finished.doubt == "the proof in the host's record is not what this seat saw"
