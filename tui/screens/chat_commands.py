"""What one can say after `/` at the table. A command is one line in the register: name, help, and what it does."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from core.shape import listing
from net.messages import Sit

if TYPE_CHECKING:
    from tui.screens.table import TableScreen


class ChatCommand(NamedTuple):
    """`run` gets the screen and what was typed after the name; it gives the answer, for this player alone."""

    name: str
    help: str
    run: Callable[[TableScreen, str], str]


def _help(_: TableScreen, name: str) -> str:
    if name and (command := COMMANDS.get(name.removeprefix("/"))):
        return f"/{command.name}: {command.help}"
    return " ".join(f"/{command.name}: {command.help}." for command in COMMANDS.values())


def _scores(screen: TableScreen, _: str) -> str:
    sheet = screen.board.sheet(screen.board.scene)
    return listing([f"{name} {line.total}" for name, line in zip(screen.mirror.names, sheet.lines, strict=True)]) + "."


def _moves(screen: TableScreen, _: str) -> str:
    moves = screen.board.typed_moves()
    return f"You may play {listing(moves, 'or')}." if moves else "Nothing is asked of you now."


def _sit(screen: TableScreen, text: str) -> str:
    seats = range(1, len(screen.mirror.lobby.seats) + 1) if screen.mirror.lobby else range(0)
    if not text.isdecimal() or int(text) not in seats:
        return f"Say which seat, from 1 to {len(seats)}: /sit 2."
    screen.session.link.send([Sit(int(text) - 1)])
    return ""


def _rules(screen: TableScreen, _: str) -> str:
    screen.action_rules()
    return ""


def _leave(screen: TableScreen, _: str) -> str:
    screen.action_leave()
    return ""


COMMANDS = {
    command.name: command
    for command in (
        ChatCommand("help", "what can be said after /", _help),
        ChatCommand("scores", "who has how much", _scores),
        ChatCommand("moves", "what you may play now", _moves),
        ChatCommand("sit", "take a seat that a bot keeps warm: /sit 2", _sit),
        ChatCommand("rules", "how the game goes", _rules),
        ChatCommand("leave", "stand up and go home", _leave),
    )
}


def run(screen: TableScreen, name: str, rest: str) -> str:
    """Runs a command; its answer in words."""
    command = COMMANDS.get(name)
    if command is None:
        return f"There is no /{name}. There are {listing([f'/{known}' for known in COMMANDS])}."
    return command.run(screen, rest)
