"""Shared by all tests."""

import os
import shutil
import tempfile

import pytest
from hypothesis import settings

FUZZ = int(os.environ.get("SERAI_FUZZ", "1"))
"""How many times as much is tried; `make fuzz` says more, and then never the same twice."""
settings.register_profile("serai", deadline=None, max_examples=100 * FUZZ, derandomize=FUZZ == 1)
settings.load_profile("serai")

BYTECODE = None
if os.environ.pop("PYTHONDONTWRITEBYTECODE", None):
    # Who wants none beside the sources gets none; but a hundred programs that each compile all of Serai are slow.
    BYTECODE = os.environ["PYTHONPYCACHEPREFIX"] = tempfile.mkdtemp(prefix="serai-tests-")


def pytest_unconfigure(config: pytest.Config) -> None:
    """What was compiled for this run goes with it."""
    if BYTECODE is not None:
        shutil.rmtree(BYTECODE, ignore_errors=True)
