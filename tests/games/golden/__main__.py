"""Writes all golden games anew."""

from tests.games.golden import golden, path
from tests.games.kit import PLAIN

for case in PLAIN:
    path(case).parent.mkdir(exist_ok=True)
    path(case).write_text(golden(case), encoding="utf-8", newline="\n")
