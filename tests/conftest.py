"""Shared by all tests."""

from hypothesis import settings

settings.register_profile("serai", deadline=None, max_examples=100, derandomize=True)
settings.load_profile("serai")
