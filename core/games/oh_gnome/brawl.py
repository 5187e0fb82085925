"""Brawls: who is asked, who shows what, who pays whom (ruling 6)."""

from __future__ import annotations

from collections.abc import Mapping

from core.games.oh_gnome import turn
from core.games.oh_gnome.actions import BRAWL, Action
from core.games.oh_gnome.position import Brawl, on_stone
from core.games.oh_gnome.table import Table
from core.games.oh_gnome.trail import TRAIL


def meet(t: Table, stone: str) -> None:
    """A gnome has come to this place: asks all who stand there, unless all of them were asked there before."""
    there = on_stone(t.seats, stone)
    if len(there) < 2 or not TRAIL.is_stone(stone):
        turn.go_on(t)
        return
    met = dict(t.met)
    before = met.get(stone, ())
    together = tuple(sorted({*before, *there}))
    if together == before:
        turn.go_on(t)
        return
    met[stone] = together
    t.met = tuple(sorted(met.items()))
    t.stack.append(Brawl(stone))
    t.phase = "brawl"
    t.note("meet", stone=stone, seats=list(there))


def answer(t: Table, choices: Mapping[int, Action]) -> None:
    """Brawl or peace, from all on the stone."""
    t.note("answers", answers={str(seat): choices[seat].verb for seat in sorted(choices)})
    if BRAWL in choices.values():
        t.phase = "show"
    else:
        t.stack.pop()
        turn.go_on(t)


def show(t: Table, choices: Mapping[int, Action]) -> None:
    """Cards, or a red card to stay out of it, from all on the stone."""
    frame = t.stack.pop()
    assert isinstance(frame, Brawl)
    shown = {seat: choices[seat].number for seat in sorted(choices) if choices[seat].verb == "show"}
    out = [seat for seat in sorted(choices) if seat not in shown]
    for seat in out:
        t.throw(t.from_hand(seat, choices[seat].what))
    t.note("shown", stone=frame.stone, cards={str(seat): card for seat, card in shown.items()}, out=out)
    if len(shown) < 2:
        turn.go_on(t)
        return
    for seat, card in shown.items():
        if card:
            _use(t, seat, card)
    highest = max(shown.values())
    best = [seat for seat, card in shown.items() if card == highest]
    if len(best) == 1:
        _win(t, best[0], shown)
    elif len(best) == 2:
        t.note("tied", seats=best, card=highest, roll=False)
        turn.go_on(t)
    else:
        t.note("tied", seats=best, card=highest, roll=True)
        t.stack.append(Brawl(frame.stone, tuple(shown.items()), tuple(best)))


def roll(t: Table, pips: tuple[int, ...]) -> None:
    """The dice of those who are still equal, in seat order; the equal highest roll again."""
    frame = t.stack.pop()
    assert isinstance(frame, Brawl)
    rolled = dict(zip(frame.tied, pips, strict=True))
    t.note("tie-rolled", rolls={str(seat): number for seat, number in rolled.items()})
    highest = max(pips)
    best = tuple(seat for seat, number in rolled.items() if number == highest)
    if len(best) > 1:
        t.stack.append(Brawl(frame.stone, frame.shown, best))
    else:
        _win(t, best[0], dict(frame.shown))


def _use(t: Table, number: int, card: int) -> None:
    seat = t.seats[number]
    at = seat.brawl.index(card if card in seat.brawl else None)
    t.seats[number] = seat._replace(brawl=seat.brawl[:at] + seat.brawl[at + 1 :])


def _win(t: Table, winner: int, shown: Mapping[int, int]) -> None:
    """Each who showed less pays the difference, in seat order, each payment by itself."""
    t.note("won", seat=winner, card=shown[winner])
    for seat, card in shown.items():
        if card < shown[winner]:
            t.pay(seat, shown[winner] - card, "brawl", winner)
    turn.go_on(t)
