"""The bytes that the pages on the protocol show are those that the program makes; they list every message and limit."""

import re
from pathlib import Path
from typing import get_args

from core.catalogue import GAMES
from core.stream import Stream
from net import messages, proof
from net.bargain import WORDS
from net.calling import QUEUE_SECONDS
from net.chain import LENGTH, Chain, commit_secret, house_statement, link, roll_stream, tip_statement
from net.clock import PROGRAM_SECONDS
from net.codes import ALPHABET
from net.gate import KNOCK_SECONDS
from net.handshake import GUEST_CONFIRMS, GUEST_SIGNS, HOST_CONFIRMS, Meeting, Pairing
from net.host import MOST_STRANGERS, MOST_STRANGERS_A_PLACE, PROOF_SECONDS, TLS_SECONDS
from net.match import MOST_PROPOSALS
from net.messages import PROTOCOL, Hello, Ping, Seal
from net.sealing import Question, commitment, set_statement
from net.text import Name
from net.trust import digest
from net.wire import FIRST, LARGEST, encode

DOCS = Path(__file__).parents[1] / "docs"
PAGE = (DOCS / "protocol.md").read_text(encoding="utf-8")
JOINING = (DOCS / "joining.md").read_text(encoding="utf-8")
DEVICE = bytes(range(32))


def shown(page):
    """The bytes of a page, in order."""
    return [bytes.fromhex(line) for block in re.findall(r"```hex\n(.*?)```", page, re.DOTALL) for line in block.split()]


def test_the_bytes_of_coming_in():
    certificate, host = bytes(range(32, 64)), bytes(range(64, 96))
    guest_side = Pairing("47KQ2XPM", DEVICE, certificate, lambda count: b"\1" * count, host=False)
    host_side = Pairing("47KQ2XPM", DEVICE, certificate, lambda count: b"\2" * count, host=True)
    key = guest_side.key(host_side.element)
    assert key == host_side.key(guest_side.element)
    knock = Meeting(DEVICE, b"", certificate, b"\3" * 32, b"\4" * 32)
    paired = knock._replace(guest_element=guest_side.element, host_element=host_side.element)
    assert shown(JOINING) == [
        knock.transcript(GUEST_SIGNS),
        guest_side.element,
        host_side.element,
        key,
        paired.mac(key, GUEST_CONFIRMS),
        paired._replace(host=host).mac(key, HOST_CONFIRMS),
    ]


def test_the_limits_of_coming_in():
    for number, words in (
        (MOST_STRANGERS, "{} connections that are not welcome yet"),
        (MOST_STRANGERS_A_PLACE, "or {} from the same IPv4 address"),
        (TLS_SECONDS, "within {:.0f} s. No older version"),
        (PROOF_SECONDS, "The guest has {:.0f} s to prove"),
        (QUEUE_SECONDS, "for {:.0f} s in all"),
        (KNOCK_SECONDS, "so many seconds ({}) to decide"),
    ):
        assert words.format(number) in " ".join(JOINING.split()), words
    assert JOINING.startswith(f"# Coming in, version {PROTOCOL}\n")
    assert f"`{ALPHABET}`" in JOINING


def test_the_bytes():
    game = GAMES["om-nom-nom"]
    stream = Stream.of_seed(7)
    game_id, secret = bytes(16), b"\7" * 32
    assert shown(PAGE) == [
        encode(Ping(PROTOCOL)),
        encode(Hello(PROTOCOL, Name("Ana"), DEVICE)),
        digest(game, game.start(3)),
        digest_of_cat := commitment(Question(game_id, 1, 0, DEVICE), 1, "cat", secret),
        set_statement(game_id, 1, {0: Seal(DEVICE, 1, digest_of_cat)}),
        link(secret),
        tip := Chain(secret).tip,
        house_statement(game_id, tip, commit_secret(secret)),
        tip_statement(game_id, 0, tip),
        roll_stream(game_id, 1, b"\1" * 32, {0: b"\2" * 32}, None).key,
        roll_stream(game_id, 1, b"\1" * 32, {0: b"\2" * 32}, secret).key,
        stream.key,
        stream.bytes(8),
    ]


def test_every_message_and_field_is_there():
    rows = dict(re.findall(r"^\| `([a-z]+)` \|([^|]*)\|", PAGE + JOINING, re.MULTILINE))
    for kind in {*get_args(messages.FromGuest), *get_args(messages.FromHost)}:
        tag = kind.__struct_config__.tag
        assert re.findall("`([a-z_]+)`", rows[tag]) == list(kind.__struct_fields__), tag


def test_the_version_and_the_limits():
    assert PAGE.startswith(f"# The table protocol, version {PROTOCOL}\n")
    assert f"at most {FIRST} until the guest is welcome, {LARGEST} afterwards" in PAGE


def test_the_limits_of_fair_play():
    assert f"an acknowledgement, an opening | {PROGRAM_SECONDS:.0f} s each |" in PAGE
    assert f"| elements of a chain | {LENGTH} |" in PAGE
    assert f"{LENGTH} times it takes" in PAGE
    assert f"| deals that a seat proposes while one question is open | {MOST_PROPOSALS} |" in PAGE


def test_every_word_of_a_haggle_and_every_line_of_proof_is_there():
    assert {f"`{word}`" for word in WORDS} <= set(re.findall("`[a-z]+`", PAGE))
    forms = re.findall(r"^    ([a-z]+ [A-Z].*)$", proof.__doc__, re.MULTILINE)
    assert len(forms) == 8
    for form in forms:
        assert f"| `{form.replace(' SEAT:withheld', '')}` |" in PAGE, form
