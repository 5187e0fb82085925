"""Random messages of every kind, made from the definitions themselves: a new message is tested as soon as it exists."""

from __future__ import annotations

from typing import Any, get_args

import msgspec
from hypothesis import strategies as st
from msgspec import inspect

from net.messages import Data, FromGuest, FromHost, Message
from net.text import Line, Name, TableName, clean

GUESTS: tuple[type[Message], ...] = get_args(FromGuest)
HOSTS: tuple[type[Message], ...] = get_args(FromHost)

_ascii = st.text(st.characters(min_codepoint=0x20, max_codepoint=0x7E), max_size=20)
data_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | _ascii,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_ascii, inner, max_size=3),
    max_leaves=8,
)
"""JSON that a game may put on the wire."""


def _text(kind: type[Name | TableName | Line]) -> st.SearchStrategy[str]:
    cleaned = st.text(max_size=40).map(lambda text: clean(text, kind.cells))
    return (cleaned.filter(bool) if kind.needed else cleaned).map(kind)


def of_type(kind: inspect.Type) -> st.SearchStrategy[Any]:
    """Any value of that type."""
    match kind:
        case inspect.IntType():
            return st.integers(kind.ge, kind.le)
        case inspect.BytesType():
            return st.binary(min_size=kind.min_length or 0, max_size=min(kind.max_length or 64, 64))
        case inspect.StrType():
            assert kind.max_length is not None
            small = st.sampled_from("abcxyz0189-") if "a-z" in (kind.pattern or "") else st.sampled_from("aZ 9|~!")
            return st.text(small, max_size=kind.max_length)
        case inspect.BoolType():
            return st.booleans()
        case inspect.NoneType():
            return st.none()
        case inspect.CustomType(cls=cls):
            return data_values.map(Data) if cls is Data else _text(cls)
        case inspect.VarTupleType(item_type=item):
            return st.lists(of_type(item), max_size=3).map(tuple)
        case inspect.DictType(key_type=key, value_type=value):
            return st.dictionaries(of_type(key), of_type(value), max_size=3)
        case inspect.UnionType(types=types):
            # Under a choice with None, the JSON null is that None.
            return st.one_of([of_type(one).filter(lambda value: value != Data(None)) for one in types])
        case inspect.StructType(cls=cls):
            return of_struct(cls)
    raise AssertionError(f"no strategy for {kind}")


def of_struct(cls: type[msgspec.Struct]) -> st.SearchStrategy[Any]:
    """Any value of that struct."""
    info = inspect.type_info(cls)
    assert isinstance(info, inspect.StructType)
    return st.builds(cls, **{field.name: of_type(field.type) for field in info.fields})


def fields(cls: type[msgspec.Struct]) -> list[inspect.Field]:
    """The fields of a struct with their types."""
    info = inspect.type_info(cls)
    assert isinstance(info, inspect.StructType)
    return list(info.fields)


guest_messages = st.one_of([of_struct(cls) for cls in GUESTS])
host_messages = st.one_of([of_struct(cls) for cls in HOSTS])
