"""A host and guests on real sockets: those who do not belong there, those who vanish, and the end."""

import asyncio
import logging
import os
import socket
import struct
import sys

import pytest

from net import calling, connection, guest, host
from net.calling import Visitor, ping
from net.changes import Closed, Finished, LinkChanged, Moved, Noticed, Talked
from net.guest import LOST, JoinError, join
from net.host import CannotOpen, Host
from net.identity import Identity
from net.keeping import Keeping
from net.messages import PROTOCOL, Challenge, Hello, Ping, Public, Refused, Start, Talk
from net.returning import Returning
from net.settings import PORT
from net.table import Coming
from net.text import Line, Name
from net.wire import decode_host, encode
from tests.net.rooms import Player, QuietAnnouncer, Stranger, address, open_table, sit, wait_until

HELLO = encode(Hello(PROTOCOL, Name("Raw"), bytes(range(32))))


@pytest.fixture(autouse=True)
def quiet_network(monkeypatch):
    monkeypatch.setattr(host, "Announcer", QuietAnnouncer)


@pytest.fixture(params=["lazy", "eager"] if sys.version_info >= (3, 12) else ["lazy"], autouse=True)
async def tasks(request):
    """Both ways in which a program that embeds us may have its tasks started."""
    if request.param == "eager":
        asyncio.get_running_loop().set_task_factory(asyncio.eager_task_factory)


@pytest.fixture
async def table():
    """A table for two, with a bot on the second seat of the game that a guest starts by coming."""
    opened = await open_table(2)
    yield opened
    await opened.close()


def log_lines(caplog):
    return [record.getMessage() for record in caplog.get_records("call") if record.name.startswith("net")]


async def plays_on(opened, *people):
    """Whoever is there, filled up with newcomers, plays a whole game."""
    players = [Player(link) for link in people]
    players += [Player(await sit(opened, f"New {n}")) for n in range(2 - len(people))]
    ends = [await player.end() for player in players]
    assert all(isinstance(end, Finished) and end.doubt is None for end in ends)
    assert len({end.record for end in ends}) == 1
    for player in players:
        await player.link.close()


INTRUDERS = {
    "a web browser": b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "an ssh client": b"SSH-2.0-OpenSSH_9.6\r\n",
    "random bytes": bytes.fromhex("9c4f0b1d7e2a") * 200,
    "a length of 4 GiB": struct.pack(">I", 2**32 - 1) + b"x",
    "an empty frame": bytes(4),
    "a frame of nonsense": struct.pack(">I", 5) + b"hello",
    "an unknown message": struct.pack(">I", 8) + b"\x81\xa1t\xa4evil",
    "a hello that is too long": struct.pack(">I", 4097) + bytes(4097),
    "a hello with evil in it": HELLO.replace(b"\xa3Raw", b"\xa3\xff\xfe\xfd"),
}


@pytest.mark.parametrize("plain", [False, True], ids=["inside", "outside"])
@pytest.mark.parametrize("data", INTRUDERS.values(), ids=INTRUDERS)
async def test_what_is_no_guest_is_closed_with_one_line_in_the_log_and_the_table_plays_on(
    table, caplog, monkeypatch, data, plain
):
    caplog.set_level(logging.INFO)
    ana = await sit(table, "Ana")
    monkeypatch.setattr(host, "TLS_SECONDS", 1.0)
    intruder = await Stranger.knock(table, data, plain=plain)
    assert len(await intruder.closed()) <= 7, "an alert of TLS at most"
    await wait_until(lambda: log_lines(caplog))
    (line,) = log_lines(caplog)
    assert line.startswith("closed 127.0.0.1 port ")
    assert line.isprintable()
    await plays_on(table, ana)


async def test_who_says_nothing_is_sent_away_in_time(table, caplog, monkeypatch):
    caplog.set_level(logging.INFO)
    ana = await sit(table, "Ana")
    monkeypatch.setattr(host, "PROOF_SECONDS", 0.1)
    assert await (await Stranger.knock(table)).closed() == b""
    await wait_until(lambda: log_lines(caplog))
    assert "no proof within" in log_lines(caplog)[0]
    monkeypatch.setattr(host, "PROOF_SECONDS", 10.0)
    await plays_on(table, ana)


async def test_one_byte_at_a_time_does_not_stretch_the_time_for_the_proof(table, caplog, monkeypatch):
    caplog.set_level(logging.INFO)
    monkeypatch.setattr(host, "PROOF_SECONDS", 0.2)
    stranger = await Stranger.knock(table)
    closed = asyncio.ensure_future(stranger.closed())

    async def drip():
        stranger.writer.write(struct.pack(">I", 4000))
        while not closed.done():
            stranger.writer.write(b"\0")
            await asyncio.sleep(0.01)

    dripping = asyncio.ensure_future(drip())
    assert await closed == b""
    await dripping
    await wait_until(lambda: log_lines(caplog))
    assert len(log_lines(caplog)) == 1


async def test_a_hello_in_single_bytes_is_answered(table):
    stranger = await Stranger.knock(table)
    for byte in HELLO:
        stranger.writer.write(bytes([byte]))
        await stranger.writer.drain()
    length = struct.unpack(">I", await stranger.reader.readexactly(4))[0]
    assert isinstance(decode_host(await stranger.reader.readexactly(length)), Challenge)
    stranger.writer.transport.abort()


async def test_too_many_strangers_are_closed_at_once_and_guests_stay(table, caplog):
    caplog.set_level(logging.INFO)
    ana = await sit(table, "Ana")
    waiting = [await Stranger.knock(table) for _ in range(host.MOST_STRANGERS)]
    await wait_until(lambda: len(table._at_door) == host.MOST_STRANGERS)
    assert await (await Stranger.knock(table, HELLO, plain=True)).closed() == b""
    assert ["too many" in line for line in log_lines(caplog)] == [True]
    for stranger in waiting:
        stranger.writer.transport.abort()
    await wait_until(lambda: not table._at_door)
    await plays_on(table, ana)


async def test_who_never_reads_is_dropped_and_the_others_play_on(table, caplog, monkeypatch):
    caplog.set_level(logging.INFO)
    monkeypatch.setattr(connection, "_DRAIN_SECONDS", 0.05)
    ana = Player(await sit(table, "Ana"))
    deaf = await Stranger.knock(table)
    await deaf.prove(table, Identity.fresh(), watch=True)
    deaf.writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    deaf.writer.transport.pause_reading()
    await wait_until(lambda: "Raw is watching." in ana.texts())
    peer = max(table._peers)
    table._peers[peer].writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)

    async def chatter():
        while peer in table._peers:
            table._post(table.table.announce("界" * 120))
            await asyncio.sleep(0)

    await asyncio.wait_for(chatter(), 30)
    await wait_until(lambda: any(text.startswith("Raw ") and text != "Raw is watching." for text in ana.texts()))
    assert peer not in table.table.members
    assert len([line for line in log_lines(caplog) if "dropped" in line]) == 1
    await wait_until(lambda: len(table._readers) == 1, "its connection is still open")
    deaf.writer.transport.abort()
    ben = Player(await sit(table, "Ben"))
    assert isinstance(await ana.end(), Finished)
    assert isinstance(await ben.end(), Finished)
    await ana.link.close()
    await ben.link.close()


async def test_who_floods_the_table_waits_and_nobody_is_dropped(table, monkeypatch):
    monkeypatch.setattr(connection, "_BURST", 20.0)
    ana = await sit(table, "Ana")
    watcher = await sit(table, "Watcher", watch=True)
    ana.send([Talk(Line(f"line {number}")) for number in range(connection._MOST_QUEUED + 60)])
    heard = []
    while len(heard) < 60:
        change = await asyncio.wait_for(watcher.changes.get(), 30)
        if isinstance(change, Talked):
            heard.append(change.text)
    assert heard == [f"line {number}" for number in range(60)]
    assert len(table._peers) == 2
    await watcher.close()
    await ana.close()


async def test_another_version_is_told_on_both_sides(table, monkeypatch):
    ana = Player(await sit(table, "Ana"))
    later = encode(Hello(PROTOCOL + 1, Name("Later"), bytes(32)))
    answer = decode_host((await (await Stranger.knock(table, later)).closed())[4:])
    assert isinstance(answer, Refused)
    assert answer.code == "version"
    await wait_until(lambda: any("could not join" in text for text in ana.texts()))
    for module in (guest, calling):
        monkeypatch.setattr(module, "PROTOCOL", PROTOCOL + 2)
    for asking in (join(address(table), "Later", Identity.fresh()), ping(address(table))):
        with pytest.raises(JoinError, match=f"protocol {PROTOCOL}, you speak {PROTOCOL + 2}") as caught:
            await asking
        assert caught.value.code == "version"
    await ana.link.close()


async def test_a_ping_is_answered_and_closed(table):
    answer = await (await Stranger.knock(table, encode(Ping(PROTOCOL)))).closed()
    assert isinstance(decode_host(answer[4:]), Public)
    assert (await ping(address(table))).public == table.table.public()
    await wait_until(lambda: not table._at_door)
    assert table._peers == {}


async def test_a_refused_guest_hears_why():
    opened = await open_table(1, owner=True)
    first = await join(address(opened), "Ana", Identity.fresh(), code=opened.code)
    with pytest.raises(JoinError, match="nothing in it to read"):
        await join(address(opened), "\u3164\x1b", Identity.fresh())
    await first.close()
    await opened.close()


# -- vanishing -----------------------------------------------------------------------------------------------------


async def test_a_guest_that_vanishes_and_does_not_come_back_is_told_of_and_a_bot_plays_on(monkeypatch):
    monkeypatch.setattr("net.company.ABSENT_SECONDS", 0.2)
    comings = []
    opened = await open_table(3, bots=1)
    opened.table._tools = opened.table._tools._replace(comings=comings.append)
    ana, ben = await sit(opened, "Ana"), await sit(opened, "Ben")
    await wait_until(lambda: ben.mirror.asked)
    await ben.close(back=True)
    ana = Player(ana)
    assert isinstance(await ana.end(), Finished)
    assert any("Ben" in text and "a bot (greedy) stands in" in text for text in ana.texts())
    assert comings[-1] == Coming("Ben", 1, "has lost the connection")
    await ana.link.close()
    await opened.close()


async def test_a_guest_whose_connection_breaks_is_back_by_itself_and_has_lost_nothing():
    opened = await open_table(2)
    ana, ben = Player(await sit(opened, "Ana")), Player(await sit(opened, "Ben"))
    for moves in (2, 5, 9):
        await wait_until(lambda moves=moves: len([one for one in ben.seen if isinstance(one, Moved)]) >= moves)
        ben.link._wire.drop()
    ends = [await ana.end(), await ben.end()]
    assert all(isinstance(end, Finished) and end.doubt is None for end in ends)
    assert ends[0].record == ends[1].record
    states = [change.state for change in ben.seen if isinstance(change, LinkChanged)]
    assert states[:2] == ["lost", "well"]
    numbers = [one.number for one in ben.seen if isinstance(one, Moved)]
    assert numbers == list(range(1, ben.link.mirror._step + 1))
    assert not any("stands in" in text for text in ana.texts())
    for player in (ana, ben):
        await player.link.close()
    await opened.close()


async def test_a_guest_that_leaves_says_so(table):
    ana = Player(await sit(table, "Ana"))
    zoe = await sit(table, "Zoe", watch=True)
    await zoe.close("the soup is ready")
    await wait_until(lambda: any("Zoe has left" in text for text in ana.texts()))
    await ana.link.close()
    await wait_until(lambda: table.table.members.keys() == {0})


@pytest.mark.parametrize("why", ["", "the kettle boils over"])
async def test_a_host_that_closes_tells_everybody(why):
    opened = await open_table(3)
    people = [Player(await sit(opened, name)) for name in ("Ana", "Ben")]
    silent = await Stranger.knock(opened)
    await opened.close(why)
    await opened.close(why)
    for player in people:
        assert await player.end() == Closed(why or "the host has closed the table")
        await player.link.close()
    await silent.closed()
    with pytest.raises(JoinError, match=r"no table can be reached at 127\.0\.0\.1:"):
        await sit(opened, "Late")


async def test_a_host_that_is_gone_without_a_word_is_lost(table):
    ana = Player(await sit(table, "Ana", patience=0.3))
    await wait_until(lambda: ana.seen)
    table._server.close()
    for peer in table._peers.values():
        peer.writer.transport.abort()
    assert await ana.end() == Closed(LOST)
    await ana.link.close()


# -- what a guest may meet -----------------------------------------------------------------------------------------


async def serve(answer):
    """Something that is no table, on loopback."""

    async def greet(reader, writer):
        writer.write(answer)
        if answer:
            writer.close()
        else:
            await reader.read()

    server = await asyncio.start_server(greet, "127.0.0.1", 0)
    return server, server.sockets[0].getsockname()


@pytest.mark.parametrize("answer", [b"HTTP/1.1 400 Bad Request\r\n\r\n", b"SSH-2.0-x\r\n", b"\0", bytes(4), b""])
async def test_what_is_no_table_is_told_in_words(answer, monkeypatch):
    monkeypatch.setattr(calling, "WELCOME_SECONDS", 0.2)
    monkeypatch.setattr(calling, "QUEUE_SECONDS", 0.2)
    monkeypatch.setattr(calling, "CONNECT_SECONDS", 0.5)
    server, where = await serve(answer)
    words = r"no table of this version|closes the door at once|does not answer"
    with pytest.raises(JoinError, match=words):
        await join(where, "Ana", Identity.fresh())
    with pytest.raises(JoinError, match=words):
        await ping(where, 0.2)
    server.close()


@pytest.mark.parametrize("where", [("127.0.0.1", 1), ("256.256.256.256", 5), ("host.invalid", 5), ("x" * 300, 5)])
async def test_an_address_where_nothing_is_is_told_in_words(where):
    with pytest.raises(JoinError, match="no table can be reached at"):
        await join(where, "Ana", Identity.fresh())


async def test_a_host_that_talks_nonsense_in_the_middle_is_left(table):
    ana = Player(await sit(table, "Ana"))
    await wait_until(lambda: ana.seen)
    next(iter(table._peers.values())).writer.write(b"\0\0\0\1\xc1")
    end = await ana.end()
    assert isinstance(end, Closed)
    assert "unreadable" in end.text
    await ana.link.close()


# -- ports ---------------------------------------------------------------------------------------------------------


async def test_a_taken_port_gives_way_to_the_next():
    first = await open_table()
    second = await open_table(port=first.port)
    assert first.port < second.port < first.port + host._PORTS_TRIED
    assert second.addresses == [f"127.0.0.1:{second.port}"]
    await second.close()
    await first.close()


async def test_without_a_port_ours_or_the_next_free_one_is_taken():
    first = await open_table(port=None)
    second = await open_table(port=None)
    assert PORT <= first.port < second.port < PORT + host._PORTS_TRIED
    await first.close()
    await second.close()


async def test_no_free_port_is_told_in_words(monkeypatch):
    monkeypatch.setattr(host, "_PORTS_TRIED", 1)
    first = await open_table()
    with pytest.raises(CannotOpen, match=f"ports {first.port} to {first.port} are all taken"):
        await open_table(port=first.port)
    await first.close()


@pytest.mark.parametrize("bind", ["203.0.113.7", "nowhere.invalid", "not an address"])
async def test_an_address_that_is_not_ours_is_told_in_words(bind):
    with pytest.raises(CannotOpen, match="cannot listen on"):
        await open_table(bind=bind)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may use any port")
async def test_a_port_that_is_not_for_us_is_told_in_words():
    with pytest.raises(CannotOpen, match=r"cannot listen on .*, port 1"):
        await open_table(port=1)


# -- a game --------------------------------------------------------------------------------------------------------


async def test_a_host_that_plays_with_guests_bots_and_watchers():
    opened = await open_table(4, owner=True, bots=1)
    guests = [Player(await sit(opened, name)) for name in ("Ana", "Ben")]
    watcher = Player(await sit(opened, "Zoe", watch=True))
    await wait_until(lambda: all(place.ready or place.bot for place in opened.table.places[1:]))
    owner = Player(opened.link)
    opened.link.send([Start()])
    ends = [await player.end() for player in (owner, *guests, watcher)]
    assert len({end.record for end in ends}) == 1
    assert {end.doubt for end in ends} == {None}
    for player in (*guests, watcher):
        await player.link.close()
    await opened.close()


async def test_a_table_in_memory_has_no_door():
    opened = await open_table(2, owner=True, bots=1, listen=False)
    assert opened.port is None
    assert opened.addresses == []
    assert opened.trouble is None
    player = Player(opened.link)
    opened.link.send([Start()])
    assert isinstance(await player.end(), Finished)
    assert [change for change in player.seen if isinstance(change, Noticed)]
    assert isinstance(opened, Host)
    await opened.close()


async def test_who_looks_for_a_lost_table_asks_no_other_one():
    """Another table may have its address by now; what that says is no reason to give up."""
    other = await open_table()
    try:
        visitor = Visitor("Ana", Identity.fresh(), Keeping())
        way = Returning(address(other), bytes(32), visitor, patience=0.0)
        hello = Hello(PROTOCOL, Name("Ana"), visitor.identity.public)
        with pytest.raises(JoinError, match="another table") as error:
            await way._try(address(other), hello)
        assert error.value.code == ""
        assert other.table.members.keys() == {0}
    finally:
        await other.close()
