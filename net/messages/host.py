"""What the host says."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from net.messages.base import Action, Count, Data, Element, Hash, Id, Message, SeatNumber, Signature, Word
from net.text import Line, Name, TableName


class Public(Message, frozen=True):
    """All that a stranger learns."""

    serai: Count
    table: TableName
    game: Word
    host: Name
    seats: SeatNumber
    taken: SeatNumber
    state: Word
    open: bool


class Challenge(Message, frozen=True):
    """The answer to `Hello`: show who you are, over this nonce. `open`: a stranger may knock, no code is needed."""

    nonce: Hash
    host: Name
    open: bool


class PakeReply(Message, frozen=True):
    """With a code: the host's half of SPAKE2."""

    element: Element


class Knocking(Message, frozen=True):
    """Your key is proven; now the host's player decides, within so many seconds."""

    seconds: Count


class Vouch(Message, frozen=True):
    """The host's own proof. `mac`: with a code, that it came to the same key."""

    key: Hash
    signature: Signature
    mac: Hash | None = None


class Knock(Message, frozen=True):
    """To the owner: somebody wants in, with a proven key. `waiting`: False if it does no longer."""

    number: Count
    name: Name
    key: Hash
    waiting: bool = True


class Refused(Message, frozen=True):
    """No, and why. Before a welcome the connection ends; afterwards only the request is refused."""

    code: Word
    text: Line


class Welcome(Message, frozen=True):
    """You are in. `member` is your number here, `name` yours as granted, `host` the host's public device key."""

    member: Count
    name: Name
    host: Hash
    owner: bool = False


class SeatInfo(Message, frozen=True):
    """One seat as everybody sees it. `state`: free, player, bot, absent.

    An absent player's seat keeps its `name` and `key`; `bot` is what stands in, if anything does. `link`: `shaky` if
    nothing was heard of the player for some seconds, `lost` without a connection; `left`: after how many more seconds
    it counts as absent.
    """

    state: Word
    name: Name | None = None
    bot: Word = ""
    ready: bool = False
    member: Count | None = None
    key: Hash | None = None
    link: Word = ""
    left: Count = 0


class Lobby(Message, frozen=True):
    """The table as everybody sees it, sent whole whenever it changes. `state`: lobby, playing, over.

    `window`: seconds for a question in which nobody may show that they have answered; `clock`: for any other choice;
    0 for no clock. `paused`: why nothing can be played now. `ending`: the seats that want to end the game here.
    """

    table: TableName
    game: Word
    host: Name
    options: Data
    seats: tuple[SeatInfo, ...]
    watchers: tuple[Name, ...]
    state: Word
    absent: Word
    window: Count = 0
    seeded: bool = False
    open: bool = True
    clock: Count = 0
    paused: Line = Line("")
    ending: tuple[SeatNumber, ...] = ()


class Link(Message, frozen=True):
    """A contributor's chain: its device and signed tip, and the last element that is known."""

    device: Hash
    tip: Hash
    signature: Signature
    last: Hash


class Begin(Message, frozen=True):
    """A game as you may see it: at its start, and to whoever comes later.

    `seat`: yours, None for a spectator. `names`: of all seats, those that nobody sits on too. `chosen`: who has sealed
    a choice so far. `revisions`: the steps that made the standing proposals, in the game's order. `secret`: the host's
    commitment to its deck secret. `house` and `links`: the chains of the host and of who contributes; the host signs
    its commitment with its tip. A seeded table has no chains. `events`: how many events the game has had. `conceded`:
    the seat that gave up and so ended the game.
    """

    game_id: Id
    game: Word
    seat: SeatNumber | None
    names: tuple[Name, ...]
    view: Data
    step: Count
    key: Count
    chosen: tuple[SeatNumber, ...] = ()
    revisions: tuple[Count, ...] = ()
    secret: Hash | None = None
    house: Link | None = None
    links: dict[SeatNumber, Link] = {}
    events: Count = 0
    conceded: SeatNumber | None = None


class Chains(Message, frozen=True):
    """Who contributes to the joint chance from now on: all chains, as `Begin` has them."""

    links: dict[SeatNumber, Link]


class Roll(Message, frozen=True):
    """Chance is due: these seats contribute, and the house has opened its element already."""

    step: Count
    house: Hash
    seats: tuple[SeatNumber, ...]


class Chosen(Message, frozen=True):
    """Who has sealed a choice; never what. Not sent where that alone would tell something."""

    key: Count
    seats: tuple[SeatNumber, ...]


class Opened(Message, frozen=True):
    """A choice that was sealed, with what proves it."""

    action: Action
    nonce: Hash


class Seal(Message, frozen=True):
    """A commitment as it stands when the set closes, and the device key it is bound to."""

    device: Hash
    revision: Count
    digest: Hash


class Closing(Message, frozen=True):
    """The set is complete: everybody's commitments, signed by the host. Each guest in it answers with `Ack`."""

    key: Count
    seals: dict[SeatNumber, Seal]
    signature: Signature


class Sealed(Message, frozen=True):
    """All have acknowledged the same set, and the host's own seats are open: now the others open theirs.

    `forfeits`: seats that did not acknowledge, and those of the host's own that failed to open.
    """

    key: Count
    acks: dict[SeatNumber, Signature]
    opened: dict[SeatNumber, Opened]
    forfeits: tuple[SeatNumber, ...] = ()


class Step(Message, frozen=True):
    """The game moved on. One of `choices`, `outcome`, `undo` and `conceded` is set.

    `number` counts steps from 1. `nonces`: of sealed choices. `forfeits`: seats whose choice was never properly
    opened, for which the default counts. `events`: what you may know of what happened. `digest`: of your view after it.
    `undo`: the last step that still stands is taken back. `conceded`: that seat gave up, and the game is over.
    `house`, `elements`: what the outcome was made of; `withheld`: seats of the roll that did not give theirs.
    """

    number: Count
    events: tuple[Data, ...]
    digest: Id
    choices: dict[SeatNumber, Action] | None = None
    nonces: dict[SeatNumber, Hash] = {}
    forfeits: tuple[SeatNumber, ...] = ()
    outcome: Data | None = None
    house: Hash | None = None
    elements: dict[SeatNumber, Hash] = {}
    withheld: tuple[SeatNumber, ...] = ()
    undo: bool = False
    conceded: SeatNumber | None = None


class Clock(Message, frozen=True):
    """So many seconds are left to answer the question `key`; 0: it stands still."""

    key: Count
    seconds: Count


class Heard(Message, frozen=True):
    """A line of talk, numbered. `seat` is None for a spectator. `about`: the step of the offer that it came with."""

    number: Count
    name: Name
    seat: SeatNumber | None
    text: Line
    about: Count | None = None


class Notice(Message, frozen=True):
    """A line from the table itself: who came, who left, what was decided."""

    text: Line


class Ended(Message, frozen=True):
    """The game is over before its end, without a result; its secrets stay closed."""

    why: Line


class RecordPart(Message, frozen=True):
    """The finished game's record, in parts; joined, its bytes are the same for everybody."""

    part: Count
    parts: Count
    data: Annotated[bytes, Meta(max_length=32768)]
