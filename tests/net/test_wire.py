"""Frames: how bytes are cut, what msgpack is taken, and what any bytes at all may do."""

import struct
from itertools import pairwise

import msgpack
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from net.messages import PROTOCOL, Data, Notice, Ping, RecordPart, Setup, Talk
from net.text import Line
from net.wire import FIRST, LARGEST, BadFrame, Frames, decode_first, decode_guest, decode_host, encode, unpack
from tests.net.strategies import guest_messages, host_messages


def framed(body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + body


# -- cutting -------------------------------------------------------------------------------------------------------


@given(st.lists(guest_messages, max_size=5), st.data())
def test_frames_come_out_whole_however_the_bytes_are_cut(messages, data):
    stream = b"".join(map(encode, messages))
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=8)))
    frames = Frames(LARGEST)
    bodies = [body for start, end in pairwise([0, *cuts, len(stream)]) for body in frames.feed(stream[start:end])]
    assert [decode_guest(body) for body in bodies] == messages


def test_one_byte_at_a_time():
    stream = encode(Talk(Line("one"))) + encode(Talk(Line("two")))
    frames = Frames()
    bodies = [body for byte in stream for body in frames.feed(bytes([byte]))]
    assert [decode_guest(body).text for body in bodies] == ["one", "two"]


@pytest.mark.parametrize("length", [0, FIRST + 1, LARGEST, 2**31, 2**32 - 1])
def test_a_length_that_is_not_acceptable_ends_it_before_anything_is_kept(length):
    with pytest.raises(BadFrame, match=f"{length} bytes"):
        list(Frames().feed(struct.pack(">I", length)))


def test_the_limit_can_be_raised_and_frames_before_a_bad_one_count():
    frames = Frames()
    whole = framed(b"a" * FIRST)
    assert [len(body) for body in frames.feed(whole)] == [FIRST]
    frames.limit = LARGEST
    assert [len(body) for body in frames.feed(framed(b"a" * LARGEST))] == [LARGEST]
    coming = frames.feed(whole + framed(b"a" * (LARGEST + 1)))
    assert len(next(coming)) == FIRST
    with pytest.raises(BadFrame):
        next(coming)


def test_an_http_request_and_an_ssh_banner_are_lengths_that_nobody_accepts():
    for first in (b"GET / HTTP/1.1\r\n\r\n", b"SSH-2.0-OpenSSH_9.6\r\n", b"\x16\x03\x01\x02\x00"):
        with pytest.raises(BadFrame):
            list(Frames(LARGEST).feed(first))


# -- msgpack -------------------------------------------------------------------------------------------------------

PING = {"t": "ping", "serai": PROTOCOL}
NOT_CANONICAL = {
    "a key twice": b"\x83\xa1t\xa4ping\xa5serai\x01\xa5serai\x01",
    "a fixint in two bytes": b"\x82\xa1t\xa4ping\xa5serai\xcc\x01",
    "a fixint in nine bytes": b"\x82\xa1t\xa4ping\xa5serai\xcf" + bytes(7) + b"\x01",
    "a signed one": b"\x82\xa1t\xa4ping\xa5serai\xd0\x01",
    "a long map head": b"\xde\x00\x02\xa1t\xa4ping\xa5serai\x01",
    "a long string head": b"\x82\xd9\x01t\xa4ping\xa5serai\x01",
}
NOT_MSGPACK = {
    "nothing": b"",
    "a reserved byte": b"\xc1",
    "cut in a map": msgpack.packb(PING)[:-1],
    "bytes behind it": msgpack.packb(PING) + b"\xc0",
    "twice": msgpack.packb(PING) * 2,
    "a lying array": b"\xdd\xff\xff\xff\xff",
    "a lying map": b"\xdf\xff\xff\xff\xff",
    "a lying string": b"\xdb\xff\xff\xff\xffabc",
    "a lying bin": b"\xc6\xff\xff\xff\xffabc",
    "a lying ext": b"\xc9\xff\xff\xff\xff\x01abc",
    "a lying array inside": b"\x81\xa1t\xdc\xff\xff",
    "bad UTF-8": b"\x82\xa1t\xa4\xff\xfe\xfd\xfc\xa5serai\x01",
    "a surrogate": b"\x81\xa1t\xa3\xed\xa0\x80",
    "an overlong form": b"\x81\xa1t\xa2\xc0\xaf",
    "a list as a key": b"\x81\x91\x01\x01",
    "a map as a key": b"\x81\x80\x01",
    "deep arrays": b"\x91" * 2000 + b"\xc0",
    "deep maps": b"\x81\xa1a" * 2000 + b"\xc0",
    "deep to the limit": b"\x91" * (LARGEST - 1) + b"\xc0",
    "a timestamp": msgpack.packb(msgpack.Timestamp(1, 2)),
    "an extension": msgpack.packb(msgpack.ExtType(5, b"abc")),
    "an empty extension": b"\xc7\x00\x05",
    "extensions of fixed size": b"\xd4\x05\x00",
    "an extension deep inside": msgpack.packb({"t": "talk", "text": [msgpack.ExtType(5, b"")]}),
    "too large": b"\xc6" + struct.pack(">I", LARGEST) + bytes(LARGEST),
}


@pytest.mark.parametrize("body", [*NOT_CANONICAL.values(), *NOT_MSGPACK.values()], ids=[*NOT_CANONICAL, *NOT_MSGPACK])
def test_what_is_not_one_document_in_its_one_form_is_refused_in_words(body):
    for decode in (unpack, decode_first, decode_guest, decode_host):
        with pytest.raises(BadFrame) as caught:
            decode(body)
        assert str(caught.value).isprintable()


def test_the_canonical_form_of_the_same_is_taken():
    assert decode_first(msgpack.packb(PING)) == Ping(PROTOCOL)


@given(st.binary(max_size=200))
@example(b"\x80")
@example(b"\xcb\x7f\xf8\x00\x00\x00\x00\x00\x00")
def test_any_bytes_are_a_message_or_a_bad_frame(body):
    for decode in (decode_first, decode_guest, decode_host):
        try:
            message = decode(body)
        except BadFrame:
            continue
        if decode is not decode_first:
            assert decode(encode(message)[4:]) == message


@given(guest_messages | host_messages, st.data())
def test_a_message_with_a_byte_changed_is_a_message_or_a_bad_frame(message, data):
    body = bytearray(encode(message)[4:])
    at = data.draw(st.integers(0, len(body) - 1))
    body[at] = data.draw(st.integers(0, 255))
    for decode in (decode_first, decode_guest, decode_host):
        try:
            decode(bytes(body))
        except BadFrame as error:
            assert str(error).isprintable()  # noqa: PT017 - most changes are refused, not all


@given(guest_messages | host_messages, st.data())
def test_a_message_cut_short_or_with_more_behind_it_is_a_bad_frame(message, data):
    body = encode(message)[4:]
    shorter = body[: data.draw(st.integers(0, len(body) - 1))]
    longer = body + data.draw(st.binary(min_size=1, max_size=9))
    for decode in (decode_guest, decode_host):
        for changed in (shorter, longer):
            with pytest.raises(BadFrame):
                decode(changed)


# -- sending -------------------------------------------------------------------------------------------------------


def test_what_nobody_would_take_is_not_sent():
    with pytest.raises(BadFrame, match="Setup"):
        encode(Setup("abc", 2, Data(["x" * 200] * 400)))
    assert len(encode(RecordPart(0, 1, bytes(32768)))) < LARGEST


def test_text_is_sent_as_it_is_and_cleaned_by_who_reads_it():
    assert decode_host(encode(Notice(Line("\x1b[31mred\u202e")))[4:]) == Notice(Line("[31mred"))
