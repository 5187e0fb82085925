"""The ways out of a table, what each means for whom, and what is done for it."""

from __future__ import annotations

from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, cast

from core.shape import listing
from net.messages import EndEarly, FromGuest
from tui import unfinished
from tui.screens.leave import LeaveScreen, Way
from tui.screens.standing import wants_end
from tui.session import Session

if TYPE_CHECKING:
    from textual.app import App

    from tui.app import SeraiApp

LEAVE, GIVE_UP = "Leave the table?", "Give up?"


def ways(session: Session) -> list[Way]:
    """The ways out of a game that is on."""
    mirror = session.mirror
    if session.solo:
        return [
            Way("pause", "keep it for later", "Continue a table, on the home screen, goes on from here."),
            Way("yes", "end it", "The game ends here."),
        ]
    if session.host is not None:
        later = "The table closes, and nothing is lost: you continue it from the home screen, today or another day, "
        return [
            Way("pause", "pause the table", f"{later}and your guests come back by themselves."),
            Way("yes", "close it for good", "It closes for everybody. This game cannot be continued."),
            *_out_of_game(session),
        ]
    if mirror.seat is None:
        return [Way("yes", "leave", "You stop watching.")]
    if session.lost:
        return [
            Way("yes", "leave", "The table is not looked for any longer. If it comes back, you can join it again."),
            Way("story", "keep the story so far", "As a text file, among the records."),
        ]
    return [
        Way(
            "yes",
            "leave for good",
            f"{_after(session)} To come back later, close Serai with ctrl+q: your seat is kept.",
        ),
        *_out_of_game(session),
    ]


def _after(session: Session) -> str:
    lobby = session.mirror.lobby
    if lobby is not None and lobby.absent == "wait":
        return "The table waits until you come back, or somebody takes your seat."
    return "A bot plays on for you."


def _out_of_game(session: Session) -> list[Way]:
    """Ways that end the game, for a seat, but not the evening."""
    if session.mirror.seat is None or session.mirror.paused:
        return []
    end = "stop wanting to end here" if wants_end(session) else "end the game here"
    means = "The game goes on." if wants_end(session) else _means_end(session)
    return [Way("concede", "give up", means_concede(session)), Way("end", end, means)]


def means_concede(session: Session) -> str:
    """What giving up comes to."""
    mirror = session.mirror
    seats = mirror.lobby.seats if mirror.lobby is not None else ()
    if len(seats) == 2 and mirror.seat is not None:
        return f"The game ends, and {mirror.names[1 - mirror.seat]} wins it."
    return "A bot plays on for your seat, and you watch."


def _means_end(session: Session) -> str:
    lobby, names = session.mirror.lobby, session.mirror.names
    seats = lobby.seats if lobby is not None else ()
    people = [
        names[seat]
        for seat, info in enumerate(seats)
        if info.state == "player" and seat != session.mirror.seat and lobby is not None and seat not in lobby.ending
    ]
    if not people:
        return "It ends at once, without a result."
    return f"It ends without a result, once {listing(people)} {'wants' if len(people) == 1 else 'want'} that too."


def ask(app: App[object], session: Session) -> None:
    """Asks, and does what was answered."""
    app.push_screen(LeaveScreen(LEAVE, ways(session)), partial(_answered, app, session))


def ask_to_concede(app: App[object], session: Session) -> None:
    """Asks whether to give up."""
    way = Way("concede", "give up", means_concede(session))
    app.push_screen(LeaveScreen(GIVE_UP, [way]), partial(_answered, app, session))


def _answered(app: App[object], session: Session, way: str | None) -> None:
    if way in ("yes", "pause"):
        cast("SeraiApp", app).leave_table(back=way == "pause")
    elif way == "concede":
        session.link.send(session.mirror.concede())
    elif way == "end":
        session.link.send(end(session))
    elif way == "story":
        cast("SeraiApp", app).notice("The story so far", keep_story(app, session))


def keep_story(app: App[object], session: Session, why: str = "The game goes on.") -> str:
    """Writes it into a text file among the records; what came of it, as a sentence. `why`: how the game ended."""
    try:
        path = unfinished.save(cast("SeraiApp", app).locations.records, session, why, datetime.now())
    except OSError as error:
        return f"The story could not be kept: {error.strerror}."
    return f"The story is kept: {path}"


def end(session: Session) -> list[FromGuest]:
    """Wants to end the game here, or no longer; the messages to send."""
    return [EndEarly(yes=not wants_end(session))]
