"""Programs that a test starts end with it."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.e2e.programs import Program


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Program]]:
    """Starts `serai` with a home of its own under that name."""
    running: list[Program] = []

    def begin(name: str, *arguments: str, **more: str) -> Program:
        running.append(Program(tmp_path / name, *arguments, "--name", name, **more))
        return running[-1]

    yield begin
    for program in running:
        program.stop()
