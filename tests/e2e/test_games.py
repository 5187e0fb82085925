"""Each of the other games among real processes: the same end and the same record for all."""

from pathlib import Path

import pytest

from core.record import read
from net.audit import audit
from tests.e2e.programs import table_name

GUEST = ("join", "--headless", "--json", "--bot", "greedy")


@pytest.mark.parametrize(("game", "guests"), [("nomadi", 2), ("ominoes", 2), ("oh-gnome", 3)])
def test_a_whole_game_among_processes(start, game, guests):
    table = table_name()
    where = ("--headless", "--bind", "127.0.0.1", "--json", "--port", "0", "--open", "--table", table)
    host = start("Hana", "host", game, *where, "--seats", str(guests + 1), "--bots", "1")
    address = host.wait_for("listening")["address"]
    people = [start(name, GUEST[0], address, *GUEST[1:]) for name in ("Ana", "Ben", "Cleo")[:guests]]
    programs = [host, *people]
    assert [program.end() for program in programs] == [0] * len(programs)
    ends = [program.said[-1] for program in programs]
    assert {str(end["result"]) for end in ends} == {str(ends[0]["result"])}
    records = {Path(end["record"]).read_bytes() for end in ends}
    (record,) = records
    assert all(finding.holds for finding in audit(read(record.decode())))
