"""A door with a guest before it, without sockets: every message crosses `net.wire` both ways."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import Any

from net.codes import Code
from net.identity import Identity
from net.joining import Caller, Door, Doorkeeper, Entry
from net.messages import PROTOCOL, FromGuest, FromHost, Hello, Refused, Welcome
from net.peers import Peer, Peers
from net.refusal import Refusal
from net.text import Line, Name
from net.wire import decode_first, decode_host, encode

HANA, ANA, EVE = Identity.fresh(), Identity.fresh(), Identity.fresh()
"""A host, a guest, and somebody who means no good."""
CERTIFICATE = HANA.certificate.fingerprint


def keeper(host: Identity = HANA, *guests: Identity, code: bool = True, attended: bool = True) -> Doorkeeper:
    """A host at whose tables those guests are known."""
    peers = Peers(peers=tuple(Peer(guest.public, Name("somebody"), welcome=True) for guest in guests))
    lock = Code(os.urandom) if code else None
    return Doorkeeper(host, Name("Hana"), peers, os.urandom, lock, attended=attended)


def knowing(host: Identity = HANA, name: str = "Hana", certificate: bytes | None = CERTIFICATE) -> Peers:
    """What a guest remembers of a host."""
    return Peers(peers=(Peer(host.public, Name(name), certificate),))


def caller(
    guest: Identity = ANA,
    peers: Peers | None = None,
    code: str | None = None,
    certificate: bytes = CERTIFICATE,
    **how: Any,
) -> Caller:
    return Caller(
        guest, Hello(PROTOCOL, Name("Ana"), guest.public), certificate, peers or Peers(), os.urandom, code=code, **how
    )


Change = Callable[[Any], Iterable[Any]]


def same(message: Any) -> Iterable[Any]:
    return [message]


class Meeting:
    """What a guest and a door say to each other. `up`, `down`: what becomes of messages to the host, to the guest."""

    def __init__(self, guest: Caller, door: Door, up: Change = same, down: Change = same) -> None:
        self.said: list[FromGuest] = []
        self.heard: list[FromHost] = []
        self._guest, self._door = guest, door
        self._up, self._down = up, down

    def run(self) -> Entry:
        """Until nothing more is said. Raises `JoinError` as the guest does. A guest that is proven gets its welcome."""
        inbox: list[FromGuest] = [self._guest.hello]
        while inbox:
            outbox: list[FromHost] = []
            for message in [changed for said in inbox for changed in self._up(said)]:
                self.said.append(message)
                outbox += self._answer(decode_first(encode(message)[4:]))
            inbox = []
            for message in [changed for said in outbox for changed in self._down(said)]:
                self.heard.append(message)
                inbox += self._guest.receive(decode_host(encode(message)[4:]))
        return self._door.entry

    def _answer(self, message: FromGuest) -> list[FromHost]:
        try:
            answers = self._door.receive(message)
        except Refusal as refusal:
            return [Refused(refusal.code, Line(str(refusal)))]
        if self._door.entry is Entry.PROVEN:
            answers += [*self._door.vouch(), Welcome(1, Name("Ana"), HANA.public)]
        return answers


def meet(guest: Caller, door: Door, up: Change = same, down: Change = same) -> Entry:
    return Meeting(guest, door, up, down).run()
