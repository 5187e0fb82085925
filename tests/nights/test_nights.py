"""Forty nights over all games, each from its seed; and bugs planted on purpose, which some nights must find."""

import os
import re
import subprocess
import sys

import pytest
from msgspec.structs import replace

from core.catalogue import GAMES
from net.journal import Journal
from net.keepsake import Keepsake
from net.match import Match
from net.messages import Sealed
from net.outbox import Outbox
from net.rows import Stepped
from net.sealed_set import SealedSet
from net.telling import to_all
from tests.nights.__main__ import command
from tests.nights.disk import Rows
from tests.nights.night import Night
from tests.nights.process import Wrong

KEYS = list(GAMES)
NIGHTS = [(seed, KEYS[seed % len(KEYS)]) for seed in range(40)]
STORMY = [NIGHTS[seed] for seed in (31, 35, 23, 3, 20)]
"""Nights in which much happens: tried first where it does not matter which."""
VARIED = [NIGHTS[seed] for seed in (9, 36, 6, 23)]
"""Nights in which, together, everything that can go wrong does."""


def run(seed, game, folder=None):
    night = Night(seed, game, folder=folder)
    try:
        return night.run()
    except Exception as error:
        error.add_note(f"{'with real files; without them: ' if folder else ''}{command(seed, game)}")
        raise


@pytest.mark.parametrize(("seed", "game"), NIGHTS)
def test_a_night(seed, game):
    night = run(seed, game)
    assert night.watch.told


@pytest.mark.parametrize(
    ("seed", "game"), [(109, "om-nom-nom"), (112, "om-nom-nom"), (111, "ominoes"), (105, "oh-gnome")]
)
def test_a_night_with_real_ledgers(seed, game, tmp_path):
    night = run(seed, game, tmp_path)
    assert night.host.life > 1


WORDS = (
    "crashes after journal",
    "crashes before journal",
    "but they arrive",
    "crashes before sending Step",
    "crashes between hearing and replying",
    r"crashes (before|after) [0-9a-f]{8}-\d has",
    "the connection is cut",
    "goes dead",
    "stands still for",
    "cannot reach the host",
    "the disk is full",
    "comes back after all",
    "dies in silence",
    "gives up",
    "hears Sealed",
    "hears Ended",
)


def test_the_nights_are_not_all_quiet():
    """Everything that can go wrong does so in some of them."""
    missing = set(WORDS)
    for seed, game in [*VARIED, *STORMY, *NIGHTS]:
        story = []
        Night(seed, game, story.append).run()
        text = "\n".join(story)
        missing -= {words for words in missing if re.search(words, text)}
        if not missing:
            return
    raise AssertionError(f"never in {len(NIGHTS)} nights: {', '.join(sorted(missing))}")


def test_the_same_seed_is_the_same_night_in_every_process():
    seed, game = NIGHTS[5]
    mark = run(seed, game).trace.hexdigest()
    assert run(seed, game).trace.hexdigest() == mark
    assert run(seed + 1, game).trace.hexdigest() != mark
    told = subprocess.run(
        [sys.executable, *command(seed, game).split()[1:]],
        env={**os.environ, "PYTHONHASHSEED": "7"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout.rstrip().endswith(mark)


# -- planted bugs --------------------------------------------------------------------------------------------------


def found(nights=16):
    """What the first nights find wrong, in words; empty if nothing."""
    for seed, game in [*(STORMY if nights == len(NIGHTS) else ()), *NIGHTS[:nights]]:
        try:
            run(seed, game)
        except Wrong as wrong:
            return str(wrong)
    return ""


def test_telling_before_the_disk_has_it_is_found(monkeypatch):
    drain = Outbox.drain

    def hasty(self, journal, now):
        return drain(self, None if self._posts else journal, now)

    monkeypatch.setattr(Outbox, "drain", hasty)
    assert "is told while the disk has" in found()


def test_a_journal_that_loses_a_row_is_found(monkeypatch):
    append = Journal.append
    count = 0

    def losing(self, row):
        nonlocal count
        count += isinstance(row, Stepped)
        if not (isinstance(row, Stepped) and count % 9 == 0):
            append(self, row)

    monkeypatch.setattr(Journal, "append", losing)
    assert found()


def test_a_journal_read_without_its_last_row_is_found(monkeypatch):
    rows = Journal.rows
    monkeypatch.setattr(Journal, "rows", lambda self: rows(self)[:-1] if len(rows(self)) > 8 else rows(self))
    assert found()


def test_a_disk_that_only_says_that_it_kept_is_found(monkeypatch):
    flush = Rows.flush

    def lying(self):
        kept = list(self._file.rows)
        flush(self)
        if len(kept) > 20 and self._process.night.chance(0.1):
            self._file.rows[:] = kept

    monkeypatch.setattr(Rows, "flush", lying)
    assert found()


def test_a_step_told_twice_is_found(monkeypatch):
    since = Match.since
    monkeypatch.setattr(Match, "since", lambda self, seen, seat: since(self, max(0, seen - 1), seat))
    assert "event" in found()


def test_a_step_left_out_is_found(monkeypatch):
    since = Match.since
    monkeypatch.setattr(Match, "since", lambda self, seen, seat: since(self, seen + 1, seat))
    assert found()


def test_a_mirror_that_forgets_its_choice_is_found(monkeypatch):
    monkeypatch.setattr(Keepsake, "choices", lambda self, key: {})
    assert found(40)


def test_a_choice_that_is_not_kept_before_it_leaves_is_found(monkeypatch):
    def careless(self, key, revision, choice):
        self._choices.setdefault(key, {})[revision] = choice

    monkeypatch.setattr(Keepsake, "keep_choice", careless)
    assert "commits to what its disk does not have" in found()


def test_a_seat_that_is_shown_what_another_may_see_is_found(monkeypatch):
    begin = Match.begin

    def careless(self, seat, names):
        shown = begin(self, 0 if seat is None else seat, names)
        return replace(shown, seat=seat)

    monkeypatch.setattr(Match, "begin", careless)
    assert found(40)


def test_a_choice_that_is_opened_too_early_is_found(monkeypatch):
    opening = SealedSet.open

    def hasty(self, seat, message):
        before = len(self.opened)
        tells = opening(self, seat, message)
        early = [to_all(Sealed(self.key, dict(self.acks), dict(self.opened)))]
        return tells if len(self.opened) == before else [*tells, *early]

    monkeypatch.setattr(SealedSet, "open", hasty)
    assert found()
