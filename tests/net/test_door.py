"""Coming in through real sockets, and all who try to otherwise."""

import asyncio
import contextlib
import logging
import ssl
import struct

import pytest

from net import calling, host, tls
from net.calling import ping
from net.changes import Closed, Knocked, LobbyChanged, Noticed, Rejected, Talked
from net.codes import MOST_WRONG
from net.connection import HERE, Strangers, place_of
from net.guest import JoinError, join
from net.identity import Identity
from net.keeping import Keeping
from net.messages import (
    PROTOCOL,
    Admit,
    Challenge,
    Hello,
    Lobby,
    Mute,
    PakeReply,
    Ping,
    Proof,
    Public,
    Ready,
    Refused,
    Remove,
    Sit,
    Start,
    Talk,
    Vouch,
    Welcome,
)
from net.peers import Peer, Peers
from net.text import Line, Name
from net.wire import FIRST, LARGEST, Frames, decode_host, encode
from tests.net.doors import ANA, EVE, HANA, caller, knowing
from tests.net.rooms import Stranger, wait_until

LOOPBACK = "127.0.0.1"


def at(table):
    return (LOOPBACK, table.port)


async def refused(why, table, who=EVE, **how):
    """That guest is told no for that reason; the words."""
    with pytest.raises(JoinError) as caught:
        await join(at(table), "Eve", who, **how)
    assert caught.value.code == why
    return str(caught.value)


async def until(link, kind, fits=lambda change: True):
    """The next change of that kind that fits."""
    async with asyncio.timeout(20):
        while True:
            change = await link.changes.get()
            if isinstance(change, kind) and fits(change):
                return change


def say(stranger, *messages):
    for message in messages:
        stranger.writer.write(message if isinstance(message, bytes) else encode(message))


async def heard_by(stranger):
    """All messages up to the end of the connection."""
    return [decode_host(body) for body in Frames(LARGEST).feed(await stranger.closed())]


# -- coming in -------------------------------------------------------------------------------------------------------


async def test_a_code_the_first_time_and_none_from_then_on(open_table):
    hers, his = Peers(), Peers()
    table = await open_table(peers=hers)
    with pytest.raises(JoinError) as caught:
        await join(at(table), "Ana", ANA, keeping=Keeping(his))
    assert caught.value.code == "code-needed"
    link = await join(at(table), "Ana", ANA, keeping=Keeping(his), code=f" {table.code[:4].lower()} - {table.code[4:]}")
    assert link.mirror.welcome.host == HANA.public
    assert hers.all == (Peer(ANA.public, Name("Ana"), None, welcome=True),)
    assert his.all == (Peer(HANA.public, Name("Hana"), HANA.certificate.fingerprint, welcome=True),)
    await link.close()
    await wait_until(lambda: table.table.public().taken == 1)
    link = await join(at(table), "Ana", ANA, keeping=Keeping(his))
    await wait_until(lambda: table.table.public().taken == 2)
    await link.close()
    await table.close()
    theirs = await open_table(ANA, peers=his, name="Ana")
    link = await join(at(theirs), "Hana", HANA, keeping=Keeping(hers))
    assert hers.all == (Peer(ANA.public, Name("Ana"), ANA.certificate.fingerprint, welcome=True),)
    await link.close()


async def test_who_forgets_needs_the_code_again(open_table):
    hers, his = Peers(), Peers()
    table = await open_table(peers=hers)
    await (await join(at(table), "Ana", ANA, keeping=Keeping(his), code=table.code)).close()
    hers.forget(ANA.public)
    await wait_until(lambda: table.table.public().taken == 1)
    await refused("code-needed", table, ANA, keeping=Keeping(his))
    await (await join(at(table), "Ana", ANA, keeping=Keeping(his), code=table.code)).close()
    his.forget(HANA.public)
    await wait_until(lambda: table.table.public().taken == 1)
    await refused("code-needed", table, ANA, keeping=Keeping(his))


async def test_wrong_codes_are_told_and_five_make_a_new_one(open_table):
    table = await open_table()
    first = table.code
    assert "8 letters and digits" in await refused("wrong-code", table, code="123")
    for _ in range(MOST_WRONG):
        assert table.code == first
        await refused("wrong-code", table, code="00000000")
    assert table.code != first
    await until(table.link, Noticed, lambda notice: "new one" in notice.text)
    await until(table.link, LobbyChanged)
    await refused("wrong-code", table, code=first)


async def test_a_host_with_a_new_certificate_proves_its_key(open_table):
    renewed = Identity(HANA.private, HANA.public, Identity.fresh().certificate)
    his = knowing()
    table = await open_table(renewed, peers=Peers(peers=(Peer(ANA.public, Name("Ana"), welcome=True),)))
    await (await join(at(table), "Ana", ANA, keeping=Keeping(his))).close()
    assert [peer.certificate for peer in his.all] == [renewed.certificate.fingerprint]


async def test_another_host_in_its_place_is_a_hard_stop(open_table):
    his = knowing()
    for how in ({}, {"open": True}, {"open": True, "owner": False}):
        table = await open_table(EVE, peers=Peers(peers=(Peer(ANA.public, Name("Ana"), welcome=True),)), **how)
        assert "forget" in await refused("changed-key", table, ANA, keeping=Keeping(his), code=table.code)
        assert table.table.public().taken == how.get("owner", True)
    assert his.all == knowing().all


async def test_ones_own_table_is_not_joined(open_table):
    table = await open_table()
    await refused("self", table, HANA, code=table.code)


async def test_one_device_has_one_place(open_table):
    table = await open_table()
    link = await join(at(table), "Ana", ANA, code=table.code)
    again = await join(at(table), "Ana", ANA, code=table.code)
    assert await until(link, Closed) == Closed("you have come in again from elsewhere")
    assert again.mirror.welcome.name == "Ana", "the newest connection counts"
    other = await join(at(table), "Ana", EVE, code=table.code)
    assert other.mirror.welcome.name == "Ana 2", "a name at the table is nobody else's"
    for one in (link, again, other):
        await one.close()


async def test_the_right_code_is_of_no_use_at_a_full_table_and_a_started_one_is_watched(open_table, monkeypatch):
    table = await open_table(seats=1)
    table.link.send([Start()])
    link = await join(at(table), "Ana", ANA, code=table.code)
    await wait_until(lambda: link.mirror.game is not None)
    assert link.mirror.seat is None
    monkeypatch.setattr("net.room.MOST_WATCHERS", 1)
    assert "full" in await refused("full", table, code=table.code)
    await link.close()


# -- the owner -------------------------------------------------------------------------------------------------------


async def test_at_an_open_table_the_owner_lets_in_who_knocks(open_table):
    hers, his, knocking = Peers(), Peers(), []
    table = await open_table(peers=hers, open=True)
    assert table.code is None
    assert (await ping(at(table))).public.open
    joining = asyncio.create_task(
        join(at(table), "Hana", ANA, keeping=Keeping(his), knocking=lambda: knocking.append(1))
    )
    knock = await until(table.link, Knocked)
    assert (knock.name, knock.key, knock.waiting) == ("Hana 2", ANA.public, True)
    await wait_until(lambda: knocking)
    assert table.table.public().taken == 1
    table.link.send([Admit(knock.number, True)])
    link = await joining
    assert link.mirror.welcome.name == "Hana 2"
    assert hers.welcome(ANA.public)
    assert [(peer.key, peer.welcome) for peer in his.all] == [(HANA.public, False)], "nobody came to a table of his"
    await link.close()
    await wait_until(lambda: table.table.public().taken == 1)
    await (await join(at(table), "Ana", ANA, keeping=Keeping(his))).close()


async def test_who_is_refused_or_goes_away_is_not_let_in(open_table):
    table = await open_table(open=True)
    joining = asyncio.create_task(refused("refused", table))
    knock = await until(table.link, Knocked)
    table.link.send([Admit(knock.number, False)])
    await joining
    joining = asyncio.create_task(join(at(table), "Eve", EVE))
    knock = await until(table.link, Knocked)
    joining.cancel()
    gone = await until(table.link, Knocked)
    assert (gone.number, gone.waiting) == (knock.number, False)
    table.link.send([Admit(knock.number, True)])
    assert (await until(table.link, Rejected)).code == "no-knock"
    assert table.table.public().taken == 1


async def test_an_open_table_without_a_player_of_its_own_lets_everybody_in_and_remembers_nobody(open_table):
    hers = Peers()
    table = await open_table(peers=hers, open=True, owner=False)
    link = await join(at(table), "Ana", ANA)
    assert hers.all == ()
    await link.close()


async def test_the_owner_mutes_removes_and_bans(open_table):
    hers, his = Peers(), Peers()
    table = await open_table(peers=hers)
    link = await join(at(table), "Ana", ANA, keeping=Keeping(his), code=table.code)
    table.link.send([Mute(Name("Ana"), True)])
    await until(link, Noticed, lambda notice: notice.text == "Ana is muted.")
    link.send([Talk(Line("can you hear me"))])
    assert (await until(link, Rejected)).code == "muted"
    table.link.send([Mute(Name("Ana"), False)])
    await until(link, Noticed)
    link.send([Talk(Line("and now"))])
    assert (await until(table.link, Talked)).text == "and now"
    table.link.send([Remove(Name("Ana"))])
    assert "removed" in (await until(link, Closed)).text
    await link.close()
    link = await join(at(table), "Ana", ANA, keeping=Keeping(his))
    first = table.code
    table.link.send([Remove(Name("Ana"), ban=True)])
    await until(link, Closed)
    await link.close()
    assert table.code != first, "who is banned knew the code"
    assert not hers.welcome(ANA.public)
    await refused("banned", table, ANA, code=table.code)
    assert table.table.public().taken == 1


# -- strangers -------------------------------------------------------------------------------------------------------


async def test_a_stranger_learns_the_public_line_and_nothing_else(open_table, monkeypatch):
    table = await open_table()
    link = await join(at(table), "Ana", ANA, code=table.code)
    monkeypatch.setattr(host, "PROOF_SECONDS", 1.0)
    stranger = await Stranger.knock(table)
    say(stranger, Ping(PROTOCOL))
    (public,) = await heard_by(stranger)
    assert public == Public(PROTOCOL, "attic", "om-nom-nom", "Hana", 3, 2, "lobby", open=False)
    stranger = await Stranger.knock(table)
    say(stranger, Hello(PROTOCOL, Name("Eve"), ANA.public))
    (challenge,) = await heard_by(stranger)
    assert challenge == Challenge(challenge.nonce, "Hana", open=False), "whether that key is known is not told"
    await link.close()


@pytest.mark.parametrize(
    "messages",
    [
        [Talk(Line("let me in"))],
        [Sit(2)],
        [Proof(bytes(32), bytes(64))],
        [caller(EVE).hello, Talk(Line("let me in"))],
        [caller(EVE).hello, Ready(True), Sit(2)],
        [caller(EVE).hello, Proof(bytes(32), bytes(64)), Sit(2)],
        [caller(EVE).hello, caller(EVE).hello],
    ],
)
async def test_nothing_is_granted_to_who_has_not_proven_who_it_is(open_table, messages):
    table = await open_table()
    stranger = await Stranger.knock(table)
    say(stranger, *messages)
    heard = await heard_by(stranger)
    assert isinstance(heard[-1], Refused)
    assert all(isinstance(message, Challenge | Refused) for message in heard)
    assert table.table.public().taken == 1


@pytest.mark.parametrize(
    "banner",
    [
        b"GET / HTTP/1.1\r\nHost: attic\r\n\r\n",
        b"SSH-2.0-OpenSSH_9.7\r\n",
        encode(Hello(PROTOCOL, Name("Eve"), EVE.public)),
        encode(Ping(PROTOCOL)),
        bytes(4096),
        b"\x16\x03\x01\xff\xff" + bytes(100),
    ],
    ids=["http", "ssh", "hello", "ping", "zeros", "almost"],
)
async def test_what_is_no_tls_is_told_nothing(open_table, banner):
    table = await open_table()
    stranger = await Stranger.knock(table, banner, plain=True)
    stranger.writer.write_eof()
    answer = await stranger.closed()
    assert len(answer) <= 7, "an alert of TLS at most"
    await wait_until(lambda: not table._at_door)


async def test_older_tls_is_not_spoken(open_table):
    table = await open_table()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    context.maximum_version = ssl.TLSVersion.TLSv1_2
    with pytest.raises(OSError):  # noqa: PT011 - an alert, or just the end
        await asyncio.open_connection(*at(table), ssl=context, server_hostname="")
    await wait_until(lambda: not table._at_door)


async def test_a_guest_speaks_no_older_tls_and_nothing_plain(monkeypatch):
    async def serve(reader, writer):
        await reader.read(4096)
        writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")
        writer.close()

    server = await asyncio.start_server(serve, LOOPBACK, 0)
    with pytest.raises(JoinError, match="no table of this version"):
        await join(server.sockets[0].getsockname(), "Ana", ANA)
    server.close()
    context = tls.server(HANA.certificate)
    context.minimum_version = context.maximum_version = ssl.TLSVersion.TLSv1_2
    monkeypatch.setattr(calling, "QUEUE_SECONDS", 0.2)
    server = await asyncio.start_server(serve, LOOPBACK, 0, ssl=context)
    with pytest.raises(JoinError, match=r"no table of this version|closes the door"):
        await join(server.sockets[0].getsockname(), "Ana", ANA)
    server.close()


async def test_who_is_slow_with_tls_is_closed(open_table, monkeypatch):
    monkeypatch.setattr(host, "TLS_SECONDS", 0.3)
    table = await open_table()
    begun = ssl.MemoryBIO()
    with contextlib.suppress(ssl.SSLWantReadError):
        tls.client().wrap_bio(ssl.MemoryBIO(), begun).do_handshake()
    assert await (await Stranger.knock(table, begun.read()[:50], plain=True)).closed() == b""
    await wait_until(lambda: not table._at_door)


async def test_who_says_nothing_or_a_byte_now_and_then_inside_tls_is_closed(open_table, monkeypatch):
    monkeypatch.setattr(host, "PROOF_SECONDS", 0.4)
    table = await open_table()
    silent, slow = await Stranger.knock(table), await Stranger.knock(table)
    writing = asyncio.create_task(drip(slow.writer, encode(Hello(PROTOCOL, Name("Eve"), EVE.public))))
    assert await heard_by(silent) == []
    assert await heard_by(slow) == []
    writing.cancel()
    await wait_until(lambda: not table._at_door)


async def drip(writer, data):
    for byte in data:
        writer.write(bytes([byte]))
        await asyncio.sleep(0.05)


@pytest.mark.parametrize("length", [0, FIRST + 1, LARGEST, 2**32 - 1])
async def test_a_length_that_may_not_be_ends_the_connection_at_once(open_table, length):
    table = await open_table()
    stranger = await Stranger.knock(table)
    say(stranger, struct.pack(">I", length))
    assert await heard_by(stranger) == []


async def test_frames_may_be_longer_after_the_proof_and_not_before(open_table):
    table = await open_table()
    for known in (False, True):
        stranger = await Stranger.knock(table)
        if known:
            await stranger.prove(table, ANA)
        say(stranger, struct.pack(">I", FIRST + 1) + bytes(FIRST + 1) if not known else struct.pack(">I", LARGEST + 1))
        assert not [message for message in await heard_by(stranger) if isinstance(message, Refused)]
        await wait_until(lambda: table.table.public().taken == 1)


# -- many ------------------------------------------------------------------------------------------------------------


async def test_of_four_hundred_silent_connections_sixteen_stay_and_a_guest_waits_its_turn(open_table, monkeypatch):
    monkeypatch.setattr(host, "TLS_SECONDS", 1.0)
    table = await open_table()
    silent = []
    for _ in range(8):  # no more at once than wait to be accepted
        silent += await asyncio.gather(*(Stranger.knock(table, plain=True) for _ in range(50)))
    ended = [asyncio.ensure_future(one.closed()) for one in silent]
    await wait_until(lambda: sum(one.done() for one in ended) >= 400 - host.MOST_STRANGERS)
    assert len(table._at_door) <= host.MOST_STRANGERS
    assert not table._connections
    link = await join(at(table), "Ana", ANA, code=table.code)
    await wait_until(lambda: all(one.done() for one in ended))
    await link.close()


async def test_a_guest_that_is_closed_out_gives_up_in_words(open_table, monkeypatch):
    monkeypatch.setattr(host, "MOST_STRANGERS", 0)
    monkeypatch.setattr(calling, "QUEUE_SECONDS", 0.3)
    table = await open_table()
    with pytest.raises(JoinError, match="too many are at it"):
        await join(at(table), "Ana", ANA, code=table.code)
    with pytest.raises(JoinError, match="too many are at it"):
        await ping(at(table), 0.2)


def test_so_many_in_all_and_so_many_from_one_place():
    strangers = Strangers(16, 4)
    assert [strangers.take("a") for _ in range(5)] == [True] * 4 + [False]
    assert [strangers.take(HERE) for _ in range(10)] == [True] * 10
    assert [strangers.take("b") for _ in range(3)] == [True, True, False]
    strangers.give("a")
    assert strangers.take("b")
    assert not strangers.take("a")


@pytest.mark.parametrize(
    ("address", "place"),
    [
        ("127.0.0.1", HERE),
        ("127.9.9.9", HERE),
        ("::1", HERE),
        ("::ffff:127.0.0.1", HERE),
        ("192.168.1.5", "192.168.1.5"),
        ("::ffff:192.168.1.5", "192.168.1.5"),
        ("2001:db8::1", "2001:db8::/64"),
        ("2001:db8::ffff:1", "2001:db8::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", "nowhere"),
    ],
)
def test_a_place_is_an_address_or_a_network_of_many(address, place):
    class Writer:
        def get_extra_info(self, name):
            return (address, 1) if address else None

    assert place_of(Writer()) == place


# -- somebody in between ---------------------------------------------------------------------------------------------


async def pump(reader, writer, seen):
    with contextlib.suppress(OSError):
        while data := await reader.read(65536):
            seen += data
            writer.write(data)
    writer.close()


async def relay(table, seen, context=None):
    """Passes bytes on in both directions; with a context it ends the guests' TLS and speaks its own to the host."""

    async def serve(reader, writer):
        inner = tls.client() if context else None
        there, to_host = await asyncio.open_connection(*at(table), ssl=inner, server_hostname="" if inner else None)
        await asyncio.gather(pump(reader, to_host, seen), pump(there, writer, seen))

    return await asyncio.start_server(serve, LOOPBACK, 0, ssl=context)


async def test_a_relay_with_a_certificate_of_its_own_gets_nobody_in(open_table):
    table = await open_table(peers=Peers(peers=(Peer(ANA.public, Name("Ana"), welcome=True),)))
    seen = bytearray()
    server = await relay(table, seen, tls.server(EVE.certificate))
    there = server.sockets[0].getsockname()
    for code, how in (("wrong-code", {"code": table.code}), ("changed-key", {"keeping": Keeping(knowing())})):
        with pytest.raises(JoinError) as caught:
            await join(there, "Ana", ANA, **how)
        assert caught.value.code == code
    heard = bytes(seen)
    assert b"challenge" in heard, "it could read along"
    assert table.code.encode() not in heard
    assert HANA.public not in heard
    assert table.table.public().taken == 1
    server.close()


async def test_what_goes_over_the_network_and_into_logs_tells_nothing(open_table, caplog):
    caplog.set_level(logging.DEBUG)
    table = await open_table()
    seen = bytearray()
    server = await relay(table, seen)
    there = server.sockets[0].getsockname()
    first = table.code
    with pytest.raises(JoinError):
        await join(there, "Ana", ANA, code="00000000")
    link = await join(there, "Chrysanthemum", ANA, code=table.code)
    link.send([Talk(Line("the rabbit is in the hat"))])
    await until(link, Talked)
    table.link.send([Remove(Name("Chrysanthemum"), ban=True)])
    await until(link, Closed)
    await link.close()
    server.close()
    assert len(seen) > 2000
    for secret in (first, table.code, "Chrysanthemum", "rabbit", "attic", "lobby", "welcome", "hello", "00000000"):
        assert secret.encode() not in seen
        if secret not in ("lobby", "welcome", "hello"):
            assert secret not in caplog.text
    for key in (ANA, HANA):
        private = key.private.private_bytes_raw()
        for secret in (private, key.public):
            assert secret not in seen
        assert private.hex() not in caplog.text
        assert repr(private) not in caplog.text


async def test_the_guest_waits_for_no_host_that_answers_with_nonsense():
    async def serve(reader, writer):
        await reader.read(1000)
        writer.write(answers.pop())
        await writer.drain()
        writer.close()

    answers = [
        encode(Welcome(1, Name("Ana"), HANA.public)),
        encode(Vouch(HANA.public, bytes(64))),
        encode(PakeReply(b"B" + bytes(32))),
        struct.pack(">I", FIRST + 1) + bytes(FIRST + 1),
        b"nonsense",
        b"\0",
    ]
    server = await asyncio.start_server(serve, LOOPBACK, 0, ssl=tls.server(HANA.certificate))
    while answers:
        with pytest.raises(JoinError):
            await join(server.sockets[0].getsockname(), "Ana", ANA, code="00000000")
    server.close()


async def test_what_a_stranger_is_told_is_never_the_lobby(open_table):
    table = await open_table(open=True)
    stranger = await Stranger.knock(table)
    guest_side = caller(EVE)
    say(stranger, guest_side.hello)
    (body,) = Frames().feed(await stranger.reader.read(65536))
    say(stranger, *guest_side.receive(decode_host(body)))
    knock = await until(table.link, Knocked)
    say(stranger, Talk(Line("let me in")))
    heard = await heard_by(stranger)
    assert not [message for message in heard if isinstance(message, Lobby | Welcome)]
    assert (await until(table.link, Knocked)).number == knock.number
