"""The toy game is in the catalogue while the table is tested."""

import pytest

from core.catalogue import GAMES
from tests.net.toy import KEY, TOY


@pytest.fixture
def toy(monkeypatch):
    monkeypatch.setitem(GAMES, KEY, TOY)
