import os
import subprocess
import sys
from pathlib import Path

import pytest

from net.identity import Identity
from tui.locations import HomeError, claim, find


def test_serai_home_puts_everything_under_one_folder(tmp_path: Path) -> None:
    locations = find({"SERAI_HOME": str(tmp_path)})
    assert all(folder.is_relative_to(tmp_path) for folder in locations.listed().values())
    assert len(set(locations.listed().values())) == len(locations.listed())
    assert not any(tmp_path.iterdir())


def test_without_serai_home_the_system_says_where() -> None:
    assert find({}).config.name == "serai"


def test_the_second_of_one_user_is_a_guest_with_a_key_of_its_own(tmp_path: Path) -> None:
    locations = find({"SERAI_HOME": str(tmp_path)})
    first, second, third = claim(locations), claim(locations), claim(locations)
    places = [one.locations for one in (first, second, third)]
    assert [place.guest for place in places] == [0, 2, 3]
    assert len({Identity.load(place.identity).public for place in places}) == 3
    second.release()
    again = claim(locations)
    assert again.locations == places[1]
    assert Identity.load(again.locations.identity) != Identity.load(places[0].identity)
    for one in (first, again, third):
        one.release()


def test_another_process_holds_the_home_as_long_as_it_lives(tmp_path: Path) -> None:
    code = "from tui.locations import *; kept = claim(find()); print(kept.locations.guest, flush=True); input()"
    environment = {**os.environ, "SERAI_HOME": str(tmp_path)}
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, "-c", code], stdin=pipe, stdout=pipe, env=environment, text=True) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "0\n"
        mine = claim(find({"SERAI_HOME": str(tmp_path)}))
        assert mine.locations.guest == 2
        mine.release()
        other.kill()
        other.wait()
    mine = claim(find({"SERAI_HOME": str(tmp_path)}))
    assert mine.locations.guest == 0
    mine.release()


def test_a_home_that_cannot_be_made_is_told_in_words(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("a file")
    with pytest.raises(HomeError, match="SERAI_HOME can name another place"):
        claim(find({"SERAI_HOME": str(tmp_path / "home")}))


def test_neither_locations_nor_config_bring_textual_in() -> None:
    code = "import sys, tui.locations, tui.config; sys.exit('textual' in sys.modules or 'rich' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
