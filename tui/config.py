"""A player's settings: a small TOML file that a person may edit, read with care and written whole.

What does not make sense in it is said in words and never stops the program: the file is kept aside under
`config.toml.broken`, and whatever it said wrongly has its default. The file of a newer Serai is left as it is, and
changes then last for the session only.
"""

from __future__ import annotations

import json
import os
import tomllib
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

from net.text import NAME_CELLS, clean

VERSION = 1
"""Of the file. A higher one than this is not read and not written."""


@dataclass(frozen=True)
class Config:
    """`name`: the player's, empty until asked. `theme`: a Textual theme. `glyphs`: unicode or ascii."""

    name: str = ""
    theme: str = "serai-dark"
    glyphs: str = "unicode"
    mouse: bool = True
    animation: bool = True


_ALLOWED = {"glyphs": ("unicode", "ascii")}


class ConfigFile:
    """The file and what it says. `trouble`: what was wrong with it, in words."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.config = Config()
        self.trouble: list[str] = []
        self._writable = True
        self._read()

    def change(self, **values: Any) -> None:
        """Takes new values in and writes the file; if that fails, they last for this session and `trouble` says so."""
        self.config = replace(self.config, **values)
        if not self._writable:
            return
        try:
            _write(self.path, self.config)
        except OSError as error:
            self.trouble.append(f"{self.path} could not be written ({error.strerror}): the change lasts for now only")

    def _read(self) -> None:
        try:
            text = self.path.read_text(encoding="utf-8")
        except FileNotFoundError:
            return
        except (OSError, UnicodeDecodeError):
            self._put_aside(["it cannot be read"])
            return
        try:
            values = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            self._put_aside([f"it is not TOML: {error}"])
            return
        version = values.pop("version", None)
        if type(version) is int and version > VERSION:
            self._writable = False
            self.trouble.append(f"{self.path} was written by a newer Serai: it is left alone, defaults are used")
            return
        wrong = [] if version == VERSION else [f"it has no `version = {VERSION}`"]
        self.config, more = _sift(values)
        if wrong or more:
            self._put_aside(wrong + more)

    def _put_aside(self, why: list[str]) -> None:
        aside = self.path.with_name(self.path.name + ".broken")
        try:
            os.replace(self.path, aside)
        except OSError:
            self._writable = False
            self.trouble.append(f"{self.path}: {'; '.join(why)}. Defaults are used, changes last for now only.")
        else:
            self.trouble.append(f"{self.path}: {'; '.join(why)}. It is kept as {aside.name}; defaults are used there.")


def _sift(values: dict[str, Any]) -> tuple[Config, list[str]]:
    """What of these makes sense, and what does not in words."""
    good: dict[str, Any] = {}
    wrong = []
    known = {field.name: type(field.default) for field in fields(Config)}
    for name, value in values.items():
        if name not in known:
            wrong.append(f"there is no setting {clean(name, NAME_CELLS)!r}")
        elif type(value) is not known[name]:
            wrong.append(f"{name} should be {'true or false' if known[name] is bool else 'a text'}")
        elif name in _ALLOWED and value not in _ALLOWED[name]:
            wrong.append(f"{name} should be {' or '.join(_ALLOWED[name])}")
        else:
            good[name] = clean(str(value), NAME_CELLS) if name == "name" else value
    return replace(Config(), **good), wrong


def _write(path: Path, config: Config) -> None:
    lines = ["# Serai's settings", f"version = {VERSION}"]
    # a cleaned text's JSON is also its TOML
    lines += [f"{f.name} = {json.dumps(getattr(config, f.name), ensure_ascii=False)}" for f in fields(config)]
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(path.name + ".new")
    fresh.write_text("\n".join(lines) + "\n", encoding="utf-8")
    os.replace(fresh, path)
