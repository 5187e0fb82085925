"""Two machines on networks that are good, bad and odd: what is found there, and what is not."""

import json
import time

import pytest

from tests.e2e.air import Air, CannotBuild
from tests.e2e.programs import COMMAND, SECONDS, Program, table_name


@pytest.fixture
def air():
    try:
        built = Air()
    except CannotBuild as error:
        pytest.skip(f"no network namespaces here ({error})")
    yield built
    built.close()


@pytest.fixture
def programs():
    started = []
    yield started
    for program in started:
        program.stop()


def open_table(air, programs, home, *more):
    """A table on the left machine."""
    name = table_name()
    line = ("host", "om-nom-nom", "--seats", "2", "--headless", "--json", "--open", "--table", name, *more)
    program = Program(home / name, *line, command=(*air.on("left"), *COMMAND))
    programs.append(program)
    program.wait_for("listening")
    return name, program


def look(air, home, seconds):
    """What is found from the right machine."""
    program = Program(home, "find", "--json", "--seconds", str(seconds), command=(*air.on("right"), *COMMAND))
    program.process.wait(SECONDS)
    program.stop()
    return {one["table"]: one["address"] for one in map(json.loads, program.lines)}


def find(air, home, name):
    """Looks until that table is found; its address."""
    until = time.monotonic() + SECONDS
    while time.monotonic() < until:
        found = look(air, home, 2)
        if name in found:
            return found[name]
    raise AssertionError("never found")


def with_addresses(air):
    air.address("left", "10.77.0.1/24")
    air.address("right", "10.77.0.2/24")


def test_machines_find_each_other_and_a_table_on_loopback_stays_there(air, programs, tmp_path):
    with_addresses(air)
    hidden, _ = open_table(air, programs, tmp_path, "--bind", "127.0.0.1")
    shown, _ = open_table(air, programs, tmp_path)
    bound, _ = open_table(air, programs, tmp_path, "--bind", "10.77.0.1")
    assert find(air, tmp_path, shown).startswith("10.77.0.1:")
    assert find(air, tmp_path, bound).startswith("10.77.0.1:")
    assert hidden not in look(air, tmp_path, 2)


@pytest.mark.parametrize("filtered", ["mcast_flood", "bcast_flood"])
def test_where_the_access_point_drops_one_kind_of_call_the_other_does_it(air, programs, tmp_path, filtered):
    with_addresses(air)
    if filtered == "bcast_flood":
        # Without broadcast there is no ARP, which real access points answer themselves.
        macs = {
            name: json.loads(air.ip(name, "-j", "link", "show", "wlan0"))[0]["address"] for name in ("left", "right")
        }
        air.ip("left", "neigh", "add", "10.77.0.2", "lladdr", macs["right"], "dev", "wlan0")
        air.ip("right", "neigh", "add", "10.77.0.1", "lladdr", macs["left"], "dev", "wlan0")
    air.ports(filtered, "off")
    name, _ = open_table(air, programs, tmp_path)
    assert find(air, tmp_path, name).startswith("10.77.0.1:")


def test_isolated_from_each_other_they_find_nothing(air, programs, tmp_path):
    with_addresses(air)
    air.ports("isolated", "on")
    open_table(air, programs, tmp_path)
    assert look(air, tmp_path, 3) == {}


def test_without_ipv4_link_local_addresses_with_their_scope_do(air, programs, tmp_path):
    name, _ = open_table(air, programs, tmp_path)
    assert find(air, tmp_path, name).startswith("[fe80::")


def test_an_interface_that_comes_up_later_is_used(air, programs, tmp_path):
    air.ip("left", "link", "set", "wlan0", "down")
    air.address("right", "10.77.0.2/24")
    name, _ = open_table(air, programs, tmp_path)
    assert look(air, tmp_path, 1) == {}
    air.ip("left", "link", "set", "wlan0", "up")
    air.address("left", "10.77.0.1/24")
    assert find(air, tmp_path, name).startswith(("10.77.0.1:", "[fe80"))


def test_a_killed_host_is_not_shown(air, programs, tmp_path):
    with_addresses(air)
    name, program = open_table(air, programs, tmp_path)
    find(air, tmp_path, name)
    program.process.kill()
    program.process.wait()
    assert look(air, tmp_path, 2) == {}


def examine(air, home):
    """What the doctor says on the right machine."""
    program = Program(home, "doctor", "--json", command=(*air.on("right"), *COMMAND))
    assert program.end() == 0
    return [json.loads(line) for line in program.lines]


def causes(said):
    return {one["cause"] for one in said if one["what"] == "finding"}


def heard(said, way):
    return [one["others"] for one in said if one["what"] == "call" and one["way"] == way and one["ip"] == "10.77.0.2"]


def test_the_doctor_tells_isolation_from_filtered_multicast_and_from_health(air, programs, tmp_path):
    with_addresses(air)
    name, _ = open_table(air, programs, tmp_path)
    find(air, tmp_path, name)

    said = examine(air, tmp_path)
    assert {one["table"] for one in said if one["what"] == "table"} == {name}
    assert (heard(said, "mDNS"), heard(said, "beacon")) == ([1], [1])
    assert "found" in causes(said)
    assert not {"isolation", "multicast-filtered", "deaf"} & causes(said)
    assert all(one["error"] is None for one in said if one["what"] == "port")

    air.ports("mcast_flood", "off")
    said = examine(air, tmp_path)
    assert (heard(said, "mDNS"), heard(said, "beacon")) == ([0], [1])
    assert {"found", "multicast-filtered"} <= causes(said)

    air.ports("isolated", "on")
    said = examine(air, tmp_path)
    assert (heard(said, "mDNS"), heard(said, "beacon")) == ([0], [0])
    assert "isolation" in causes(said)
    assert "found" not in causes(said)
