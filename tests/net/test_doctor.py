"""The facts are gathered from real sockets, on loopback alone."""

import errno
import secrets
import socket

import pytest

from net import announcing, discovery, doctor
from net.beacon import Beacon
from net.diagnosis import Reach, diagnose
from net.interfaces import Own
from tests.net.rooms import address, open_table

LOOP = Own("lo", "127.0.0.1", 8)


@pytest.fixture(autouse=True)
def only_loopback(monkeypatch):
    for module in (doctor, discovery, announcing):
        monkeypatch.setattr(module, "own_addresses", lambda: (LOOP,))


async def test_on_loopback_all_is_heard_a_port_answers_and_a_table_is_found():
    opened = await open_table(table=f"t-{secrets.token_hex(5)}")
    facts = await doctor.examine(2.0)
    assert facts.own == (LOOP,)
    assert [(one.own_address, one.error, one.own, one.others) for one in facts.mdns + facts.beacon] == [
        (LOOP, None, True, 0),
        (LOOP, None, True, 0),
    ]
    assert (facts.mdns_trouble, facts.beacon_trouble) == (None, None)
    assert facts.port
    assert facts.reach == (Reach("127.0.0.1"),)
    assert address(opened) in [one.address for one in facts.tables]
    assert diagnose(facts)[0].cause == "no-network"
    await opened.close()


async def test_what_cannot_be_sent_opened_or_reached_is_told_with_its_reason(monkeypatch):
    async def taken(own, heard):
        raise OSError(errno.EADDRINUSE, "Address already in use")

    def unreachable(sock):
        return OSError(errno.EHOSTUNREACH, "No route to host")

    monkeypatch.setattr(Beacon, "open", taken)
    monkeypatch.setattr(doctor, "_send", unreachable)
    facts = await doctor.examine(0.2)
    assert facts.beacon == ()
    assert facts.beacon_trouble == "Address already in use"
    assert [(one.error, one.code, one.own) for one in facts.mdns] == [("No route to host", "EHOSTUNREACH", False)]


async def test_knocking_where_nobody_is_or_somebody_else():
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        assert await doctor._knock("127.0.0.1", port, b"token") == Reach("127.0.0.1", "it does not answer")
    assert await doctor._knock("127.0.0.1", port, b"token") == Reach("127.0.0.1", "Connection refused")


def test_machines_are_counted_where_they_are_and_this_one_is_none_of_the_others():
    lan = Own("eth0", "192.168.1.5", 24)
    ears = doctor._Ears([LOOP, lan])
    for ip in ("192.168.1.5", "192.168.1.9", "192.168.1.9", "192.168.1.10", "10.0.0.1", "127.0.0.1"):
        ears.hear(ip)
    assert ears.call(lan, None)[3:] == (True, 2)
    assert ears.call(LOOP, None)[3:] == (True, 0)
    for n in range(5000):
        ears.hear(f"10.0.{n // 250}.{n % 250}")
    assert len(ears._heard) == 1000
