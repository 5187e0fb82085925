"""The proof at the door, as two state machines without sockets: `Door` at the host, `Caller` at the guest.

`docs/joining.md` has the messages in order. Inside TLS, the guest says hello and gets a nonce. Somebody known signs; a
newcomer shows by SPAKE2 that it has the code, or, at an open table, signs and waits to be let in. Then the host vouches
for itself. Everything is bound to the certificate that each side sees, so whoever stands in between is noticed.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable
from enum import Enum, auto

from net.codes import Code
from net.handshake import (
    GUEST_CONFIRMS,
    GUEST_SIGNS,
    HOST_CONFIRMS,
    HOST_SIGNS,
    BadElement,
    Meeting,
    Pairing,
)
from net.identity import Identity, words
from net.messages import (
    Bye,
    Challenge,
    Confirm,
    FromGuest,
    FromHost,
    Hello,
    Knocking,
    Pake,
    PakeReply,
    Proof,
    Refused,
    Vouch,
    Welcome,
)
from net.peers import Peers
from net.refusal import Refusal
from net.signature import signed
from net.text import Name

NONCE = 32
Entropy = Callable[[int], bytes]


class JoinError(Exception):
    """The table cannot be joined; the text says why.

    `code`: the host's where it refused, else `code-needed`, `wrong-code`, `changed-key`, `self`, `unproven`, or nothing
    where the table was not reached.
    """

    def __init__(self, text: str, code: str = "") -> None:
        super().__init__(text)
        self.code = code


# -- the host's side -------------------------------------------------------------------------------------------------


class Doorkeeper:
    """What all doors of a table share: who the host is, whom it knows, and the code.

    `code` is None at an open table. `attended`: a player of the host's own decides who may come into an open table;
    without one everybody who proves its key comes in.
    """

    def __init__(
        self, identity: Identity, name: Name, peers: Peers, entropy: Entropy, code: Code | None, *, attended: bool
    ) -> None:
        self.identity = identity
        self.name = name
        self.peers = peers
        self.entropy = entropy
        self.code = code
        self.attended = attended


class Entry(Enum):
    """How far a stranger has got."""

    OUTSIDE = auto()
    KNOCKS = auto()
    """Its key is proven, the host's player decides."""
    PROVEN = auto()
    """It may come in."""


class Door:
    """The host's side of one connection, up to the proof."""

    def __init__(self, keeper: Doorkeeper) -> None:
        self._keeper = keeper
        self.hello: Hello | None = None
        self.entry = Entry.OUTSIDE
        self.by_code = False
        """Whether it was the code that let this guest in."""
        self._meeting: Meeting | None = None
        self._code = ""
        self._key = b""
        self._vouched = False

    def receive(self, message: FromGuest) -> list[FromHost]:
        """What a stranger said; what to answer. Raises `net.refusal.Refusal`: then the connection ends."""
        if isinstance(message, Hello):
            return [self._greet(message)]
        if isinstance(message, Bye):
            raise Refusal("bye", "goodbye")
        if self._meeting is None or self.entry is not Entry.OUTSIDE:
            raise Refusal("hello-first", "say hello first, and show who you are")
        match message:
            case Pake() if not self._key:
                return [self._pair(self._meeting, message)]
            case Confirm() if self._key and not self._vouched:
                return [self._confirm(self._meeting, message)]
            case Proof() if self._vouched or not self._key:
                self._prove(self._meeting, message)
                return []
        raise Refusal("hello-first", "that is not how one comes in")

    def vouch(self) -> list[FromHost]:
        """The host's own proof, due before the welcome of somebody who has proven its key; nothing if it was given."""
        if self._vouched or self._meeting is None:
            return []
        self._vouched = True
        return [self._vouch(self._meeting._replace(host=self._keeper.identity.public))]

    def _greet(self, hello: Hello) -> Challenge:
        keeper = self._keeper
        if self.hello is not None:
            raise Refusal("again", "one hello is enough")
        if hello.key == keeper.identity.public:
            raise Refusal("self", "this is your own table")
        nonce = keeper.entropy(NONCE)
        self.hello = hello
        self._meeting = Meeting(hello.key, b"", keeper.identity.certificate.fingerprint, b"", nonce)
        return Challenge(nonce, keeper.name, keeper.code is None)

    def _pair(self, meeting: Meeting, pake: Pake) -> PakeReply:
        keeper = self._keeper
        if keeper.code is None:
            raise Refusal("no-code", "this table is open: it has no code")
        self._code = keeper.code.text
        pairing = Pairing(self._code, meeting.guest, meeting.certificate, keeper.entropy, host=True)
        try:
            self._key = pairing.key(pake.element)
        except BadElement as error:
            raise Refusal("proof", str(error)) from None
        self._meeting = meeting._replace(
            guest_nonce=pake.nonce, guest_element=pake.element, host_element=pairing.element
        )
        return PakeReply(pairing.element)

    def _confirm(self, meeting: Meeting, confirm: Confirm) -> Vouch:
        code = self._keeper.code
        if code is None or not hmac.compare_digest(code.text, self._code):
            raise Refusal("wrong-code", "the code has changed: ask for the new one")
        if not meeting.confirms(self._key, GUEST_CONFIRMS, confirm.mac):
            code.wrong()
            raise Refusal("wrong-code", "that is not the code of this table")
        self._meeting = meeting = meeting._replace(host=self._keeper.identity.public)
        self._vouched = self.by_code = True
        return self._vouch(meeting)

    def _vouch(self, meeting: Meeting) -> Vouch:
        mac = meeting.mac(self._key, HOST_CONFIRMS) if self._key else None
        return Vouch(meeting.host, self._keeper.identity.sign(meeting.transcript(HOST_SIGNS)), mac)

    def _prove(self, meeting: Meeting, proof: Proof) -> None:
        keeper = self._keeper
        if self._key and proof.nonce != meeting.guest_nonce:
            raise Refusal("proof", "the proof does not hold")
        # Which host the guest expects it does not say, lest somebody in between learn it.
        for host in (keeper.identity.public,) if self._key else (keeper.identity.public, b""):
            self._meeting = meeting._replace(host=host, guest_nonce=proof.nonce)
            if signed(meeting.guest, self._meeting.transcript(GUEST_SIGNS), proof.signature):
                break
        else:
            raise Refusal("proof", "the proof does not hold: this is another host, or somebody stands in between")
        if self.by_code or keeper.peers.welcome(meeting.guest):
            self.entry = Entry.PROVEN
        elif keeper.code is not None:
            raise Refusal("code-needed", "the host's screen shows a code: it is needed the first time")
        else:
            self.entry = Entry.KNOCKS if keeper.attended else Entry.PROVEN


# -- the guest's side ------------------------------------------------------------------------------------------------


class Caller:
    """The guest's side of one connection, up to the welcome.

    `certificate`: the fingerprint that this connection has. `code`: to be used unless a signature does, None if there
    is none; `by_code`: to be used even where the host is known, because it does not know us.
    """

    def __init__(
        self,
        identity: Identity,
        hello: Hello,
        certificate: bytes,
        peers: Peers,
        entropy: Entropy,
        *,
        code: str | None = None,
        by_code: bool = False,
    ) -> None:
        """`hello`: the first word. Raises `JoinError` where the table is one's own."""
        if certificate == identity.certificate.fingerprint:
            raise JoinError("this is your own table", "self")
        self.hello = hello
        self.host: Name | None = None
        self.pinned = False
        """Whether the certificate is one that we know."""
        self.welcome: Welcome | None = None
        self.waiting = False
        """Whether the host's player is asked to let us in."""
        self.by_code = False
        """Whether the code was used."""
        self._identity = identity
        self._certificate = certificate
        self._peers = peers
        self._entropy = entropy
        self._code = code
        self._code_first = by_code
        self._meeting: Meeting | None = None
        self._expected: bytes | None = None
        self._known = ""
        self._pairing: Pairing | None = None
        self._key = b""
        self._vouched = b""

    def receive(self, message: FromHost) -> list[FromGuest]:
        """What the host said; what to answer. Raises `JoinError`. Once `welcome` is set, the door is behind us."""
        match message:
            case Challenge() if self._meeting is None:
                return [self._answer(message)]
            case PakeReply() if self._pairing is not None and not self._key:
                return [self._confirm(message)]
            case Knocking() if self._meeting is not None:
                self.waiting = True
                return []
            case Vouch() if self._meeting is not None and not self._vouched:
                return self._check(self._meeting, message)
            case Welcome() if self._vouched == message.host:
                self.welcome = message
                return []
            case Refused():
                raise self._refused(message)
            case Bye():
                raise JoinError(message.why or "the host closed the door", "refused")
        raise JoinError("the host does not prove who it is", "unproven")

    def _answer(self, challenge: Challenge) -> FromGuest:
        self.host = challenge.host
        known = self._peers.host(self._certificate, challenge.host)
        self.pinned = known is not None and known.certificate == self._certificate
        nonce = self._entropy(NONCE)
        self._meeting = meeting = Meeting(self.hello.key, b"", self._certificate, nonce, challenge.nonce)
        if known is not None:
            self._expected, self._known = known.key, f"{known.name} ({words(known.key)})"
        if known is not None and not (self.pinned and self._code_first):
            return self._prove(meeting._replace(host=known.key))
        if challenge.open:
            return self._prove(meeting)
        if self._code is None:
            raise JoinError("the host's screen shows a code: it is needed the first time", "code-needed")
        self._pairing = Pairing(self._code, meeting.guest, meeting.certificate, self._entropy, host=False)
        self._meeting = meeting._replace(guest_element=self._pairing.element)
        self.by_code = True
        return Pake(nonce, self._pairing.element)

    def _prove(self, meeting: Meeting) -> Proof:
        signature = self._identity.sign(meeting.transcript(GUEST_SIGNS))
        return Proof(meeting.guest_nonce, signature)

    def _confirm(self, reply: PakeReply) -> Confirm:
        assert self._meeting is not None
        assert self._pairing is not None
        try:
            self._key = self._pairing.key(reply.element)
        except BadElement as error:
            raise JoinError(str(error), "unproven") from None
        self._meeting = self._meeting._replace(host_element=reply.element)
        return Confirm(self._meeting.mac(self._key, GUEST_CONFIRMS))

    def _check(self, meeting: Meeting, vouch: Vouch) -> list[FromGuest]:
        if self._expected is not None and vouch.key != self._expected:
            raise self._changed()
        meeting = meeting._replace(host=vouch.key)
        if self.by_code and not (self._key and meeting.confirms(self._key, HOST_CONFIRMS, vouch.mac)):
            raise JoinError(
                "the host does not know the code itself: it is not the one whose screen you read", "unproven"
            )
        if not signed(vouch.key, meeting.transcript(HOST_SIGNS), vouch.signature):
            raise JoinError("the host does not prove who it is", "unproven")
        self._vouched = vouch.key
        return [self._prove(meeting)] if self.by_code else []

    def _refused(self, refused: Refused) -> JoinError:
        # With the certificate that we know, a host that has merely forgotten us may ask for its code.
        unproven = refused.code == "proof" or (refused.code == "code-needed" and not self.pinned)
        if unproven and self._expected is not None and not self._vouched:
            return self._changed()
        return JoinError(refused.text, refused.code)

    def _changed(self) -> JoinError:
        return JoinError(
            f"STOP: this table says that {self.host} hosts it, but it does not prove to be {self._known}, whom you "
            "know. Somebody may be posing as your host. Ask in person. If it is another device, or another person of "
            f"that name, forget {self._known} (p on the home screen lists the players you know) and join again with "
            "the code",
            "changed-key",
        )
