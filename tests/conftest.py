"""Shared by all tests."""

import os

from hypothesis import settings

FUZZ = int(os.environ.get("SERAI_FUZZ", "1"))
"""How many times as much is tried; `make fuzz` says more, and then never the same twice."""
settings.register_profile("serai", deadline=None, max_examples=100 * FUZZ, derandomize=FUZZ == 1)
settings.load_profile("serai")
