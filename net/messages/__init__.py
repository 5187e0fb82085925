"""Every message there is, typed and bounded. `docs/protocol.md` tells when each is sent.

The first message of a connection is `Hello` or `Ping`, whose `serai` is the protocol version and stays readable for
every version to come. Seats count from 0. A question's `key` is the number of steps done when it arose.
"""

from __future__ import annotations

from typing import TypeAlias

from net.messages.base import (
    PROTOCOL,
    Action,
    Coins,
    Count,
    Data,
    Element,
    Hash,
    Id,
    Message,
    SeatNumber,
    Signature,
    Word,
)
from net.messages.guest import (
    Accept,
    Ack,
    Answer,
    Beat,
    Bye,
    Chain,
    Commit,
    Concede,
    Confirm,
    Counter,
    Deal,
    Decline,
    EndEarly,
    Hello,
    Keep,
    Offer,
    Open,
    Pake,
    Ping,
    Proof,
    Ready,
    Refuse,
    Reveal,
    Sit,
    Stand,
    Take,
    Talk,
    Undo,
    Withdraw,
)
from net.messages.host import (
    Begin,
    Chains,
    Challenge,
    Chosen,
    Clock,
    Closing,
    Ended,
    Heard,
    Knock,
    Knocking,
    Link,
    Lobby,
    Notice,
    Opened,
    PakeReply,
    Public,
    RecordPart,
    Refused,
    Roll,
    Seal,
    Sealed,
    SeatInfo,
    Step,
    Vouch,
    Welcome,
)
from net.messages.owner import Admit, Again, Mute, Pause, PutBot, Remove, Settle, Setup, Start

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
    | Concede
    | EndEarly
    | Beat
    | Bye
    | Setup
    | PutBot
    | Ruling
    | Start
    | Again
    | Pause
    | Settle
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
    | Clock
    | Heard
    | Notice
    | Ended
    | RecordPart
    | Beat
    | Bye
)

__all__ = [
    "PROTOCOL",
    "Accept",
    "Ack",
    "Action",
    "Admit",
    "Again",
    "Answer",
    "AtTheDoor",
    "Bargain",
    "Beat",
    "Begin",
    "Bye",
    "Chain",
    "Chains",
    "Challenge",
    "Chosen",
    "Clock",
    "Closing",
    "Coins",
    "Commit",
    "Concede",
    "Confirm",
    "Count",
    "Counter",
    "Data",
    "Deal",
    "Decline",
    "Element",
    "EndEarly",
    "Ended",
    "FromGuest",
    "FromHost",
    "Hash",
    "Heard",
    "Hello",
    "Id",
    "Keep",
    "Knock",
    "Knocking",
    "Link",
    "Lobby",
    "Message",
    "Mute",
    "Notice",
    "Offer",
    "Open",
    "Opened",
    "Pake",
    "PakeReply",
    "Pause",
    "Ping",
    "Proof",
    "Public",
    "PutBot",
    "Ready",
    "RecordPart",
    "Refuse",
    "Refused",
    "Remove",
    "Reveal",
    "Roll",
    "Ruling",
    "Seal",
    "Sealed",
    "SeatInfo",
    "SeatNumber",
    "Settle",
    "Setup",
    "Signature",
    "Sit",
    "Stand",
    "Start",
    "Step",
    "Take",
    "Talk",
    "Undo",
    "Vouch",
    "Welcome",
    "Withdraw",
    "Word",
]
