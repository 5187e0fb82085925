"""What the host can do about people and the table: mute, remove, ban, pause, rules of the table.

Said after `/`, in the lobby and in play.
"""

from __future__ import annotations

from net.messages import FromGuest, Lobby, Mute, Pause, Remove, Settle
from net.settings import ABSENT, CLOCKS
from net.text import Name, skeleton
from tui.session import Session

HELP = {
    "mute": "pass on nothing that somebody says: /mute Ben",
    "unmute": "pass it on again: /unmute Ben",
    "remove": "show somebody the door: /remove Ben",
    "ban": "and do not let that machine in again: /ban Ben",
    "pause": "a break: nothing can be played until /go",
    "go": "the break is over; or go on without those who are not back yet",
    "absent": "who is absent: a bot stands in, or the table waits: /absent bot, /absent wait",
    "clock": "seconds for a choice: /clock off, /clock 30, /clock 60, /clock 180",
}
"""The host's own words, and what they are for."""
IN_LOBBY = (
    "The host can say /mute, /unmute, /remove or /ban with a name; "
    "/absent bot or /absent wait; and /clock off, 30, 60 or 180."
)
"""What there is to say before the game."""
_PEOPLE = ("mute", "unmute", "remove", "ban")


def say(session: Session, word: str, who: str) -> str:
    """Does it; the answer in words, for the host alone."""
    if not session.is_owner:
        return f"Only the host can say /{word}."
    if word not in _PEOPLE:
        return _about_table(session, word, who)
    names = others(session)
    found = next((name for name in names if skeleton(name) == skeleton(who)), None)
    if found is None:
        there = f"There is {', '.join(names)}." if names else "Nobody else is here."
        return f"Say whom: /{word} NAME. {there}"
    session.link.send([_message(word, found)])
    return ""


def _about_table(session: Session, word: str, text: str) -> str:
    lobby = session.mirror.lobby
    if lobby is None:
        return ""
    if word in ("pause", "go"):
        if lobby.state != "playing":
            return "No game is on that could stand still."
        if word == "go" and not lobby.paused:
            return "The table does not stand still."
        session.link.send([Pause(yes=word == "pause")])
    elif word == "absent":
        if text not in ABSENT:
            return f"Say {' or '.join(f'/absent {rule}' for rule in ABSENT)}. Now it is {lobby.absent}."
        session.link.send([Settle(text, lobby.clock)])
    else:
        clocks = {str(seconds) if seconds else "off": seconds for seconds in CLOCKS}
        if text not in clocks:
            now = next((name for name, seconds in clocks.items() if seconds == lobby.clock), "off")
            return f"Say {', '.join(f'/clock {name}' for name in clocks)}. Now it is {now}."
        session.link.send([Settle(lobby.absent, clocks[text])])
    return ""


def completions(session: Session) -> list[str]:
    """Whole commands."""
    about = [f"/{word} {name}" for word in _PEOPLE for name in others(session)]
    clocks = [f"/clock {seconds or 'off'}" for seconds in CLOCKS]
    return [*about, "/pause", "/go", *(f"/absent {rule}" for rule in ABSENT), *clocks]


def _message(word: str, name: str) -> FromGuest:
    if word in ("mute", "unmute"):
        return Mute(Name(name), word == "mute")
    return Remove(Name(name), ban=word == "ban")


def others(session: Session) -> list[str]:
    """Everybody at the table but the host: those with a seat, then those who watch."""
    lobby, me = session.mirror.lobby, session.mirror.welcome
    if lobby is None or me is None:
        return []
    return [name for name in _people(lobby) if name != me.name]


def _people(lobby: Lobby) -> list[str]:
    seated = [str(info.name) for info in lobby.seats if info.state in ("player", "absent") and info.name]
    return [*seated, *map(str, lobby.watchers)]
