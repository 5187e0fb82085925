"""A game written down: its story as text for people, and as objects for programs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from textwrap import wrap
from typing import NamedTuple

from core.engine import event_json
from core.game import Event, Json
from core.record import Conceded, Undo
from core.shape import listing
from net.text import LINE_CELLS, clean
from tui.replaying import Replay, told_by_chapter

EPOCH = datetime.fromtimestamp(0, UTC)
WIDTH = 88
"""Of a line in the text."""


class Placed(NamedTuple):
    """Where a seat came in; seats that nobody can tell apart share a place. `score`: None where it is not known."""

    place: int
    seat: int
    score: int | None


def placed(result: Mapping[str, Json] | None, seats: int) -> list[Placed] | None:
    """The seats of a result, best first; None where there is no result, or one of a strange form."""
    scores, winners = (result or {}).get("scores"), (result or {}).get("winners") or []
    if not isinstance(scores, list) or not isinstance(winners, list) or len(scores) < seats:
        return None
    if not all(score is None or (type(score) is int and abs(score) < 10**6) for score in scores):
        return None
    ranks = [(seat in winners, -(10**6) if score is None else score) for seat, score in enumerate(scores)]
    order = sorted(range(len(scores)), key=lambda seat: ranks[seat], reverse=True)
    return [Placed(1 + sum(rank > ranks[seat] for rank in ranks), seat, scores[seat]) for seat in order]


def who_won(winners: list[str]) -> str:
    """Who won, as a sentence."""
    return f"{listing(winners)} {'wins' if len(winners) == 1 else 'win together'}." if winners else "Nobody wins."


def moment_of(date: str) -> datetime:
    """A record's date as a moment; the beginning of 1970 for days that no calendar of ours has."""
    try:
        when = datetime.strptime(date, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC)
    except ValueError:
        when = EPOCH
    return when if EPOCH.year <= when.year < 9999 else EPOCH


# -- for people ------------------------------------------------------------------------------------------------------


def story(game: Replay) -> str:
    """Who played what, when and how it ended, then what happened, step by step under the chapters' headings."""
    lines = [*_head(game), "", *_end(game)]
    digits = len(str(game.last))
    for chapter, steps in told_by_chapter(game):
        lines += ["", _sentence(chapter.title), ""]
        shown = 0
        for number, sentence in steps:
            count = str(number) if number != shown else ""
            shown = number
            first, *more = wrap(sentence, WIDTH - digits - 4)
            lines += [f"  {count:>{digits}}  {first}", *(f"{' ' * (digits + 4)}{line}" for line in more)]
    return "\n".join(lines) + "\n"


def _head(game: Replay) -> list[str]:
    header = game.record.header
    lines = [
        game.game.title,
        f"Table:    {game.table}",
        f"Played:   {header.date[:10]} {header.date[11:16]} UTC",
        f"Players:  {listing(game.names[: game.players])}",
    ]
    if houses := game.names[game.players :]:
        lines.append(f"With:     {listing(houses)}")
    if header.options:
        options = ", ".join(f"{name} {_value(value)}" for name, value in sorted(header.options.items()))
        lines.append(f"Options:  {clean(options, LINE_CELLS)}")
    if header.seed is not None:
        lines.append("Seeded:   all chance follows from a number that was known")
    return lines


def _value(value: Json) -> str:
    return {True: "on", False: "off"}.get(value, str(value)) if isinstance(value, bool) else str(value)


def _end(game: Replay) -> list[str]:
    order = placed(game.record.result, len(game.names))
    if order is None:
        return [f"The game was not finished: it stops after {game.last} steps."]
    wide = max(map(len, game.names))
    lines = [who_won([game.names[one.seat] for one in order if one.place == 1]), ""]
    for one in order:
        score = "?" if one.score is None else one.score
        lines.append(f"  {one.place}  {game.names[one.seat]:<{wide}}  {score:>4}")
    return lines


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"


def file_name(game: Replay) -> str:
    """A name for a file about that game."""
    header = game.record.header
    return f"{header.date.replace(':', '').rstrip('Z')} {header.game}.txt"


def export(game: Replay, path: Path) -> Path:
    """Writes the story to that file, or beside it under a number where another text is; the file. Raises `OSError`."""
    data = story(game).encode()
    path.parent.mkdir(parents=True, exist_ok=True)
    number = 1
    while True:
        file = path if number == 1 else path.with_name(f"{path.stem} {number}{path.suffix}")
        try:
            with file.open("xb") as sink:
                sink.write(data)
        except FileExistsError:
            if file.is_file() and file.read_bytes() == data:
                return file
            number += 1
        else:
            return file


# -- for programs ----------------------------------------------------------------------------------------------------


def game_event(event: Event) -> dict[str, Json]:
    """An event of a game as one of the lines that commands print with `--json`."""
    data = event_json(event)
    del data["event"]
    return {"event": "game", "kind": event.kind, **data}


def lines(game: Replay, path: str) -> Iterator[dict[str, Json]]:
    """The game as a headless table tells it, with all open: `started`, events, `over` if it was finished.

    `undone` stands where the last step was taken back, `conceded` where a seat gave up. `bot` of a seat: null where the
    record does not know.
    """
    header = game.record.header
    keys = header.keys or (None,) * game.players
    seats: list[Json] = [
        {"seat": seat, "name": game.names[seat], "bot": None if header.keys is None else key is None, "key": key}
        for seat, key in enumerate(keys)
    ]
    yield {
        "event": "started",
        "game": header.game,
        "seats": seats,
        "date": header.date,
        "table": game.table,
        "options": dict(header.options),
    }
    for number in range(1, game.last + 1):
        yield from map(game_event, game.moments[number].events)
        step = game.moments[number].step
        if isinstance(step, Undo):
            yield {"event": "undone"}
        elif isinstance(step, Conceded):
            yield {"event": "conceded", "seat": step.seat}
    if game.record.result is not None:
        yield {"event": "over", "result": dict(game.record.result), "record": path}
