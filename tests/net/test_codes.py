import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from net.codes import ALPHABET, LENGTH, MOST_WRONG, BadCode, Code, read_code, spell_code


def test_a_code_has_forty_bits_and_no_letters_to_mistake():
    assert len(ALPHABET) == len(set(ALPHABET)) == 32
    assert not set(ALPHABET) & set("ILOU")
    codes = {Code(os.urandom).text for _ in range(100)}
    assert len(codes) == 100
    assert all(len(code) == LENGTH and set(code) <= set(ALPHABET) for code in codes)


@given(st.text(ALPHABET, min_size=LENGTH, max_size=LENGTH))
def test_what_is_shown_is_read_back(code):
    assert read_code(spell_code(code)) == code


@pytest.mark.parametrize(
    "typed", ["01X10ABZ", "01x10abz", "OIxLoabz", "o1XI0-aBz", " 01x1 0abz\t", "0-1-x-l-0-a-b-z", "01X1-OABZ"]
)
def test_people_may_type_as_they_like(typed):
    assert read_code(typed) == "01X10ABZ"


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("", "this has 0"),
        ("0123456", "this has 7"),
        ("012345678", "this has 9"),
        ("0123456U", "no 'U'"),
        ("0123456é", "no 'É'"),
        ("0123456\0", "no"),
        ("0123.567", "no '.'"),
    ],
)
def test_what_is_no_code_is_said_in_words(typed, words):
    with pytest.raises(BadCode, match=words):
        read_code(typed)


def test_wrong_tries_wear_a_code_out():
    renewed = []
    code = Code(os.urandom, lambda: renewed.append(code.text))
    first = code.text
    for _ in range(MOST_WRONG - 1):
        code.wrong()
    assert code.text == first
    code.wrong()
    assert renewed == [code.text] != [first]
    for _ in range(MOST_WRONG - 1):
        code.wrong()
    assert renewed == [code.text]


def test_a_code_hides_from_logs():
    code = Code(os.urandom)
    assert code.text not in repr(code) + str(code) + f"{code}"
