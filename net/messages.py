"""Every message there is, typed and bounded. `docs/protocol.md` tells when each is sent.

The first message of a connection is `Hello` or `Ping`, whose `serai` is the protocol version and stays readable for
every version to come. Seats count from 0. A question's `key` is the number of steps done when it arose.
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta

from core.game import Json
from net.text import Line, Name, TableName

PROTOCOL = 1

SeatNumber: TypeAlias = Annotated[int, Meta(ge=0, le=8)]
Coins: TypeAlias = Annotated[int, Meta(ge=-99, le=99)]
Count: TypeAlias = Annotated[int, Meta(ge=0, le=1_000_000)]
Hash: TypeAlias = Annotated[bytes, Meta(min_length=32, max_length=32)]
Signature: TypeAlias = Annotated[bytes, Meta(min_length=64, max_length=64)]
Element: TypeAlias = Annotated[bytes, Meta(min_length=33, max_length=33)]
Id: TypeAlias = Annotated[bytes, Meta(min_length=16, max_length=16)]
Word: TypeAlias = Annotated[str, Meta(max_length=24, pattern=r"^[a-z0-9-]*\Z")]
Action: TypeAlias = Annotated[str, Meta(max_length=80, pattern=r"^[ -~]*\Z")]


class Data:
    """JSON of a game (options, views, outcomes, events): plain and bounded, text in printable ASCII only."""

    __slots__ = ("value",)

    def __init__(self, value: Json) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Data) and self.value == other.value

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Data({self.value!r})"


class Message(
    msgspec.Struct, tag_field="t", tag=str.lower, forbid_unknown_fields=True, frozen=True, omit_defaults=True
):
    """Anything that crosses the wire."""


# -- from a guest ----------------------------------------------------------------------------------------------------


class Ping(Message, frozen=True):
    """Tell me the table's public line; answered by `Public`, then closed."""

    serai: Count


class Hello(Message, frozen=True):
    """The first word of somebody who wants in. `key`: the public half of the device key."""

    serai: Count
    name: Name
    key: Hash
    watch: bool = False


class Pake(Message, frozen=True):
    """With a code: the guest's half of SPAKE2."""

    nonce: Hash
    element: Element


class Confirm(Message, frozen=True):
    """With a code: the guest came to the same key, so it has the right one."""

    mac: Hash


class Proof(Message, frozen=True):
    """The device key of `Hello` is mine, and I know the host's, or do not yet."""

    nonce: Hash
    signature: Signature


class Sit(Message, frozen=True):
    """Take that seat: a free one in the lobby, in play one that a bot keeps warm."""

    seat: SeatNumber


class Stand(Message, frozen=True):
    """Give up the seat and watch; in the lobby only."""


class Ready(Message, frozen=True):
    """Ready to start, or not after all."""

    ready: bool


class Answer(Message, frozen=True):
    """The open answer to an open question."""

    key: Count
    action: Action


class Chain(Message, frozen=True):
    """The tip of my hash chain for this game's joint chance, signed by my device key."""

    tip: Hash
    signature: Signature


class Reveal(Message, frozen=True):
    """The next element of my chain, for the roll that makes step `step`."""

    step: Count
    element: Hash


class Ack(Message, frozen=True):
    """I have seen this very set of commitments; signed by my device key."""

    key: Count
    signature: Signature


class Commit(Message, frozen=True):
    """A sealed choice. Until the set closes, a higher revision replaces a lower one."""

    key: Count
    revision: Count
    digest: Hash


class Open(Message, frozen=True):
    """What was sealed, once the set is closed."""

    key: Count
    action: Action
    nonce: Hash


class Offer(Message, frozen=True):
    """A price for what is haggled over. `claim`: what is said with it.

    Here and below, `revision` is the number of the step that made the standing proposal which this answers, 0 where
    there is none: what was withdrawn or changed meanwhile cannot be answered by mistake.
    """

    key: Count
    price: Coins
    revision: Count = 0
    claim: Line = Line("")


class Counter(Message, frozen=True):
    """Another price, from the one who was offered."""

    key: Count
    price: Coins
    revision: Count
    claim: Line = Line("")


class Accept(Message, frozen=True):
    """Yes to the standing price."""

    key: Count
    revision: Count


class Decline(Message, frozen=True):
    """A final no, from the one who was offered."""

    key: Count
    revision: Count


class Keep(Message, frozen=True):
    """A final no to a counter, from the one who offered."""

    key: Count
    revision: Count


class Deal(Message, frozen=True):
    """A deal on the side: coins to that seat, or from it where they are negative. `claim`: what is asked for it."""

    seat: SeatNumber
    coins: Coins
    claim: Line = Line("")


class Take(Message, frozen=True):
    """Yes to that seat's deal."""

    seat: SeatNumber
    revision: Count


class Refuse(Message, frozen=True):
    """No to that seat's deal."""

    seat: SeatNumber
    revision: Count


class Withdraw(Message, frozen=True):
    """My own deal with that seat no longer stands."""

    seat: SeatNumber
    revision: Count


class Undo(Message, frozen=True):
    """Take back my last step, which is step `step`: nothing was revealed since and nobody else has acted."""

    step: Count


class Talk(Message, frozen=True):
    """A line for the talk pane."""

    text: Line


class Bye(Message, frozen=True):
    """Leaving, from either side; the connection ends."""

    why: Line = Line("")


# -- from the owner of the table, who sits at the host's own machine ---------------------------------------------------


class Setup(Message, frozen=True):
    """Another game, number of seats or options, before the start."""

    game: Word
    seats: SeatNumber
    options: Data


class PutBot(Message, frozen=True):
    """A bot of that name on a free seat; an empty name takes it away."""

    seat: SeatNumber
    bot: Word = ""


class Admit(Message, frozen=True):
    """Whether the one who knocks (`Knock.number`) may come in."""

    knock: Count
    yes: bool


class Mute(Message, frozen=True):
    """Nothing that this person says is passed on, or it is again."""

    name: Name
    muted: bool


class Remove(Message, frozen=True):
    """Away with this person. `ban`: and its device does not come back to this table."""

    name: Name
    ban: bool = False


class Start(Message, frozen=True):
    """Begin the game."""


class Again(Message, frozen=True):
    """Back to the lobby after a game, with the same people."""


# -- from the host ---------------------------------------------------------------------------------------------------


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

    An absent player's seat keeps its `name` and `key`; `bot` is what stands in, if anything does.
    """

    state: Word
    name: Name | None = None
    bot: Word = ""
    ready: bool = False
    member: Count | None = None
    key: Hash | None = None


class Lobby(Message, frozen=True):
    """The table as everybody sees it, sent whole whenever it changes. `state`: lobby, playing, over.

    `window`: seconds for a question in which nobody may show that they have answered; 0 for no clock.
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
    its commitment with its tip. A seeded table has no chains.
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
    """The game moved on. One of `choices` and `outcome` is set.

    `number` counts steps from 1. `nonces`: of sealed choices. `forfeits`: seats whose choice was never properly
    opened, for which the default counts. `events`: what you may know of what happened. `digest`: of your view after it.
    `undo`: the last step that still stands is taken back.
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


class RecordPart(Message, frozen=True):
    """The finished game's record, in parts; joined, its bytes are the same for everybody."""

    part: Count
    parts: Count
    data: Annotated[bytes, Meta(max_length=32768)]


Bargain: TypeAlias = Offer | Counter | Accept | Decline | Keep | Deal | Take | Refuse | Withdraw
"""Words of a haggle or about a deal."""
AtTheDoor: TypeAlias = Ping | Hello | Pake | Confirm | Proof
"""What is said before the welcome."""
Ruling: TypeAlias = Admit | Mute | Remove
"""The owner's word about people."""
FromGuest: TypeAlias = (
    AtTheDoor
    | Sit
    | Stand
    | Ready
    | Answer
    | Commit
    | Chain
    | Reveal
    | Ack
    | Open
    | Bargain
    | Undo
    | Talk
    | Bye
    | Setup
    | PutBot
    | Ruling
    | Start
    | Again
)
FromHost: TypeAlias = (
    Public
    | Challenge
    | PakeReply
    | Knocking
    | Vouch
    | Knock
    | Refused
    | Welcome
    | Lobby
    | Begin
    | Chosen
    | Chains
    | Roll
    | Closing
    | Sealed
    | Step
    | Heard
    | Notice
    | RecordPart
    | Bye
)
