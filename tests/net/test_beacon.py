"""The beacon on loopback: several processes share its port, and nobody is harmed by what is sent to it."""

import socket
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from net import beacon
from net.beacon import MOST_A_SECOND, MOST_A_SENDER, TABLE, WHO, Beacon, Budget, Note, read, write
from net.interfaces import Own
from tests.net.rooms import wait_until

LOOP = [Own("lo", "127.0.0.1", 8)]
NOTES = st.one_of(
    st.builds(Note, st.just(TABLE), st.integers(0, 2**32 - 1), st.integers(1, 65535)),
    st.builds(Note, st.just(WHO), st.integers(0, 2**32 - 1), st.just(0)),
)


@given(NOTES)
def test_a_note_is_read_as_it_was_written(note):
    assert read(write(note)) == note
    assert len(write(note)) == 13


def test_the_page_for_implementers_shows_what_is_sent():
    page = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
    assert f"\n{write(Note(TABLE, 1, 47711)).hex()}\n".replace(" ", "") in page.replace(" ", "")


@given(st.one_of(st.binary(max_size=80), st.binary(max_size=7).map(lambda rest: b"serai\x00" + rest)))
def test_whatever_else_comes_is_nothing_or_a_note_of_that_very_form(data):
    note = read(data)
    assert note is None or write(note) == data


@pytest.mark.parametrize(
    "data",
    [
        b"",
        write(Note(TABLE, 1, 5)) + b"\x00",
        write(Note(TABLE, 1, 5))[:-1],
        write(Note(TABLE, 1, 5)) * 5000,
        write(Note(TABLE, 1, 0)),
        write(Note(WHO, 1, 5)),
        write(Note(3, 1, 5)),
        write(Note(TABLE, 1, 5)).replace(b"serai", b"SERAI"),
    ],
    ids=["nothing", "longer", "shorter", "huge", "port 0", "question with a port", "unknown kind", "another mark"],
)
def test_what_is_no_note_is_not_heard(data):
    assert read(data) is None


def test_one_sender_cannot_use_up_what_all_have_and_a_second_is_over_soon():
    budget = Budget()
    assert sum(budget.allows("10.0.0.1", 5.1) for _ in range(10_000)) == MOST_A_SENDER
    assert budget.allows("10.0.0.2", 5.2)
    assert (
        sum(budget.allows(f"10.0.{n >> 8}.{n & 255}", 5.3) for n in range(10_000)) == MOST_A_SECOND - 1 - MOST_A_SENDER
    )
    assert len(budget._heard) <= MOST_A_SECOND + 1
    assert budget.allows("10.0.0.1", 6.0)


class Listening:
    """A beacon that keeps what it hears and answers questions with its own port."""

    def __init__(self, port=0):
        self.port, self.heard, self.lit = port, [], None

    def _take(self, note, sender):
        self.heard.append((note, sender))
        if self.port and note.kind == WHO:
            self.lit.answer(Note(TABLE, 1, self.port), sender)

    async def __aenter__(self):
        self.lit = await Beacon.open(LOOP, self._take)
        return self

    async def __aexit__(self, *_):
        self.lit.close()

    def told(self, port):
        return any(note == Note(TABLE, 1, port) for note, _ in self.heard)


async def test_everybody_on_one_machine_hears_a_call_and_the_one_that_asks_is_answered():
    async with Listening(40001) as one, Listening(40002) as two, Listening() as asks, Listening() as quiet:
        assert asks.lit.call(Note(WHO, 7, 0)) == {LOOP[0]: None}
        await wait_until(lambda: asks.told(40001) and asks.told(40002))
        for other in (one, two, quiet):
            await wait_until(lambda other=other: (Note(WHO, 7, 0)) in [note for note, _ in other.heard])
        assert not quiet.told(40001)
        one.lit.call(Note(TABLE, 1, 40001))
        await wait_until(lambda: quiet.told(40001))
        assert quiet.heard[-1][1][0] == "127.0.0.1"


async def test_a_flood_of_rubbish_is_survived():
    async with Listening() as one:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
            for data in (b"", b"x" * 60_000, write(Note(WHO, 1, 5)), b"serai\x00" + b"\xff" * 7):
                for _ in range(500):
                    sock.sendto(data, ("127.0.0.1", beacon.PORT))
        async with Listening() as two:

            def called():
                two.lit.call(Note(TABLE, 1, 40003))
                return one.told(40003)

            await wait_until(called)
        assert all(note.kind == TABLE for note, _ in one.heard if note.serai == 1)


async def test_from_other_networks_than_its_own_it_hears_nothing(monkeypatch):
    heard = []
    lit = await Beacon.open(LOOP, lambda *what: heard.append(what))
    for sender in ("192.0.2.77", "8.8.8.8"):
        lit._take(write(Note(TABLE, 1, 5)), (sender, 5))
    lit._take(write(Note(TABLE, 1, 6)), ("127.0.0.3", 5))
    assert heard == [(Note(TABLE, 1, 6), ("127.0.0.3", 5))]
    sent = []
    monkeypatch.setattr(lit, "_callers", {LOOP[0]: type("Socket", (), {"sendto": lambda *it: sent.append(it[2])})()})
    lit.answer(Note(TABLE, 1, 6), ("8.8.8.8", 5))
    lit.answer(Note(TABLE, 1, 6), ("127.0.0.3", 5))
    assert sent == [("127.0.0.3", 5)]
    lit.close()


@pytest.mark.parametrize("own", [[], [Own("eth0", "fd00::2", 64)], [Own("tun0", "10.8.0.2", 32)]])
async def test_without_a_network_to_call_on_it_says_so(own):
    with pytest.raises(OSError, match="no network with a broadcast address"):
        await Beacon.open(own, lambda *_: None)
