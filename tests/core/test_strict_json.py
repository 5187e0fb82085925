"""Strict JSON reads what any JSON reader would, and nothing that one may not."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.strict_json import BadJson, parse

values = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**29), 10**29) | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(st.characters(exclude_categories=["Cs"])), inner),
)  # fmt: skip


@given(values, st.booleans())
def test_good_json_is_read_as_it_is(value, ascii_only):
    assert parse(json.dumps(value, ensure_ascii=ascii_only).encode()) == value


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(data):
    try:
        value = parse(data)
    except BadJson:
        pass
    else:
        assert json.loads(json.dumps(value, allow_nan=False)) == value


def test_surrogate_pairs_are_text():
    assert parse(b'"\\ud83d\\ude00"') == "\U0001f600"


@pytest.mark.parametrize("depth", [50, 51])
def test_nesting_has_a_limit(depth):
    text = b"[" * depth + b"]" * depth
    if depth == 50:
        parse(text)
    else:
        with pytest.raises(BadJson, match="nested deeper than 50"):
            parse(text)
