"""The command line without a terminal: fast, in words, and with the right exit status."""

import asyncio
import json
import os
import re
import subprocess
import sys
from importlib.metadata import version

import pytest

from net.hints import Found
from net.ledger import Ledger
from tests.e2e.programs import COMMAND, TOP, environment, run, table_name
from tui import headless, locations
from tui.cli import Failed, main
from tui.session import JoinTable

HEAVY = {"asyncio", "textual", "rich", "zeroconf", "msgpack", "msgspec", "cryptography", "net", "ifaddr"}


def imported(home, *arguments):
    """What of that is imported by the end of a command."""
    code = (
        "import sys\nfrom tui.cli import main\n"
        f"try: main({list(arguments)!r})\nexcept SystemExit: pass\n"
        f"print(sorted({HEAVY!r} & {{name.split('.')[0] for name in sys.modules}}), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment(home), cwd=TOP, capture_output=True, encoding="utf-8", check=True
    )
    return done.stdout, done.stderr.splitlines()[-1]


@pytest.mark.parametrize("arguments", [("--version",), ("--help",), ("host", "--help"), ("paths",)], ids=" ".join)
def test_what_only_tells_something_imports_nothing_heavy(tmp_path, arguments):
    out, heavy = imported(tmp_path, *arguments)
    assert heavy == "[]"
    assert out
    if arguments == ("--version",):
        assert out == f"serai {version('serai')}\n"


@pytest.mark.parametrize(
    "arguments", [(), ("host", "om-nom-nom"), ("join",), ("join", "127.0.0.1:9"), ("--ascii",)], ids=" ".join
)
def test_without_a_terminal_the_app_says_what_it_needs_and_what_to_use(tmp_path, arguments):
    done = run(tmp_path, *arguments)
    assert done.returncode == 1
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert line.startswith("serai: the app needs a terminal")
    assert all(word in line for word in ("host GAME --headless", "join --headless", "find", "engine"))


WRONG = {
    "an unknown game": ("host chess --headless", "there is no game 'chess'"),
    "no game": ("host --headless", "GAME"),
    "too many seats": ("host om-nom-nom --seats 9 --headless", "seats|players"),
    "no seats": ("host om-nom-nom --seats 0 --headless", "not a whole number from 1"),
    "too many bots": ("host om-nom-nom --seats 2 --bots 3 --headless", "3 bots need as many seats"),
    "an unknown option": ("host om-nom-nom --option colour=red --headless", "no option 'colour'"),
    "an option without a value": ("host om-nom-nom --option imaginary --headless", "NAME=VALUE"),
    "an option of another type": ("host om-nom-nom --option imaginary=true --headless", "imaginary"),
    "an unknown setting": ("host om-nom-nom --option table.colour=60 --headless", "no table setting 'colour'"),
    "a clock that there is not": (
        "host om-nom-nom --option table.clock=45 --headless",
        "table.clock is one of 0, 30, 60, 180",
    ),
    "a setting's value": ("host om-nom-nom --option table.absent=cry --headless", "table.absent is bot or wait"),
    "a port": ("host om-nom-nom --port 70000 --headless", "not a whole number"),
    "an address": ("join nowhere:port --headless", "port"),
    "an unknown command": ("fly", "fly"),
    "an unknown option of a command": ("find --fast", "--fast"),
    "an abbreviated one": ("find --sec 1", "--sec"),
    "a time": ("find --seconds 0", "--seconds takes"),
    "a bot in the arena": ("arena om-nom-nom --bots random,deep --games 1", "no bot 'deep'"),
    "JSON on a screen": ("--json", "--json is for commands without a screen"),
}


@pytest.mark.parametrize(("line", "words"), WRONG.values(), ids=WRONG)
def test_wrong_usage_is_told_in_words(tmp_path, monkeypatch, capsys, line, words):
    monkeypatch.setenv("SERAI_HOME", str(tmp_path))
    try:
        status = main(line.split())
    except SystemExit as end:
        status = end.code
    told = capsys.readouterr()
    assert status == 2
    assert re.search(words, told.err)
    assert told.out == ""
    assert list(tmp_path.iterdir()) == []


def test_bench_and_arena_print_their_line(tmp_path):
    bench = run(tmp_path, "bench", "om-nom-nom", "--seconds", "0.05", "--json")
    (line,) = map(json.loads, bench.stdout.splitlines())
    assert list(line) == ["game", "seats", "moves_per_second", "games"]
    arena = run(tmp_path, "arena", "om-nom-nom", "--bots", "greedy,random", "--games", "4", "--seed", "1", "--json")
    (line,) = map(json.loads, arena.stdout.splitlines())
    assert list(line) == ["bots", "games", "wins", "shared", "seconds"]
    assert sum(line["wins"]) + line["shared"] == line["games"] == 4
    assert (bench.returncode, arena.returncode, bench.stderr, arena.stderr) == (0, 0, "", "")


@pytest.mark.skipif(os.name != "posix", reason="/dev/null is no folder there either, but says so otherwise")
def test_a_home_that_cannot_be_is_told_in_words(tmp_path):
    done = run(tmp_path, "host", "om-nom-nom", "--headless", SERAI_HOME="/dev/null/serai")
    assert done.returncode == 1
    assert done.stderr.startswith("serai: the folder /dev/null/serai")
    assert len(done.stderr.splitlines()) == 1


def test_a_broken_device_key_is_told_in_words(tmp_path):
    (tmp_path / "data" / "identity").mkdir(parents=True)
    (tmp_path / "data" / "identity" / "device.key").write_text("nonsense")
    done = run(tmp_path, "join", "127.0.0.1:9", "--headless")
    assert done.returncode == 1
    assert "move it away" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_an_address_that_is_not_ours_is_told_in_words(tmp_path):
    done = run(tmp_path, "host", "om-nom-nom", "--headless", "--json", "--bind", "203.0.113.7", "--table", table_name())
    assert done.returncode == 1
    assert done.stderr.startswith("serai: cannot listen on 203.0.113.7")
    assert done.stdout == ""


def test_a_reader_that_goes_away_is_no_error_worth_a_traceback(tmp_path):
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run(
        [*COMMAND, "paths"], env=environment(tmp_path), cwd=TOP, stdout=write, stderr=subprocess.PIPE, check=False
    )
    os.close(write)
    assert done.returncode == 1
    assert done.stderr == b""


# -- which table ---------------------------------------------------------------------------------------------------


def table(name):
    return Found(name, "om-nom-nom", "Hana", ("127.0.0.1", len(name)), 2, 0, "lobby", True)


def find(monkeypatch, found, wanted=None):
    """The address that a guest goes to when these tables are there."""

    async def wait_for(fits, seconds, settle=0.0):
        return list(filter(fits, found))

    monkeypatch.setattr(headless, "wait_for", wait_for)
    guest = headless._Guest(type("Home", (), {"tell": lambda *_: None})(), JoinTable(None, wanted), "random")
    return asyncio.run(guest._find())


def test_without_a_name_the_only_table_is_taken_and_several_are_named(monkeypatch):
    assert find(monkeypatch, [table("one")]) == ("127.0.0.1", 3)
    with pytest.raises(Failed, match="there are 2 tables: name one of 'one', 'three' with --table"):
        find(monkeypatch, [table("one"), table("three")])
    with pytest.raises(Failed, match="no table was found in 60 s"):
        find(monkeypatch, [])


def test_a_table_is_found_by_its_name_as_it_is_shown(monkeypatch):
    tables = [table("one"), table("Window Seat"), table("x" * 24)]
    for name in ("Window Seat", "window seat", " window\x1b seat"):
        assert find(monkeypatch, tables, name) == ("127.0.0.1", 11)
    assert find(monkeypatch, tables, "x" * 90) == ("127.0.0.1", 24)
    with pytest.raises(Failed, match="no table 'two' was found"):
        find(monkeypatch, tables, "two")


def test_a_table_that_cannot_be_continued_is_told_in_one_line(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("SERAI_HOME", str(tmp_path))
    assert main(["resume", "--headless"]) == 1
    assert capsys.readouterr().err == "serai: there is no table to continue on this machine\n"
    tables = tmp_path / "tables" if (tmp_path / "tables").exists() else locations.find().tables
    tables.mkdir(parents=True, exist_ok=True)
    path = tables / f"{'00' * 16}.journal"
    ledger = Ledger.create(path)
    for body in (b'{"row":"opened","version":9}', b"{}"):
        ledger.append(body)
    ledger.flush()
    ledger.close()
    assert main(["resume", "--headless"]) == 1
    error = capsys.readouterr().err
    assert "of version 9" in error
    assert error.count("\n") == 1
    path.with_name(path.name + "-head").write_bytes(b"?" * 8192)
    assert main(["resume", "--headless", "attic"]) == 1
    error = capsys.readouterr().err
    assert "is damaged" in error
    assert error.count("\n") == 1
