"""Headless tables as people run them: processes that find each other, the lines they print, and how they end."""

import json
import re
import signal
import sys
from pathlib import Path

import pytest

from core.record import read, replay
from tests.e2e.programs import game_events, run, table_name

OPEN = "serai: everybody who can reach this machine may join\n"
HOST = ("host", "om-nom-nom", "--open", "--headless", "--bind", "127.0.0.1", "--json", "--port", "0")
GUEST = ("join", "--headless", "--json")


def test_three_processes_find_each_other_and_play_a_whole_game(start):
    """The contract of the headless lines, in order and to the letter."""
    table = table_name()
    host = start("Hana", *HOST, "--table", table, "--option", "imaginary=1")
    guests = [start(name, *GUEST, "--table", table) for name in ("Ana", "Ben")]
    programs = [host, *guests]
    assert [program.end() for program in programs] == [0, 0, 0]
    assert [program.errors for program in programs] == [OPEN, "", ""]

    listening, *joined, started = host.said[:4]
    assert list(listening) == ["event", "address", "table", "code"]
    assert re.fullmatch(r"127\.0\.0\.1:\d+", listening["address"])
    assert listening == {**listening, "event": "listening", "table": table, "code": None}
    first, second = (one["name"] for one in joined)
    assert {first, second} == {"Ana", "Ben"}
    assert joined == [{"event": "joined", "seat": n, "name": name} for n, name in enumerate((first, second))]
    seats = [{"seat": n, "name": name, "bot": None} for n, name in enumerate((first, second))]
    assert started == {"event": "started", "game": "om-nom-nom", "seats": seats}
    assert list(started) == ["event", "game", "seats"]

    events = game_events(host.said)
    assert host.said[4:-1] == events
    assert all(list(event)[:2] == ["event", "kind"] for event in events)
    kinds = [event["kind"] for event in events]
    assert (kinds.count("rolled"), kinds.count("revealed"), kinds.count("scored")) == (3, 18, 3)
    assert kinds[-1] == "over"

    over = host.said[-1]
    assert list(over) == ["event", "result", "record"]
    for guest in guests:
        seat = [first, second].index(guest.said[0]["name"])
        assert guest.said[0] == {"event": "joined", "seat": seat, "name": (first, second)[seat]}
        assert guest.said[1] == started
        assert guest.said[2:-1] == events
        assert guest.said[-1] == {**over, "record": guest.said[-1]["record"]}

    paths = [Path(program.said[-1]["record"]) for program in programs]
    assert len(set(paths)) == 3
    assert all(path.is_relative_to(program.home) for path, program in zip(paths, programs, strict=True))
    records = {path.read_bytes() for path in paths}
    assert len(records) == 1
    record = read(records.pop().decode())
    assert json.loads(json.dumps(record.result)) == over["result"]
    assert (record.header.table, record.header.players) == (table, (first, second))
    assert len(list(replay(record))) == len(record.steps)


def test_a_watcher_sees_it_all_and_a_bot_fills_a_seat(start):
    table = table_name()
    host = start("Hana", *HOST, "--table", table, "--seats", "3", "--bots", "1", "--seed", "5")
    address = host.wait_for("listening")["address"]
    watcher = start("Zoe", "join", address, "--headless", "--json", "--spectate")
    watcher.wait_for("joined")
    guests = [start(name, "join", address, "--headless", "--json", "--bot", "greedy") for name in ("Ana", "Ben")]
    programs = [host, watcher, *guests]
    assert [program.end() for program in programs] == [0] * 4
    seeded = "serai: this table is seeded, not fair: its chance follows from a known number\n"
    assert [program.errors for program in programs] == [OPEN + seeded, *[seeded] * 3]
    assert watcher.said[0] == {"event": "joined", "seat": None, "name": "Zoe"}
    assert {"event": "joined", "seat": None, "name": "Zoe"} in host.said
    started = host.of("started")
    assert started[0]["seats"][2] == {"seat": 2, "name": "Sumac", "bot": "greedy"}
    assert watcher.of("started") == started
    assert game_events(watcher.said) == game_events(host.said)
    records = {Path(program.said[-1]["record"]).read_bytes() for program in programs}
    assert len(records) == 1
    assert b"\nseed 5\n" in records.pop()


def test_bots_alone_tell_a_story_in_plain_lines(start):
    host = start("Hana", *(word for word in HOST if word != "--json"), "--bots", "2", "--table", table_name())
    assert host.end() == 0
    assert re.match(r"t-\w+ is open at 127\.0\.0\.1:\d+\. No code is needed\.$", host.lines[0])
    assert host.lines[1] == "Om Nom Nom: Saffron, Cumin, Nobody."
    assert host.lines[2].startswith("Round 1: the dice show ")
    assert re.fullmatch(r"The record is .*\.serai\.", host.lines[-1])
    assert re.search(r" wins? ", host.lines[-2])


def test_two_players_of_one_home_are_two_players(start):
    table = table_name()
    host = start("Hana", *HOST, "--table", table)
    address = host.wait_for("listening")["address"]
    first = start("Ana", "join", address, "--headless", "--json")
    first.wait_for("joined")
    second = start("Ana", "join", address, "--headless", "--json")
    assert [program.end() for program in (host, first, second)] == [0, 0, 0]
    assert [line["name"] for line in host.of("joined")] == ["Ana", "Ana 2"]
    keys = read(Path(host.said[-1]["record"]).read_text()).header.keys
    assert len(set(keys)) == 2


# -- finding -------------------------------------------------------------------------------------------------------


def test_find_lists_the_table(start, tmp_path):
    table = table_name()
    host = start("Hana", *HOST, "--table", table, "--seats", "4", "--bots", "1")
    address = host.wait_for("listening")["address"]
    found = []
    for _ in range(10):
        listed = run(tmp_path / "finder", "find", "--json", "--seconds", "1.5")
        assert listed.returncode == 0
        found = [line for line in map(json.loads, listed.stdout.splitlines()) if line["table"] == table]
        if found:
            break
    assert found == [
        {
            "table": table,
            "game": "om-nom-nom",
            "host": "Hana",
            "address": address,
            "seats": 4,
            "taken": 1,
            "state": "lobby",
            "open": True,
        }
    ]
    assert list(found[0]) == ["table", "game", "host", "address", "seats", "taken", "state", "open"]
    host.interrupt()
    assert host.end() == 1


# -- the end that nobody wanted ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("how", "words"), [(signal.SIGINT, "serai: stopped\n"), (signal.SIGTERM, "serai: told to stop\n")]
)
def test_a_host_that_is_stopped_tells_its_guests(start, how, words):
    host = start("Hana", *HOST, "--table", table_name(), "--seats", "3")
    guest = start("Ana", "join", host.wait_for("listening")["address"], "--headless", "--json")
    guest.wait_for("joined")
    host.interrupt(how)
    assert host.end() == guest.end() == 1
    assert host.errors == OPEN + words
    assert guest.errors == "serai: the host has closed the table\n"
    assert [line["event"] for line in guest.said] == ["joined"]


@pytest.mark.parametrize(
    ("how", "words"), [(signal.SIGINT, "serai: stopped\n"), (signal.SIGTERM, "serai: told to stop\n")]
)
def test_a_guest_that_is_stopped_says_goodbye(start, how, words):
    host = start("Hana", *HOST, "--table", table_name(), "--seats", "3")
    guest = start("Ana", "join", host.wait_for("listening")["address"], "--headless", "--json")
    guest.wait_for("joined")
    guest.interrupt(how)
    assert guest.end() == 1
    assert guest.errors == words
    assert host.wait_for("left") == {"event": "left", "seat": 0, "name": "Ana", "why": "has left"}
    host.interrupt()
    assert host.end() == 1


SHORT = "import sys, tui.headless; tui.headless.OUT_OF_REACH_SECONDS = 1.0; from tui.cli import main; sys.exit(main())"


def test_a_table_out_of_reach_is_lost(start, tmp_path):
    """With a second of patience in the place of a minute."""
    command = (sys.executable, "-c", SHORT)
    host = start("Hana", *HOST, "--table", table_name(), "--seats", "3")
    guest = start("Ana", "join", host.wait_for("listening")["address"], "--headless", "--json", command=command)
    guest.wait_for("joined")
    host.interrupt(signal.SIGKILL)
    assert guest.end() == 1
    assert guest.said[1:] == [{"event": "lost"}]
    looking = "serai: the connection to the table is lost; looking for it again\n"
    assert guest.errors == f"{looking}serai: the table was out of reach for 1 s\n"
    lonely = start("Ben", *GUEST, "--table", table_name(), command=command)
    assert lonely.end() == 1
    assert lonely.said == [{"event": "lost"}]
    assert re.fullmatch(r"serai: no table 't-\w+' was found in 1 s\n", lonely.errors)


def test_who_comes_too_late_is_told(start):
    host = start("Hana", *HOST, "--table", table_name(), "--seats", "3", "--bots", "2")
    address = host.wait_for("listening")["address"]
    assert start("Ana", "join", address, "--headless", "--json").end() == 0
    assert host.end() == 0
    late = start("Ben", "join", address, "--headless", "--json", command=(sys.executable, "-c", SHORT))
    assert late.end() == 1
    assert re.fullmatch(r"serai: the table was out of reach for 1 s: no table can be reached at .*\n", late.errors)
    assert late.said == [{"event": "lost"}]


def test_a_bot_that_there_is_not_is_wrong_usage(start):
    host = start("Hana", *HOST, "--table", table_name(), "--seats", "1")
    address = host.wait_for("listening")["address"]
    guest = start("Ana", "join", address, "--headless", "--json", "--bot", "deep-thought")
    assert guest.end() == 2
    assert guest.errors == "serai: Om Nom Nom has no bot 'deep-thought'; there are random, greedy\n"
    assert host.wait_for("left")["why"] == "has left"
    assert host.end() == 0
