"""Coming in with a code, as programs do: from the environment or from stdin, and nowhere else to be seen."""

import json
import re
import subprocess

import pytest

from net.codes import read_code, spell_code
from tests.e2e.programs import COMMAND, SECONDS, TOP, environment, run, table_name

HOST = ("host", "om-nom-nom", "--headless", "--bind", "127.0.0.1", "--json", "--port", "0")
GUEST = ("--headless", "--json")


def by_stdin(home, text, *arguments):
    return subprocess.run(
        [*COMMAND, *arguments, *GUEST],
        env=environment(home),
        cwd=TOP,
        input=text,
        capture_output=True,
        encoding="utf-8",
        timeout=SECONDS,
        check=False,
    )


def everything(folder):
    """All bytes of all files under it."""
    return b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())


def test_the_code_from_the_environment_and_from_stdin_and_none_the_next_time(start, tmp_path):
    host = start("Hana", *HOST, "--table", table_name(), "--log-level", "debug")
    listening = host.wait_for("listening")
    address, code = listening["address"], listening["code"]
    assert read_code(code) == code
    first = start("Ana", "join", address, *GUEST, "--log-level", "debug", SERAI_CODE=spell_code(code).lower())
    first.wait_for("joined")
    second = by_stdin(tmp_path / "Ben", f" {code} \nmore\n", "join", address, "--name", "Ben")
    assert (second.returncode, second.stderr) == (0, "")
    assert (host.end(), first.end(), host.errors, first.errors) == (0, 0, "", "")
    assert code.encode() not in everything(tmp_path)
    known = json.loads((tmp_path / "Hana" / "data" / "peers.json").read_text())["peers"]
    assert {peer["name"] for peer in known} == {"Ana", "Ben"}
    again = start("Hana", *HOST, "--table", table_name())
    address = again.wait_for("listening")["address"]
    back = [start(name, "join", address, *GUEST) for name in ("Ana", "Ben")]
    assert [program.end() for program in (again, *back)] == [0, 0, 0]
    assert [program.errors for program in back] == ["", ""]


@pytest.mark.parametrize(
    ("how", "stdin", "words"),
    [
        (
            {},
            "",
            r"the host's screen shows a code: it is needed the first time \(SERAI_CODE, or the first line of stdin\)",
        ),
        ({}, "\n", r"the host's screen shows a code: .*"),
        ({}, "00000000\n", "that is not the code of this table"),
        ({}, "123\n", "a code has 8 letters and digits, this has 3"),
        ({"SERAI_CODE": "00000000"}, "", "that is not the code of this table"),
        ({"SERAI_CODE": "0000-000U"}, "", "a code has letters and digits, and no 'U'"),
    ],
)
def test_without_the_right_code_one_is_told_in_words(start, tmp_path, monkeypatch, how, stdin, words):
    host = start("Hana", *HOST, "--table", table_name())
    address = host.wait_for("listening")["address"]
    for name, value in how.items():
        monkeypatch.setenv(name, value)
    guest = by_stdin(tmp_path / "Eve", stdin, "join", address)
    assert guest.returncode == 1
    assert re.fullmatch(f"serai: {words}\n", guest.stderr)
    assert guest.stdout == ""
    host.interrupt()
    assert host.end() == 1


def test_a_worn_out_code_is_told_anew_on_the_hosts_screen(start, tmp_path):
    host = start("Hana", *HOST, "--table", table_name())
    listening = host.wait_for("listening")
    for _ in range(5):
        assert run(tmp_path / "Eve", "join", listening["address"], *GUEST, SERAI_CODE="00000000").returncode == 1
    host.interrupt()
    assert host.end() == 1
    fresh = re.search(r"serai: the code is a new one: (\S+)\n", host.errors)
    assert read_code(fresh[1]) != listening["code"]
    assert read_code(fresh[1]).encode() not in everything(tmp_path)


def test_another_host_of_that_name_is_a_hard_stop(start, tmp_path):
    host = start("Hana", *HOST, "--seats", "1", "--table", table_name())
    listening = host.wait_for("listening")
    assert run(tmp_path / "Ana", "join", listening["address"], *GUEST, SERAI_CODE=listening["code"]).returncode == 0
    host.end()
    (tmp_path / "Hana").rename(tmp_path / "Hana before")
    impostor = start("Hana", *HOST, "--seats", "1", "--table", table_name(), "--open")
    guest = run(tmp_path / "Ana", "join", impostor.wait_for("listening")["address"], *GUEST)
    assert guest.returncode == 1
    assert guest.stderr.startswith("serai: STOP: this table says that Hana hosts it")
    assert impostor.of("joined") == []


def test_a_damaged_list_of_known_players_is_told_in_words(tmp_path):
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "peers.json").write_text("{")
    for command in (("join", "127.0.0.1:1"), ("host", "om-nom-nom")):
        done = run(tmp_path, *command, "--headless")
        assert done.returncode == 1
        assert re.fullmatch(r"serai: the list of known players, .*peers\.json, is damaged; .*\n", done.stderr)
