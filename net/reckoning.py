"""The end of a game for a guest: whether the record that the host opens fits the rules, its proof and what was seen."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from core.game import AnyGame
from core.record import BadRecord, Drawn, Play, Record, read, replay
from net.audit import audit
from net.messages import Data, Step
from net.trust import digest


def doubt_of(
    data: bytes, game: AnyGame, seen: Mapping[int, tuple[Step, int | None]], steps: int, facts: Collection[str]
) -> str | None:
    """What in the opened record does not hold, in words; None if all does.

    `seen`: the steps that were told, by number, and to which seat. `steps`: how many there were. `facts`: lines that
    the proof must have.
    """
    try:
        record = read(data.decode())
        findings = audit(record)
    except UnicodeDecodeError:
        return "the host's record is not text"
    except BadRecord as error:
        return f"the host's record does not hold: {error}"
    wrong = next((finding for finding in findings if not finding.holds), None)
    if wrong is not None:
        return f"the host's record does not hold: {wrong.text}"
    if set(facts) - set(record.proof):
        return _compare(record, game, seen, steps) or "the proof in the host's record is not what this seat saw"
    return _compare(record, game, seen, steps)


def _compare(record: Record, game: AnyGame, seen: Mapping[int, tuple[Step, int | None]], steps: int) -> str | None:
    if record.header.game != game.key or len(record.steps) != steps:
        return f"the host's record is of {len(record.steps)} steps of {record.header.game}, not of this game"
    open_so_far = True  # Every step known as it was: then the position is, and needs no digest to be compared.
    for number, (step, position, _) in enumerate(replay(record), 1):
        if number not in seen:
            open_so_far = False
            continue
        told, seat = seen[number]
        if isinstance(step, Play):
            same = (step.choices, step.forfeited) == (told.choices, tuple(sorted(told.forfeits)))
        else:
            same = told.choices is None
            open_so_far &= isinstance(step, Drawn) and told.outcome == Data(step.outcome)
        if not same or not (open_so_far or digest(game, game.view(position, seat)) == told.digest):
            return f"step {number} of the host's record is not what this seat saw"
    return None
