"""The bytes that docs/protocol.md shows are those that the program makes, and it lists every message and limit."""

import re
from pathlib import Path
from typing import get_args

from core.catalogue import GAMES
from core.stream import Stream
from net import messages
from net.messages import PROTOCOL, Hello, Ping
from net.sealing import Question, commitment
from net.text import Name
from net.trust import digest
from net.wire import FIRST, LARGEST, encode

PAGE = (Path(__file__).parents[1] / "docs" / "protocol.md").read_text(encoding="utf-8")
DEVICE = bytes(range(32))


def test_the_bytes():
    game = GAMES["om-nom-nom"]
    stream = Stream.of_seed(7)
    shown = [line for block in re.findall(r"```hex\n(.*?)```", PAGE, re.DOTALL) for line in block.split()]
    assert [bytes.fromhex(line) for line in shown] == [
        encode(Ping(PROTOCOL)),
        encode(Hello(PROTOCOL, Name("Ana"), DEVICE)),
        digest(game, game.start(3)),
        commitment(Question(bytes(16), 1, 0, DEVICE), 1, "cat", bytes([7]) * 32),
        stream.key,
        stream.bytes(8),
    ]


def test_every_message_and_field_is_there():
    rows = dict(re.findall(r"^\| `([a-z]+)` \|([^|]*)\|", PAGE, re.MULTILINE))
    for kind in {*get_args(messages.FromGuest), *get_args(messages.FromHost)}:
        tag = kind.__struct_config__.tag
        assert re.findall("`([a-z_]+)`", rows[tag]) == list(kind.__struct_fields__), tag


def test_the_version_and_the_limits():
    assert PAGE.startswith(f"# The table protocol, version {PROTOCOL}\n")
    assert f"at most {FIRST} until the guest is welcome, {LARGEST} afterwards" in PAGE
