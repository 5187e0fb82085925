"""What guests say."""

from __future__ import annotations

from net.messages.base import Action, Coins, Count, Element, Hash, Id, Message, SeatNumber, Signature
from net.text import Line, Name


class Ping(Message, frozen=True):
    """Tell me the table's public line; answered by `Public`, then closed."""

    serai: Count


class Hello(Message, frozen=True):
    """The first word of somebody who wants in. `key`: the public half of the device key.

    Who comes back says of which game it still knows the course: `game` is its number, `seat` where one sat in it,
    `seen` how many of its events one has.
    """

    serai: Count
    name: Name
    key: Hash
    watch: bool = False
    game: Id | None = None
    seat: SeatNumber | None = None
    seen: Count = 0


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


class Concede(Message, frozen=True):
    """I give up: a bot plays on for my seat; with two seats the game ends, and the other has won."""


class EndEarly(Message, frozen=True):
    """Whether I want to end this game here; it ends when all who have a seat do."""

    yes: bool


class Beat(Message, frozen=True):
    """Still here: from a guest every two seconds, and from the host in answer."""


class Bye(Message, frozen=True):
    """Leaving, from either side; the connection ends. `back`: the table is paused, and will be found again."""

    why: Line = Line("")
    back: bool = False
