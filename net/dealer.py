"""Where the outcomes of chance come from.

A dealer decides who contributes and makes the outcome. `JointDealer` lets every seated peer take part; with it the host
can look at a secret deal but not choose it. Another dealer, with which not even the host can look, can take its place.
"""

from __future__ import annotations

from typing import Any, Protocol

from core.game import AnyGame, Json
from core.stream import Stream
from net.chain import Chain, commit_secret, roll_stream


class Dealer(Protocol):
    """Makes the outcomes that positions wait for.

    `commitment`: to the host's deck secret, shown before the first step; `secret` opens it at the end. `house`: the
    last known element of the host's own chain. All are None where chance is not joint.
    """

    commitment: bytes | None
    secret: bytes | None
    house: bytes | None

    def element(self) -> bytes | None:
        """The house's element for the next roll; None where chance is not joint."""

    def outcome(self, game: AnyGame, position: Any, roll: Roll) -> Json:
        """The outcome, in the game's own form."""

    def skip(self, game: AnyGame, position: Any, house: bytes | None) -> None:
        """A roll that was made before this dealer was set up again; `house`: the house's element in it."""


class Roll:
    """What a roll is made of. `step`: the number of the step it makes. `secret`: not for all eyes."""

    def __init__(self, game_id: bytes, step: int, house: bytes | None, *, secret: bool) -> None:
        self.game_id = game_id
        self.step = step
        self.house = house
        self.secret = secret
        self.elements: dict[int, bytes] = {}

    def stream(self, secret: bytes | None) -> Stream:
        """The stream of a joint roll. `secret`: the host's, used where the outcome is secret."""
        assert self.house is not None
        return roll_stream(self.game_id, self.step, self.house, self.elements, secret if self.secret else None)


class JointDealer:
    """All seated peers' chance. `entropy(n)` gives fresh bytes."""

    def __init__(self, secret: bytes, chain: Chain) -> None:
        self.secret: bytes | None = secret
        self.commitment: bytes | None = commit_secret(secret)
        self.house: bytes | None = chain.tip
        self._chain = chain

    def element(self) -> bytes | None:
        """The next element of the house's chain."""
        assert self.house is not None
        self.house = self._chain.following(self.house)
        return self.house

    def outcome(self, game: AnyGame, position: Any, roll: Roll) -> Json:
        """What the elements, and for a secret outcome the host's secret, say."""
        return game.draw(position, roll.stream(self.secret))

    def skip(self, game: AnyGame, position: Any, house: bytes | None) -> None:  # noqa: ARG002
        """The house's chain has come so far."""
        self.house = house


class SeededDealer:
    """All chance from one number: the same every time, and fair to nobody."""

    commitment: bytes | None = None
    secret: bytes | None = None
    house: bytes | None = None

    def __init__(self, seed: int) -> None:
        self._stream = Stream.of_seed(f"{seed} dealer")

    def element(self) -> bytes | None:
        """Nobody contributes."""
        return None

    def outcome(self, game: AnyGame, position: Any, roll: Roll) -> Json:  # noqa: ARG002
        """The next outcome of the seed's stream."""
        return game.draw(position, self._stream)

    def skip(self, game: AnyGame, position: Any, house: bytes | None) -> None:  # noqa: ARG002
        """The stream goes on after what that roll took of it."""
        game.draw(position, self._stream)


def dealer_of(secret: bytes | None, chain: bytes | None, seed: int | None) -> Dealer:
    """The dealer that begins with these: the host's deck secret and the secret of its chain, or else a seed."""
    if secret is not None and chain is not None:
        return JointDealer(secret, Chain(chain))
    return SeededDealer(seed or 0)
