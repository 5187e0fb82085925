"""What will be told of Om Nom Nom: a hunt while it is shown; afterwards the best catch and the worst loss."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from core.game import Event
from core.games.om_nom_nom.position import ANIMALS, FACES, WORTH, Position
from core.shape import listing
from tui.boards.history import History, lead
from tui.boards.om_nom_nom_scene import still


def caption(event: Event, names: Sequence[str]) -> str | None:
    """A line for a hunt of several hunters, short enough to be read while it is shown; None for anything else."""
    if event.kind != "hunt" or len(event.data["hunters"]) < 2:
        return None
    data = event.data
    pack = f"{data['board'].capitalize()}: {len(data['hunters'])} {_plural(data['predator'])}"
    shares = [len(cards) + dice for cards, dice in zip(data["cards"], data["dice"], strict=True)]
    if not any(shares):
        return f"{pack} cannot share and go hungry."
    lost = [f"{names[card['owner']]}'s" for cards in data["cards"] for card in cards]
    eaten = f"; {listing(lost)} {data['face'] if len(lost) == 1 else _plural(data['face'])} too" if lost else ""
    return f"{pack} share: {shares[0]} {data['face']} each{eaten}."


def _plural(animal: str) -> str:
    return {"wolf": "wolves", "mouse": "mice"}.get(animal, f"{animal}s")


class _Told(NamedTuple):
    """Something with the points it was about."""

    points: int
    words: str


def story(history: History) -> list[str]:
    """A few sentences, the best first."""
    catches, losses, rounds = [], [], []
    for moment in history.moments:
        scene = still(moment.before)
        when = f"round {scene.round}, trick {scene.trick}"
        for event in moment.events:
            if event.kind == "hunt":
                catches += list(_catches(event.data, history, when))
                losses += list(_losses(event.data, moment.before, history, when))
            elif event.kind == "scored":
                rounds.append(_round(event.data, history.names))
    told = []
    if catches and (best := max(catches, key=lambda catch: catch.points)).points > 1:
        told.append(f"Best catch: {best.words}")
    if losses and (worst := max(losses, key=lambda loss: loss.points)).points > 1:
        told.append(f"Worst loss: {worst.words}")
    return [*told, f"Rounds: {'; '.join(rounds)}.", *lead(history)]


def _round(data: Mapping[str, Any], names: Sequence[str]) -> str:
    """Who had the most in a round."""
    most = max(data["scores"])
    best = [name for name, score in zip(names, data["scores"], strict=True) if score == most]
    return f"{data['round']} to {listing(best)} ({most})"


def _catches(data: Mapping[str, Any], history: History, when: str) -> Iterator[_Told]:
    worth = WORTH[FACES.index(data["face"])]
    for seat, cards, dice in zip(data["hunters"], data["cards"], data["dice"], strict=True):
        points = len(cards) + worth * dice
        food = [f"{history.names[card['owner']]}'s {card['animal']}" for card in cards]
        if dice:
            food.append(f"{dice} {data['face']} {'dice' if dice > 1 else 'die'}")
        words = f"{history.names[seat]}'s {data['predator']} took {' and '.join(food[-2:])} ({points} points, {when})."
        yield _Told(points, words)


def _losses(data: Mapping[str, Any], before: Position, history: History, when: str) -> Iterator[_Told]:
    """Cards that were eaten, by what waited for them on the level below."""
    eaten = [card for cards in data["cards"] for card in cards] + data["discarded"]
    if not eaten:
        return
    food = ANIMALS.index(eaten[0]["animal"])
    each = before.dice[food] // len(eaten)
    hunter = history.names[data["hunters"][0]]
    for card in eaten:
        prize = f"{each} {FACES[food]} {'dice' if each > 1 else 'die'}" if each else "nothing"
        words = (
            f"{history.names[card['owner']]}'s {card['animal']} was on its way to {prize} "
            f"when {hunter}'s {data['predator']} came ({when})."
        )
        yield _Told(1 + WORTH[food] * each, words)
