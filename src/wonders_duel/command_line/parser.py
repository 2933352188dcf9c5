"""The parser of the command line: its commands and their options."""

from __future__ import annotations

import re
import sys
from argparse import ArgumentParser, ArgumentTypeError
from typing import TYPE_CHECKING, NoReturn

from wonders_duel import __version__
from wonders_duel.build import is_compiled, override
from wonders_duel.command_line.commands import (
    run_demo,
    run_perft,
    run_play,
    run_replay,
    run_validate,
)
from wonders_duel.languages import LANGUAGES
from wonders_duel.play.command import add_options
from wonders_duel.play.opponents import KINDS
from wonders_duel.support.phrases import shown

if TYPE_CHECKING:
    from argparse import _SubParsersAction

    from _typeshed import SupportsWrite

    _Commands = _SubParsersAction["_Parser"]

__all__ = ["USAGE_ERROR", "parser", "write_error"]

USAGE_ERROR = 2
"""The exit code for wrong arguments."""


def write_error(text: str) -> None:
    """Write a text to standard error, if the process has one.

    Args:
        text: the text.
    """
    try:
        if sys.stderr is not None:
            sys.stderr.write(text)
            sys.stderr.flush()
    except OSError:
        sys.stderr = None  # the exit code still reports the failure


class _Parser(ArgumentParser):
    """A parser that escapes quoted arguments and does not hide errors when writing its output."""

    @override
    def error(self, message: str) -> NoReturn:
        quoted = "".join(one if one.isprintable() else repr(one)[1:-1] for one in message)
        write_error(f"{self.format_usage()}{self.prog}: error: {quoted}\n")
        raise SystemExit(USAGE_ERROR)

    @override
    def _print_message(self, message: str, file: SupportsWrite[str] | None = None) -> None:
        if file is not None:  # None if the process was started without an output
            file.write(message)


def parser() -> ArgumentParser:
    """Return the parser of the command line; ``options.run`` is the function of the command."""
    made = _Parser(
        prog="wonders-duel",
        description="A rules engine for the board game 7 Wonders Duel.",
    )
    build = "compiled" if is_compiled else "pure Python"
    made.add_argument(
        "--version", action="version", version=f"wonders-duel {__version__} ({build})"
    )
    commands: _Commands = made.add_subparsers(required=True, metavar="COMMAND")
    _add_play(commands)
    _add_demo(commands)
    _add_replay(commands)
    _add_validate(commands)
    _add_perft(commands)
    return made


def _add_play(commands: _Commands) -> None:
    game = commands.add_parser(
        "play",
        help="play a game yourself, against a bot or against another person at the same keyboard",
        description=(
            "Play a game in the terminal, against a bot or against another person at the same "
            'keyboard. For colours, history and completion: pip install "wonders-duel[cli]"'
        ),
    )
    add_options(game)
    _add_new_game(game)
    _add_language(game)
    game.set_defaults(run=run_play, first_player=None)


def _add_demo(commands: _Commands) -> None:
    demo = commands.add_parser(
        "demo",
        help="play a bot-vs-bot game and print it move by move",
        description="Play a game between two bots and print it move by move.",
    )
    demo.add_argument(
        "--players",
        default="random,greedy",
        metavar="ONE,TWO",
        help=f"the bots of players one and two: {KINDS} (default: %(default)s)",
    )
    _add_new_game(demo)
    _add_language(demo)
    demo.set_defaults(run=run_demo)


def _add_replay(commands: _Commands) -> None:
    replay = commands.add_parser(
        "replay",
        help="print a recorded game move by move",
        description="Print a recorded game move by move, checking each move.",
    )
    replay.add_argument("file", metavar="FILE", help="a file of records, as text or JSON")
    what = replay.add_mutually_exclusive_group()
    what.add_argument(
        "--to", type=_natural, metavar="N", help="stop after move N and print the position"
    )
    what.add_argument(
        "--html",
        metavar="PAGE",
        help="write an HTML page that steps through the game in a browser, instead of printing it",
    )
    replay.add_argument("--force", action="store_true", help="let --html replace an existing file")
    replay.add_argument(
        "--game",
        type=_positive,
        metavar="K",
        help="print the K-th game in the file (default: the first)",
    )
    _add_language(replay)
    replay.set_defaults(run=run_replay)


def _add_validate(commands: _Commands) -> None:
    check = commands.add_parser(
        "validate",
        help="check record, position and JSON files for errors",
        description=(
            "Check every record (by replaying it), position and JSON document in the files, "
            "and report all errors. The exit code is 1 if there are any."
        ),
    )
    check.add_argument("files", nargs="+", metavar="FILE", help="a file to check")
    check.set_defaults(run=run_validate)


def _add_perft(commands: _Commands) -> None:
    count = commands.add_parser(
        "perft",
        help="count move sequences from a position (perft), to cross-check engines",
        description=(
            "Count the sequences of N moves from a position: with one fixed deal, or, with "
            "--chance, for every possible chance outcome. Games that end earlier do not count."
        ),
    )
    count.add_argument(
        "position", metavar="TEXT", help="a position as text; use - to read from standard input"
    )
    count.add_argument(
        "--depth", type=_natural, required=True, metavar="N", help="the number of moves"
    )
    count.add_argument("--divide", action="store_true", help="show the count for each first move")
    how = count.add_mutually_exclusive_group()
    how.add_argument(
        "--chance", action="store_true", help="count each possible chance outcome separately"
    )
    how.add_argument("--deal", metavar="FILE", help="the deal, as a JSON document")
    how.add_argument(
        "--seed",
        type=_seed,
        default=0,
        metavar="N",
        help="the seed for a random deal consistent with the position (default: %(default)s)",
    )
    count.set_defaults(run=run_perft)


def _add_language(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--language",
        default="en",
        metavar="CODE",
        help=f"the output language, one of {', '.join(LANGUAGES)} (default: %(default)s)",
    )


def _add_new_game(parser: ArgumentParser) -> None:
    """Add the options of a new game."""
    parser.add_argument(
        "--seed", type=_seed, metavar="N", help="a number that makes the game reproducible"
    )
    parser.add_argument(
        "--first-player",
        choices=("one", "two"),
        default="one",
        help="the player who picks the first wonder and starts Age I (default: one)",
    )
    parser.add_argument(
        "--rule",
        action="append",
        default=[],
        metavar="OPTION=VALUE",
        dest="rules",
        help="a rule option, such as wonder_setup=first-game; can be repeated",
    )


def _natural(text: str) -> int:
    """Read a whole number of at least 0."""
    if not (text.isascii() and text.isdigit() and len(text) < 10):  # noqa: PLR2004
        message = f"expected a whole number from 0, with at most 9 digits, got {shown(text)}"
        raise ArgumentTypeError(message)
    return int(text)


def _positive(text: str) -> int:
    """Read a whole number of at least 1."""
    if not _natural(text):
        raise ArgumentTypeError("expected a whole number from 1, got 0")
    return int(text)


def _seed(text: str) -> int:
    """Read a whole number, which may be negative."""
    if not re.fullmatch(r"-?[0-9]{1,40}", text):
        message = f"expected a whole number with at most 40 digits, got {shown(text)}"
        raise ArgumentTypeError(message)
    return int(text)
