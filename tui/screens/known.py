"""The players one has met: between them and this machine no code is needed, until they are forgotten."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.geometry import Size
from textual.widgets import Static
from textual.widgets.option_list import Option

from net.identity import words
from net.peers import BadPeers, Peer, Peers
from tui.frame import both_ends
from tui.lists import Lines
from tui.screens.dialog import Dialog


class KnownScreen(Dialog[None]):
    """A list to read, and to forget from."""

    CSS_PATH = "known.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f,delete", "forget", "forget", tooltip="Forget this player: next time a code is needed again")
    ]

    def __init__(self, peers: Peers) -> None:
        super().__init__()
        self._peers = peers

    def compose(self) -> ComposeResult:
        """The list, and what it means."""
        with Vertical(classes="dialog") as box:
            box.border_title = "Players you know"
            box.border_subtitle = "f forgets, escape closes"
            yield Lines(id="known")
            yield Static(id="nobody", classes="quiet")

    def on_mount(self) -> None:
        """Those met last come first."""
        known = self.query_one("#known", Lines)
        known.painter = self._paint
        known.focus()
        self._paint()

    def _paint(self) -> None:
        known = self.query_one("#known", Lines)
        kept, everybody = known.highlighted or 0, self._peers.all[::-1]
        known.clear_options()
        known.add_options([Option(_row(peer, known.row_width), id=peer.key.hex()) for peer in everybody])
        if everybody:
            known.highlighted = min(kept, len(everybody) - 1)
        known.display = bool(everybody)
        text = (
            "Who has used a code with you needs none the next time."
            if everybody
            else "Nobody yet. Who uses a code with you is kept here, and needs none the next time."
        )
        self.query_one("#nobody", Static).update(text)

    def action_forget(self) -> None:
        """The player under the cursor is a stranger from now on."""
        chosen = self.query_one("#known", Lines).highlighted_option
        if chosen is None or chosen.id is None:
            return
        try:
            self._peers.forget(bytes.fromhex(chosen.id))
        except BadPeers as error:
            self.query_one("#nobody", Static).update(Content(f"{error}."))
            return
        self._paint()


def _row(peer: Peer, width: int) -> Content:
    kind = ("has hosted, " if peer.certificate else "") + ("needs no code" if peer.welcome else "needs a code here")
    name = Content.assemble((peer.name, "$serai-ink bold"), (f"  {words(peer.key)}", "$serai-ember"))
    return both_ends(name, Content.styled(kind, "$serai-sand"), Size(width, 1))
