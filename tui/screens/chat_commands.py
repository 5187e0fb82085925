"""What one can say after `/` at the table. A command is one line in the register: name, help, and what it does."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from core.shape import listing
from net.messages import EndEarly, Sit
from tui.bargains import has_bargains
from tui.screens import bargain_commands, host_commands, leaving

if TYPE_CHECKING:
    from tui.screens.table import TableScreen


class ChatCommand(NamedTuple):
    """`run` gets the screen and what was typed after the name; it gives the answer, for this player alone."""

    name: str
    help: str
    run: Callable[[TableScreen, str], str]


def _help(screen: TableScreen, name: str) -> str:
    known = commands(screen)
    if name and (command := known.get(name.removeprefix("/").lower())):
        return f"/{command.name}: {command.help}"
    return "\n".join(f"/{command.name}: {command.help}." for command in known.values())


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


def _concede(screen: TableScreen, _: str) -> str:
    if not screen.session.playing or screen.mirror.seat is None:
        return "There is no game that you could give up."
    leaving.ask_to_concede(screen.app, screen.session)
    return ""


def _end(screen: TableScreen, text: str) -> str:
    if text not in ("", "no"):
        return "Say /end to end the game here if all want that, or /end no to play on after all."
    if not screen.session.playing or screen.mirror.seat is None:
        return "There is no game that you could end."
    screen.session.link.send([EndEarly(yes=not text)])
    return ""


def _story(screen: TableScreen, _: str) -> str:
    return leaving.keep_story(screen.app, screen.session)


COMMANDS = {
    command.name: command
    for command in (
        ChatCommand("help", "what can be said after /", _help),
        ChatCommand("scores", "who has how much", _scores),
        ChatCommand("moves", "what you may play now", _moves),
        ChatCommand("sit", "take a seat that a bot keeps warm: /sit 2", _sit),
        ChatCommand("rules", "how the game goes", _rules),
        ChatCommand("concede", "give up this game; asks first", _concede),
        ChatCommand("end", "end the game here, if all want that; /end no: play on after all", _end),
        ChatCommand("story", "keep the story of this game so far as a text file", _story),
        ChatCommand("leave", "stand up and go home; asks first", _leave),
    )
}


BARGAINS = {
    word: ChatCommand(
        word, text, partial(lambda screen, rest, word: bargain_commands.say(screen, word, rest), word=word)
    )
    for word, text in bargain_commands.HELP.items()
}
"""In games that have something to bargain over."""


HOSTS = {
    word: ChatCommand(
        word, text, partial(lambda screen, rest, word: host_commands.say(screen.session, word, rest), word=word)
    )
    for word, text in host_commands.HELP.items()
}
"""At the host's own screen."""


def commands(screen: TableScreen) -> Mapping[str, ChatCommand]:
    """What this player can say in this game."""
    bargains = BARGAINS if has_bargains(screen.mirror.game) else {}
    return {**bargains, **COMMANDS, **(HOSTS if screen.session.is_owner else {})}


def completions(screen: TableScreen) -> Sequence[str]:
    """Whole commands for what can be said in a bargain now, then the names of all others."""
    now = list(bargain_commands.completions(screen)) if has_bargains(screen.mirror.game) else []
    if screen.session.is_owner:
        now += host_commands.completions(screen.session)
    return [*now, *(f"/{name}" for name in COMMANDS), *(f"/help {name}" for name in commands(screen))]


def run(screen: TableScreen, name: str, rest: str) -> str:
    """Runs a command; its answer in words."""
    known = commands(screen)
    command = known.get(name)
    if command is None:
        return f"There is no /{name}. There are {listing([f'/{one}' for one in known])}."
    return command.run(screen, rest)
