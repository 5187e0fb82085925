"""A small desert in which a card is found at once, and the way to a haggle at a real table."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

from core.games.nomadi.position import DECLINE, Move, Offer
from net.guest import RemoteLink, join
from net.identity import Identity
from net.messages import Ready, Start
from net.settings import TableSettings
from tests.tui.waiting import on, wait_until
from tui.app import SeraiApp
from tui.screens.lobby import LobbyScreen
from tui.screens.table import TableScreen
from tui.session import HostTable

DESERT = [
    "GGGG,,,,....",
    "GGGG,,,.....",
    ",,,,,,......",
    ",,,,,......w",
    ",,,,,.wwwwww",
    ",,,..wwSSSSw",
    ",,,..wwSSSSw",
    ",,....wSSSS.",
    "......wSSSS.",
]
"""The start is surrounded by water, and on every water source lies a card."""


def desert(**how: Any) -> HostTable:
    options = {"board": DESERT, **how}
    return HostTable(TableSettings("nomadi", 2, options, "oasis", bind="127.0.0.1", port=0, seed=5))


@asynccontextmanager
async def seated(app: SeraiApp, name: str = "Ben") -> AsyncIterator[RemoteLink]:
    """A guest at the table that the app hosts; the game is on."""
    await on(app, LobbyScreen)
    assert app.session is not None
    assert app.session.host is not None
    link = await join(("127.0.0.1", app.session.host.port or 0), name, Identity.fresh(), code=app.session.host.code)
    link.send([Ready(True)])
    await wait_until(lambda: app.session and app.session.mirror.lobby and app.session.mirror.lobby.seats[1].ready)
    app.session.link.send([Start()])
    await on(app, TableScreen)
    await wait_until(lambda: link.mirror.game is not None)
    try:
        yield link
    finally:
        await link.close()


async def to_haggle(app: SeraiApp, guest: RemoteLink, seller: int) -> None:
    """Both play until that seat has found a card with a stone of the other."""
    assert app.session is not None
    links: list[Any] = [app.session.link, guest]
    while True:
        await _both_ready(links)
        asked = next(link for link in links if link.mirror.asked)
        p = asked.mirror.position
        if p.phase == "haggle" and p.haggle.seller == seller:
            return
        actions = asked.mirror.answers()
        action = next((one for one in actions if one in (DECLINE, Offer(0))), None)
        if action is None:
            action = next(filter(_finds(p, p.turn == seller), actions), actions[0])
        before = asked.mirror.position
        asked.send(asked.mirror.choose(action))
        await wait_until(partial(_changed, asked, before))


def _changed(link: Any, before: Any) -> bool:
    return link.mirror.position is not before


async def _both_ready(links: list[Any]) -> None:
    """Until both mirrors have seen the same, and somebody is asked."""
    await wait_until(
        lambda: links[0].mirror._step == links[1].mirror._step and sum(bool(link.mirror.owes) for link in links) == 1
    )


def _finds(p: Any, wanted: bool) -> Callable[[Any], bool]:
    """Whether a move leads a stone of somebody else onto a card, or not."""

    def finds(action: Any) -> bool:
        found = isinstance(action, Move) and bool(p.lying >> action.target & 1) and p.owner(action.source) != p.turn
        return found is wanted

    return finds
