"""What an installation keeps on disk of tables and games: found again, put aside when damaged, deleted when done."""

import os
import time

import pytest

from net.journal import Journal
from net.keepsake import Choice
from net.kept import BadLedger, CannotKeep
from net.ledger import Ledger
from net.shelf import KEEPSAKE_DAYS, Damaged, Shelf
from tests.net.world import DATE, HOST, World

GAME = b"\1" * 16
CHOICE = Choice("cat", bytes(32))


@pytest.fixture
def shelf(tmp_path):
    return Shelf(tmp_path / "tables", tmp_path / "keepsakes")


def again(shelf):
    """The shelf of another process."""
    return Shelf(shelf._tables, shelf._keepsakes)


def test_who_leaves_a_table_and_comes_back_in_one_process_can_still_keep_what_it_seals(shelf):
    first = shelf.keepsake(GAME, 0)
    first.keep_choice(1, 1, CHOICE)
    second = shelf.keepsake(GAME, 0)  # The newer place at the table is there before the older is put away.
    first.close()
    second.keep_choice(2, 1, CHOICE)
    second.close()
    third = shelf.keepsake(GAME, 0)
    third.keep_choice(3, 1, CHOICE)
    third.close()
    kept = again(shelf).keepsake(GAME, 0)
    assert [kept.choices(key) for key in (1, 2, 3)] == [{1: CHOICE}] * 3


def test_a_keepsake_is_gone_when_its_game_is_over_also_if_it_was_put_away_meanwhile(shelf):
    one, two = shelf.keepsake(GAME, 0), shelf.keepsake(GAME, 1)
    for keepsake in (one, two):
        keepsake.keep_choice(1, 1, CHOICE)
    one.close()
    one.remove()
    two.remove()
    assert list(shelf._keepsakes.iterdir()) == []
    assert shelf.keepsake(GAME, 0).choices(1) == {}
    one = shelf.keepsake(GAME, 0)
    one.keep_choice(1, 1, CHOICE)
    assert again(shelf)._keepsakes.exists()


def test_a_damaged_keepsake_is_put_aside_for_good(shelf):
    """What is kept in its place is found again by the next process, and the one after that."""
    shelf.keepsake(GAME, 0).keep_choice(1, 1, CHOICE)
    for number in range(2, 5):
        (newest,) = sorted(shelf._keepsakes.glob("*.keepsake"), key=lambda path: len(path.name))[-1:]
        if number != 4:
            newest.with_name(newest.name + "-head").write_bytes(bytes(8192))
        kept = again(shelf).keepsake(GAME, 0)
        assert kept.choices(number - 1) == ({} if number != 4 else {1: CHOICE})
        kept.keep_choice(number, 1, CHOICE)
        kept.close()


def test_keepsakes_of_games_that_never_came_back_are_deleted(shelf):
    for seat in (0, 1):
        keepsake = shelf.keepsake(GAME, seat)
        keepsake.keep_choice(1, 1, CHOICE)
        keepsake.close()
    old = time.time() - KEEPSAKE_DAYS * 86400 - 60
    for path in shelf._keepsakes.glob("*-0.keepsake*"):
        os.utime(path, (old, old))
    again(shelf).keepsake(b"\2" * 16, 0)
    assert {path.name.partition(".")[0] for path in shelf._keepsakes.iterdir()} == {f"{GAME.hex()}-1"}


# -- tables ----------------------------------------------------------------------------------------------------------


def table(shelf):
    """A table with a journal on disk, in the middle of its game."""
    world = World("om-nom-nom", 2, journal=shelf.journal)
    world.sit_all("Ana", "Ben")
    world.run(until=lambda: len(world.steps) > 3)
    world.table.close(back=True)
    (path,) = shelf._tables.glob("*.journal")
    return world, path


def test_a_table_that_was_put_away_waits_to_be_continued(shelf):
    world, path = table(shelf)
    (waiting,) = shelf.waiting()
    assert (waiting.path, waiting.table, waiting.game, waiting.date) == (path, "the table", "om-nom-nom", DATE)
    assert waiting.players == ("Ana", "Ben")
    assert waiting.steps == len(world.steps)
    journal = shelf.open(path)
    assert list(again(shelf).waiting()) == []  # It is open: only one process can continue it.
    with pytest.raises(CannotKeep, match="another program"):
        again(shelf).open(path)
    journal.close()


def flipped(path):
    path.with_name(path.name + "-head").write_bytes(b"\1" * 8192)


def cut(path):
    ledger = Ledger.open(path)
    rows = ledger.rows[:-3]
    ledger.close()
    head = path.with_name(path.name + "-head").read_bytes()
    Ledger.open(path).remove()
    shorter = Ledger.create(path)
    for row in rows:
        shorter.append(row)
    shorter.flush()
    shorter.close()
    path.with_name(path.name + "-head").write_bytes(head)


def newer(path):
    rewrite(path, lambda at, row: row.replace(b'"version":1', b'"version":9') if at == 0 else row)


def nonsense(path):
    rewrite(path, lambda at, row: b"{" if at == 2 else row)


def without_a_game(path):
    rewrite(path, lambda at, row: row if at == 0 else None)


def strange_settings(path):
    rewrite(path, lambda at, row: row.replace(b'"om-nom-nom"', b'"chess"') if at == 0 else row)


def of_another_shape(path):
    rewrite(path, lambda at, row: row.replace(b'"absent":', b'"abzent":') if at == 0 else row)


def of_somebody_else(path):
    rewrite(path, lambda at, row: row.replace(_spelled(HOST.public), _spelled(bytes(32))) if at == 0 else row)


def impossible(path):
    rewrite(path, lambda at, row: row.replace(b'"mouse"', b'"dodo"').replace(b'"cat"', b'"dodo"'))


def _spelled(data):
    import msgspec

    return msgspec.json.encode(data)


def rewrite(path, change):
    """Another journal at that path, whole as a ledger."""
    ledger = Ledger.open(path)
    rows = [change(at, row) for at, row in enumerate(ledger.rows)]
    assert rows != ledger.rows
    ledger.remove()
    other = Ledger.create(path)
    for row in rows:
        if row is not None:
            other.append(row)
    other.flush()
    other.close()


BAD = [flipped, cut, newer, nonsense, without_a_game, strange_settings, of_another_shape, of_somebody_else, impossible]


@pytest.mark.parametrize("damage", BAD)
def test_a_journal_that_cannot_be_continued_is_refused_in_words(shelf, damage):
    _, path = table(shelf)
    damage(path)
    (found,) = shelf.waiting()
    assert found.path == path
    with pytest.raises(BadLedger) as refused:
        continued(shelf, found)
    assert str(refused.value)
    assert "\n" not in str(refused.value)


def continued(shelf, found):
    if isinstance(found, Damaged):
        raise BadLedger(found.why)
    World.of(shelf.open(found.path))


def test_a_folder_that_is_none_has_no_tables(tmp_path):
    (tmp_path / "tables").write_text("")
    assert list(Shelf(tmp_path / "tables", tmp_path / "keepsakes").waiting()) == []


def test_a_journal_that_cannot_be_deleted_stops_nobody(shelf, monkeypatch):
    """The next game begins, and the table closes, also where nothing can be deleted."""
    _, path = table(shelf)

    def refuse(self):
        raise CannotKeep("nothing can be deleted")

    monkeypatch.setattr(Ledger, "remove", refuse)
    for journal in (shelf.open(path), Journal()):
        journal.remove()
