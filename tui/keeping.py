"""Finished games on the disk."""

from __future__ import annotations

from pathlib import Path

from core.record import BadRecord, read

SUFFIX = ".serai"


def keep(folder: Path, data: bytes) -> Path:
    """Writes a record under its date and game and gives its path. The bytes stay as they are. Raises `OSError`.

    Whoever comes back to a table after the end is told it once more: one file is enough.
    """
    try:
        header = read(data.decode()).header
        name = f"{header.date.replace(':', '').rstrip('Z')} {header.game}"
    except (UnicodeDecodeError, BadRecord):
        name = "unreadable"
    folder.mkdir(parents=True, exist_ok=True)
    number = 1
    while True:
        path = folder / f"{name}{f' {number}' if number > 1 else ''}{SUFFIX}"
        try:
            with path.open("xb") as file:
                file.write(data)
        except FileExistsError:
            if path.read_bytes() == data:
                return path
            number += 1
        else:
            return path
