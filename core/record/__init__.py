"""A game as text: who played, each step in the game's own notation, and the result.

A record is lines of UTF-8, ended by `\\n`, and every record has exactly one form, so that all peers of a table keep the
same bytes:

    serai-record 1
    game om-nom-nom
    date 2026-11-30T19:02:11Z
    table "window seat"
    players ["Ana", "Ben"]
    keys ["9f…", null]
    options {"imaginary": 1}
    seed 5

    1 chance ["carrot", "fly", …]
    2 play 0 cat | 1 mouse | forfeit 1
    3 undo
    4 concede 1

    result {"scores": [20, 17, 9], "winners": [0]}

`keys` and `seed` are there when they are known. A `forfeit` names the seats whose choice was made for them. `undo`
takes back the last step that still stands. With two seats one may `concede`, as the last step. A game that was not
finished has no result. After the result, lines that begin with `proof` may follow, by which a table's commitments, dice
and decks can be checked.
"""

from core.record.form import BadRecord, Conceded, Drawn, Header, Outline, Play, Record, Step, Undo, write
from core.record.reading import read, skim
from core.record.replaying import conceded, replay

__all__ = [
    "BadRecord",
    "Conceded",
    "Drawn",
    "Header",
    "Outline",
    "Play",
    "Record",
    "Step",
    "Undo",
    "conceded",
    "read",
    "replay",
    "skim",
    "write",
]
