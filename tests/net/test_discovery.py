"""Tables find each other on this machine, and what is on the network is believed only after a ping."""

import secrets
import socket

import pytest
from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf

from net import announcing, beacon, discovery, following, mdns
from net.announcing import Announcer
from net.beacon import Beacon, Note
from net.discovery import Browser
from net.interfaces import Own, announced, is_loopback, is_near, ranked, reachable, serving, spell
from net.mdns import SERVICE
from net.messages import PROTOCOL, Public
from net.text import Name, TableName
from tests.net.rooms import address, open_table, wait_until

LOOP = Own("lo", "127.0.0.1", 8)
LAN = Own("eth0", "192.168.1.5", 24)
NO_MDNS = OSError(19, "No such device")


@pytest.fixture(autouse=True)
def own(monkeypatch):
    """Only loopback, for nobody outside shall hear of these tables. A test may change that."""
    addresses = [LOOP]
    monkeypatch.setattr(discovery, "own_addresses", lambda: tuple(addresses))
    monkeypatch.setattr(announcing, "own_addresses", lambda: tuple(addresses))
    return addresses


@pytest.fixture
def no_mdns(monkeypatch):
    """A network that lets no multicast through."""

    def none(own):
        raise NO_MDNS

    monkeypatch.setattr(mdns, "open_zeroconf", none)


@pytest.fixture
def no_beacon(monkeypatch):
    """A network that lets no broadcast through."""

    async def none(own, heard):
        raise OSError(98, "Address already in use")

    monkeypatch.setattr(Beacon, "open", none)


def fresh():
    """A name that no other table on this machine has."""
    return f"t-{secrets.token_hex(5)}"


class Looking:
    """A browser, and the tables of a test among those it sees."""

    def __init__(self):
        self.changes = 0
        self.browser = Browser(self._changed)

    def _changed(self):
        self.changes += 1

    def table(self, name):
        return next((one for one in self.browser.tables if one.table == name), None)

    async def __aenter__(self):
        await self.browser.start()
        return self

    async def __aexit__(self, *_):
        await self.browser.stop()


async def follow_one_table():
    """One browser is there before the table, one comes later."""
    name = fresh()
    async with Looking() as early:
        opened = await open_table(3, table=name, name="Hana")
        await wait_until(lambda: early.table(name))
        found = early.table(name)
        assert found == (name, "om-nom-nom", "Hana", address(opened), 3, 0, "lobby", False)
        guest = await sit(opened, "Ana")
        await wait_until(lambda: early.table(name).taken == 1)
        assert early.changes >= 2
        async with Looking() as late:
            await wait_until(lambda: late.table(name))
            assert late.table(name) == early.table(name)
            ways = late.browser.ways_to(late.table(name))
            await guest.close()
            await opened.close()
            await wait_until(lambda: not early.table(name))
            await wait_until(lambda: not late.table(name))
    assert opened.trouble is None
    return ways


async def test_a_table_is_found_followed_and_gone():
    assert await follow_one_table() <= {"mDNS", "beacon"}


async def test_where_multicast_is_filtered_the_beacon_does_it_alone(no_mdns):
    assert await follow_one_table() == {"beacon"}


async def test_where_broadcast_is_filtered_zeroconf_does_it_alone(no_beacon):
    assert await follow_one_table() == {"mDNS"}


async def test_both_ways_together_make_one_row():
    name = fresh()
    opened = await open_table(table=name)
    async with Looking() as looking:
        await wait_until(lambda: looking.table(name))
        await wait_until(lambda: looking.browser.ways_to(looking.table(name)) == {"mDNS", "beacon"})
        assert [one.table for one in looking.browser.tables].count(name) == 1
        assert looking.browser.ways.working == ("mDNS", "beacon")
    await opened.close()


async def test_what_does_not_answer_is_not_shown_and_a_table_that_died_vanishes():
    name, dead = fresh(), fresh()
    public = Public(PROTOCOL, TableName(dead), "om-nom-nom", Name("Nobody"), 2, 0, "lobby", True)
    unused = socket.create_server(("127.0.0.1", 0))
    forged = Announcer(public, unused.getsockname()[1], "127.0.0.1")
    forged.start()
    opened = await open_table(table=name)
    async with Looking() as looking:
        await wait_until(lambda: looking.table(name))
        await wait_until(lambda: unused.getsockname() in looking.browser._hints._places and not looking.table(dead))
        # Without a goodbye: the door is shut, the announcement stays.
        opened._server.close()
        await wait_until(lambda: not looking.table(name))
        assert looking.table(dead) is None
    unused.close()
    await forged.stop()
    await opened.close()


async def test_what_the_record_says_is_a_hint_and_the_table_is_right():
    name, lie = fresh(), fresh()
    opened = await open_table(table=name)
    zeroconf = AsyncZeroconf(interfaces=["127.0.0.1"])
    forged = AsyncServiceInfo(
        SERVICE,
        f"{lie}.{SERVICE}",
        port=opened.port,
        properties={"v": "1", "table": lie, "game": "\x1b[31mchess", "seats": "99"},
        server=f"{lie}.local.",
        parsed_addresses=["127.0.0.2"],
    )
    await (await zeroconf.async_register_service(forged))
    async with Looking() as looking:
        await wait_until(lambda: ("127.0.0.2", opened.port) in looking.browser._hints._places)
        await wait_until(lambda: looking.table(name))
        assert [one for one in looking.browser.tables if one.address[1] == opened.port] == [looking.table(name)]
        assert looking.table(lie) is None
    await zeroconf.async_close()
    await opened.close()


async def test_forged_goodbyes_and_hints_from_afar_change_nothing():
    name = fresh()
    opened = await open_table(table=name)
    async with Looking() as looking:
        await wait_until(lambda: looking.table(name))
        for _ in range(1000):
            looking.browser._doubt()
            assert looking.table(name)
        before = len(looking.browser._hints)
        for host in ("8.8.8.8", "224.0.0.1", "example.org", "::", "2001:4860:4860::8888"):
            looking.browser._heard("mDNS", (host, 47710))
        assert len(looking.browser._hints) == before
        asked = looking.browser._hints._places[address(opened)].asked
        await wait_until(lambda: looking.browser._hints._places[address(opened)].asked > asked)
        await wait_until(lambda: not looking.browser._pings)
        assert looking.table(name)
    await opened.close()


async def test_ten_thousand_forged_records_keep_no_table_out():
    """The network names addresses of this machine at which nobody is, as fast as it can."""
    name = fresh()
    async with Looking() as looking:
        for n in range(10_000):
            looking.browser._heard("mDNS", (f"127.9.{n // 250}.{n % 250}", 9))
        assert len(looking.browser._hints) <= 128
        opened = await open_table(table=name)
        await wait_until(lambda: looking.table(name))
        await opened.close()


@pytest.mark.parametrize("error", [NO_MDNS, RuntimeError("no interface")], ids=repr)
async def test_without_a_network_tables_still_open_and_it_is_told_in_words(monkeypatch, no_beacon, error):
    def none(own):
        raise error

    monkeypatch.setattr(mdns, "open_zeroconf", none)
    opened = await open_table()
    await wait_until(lambda: opened.trouble)
    assert opened.trouble.startswith("this table is not announced: no usable network (")
    async with Looking() as looking:
        await wait_until(lambda: looking.browser.trouble)
        assert looking.browser.trouble.startswith("nothing can be found by itself: no usable network (")
        assert looking.browser.tables == []
        assert looking.browser.ways.working == ()
        assert looking.browser.ways.troubles.keys() == {"mDNS", "beacon"}
        assert looking.changes == 2
    await opened.close()


async def test_one_way_that_does_not_work_is_no_trouble_as_long_as_the_other_does(no_mdns):
    async with Looking() as looking:
        await wait_until(lambda: looking.browser.ways.troubles and looking.browser.ways.working)
        assert looking.browser.trouble is None
        assert looking.browser.ways.working == ("beacon",)


@pytest.mark.parametrize("other", ["no_mdns", "no_beacon"])
async def test_interfaces_come_and_go(monkeypatch, request, own, other):
    """No address at first; then there is one; then none again."""
    request.getfixturevalue(other)
    monkeypatch.setattr(following, "POLL_SECONDS", 0.05)
    own.clear()
    name = fresh()
    opened = await open_table(bind=None, table=name)
    async with Looking() as looking:
        await wait_until(lambda: opened.trouble and looking.browser.trouble)
        own.append(LOOP)
        await wait_until(lambda: looking.table(name))
        assert looking.browser.trouble is None
        await wait_until(lambda: opened.trouble is None)
        own.clear()
        await wait_until(lambda: opened.trouble and looking.browser.trouble)
        own.append(LOOP)
        await wait_until(lambda: not opened.trouble and not looking.browser.trouble)
    await opened.close()


async def test_a_table_is_announced_where_it_can_be_reached_alone(monkeypatch, own):
    asked = []

    def note(own):
        asked.append(("mDNS", own))
        raise NO_MDNS

    async def note_too(own, heard):
        asked.append(("beacon", own))
        raise NO_MDNS

    monkeypatch.setattr(mdns, "open_zeroconf", note)
    monkeypatch.setattr(Beacon, "open", note_too)
    own.append(LAN)
    public = Public(PROTOCOL, TableName("attic"), "om-nom-nom", Name("Ben"), 2, 0, "lobby", True)
    for bind, there in (
        ("127.0.0.1", ["127.0.0.1"]),
        ("localhost", ["127.0.0.1"]),
        ("127.9.9.9", ["127.0.0.1"]),
        ("::1", ["::1"]),
        ("192.168.1.5", ["192.168.1.5"]),
        ("10.0.0.1", []),
        (None, ["127.0.0.1", "192.168.1.5"]),
        ("0.0.0.0", ["127.0.0.1", "192.168.1.5"]),
    ):
        asked.clear()
        announcer = Announcer(public, 5, bind)
        announcer.start()
        await wait_until(lambda announcer=announcer: announcer.trouble)
        await announcer.stop()
        assert {way for way, _ in asked} == {"mDNS", "beacon"}
        assert all([one.ip for one in what] == there for _, what in asked), bind


async def test_a_question_is_answered_at_once():
    public = Public(PROTOCOL, TableName("attic"), "om-nom-nom", Name("Ben"), 2, 0, "lobby", True)
    announcer = Announcer(public, 40_007, "127.0.0.1")
    announcer.start()
    await wait_until(lambda: announcer.ways.working)
    heard = []
    lit = await Beacon.open([LOOP], lambda note, _: heard.append(note))
    lit.call(Note(beacon.WHO, PROTOCOL, 0))
    await wait_until(lambda: Note(beacon.TABLE, PROTOCOL, 40_007) in heard)
    lit.close()
    await announcer.stop()


def test_every_table_has_a_label_of_its_own():
    public = Public(PROTOCOL, TableName("player"), "om-nom-nom", Name("player"), 2, 0, "lobby", True)
    labels = {Announcer(public, 5, "127.0.0.1")._label for _ in range(20)}
    assert len(labels) == 20
    info = mdns.record(labels.pop(), public, 5, [LOOP])
    assert "player" not in info.name
    assert sum(len(key) + len(value or b"") for key, value in info.properties.items()) < 400


def test_addresses_as_people_type_them():
    assert spell("127.0.0.1", 5) == "127.0.0.1:5"
    assert spell("fe80::1%eth0", 5) == "[fe80::1%eth0]:5"
    assert reachable("10.0.0.7") == ["10.0.0.7"]
    assert reachable(None)
    assert reachable("0.0.0.0") == reachable("") == reachable(None)
    assert all(is_loopback(host) for host in ("127.0.0.1", "127.9.9.9", "::1", "localhost"))
    assert not any(is_loopback(host) for host in ("10.0.0.7", "example.org", None, ""))


def test_the_likeliest_address_comes_first():
    mixed = ["::1", "127.0.0.1", "fe80::1%2", "fd00::2", "169.254.7.7", "172.17.0.1", "10.0.0.5", "192.168.1.5"]
    assert ranked(mixed) == [
        "192.168.1.5", "10.0.0.5", "169.254.7.7", "172.17.0.1", "fd00::2", "fe80::1%2", "127.0.0.1", "::1",
    ]  # fmt: skip
    assert announced([LOOP, LAN]) == ["192.168.1.5"]
    assert announced([LOOP]) == ["127.0.0.1"]


def test_networks_of_an_address():
    assert LAN.broadcast == "192.168.1.255"
    assert LOOP.broadcast == "127.255.255.255"
    assert Own("tun0", "10.8.0.2", 32).broadcast is None
    assert Own("ptp0", "10.8.0.2", 31).broadcast is None
    assert Own("eth0", "fe80::1%2", 64).broadcast is None
    assert serving([LOOP, LAN, Own("eth0", "fe80::1%2", 64)], "fe80::1%eth0") == (Own("eth0", "fe80::1%2", 64),)
    campus = Own("eth0", "141.2.3.4", 16)
    assert is_near("141.2.200.1", [campus])
    assert not is_near("141.3.0.1", [campus])
    assert all(is_near(host, []) for host in ("10.1.2.3", "fe80::5%3", "127.0.0.1", "169.254.1.1", "fd00::2"))
