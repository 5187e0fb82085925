"""The line of keys: it says what can be done now, and a click on it does it."""

from typing import ClassVar

import pytest
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType

from tests.tui.waiting import see, text_of, wait_until
from tui.widgets.footer import Footer


class Keys(App[None]):
    """Three keys that are shown, one of them without effect at first, and one that is not."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("x,y", "do('x')", "[b]eat", tooltip="Eats it"),
        Binding("d", "dull", "dull"),
        Binding("g", "gone", "gone"),
        Binding("h", "hidden", "hidden", show=False),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.done: list[str] = []
        self.may: dict[str, bool | None] = {"dull": None, "gone": False}

    def compose(self) -> ComposeResult:
        yield Footer()

    def action_do(self, what: str) -> None:
        self.done.append(what)

    def action_dull(self) -> None:
        self.done.append("dull")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return self.may.get(action, True)


async def test_it_shows_what_can_be_done_now() -> None:
    app = Keys()
    async with app.run_test(size=(60, 5)):
        await see(app, " x [b]eat  d dull ")
        line = text_of(app.screen).splitlines()[-1]
        assert "gone" not in line
        assert "hidden" not in line
        app.may["gone"] = True
        app.refresh_bindings()
        await see(app, " x [b]eat  d dull  g gone ")


@pytest.mark.parametrize(("at", "done", "rings"), [(1, ["x"], 0), (5, ["x"], 0), (12, [], 1), (40, [], 0)])
async def test_a_click_is_the_key(monkeypatch: pytest.MonkeyPatch, at: int, done: list[str], rings: int) -> None:
    app = Keys()
    rung: list[int] = []
    monkeypatch.setattr(app, "bell", lambda: rung.append(1))
    async with app.run_test(size=(60, 5)) as pilot:
        await see(app, " x [b]eat  d dull ")
        await pilot.click(Footer, offset=(at, 0))
        assert (app.done, len(rung)) == (done, rings)


async def test_the_key_under_the_mouse_lights_up_and_tells_more() -> None:
    app = Keys()
    async with app.run_test(size=(60, 5)) as pilot:
        await see(app, " x [b]eat  d dull ")
        footer = app.query_one(Footer)
        plain = footer.render_line(0)
        await pilot.hover(Footer, offset=(4, 0))
        await wait_until(lambda: footer.pointed == "x")
        assert footer.tooltip == "Eats it"
        assert footer.render_line(0) != plain
        await pilot.hover(Footer, offset=(12, 0))
        await wait_until(lambda: footer.pointed == "d")
        assert footer.tooltip is None
        await pilot.hover(offset=(4, 0))
        await wait_until(lambda: not footer.pointed)
