"""What must be so when a night is over: one journal, one record, and everything that was told is in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.engine import event_json
from core.game import Chance
from core.record import Drawn, Play, read, replay
from net.audit import audit
from net.changes import Finished, Stopped
from net.journal import Journal
from net.kept import MemoryLedger
from net.messages import Begin, Chains, Step
from net.rows import Closed, Counted, Stepped
from net.table import Table, Tools
from net.trust import digest
from tests.net.world import DATE, HOST
from tests.nights.process import Wrong

if TYPE_CHECKING:
    from tests.nights.night import Night


def verdict(night: Night) -> None:
    """Raises `Wrong`."""
    table = night.host.table
    assert table.match is not None
    if night.host.mirror.broken:
        raise Wrong(f"the host's own mirror is broken: {night.host.mirror.broken}")
    for guest in night.guests:
        if guest.up and guest.mirror.broken:
            raise Wrong(f"{guest.name}'s mirror is broken: {guest.mirror.broken}")
    _records(night)
    _found_again(night)
    told(night)
    _sealed(night)


def _records(night: Night) -> None:
    """Everybody has the same end, byte for byte, and the record holds."""
    table = night.host.table
    assert table.match is not None
    # Whoever has seen an earlier game to its end, and was not back for this one, has the end of that.
    ends = {
        process: end
        for process, end in night.watch.ends.items()
        if process.up and process.mirror.game_id == table.match.game_id  # type: ignore[attr-defined]
    }
    if not table.match.over:
        for process, end in ends.items():
            if not isinstance(end, Stopped):
                raise Wrong(f"{process.name} has a finished game, which was ended early")
        return
    record = table.record()
    for process, end in ends.items():
        if not isinstance(end, Finished) or end.record.decode() != record:
            raise Wrong(f"{process.name} has another record than the host")
    for finding in audit(read(record)):
        if not finding.holds:
            raise Wrong(f"the record does not hold: {finding.text}")


def _found_again(night: Night) -> None:
    """The journal tells the same game as the table."""
    table = night.host.table
    assert table.match is not None
    kept = MemoryLedger()
    kept.rows = list(night.host.disk.durable(f"journal {table.match.game_id.hex()[:8]}"))
    tools = Tools(night.entropy, HOST.sign, lambda: DATE, lambda _: Journal())
    again = Table.restore(Journal(kept), HOST.public, tools, 0.0, owner=night.host.owner)
    if again.record() != table.record():
        raise Wrong("the journal's game is another one than the table's")


def told(night: Night) -> None:
    """All that any peer was ever told is in the journal, with what its seat may know and nothing else."""
    match, watch = night.host.table.match, night.watch
    assert match is not None
    events = [row for row in watch.rows(match.game_id) if isinstance(row, Counted | Stepped)]
    record = read(night.host.table.record())
    game = match.game
    positions = [game.start(len(match.devices), record.header.options)]
    happened = [()]
    for _, position, seen in replay(record):
        positions.append(position)
        happened.append(seen)
    for begin in watch.begins:
        if begin.game_id in watch.over:
            continue
        _begun(game, begin, match.game_id, positions)
    for (game_id, number, seat), message in watch.told.items():
        if game_id in watch.over:
            continue
        if game_id != match.game_id or number > len(events):
            raise Wrong(f"event {number} was told to seat {seat}, and is lost")
        row = events[number - 1]
        if isinstance(message, Chains):
            if not isinstance(row, Counted) or row.links != message.links:
                raise Wrong(f"event {number} was told to seat {seat} as another one")
            continue
        assert isinstance(message, Step)
        step = record.steps[message.number - 1]
        before, after = positions[message.number - 1 : message.number + 1]
        seen = [event_json(event) for event in happened[message.number] if event.seen_by(seat)]
        same = [event.value for event in message.events] == seen
        if isinstance(step, Play):
            same = same and (message.choices, message.forfeits) == (step.choices, step.forfeited)
        elif isinstance(step, Drawn):
            due = game.due(before)
            hidden = game.hide(before, step.outcome, seat) if isinstance(due, Chance) and due.secret else step.outcome
            same = same and message.outcome is not None and message.outcome.value == hidden
        if not same or message.digest != digest(game, game.view(after, seat)):
            raise Wrong(f"step {message.number} was told to seat {seat} otherwise than it is in the record")


def _begun(game, begin: Begin, game_id: bytes, positions: list) -> None:
    if begin.game_id != game_id or begin.step >= len(positions):
        raise Wrong(f"step {begin.step} was shown to seat {begin.seat}, and is lost")
    if begin.view.value != game.dump(game.view(positions[begin.step], begin.seat)):
        raise Wrong(f"seat {begin.seat} was shown another table at step {begin.step} than it may see")


def _sealed(night: Night) -> None:
    """What was played of sealed choices is what their owners had chosen."""
    match, watch = night.host.table.match, night.watch
    assert match is not None
    people = {guest.key.public for guest in night.guests}
    closed: Closed | None = None
    for row in watch.rows(match.game_id):
        if isinstance(row, Closed):
            closed = row
        if not isinstance(row, Stepped) or not row.nonces:
            continue
        assert closed is not None
        for seat, nonce in row.nonces.items():
            choice = watch.choices.get(nonce)
            if choice is None and closed.seals[seat].device not in people:
                continue
            if choice is None or (choice.seat, choice.action) != (seat, row.choices[seat]):
                raise Wrong(f"seat {seat} did not choose {row.choices[seat]!r} for question {closed.key}")
