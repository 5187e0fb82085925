"""The log file: stdout belongs to the screen, so what went wrong is written here."""

from __future__ import annotations

import logging
from logging.handlers import RotatingFileHandler
from pathlib import Path

LEVELS = ("debug", "info", "warning", "error")
_LARGEST = 1_000_000


def start(path: Path, level: str = "info") -> None:
    """Sends our log, and the warnings of libraries, to that file; one older file is kept. A full disk stops nothing."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handler: logging.Handler = RotatingFileHandler(path, maxBytes=_LARGEST, backupCount=1, encoding="utf-8")
    except OSError:
        handler = logging.NullHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.getLogger().addHandler(handler)
    for ours in ("core", "net", "tui"):
        logging.getLogger(ours).setLevel(level.upper())
    logging.raiseExceptions = False
