"""The line on which a price is named: first the price, within what is legal, then a sentence that goes with it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, cast

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.message import Message
from textual.style import Style
from textual.widget import Widget
from textual.widgets import Input, Static

from net.text import LINE_CELLS

if TYPE_CHECKING:
    from tui.app import SeraiApp


class Wanted(Static, can_focus=True):
    """The price. Keys change it, a click on an arrow too.

    Its keys are no bindings, which would work only when the next key may have arrived here already: whoever types
    price and sentence in one go loses no letter.
    """

    STEPS: ClassVar[dict[str, int]] = {"left": -1, "h": -1, "down": -1, "j": -1, "right": 1, "l": 1, "up": 1, "k": 1}

    def __init__(self, line: PriceLine) -> None:
        super().__init__()
        self._line = line

    async def on_key(self, event: events.Key) -> None:
        """Every key that means something here; what came too late for the price belongs to the sentence."""
        line, key, sign = self._line, event.key, event.character or ""
        if line.settled:
            await line.type_ahead(event)
        elif key in self.STEPS:
            line.step(self.STEPS[key])
        elif key == "minus":
            line.turn()
        elif key == "tab":
            line.next_partner()
        elif key in ("enter", "space"):
            line.settle()
        elif sign.isascii() and sign.isdigit():
            line.type_digit(sign)
        else:
            return
        event.stop()
        event.prevent_default()

    def on_click(self, event: events.Click) -> None:
        """On an arrow, one further."""
        if by := event.style.meta.get("by"):
            self._line.step(by)


class PriceLine(Horizontal):
    """Hidden until it is opened for a word: `offer`, `counter` or `deal`."""

    class Named(Message):
        """It is to be said: the action as text, and the sentence that goes with it."""

        def __init__(self, text: str, claim: str) -> None:
            self.text = text
            self.claim = claim
            super().__init__()

    class Changed(Message):
        """Opened, closed, or at the sentence now."""

    def __init__(self, effect: Callable[[str, int], str]) -> None:
        """`effect(begun, price)`: what a price means, where `begun` is the action's text without the price."""
        super().__init__()
        self.display = False
        self._effect = effect
        self._choices: Mapping[str, Sequence[int]] = {}
        self._begun = ""
        self._typed = ""
        self.price = 0
        self._wanted = Wanted(self)
        self._claim = Input(
            placeholder="a sentence with it, true or not; enter sends",
            compact=True,
            max_length=LINE_CELLS,
            select_on_focus=False,  # the first letter may be here before the focus is
        )
        self._back: Widget | None = None

    def compose(self) -> ComposeResult:
        """The price, and the sentence after it."""
        yield self._wanted
        yield self._claim

    @property
    def word(self) -> str:
        """What is said with the price."""
        return self._begun.partition(" ")[0]

    @property
    def asks(self) -> str:
        """What the keys do now, in words."""
        if self.settled:
            return "Say something with it, or just enter. Escape gives it up."
        other = " Tab: somebody else." if len(self._choices) > 1 else ""
        return f"Left and right or digits: the price.{other} Enter goes on, escape gives it up."

    def open(self, texts: Sequence[str], price: int | None = None, *, settled: bool = False) -> None:
        """Opens for these legal actions, which differ in their price (and partner) alone.

        `price`: where it begins; `settled`: it is decided, only the sentence is wanted.
        """
        choices: dict[str, list[int]] = {}
        for text in texts:
            begun, _, number = text.rpartition(" ")
            choices.setdefault(begun, []).append(int(number))
        self._choices = {begun: sorted(numbers) for begun, numbers in choices.items()}
        self._begun, self._typed = next(iter(choices)), ""
        self.price = self._nearest(1 if price is None else price)
        if not self.display:
            self._back = self.screen.focused
        self.display = True
        self._claim.value = ""
        if settled or (len(choices) == 1 and len(choices[self._begun]) == 1):
            self._to_claim()
        else:
            self._claim.display = False
            self._show()
            self.screen.set_focus(self._wanted)
        self.post_message(self.Changed())

    def close(self) -> None:
        """Away with it."""
        if self.display:
            if self.screen.focused in (self._wanted, self._claim):
                self.screen.set_focus(self._back)
            self.display = False
            self.post_message(self.Changed())

    def still(self, texts: Sequence[str]) -> bool:
        """Whether the price that stands here is one of these legal actions."""
        return f"{self._begun} {self.price}" in texts

    def _nearest(self, price: int) -> int:
        return min(self._choices[self._begun], key=lambda one: (abs(one - price), -one))

    def _show(self) -> None:
        glyphs = cast("SeraiApp", self.app).glyphs
        arrow = "$background on $serai-accent bold"
        words = self._effect(self._begun, self.price)
        number = f" {self.price} "
        if self.settled:
            self._wanted.update(Content.assemble((number, arrow), f" {words} "))
            return
        less, more = (
            Content(sign).stylize(arrow).stylize(Style.from_meta({"by": by}))
            for sign, by in ((f" {glyphs.less} ", -1), (f" {glyphs.greater} ", 1))
        )
        self._wanted.update(Content.assemble(less, (f"{number:^4}", arrow), more, f" {words}"))

    def _to_claim(self) -> None:
        self._claim.display = True
        self._show()
        self.screen.set_focus(self._claim)

    def step(self, by: int) -> None:
        """The next legal price."""
        self._typed = ""
        legal = self._choices[self._begun]
        self.price = legal[max(0, min(len(legal) - 1, legal.index(self.price) + by))]
        self._show()

    def turn(self) -> None:
        """The same number of coins the other way, where that is legal."""
        if -self.price in self._choices[self._begun]:
            self.price = -self.price
            self._show()
        else:
            self.app.bell()

    def type_digit(self, digit: str) -> None:
        """A digit more, or a new number; the sign stays where it can."""
        legal, sign = self._choices[self._begun], -1 if self.price < 0 else 1
        for typed in (self._typed + digit, digit):
            for price in (sign * int(typed), int(typed)):
                if price in legal:
                    self._typed, self.price = typed, price
                    self._show()
                    return
        self.app.bell()

    def next_partner(self) -> None:
        """The deal is for somebody else."""
        partners = list(self._choices)
        self._begun = partners[(partners.index(self._begun) + 1) % len(partners)]
        self.price, self._typed = self._nearest(self.price), ""
        self._show()

    @property
    def settled(self) -> bool:
        """Whether only the sentence is wanted."""
        return bool(self._claim.display)

    async def type_ahead(self, event: events.Key) -> None:
        """A key for the sentence that was pressed before the sentence had the keys."""
        if event.key == "enter":
            await self._claim.action_submit()
        elif event.key == "escape":
            self.close()
        elif event.is_printable and event.character is not None:
            self._claim.insert_text_at_cursor(event.character)

    def settle(self) -> None:
        """On to the sentence."""
        self._to_claim()
        self.post_message(self.Changed())

    def on_key(self, event: events.Key) -> None:
        """Escape gives it up."""
        if event.key == "escape":
            event.stop()
            event.prevent_default()
            self.close()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """All is said."""
        event.stop()
        text, claim = f"{self._begun} {self.price}", event.value.strip()
        self.close()
        self.post_message(self.Named(text, claim))
