"""Commitments: a known answer, and what they bind to."""

from hashlib import blake2b

import pytest
from hypothesis import given
from hypothesis import strategies as st

from net.sealing import NONCE, Question, commitment

QUESTION = Question(bytes(range(16)), 7, 2, bytes(range(32)))
NONCE_1 = bytes(range(100, 132))
KNOWN = "0eac2fe676ab84db0c7c5b146b455fa72337f45e8499ed780ad88981e041927d"


def test_a_known_answer():
    assert commitment(QUESTION, 3, "cat", NONCE_1).hex() == KNOWN


def test_the_digest_is_that_of_the_documented_fields():
    fields = [
        (1).to_bytes(4, "big"),
        QUESTION.game_id,
        (7).to_bytes(8, "big"),
        b"\x02",
        QUESTION.device,
        (3).to_bytes(8, "big"),
        b"cat",
        NONCE_1,
    ]
    data = b"".join(len(field).to_bytes(4, "big") + field for field in fields)
    assert commitment(QUESTION, 3, "cat", NONCE_1) == blake2b(data, person=b"serai-commit", digest_size=32).digest()


@pytest.mark.parametrize(
    "other",
    [
        (QUESTION._replace(game_id=bytes(16)), 3, "cat", NONCE_1),
        (QUESTION._replace(key=8), 3, "cat", NONCE_1),
        (QUESTION._replace(seat=1), 3, "cat", NONCE_1),
        (QUESTION._replace(device=bytes(32)), 3, "cat", NONCE_1),
        (QUESTION, 4, "cat", NONCE_1),
        (QUESTION, 3, "cow", NONCE_1),
        (QUESTION, 3, "cat ", NONCE_1),
        (QUESTION, 3, "cat", bytes(NONCE)),
    ],
    ids=["game", "key", "seat", "device", "revision", "action", "one more letter", "nonce"],
)
def test_each_field_is_bound(other):
    assert commitment(*other) != commitment(QUESTION, 3, "cat", NONCE_1)


cases = st.tuples(
    st.builds(
        Question, st.binary(min_size=16, max_size=16), st.integers(0, 9), st.integers(0, 8), st.binary(max_size=3)
    ),
    st.integers(1, 9),
    st.text("ab 0", max_size=4),
    st.binary(max_size=4),
)


@given(cases, cases)
def test_two_commitments_are_equal_only_if_all_is(one, other):
    """Fields carry their length, so nothing can be moved from one into the next."""
    assert (commitment(*one) == commitment(*other)) == (one == other)
