"""A record played again by the rules, step by step."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from core.catalogue import GAMES
from core.choices import BadChoices, read_choices, waits_for
from core.game import AnyGame, BadOptions, BadOutcome, Chance, Event, Over, Result
from core.record.form import BadRecord, Conceded, Drawn, Play, Record, Step, Undo, json_text


def conceded(game: AnyGame, position: Any, seat: int) -> Result:
    """The result of a game of two that `seat` gave up in that position: the scores as they stood; the other has won."""
    return Result(game.scores(position), (1 - seat,))


def replay(record: Record) -> Iterator[tuple[Step, Any, tuple[Event, ...]]]:
    """Each step with the position after it and what happened.

    Raises `BadRecord` for seats or options that the game does not have, a step that the rules do not allow there, a
    forfeit that is not the game's default, anything after a seat has given up, and, after the last step, for a result
    that is not the position's.
    """
    game = GAMES[record.header.game]
    try:
        positions = [game.start(len(record.header.players), record.header.options)]
    except BadOptions as error:
        raise BadRecord(record.line_of_options(), str(error)) from None
    for line, step in enumerate(record.steps, record.line_of(0)):
        events: tuple[Event, ...] = ()
        if isinstance(step, Conceded):
            _check_conceded(game, positions[-1], record, line)
        elif isinstance(step, Undo):
            if len(positions) == 1:
                raise BadRecord(line, "there is nothing to undo")
            positions.pop()
        elif isinstance(step, Play):
            position, events = _replay_play(game, positions[-1], step, line)
            positions.append(position)
        else:
            position, events = _replay_drawn(game, positions[-1], step, line)
            positions.append(position)
        yield step, positions[-1], events
    _check_result(game, positions[-1], record)


def _replay_play(game: AnyGame, position: Any, step: Play, line: int) -> tuple[Any, tuple[Event, ...]]:
    try:
        actions = read_choices(game, position, step.choices)
    except BadChoices as error:
        raise BadRecord(line, f"seat {error.seat}: {error}" if error.reason == "illegal" else str(error)) from None
    for seat, action in actions.items():
        if (form := game.format(position, action)) != step.choices[seat]:
            raise BadRecord(line, f"seat {seat}: {step.choices[seat]!r} is written {form!r}")
        if seat in step.forfeited and action != game.default(position, seat):
            raise BadRecord(line, f"the forfeit of seat {seat} is not the default choice")
    return game.play(position, actions)


def _replay_drawn(game: AnyGame, position: Any, step: Drawn, line: int) -> tuple[Any, tuple[Event, ...]]:
    due = game.due(position)
    if not isinstance(due, Chance):
        raise BadRecord(line, f"no outcome is due: the position waits for {waits_for(due)}")
    try:
        return game.chance(position, step.outcome)
    except BadOutcome as error:
        raise BadRecord(line, str(error)) from None


def _check_conceded(game: AnyGame, position: Any, record: Record, line: int) -> None:
    number = line - record.line_of(0)
    step = record.steps[number]
    assert isinstance(step, Conceded)
    if len(record.header.players) != 2 or step.seat > 1:
        raise BadRecord(line, "one of two seats gives up; with more a bot plays on")
    if isinstance(game.due(position), Over) or number + 1 != len(record.steps):
        raise BadRecord(line, "giving up is the end of a game that is not over yet")


def _check_result(game: AnyGame, position: Any, record: Record) -> None:
    line = record.line_of(len(record.steps))
    last = record.steps[-1] if record.steps else None
    if not isinstance(game.due(position), Over) and not isinstance(last, Conceded):
        if record.result is not None:
            raise BadRecord(line + 1, "a result, but the game is not over")
        return
    if record.result is None:
        raise BadRecord(line, "the game is over, but there is no result")
    result = conceded(game, position, last.seat) if isinstance(last, Conceded) else game.result(position)
    right = json_text(result.to_json())
    if json_text(record.result) != right:
        raise BadRecord(line + 1, f"the result should be {right}")
