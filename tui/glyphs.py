"""The signs that the screens draw with: a set in Unicode and one in plain ASCII. Every sign is one cell."""

from __future__ import annotations

from typing import NamedTuple


class Glyphs(NamedTuple):
    """One set of signs. `box`: of a frame: top left, side, top right, upright, bottom left, bottom right."""

    name: str
    box: tuple[str, str, str, str, str, str]
    rim: tuple[str, str, str, str, str, str]
    """A heavier frame, in the same order."""
    border: str
    """The Textual border that goes with `box`."""
    me: str
    chosen: str
    waiting: str
    bot_chosen: str
    bot_waiting: str
    away: str
    back: str
    """A card face down."""
    edge: str
    """A card on its edge, half turned."""
    empty: str
    cursor: str
    down: str
    right: str
    black_die: str
    red_die: str
    between: str
    """Stands between two parts of a line."""
    more: str
    """Where a text was cut."""
    prompt: str
    shades: str
    """Fillings of neighbouring parts of a bar."""
    crown: str
    less: str
    """An arrow to click for less."""
    greater: str
    quotes: tuple[str, str]
    """Round what somebody said."""
    landing: str
    """Where something can be put."""
    aim: str
    """The one of them under the cursor."""
    run: str
    """A stretch of a track that has been covered."""
    goal: str
    start: str
    water: str
    rock: str
    chasm: str
    brink: str
    """The lower edge of a field that lies on a chasm."""
    closed: str
    """Ground that cannot be entered."""
    gems: tuple[str, str, str, str]
    """Four kinds of gems, the dearest first."""


UNICODE = Glyphs(
    name="unicode",
    box=("╭", "─", "╮", "│", "╰", "╯"),
    rim=("┏", "━", "┓", "┃", "┗", "┛"),
    border="round",
    me="▸",
    chosen="●",
    waiting="○",
    bot_chosen="◆",
    bot_waiting="◇",
    away="×",
    back="▒",
    edge="▐",
    empty="·",
    cursor="▸",
    down="▼",
    right="▸",
    black_die="■",
    red_die="◆",
    between="·",
    more="…",
    prompt="›",
    shades="█▓▒",
    crown="★",
    less="‹",
    greater="›",
    quotes=("“", "”"),
    landing="○",
    aim="●",
    run="━",
    goal="◇",
    start="▫",
    water="≈",
    rock="▓",
    chasm="╱",
    brink="▁",
    closed="╳",
    gems=("★", "◆", "▲", "■"),
)

ASCII = Glyphs(
    name="ascii",
    box=("+", "-", "+", "|", "+", "+"),
    rim=("#", "=", "#", "#", "#", "#"),
    border="ascii",
    me=">",
    chosen="*",
    waiting="o",
    bot_chosen="#",
    bot_waiting="=",
    away="x",
    back="%",
    edge="|",
    empty=".",
    cursor=">",
    down="v",
    right=">",
    black_die="o",
    red_die="$",
    between="-",
    more="~",
    prompt=">",
    shades="#=+",
    crown="*",
    less="<",
    greater=">",
    quotes=('"', '"'),
    landing="o",
    aim="@",
    run="=",
    goal="$",
    start="'",
    water="~",
    rock="#",
    chasm="/",
    brink="_",
    closed="x",
    gems=("*", "$", "+", "o"),
)

GLYPHS = {glyphs.name: glyphs for glyphs in (UNICODE, ASCII)}
"""The sets by the name that the settings use."""
