"""Text read back as a record, or refused with the line and the reason."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import zip_longest
from typing import Any

from core.catalogue import GAMES
from core.record.form import (
    VERSION,
    BadRecord,
    Conceded,
    Drawn,
    Header,
    Outline,
    Play,
    Record,
    Step,
    Undo,
    head_lines,
    write,
)
from core.strict_json import BadJson, parse


def read(text: str) -> Record:
    """The record of that text. Raises `BadRecord`, also for text that means a record but is not its one form."""
    lines = text.split("\n")
    header = _read_header(lines)
    number = len(head_lines(header))
    if _at(lines, number):
        raise BadRecord(number + 1, "an empty line must follow the header")
    number += 1
    steps: list[Step] = []
    while _at(lines, number):
        steps.append(_read_step(lines[number], number + 1, len(steps) + 1))
        number += 1
    result = None
    proof: tuple[str, ...] = ()
    if number + 1 < len(lines):
        word, _, rest = lines[number + 1].partition(" ")
        if word != "result":
            raise BadRecord(number + 2, "only the result may follow the steps")
        result = _value(rest, number + 2, "result", dict)
        proof = tuple(_read_proof(lines, number + 3))
    record = Record(header, tuple(steps), result, proof)
    _check_form(lines, write(record).split("\n"))
    return record


def skim(text: str) -> Outline:
    """What a list of records shows, without a look at the single steps. Raises `BadRecord`."""
    lines = text.split("\n")
    header = _read_header(lines)
    first = len(head_lines(header)) + 1
    try:
        end = lines.index("", first)
    except ValueError:
        raise BadRecord(len(lines), "the end is missing") from None
    word, _, rest = _at(lines, end + 1).partition(" ")
    return Outline(header, end - first, _value(rest, end + 2, "result", dict) if word == "result" else None)


def _read_proof(lines: list[str], first: int) -> Iterator[str]:
    for number, line in enumerate(lines[first:-1], first + 1):
        word, _, rest = line.partition(" ")
        if word != "proof" or not rest.isascii() or not rest.isprintable():
            raise BadRecord(number, "only lines of proof may follow the result")
        yield rest


def _check_form(given: list[str], right: list[str]) -> None:
    for number, (line, form) in enumerate(zip_longest(given, right), 1):
        if line is None:
            raise BadRecord(number, "the end is missing")
        if form is None:
            raise BadRecord(number, "the record should end before this line")
        if line != form:
            raise BadRecord(number, f"should be written {form!r}")


def _at(lines: list[str], number: int) -> str:
    return lines[number] if number < len(lines) else ""


def _read_header(lines: list[str]) -> Header:
    if lines[0] != f"serai-record {VERSION}":
        word, _, version = lines[0].partition(" ")
        if word == "serai-record" and version.isdecimal():
            raise BadRecord(1, f"a record of version {version[:20]}; this program reads version {VERSION}")
        raise BadRecord(1, "not a record: the first line must be 'serai-record 1'")
    fields: dict[str, tuple[int, str]] = {}
    for number, line in enumerate(lines[1:], 2):
        if not line:
            break
        name, _, rest = line.partition(" ")
        if name not in ("game", "date", "table", "players", "keys", "options", "seed"):
            raise BadRecord(number, f"a header has no line {name[:20]!r}")
        if name in fields:
            raise BadRecord(number, f"a second line {name!r}")
        fields[name] = number, rest
    for name in ("game", "date", "table", "players", "options"):
        if name not in fields:
            raise BadRecord(len(fields) + 2, f"the header lacks the line {name!r}")
    values = {
        name: _value(fields[name][1], fields[name][0], name, kind) for name, kind in _KINDS.items() if name in fields
    }
    header = Header(
        fields["game"][1],
        fields["date"][1],
        values["table"],
        tuple(values["players"]),
        values["options"],
        tuple(values["keys"]) if "keys" in values else None,
        values.get("seed"),
    )
    _check_header(header, {name: number for name, (number, _) in fields.items()})
    return header


_KINDS: Mapping[str, type] = {"table": str, "players": list, "keys": list, "options": dict, "seed": int}
_NAMES = {str: "a text", list: "a list", dict: "an object", int: "a whole number"}


def _value(text: str, line: int, name: str, kind: type) -> Any:
    try:
        value = parse(text.encode("utf-8", "surrogatepass"))
    except BadJson as error:
        raise BadRecord(line, str(error)) from None
    if type(value) is not kind:
        raise BadRecord(line, f"{name} must be {_NAMES[kind]}")
    return value


def _check_header(header: Header, line: Mapping[str, int]) -> None:
    if header.game not in GAMES:
        raise BadRecord(line["game"], f"there is no game {header.game[:40]!r}; there are {', '.join(GAMES)}")
    if not re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", header.date, re.ASCII):
        raise BadRecord(line["date"], "the date must look like 2026-11-30T19:02:11Z")
    if not all(isinstance(name, str) for name in header.players):
        raise BadRecord(line["players"], "each player's name must be a text")
    if header.keys is None:
        return
    if len(header.keys) != len(header.players):
        raise BadRecord(line["keys"], "there must be a key, or null, for each player")
    if not all(key is None or (isinstance(key, str) and re.fullmatch("[0-9a-f]{64}", key)) for key in header.keys):
        raise BadRecord(line["keys"], "a key is 64 hex digits, or null")


def _read_step(line: str, at: int, number: int) -> Step:
    count, _, rest = line.partition(" ")
    if count != str(number):
        raise BadRecord(at, f"step {number} is expected here")
    word, _, rest = rest.partition(" ")
    if word == "chance":
        try:
            return Drawn(parse(rest.encode("utf-8", "surrogatepass")))
        except BadJson as error:
            raise BadRecord(at, str(error)) from None
    if word == "play":
        return _read_play(rest, at)
    if word == "undo":
        return Undo()
    if word == "concede" and _SEAT.fullmatch(rest):
        return Conceded(int(rest))
    raise BadRecord(at, f"a step is play, chance, undo or concede, not {word[:20]!r}")


def _read_play(text: str, at: int) -> Play:
    choices: dict[int, str] = {}
    forfeited: tuple[int, ...] = ()
    for part in text.split(" | "):
        word, _, rest = part.partition(" ")
        if word == "forfeit" and all(_SEAT.fullmatch(seat) for seat in rest.split(" ")):
            forfeited = tuple(map(int, rest.split(" ")))
        elif _SEAT.fullmatch(word) and rest:
            choices[int(word)] = rest
        else:
            raise BadRecord(at, f"{part[:40]!r} is neither a seat with its action nor a forfeit")
    if strangers := set(forfeited) - choices.keys():
        raise BadRecord(at, f"seat {min(strangers)} forfeits a choice that is not here")
    return Play(choices, forfeited)


_SEAT = re.compile("[0-9]{1,2}", re.ASCII)
