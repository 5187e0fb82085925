"""A finished record checked from end to end: rules, sealed choices, dice, decks.

Whoever has the file can do it: nothing is asked of the host. Each finding says in words what held, or who broke what at
which step.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from core.catalogue import GAMES
from core.game import Ask, Asks, BadOutcome, Chance
from core.record import BadRecord, Drawn, Play, Record, Undo, replay
from net.chain import commit_secret, house_statement, link, roll_stream, tip_statement
from net.messages import Seal
from net.proof import NONE, WITHHELD
from net.sealing import Question, commitment, set_statement
from net.signature import signed

_PLAIN = re.compile(r"-|withheld|[a-z0-9]+(:[a-z0-9]+)?", re.ASCII)
"""Words of a proof: no signs, spaces or capitals, so that a number or hex has one form."""


class Finding(NamedTuple):
    """One thing that was checked. `step` counts from 1; None for the whole game."""

    holds: bool
    text: str
    step: int | None = None


class _Fails(Exception):
    """What does not hold, in words."""

    def __init__(self, text: str, step: int | None = None) -> None:
        super().__init__(text)
        self.step = step


def audit(record: Record) -> list[Finding]:
    """All that can be checked of a finished record, the rules first. Raises nothing for what a record says."""
    checks: list[Callable[[], Iterator[Finding]]] = [lambda: _rules(record)]
    if record.proof:
        proof = _Proof(record)
        checks += [proof.read, proof.sets, proof.rolls]
    else:
        checks.append(lambda: _nothing(record))
    return _run(checks)


def _run(checks: list[Callable[[], Iterator[Finding]]]) -> list[Finding]:
    findings: list[Finding] = []
    for check in checks:
        try:
            findings += check()
        except _Fails as failure:
            findings.append(Finding(holds=False, text=str(failure), step=failure.step))
            break
    return findings


def _rules(record: Record) -> Iterator[Finding]:
    try:
        steps = sum(1 for _ in replay(record))
    except BadRecord as error:
        raise _Fails(f"The game breaks a rule: {error}.") from None
    if record.result is None:
        raise _Fails("The game is not finished: its secrets are still closed.")
    yield Finding(holds=True, text=f"All {steps} steps follow the rules, and the result is theirs.")


def _nothing(record: Record) -> Iterator[Finding]:
    if record.header.keys is not None:
        raise _Fails("It was played at a table, but the table's proof is missing.")
    note = "seeded: all chance came from a known number" if record.header.seed is not None else "no proof is in it"
    yield Finding(holds=True, text=f"Of luck and secrets nothing can be said: {note}.")


class _Proof:
    """The proof's lines, read and compared with the game."""

    def __init__(self, record: Record) -> None:
        self._record = record
        self._game = GAMES[record.header.game]
        self._words: list[list[str]] = [line.split(" ") for line in record.proof]
        self._id = self._house = b""
        self._chance: tuple[bytes, bytes, bytes] | None = None
        self._secret: bytes | None = None
        self._chains: list[tuple[int, int, bytes]] = []
        self._seen: set[tuple[str, ...]] = set()
        self._rolls: dict[int, list[str]] = {}
        self._sets: dict[int, tuple[int, bytes]] = {}
        self._seals: dict[int, dict[int, tuple[Seal, str, str]]] = {}
        self._latest = 0
        self._before: dict[int, Any] = {}

    def _name(self, seat: int) -> str:
        players = self._record.header.players
        return players[seat] if seat < len(players) else f"seat {seat + 1}"

    # -- reading -----------------------------------------------------------------------------------------------

    def read(self) -> Iterator[Finding]:
        """Takes the lines in, and checks the signatures under the chains."""
        for index, words in enumerate(self._words):
            try:
                self._take(words)
            except (ValueError, IndexError):
                line = self._record.line_of_proof(index)
                raise _Fails(f"The proof on line {line} cannot be read.") from None
        if len(self._id) != 16 or len(self._house) != 32:
            raise _Fails("The proof does not say which game it is of, and which host's.")
        self._check_chance()
        position = self._game.start(len(self._record.header.players), self._record.header.options)
        for number, (step, after, _) in enumerate(replay(self._record), 1):
            self._before[number] = position if not isinstance(step, Undo) else None
            position = after
        for number in sorted({*self._rolls, *self._sets, *self._seals}):
            if number not in self._before:
                raise _Fails(f"The proof speaks of a step {number}, which there is not.", number)
            if number in self._rolls and not isinstance(self._record.steps[number - 1], Drawn):
                raise _Fails(f"Step {number}: the proof speaks of dice, where there were none.", number)
            if number in {*self._sets, *self._seals} and not self._sealed(number):
                raise _Fails(f"Step {number}: the proof speaks of sealed choices, where there were none.", number)
        yield Finding(holds=True, text=f"It is a table of the host with the key {self._house.hex()[:16]}….")

    def _check_chance(self) -> None:
        """What the host committed to before anybody contributed; without it the table was seeded, and says so."""
        seeded = self._record.header.seed is not None
        if self._chance is None:
            if not seeded:
                raise _Fails("The proof does not show what the host had committed to before the first dice.")
            if self._rolls or self._chains or self._secret is not None:
                raise _Fails("The table was seeded, but its proof speaks of parts in the dice.")
            return
        tip, commitment, signature = self._chance
        if seeded or not signed(self._house, house_statement(self._id, tip, commitment), signature):
            raise _Fails("The host did not sign what the proof says that it had committed to before the first dice.")
        if self._secret is None:
            raise _Fails("The host did not open its deck secret.")
        if commit_secret(self._secret) != commitment:
            raise _Fails("The host opened another deck secret than it had committed to.")

    def _take(self, words: list[str]) -> None:
        """One line of one way to write it. Raises `ValueError`, `IndexError`."""
        if not all(_PLAIN.fullmatch(word) for word in words):
            raise ValueError(words)
        kind, *rest = words
        lengths = {"game": 1, "house": 1, "chance": 3, "secret": 1, "chain": 5, "set": 3, "seal": 7}
        if len(rest) != lengths.get(kind, len(rest)):
            raise ValueError(words)
        subject = tuple(words[: {"roll": 2, "set": 2, "seal": 3}.get(kind, 1)]) if kind != "chain" else tuple(words)
        if subject in self._seen:
            raise ValueError(words)
        self._seen.add(subject)
        if kind in ("chain", "roll", "set", "seal"):
            if _number(rest[0]) < self._latest:
                raise ValueError("lines stand in the order of their steps")
            self._latest = _number(rest[0])
        match kind:
            case "game":
                self._id = bytes.fromhex(rest[0])
            case "house":
                self._house = bytes.fromhex(rest[0])
            case "chance":
                self._chance = bytes.fromhex(rest[0]), bytes.fromhex(rest[1]), bytes.fromhex(rest[2])
            case "secret":
                self._secret = bytes.fromhex(rest[0])
            case "chain":
                self._take_chain(_number(rest[0]), _number(rest[1]), *map(bytes.fromhex, rest[2:5]))
            case "roll":
                self._rolls[_number(rest[0])] = rest[1:]
            case "set":
                self._sets[_number(rest[0])] = (_number(rest[1]), bytes.fromhex(rest[2]))
            case "seal":
                seal = Seal(bytes.fromhex(rest[2]), _number(rest[3]), bytes.fromhex(rest[4]))
                self._seals.setdefault(_number(rest[0]), {})[_number(rest[1])] = (seal, rest[5], rest[6])
            case _:
                raise ValueError(kind)

    def _take_chain(self, step: int, seat: int, device: bytes, tip: bytes, signature: bytes) -> None:
        if not signed(device, tip_statement(self._id, seat, tip), signature):
            raise _Fails(f"The chain of {self._name(seat)} for the dice is not signed by its player.", step)
        self._chains.append((step, seat, tip))

    # -- sealed choices ----------------------------------------------------------------------------------------

    def sets(self) -> Iterator[Finding]:
        """Each set of sealed choices: signed, acknowledged, and opened to what was played."""
        count = 0
        for number, step in enumerate(self._record.steps, 1):
            if not isinstance(step, Play) or not self._sealed(number):
                continue
            self._set(number, step)
            count += 1
            for seat in step.forfeited:
                lacking = self._lacking(number, seat)
                text = f"Step {number}: {self._name(seat)} did not {lacking}; the first legal one counted."
                yield Finding(holds=True, text=text, step=number)
        if count:
            yield Finding(
                holds=True,
                text=f"{count} sets of sealed choices were signed, acknowledged, and opened to what had been sealed.",
            )

    def _lacking(self, number: int, seat: int) -> str:
        """What a seat did not do whose choice is lost."""
        if seat not in self._seals.get(number, {}):
            return "choose in time"
        seal, ack, _ = self._seals[number][seat]
        return "acknowledge the choices" if ack == NONE and seal.device != self._house else "open its choice"

    def _asked(self, number: int) -> tuple[Ask, ...]:
        before = self._before.get(number)
        due = self._game.due(before) if before is not None else None
        return due.asks if isinstance(due, Asks) else ()

    def _sealed(self, number: int) -> bool:
        return isinstance(self._record.steps[number - 1], Play) and any(ask.sealed for ask in self._asked(number))

    def _set(self, number: int, step: Play) -> None:
        if number not in self._sets:
            raise _Fails(f"Step {number}: the proof does not show the sealed choices.", number)
        key, signature = self._sets[number]
        found = self._seals.get(number, {})
        # Whoever lost it without having sealed anything did not choose in time.
        if found.keys() | set(step.forfeited) != step.choices.keys():
            raise _Fails(f"Step {number}: the proof does not show everybody's sealed choice.", number)
        statement = set_statement(self._id, key, {seat: seal for seat, (seal, _, _) in found.items()})
        if not signed(self._house, statement, signature):
            raise _Fails(f"Step {number}: the host did not sign this set of sealed choices.", number)
        for seat, (seal, ack, nonce) in found.items():
            lost = seat in step.forfeited
            needless = seal.device == self._house or (lost and ack == NONE)
            if ack != NONE if needless else not _signed(seal.device, statement, ack):
                raise _Fails(f"Step {number}: {self._name(seat)} did not acknowledge this set of choices.", number)
            if lost and nonce == NONE:
                continue
            if lost:
                raise _Fails(f"Step {number}: the choice of {self._name(seat)} is open and lost at once.", number)
            question = Question(self._id, key, seat, seal.device)
            action = step.choices[seat]
            if nonce == NONE or commitment(question, seal.revision, action, bytes.fromhex(nonce)) != seal.digest:
                raise _Fails(f"Step {number}: {action!r} is not what {self._name(seat)} had sealed.", number)

    # -- dice and decks ----------------------------------------------------------------------------------------

    def rolls(self) -> Iterator[Finding]:
        """Each chance outcome: made of everybody's part, in the order that all had committed to."""
        if self._chance is None:
            yield Finding(
                holds=True, text="The table was seeded: its chance came from a known number, and is not fair."
            )
            return
        house, last = self._chance[0], dict[int, bytes]()
        count = 0
        for number, step in enumerate(self._record.steps, 1):
            last |= {seat: tip for since, seat, tip in self._chains if since == number}
            if not isinstance(step, Drawn):
                continue
            house, withheld, away = self._roll(number, step, house, last)
            count += 1
            for seat in withheld:
                text = f"Step {number}: {self._name(seat)} withheld its part of the dice and was left out."
                yield Finding(holds=True, text=text, step=number)
            for seat in away:
                text = f"Step {number}: {self._name(seat)} had gone, says the host: from here on its part is missing."
                yield Finding(holds=True, text=text, step=number)
        people = {seat for seat, key in enumerate(self._record.header.keys or ()) if key is not None}
        for seat in sorted(people - {seat for _, seat, _ in self._chains}) if count else ():
            yield Finding(holds=True, text=f"{self._name(seat)} never took part in the dice.")
        yield Finding(holds=True, text=f"{count} outcomes of dice and decks are what everybody's parts made together.")

    def _roll(
        self, number: int, step: Drawn, house: bytes, last: dict[int, bytes]
    ) -> tuple[bytes, list[int], list[int]]:
        """The host's element, the seats that withheld theirs, and those that were not asked. `last` goes on."""
        if number not in self._rolls:
            raise _Fails(f"Step {number}: the proof does not show what the outcome was made of.", number)
        opened, *parts = self._rolls[number]
        try:
            element = bytes.fromhex(opened)
            given = {_number(seat): part for seat, _, part in (each.partition(":") for each in parts)}
            elements = {seat: bytes.fromhex(part) for seat, part in given.items() if part != WITHHELD}
            if len(given) != len(parts) or list(given) != sorted(given):
                raise ValueError(parts)
        except ValueError:
            raise _Fails(f"Step {number}: the proof of the outcome cannot be read.", number) from None
        if link(element) != house:
            raise _Fails(f"Step {number}: the host's part in the dice is not the one it had committed to.", number)
        for seat, part in elements.items():
            if link(part) != last.get(seat):
                raise _Fails(f"Step {number}: the part of {self._name(seat)} is not the one committed to.", number)
            last[seat] = part
        withheld = sorted(given.keys() - elements.keys())
        away = sorted(last.keys() - given.keys())
        if strangers := set(withheld) - last.keys():
            text = f"Step {number}: {self._name(min(strangers))} cannot have withheld a part without a chain."
            raise _Fails(text, number)
        for seat in (*withheld, *away):
            del last[seat]
        self._compare(number, step, element, elements)
        return element, withheld, away

    def _compare(self, number: int, step: Drawn, house: bytes, elements: dict[int, bytes]) -> None:
        before = self._before[number]
        due = self._game.due(before)
        secret = self._secret if isinstance(due, Chance) and due.secret else None
        try:
            right = self._game.draw(before, roll_stream(self._id, number, house, elements, secret))
        except BadOutcome as error:
            raise _Fails(f"Step {number}: {error}", number) from None
        if right != step.outcome:
            what = "The deck was stacked" if secret else "The outcome was chosen"
            raise _Fails(f"Step {number}: {what}: it is not what everybody's parts make.", number)


def _number(text: str) -> int:
    """A number in its one form. Raises `ValueError`."""
    number = int(text)
    if str(number) != text:
        raise ValueError(text)
    return number


def _signed(device: bytes, statement: bytes, signature: str) -> bool:
    try:
        return signed(device, statement, bytes.fromhex(signature))
    except ValueError:
        return False
