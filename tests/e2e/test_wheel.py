"""The wheel, built and installed into a clean environment, plays."""

import json
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

from tests.e2e.programs import TOP, environment, table_name

PACKAGES = ("core", "net", "tui")
HOME_SCREEN = """
import asyncio
from pathlib import Path
from net.identity import Identity
from tui import locations, app
from tui.config import ConfigFile
import tui
assert not Path(tui.__file__).is_relative_to({top!r}), tui.__file__
async def main():
    where = locations.find()
    config = ConfigFile(where.config_file)
    config.change(name="Ana")
    serai = app.SeraiApp(where, config, Identity.fresh(), None)
    async with serai.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("f2")
        await pilot.pause()
        print(type(serai.screen).__name__)
asyncio.run(main())
"""


def call(*words, cwd, home, **more):
    done = subprocess.run(
        list(map(str, words)),
        cwd=cwd,
        env=environment(home, **more),
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The wheel of this tree, built from a copy so that nothing is left behind in it."""
    top = tmp_path_factory.mktemp("wheel")
    source = top / "source"
    source.mkdir()
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(TOP / name, source)
    for name in PACKAGES:
        shutil.copytree(TOP / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "wheel", "-q", "--no-deps", "--no-index")
    call(*pip, "--no-build-isolation", "-w", top, source, cwd=top, home=top)
    (built,) = top.glob("serai-*.whl")
    return built


@pytest.fixture(scope="module")
def clean(wheel, tmp_path_factory):
    """The Python of an environment that has the wheel, and our dependencies lent from where the tests run."""
    top = tmp_path_factory.mktemp("clean")
    call(sys.executable, "-m", "venv", "--without-pip", top / "env", cwd=top, home=top)
    paths = {
        name: Path(sysconfig.get_path(name, "venv", {"base": str(top / "env")})) for name in ("scripts", "purelib")
    }
    python = paths["scripts"] / Path(sys.executable).name
    (paths["purelib"] / "lent.pth").write_text(f"{sysconfig.get_path('purelib')}\n{sysconfig.get_path('platlib')}\n")
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", python, "install", "-q")
    call(*pip, "--no-deps", "--no-index", "--ignore-installed", wheel, cwd=top, home=top)
    assert (paths["purelib"] / "tui" / "cli.py").exists()
    return paths["scripts"]


def test_every_file_of_the_packages_is_in_the_wheel(wheel):
    packed = {name for name in zipfile.ZipFile(wheel).namelist() if name.split("/")[0] in PACKAGES}
    source = wheel.parent / "source"
    files = [path for name in PACKAGES for path in (source / name).rglob("*") if path.is_file()]
    assert packed == {path.relative_to(source).as_posix() for path in files}
    assert {Path(name).suffix for name in packed} >= {".py", ".tcss", ".txt", ".md"}


def test_the_wheel_has_its_command_and_nothing_of_the_tests(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    assert {name.split("/")[0].split("-")[0] for name in names} == {*PACKAGES, "serai"}
    (entry,) = [name for name in names if name.endswith("entry_points.txt")]
    assert "serai = tui.cli:main" in zipfile.ZipFile(wheel).read(entry).decode()


def test_a_clean_installation_plays_a_game(clean, tmp_path):
    line = ("host", "om-nom-nom", "--headless", "--json", "--bind", "127.0.0.1", "--port", "0", "--seats", "2")
    out = call(
        clean / "serai", *line, "--bots", "2", "--table", table_name(), cwd=tmp_path, home=tmp_path, PYTHONPATH=""
    )
    over = json.loads(out.splitlines()[-1])
    assert over["event"] == "over"
    assert Path(over["record"]).read_text().startswith("serai-record 1\n")


def test_a_clean_installation_shows_its_screens(clean, tmp_path):
    python = clean / Path(sys.executable).name
    code = HOME_SCREEN.format(top=str(TOP))
    assert call(python, "-c", code, cwd=tmp_path, home=tmp_path, PYTHONPATH="").strip() == "RulesScreen"
