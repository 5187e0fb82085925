"""The record at the end: what in it is not what was seen, or does not hold, is told in words."""

import re

import pytest
from msgspec.structs import replace

from core.game import Result
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
