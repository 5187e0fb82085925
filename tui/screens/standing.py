"""How the table stands, in words: who is here, what has stopped it, and whose clock runs."""

from __future__ import annotations

from time import monotonic

from core.shape import listing
from net.guest import LOST
from net.messages import SeatInfo
from tui.session import Session

GO_ON_KEY = "F7"


def gone_for(session: Session) -> float:
    """Seconds since the lobby was told."""
    return monotonic() - session.seen_at


def notes(info: SeatInfo, gone: float) -> tuple[str, ...]:
    """What is to be said of a seat beside its name, the longest first; nothing for somebody who is just here.

    `gone`: seconds since `info.left` was true.
    """
    if info.state == "bot":
        return ("bot",)
    if info.state == "absent":
        if info.bot:
            return (f"away, {info.bot} bot plays", f"away: {info.bot}", "away")
        return ("away, the table waits", "away, we wait", "away")
    if info.link == "lost":
        left = max(0, info.left - int(gone))
        if not left:
            return ("not back yet", "lost")
        return (f"lost, {left} s to come back", f"back in {left} s?", f"{left} s?")
    return ("shaky connection", "shaky") if info.link == "shaky" else ()


def counting(session: Session) -> bool:
    """Whether some seat has a countdown that is seen to go down."""
    lobby = session.mirror.lobby
    return lobby is not None and any(info.left for info in lobby.seats) and not session.lost


def stands_still(session: Session) -> str:
    """Why nothing can be played now, as a sentence; empty if it can."""
    if session.mirror.stopped or session.mirror.over:
        return ""
    if session.lost:
        said = session.connection.text
        why = "The connection is lost" if said in ("", LOST) else _sentence(said)
        return f"{why}."
    return f"Paused: {paused}." if (paused := session.mirror.paused) else ""


def banner(session: Session) -> str:
    """What everybody has to know before they go on, and what can be done about it; empty if there is nothing."""
    if session.lost and stands_still(session):
        lobby = session.mirror.lobby
        kept = lobby is not None and lobby.state == "playing"  # In the lobby nobody keeps a seat.
        rest = "Your seat stays yours until the table is back." if kept else "Serai looks for the table."
        return f"{stands_still(session)} {rest}"
    if still := stands_still(session):
        gathers = session.mirror.paused.startswith("waiting for")
        rest = f" {GO_ON_KEY} goes on{' without them' if gathers else ''}." if session.is_owner else ""
        return f"{still}{rest}"
    return _ending(session)


def wants_end(session: Session) -> bool:
    """Whether this player wants to end the game here."""
    lobby, seat = session.mirror.lobby, session.mirror.seat
    return lobby is not None and seat is not None and seat in lobby.ending


def asked_to_end(session: Session) -> bool:
    """Whether others want to end the game here, and this player has not agreed."""
    lobby, seat = session.mirror.lobby, session.mirror.seat
    return session.playing and lobby is not None and bool(lobby.ending) and seat is not None and not wants_end(session)


def _ending(session: Session) -> str:
    lobby, names = session.mirror.lobby, session.mirror.names
    if lobby is None or not lobby.ending or not session.playing:
        return ""
    others = [names[seat] for seat in lobby.ending if seat != session.mirror.seat]
    if wants_end(session):
        missing = [
            names[seat]
            for seat, info in enumerate(lobby.seats)
            if info.state == "player" and seat not in lobby.ending and info.link != "lost"
        ]
        waits = f"Waiting for {listing(missing)} to agree." if missing else ""
        return f"You want to end the game here. {waits} /end no takes it back."
    wants = f"{listing(others)} {'wants' if len(others) == 1 else 'want'} to end the game here, without a result."
    return f"{wants} y agrees." if session.mirror.seat is not None else wants


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}".rstrip(".")
