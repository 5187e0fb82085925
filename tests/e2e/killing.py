"""A host that is killed in the middle of a game, continued, and killed again: nothing that was told may be lost.

python -m tests.e2e.killing --seed 7          the run with that seed
python -m tests.e2e.killing --seconds 60      as many as fit
"""

from __future__ import annotations

import argparse
import json
import random
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from core.record import read
from net.audit import audit
from tests.e2e.programs import Program, table_name

GAMES = ("om-nom-nom", "ominoes", "nomadi", "oh-gnome")
_FEWEST_GUESTS = {"oh-gnome": 3}


def a_night(seed: int, folder: Path) -> str:
    """One game whose host is killed once or twice. Raises `AssertionError`; else says what happened."""
    dice = random.Random(seed)
    game = GAMES[seed % len(GAMES)]
    guests = max(2, _FEWEST_GUESTS.get(game, 0))
    table = table_name()
    where = ("--headless", "--bind", "127.0.0.1", "--json", "--port", "0", "--open", "--table", table)
    hosts = [Program(folder / "Hana", "host", game, *where, "--seats", str(guests + 1), "--bots", "1")]
    people: list[Program] = []
    try:
        address = hosts[0].wait_for("listening")["address"]
        join = ("join", address, "--headless", "--json", "--bot", "greedy")
        people = [Program(folder / name, *join, "--name", name) for name in ("Ana", "Ben", "Cleo")[:guests]]
        killed = []
        for _ in range(dice.choice((1, 2))):
            before = len(people[0].lines)
            wanted = before + dice.randint(1, 60)
            ended = _wait(lambda host=hosts[-1], wanted=wanted: _over(host) or len(people[0].lines) >= wanted)  # type: ignore[misc]
            assert ended, f"nothing happens: {hosts[-1].lines[-3:]}"
            if _over(hosts[-1]):
                break
            hosts[-1].interrupt(signal.SIGKILL)
            hosts[-1].process.wait()
            killed.append(len(people[0].lines))
            hosts.append(Program(folder / "Hana", "resume", table, "--headless", "--json"))
        if not _wait(lambda: all(program.process.poll() is not None for program in (hosts[-1], *people))):
            raise AssertionError("\n".join(f"{one.home.name}: {one.lines[-4:]}" for one in (*hosts, *people)))
        statuses = [program.end() for program in (hosts[-1], *people)]
        if hosts[-1].lines == [] and "no table to continue" in hosts[-1].errors:
            # It was killed after it had told everybody the end, and before it could say so.
            statuses, told = statuses[1:], people
        else:
            told = [hosts[-1], *people]
        assert statuses == [0] * len(statuses), [program.errors for program in (*hosts, *people)]
        _compare(told)
        _check_course(people)
        return f"seed {seed}: {game}, killed after {killed} lines, the same end for {len(told)}"
    finally:
        for program in (*hosts, *people):
            program.stop()


def _over(host: Program) -> bool:
    return host.process.poll() is not None


def _wait(condition: Callable[[], bool], seconds: float = 60.0) -> bool:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if condition():
            return True
        time.sleep(0.002)  # Two processes are watched: there is nothing to wait on for both.
    return False


def _compare(programs: list[Program]) -> None:
    """The same result and the same record for all, and the record holds."""
    ends = [program.of("over")[0] for program in programs]
    assert len({json.dumps(end["result"], sort_keys=True) for end in ends}) == 1, ends
    (record,) = {Path(end["record"]).read_bytes() for end in ends}
    findings = audit(read(record.decode()))
    assert all(finding.holds for finding in findings), findings


def _check_course(people: list[Program]) -> None:
    """What is public was told to all guests alike, each thing once, whatever broke in between."""
    stories = [[_event(line) for line in one.said if line["event"] == "game" and "to" not in line] for one in people]
    assert all(story == stories[0] for story in stories), "the guests were told different courses of the game"


def _event(line: dict[str, Any]) -> str:
    return json.dumps(line, sort_keys=True)


def main() -> int:
    """Runs one seed, or as many as fit into the time; 1 if something was lost."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int)
    parser.add_argument("--seconds", type=float, default=60.0)
    options = parser.parse_args()
    until = time.monotonic() + options.seconds
    seeds = iter([options.seed]) if options.seed is not None else iter(range(random.randrange(1 << 30), 1 << 31))
    for seed in seeds:
        with tempfile.TemporaryDirectory() as folder:
            try:
                print(a_night(seed, Path(folder)), flush=True)
            except AssertionError as error:
                print(f"{error}\nagain with: python -m tests.e2e.killing --seed {seed}", flush=True)
                return 1
        if time.monotonic() > until:
            return 0
    return 0


if __name__ == "__main__":
    sys.exit(main())
