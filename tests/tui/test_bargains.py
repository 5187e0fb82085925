"""Haggling and deals at the table's screen, against a guest over loopback."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from textual.widgets import Static

from core.games.nomadi.position import TAKE, Counter, Offer, Propose, Reply
from net.guest import RemoteLink
from net.settings import TableSettings
from tests.tui.conftest import SIZES
from tests.tui.desert import desert, seated, to_haggle
from tests.tui.waiting import press, see, settled, text_of, wait_until
from tui.app import SeraiApp
from tui.frame import NowLine
from tui.screens.table import TableScreen
from tui.session import HostTable
from tui.widgets.bargain_card import BargainCard, Button
from tui.widgets.command_input import CommandInput
from tui.widgets.people import PeoplePanel
from tui.widgets.price_line import PriceLine
from tui.widgets.talk import TalkPane

MakeApp = Callable[..., SeraiApp]


async def say(app: SeraiApp, guest: RemoteLink, action: Any, claim: str = "") -> None:
    """The guest says it, and the app has heard."""
    assert app.session is not None
    before = app.session.mirror.position
    guest.send(guest.mirror.choose(action, claim))
    await wait_until(lambda: app.session and app.session.mirror.position is not before)


async def type_line(app: SeraiApp, text: str, *keys: str) -> None:
    await press(app, text[0])
    await wait_until(lambda: app.focused is app.screen.query_one(CommandInput))
    await press(app, *["space" if sign == " " else sign for sign in text[1:]], *keys)


async def seen(app: SeraiApp, text: str) -> None:
    """The talk has these words somewhere, however its lines are broken."""
    pane = app.screen.query_one(TalkPane)
    await wait_until(lambda: text in talk(pane), f"{text!r} is not in the talk:\n{text_of(app.screen)}")


def talk(pane: TalkPane) -> str:
    return "\n".join(str(line.render()) for line in pane.query(Static) if line.display)


@pytest.mark.parametrize("size", SIZES)
async def test_an_offer_is_a_card_and_countered_prices_stay(make_app: MakeApp, size: tuple[int, int]) -> None:
    app = make_app(start=desert())
    async with app.run_test(size=size), seated(app) as guest:
        await to_haggle(app, guest, seller=1)
        await say(app, guest, Offer(3), "the best in the sands")
        for words in ("the card from ", "Ben asks 3 coins", "“the best in the sands”", "a accept", "d decline"):
            await seen(app, words)
        await see(app, "Ben to Ana")
        await see(app, " answer Ben ")
        await see(app, "Ben asks 3 coins (the card from")
        now = app.screen.query_one(NowLine)
        await wait_until(lambda: now.has_class("-loud"))
        assert app.screen.query_one(PeoplePanel).compact is (size[0] == 80)
        assert "you alone see" not in text_of(app.screen)
        await press(app, "c")
        line = app.screen.query_one(PriceLine)
        await see(app, "you pay Ben 3 coins")
        await press(app, "left", "left", "enter")
        await press(app, *"dear", "enter")
        await wait_until(lambda: not line.display)
        await seen(app, "Ana would pay 1 coin")
        await seen(app, "“dear”")
        await wait_until(lambda: guest.mirror.proposals and guest.mirror.position.haggle.price == 1)
        await say(app, guest, Offer(2))
        await see(app, "Ben asks 2 coins")
        for words in ("Ben asks 3 coins", "Ana would pay 1 coin", "Ben asks 2 coins"):
            await seen(app, words)
        await press(app, "a")
        await seen(app, "Ana takes it: Ana pays Ben 2 coins.")
        await wait_until(lambda: not now.has_class("-loud"))
        assert not [button for button in app.screen.query(Button) if button.display]
        assert len(app.screen.query(BargainCard)) == 1
        await wait_until(lambda: not app.screen.query_one(PeoplePanel).compact)


@pytest.mark.parametrize("size", SIZES[:1])
async def test_the_seller_alone_sees_the_value(make_app: MakeApp, size: tuple[int, int]) -> None:
    app = make_app(start=desert())
    async with app.run_test(size=size), seated(app) as guest:
        await to_haggle(app, guest, seller=0)
        value = app.session.mirror.position.haggle.value  # type: ignore[union-attr]
        assert guest.mirror.position.haggle.value is None
        await seen(app, f"you alone see: {value:+d}")
        await seen(app, "you name a price")
        await press(app, "o")
        await see(app, "Ben pays you 2 coins")
        await press(app, "enter", *"gold!", "enter")
        await seen(app, "Ana asks 2 coins")
        await seen(app, "“gold!”")
        await wait_until(lambda: guest.mirror.asked)
        await say(app, guest, Counter(0))
        await see(app, "Ben would take it for nothing")
        await seen(app, "d keep it")
        await press(app, "d")
        await seen(app, "Ana keeps it.")


async def test_the_board_names_a_price_and_the_line_asks_for_a_sentence(make_app: MakeApp) -> None:
    app = make_app(start=desert())
    async with app.run_test(size=(80, 24)), seated(app) as guest:
        await to_haggle(app, guest, seller=0)
        await seen(app, "you name a price")
        await press(app, "right", "enter")
        await see(app, "Ben pays you 3 coins")
        await press(app, "enter")
        await wait_until(lambda: guest.mirror.position.haggle.price == 3)
        await wait_until(lambda: app.focused is app.screen.query_one("NomadiBoard"))


async def test_prices_by_digits_within_what_is_legal(make_app: MakeApp) -> None:
    app = make_app(start=desert())
    async with app.run_test(size=(80, 24)), seated(app) as guest:
        await to_haggle(app, guest, seller=0)
        await seen(app, "you name a price")
        purse = guest.mirror.position.coins[1]
        line = app.screen.query_one(PriceLine)
        await press(app, "o")
        await wait_until(lambda: app.focused is line.children[0])
        await press(app, "4")
        await wait_until(lambda: line.price == 4)
        await press(app, "9")
        assert line.price == 4
        await press(app, *["right"] * 12)
        await wait_until(lambda: line.price == min(10, purse))
        await press(app, *["left"] * 30)
        await wait_until(lambda: line.price < 0)
        await see(app, "you pay Ben")
        await press(app, "escape")
        await wait_until(lambda: not line.display)
        assert app.session is not None
        assert app.session.mirror.position.haggle.price is None


@pytest.mark.parametrize("size", SIZES[1:])
async def test_buttons_answer_like_keys(make_app: MakeApp, size: tuple[int, int]) -> None:
    app = make_app(start=desert())
    async with app.run_test(size=size) as pilot, seated(app) as guest:
        await to_haggle(app, guest, seller=1)
        await say(app, guest, Offer(1))
        await seen(app, "d decline")
        button = next(button for button in app.screen.query(Button) if button.word == "decline")
        await settled(app)
        await pilot.click(button)
        await seen(app, "Ana declines: Ben keeps it.")


async def test_commands_say_it_with_a_sentence(make_app: MakeApp) -> None:
    app = make_app(start=desert())
    async with app.run_test(), seated(app) as guest:
        await to_haggle(app, guest, seller=0)
        await seen(app, "you name a price")
        for wrong, words in (
            ("/offer", "Say how many coins, and then a sentence"),
            ("/offer much", "Say how many coins, and then a sentence"),
            ("/offer 11", "A price is 10 coins at most"),
            ("/counter 1", "Counters are the owner's"),
            ("/accept now", "/accept stands alone"),
            ("/accept", "The mover must make an offer first"),
            ("/keep", "The mover must make an offer first"),
            ("/take Ben", "There is no open proposal to take"),
            ("/withdraw 2", "There is no open proposal of yours"),
            ("/deal Zoe 3", "Say with whom, 1 Ana or 2 Ben"),
            ("/deal 7 3", "Say with whom, 1 Ana or 2 Ben"),
            ("/deal Ben", "Say how many coins"),
            ("/deal ana 3", "A deal needs another player"),
        ):
            await type_line(app, wrong, "enter")
            await seen(app, words)
        assert app.session is not None
        assert app.session.mirror.position.haggle.price is None
        await type_line(app, "/offer 2 the best in the sands", "enter")
        await seen(app, "“the best in the sands”")
        await wait_until(lambda: guest.mirror.asked)
        await say(app, guest, Counter(1), "too dear")
        await seen(app, "“too dear”")
        await type_line(app, "/acc", "tab", "enter")
        await seen(app, "Ben takes it: Ben pays Ana 1 coin.")


@pytest.mark.parametrize("size", SIZES[1:])
async def test_deals_are_proposed_taken_refused_and_withdrawn(make_app: MakeApp, size: tuple[int, int]) -> None:
    app = make_app(start=desert())
    rung: list[int] = []
    app.bell = lambda: rung.append(1)  # type: ignore[method-assign]
    async with app.run_test(size=size), seated(app) as guest:
        await to_haggle(app, guest, seller=1)
        assert app.session is not None
        mirror = app.session.mirror
        rung.clear()
        await say(app, guest, Propose(0, -2), "leave my stone last")
        await seen(app, "Ben asks Ana for 2 coins")
        await seen(app, "“leave my stone last”")
        await see(app, "y take it, n refuse")
        assert len(rung) == 1
        mine = mirror.position.coins[0]
        await press(app, "y")
        await seen(app, "Taken: Ana pays Ben 2 coins.")
        assert mirror.position.coins[0] == mine - 2
        await say(app, guest, Propose(0, 1))
        await seen(app, "Ben would pay Ana 1 coin")
        await press(app, "n")
        await seen(app, "Ana refuses.")
        await type_line(app, "/deal ben -1 I lead you on", "enter")
        await seen(app, "Ana asks Ben for 1 coin")
        await seen(app, "“I lead you on”")
        await type_line(app, "/deal 2 1", "enter")
        await seen(app, "One proposal at a time")
        await press(app, "w")
        await seen(app, "Ana withdraws it.")
        await press(app, "p")
        await see(app, "A deal with Ben: you pay Ben 1 coin.")
        await press(app, "left", "enter", *"hi", "enter")
        await seen(app, "“hi”")
        await wait_until(lambda: guest.mirror.position.deals)
        await say(app, guest, Reply(TAKE, 0))
        await seen(app, "Taken: Ben pays Ana 1 coin.")


async def test_an_answer_that_crosses_a_change_is_refused_in_words(make_app: MakeApp) -> None:
    app = make_app(start=desert())
    async with app.run_test(size=(120, 40)), seated(app) as guest:
        await to_haggle(app, guest, seller=1)
        assert app.session is not None
        await say(app, guest, Propose(0, 2))
        await seen(app, "y take it")
        taken = app.session.mirror.choose(Reply(TAKE, 1))
        await say(app, guest, Reply("withdraw", 0))
        await seen(app, "Ben withdraws it.")
        app.session.link.send(taken)  # the host has forgotten this one
        await see(app, "What you answer has changed, or stands no more: look again.")
        await press(app, "y")
        assert not app.session.mirror.position.deals


def quotes(pane: TalkPane, number: int) -> bool:
    return talk(pane).count("“") == number


CLAIMS = (
    "hi [/b] [@click=app.quit]x",
    "x\x1b]52;c;aGk=\x07y",
    "x\x1b[31my",
    "x\u202ey",
    "[red]" * 40,
    "茶" * 300,
    "$accent [bold",
)


@pytest.mark.parametrize("size", SIZES[:1])
async def test_claims_are_never_markup_and_never_obeyed(make_app: MakeApp, size: tuple[int, int]) -> None:
    app = make_app("A[b]a", start=desert())
    async with app.run_test(size=size), seated(app, "[red]B[/x]") as guest:
        await to_haggle(app, guest, seller=1)
        assert app.session is not None
        for number, claim in enumerate(CLAIMS, 1):
            await say(app, guest, Offer(1), claim)
            pane = app.screen.query_one(TalkPane)
            await wait_until(partial(quotes, pane, number))
            await seen(app, "[red]B[/x] asks 1 coin")
            shown = text_of(app.screen)
            assert shown.replace("\n", "").isprintable()
            assert "\u202e" not in shown
            assert len(shown.splitlines()) == size[1]
            if number == 1:
                await see(app, "[red]B[/x] to A")
            if claim.isprintable() and len(claim) < 100:
                assert claim in talk(pane)
            app.session.link.send(app.session.mirror.choose(Counter(0)))
            await wait_until(lambda: guest.mirror.owes)
        await say(app, guest, Propose(0, 1), CLAIMS[0])
        await seen(app, "would pay A[b]a 1 coin")


async def test_who_comes_back_to_the_table_sees_what_stands(make_app: MakeApp) -> None:
    app = make_app(start=desert())
    async with app.run_test(size=(120, 40)), seated(app) as guest:
        await to_haggle(app, guest, seller=1)
        await say(app, guest, Offer(2), "the best")
        await seen(app, "“the best”")
        assert app.session is not None
        again = TableScreen(app.session)
        await app.switch_screen(again)
        await wait_until(lambda: app.screen is again and again.query(BargainCard))
        await seen(app, "Ben asks 2 coins")
        await seen(app, "“the best”")
        await seen(app, "a accept")


async def test_talk_stays_above_an_open_bargain(make_app: MakeApp) -> None:
    app = make_app(start=desert())
    async with app.run_test(size=(80, 24)), seated(app) as guest:
        await to_haggle(app, guest, seller=1)
        await say(app, guest, Offer(2))
        await seen(app, "a accept")
        pane = app.screen.query_one(TalkPane)
        for number in range(30):
            pane.say(f"line {number}")
        await wait_until(lambda: isinstance(pane.children[-1], BargainCard) and len(pane.children) > 30)
        await see(app, "a accept")
        await press(app, "d")
        await seen(app, "declines: Ben keeps it.")
        pane.say("and on")
        await wait_until(lambda: not isinstance(pane.children[-1], BargainCard))


async def test_without_bargains_there_are_no_such_commands(make_app: MakeApp) -> None:
    app = make_app(start=HostTable(TableSettings("om-nom-nom", 2, bots=1, table="window seat", listen=False)))
    async with app.run_test(size=(120, 40)):
        await see(app, "trick 1 of 6")
        await type_line(app, "/offer 2", "enter")
        await seen(app, "There is no /offer.")
        await type_line(app, "/help", "enter")
        await seen(app, "/scores: who has how much")
        assert "/deal" not in talk(app.screen.query_one(TalkPane)).replace("There is no", "")
