"""The command line. Nothing heavy is imported before it is known what is wanted."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from importlib.metadata import version

DONE, FAILED, WRONG_USAGE = 0, 1, 2


class Failed(Exception):
    """The command failed; the text says why, in words."""

    status = FAILED


class WrongUsage(Failed):
    """The command line asks for something that does not exist."""

    status = WRONG_USAGE


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command: 0 done, 1 failed (a line on stderr says why), 2 wrong usage."""
    options = _parser().parse_args(arguments)
    try:
        status: int = options.run(options)
    except Failed as failure:
        print(f"serai: {failure}", file=sys.stderr)
        status = failure.status
    except KeyboardInterrupt:
        print("serai: stopped", file=sys.stderr)
        status = FAILED
    except BrokenPipeError:
        # Whoever read our output has gone; there is nobody left to tell.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = FAILED
    return status


def _parser() -> _Parser:
    parser = _Parser(
        prog="serai",
        description="Board games for people in one room, each with a terminal. Without a command: the app.",
        epilog="serai COMMAND --help tells more.",
    )
    parser.add_argument("--version", action="version", version=f"serai {version('serai')}")
    parser.set_defaults(run=_app)
    common = _common()
    _screen_options(parser, top=True)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", parser_class=_Parser)
    _add_table_commands(commands, common)
    _add_tools(commands, common)
    return parser


class _Parser(argparse.ArgumentParser):
    """argparse, with options spelled out: an abbreviation that works today may mean another option tomorrow."""

    def __init__(self, **settings: object) -> None:
        super().__init__(allow_abbrev=False, **settings)  # type: ignore[arg-type]


def _common() -> _Parser:
    common = _Parser(add_help=False)
    _screen_options(common, top=False)
    return common


def _screen_options(parser: argparse.ArgumentParser, *, top: bool) -> None:
    """What every command takes. After a command, an option that is not given leaves the one before it alone."""
    default = None if top else argparse.SUPPRESS
    off = False if top else argparse.SUPPRESS
    group = parser.add_argument_group("common options")
    group.add_argument("--name", default=default, help="your name at the table (remembered)")
    group.add_argument("--json", action="store_true", default=off, help="one JSON object a line instead of prose")
    group.add_argument("--theme", default=default, help="colours of the app for this run")
    group.add_argument("--ascii", action="store_true", default=off, help="plain signs only")
    group.add_argument("--no-mouse", action="store_true", default=off, help="leave the mouse to the terminal")
    group.add_argument("--no-animation", action="store_true", default=off, help="nothing moves")
    levels = ("debug", "info", "warning", "error")
    group.add_argument(
        "--log-level", choices=levels, default="info" if top else argparse.SUPPRESS, help="of the log file"
    )


Commands = argparse._SubParsersAction


def _add_table_commands(commands: Commands[_Parser], common: _Parser) -> None:
    host = commands.add_parser("host", parents=[common], help="open a table", description="Opens a table.")
    host.add_argument("game", metavar="GAME", help="om-nom-nom, nomadi, ominoes or oh-gnome")
    host.add_argument("--seats", type=_whole(1), metavar="N", help="seats (2, or the least the game has)")
    host.add_argument("--bots", type=_whole(0), default=0, metavar="N", help="how many of them bots take")
    host.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="of the game, or table.NAME")
    host.add_argument("--table", metavar="NAME", help="the table's name")
    host.add_argument("--port", type=_whole(0, 65535), metavar="P", help="the next free one if it is taken; 0: any")
    host.add_argument("--bind", metavar="ADDR", help="listen on this address alone (127.0.0.1: this machine only)")
    host.add_argument("--open", action="store_true", help="no code: who is new knocks; headless: everybody is let in")
    host.add_argument("--seed", type=int, metavar="N", help="all chance follows from N: for tests, not for fair play")
    host.add_argument("--headless", action="store_true", help="no screen and no seat: a dedicated host")
    host.set_defaults(run=_host)

    join = commands.add_parser("join", parents=[common], help="join a table", description="Joins a table.")
    join.add_argument("address", nargs="?", metavar="HOST:PORT", help="without it: the table that is found")
    join.add_argument("--table", metavar="NAME", help="the name of the table to look for")
    join.add_argument("--bot", default="random", metavar="NAME", help="what plays, headless (random)")
    join.add_argument("--spectate", action="store_true", help="watch")
    join.add_argument("--headless", action="store_true", help="no screen: a bot plays")
    join.set_defaults(run=_join)

    resume = commands.add_parser(
        "resume",
        parents=[common],
        help="continue a table",
        description="Continues a table that this machine hosted: after a crash, or the next evening.",
    )
    resume.add_argument("table", nargs="?", metavar="TABLE", help="its name; without one: the last that was played")
    resume.add_argument("--headless", action="store_true", help="no screen: a dedicated host")
    resume.set_defaults(run=_resume)

    find = commands.add_parser(
        "find", parents=[common], help="list the tables on the network", description="Lists the tables on the network."
    )
    find.add_argument("--seconds", type=float, default=3.0, metavar="N", help="how long to look (3)")
    find.set_defaults(run=_find)


def _add_tools(commands: Commands[_Parser], common: _Parser) -> None:
    engine = commands.add_parser(
        "engine",
        parents=[common],
        help="the rules, one JSON object a line",
        description="Answers requests, one JSON object a line, from stdin to stdout.",
    )
    engine.set_defaults(run=_engine)

    bench = commands.add_parser(
        "bench", parents=[common], help="how fast the rules are", description="Random playouts, moves a CPU second."
    )
    bench.add_argument("games", nargs="*", metavar="GAME", help="all if none is named")
    bench.add_argument("--seconds", type=float, default=1.0, metavar="S", help="a run; the median of five counts (1)")
    bench.set_defaults(run=_bench)

    arena = commands.add_parser(
        "arena", parents=[common], help="bots against each other", description="Bots against each other, seats rotated."
    )
    arena.add_argument("game", metavar="GAME")
    arena.add_argument("--bots", required=True, metavar="A,B", help="one a seat")
    arena.add_argument("--games", type=_whole(1), default=100, metavar="N")
    arena.add_argument("--seed", type=int, metavar="N", help="play the same games again")
    arena.set_defaults(run=_arena)

    replay = commands.add_parser(
        "replay",
        parents=[common],
        help="play a record back",
        description="Plays a record back; without a terminal, or with --json, tells it from beginning to end.",
    )
    replay.add_argument("file", metavar="FILE")
    replay.set_defaults(run=_replay)

    verify = commands.add_parser(
        "verify", parents=[common], help="audit a record", description="Checks a finished game's record."
    )
    verify.add_argument("file", metavar="FILE")
    verify.set_defaults(run=_verify)

    doctor = commands.add_parser(
        "doctor",
        parents=[common],
        help="why tables are not seen",
        description="Says why tables are not seen, and what was tried. Takes a few seconds.",
    )
    doctor.set_defaults(run=_doctor)

    paths = commands.add_parser(
        "paths", parents=[common], help="where files live", description="Where files live; SERAI_HOME=DIR moves them."
    )
    paths.set_defaults(run=_paths)


def _whole(least: int, most: int = 1_000_000) -> Callable[[str], int]:
    def read(text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            value = least - 1
        if not least <= value <= most:
            raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from {least} to {most}")
        return value

    return read


# -- commands: each imports what it needs, when it is run ------------------------------------------------------------


def _app(options: argparse.Namespace) -> int:
    from tui.launch import launch

    return launch(options, None)


def _host(options: argparse.Namespace) -> int:
    from tui.launch import launch
    from tui.opening import settings_of
    from tui.session import HostTable

    settings = settings_of(options)
    if options.headless:
        from tui.headless import host

        return host(options, settings)
    return launch(options, HostTable(settings))


def _join(options: argparse.Namespace) -> int:
    from tui.addresses import BadAddress, read_address
    from tui.session import JoinTable

    try:
        address = read_address(options.address) if options.address else None
    except BadAddress as error:
        raise WrongUsage(str(error)) from None
    start = JoinTable(address, options.table, options.spectate)
    if options.headless:
        from tui.headless import join

        return join(options, start)
    from tui.launch import launch

    return launch(options, start)


def _resume(options: argparse.Namespace) -> int:
    if options.headless:
        from tui.headless import resume

        return resume(options)
    from tui.launch import launch
    from tui.session import ResumeTable

    return launch(options, ResumeTable(options.table))


def _find(options: argparse.Namespace) -> int:
    from tui.finding import find

    return find(options)


def _doctor(options: argparse.Namespace) -> int:
    from tui.doctoring import doctor

    return doctor(options)


def _engine(options: argparse.Namespace) -> int:  # noqa: ARG001
    from tui.tools import engine

    return engine()


def _bench(options: argparse.Namespace) -> int:
    from tui.tools import bench

    return bench(options)


def _arena(options: argparse.Namespace) -> int:
    from tui.tools import arena

    return arena(options)


def _paths(options: argparse.Namespace) -> int:
    from tui.tools import paths

    return paths(options)


def _replay(options: argparse.Namespace) -> int:
    from tui.playback import replay

    start = replay(options)
    if start is None:
        return DONE
    from tui.launch import launch

    return launch(options, start)


def _verify(options: argparse.Namespace) -> int:
    from tui.verifying import verify

    return verify(options)
