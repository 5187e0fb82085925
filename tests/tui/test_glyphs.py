import pytest
from rich.cells import cell_len

from tui.boards.om_nom_nom_art import LARGE, LARGE_SIZE, SMALL, SMALL_SIZE
from tui.boards.om_nom_nom_picture import LEVELS
from tui.glyphs import ASCII, GLYPHS, Glyphs


def signs(glyphs: Glyphs) -> dict[str, str]:
    """Every single sign of a set, by field."""
    found = {}
    for field, value in zip(glyphs._fields, glyphs, strict=True):
        if field not in ("name", "border"):
            found |= {f"{field}[{index}]": sign for index, sign in enumerate(value)}
    return found


@pytest.mark.parametrize("glyphs", GLYPHS.values(), ids=lambda glyphs: glyphs.name)
def test_every_sign_is_one_cell(glyphs: Glyphs) -> None:
    assert {field: cell_len(sign) for field, sign in signs(glyphs).items()} == dict.fromkeys(signs(glyphs), 1)


def test_the_ascii_set_is_ascii() -> None:
    assert all(sign.isascii() and sign.isprintable() for sign in signs(ASCII).values())


@pytest.mark.parametrize("glyphs", GLYPHS.values(), ids=lambda glyphs: glyphs.name)
def test_what_has_to_be_told_apart_has_a_shape_of_its_own(glyphs: Glyphs) -> None:
    states = (glyphs.chosen, glyphs.waiting, glyphs.bot_chosen, glyphs.bot_waiting, glyphs.away, " ")
    assert len(set(states)) == len(states)
    assert glyphs.black_die != glyphs.red_die
    assert len({glyphs.back, glyphs.edge, glyphs.empty, " "}) == 4
    assert len(set(glyphs.shades)) == len(glyphs.shades)


@pytest.mark.parametrize(("art", "size"), [(SMALL, SMALL_SIZE), (LARGE, LARGE_SIZE)])
def test_every_creature_has_a_drawing_of_the_right_size(art: dict[str, tuple[str, ...]], size: tuple[int, int]) -> None:
    assert set(art) == {creature for chain in LEVELS for creature in chain}
    for lines in art.values():
        assert len(lines) == size[1]
        assert {len(line) for line in lines} == {size[0]}
        assert "".join(lines).isascii()
    assert len(set(art.values())) == len(art)
