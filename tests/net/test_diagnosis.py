"""From facts to causes and words: a table of networks, and what is said about each."""

import pytest

from net.diagnosis import Call, Facts, Reach, describe, diagnose
from net.hints import Found
from net.interfaces import Own

LO, LO6 = Own("lo", "127.0.0.1", 8), Own("lo", "::1", 128)
WLAN, WLAN6 = Own("wlan0", "192.168.1.5", 24), Own("wlan0", "fe80::5%2", 64)
CABLE = Own("eth0", "10.1.0.5", 16)
SELF = Own("wlan0", "169.254.3.4", 16)
DOCKER, VPN = Own("docker0", "172.17.0.1", 16), Own("tun0", "10.8.0.2", 24)
TABLE = Found("attic", "nomadi", "Ben", ("192.168.1.9", 47710), 4, 1, "lobby", open=False)
MINE = TABLE._replace(table="mine", address=("192.168.1.5", 47710))
NO_ROUTE = {"error": "No route to host", "code": "EHOSTUNREACH", "own": False}


def facts(*own, mdns=None, beacon=None, **more):
    """Of a machine with loopback and those addresses, on which all is well and nobody else is there."""
    every = (LO, LO6, *own)
    old = [one for one in every if one.address.version == 4]
    calls = {
        way: tuple(Call(one, **(how or {}) if not one.address.is_loopback else {}) for one in old)
        for way, how in (("mdns", mdns), ("beacon", beacon))
    }
    return Facts(**{"system": "linux", "own": every, **calls, "reach": tuple(Reach(one.ip) for one in every), **more})


ON_WLAN = facts(WLAN, WLAN6, mdns={"others": 3})
CASES = [
    (facts(), ["no-network"], []),
    (facts(DOCKER), ["no-network"], []),
    (facts(SELF), ["no-address", "isolation"], []),
    (facts(WLAN), ["isolation"], []),
    (ON_WLAN, [], ["no-table"]),
    (facts(WLAN, tables=(MINE,)), ["isolation"], []),
    (facts(WLAN, mdns={"others": 1}, beacon={"others": 1}, tables=(TABLE,)), [], ["found"]),
    (facts(WLAN, beacon={"others": 1}, tables=(TABLE, MINE)), [], ["found", "multicast-filtered"]),
    (facts(WLAN, CABLE), ["isolation"], ["several-networks"]),
    (facts(WLAN, VPN), ["vpn", "isolation"], []),
    (facts(WLAN, VPN, mdns={"others": 1}, tables=(TABLE,)), [], ["vpn", "found"]),
    (facts(VPN), ["no-network"], ["vpn"]),
    (facts(CABLE, wsl=True), ["wsl", "isolation"], []),
    (facts(CABLE, wsl=True, mdns={"others": 2}, tables=(TABLE,)), [], ["wsl", "found"]),
    (facts(CABLE, container=True), ["container", "isolation"], []),
    (facts(WLAN, mdns=NO_ROUTE, beacon=NO_ROUTE, system="darwin"), ["macos-permission"], []),
    (facts(WLAN, mdns=NO_ROUTE, beacon=NO_ROUTE), ["cannot-send"], []),
    (facts(WLAN, mdns={"own": False}, beacon={"own": False}), ["deaf"], []),
    (facts(WLAN, mdns={"others": 2}, beacon={"own": False}), ["deaf"], []),
    (facts(WLAN, beacon_trouble="Address already in use")._replace(beacon=()), ["no-beacon", "isolation"], []),
    (facts(WLAN, mdns_trouble="Address already in use")._replace(mdns=()), ["no-mdns", "isolation"], []),
    (ON_WLAN._replace(port=None, reach=()), ["no-port"], ["no-table"]),
    (ON_WLAN._replace(reach=(Reach("192.168.1.5", "it does not answer"),)), ["port-shut"], ["no-table"]),
    (ON_WLAN._replace(firewall="ufw"), [], ["no-table", "firewall"]),
    (ON_WLAN._replace(firewall="firewalld"), [], ["no-table", "firewall"]),
]


@pytest.mark.parametrize(
    ("given", "bad", "good"), CASES, ids=[f"{n}-{'-'.join(c[1] + c[2])}" for n, c in enumerate(CASES)]
)
def test_causes(given, bad, good):
    found = diagnose(given)
    assert [one.cause for one in found if one.bad] == bad
    assert [one.cause for one in found if not one.bad] == good
    assert [one.bad for one in found] == sorted((one.bad for one in found), reverse=True)
    for one in found:
        for text in (one.text, one.advice):
            assert text[0].isupper() or text.startswith(("1 table", "macOS", "mDNS"))
            assert text.endswith((".", "/udp"))


def said(given):
    return " ".join(f"{one.text} {one.advice}" for one in diagnose(given))


def test_what_to_do_is_said_with_names_numbers_and_commands():
    assert "192.168.1.0/24" in said(ON_WLAN)
    assert "10.1.0.0/16, 192.168.1.0/24" in said(facts(WLAN, CABLE))
    assert "tun0" in said(facts(WLAN, VPN))
    assert "hotspot" in said(facts(WLAN))
    assert "UDP 5353 and UDP 47710" in said(facts(WLAN, mdns={"own": False}, beacon={"own": False}))
    assert "sudo ufw allow 47710:47729/tcp; sudo ufw allow 47710/udp; sudo ufw allow 5353/udp" in said(
        ON_WLAN._replace(firewall="ufw")
    )
    assert "--add-port=47710-47729/tcp" in said(ON_WLAN._replace(firewall="firewalld"))
    assert "wlan0: No route to host" in said(facts(WLAN, mdns=NO_ROUTE))
    assert "1 table answers" in said(facts(WLAN, tables=(TABLE,)))
    other = TABLE._replace(address=("192.168.1.10", 47710))
    assert "2 tables answer" in said(facts(WLAN, tables=(TABLE, other)))


def test_what_was_looked_at_is_told():
    given = facts(WLAN, WLAN6, mdns={"others": 1}, beacon={"own": False}, tables=(TABLE,))
    given = given._replace(reach=(Reach("192.168.1.5"), Reach("10.0.0.1", "Connection refused")))
    assert describe(given) == [
        "lo has 127.0.0.1",
        "lo has ::1",
        "wlan0 has 192.168.1.5",
        "wlan0 has fe80::5",
        "mDNS on lo: sent; heard itself, and nobody else",
        "mDNS on wlan0: sent; heard itself, and 1 other machine",
        "beacon on lo: sent; heard itself, and nobody else",
        "beacon on wlan0: sent; heard not even itself, and nobody else",
        "TCP port 47710, opened for a moment, answers this machine at 192.168.1.5",
        "TCP port 47710, opened for a moment, is shut at 10.0.0.1: Connection refused",
        "the table attic of Ben answers at 192.168.1.9:47710",
    ]
    assert "mDNS on wlan0: not sent: No route to host" in describe(facts(WLAN, mdns=NO_ROUTE))
    assert "no TCP port could be opened" in describe(facts(WLAN, port=None))
    assert "beacon: taken" in describe(facts(WLAN, beacon_trouble="taken"))
