"""The sentences of a game of Ominoes."""

from __future__ import annotations

from collections.abc import Sequence

from core.game import Event
from core.games.ominoes.position import FACES, TITLES
from core.shape import listing


def title(face: str) -> str:
    """The full name of a face's letter."""
    return TITLES[FACES.index(face)]


def tell(event: Event, names: Sequence[str]) -> str:
    """One sentence for an event."""
    data = event.data
    name = names[data["seat"]] if "seat" in data else ""
    match event.kind:
        case "turn":
            return f"It is {name}'s turn."
        case "rolled":
            return f"{name} rolls {title(data['face'])}."
        case "moved":
            return f"{name} moves {title(data['face'])} from {data['start']} to {data['end']}."
        case "skipped" if data["blocked"]:
            return f"No move for {name}: no {_movable(data['face'])} can go three steps."
        case "skipped":
            return f"No move for {name}: there is no {_movable(data['face'])} on the board."
        case "rerolled" if data["was"] == data["face"]:
            return f"{name} rerolls {title(data['was'])} on {data['at']}, and it is {title(data['face'])} again."
        case "rerolled":
            return f"{name} rerolls {title(data['was'])} on {data['at']}: it is {title(data['face'])} now."
        case "added":
            return f"{name} adds {title(data['face'])} on {data['at']}."
        case "held":
            return f"{name} keeps the last Ominoe, {title(data['face'])}, off the board."
        case "returned":
            return f"The last Ominoe, {title(data['face'])}, goes back: it would complete nothing for {name}."
        case "scored":
            god, spaces = title(data["god"]), listing(data["spaces"])
            return f"{name} scores {data['points']} points for {god} with {spaces} and has {data['score']}."
    winner = data["winners"][0]
    return f"{names[winner]} wins with {data['scores'][winner]} points."


def _movable(face: str) -> str:
    """What this roll lets one move."""
    return "Ominoe" if face in "YO" else title(face)
