import pytest

from tui.boards.canvas import Canvas
from tui.boards.lattice import Lattice, Pitch
from tui.glyphs import ASCII, UNICODE

CLOSE = Pitch(4, 2, 3, 2, 1)
WIDE = Pitch(4, 3, 3, 2, 0)


def drawn(canvas: Canvas) -> list[str]:
    return ["".join(run.text for run in canvas.runs(y)).rstrip() for y in range(canvas.height)]


def test_fields_have_names_places_and_neighbours() -> None:
    lattice = Lattice(3, 2, CLOSE)
    assert list(lattice.names()) == ["a1", "b1", "c1", "a2", "b2", "c2"]
    assert lattice.has("c2")
    assert not lattice.has("d1")
    assert not lattice.has("a3")
    assert not lattice.has("die:3")
    assert lattice.corner("b2") == (7, 3)
    assert lattice.beside("a1", 1, 1) == "b2"
    assert lattice.beside("a1", -1, 0) is None
    assert lattice.beside("c2", 0, 1) is None
    assert (lattice.width, lattice.height) == (15, 5)


def test_a_gap_between_fields_is_there_before_the_first_row_too() -> None:
    lattice = Lattice(2, 2, WIDE)
    assert lattice.corner("a1") == (3, 2)
    assert lattice.height == 1 + 2 * 3
    assert lattice.corner("a2")[1] + WIDE.fill_height == lattice.height


def test_coordinates_mark_the_cursor_by_shape() -> None:
    lattice = Lattice(2, 2, CLOSE)
    canvas = Canvas(lattice.width, lattice.height)
    lattice.label(canvas, UNICODE, "b1", "grid--label", "grid--here")
    assert drawn(canvas) == ["    a   b▼", "", " 1▸", "", " 2"]


def test_a_line_goes_round_fields_that_touch() -> None:
    lattice = Lattice(2, 2, WIDE)
    canvas = Canvas(lattice.width, lattice.height + 1)
    lattice.outline(canvas, {"a1", "a2", "b1"}, UNICODE.rim)
    assert drawn(canvas)[1:] == [
        "  ┏━━━━━━━┓",
        "  ┃       ┃",
        "  ┃       ┃",
        "  ┃   ┏━━━┛",
        "  ┃   ┃",
        "  ┃   ┃",
        "  ┗━━━┛",
    ]


def test_without_gaps_the_line_goes_through_free_fields_only() -> None:
    lattice = Lattice(2, 3, CLOSE)
    free, taken = Canvas(lattice.width, lattice.height), Canvas(lattice.width, lattice.height)
    lattice.outline(free, {"a2"}, ASCII.rim)
    lattice.outline(taken, {"a2"}, ASCII.rim, free=lambda name: name == "a3")
    assert drawn(free)[2:6] == ["  #===#", "  #   #", "  #   #", "  #===#"]
    assert drawn(taken)[2:6] == ["  #   #", "  #   #", "  #   #", "  #===#"]


def test_what_is_laid_over_a_cell_keeps_its_ground_and_its_field() -> None:
    canvas = Canvas(3, 1)
    canvas.put(0, 0, "abc", "floor", field="a1")
    canvas.lay(1, 0, "o", "open")
    canvas.lay(9, 9, "o", "open")
    assert [tuple(run) for run in canvas.runs(0)] == [
        ("a", ("floor",), "a1"),
        ("o", ("floor", "open"), "a1"),
        ("c", ("floor",), "a1"),
    ]
    canvas.claim(0, 0, 2, "b1")
    assert [run.field for run in canvas.runs(0)] == ["b1", "b1", "a1"]
    assert (canvas.sign(1, 0), canvas.sign(7, 0)) == ("o", " ")


@pytest.mark.parametrize("pitch", [CLOSE, WIDE])
def test_every_cell_of_connected_fields_is_within_them(pitch: Pitch) -> None:
    lattice = Lattice(3, 3, pitch)
    square = lattice.inner({"a1", "b1", "a2", "b2"})
    assert len(square) == (pitch.width + pitch.fill_width) * (pitch.height + pitch.fill_height)
