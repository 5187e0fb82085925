"""What the project says of itself is so: versions, pins, documents, and what is imported when."""

import os
import re
import subprocess
import sys
import tomllib
from importlib.metadata import distribution, version
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

TOP = Path(__file__).parents[1]
PROJECT = tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))
PAGES = sorted(page for page in [*TOP.glob("*.md"), *TOP.glob("docs/*.md")])
PARTS = ("core", "net", "tui", "tests", "examples", "benchmarks", "docs")
LONGEST = 600
SERAI = Path(sys.executable).with_name("serai")


def texts(*suffixes):
    """Every text file of ours, with what it says."""
    found = [path for path in TOP.iterdir() if path.is_file()]
    found += [path for part in PARTS for path in (TOP / part).rglob("*") if path.is_file()]
    for path in found:
        if "__pycache__" not in path.parts and (not suffixes or path.suffix in suffixes):
            try:
                yield path, path.read_text(encoding="utf-8")
            except UnicodeDecodeError:
                continue


def of_page(page):
    return page.relative_to(TOP).as_posix()


# -- files ---------------------------------------------------------------------------------------------------------


def test_no_module_is_too_long():
    lengths = {of_page(path): text.count("\n") for path, text in texts(".py")}
    assert len(lengths) > 50
    assert {name: lines for name, lines in lengths.items() if lines > LONGEST} == {}


def test_no_path_of_one_machine_is_written_down():
    own = {str(path) + os.sep for path in (TOP, Path.home()) if len(path.parts) > 1}
    known = re.compile(r"/home/\w+/|/Users/\w+/|[A-Z]:\\Users\\")
    wrong = [
        of_page(path)
        for path, text in texts()
        if path != Path(__file__) and (known.search(text) or any(place in text for place in own))
    ]
    assert wrong == []


# -- versions ------------------------------------------------------------------------------------------------------


def test_one_version_everywhere():
    said = PROJECT["project"]["version"]
    assert version("serai") == said
    assert f"## [{said}]" in (TOP / "CHANGELOG.md").read_text(encoding="utf-8")
    shown = subprocess.run([SERAI, "--version"], capture_output=True, text=True, check=True)
    assert shown.stdout == f"serai {said}\n"


def pins():
    lines = (TOP / "requirements-dev.txt").read_text(encoding="utf-8").splitlines()
    found = [re.fullmatch(r"([a-z0-9-]+)==([0-9][0-9a-z.]*)", line) for line in lines]
    assert all(found), "every line is name==version"
    return {match[1]: match[2] for match in found}


def test_everything_for_development_is_pinned_to_the_last_dependency():
    pinned = pins()
    for wanted in (Requirement(text) for text in PROJECT["project"]["dependencies"]):
        assert wanted.specifier.contains(pinned[canonicalize_name(wanted.name)]), wanted
    for name in pinned:
        for needed in map(Requirement, distribution(name).requires or ()):
            if needed.marker is None or needed.marker.evaluate({"extra": ""}):
                assert canonicalize_name(needed.name) in pinned, f"{name} needs {needed}"


# -- documents -----------------------------------------------------------------------------------------------------


def test_there_are_documents():
    assert {
        "README.md",
        "CONTRIBUTING.md",
        "CHANGELOG.md",
        "docs/architecture.md",
        "docs/protocol.md",
        "docs/engine-protocol.md",
        "docs/adding-a-game.md",
    } <= {of_page(page) for page in PAGES}


def anchors(page):
    """The fragments that a page's headings have, as forges make them."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=of_page)
def test_links_lead_somewhere(page):
    for link in re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8")):
        if "://" in link:
            continue
        path, _, fragment = link.partition("#")
        target = (page.parent / path) if path else page
        assert target.exists(), link
        assert target.is_relative_to(TOP), link
        if fragment:
            assert fragment in anchors(target), link


def commands():
    """Every `serai ...` and `make ...` of the documents, in code."""
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        code = re.findall(r"```[a-z]*\n(.*?)```", text, re.DOTALL) + re.findall(r"`([^`\n]+)`", text)
        for line in "\n".join(code).splitlines():
            found = re.match(r"\s*(?:\$ )?(?:[A-Z_]+=\S+ )*(?:\.venv/bin/)?(serai|make)((?: [^\s#|&;]+)*)", line)
            if found:
                yield of_page(page), found[1], found[2].split()


def test_the_make_targets_of_the_documents_exist():
    targets = re.findall(r"^([a-z]+):", (TOP / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    named = {word for _, program, words in commands() if program == "make" for word in words if word.islower()}
    assert {"play", "test", "demo", "lint"} <= named
    assert named <= set(targets)


def test_the_serai_commands_of_the_documents_exist(tmp_path):
    def help_of(*command):
        done = subprocess.run([SERAI, *command, "--help"], capture_output=True, text=True, check=False)
        return done.stdout if done.returncode == 0 else ""

    helps = {"": help_of()}
    for page, program, words in commands():
        if program != "serai":
            continue
        command = words[0] if words and words[0].islower() and words[0].isalpha() else ""
        if command not in helps:
            helps[command] = help_of(command)
        assert helps[command], f"{page} speaks of serai {command}"
        for option in (word.strip("[]").partition("=")[0] for word in words if word.strip("[").startswith("--")):
            assert re.search(rf"{option}\b", helps[command]), f"{page} speaks of serai {command} {option}"
    assert len(helps) > 4


# -- imports -------------------------------------------------------------------------------------------------------

RUN = """
import sys
from tui.cli import main
try:
    status = main(sys.argv[1:])
except SystemExit as end:
    status = end.code
print("heavy:", *sorted({"textual", "rich"} & sys.modules.keys()), file=sys.stderr)
sys.exit(status)
"""


@pytest.mark.parametrize(
    ("line", "status"),
    [
        ("--version", 0),
        ("--help", 0),
        ("engine", 0),
        ("paths", 0),
        ("find --seconds 0.1", None),
        ("doctor", 0),
        ("bench om-nom-nom --seconds 0.01", 0),
        ("arena om-nom-nom --bots greedy,random --games 1", 0),
        ("host om-nom-nom --seats 2 --bots 2 --headless --bind 127.0.0.1 --port 0", 0),
        ("join 127.0.0.1:1 --headless", 1),
    ],
)
def test_commands_without_a_screen_import_no_textual(line, status, tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", RUN, *line.split()],
        env={**os.environ, "SERAI_HOME": str(tmp_path)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.stderr.splitlines()[-1] == "heavy:"
    assert status in (None, done.returncode), done.stderr
