"""Every message crosses the wire unchanged, and nothing that is not quite a message does."""

from typing import Any

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import inspect

from net.messages import PROTOCOL, Answer, Data, Hello, Ping, Setup
from net.text import Line, Name, TableName
from net.wire import BadFrame, decode_first, decode_guest, decode_host, encode
from tests.net.strategies import GUESTS, HOSTS, data_values, fields, of_struct

EVERY = sorted({*GUESTS, *HOSTS}, key=lambda cls: cls.__name__)
every_message = pytest.mark.parametrize("cls", EVERY, ids=lambda cls: cls.__name__)
DECODERS = ((GUESTS, decode_guest), (HOSTS, decode_host))


def example(cls: type) -> Any:
    """One message of that kind, with every field set."""
    return cls(**{field.name: good(field.type) for field in fields(cls)})


def good(kind: inspect.Type) -> Any:
    match kind:
        case inspect.IntType():
            return 1
        case inspect.BytesType():
            return bytes(range(kind.min_length or 3))
        case inspect.StrType():
            return "abc"
        case inspect.BoolType():
            return True
        case inspect.CustomType(cls=cls):
            return Data({"a": [1]}) if cls is Data else cls("Ana")
        case inspect.VarTupleType(item_type=item):
            return (good(item),)
        case inspect.DictType(key_type=key, value_type=value):
            return {good(key): good(value)}
        case inspect.UnionType(types=types):
            return good(next(one for one in types if not isinstance(one, inspect.NoneType)))
        case inspect.StructType(cls=cls):
            return example(cls)
    raise AssertionError(kind)


NOT_WHOLE = [True, 1.0, float("nan"), float("inf"), "1", b"1", -1, 2**63, 2**64 - 1, [1], {}, None]
WRONG = {
    inspect.IntType: NOT_WHOLE,
    inspect.BoolType: [0, 1, 1.0, "true", b"", [], {}, None],
    inspect.BytesType: ["", "a" * 32, 0, bytes(31), bytes(33), bytes(15), bytes(17), bytes(40_000), [], {}, None],
    inspect.StrType: [b"abc", 1, "ABC\n", "abc\n", "\n", "é", "a\0", "\x1b[31m", "a" * 81, ["abc"], {}, None],
    inspect.CustomType: [b"abc", 1.5, float("nan"), b""],
    inspect.VarTupleType: ["abc", b"abc", 1, {}, None, [1.5], [[1.5]], [float("nan")]],
    inspect.DictType: [[], "abc", 1, [[0, 1]], {"0": "x"}, {-1: "x"}, {9: "x"}, {True: "x"}, {0: 7}],
    inspect.StructType: [[], 1, "x", {}, None],
}


def wrong(kind: inspect.Type) -> list[Any]:
    """Values that a field of that kind must not take."""
    if isinstance(kind, inspect.UnionType):
        inner = [one for one in kind.types if not isinstance(one, inspect.NoneType)]
        return [value for value in wrong(inner[0]) if value is not None]
    values = WRONG[type(kind)]
    if isinstance(kind, inspect.IntType) and kind.ge is not None and kind.ge < 0:
        return [*(value for value in values if value != -1), kind.ge - 1]
    if isinstance(kind, inspect.BytesType) and kind.min_length:
        wrong_length = [value for value in values if type(value) is not bytes or len(value) != kind.min_length]
        return [*wrong_length, bytes(kind.min_length - 1), bytes(kind.min_length + 1)]
    if isinstance(kind, inspect.BytesType):
        return [value for value in values if not (type(value) is bytes and len(value) < 100)]
    return values


def plain(message: Any) -> dict[str, Any]:
    """The message as it lies in the frame."""
    return msgpack.unpackb(encode(message)[4:], strict_map_key=False)


def refused(value: object, decoders: Any = DECODERS) -> None:
    """No decoder takes that value."""
    body = msgpack.packb(value)
    for _, decode in decoders:
        with pytest.raises(BadFrame) as caught:
            decode(body)
        assert str(caught.value).isprintable()
        assert len(str(caught.value)) <= 240


@every_message
def test_a_message_arrives_as_it_was_sent(cls):
    @given(of_struct(cls))
    def arrives(message):
        frame = encode(message)
        for classes, decode in DECODERS:
            if cls in classes:
                assert decode(frame[4:]) == message
                assert encode(decode(frame[4:])) == frame
            else:
                with pytest.raises(BadFrame):
                    decode(frame[4:])

    arrives()


@every_message
def test_every_field_has_its_type(cls):
    message = example(cls)
    for field in fields(cls):
        for value in wrong(field.type):
            refused({**plain(message), field.encode_name: value})


@every_message
def test_unknown_missing_and_additional_fields_are_refused(cls):
    value = plain(example(cls))
    refused({**value, "more": 1})
    refused({**value, "": 1})
    refused({**value, 1: 1})
    refused({**value, "t": "nonsense"})
    refused({**value, "t": cls.__name__})
    refused({**value, "t": 1})
    refused({name: item for name, item in value.items() if name != "t"})
    for field in fields(cls):
        if field.required:
            refused({name: item for name, item in value.items() if name != field.encode_name})


@pytest.mark.parametrize("value", [None, 1, True, 1.0, "hello", b"hello", [], ["hello"], {}, {"t": None}, {1: 2}])
def test_what_is_no_message_at_all_is_refused(value):
    refused(value)


@given(data_values)
def test_a_games_json_arrives_as_it_was_sent(value):
    assert decode_guest(encode(Setup("abc", 2, Data(value)))[4:]).options == Data(value)


EVIL = [
    "\x1b[2J",
    "\x1b]52;c;aGk=\x07",
    "\x9b31m",
    "\u202eevil",
    "\u200d",
    "é",
    "\n",
    "\0",
    "\x7f",
    "a" * 201,
    "\U0001f600",
]


@pytest.mark.parametrize("text", EVIL, ids=repr)
@pytest.mark.parametrize("wrap", [lambda v: v, lambda v: [v], lambda v: {v: 1}, lambda v: {"a": [{"b": v}]}])
def test_a_games_json_holds_no_text_that_no_game_writes(text, wrap):
    refused({"t": "setup", "game": "abc", "seats": 2, "options": wrap(text)})


def _deep(levels: int, wrap: Any) -> Any:
    value: Any = 1
    for _ in range(levels):
        value = wrap(value)
    return value


@pytest.mark.parametrize("wrap", [lambda v: [v], lambda v: {"a": v}])
def test_a_games_json_is_not_deep(wrap):
    for levels, taken in ((3, True), (15, True), (16, False), (400, False)):
        body = {"t": "setup", "game": "abc", "seats": 2, "options": _deep(levels, wrap)}
        if taken:
            assert decode_guest(msgpack.packb(body))
        else:
            refused(body)


@pytest.mark.parametrize("value", [1.0, float("nan"), b"abc", {1: 2}, {None: 1}, {True: 1}, msgpack.Timestamp(1)])
def test_a_games_json_has_no_other_types(value):
    for options in (value, [value], {"a": value}):
        refused({"t": "setup", "game": "abc", "seats": 2, "options": options})


@given(st.text())
def test_text_is_clean_once_it_is_a_message(text):
    body = {"t": "hello", "serai": PROTOCOL, "name": text, "key": bytes(32)}
    try:
        hello = decode_guest(msgpack.packb(body))
    except BadFrame:
        return
    assert isinstance(hello, Hello)
    assert isinstance(hello.name, Name)
    assert hello.name.isprintable()
    assert hello.name == hello.name.strip() != ""


@pytest.mark.parametrize("name", ["", " ", "\u3164", "\u200b\u200b", "\x1b", "\u0301\u0301", "\ufe0f"])
def test_a_name_with_nothing_to_read_is_refused_and_such_a_line_is_empty(name):
    refused({"t": "hello", "serai": PROTOCOL, "name": name, "key": bytes(32)})
    refused({"t": "welcome", "member": 1, "name": name, "host": bytes(32)})
    assert decode_guest(msgpack.packb({"t": "talk", "text": name})).text == Line("")


def test_long_text_is_cut_where_it_is_read():
    talk = decode_guest(msgpack.packb({"t": "talk", "text": "ab " * 3_400}))
    assert len(talk.text) <= Line.cells
    hello = decode_guest(msgpack.packb({"t": "hello", "serai": 1, "name": "n" * 10_000, "key": bytes(32)}))
    assert hello.name == "n" * Name.cells
    assert TableName.cells > Name.cells


# -- the first message ---------------------------------------------------------------------------------------------


def test_a_greeting_of_another_version_is_understood_as_far_as_that_goes():
    for version in (0, PROTOCOL + 1, 1_000_000):
        later = msgpack.packb({"t": "hello", "serai": version, "whatever": [1.5, {"deep": b"x"}]})
        assert decode_first(later).serai == version
        assert decode_first(msgpack.packb({"t": "ping", "serai": version})) == Ping(version)


@pytest.mark.parametrize("version", [-1, 1_000_001, 2**64 - 1, True, 2.0, "2", None, [2]])
def test_a_version_is_a_small_whole_number(version):
    for word in ("hello", "ping"):
        with pytest.raises(BadFrame):
            decode_first(msgpack.packb({"t": word, "serai": version, "name": "Ana", "key": bytes(32), "new": 1}))


def test_of_our_own_version_the_first_message_is_like_any_other():
    hello = Hello(PROTOCOL, Name("Ana"), bytes(32), watch=True)
    assert decode_first(encode(hello)[4:]) == hello
    assert decode_first(encode(Answer(1, "cat"))[4:]) == Answer(1, "cat")
    with pytest.raises(BadFrame):
        decode_first(msgpack.packb({"t": "hello", "serai": PROTOCOL, "name": "Ana", "key": bytes(32), "new": 1}))
