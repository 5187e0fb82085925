"""The listed moves against a slow generator that was written from the rules alone, and the reasons of `check`."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from core.games.nomadi import GAME
from core.games.nomadi.board import BOARDS, Board, bits, parse
from core.games.nomadi.position import Left, Move, Position
from tests.games.nomadi import reference

ROCKY = parse(
    [
        "GGGG,,,,,,#,",
        "GGGG#,,,#,,,",
        "GGGG,v..,,,.",
        ",,,,,..w....",
        ",,,...SS#...",
        ",#..SSSS....",
        "..#...SS#...",
        ".w....SS....",
    ]
)
DESERTS = [ROCKY, *BOARDS.values(), BOARDS["classic"].moved("h8")]


def position(board: Board, caravan: int, dice: tuple[int, ...], left: tuple[Left, ...] = ()) -> Position:
    """Seat 0 owns every second stone."""
    stones = bits(caravan)
    own = sum(1 << bit for bit in stones[::2])
    fresh = GAME.start(2)
    return fresh._replace(
        board=board, phase="move", stones=(own, caravan ^ own), dice=dice, rolled=dice, unplaced=(0, 0), left=left
    )


def places(board: Board, fields: int) -> set[reference.Place]:
    return {reference.place(name) for name in board.shown(fields)}


def expected(p: Position) -> set[str]:
    left = {
        (die, reference.place(p.board.names[stone])): places(p.board, _set(fields)) for die, stone, fields in p.left
    }
    caravan = places(p.board, p.caravan)
    return reference.legal(p.board.rows, places(p.board, p.board.goal), caravan, p.dice, left)


def _set(fields: tuple[int, ...]) -> int:
    return sum(1 << bit for bit in set(fields))


@st.composite
def caravans(draw: st.DrawFn) -> Position:
    """One group of 1 to 16 stones anywhere, one to six dice, and some fields left by some stones."""
    board = draw(st.sampled_from(DESERTS))
    caravan = 1 << draw(st.sampled_from(bits(board.fields)))
    for _ in range(draw(st.integers(0, 15))):
        row = board.stride
        edge = (caravan << 1 | caravan >> 1 | caravan << row | caravan >> row) & board.fields & ~caravan
        caravan |= 1 << draw(st.sampled_from(bits(edge))) if edge else 0
    dice = tuple(sorted(draw(st.lists(st.integers(1, 6), min_size=1, max_size=6))))
    stones = st.tuples(st.integers(1, 6), st.sampled_from(bits(caravan)))
    pairs = draw(st.lists(stones, max_size=3, unique=True))
    empty = st.sampled_from(bits(board.fields & ~caravan))
    left = tuple(Left(die, stone, tuple(draw(st.lists(empty, min_size=1, max_size=2)))) for die, stone in pairs)
    return position(board, caravan, dice, left)


@settings(max_examples=250)
@given(caravans())
def test_the_moves_are_those_of_the_rules(p: Position) -> None:
    listed = [GAME.format(p, move) for move in GAME.answers(p, 0)]
    assert len(listed) == len(set(listed)) == len(GAME.answers(p, 0))
    assert set(listed) == expected(p)


@settings(max_examples=8)
@given(caravans())
def test_check_accepts_the_listed_moves_and_no_other(p: Position) -> None:
    listed = set(GAME.answers(p, 0))
    for die in range(1, 7):
        for source in bits(p.board.fields):
            for target in bits(p.board.round(source) if die == 1 else _near(p.board, source, die)):
                move = Move(die, source, target)
                assert (GAME.check(p, 0, move) is None) == (move in listed), GAME.format(p, move)


def _near(board: Board, bit: int, reach: int) -> int:
    """The fields in a square round a field."""
    fields = 1 << bit
    for _ in range(reach):
        for field in bits(fields):
            fields |= board.round(field)
    return fields
