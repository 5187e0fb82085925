from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from tui.boards.canvas import Canvas, centred, fit
from tui.glyphs import ASCII, UNICODE


def text(canvas: Canvas, y: int) -> str:
    return "".join(run.text for run in canvas.runs(y))


def test_neighbours_of_one_style_and_field_are_one_run() -> None:
    canvas = Canvas(8, 1)
    canvas.put(1, 0, "ab", "x")
    canvas.put(3, 0, "c", "x")
    canvas.put(4, 0, "d", "x", field="here")
    assert [(run.text, run.style, run.field) for run in canvas.runs(0)] == [
        (" ", (), ""),
        ("abc", ("x",), ""),
        ("d", ("x",), "here"),
        ("   ", (), ""),
    ]


@given(st.integers(-5, 12), st.integers(-2, 4), st.text(max_size=12))
def test_nothing_is_ever_drawn_outside(x: int, y: int, words: str) -> None:
    canvas = Canvas(8, 3)
    canvas.put(x, y, words)
    assert all(cell_len(text(canvas, line)) == 8 for line in range(3))


def test_a_sign_of_two_cells_is_not_cut_in_half() -> None:
    canvas = Canvas(5, 1)
    assert canvas.put(0, 0, "茶a茶茶") == 7
    assert text(canvas, 0) == "茶a茶"


def test_a_mark_joins_its_letter() -> None:
    canvas = Canvas(4, 1)
    canvas.put(0, 0, "e\u0301x")
    assert text(canvas, 0) == "e\u0301x  "


def test_only_changed_lines_differ() -> None:
    one, other = Canvas(4, 3), Canvas(4, 3)
    other.put(2, 1, "x")
    assert one.differences(other) == [1]


def test_a_frame_in_plain_signs() -> None:
    canvas = Canvas(4, 3)
    canvas.box(0, 0, 4, 3, ASCII)
    assert [text(canvas, y) for y in range(3)] == ["+--+", "|  |", "+--+"]


@given(st.text(max_size=30), st.integers(0, 12))
def test_a_fitted_text_is_never_too_wide(words: str, cells: int) -> None:
    assert cell_len(fit(words, cells, UNICODE)) <= cells
    assert cell_len(centred(words, cells, UNICODE)) == cells


def test_a_cut_text_says_so() -> None:
    assert fit("Cardamom", 5, UNICODE) == "Card…"
    assert fit("Cardamom", 5, ASCII) == "Card~"
    assert fit("Ana", 5, UNICODE) == "Ana"
