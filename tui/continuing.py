"""Tables of this machine that can be continued: which there are, the one that is meant, and forgetting one."""

from __future__ import annotations

from pathlib import Path

from net.journal import Journal
from net.kept import BadLedger, CannotKeep
from net.shelf import Damaged, Shelf, Waiting
from net.text import TABLE_CELLS, clean
from tui.cli import Failed


def path_of(shelf: Shelf, name: str | None) -> Path:
    """Where the table of that name has its journal, else the one that was played at last. Raises `Failed`.

    Every journal is read for it, which takes a while.
    """
    found = list(shelf.waiting())
    tables = [one for one in found if isinstance(one, Waiting)]
    wanted = clean(name or "", TABLE_CELLS).casefold()
    fitting = [one for one in tables if not name or one.table.casefold() == wanted]
    if fitting:
        return fitting[0].path
    bad = "".join(f"; {one.why}" for one in found if isinstance(one, Damaged))
    if tables:
        names = ", ".join(repr(one.table) for one in tables)
        raise Failed(f"there is no table {name!r} to continue; there are {names}{bad}")
    raise Failed(f"there is no table to continue on this machine{bad}")


def open_journal(shelf: Shelf, path: Path) -> Journal:
    """That journal, for this process alone. Raises `Failed`."""
    try:
        return shelf.open(path)
    except (BadLedger, CannotKeep) as error:
        raise Failed(str(error)) from None


def forget(path: Path) -> None:
    """Deletes the journal at that path with what lies beside it. Raises `OSError`."""
    for file in path.parent.glob(f"{path.name}*"):
        file.unlink(missing_ok=True)
