"""The story of a game that did not come to its end, as text that people read."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from pathlib import Path

from core.shape import listing
from net.changes import Noticed, Talked
from tui.session import Session, Told


def lines(story: Iterable[Talked | Noticed | Told]) -> list[str]:
    """What happened and what was said, a line each."""
    return [f"    {one.name}: {one.text}" if isinstance(one, Talked) else one.text for one in story]


def text_of(session: Session, why: str, now: datetime) -> str:
    """The whole of it: what was played, by whom, how it stood, and the story. `why`: how it ended."""
    mirror = session.mirror
    game, lobby = mirror.game, mirror.lobby
    assert game is not None
    scores = game.scores(mirror.position)
    stood = [f"{name} {score}" for name, score in zip(mirror.names, scores, strict=False) if score is not None]
    head = [
        f"{game.title}{f' at {lobby.table}' if lobby is not None else ''}, {now:%Y-%m-%d %H:%M}",
        f"Players: {listing(list(mirror.names))}",
        why,
        *([f"It stood: {listing(stood)}."] if stood else []),
    ]
    return "\n".join([*head, "", *lines(session.story), ""])


def save(folder: Path, session: Session, why: str, now: datetime) -> Path:
    """Writes it into that folder under date and game, and gives its path. Raises `OSError`."""
    game = session.mirror.game
    assert game is not None
    folder.mkdir(parents=True, exist_ok=True)
    number = 1
    while True:
        path = folder / f"{now:%Y-%m-%dT%H%M%S} {game.key} not finished{f' {number}' if number > 1 else ''}.txt"
        try:
            with path.open("x", encoding="utf-8") as file:
                file.write(text_of(session, why, now))
        except FileExistsError:
            number += 1
        else:
            return path
