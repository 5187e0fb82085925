"""Draws a brawl: the gnomes face to face, three, two, one, their cards, and the gems that change hands."""

from __future__ import annotations

from collections.abc import Sequence

from core.games.oh_gnome.cards import CARDS
from core.games.oh_gnome.telling import place
from tui.boards.board import seat_class, seat_letter
from tui.boards.canvas import Canvas, centred, fit
from tui.boards.oh_gnome_scene import Bout
from tui.glyphs import Glyphs

HEIGHT = 12
SLOT = 19
"""Cells for each gnome where there is room."""


def draw_bout(
    canvas: Canvas, glyphs: Glyphs, bout: Bout, names: Sequence[str], chosen: frozenset[int], room: tuple[int, int]
) -> None:
    """The scene in the middle of the trail. `chosen`: whose card is face down; `room`: the trail's width and height."""
    width, height = room
    slot = min(SLOT, (width - 4) // len(bout.seats))
    wide = max(slot * len(bout.seats) + 4, 34)
    left, top = (width - wide) // 2, max(0, (height - HEIGHT) // 2)
    canvas.fill(left, top, wide, HEIGHT, " ", "oh--sheet")
    canvas.box(left, top, wide, HEIGHT, glyphs, "board--lit")
    canvas.put(left + 2, top, f" brawl on {place(bout.stone)} ", "board--lit")
    first = left + (wide - slot * len(bout.seats)) // 2
    for index, seat in enumerate(bout.seats):
        _gnome(canvas, glyphs, bout, seat, (first + index * slot, top + 1, slot), names[seat], chosen)
    canvas.put(left + 1, top + HEIGHT - 2, centred(_words(bout, names), wide - 2, glyphs), "oh--sheet-name")


def _words(bout: Bout, names: Sequence[str]) -> str:
    if bout.stage in "321":
        return {"3": "3 . . .", "2": "3 . 2 . .", "1": "3 . 2 . 1 ."}[bout.stage]
    if bout.stage == "ask":
        return "brawl, or keep the peace?"
    if bout.stage == "said":
        return "It's on!" if any(word == "brawl" for _, word in bout.said) else "They stay friends."
    if bout.stage == "show":
        return "each picks a card in secret"
    if bout.winner is not None:
        return f"{names[bout.winner]} wins"
    if bout.tied:
        return "a tie: they roll for it" if len(bout.tied) > 2 else "a tie: no hard feelings"
    return "BRAWL!"


def _gnome(
    canvas: Canvas,
    glyphs: Glyphs,
    bout: Bout,
    seat: int,
    at: tuple[int, int, int],
    name: str,
    chosen: frozenset[int],
) -> None:
    """Hat, face and beard, the name, the card with its name, and what was won or paid."""
    x, y, width = at
    said, cards = dict(bout.said).get(seat), dict(bout.cards)
    right = bout.seats.index(seat) * 2 >= len(bout.seats)
    eyes = {"brawl": "`o'" if not right else "'o`", "peace": "^u^"}.get(said or "", "o,o")
    if bout.winner is not None:
        eyes = "^o^" if seat == bout.winner else "x_x" if seat in cards else "o,o"
    elif bout.stage in ("show", "3", "2", "1", "open") and seat not in bout.out:
        eyes = ">,<"
    for row, text in enumerate(("^", "/ \\", "/___\\", f"({eyes})")):
        canvas.put(x, y + row, centred(text, width, glyphs), "oh--sheet")
    beard = centred("\\   /", width, glyphs)
    canvas.put(x, y + 4, beard, "oh--sheet")
    canvas.put(x + beard.index("\\") + 1, y + 4, f" {seat_letter(seat)} ", seat_class(seat))
    canvas.put(x, y + 5, _named(name, width, glyphs), "oh--sheet-name")
    style, number, words = "oh--sheet", "", ""
    if seat in bout.out:
        number, words = "out of it", "Not in the Face" if width >= 16 else ""
    elif seat in cards:
        number = str(cards[seat])
        words = CARDS.brawl[cards[seat] - 1] if cards[seat] else "Empty hands"
        style = "board--lit" if seat == bout.winner else "oh--sheet-name"
    elif said:
        number = said
    elif bout.stage in "321" or seat in chosen:
        number = glyphs.back * 4
    elif bout.stage in ("ask", "show"):
        number = glyphs.empty * 3
    if roll := dict(bout.rolls).get(seat):
        words = f"rolls {roll}"
    canvas.put(x, y + 6, _named(number, width, glyphs), style)
    canvas.put(x, y + 7, _named(words, width, glyphs), style)
    if (gain := dict(bout.gains).get(seat)) is not None:
        gems = "gem" if abs(gain) == 1 else "gems"
        canvas.put(x, y + 8, _named(f"{gain:+} {gems}", width, glyphs), "board--lit" if gain > 0 else "oh--sheet")


def _named(text: str, width: int, glyphs: Glyphs) -> str:
    """In the middle, with a cell free between neighbours."""
    return centred(fit(text, width - 1, glyphs), width, glyphs)
