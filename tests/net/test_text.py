"""Text from others, cleaned."""

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from rich.cells import cell_len

from net.text import Line, Name, TableName, clean, skeleton

KINDS = (Name, TableName, Line)
NASTY = (
    "\x1b[]0;\x07\x9b\x9d\u202e\u2066\u200d\u200b\ufe0f\u0301\u0327\u3164\u115f\u2800\ue000\U000e0041\ud800\u2028\t\n "
)
texts = st.text(st.characters() | st.sampled_from(NASTY + "aeAé界\u1100\u1161\u0915\u093e🦊🇩\U0001f3fb"), max_size=60)


@given(texts, st.integers(1, 40))
@example("e\ufe0f\u0301", 16)
@example("\u1100\u200b\u1161\u200b\u11a8", 16)
@example("a \u0301", 16)
@example("क\u093e\u093e\u093e\u093e", 3)
@example("\U0001f1e9\U0001f1ea" * 9, 3)
@example("\u2126\u212b\u1fef", 16)
def test_clean_text_is_one_printable_line_within_its_cells_and_stays_as_it_is(text, cells):
    out = clean(text, cells)
    assert out.isprintable()
    assert out == unicodedata.normalize("NFC", out).strip()
    assert "  " not in out
    assert cell_len(out) <= cells
    assert clean(out, cells) == out
    out.encode()


@given(st.text("abc déü 界 🦊", max_size=12))
def test_ordinary_text_is_left_alone(text):
    assert clean(text, 40) == " ".join(text.split(" ")).strip() or "  " in text


@pytest.mark.parametrize(
    ("text", "out"),
    [
        ("\x1b[31mred\x1b[0m", "[31mred[0m"),
        ("\x1b]52;c;aGVsbG8=\x07hi", "]52;c;aGVsbG8=hi"),
        ("\x1b]8;;http://evil\x1b\\click\x1b]8;;\x1b\\", "]8;;http://evil\\click]8;;\\"),
        ("\x9b2Jcsi", "2Jcsi"),
        ("\x90dcs\x9c", "dcs"),
        ("a\x00b\x08c\x7fd", "abcd"),
        ("one\r\ntwo\tthree\x0bfour\x0cfive\u2028six\u2029seven\x85eight", "one two three four five six seven eight"),
        ("\u202eevil\u202c", "evil"),
        ("\u2066a\u2067b\u2068c\u2069", "abc"),
        ("\u200ea\u200fb\u061c", "ab"),
        ("a\u200bb\u200cc\u200dd\u2060e\ufefff", "abcdef"),
        ("soft\u00adhyphen", "softhyphen"),
        ("👩\u200d🚀", "👩🚀"),
        ("❤\ufe0f", "❤"),
        ("a\ufe00b\U000e0100c\u180bd", "abcd"),
        ("\U000e0001\U000e0041tag", "tag"),
        ("e\u0301", "é"),
        ("Z" + "\u0336\u0489\u0300" * 50, "Z\u0336\u0489"),
        ("a" + "\u034f" * 5 + "b", "ab"),
        ("\u0301\u0302mark", "mark"),
        ("\u3164\u3164", ""),
        ("\u115f\u1160\uffa0\u2800\u17b4\u17b5", ""),
        ("\ue000\uf8ff\U000f0000\U0010ffff\ufffe\u0378", ""),
        ("\ud800x", "x"),
        ("  lots   of\u3000space\u00a0 ", "lots of space"),
        ("[bold red]markup[/]", "[bold red]markup[/]"),
        ("", ""),
        ("   ", ""),
    ],
    ids=repr,
)
def test_what_a_terminal_might_obey_or_stumble_over_is_gone(text, out):
    assert clean(text, 240) == out


@pytest.mark.parametrize("kind", KINDS)
def test_ten_kilobytes_are_cut(kind):
    for text in ("x" * 10_000, "界" * 10_000, "\x1b" * 10_000 + "x", "e\u0301" * 10_000, "\u0301" * 10_000):
        out = clean(text, kind.cells)
        assert cell_len(out) <= kind.cells
    assert clean("x" * 10_000, kind.cells) == "x" * kind.cells


def test_a_wide_character_is_not_cut_in_half():
    assert clean("界界界", 5) == "界界"
    assert clean("a界", 2) == "a"
    assert clean("a 界", 3) == "a"


# -- names that look the same ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "other", ["ana", "ANA", " Ana", "A n a", "Аna", "Anа", "Ánà", "A.n-a", "Ａｎａ", "𝐀𝐧𝐚", "ana!", "αnα"]
)
def test_names_that_look_like_ana(other):
    assert skeleton(other) == skeleton("Ana")


@pytest.mark.parametrize("pair", [("Bill", "BiII"), ("Leo", "Le0"), ("Il", "l1"), ("OLOF", "0lof"), ("ΡΑΜ", "pam")])
def test_letters_and_digits_that_look_alike(pair):
    assert skeleton(pair[0]) == skeleton(pair[1])


@pytest.mark.parametrize("other", ["Anna", "An", "Ben", "Ana 2", "Дна", "界"])
def test_names_that_do_not(other):
    assert skeleton(other) != skeleton("Ana")


@given(texts)
def test_a_skeleton_of_a_skeleton_is_itself(text):
    assert skeleton(skeleton(text)) == skeleton(text)
