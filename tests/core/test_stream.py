"""The random stream: fixed answers, and a second implementation from its description."""

from collections import Counter
from hashlib import blake2b

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.stream import Stream


def reference(key):
    """The bytes, as the module describes them."""
    block = 0
    while True:
        yield from blake2b(block.to_bytes(8, "little"), digest_size=64, key=key, person=b"serai-stream").digest()
        block += 1


def reference_below(source, n):
    bits = (n - 1).bit_length()
    while True:
        value = int.from_bytes(bytes(next(source) for _ in range(-(-bits // 8))), "little") % (1 << bits)
        if value < n:
            return value


def test_known_bytes():
    assert Stream(b"key").bytes(70).hex() == (
        "8157be9dce608e626bc29124d3a77b8fd015661f494a1cd8067f82aa92eb7e0e"
        "7279bdf5976c6b3ba51c48de973ccc89ab0f6de8dbbc0256928dcd04f39347b2"
        "5bb587cfc361"
    )


def test_known_numbers():
    stream = Stream(b"key")
    numbers = [stream.below(n) for n in (2, 3, 256, 257, 1000, 2**40, 10**18)]
    assert numbers == [1, 2, 157, 206, 654, 906851631723, 657356314498792359]
    assert stream.taken == 21


def test_known_seed():
    assert Stream.of_seed(5).key.hex() == "b7790e81610d1b25904099731f24005625c49cffde2f3b2653b047e758840cd3"
    assert Stream.of_seed("5").key == Stream.of_seed(5).key
    stream = Stream.of_seed(5)
    assert [stream.below(6) for _ in range(10)] == [4, 1, 2, 2, 4, 5, 3, 2, 4, 1]


def test_known_shuffle():
    items = list(range(10))
    Stream(b"key").shuffle(items)
    assert items == [8, 9, 4, 3, 2, 0, 5, 6, 7, 1]


@given(st.binary(max_size=64), st.lists(st.integers(0, 200), max_size=10))
def test_bytes_in_any_portions(key, portions):
    stream, source = Stream(key), reference(key)
    for count in portions:
        assert stream.bytes(count) == bytes(next(source) for _ in range(count))
    assert stream.taken == sum(portions)


@given(st.binary(max_size=64), st.lists(st.integers(2, 300) | st.integers(2, 2**70), max_size=100))
def test_numbers_as_described(key, bounds):
    stream, source = Stream(key), reference(key)
    for n in bounds:
        assert stream.below(n) == reference_below(source, n)


@given(st.binary(max_size=64), st.lists(st.integers(1, 300), min_size=1, max_size=100), st.data())
def test_it_goes_on_from_any_place(key, bounds, data):
    stop = data.draw(st.integers(0, len(bounds)))
    stream = Stream(key)
    for n in bounds[:stop]:
        stream.below(n)
    again = Stream(stream.key, stream.taken)
    assert [stream.below(n) for n in bounds[stop:]] == [again.below(n) for n in bounds[stop:]]
    assert stream.taken == again.taken


def test_one_possibility_takes_no_bytes():
    stream = Stream(b"")
    assert stream.below(1) == 0
    assert stream.choice(["only"]) == "only"
    assert stream.taken == 0


@pytest.mark.parametrize("n", [0, -1])
def test_no_possibility_is_an_error(n):
    with pytest.raises(ValueError, match="no number below"):
        Stream(b"").below(n)


@pytest.mark.parametrize("n", [3, 6, 20, 300])
def test_numbers_are_equally_likely(n):
    stream = Stream.of_seed("fair")
    draws = 1000 * n
    counts = Counter(stream.below(n) for _ in range(draws))
    assert set(counts) == set(range(n))
    assert all(abs(count - 1000) < 200 for count in counts.values())
