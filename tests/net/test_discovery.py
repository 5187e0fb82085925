"""Tables find each other by zeroconf on this machine, and what is on the network is believed only after a ping."""

import secrets
import socket

import pytest
from zeroconf import InterfaceChoice
from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf

from net import discovery
from net.discovery import SERVICE, Announcer, Browser
from net.interfaces import is_loopback, reachable, spell
from net.messages import PROTOCOL, Public
from net.text import Name, TableName
from tests.net.rooms import address, open_table, sit, wait_until


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


async def test_a_table_is_found_followed_and_gone():
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
            await guest.close()
            await opened.close()
            await wait_until(lambda: not early.table(name))
            await wait_until(lambda: not late.table(name))
    assert opened.trouble is None


async def test_what_does_not_answer_is_not_shown_and_a_table_that_died_vanishes(monkeypatch):
    monkeypatch.setattr(discovery, "_CHECK_SECONDS", 0.2)
    name, dead = fresh(), fresh()
    public = Public(PROTOCOL, TableName(dead), "om-nom-nom", Name("Nobody"), 2, 0, "lobby", True)
    unused = socket.create_server(("127.0.0.1", 0))
    forged = Announcer(public, unused.getsockname()[1], "127.0.0.1")
    forged.start()
    opened = await open_table(table=name)
    async with Looking() as looking:
        await wait_until(lambda: looking.table(name))
        await wait_until(lambda: len(looking.browser._where) >= 1 and not looking.table(dead))
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
        parsed_addresses=["127.0.0.1"],
    )
    await (await zeroconf.async_register_service(forged))
    async with Looking() as looking:
        await wait_until(
            lambda: len([n for n in looking.browser._found if looking.browser._found[n].table == name]) == 2
        )
        assert [one for one in looking.browser.tables if one.address == address(opened)] == [looking.table(name)]
        assert looking.table(lie) is None
    await zeroconf.async_close()
    await opened.close()


@pytest.mark.parametrize("error", [OSError(19, "No such device"), RuntimeError("no interface")], ids=repr)
async def test_without_a_network_tables_still_open_and_it_is_told_in_words(monkeypatch, error):
    def none(interfaces):
        raise error

    monkeypatch.setattr(discovery, "_open_zeroconf", none)
    opened = await open_table()
    await wait_until(lambda: opened.trouble)
    assert opened.trouble.startswith("this table is not announced: no usable network (")
    async with Looking() as looking:
        await wait_until(lambda: looking.browser.trouble)
        assert looking.browser.trouble.startswith("nothing can be found by itself: no usable network (")
        assert looking.browser.tables == []
        assert looking.changes == 1
    await opened.close()


async def test_a_network_that_comes_later_is_used(monkeypatch):
    monkeypatch.setattr(discovery, "_RETRY_SECONDS", 0.05)
    real, broken = discovery._open_zeroconf, [True]

    def later(interfaces):
        if broken[0]:
            raise OSError(19, "No such device")
        return real(interfaces)

    monkeypatch.setattr(discovery, "_open_zeroconf", later)
    name = fresh()
    opened = await open_table(table=name)
    async with Looking() as looking:
        await wait_until(lambda: opened.trouble and looking.browser.trouble)
        broken[0] = False
        await wait_until(lambda: looking.table(name))
        assert looking.browser.trouble is None
        await wait_until(lambda: opened.trouble is None)
    await opened.close()


async def test_a_table_on_loopback_is_announced_on_loopback_alone(monkeypatch):
    asked = []

    def note(interfaces):
        asked.append(interfaces)
        raise OSError(19, "No such device")

    monkeypatch.setattr(discovery, "_open_zeroconf", note)
    for bind in ("127.0.0.1", "localhost", None):
        opened = await open_table(bind=bind)
        await wait_until(lambda opened=opened: opened.trouble)
        await opened.close()
    assert asked == [["127.0.0.1"], ["127.0.0.1"], InterfaceChoice.All]


def test_every_table_has_a_label_of_its_own():
    public = Public(PROTOCOL, TableName("player"), "om-nom-nom", Name("player"), 2, 0, "lobby", True)
    infos = [Announcer(public, 5, "127.0.0.1")._info() for _ in range(20)]
    assert len({info.name for info in infos}) == 20
    assert "player" not in infos[0].name
    assert sum(len(key) + len(value or b"") for key, value in infos[0].properties.items()) < 400


def test_addresses_as_people_type_them():
    assert spell("127.0.0.1", 5) == "127.0.0.1:5"
    assert spell("fe80::1%eth0", 5) == "[fe80::1%eth0]:5"
    assert reachable("10.0.0.7") == ["10.0.0.7"]
    assert reachable(None)
    assert reachable("0.0.0.0") == reachable("") == reachable(None)
    assert all(is_loopback(host) for host in ("127.0.0.1", "127.9.9.9", "::1", "localhost"))
    assert not any(is_loopback(host) for host in ("10.0.0.7", "example.org", None, ""))
