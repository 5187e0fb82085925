"""The host's process is killed at a random moment, the table continued: all records are equal, nothing told is lost."""

import pytest

from tests.e2e.killing import a_night


@pytest.mark.parametrize("seed", [0, 1, 7])
def test_a_killed_host_goes_on_and_all_keep_the_same_record(tmp_path, seed):
    a_night(seed, tmp_path)
