from pathlib import Path

import pytest

from tui.config import Config, ConfigFile


def test_nothing_there_means_defaults_and_no_file(tmp_path: Path) -> None:
    file = ConfigFile(tmp_path / "config.toml")
    assert (file.config, file.trouble) == (Config(), [])
    assert not file.path.exists()


def test_what_was_changed_is_there_next_time(tmp_path: Path) -> None:
    path = tmp_path / "new" / "config.toml"
    ConfigFile(path).change(name='Chloé "C" \\', glyphs="ascii", animation=False)
    ConfigFile(path).change(theme="nord")
    again = ConfigFile(path)
    assert again.config == Config('Chloé "C" \\', "nord", "ascii", mouse=True, animation=False)
    assert again.trouble == []
    assert [entry.name for entry in path.parent.iterdir()] == ["config.toml"]


@pytest.mark.parametrize(
    ("text", "words", "config"),
    [
        ("version = 1\nname = ", "not TOML", Config()),
        ('name = "Ana"\n', "no `version = 1`", Config(name="Ana")),
        ('version = 1\nname = "Ana"\nmouse = 3\n', "mouse should be true or false", Config(name="Ana")),
        ('version = 1\nglyphs = "emoji"\n', "glyphs should be unicode or ascii", Config()),
        ('version = 1\ncolour = "red"\nname = "Ana"\n', "no setting 'colour'", Config(name="Ana")),
        ("version = 1\ntheme = 7\n", "theme should be a text", Config()),
    ],
)
def test_what_makes_no_sense_is_said_and_kept_aside(tmp_path: Path, text: str, words: str, config: Config) -> None:
    path = tmp_path / "config.toml"
    path.write_text(text)
    file = ConfigFile(path)
    assert file.config == config
    assert words in file.trouble[0]
    assert (tmp_path / "config.toml.broken").read_text() == text
    file.change(name="Ben")
    assert ConfigFile(path).config.name == "Ben"


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_bytes(b"\xff\xfe\x00")
    assert "cannot be read" in ConfigFile(path).trouble[0]


def test_a_newer_file_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_text('version = 2\nname = ["Ana"]\n')
    file = ConfigFile(path)
    file.change(name="Ben")
    assert file.config.name == "Ben"
    assert "newer" in file.trouble[0]
    assert path.read_text() == 'version = 2\nname = ["Ana"]\n'


def test_a_name_in_the_file_is_cleaned_like_any_other(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_text('version = 1\nname = "A\\u001b[31mna\\u3164"\n')
    assert ConfigFile(path).config.name == "A[31mna"


def test_a_disk_that_takes_nothing_is_told_in_words(tmp_path: Path) -> None:
    (tmp_path / "config").write_text("a file in the place of the folder")
    file = ConfigFile(tmp_path / "elsewhere.toml")
    file.path = tmp_path / "config" / "config.toml"
    file.change(name="Ana")
    assert file.config.name == "Ana"
    assert "for now only" in file.trouble[0]
