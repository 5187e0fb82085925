"""What a seat may answer, and in a player's words why not."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from core.games.oh_gnome import moves, windows
from core.games.oh_gnome.actions import (
    BRAWL,
    GO,
    LEAVE,
    LOSE,
    PASS,
    PEACE,
    PICK,
    PLAY_ALONE,
    PLAY_AT,
    PLAY_RED,
    POCKETS,
    SELL,
    SHOW,
    SKIP,
    STEAL,
    TABLE,
    Action,
)
from core.games.oh_gnome.cards import CANCEL, CUT, DUCK, FISTS, GUARD, HOLD
from core.games.oh_gnome.gems import GEMS
from core.games.oh_gnome.position import Position, Seat, asked, on_stone, unseen
from core.games.oh_gnome.trail import COTTAGE, START, TRAIL

_FIGHT = (BRAWL, PEACE)


def owing(p: Position) -> tuple[int, ...]:
    """The seats that owe an answer, in seat order; none while a die or a shuffle is due."""
    phase, stack = p.phase, p.stack
    if phase in ("play", "sell"):
        return () if stack else (p.turn,)
    if phase == "window":
        return tuple(sorted(asked(p.seats, stack, p.turn)))
    if phase == "move":
        return (p.turn,)
    if phase == "brawl" or (phase == "show" and not stack[-1].tied):  # type: ignore[union-attr]
        return on_stone(p.seats, stack[-1].stone)  # type: ignore[union-attr]
    if phase == "lose":
        return (stack[-1].seat,)  # type: ignore[union-attr]
    return ()


def answers(p: Position, seat: int) -> Sequence[Action]:
    """The answers of a seat that owes one, as far as its hand is known."""
    me = p.seats[seat]
    if seat not in owing(p):
        return ()
    if p.phase == "window":
        return (PASS, *[PLAY_RED[card] for card in windows.fitting(p, seat) if card in me.hand])
    return _ANSWERS[p.phase](p, seat, me)


def _plays(p: Position, seat: int, me: Seat) -> list[Action]:
    found = [SKIP]
    for card in dict.fromkeys(me.hand):
        if card in TABLE:
            found.append(TABLE[card])
        elif card in _TARGETS:
            found += _TARGETS[card](p, seat)
        elif card in PLAY_ALONE:
            found.append(PLAY_ALONE[card])
    return found


def _shows(p: Position, seat: int, me: Seat) -> list[Action]:  # noqa: ARG001
    numbers = (FISTS if None in me.brawl else me.brawl) if me.brawl else (0,)
    found = [SHOW[number] for number in numbers]  # type: ignore[index]
    return [*found, PLAY_RED[DUCK]] if DUCK in me.hand else found


_ANSWERS: dict[str, Callable[[Position, int, Seat], Sequence[Action]]] = {
    "move": lambda p, seat, me: [GO[end.place] for end in moves.ends(p)],  # noqa: ARG005
    "lose": lambda p, seat, me: [LOSE[item] for item in dict.fromkeys(me.tabled)],  # noqa: ARG005
    "brawl": lambda p, seat, me: _FIGHT,  # noqa: ARG005
    "show": _shows,
    "play": _plays,
    "sell": lambda p, seat, me: [LEAVE, *[SELL[item] for item in dict.fromkeys(me.tabled)]],  # noqa: ARG005
}


def _others(p: Position, seat: int) -> list[tuple[int, Seat]]:
    """The other gnomes that are not in the cottage."""
    return [(n, other) for n, other in enumerate(p.seats) if n != seat and other.at != COTTAGE]


def _pickpockets(p: Position, seat: int) -> list[Action]:
    return [
        PICK[n][gem]
        for n, other in _others(p, seat)
        for gem, count in zip(POCKETS, other.purse[1:], strict=True)
        if count
    ]


def _steals(p: Position, seat: int) -> list[Action]:
    return [STEAL[n][item] for n, other in _others(p, seat) for item in dict.fromkeys(other.tabled)]


def _stumbles(p: Position, seat: int) -> list[Action]:
    return [PLAY_AT["stumble"][n] for n, _ in _others(p, seat)]


def _swaps(p: Position, seat: int) -> list[Action]:
    return [PLAY_AT["swap-hands"][n] for n, _ in _others(p, seat)]


def _wrong_turns(p: Position, seat: int) -> list[Action]:
    return [PLAY_AT["wrong-turn"][n] for n, other in _others(p, seat) if TRAIL.is_stone(other.at)]


def _come_alongs(p: Position, seat: int) -> list[Action]:
    here = p.seats[seat].at
    if not TRAIL.is_stone(here):
        return []
    return [
        PLAY_AT["come-along"][n]
        for n, other in _others(p, seat)
        if other.at != here and other.at not in TRAIL.businesses
    ]


_TARGETS: dict[str | None, Callable[[Position, int], list[Action]]] = {
    "pickpocket": _pickpockets,
    "sticky-fingers": _steals,
    "stumble": _stumbles,
    "swap-hands": _swaps,
    "wrong-turn": _wrong_turns,
    "come-along": _come_alongs,
}

# -- why not ---------------------------------------------------------------------------------------------------------

_WANTED = {
    "move": ("go", "say where to go: go and the place"),
    "lose": ("lose", "choose what to lose: lose and the item"),
    "brawl": ("brawl peace", "on a shared stone say brawl or peace"),
    "show": ("show red", f"in a brawl show a brawl card or play {DUCK}"),
    "play": ("table action skip", "in the PLAY step table an item, play a purple card, or skip"),
    "window": ("pass red", "now only a red card may be played; or pass"),
    "sell": ("sell leave", "in a business sell tabled items, then leave; no cards are played there"),
}
_RED_WHEN = {
    CANCEL: "answers a purple or red card that was just played",
    HOLD: "is for a roll that could take another gnome into a business",
    DUCK: "is played in a brawl, instead of a brawl card",
    CUT: "is for another gnome that leaves a business after a sale",
    GUARD: "is for a purple card that means you, and only for the kinds it guards against",
}


def check(p: Position, seat: int, action: Action) -> str | None:
    """Why this seat may not do this now; None if it may. What a follower cannot see may be there."""
    if seat not in owing(p):
        return "nothing is asked of this seat now"
    verbs, instead = _WANTED[p.phase]
    if action.verb not in verbs.split():
        return instead
    me = p.seats[seat]
    if action.verb in ("red", "table", "action") and not holds(p, seat, action.what):
        return f"there is no {action.what} in this hand"
    if action.verb == "red":
        fits = (DUCK,) if p.phase == "show" else windows.fitting(p, seat)
        return None if action.what in fits else f"{action.what} {_RED_WHEN[action.what]}"
    if action.verb == "go":
        if action in answers(p, seat):
            return None
        return f"this move cannot end on {action.what}: it may go to {' or '.join(end.place for end in moves.ends(p))}"
    if action.verb in ("sell", "lose"):
        return None if action.what in me.tabled else f"there is no {action.what} on the table before this seat"
    if action.verb == "show":
        return _no_show(me, action.number)
    return forbids(p, seat, action) if action.verb == "action" else None


def holds(p: Position, seat: int, card: str) -> bool:
    """Whether the card is, or for a follower could be, in that hand."""
    hand = p.seats[seat].hand
    return card in hand or (None in hand and unseen(p, card) > 0)


def _no_show(me: Seat, number: int) -> str | None:
    if not me.brawl:
        return "no brawl card is left, so this seat shows 0" if number else None
    if number == 0:
        return "only who has no brawl card left shows 0"
    return None if number in me.brawl or None in me.brawl else f"the {number} is used up: each brawl card serves once"


def forbids(p: Position, seat: int, action: Action) -> str | None:
    """Why a purple card has no such effect here (ruling 5); None if it has."""
    card, target = action.what, action.seat
    if target == -1:
        return None
    if target >= len(p.seats):
        return f"there is no seat {target}"
    if target == seat:
        return f"{card} is for another gnome"
    other = p.seats[target]
    if other.at == COTTAGE:
        return "no card is played against a gnome in the cottage"
    if card == "pickpocket":
        has = other.purse[GEMS.index(action.more)]
        return None if has else f"that gnome has no {action.more} gem to take"
    if card == "sticky-fingers":
        return None if action.more in other.tabled else f"that gnome has no {action.more} on the table"
    if card in ("wrong-turn", "come-along") and other.at in TRAIL.businesses:
        return f"{card} does not reach into a business"
    if card == "wrong-turn" and other.at == START:
        return "nobody goes back past the start"
    if card == "come-along":
        if not TRAIL.is_stone(p.seats[seat].at):
            return "come-along is played from a stone, not from the start or a business"
        if other.at == p.seats[seat].at:
            return "that gnome is already here"
    return None
