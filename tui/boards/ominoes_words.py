"""What will be told of Ominoes: what a roll is for, and afterwards the largest groups."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from core.game import Event
from core.games.ominoes.position import FACES, TITLES
from core.shape import listing
from tui.boards.history import History, lead

MEANINGS = dict(
    zip(FACES, ("the sun", "the snake", "the scarab", "the falcon", "the mover", "the serpent"), strict=True)
)
"""What each face shows."""


def title(face: str) -> str:
    """The name of a face."""
    return TITLES[FACES.index(face)]


def what_for(face: str) -> str:
    """What one does with a roll."""
    if face == "O":
        return "Reroll any Ominoe where it lies. Then add this one, which counts as any god."
    if face == "Y":
        return "Move any Ominoe exactly three spaces. Then add this one, which counts as any god."
    return f"Move any {title(face)} exactly three spaces. Then add this one."


def caption(event: Event, names: Sequence[str]) -> str | None:
    """A line for an event, short enough to be read while it is shown; None where the log's sentence is."""
    data = event.data
    if event.kind == "scored":
        return f"{names[data['seat']]} scores {data['points']} for {title(data['god'])} and has {data['score']} now."
    return None


def story(history: History) -> list[str]:
    """The largest group, who waited longest for a first one, rolls in vain, and who led."""
    scored, turn, skipped = [], 0, 0
    for moment in history.moments:
        for event in moment.events:
            turn += event.kind == "turn"
            skipped += event.kind == "skipped"
            if event.kind == "scored":
                scored.append((turn, event.data))
    told = []
    if scored:
        told.append(_largest(scored, history.names))
        told += _patient(scored, history.names)
        told.append(_kinds(scored))
    if skipped:
        told.append(
            f"{skipped} of {turn} rolls had nothing to move." if skipped > 1 else "One roll had nothing to move."
        )
    return told + lead(history)


def _largest(scored: Sequence[tuple[int, Any]], names: Sequence[str]) -> str:
    turn, data = max(scored, key=lambda entry: entry[1]["points"])
    return f"Largest group: {names[data['seat']]} took {data['points']} for {title(data['god'])} in turn {turn}."


def _patient(scored: Sequence[tuple[int, Any]], names: Sequence[str]) -> list[str]:
    firsts: dict[int, int] = {}
    for turn, data in scored:
        firsts.setdefault(data["seat"], turn)
    if without := [name for seat, name in enumerate(names) if seat not in firsts]:
        return [f"{listing(without)} never scored."]
    seat = max(firsts, key=lambda seat: firsts[seat])
    return [f"{names[seat]} waited till turn {firsts[seat]} for a first group."]


def _kinds(scored: Sequence[tuple[int, Any]]) -> str:
    counts = {face: sum(data["god"] == face for _, data in scored) for face in FACES}
    parts = [f"{count} for {title(face)}" for face, count in counts.items() if count]
    return f"Groups: {listing(parts)}."
