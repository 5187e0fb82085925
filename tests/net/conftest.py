"""The toy game is in the catalogue while the table is tested."""

import pytest

from core.catalogue import GAMES
from net import chain, host
from net.host import Host
from net.keeping import Keeping
from net.settings import TableSettings
from tests.net.doors import HANA
from tests.net.rooms import QuietAnnouncer
from tests.net.toy import KEY, TOY


@pytest.fixture(autouse=True)
def short_chains(monkeypatch):
    """Each person at each table makes a chain, which takes time; no game of a test has as many rolls as this."""
    monkeypatch.setattr(chain, "LENGTH", 1024)


@pytest.fixture
def toy(monkeypatch):
    monkeypatch.setitem(GAMES, KEY, TOY)


@pytest.fixture
async def open_table(monkeypatch):
    """Opens tables on loopback, and closes them in the end."""
    monkeypatch.setattr(host, "Announcer", QuietAnnouncer)
    opened = []

    async def open_one(identity=HANA, peers=None, comings=lambda _: None, **how):
        settings = {"game": "om-nom-nom", "seats": 3, "table": "attic", "name": "Hana", "bind": "127.0.0.1", "port": 0}
        keeping = Keeping() if peers is None else Keeping(peers)
        opened.append(await Host.open(TableSettings(**{**settings, **how}), identity, comings, keeping))
        return opened[-1]

    yield open_one
    for one in opened:
        await one.close()
