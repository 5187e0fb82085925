"""The durable list of rows: nothing that was kept is lost or altered in silence."""

import os
import shutil
import stat
import subprocess
import sys
import textwrap
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from net.ledger import BadLedger, CannotKeep, Ledger
from net.ledger_read import connect

ROWS = [b"first", b"", bytes(range(256)) * 3, b"fourth", b"\xff" * 500]
BATCHES = [ROWS[:2], ROWS[2:3], ROWS[3:]]
ENDS = ["", "-wal", "-head"]
ROOT = Path(__file__).parents[2]


def beside(path, end):
    return path.with_name(path.name + end)


def kept(path, batches=BATCHES):
    """An open ledger with those rows, each batch flushed."""
    ledger = Ledger.create(path)
    for batch in batches:
        for row in batch:
            ledger.append(row)
        ledger.flush()
    return ledger


def crashed(ledger, to):
    """The files as a crash would leave them now, elsewhere."""
    to.mkdir()
    for end in ENDS:
        if beside(ledger.path, end).exists():
            shutil.copyfile(beside(ledger.path, end), beside(to / ledger.path.name, end))
    return to / ledger.path.name


def reading(path):
    ledger = Ledger.open(path)
    ledger.close()
    return ledger.rows


@pytest.fixture
def path(tmp_path):
    return tmp_path / "100% ünterwegs" / "table 1#.ledger"


@pytest.fixture(params=["closed", "crashed"])
def files(request, path, tmp_path):
    """The bytes of each file of a ledger, after it was closed or while it was open."""
    ledger = kept(path)
    at = path
    if request.param == "closed":
        ledger.close()
    else:
        at = crashed(ledger, tmp_path / "crash")
        ledger.close()
    return {end: beside(at, end).read_bytes() for end in ENDS if beside(at, end).exists()}


@pytest.fixture
def laid(tmp_path):
    """Lays files out in a folder of their own, anew each time, and gives the ledger's path."""
    folder = tmp_path / "laid"

    def lay(files):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        for end, data in files.items():
            (folder / f"x.ledger{end}").write_bytes(data)
        return folder / "x.ledger"

    return lay


def test_rows_come_back_in_order_with_those_pending_after_them(path):
    ledger = kept(path)
    assert (ledger.rows, ledger.pending) == (ROWS, False)
    ledger.append(b"not yet")
    assert (ledger.rows, ledger.pending) == ([*ROWS, b"not yet"], True)
    ledger.close()
    assert reading(path) == ROWS


def test_a_flush_with_nothing_pending_writes_nothing(path, tmp_path):
    ledger = kept(path)
    before = {end: beside(path, end).read_bytes() for end in ENDS}
    ledger.flush()
    assert {end: beside(path, end).read_bytes() for end in ENDS} == before
    ledger.close()
    ledger.append(b"late")
    with pytest.raises(CannotKeep, match="closed"):
        ledger.flush()


def test_a_closed_ledger_leaves_two_files_and_a_removed_one_none(path):
    kept(path).close()
    assert sorted(file.name for file in path.parent.iterdir()) == [path.name, f"{path.name}-head"]
    ledger = Ledger.open(path)
    ledger.append(b"one more")
    ledger.flush()
    ledger.remove()
    assert list(path.parent.iterdir()) == []


@pytest.mark.skipif(os.name == "nt", reason="permissions are those of POSIX")
def test_only_the_user_may_look(path):
    before = os.umask(0)
    try:
        ledger = kept(path)
        assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
        assert {stat.S_IMODE(file.stat().st_mode) for file in path.parent.iterdir()} == {0o600}
        ledger.close()
    finally:
        os.umask(before)


@pytest.mark.parametrize("end", ["", "-wal", "-head"])
def test_what_is_there_is_not_overwritten(path, end):
    path.parent.mkdir()
    beside(path, end).write_bytes(b"mine")
    with pytest.raises(BadLedger, match="is there already"):
        Ledger.create(path)
    assert [file.read_bytes() for file in path.parent.iterdir()] == [b"mine"]


def test_a_ledger_has_one_user_at_a_time(path):
    ledger = kept(path)
    with pytest.raises(CannotKeep, match="another program has it open"):
        Ledger.open(path)
    ledger.close()
    assert reading(path) == ROWS


@settings(max_examples=40)
@given(st.lists(st.one_of(st.binary(max_size=40), st.sampled_from(["flush", "close", "crash"])), max_size=25))
def test_every_flushed_row_comes_back(tmp_path_factory, steps):
    folder = tmp_path_factory.mktemp("steps")
    ledger, flushed, crashes = Ledger.create(folder / "x.ledger"), [], 0
    for step in steps:
        if isinstance(step, bytes):
            ledger.append(step)
            continue
        if step == "flush":
            ledger.flush()
            flushed = list(ledger.rows)
        at = ledger.path
        if step == "crash":
            crashes += 1
            at = crashed(ledger, folder / f"{crashes}")
        if step != "flush":
            ledger.close()
            ledger = Ledger.open(at)
            assert not ledger.pending
        assert ledger.rows == flushed
    ledger.close()


def changes(data):
    """Places to flip: all that look used, and some of the emptiness."""
    return [at for at, byte in enumerate(data) if (byte and at % 3 == 0) or at % 61 == 0 or at < 100]


def test_a_flipped_byte_is_found_or_does_no_harm(files, laid):
    for end, data in files.items():
        refused = 0
        for at in changes(data):
            flipped = bytearray(data)
            flipped[at] ^= 1 << at % 8
            try:
                assert reading(laid({**files, end: bytes(flipped)})) == ROWS, (end, at)
            except BadLedger:
                refused += 1
        assert refused, end


def test_a_file_cut_short_is_found_or_does_no_harm(files, laid):
    for end, data in files.items():
        for length in {*range(0, len(data), 211), *range(0, len(data), 512), len(data) - 1}:
            with suppress(BadLedger):
                assert reading(laid({**files, end: data[:length]})) == ROWS, (end, length)


@pytest.mark.parametrize("end", ENDS)
def test_a_missing_file_is_found(path, tmp_path, end):
    ledger = kept(path)
    at = crashed(ledger, tmp_path / "crash")
    ledger.close()
    beside(at, end).unlink()
    with pytest.raises(BadLedger, match="start anew"):
        Ledger.open(at)


def test_rows_without_a_head_are_refused_and_so_is_no_ledger_at_all(path):
    kept(path).close()
    beside(path, "-head").unlink()
    with pytest.raises(BadLedger, match="is gone"):
        Ledger.open(path)
    path.unlink()
    with pytest.raises(BadLedger, match="is not there"):
        Ledger.open(path)


def test_a_refused_ledger_is_left_as_it_is(path, tmp_path):
    ledger = kept(path)
    at = crashed(ledger, tmp_path / "crash")
    ledger.close()
    log = bytearray(beside(at, "-wal").read_bytes())
    log[-1] ^= 1
    beside(at, "-wal").write_bytes(log)
    before = {end: beside(at, end).read_bytes() for end in ENDS}
    with pytest.raises(BadLedger, match="5 rows were kept and 3 are there"):
        Ledger.open(at)
    assert {end: beside(at, end).read_bytes() for end in ENDS} == before


def test_a_crash_between_rows_and_head_is_made_good(path):
    ledger = kept(path)
    old = beside(path, "-head").read_bytes()
    ledger.append(b"committed")
    ledger.flush()
    new = beside(path, "-head").read_bytes()
    ledger.close()
    torn = bytearray(old)
    changed = [at for at in range(len(old)) if old[at] != new[at]]
    torn[changed[0] : changed[0] + 11] = new[changed[0] : changed[0] + 11]
    for head in (old, bytes(torn)):
        beside(path, "-head").write_bytes(head)
        assert reading(path) == [*ROWS, b"committed"]
        assert beside(path, "-head").read_bytes() == new


def test_a_lost_end_is_not_covered_up_by_a_broken_slot(path, tmp_path):
    """The newest slot is broken and the older one agrees with the rows: just so much may be lost."""
    ledger = kept(path)
    before = crashed(ledger, tmp_path / "before")
    ledger.append(b"lost")
    ledger.flush()
    old, new = beside(before, "-head").read_bytes(), bytearray(beside(path, "-head").read_bytes())
    ledger.close()
    new[next(at for at in range(len(old)) if old[at] != new[at])] ^= 255
    beside(before, "-head").write_bytes(new)
    with pytest.raises(BadLedger, match="may have lost its end"):
        Ledger.open(before)


def test_another_ledger_s_head_is_refused(path, tmp_path):
    kept(path).close()
    kept(tmp_path / "other.ledger", [[b"other"] * 5]).close()
    shutil.copyfile(tmp_path / "other.ledger-head", beside(path, "-head"))
    with pytest.raises(BadLedger, match="do not belong together"):
        Ledger.open(path)


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("UPDATE kept SET body = x'00' WHERE number = 2", "damaged from row 2 on"),
        ("UPDATE kept SET body = CAST(body AS TEXT) WHERE number = 4", "damaged from row 4 on"),
        ("DELETE FROM kept WHERE number = 3", "damaged from row 3 on"),
        ("DELETE FROM kept WHERE number = 5", "lost its end"),
        ("INSERT INTO kept VALUES (6, x'01', x'02')", "damaged from row 6 on"),
        ("INSERT INTO kept VALUES (0, x'01', x'02')", "damaged from row 1 on"),
        ("PRAGMA user_version = 2", "version 2, and this Serai reads 1"),
        ("PRAGMA application_id = 7", "not a ledger of Serai"),
        ("CREATE TABLE more (x)", "other tables"),
        ("DROP TABLE kept", "other tables"),
    ],
)
def test_what_somebody_altered_is_refused(path, statement, words):
    kept(path).close()
    connection = connect(path, "rw")
    connection.execute(statement)
    connection.close()
    with pytest.raises(BadLedger, match=words) as error:
        Ledger.open(path)
    assert str(path) in str(error.value)


def test_what_was_never_a_ledger_is_refused(path):
    kept(path).close()
    path.write_bytes(b"Dear diary, " * 999)
    with pytest.raises(BadLedger, match="damaged"):
        Ledger.open(path)


def child(code, *words, **how):
    """A Python of its own that runs the code with those arguments."""
    lines = [sys.executable, "-c", textwrap.dedent(code), *map(str, words)]
    return subprocess.Popen(lines, cwd=ROOT, stdout=subprocess.PIPE, text=True, **how)


def test_a_killed_process_loses_nothing_that_it_told(path):
    code = """
        import sys
        from pathlib import Path
        from net.ledger import Ledger
        ledger = Ledger.create(Path(sys.argv[1]))
        while True:
            ledger.append(b"row %d" % len(ledger.rows))
            ledger.flush()
            print(len(ledger.rows), flush=True)
    """
    with child(code, path) as process:
        for line in process.stdout:
            if int(line) == 150:
                process.kill()
                break
        told = [150, *map(int, process.stdout.read().split())][-1]
    rows = reading(path)
    assert told <= len(rows) <= told + 1
    assert rows == [b"row %d" % number for number in range(len(rows))]


def test_a_file_that_may_not_grow_refuses_rows_until_it_may(path):
    pytest.importorskip("resource")
    code = """
        import resource, signal, sys
        from pathlib import Path
        from net.ledger import CannotKeep, Ledger
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        ledger = Ledger.create(Path(sys.argv[1]))
        resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, resource.RLIM_INFINITY))
        try:
            while True:
                ledger.append(b"x" * 500)
                ledger.flush()
        except CannotKeep as error:
            print(error)
        ledger.append(b"z" * 100_000)
        try:
            ledger.flush()
        except CannotKeep:
            print(ledger.pending, len(ledger.rows))
        resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        ledger.flush()
        print(ledger.pending)
    """
    with child(code, path) as process:
        first, second, third = process.stdout.read().splitlines()
    assert first == f"nothing can be kept in {path}: the disk reports an error"
    rows = reading(path)
    assert (second, third) == (f"True {len(rows)}", "False")
    assert set(rows[:-1]) == {b"x" * 500}
    assert rows[-1] == b"z" * 100_000


@pytest.fixture
def tiny(tmp_path):
    """A disk of a quarter of a megabyte."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", str(disk)]
    if shutil.which("mount") is None or subprocess.run(mount, capture_output=True).returncode:
        pytest.skip("no disk can be mounted here")
    yield disk
    subprocess.run(["umount", "-l", str(disk)], check=True)


def test_a_full_disk_is_told_and_a_freed_one_used(tiny):
    ballast = tiny / "ballast"
    ballast.write_bytes(b"\0" * 100_000)
    ledger = Ledger.create(tiny / "x.ledger")
    while not ledger.pending:
        ledger.append(b"y" * 500)
        with suppress(CannotKeep):
            ledger.flush()
    ledger.append(b"y" * 50_000)
    with pytest.raises(CannotKeep, match="the disk is full"):
        ledger.flush()
    with pytest.raises(CannotKeep, match="the disk is full"):
        Ledger.create(tiny / "y.ledger")
    assert not list(tiny.glob("y.*"))
    count = len(ledger.rows)
    ledger.close()
    again = Ledger.open(tiny / "x.ledger")
    assert len(again.rows) >= count - 2
    again.append(b"z" * 50_000)
    with pytest.raises(CannotKeep, match="the disk is full"):
        again.flush()
    ballast.unlink()
    again.flush()
    assert not again.pending
    again.close()
    assert reading(tiny / "x.ledger") == again.rows


def test_a_disk_that_is_read_only_can_be_read(tiny):
    """The log is still there: SQLite cannot read that without writing beside it."""
    ledger = kept(tiny / "x.ledger")
    at = crashed(ledger, tiny / "crash")
    ledger.close()
    subprocess.run(["mount", "-o", "remount,ro", str(tiny)], check=True)
    for path in (at, ledger.path):
        again = Ledger.open(path)
        assert again.rows == ROWS
        again.append(b"more")
        with pytest.raises(CannotKeep, match="read-only"):
            again.flush()
    with pytest.raises(CannotKeep, match="read-only"):
        Ledger.create(tiny / "y.ledger")
    subprocess.run(["mount", "-o", "remount,rw", str(tiny)], check=True)
    again.flush()
    again.close()
    assert reading(again.path) == [*ROWS, b"more"]


@pytest.mark.skipif(os.name == "nt", reason="an open file is not moved there")
def test_a_folder_that_went_away_is_told_and_used_when_it_is_back(path):
    ledger = kept(path)
    away = path.parent.with_name("away")
    path.parent.rename(away)
    path.parent.write_text("a file in its place")
    ledger.append(b"more")
    for _ in range(2):
        with pytest.raises(CannotKeep, match=r"gone|cannot be opened"):
            ledger.flush()
    assert ledger.pending
    with pytest.raises(CannotKeep, match=r"folder|exists"):
        Ledger.create(path)
    path.parent.unlink()
    away.rename(path.parent)
    ledger.append(b"and more")
    ledger.flush()
    ledger.close()
    assert reading(path) == [*ROWS, b"more", b"and more"]


def test_a_head_that_cannot_be_written_leaves_rows_pending_and_keeps_them_once(path):
    ledger = kept(path)
    head = beside(path, "-head")
    head.rename(beside(path, "-away"))
    ledger.append(b"more")
    with pytest.raises(CannotKeep, match="is gone"):
        ledger.flush()
    assert ledger.pending
    beside(path, "-away").rename(head)
    ledger.flush()
    ledger.close()
    assert reading(path) == [*ROWS, b"more"]


@pytest.mark.skipif(os.name == "nt", reason="an open file is not deleted there")
def test_rows_for_a_file_that_somebody_deleted_are_not_called_kept(path):
    ledger = kept(path)
    path.unlink()
    ledger.append(b"more")
    with pytest.raises(CannotKeep, match="it is gone"):
        ledger.flush()
    assert ledger.pending


def test_a_ledger_that_another_program_changed_takes_no_rows(path):
    ledger = kept(path)
    beside(path, "-head").rename(beside(path, "-away"))
    ledger.append(b"more")
    with pytest.raises(CannotKeep):
        ledger.flush()
    beside(path, "-away").rename(beside(path, "-head"))
    connection = connect(path, "rw")
    connection.execute("DELETE FROM kept WHERE number > 4")
    connection.close()
    with pytest.raises(CannotKeep, match="another program changed it"):
        ledger.flush()
    ledger.close()


def test_the_rows_are_synced_at_every_commit(path):
    """What a killed process cannot show: the settings that hold when the power fails."""
    ledger = kept(path)
    settings = {
        name: ledger._connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous")
    }
    assert settings == {"journal_mode": "wal", "synchronous": 2}
    ledger.close()
