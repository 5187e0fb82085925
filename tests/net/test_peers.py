import json
import stat
import sys

import pytest

from net.identity import Identity
from net.peers import MOST, BadPeers, Peer, Peers
from net.text import Name

ANA, BEN = Identity.fresh().public, Identity.fresh().public
MARK, OTHER = bytes(range(32)), bytes(32)


def test_who_is_met_is_known_the_next_time(tmp_path):
    path = tmp_path / "data" / "peers.json"
    peers = Peers.load(path)
    assert peers.all == ()
    peers.meet(ANA, Name("Ana"), welcome=True)
    peers.meet(BEN, Name("Bén"), certificate=MARK)
    again = Peers.load(path)
    assert again.all == (Peer(ANA, Name("Ana"), None, welcome=True), Peer(BEN, Name("Bén"), MARK))
    assert again.welcome(ANA)
    assert not again.welcome(BEN)
    assert not again.welcome(OTHER)
    if sys.platform != "win32":
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_what_is_known_stays_until_it_is_said_anew():
    peers = Peers()
    peers.meet(ANA, Name("Ana"), certificate=MARK, welcome=True)
    peers.meet(BEN, Name("Ben"))
    peers.meet(ANA, Name("Anna"))
    assert peers.all == (Peer(BEN, Name("Ben")), Peer(ANA, Name("Anna"), MARK, welcome=True))
    peers.meet(ANA, Name("Anna"), certificate=OTHER)
    assert peers.all[-1] == Peer(ANA, Name("Anna"), OTHER, welcome=True)


def test_who_is_forgotten_is_a_stranger(tmp_path):
    peers = Peers(tmp_path / "peers.json")
    peers.meet(ANA, Name("Ana"), certificate=MARK, welcome=True)
    peers.forget(ANA)
    peers.forget(BEN)
    assert not peers.welcome(ANA)
    assert peers.host(MARK, "Ana") is None
    assert Peers.load(tmp_path / "peers.json").all == ()


def test_a_host_is_known_by_certificate_first_then_by_how_its_name_looks():
    peers = Peers()
    peers.meet(ANA, Name("Ana"), certificate=MARK)
    peers.meet(BEN, Name("Ben"))
    assert peers.host(MARK, "Ben").key == ANA
    assert peers.host(OTHER, "Ben").key == BEN
    assert peers.host(OTHER, "BEN ").key == BEN
    assert peers.host(OTHER, "Аna").key == ANA, "a Cyrillic A looks the same"
    assert peers.host(OTHER, "Cleo") is None
    assert peers.host(OTHER, "!?") is None


def test_the_list_does_not_grow_for_ever():
    peers = Peers()
    for number in range(MOST + 5):
        peers.meet(number.to_bytes(32, "big"), Name("x"))
    assert len(peers.all) == MOST
    assert peers.all[0].key == (5).to_bytes(32, "big")


def entry(**changes):
    return {"key": ANA.hex(), "name": "Ana", "certificate": None, "welcome": True, **changes}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "nonsense",
        "[" * 100_000,
        json.dumps({"version": 1}),
        json.dumps({"version": 0, "peers": []}),
        json.dumps({"version": True, "peers": []}),
        json.dumps({"version": "1", "peers": []}),
        json.dumps({"version": 1, "peers": [1]}),
        json.dumps({"version": 1, "peers": [entry(more=1)]}),
        json.dumps({"version": 1, "peers": [entry(key="00")]}),
        json.dumps({"version": 1, "peers": [entry(key="zz" * 32)]}),
        json.dumps({"version": 1, "peers": [entry(name="")]}),
        json.dumps({"version": 1, "peers": [entry(name=7)]}),
        json.dumps({"version": 1, "peers": [entry(certificate="00")]}),
        json.dumps({"version": 1, "peers": [entry(certificate="")]}),
        json.dumps({"version": 1, "peers": [entry(welcome=1)]}),
    ],
)
def test_a_damaged_list_is_an_error_never_an_empty_list(tmp_path, text):
    path = tmp_path / "peers.json"
    path.write_text(text or " ")
    with pytest.raises(BadPeers, match="move it away"):
        Peers.load(path)
    assert path.read_text() == (text or " ")


def test_a_list_of_a_newer_version_is_left_alone(tmp_path):
    path = tmp_path / "peers.json"
    path.write_text(json.dumps({"version": 2, "people": {}}))
    with pytest.raises(BadPeers, match="newer Serai"):
        Peers.load(path)


def test_bytes_that_are_no_text_and_places_that_cannot_be_written_are_told_in_words(tmp_path):
    path = tmp_path / "peers.json"
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(BadPeers, match="cannot be read"):
        Peers.load(path)
    (tmp_path / "file").touch()
    with pytest.raises(BadPeers, match="cannot be kept"):
        Peers(tmp_path / "file" / "peers.json").meet(ANA, Name("Ana"))
