"""What the host can do about somebody at the table: mute, remove, ban. Said after `/`, in the lobby and in play."""

from __future__ import annotations

from net.messages import FromGuest, Lobby, Mute, Remove
from net.text import Name, skeleton
from tui.session import Session

HELP = {
    "mute": "pass on nothing that somebody says: /mute Ben",
    "unmute": "pass it on again: /unmute Ben",
    "remove": "show somebody the door: /remove Ben",
    "ban": "and do not let that machine in again: /ban Ben",
}
"""The host's own words, and what they are for."""


def say(session: Session, word: str, who: str) -> str:
    """Does it; the answer in words, for the host alone."""
    if not session.is_owner:
        return f"Only the host can /{word} somebody."
    names = others(session)
    found = next((name for name in names if skeleton(name) == skeleton(who)), None)
    if found is None:
        there = f"There is {', '.join(names)}." if names else "Nobody else is here."
        return f"Say whom: /{word} NAME. {there}"
    session.link.send([_message(word, found)])
    return ""


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
