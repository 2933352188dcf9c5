"""The command line: ``wonders-duel play``, ``demo``, ``replay``, ``validate`` and ``perft``."""

from __future__ import annotations

import os
import re
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from io import TextIOWrapper
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, NoReturn

from wonders_duel import __version__, records
from wonders_duel.bots import Bot
from wonders_duel.build import is_compiled, override
from wonders_duel.deal import Deal
from wonders_duel.enums import Player
from wonders_duel.errors import (
    BotError,
    ChanceError,
    DealError,
    FormatError,
    PositionError,
    RecordError,
    RuleOptionError,
    WondersDuelError,
    WrongTypeError,
)
from wonders_duel.files import write_whole
from wonders_duel.game import Game
from wonders_duel.languages import LANGUAGES, Language, language
from wonders_duel.limits import MOST_BYTES, Limits
from wonders_duel.perft import divide, perft
from wonders_duel.phrases import shown, shown_name
from wonders_duel.play.command import add_options, fresh_seed, play
from wonders_duel.play.opponents import KINDS, LONGEST_NAME, as_kind, called, opponent
from wonders_duel.record import Record
from wonders_duel.render.board.look import in_ascii
from wonders_duel.render.narration import Narrator
from wonders_duel.seeds import generator
from wonders_duel.state import State
from wonders_duel.validation import Finding, validate

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

__all__ = ["main"]

FAILED = 1
USAGE_ERROR = 2
INTERRUPTED = 130

WIDTH = 79
"""Columns of wrapped lines."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line.

    Args:
        arguments: the arguments after the program's name; ``sys.argv[1:]`` by default.

    Returns:
        The exit code: 0 for success; 1 if a file has faults or cannot be read, or the
        output cannot be written; 2 for wrong arguments. If the reader closes the pipe,
        as in ``| head``, the code depends on what was found until then.

    >>> main(["demo", "--players", "random,clever"])
    2
    """
    options = Namespace(code=0)
    try:
        try:
            options.code = _run(arguments, options)
        finally:
            if sys.stdout is not None:  # None if the process was started without one
                sys.stdout.flush()
    except BrokenPipeError:
        # The reader closed the pipe (as in `| head`): write nothing more, not even at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:
        _complain(f"cannot write the output: {error.strerror}")
        sys.stdout = None  # so that nothing is flushed at exit
        return int(options.code) or FAILED
    return int(options.code)


def _run(arguments: Sequence[str] | None, options: Namespace) -> int:
    """Run the command that the arguments name, and report errors.

    Args:
        arguments: the arguments after the program's name.
        options: filled with the parsed options; a command may set its exit code in it early.

    Returns:
        The exit code.
    """
    try:
        _parser().parse_args(arguments, options)
        if isinstance(sys.stdout, TextIOWrapper):
            sys.stdout.reconfigure(errors="backslashreplace")  # names may be in any script
        code: int = options.run(options)
    except (ChanceError, DealError, FormatError, PositionError, RecordError, _FailedError) as error:
        _complain(str(error))
        return FAILED
    except WondersDuelError as error:
        _complain(str(error))
        return USAGE_ERROR
    return code


def _complain(message: str) -> None:
    """Write an error message to standard error."""
    _write_error(f"wonders-duel: {message}\n")


def _write_error(text: str) -> None:
    try:
        if sys.stderr is not None:
            sys.stderr.write(text)
            sys.stderr.flush()
    except OSError:
        sys.stderr = None  # the exit code still reports the failure


class _FailedError(Exception):
    """A failure despite valid arguments, such as an unreadable file or a failing bot."""


class _Parser(ArgumentParser):
    """A parser that escapes quoted arguments and does not hide errors when writing its output."""

    @override
    def error(self, message: str) -> NoReturn:
        quoted = "".join(one if one.isprintable() else repr(one)[1:-1] for one in message)
        _write_error(f"{self.format_usage()}{self.prog}: error: {quoted}\n")
        raise SystemExit(USAGE_ERROR)

    @override
    def _print_message(self, message: str, file: SupportsWrite[str] | None = None) -> None:
        if file is not None:  # None if the process was started without an output
            file.write(message)


def _parser() -> ArgumentParser:
    parser = _Parser(
        prog="wonders-duel",
        description="A rules engine for the board game 7 Wonders Duel.",
    )
    build = "compiled" if is_compiled else "pure Python"
    parser.add_argument(
        "--version", action="version", version=f"wonders-duel {__version__} ({build})"
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
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
    game.set_defaults(run=_play, first_player=None)
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
    demo.set_defaults(run=_demo)
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
    replay.set_defaults(run=_replay)
    check = commands.add_parser(
        "validate",
        help="check record, position and JSON files for errors",
        description=(
            "Check every record (by replaying it), position and JSON document in the files, "
            "and report all errors. The exit code is 1 if there are any."
        ),
    )
    check.add_argument("files", nargs="+", metavar="FILE", help="a file to check")
    check.set_defaults(run=_validate)
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
    count.set_defaults(run=_perft)
    return parser


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


def _play(options: Namespace) -> int:
    return play(options, _rules(options.rules))


def _demo(options: Namespace) -> int:
    to = language(options.language)
    seed = fresh_seed() if options.seed is None else options.seed
    bots, names = _players(options.players, seed)
    first = Player.ONE if options.first_player == "one" else Player.TWO
    game = Game(seed=seed, first_player=first, rules=_rules(options.rules))
    narrator = Narrator(names, language=to)
    against = to.say(
        "{one} (player one) against {two} (player two), seed {seed}",
        one=names[0],
        two=names[1],
        seed=seed,
    )
    _print(wrap(against, WIDTH, subsequent_indent="  "))
    _print(narrator.opening(game))
    number = 0
    while (player := game.to_move) is not None:
        try:
            move = bots[player].choose(game.state)
        except BotError as error:
            raise _FailedError(str(error)) from None
        game.play(move)
        number += 1
        _print(narrator.step(number, game.history[-1]))
    _print(narrator.end(game))
    return 0


def _replay(options: Namespace) -> int:
    to = language(options.language)
    if options.force and options.html is None:
        raise WrongTypeError("--force is only valid with --html PAGE")
    record, is_last = _nth_record(options.file, options.game or 1)
    if options.game is None and not is_last:
        _print([to.say("This is the first game in the file; use --game 2 for the next one.")])
    if options.html is not None:
        _write_page(options, record, to)
        return 0
    names = [player.name for player in record.players]
    one, two = (name or to.say("somebody") for name in names)
    _print([to.say("{one} (player one) against {two} (player two)", one=one, two=two)])
    for key, value in record.tags.items():
        _print([to.say("seed: {seed}", seed=value) if key == "seed" else f"{key}: {value}"])
    one, two = (
        name[:LONGEST_NAME].strip() or to.word(player)
        for name, player in zip(names, Player, strict=True)
    )
    _print(Narrator((one, two), language=to).record(record, options.to))
    return 0


def _write_page(options: Namespace, record: Record, to: Language) -> None:
    """Write the HTML page of a game, without overwriting a file by accident."""
    name = shown_name(options.html)
    try:
        if Path(options.html).exists():
            if Path(options.html).samefile(options.file):
                raise _FailedError(f"{name} is the record itself; choose another file for the page")
            if not options.force:
                raise _FailedError(f"{name} already exists; pass --force to replace it")
        write_whole(options.html, record.animate(language=to))
    except OSError as error:
        raise _FailedError(f"cannot write {name}: {error.strerror}") from None
    _print([to.say("wrote {page}: open it in a browser and use the arrow keys", page=name)])


def _nth_record(name: str, wanted: int) -> tuple[Record, bool]:
    """Return a record from a file, and whether it is the last one."""
    number = 0
    try:
        reader = records.read(name)
        for number, record in enumerate(reader, start=1):
            if number == wanted:
                with suppress(FormatError):
                    return record, next(reader, None) is None
                return record, False
    except OSError as error:
        raise _FailedError(f"cannot read {shown_name(name)}: {error.strerror}") from None
    there = "no record" if not number else f"{number} record{'s' if number > 1 else ''}"
    message = f"{shown_name(name)} has {there}; there is no game {wanted}"
    raise FormatError([message])


def _validate(options: Namespace) -> int:
    for file in options.files:
        name = shown_name(file)
        kinds: Counter[str] = Counter()
        faults = 0
        try:
            for finding in _findings(file):
                kinds[finding.kind] += 1
                for fault in finding.faults:
                    options.code = FAILED  # set first: printing may fail
                    print(f"{name}: {fault}")
                    faults += 1
        except _FailedError as error:
            options.code = FAILED
            print(f"{name}: {error}")
            continue
        counted = ", ".join(
            f"{number} {kind}{'s' if number > 1 else ''}" for kind, number in kinds.items()
        )
        verdict = f"{faults} fault{'s' if faults > 1 else ''}" if faults else "OK"
        print(f"{name}: {counted}: {verdict}")
    return int(options.code)


def _findings(file: str) -> Iterator[Finding]:
    """Validate a file, and raise `_FailedError` if it cannot be read."""
    try:
        yield from validate(file)
    except OSError as error:
        raise _FailedError(f"cannot read the file: {error.strerror}") from None


def _perft(options: Namespace) -> int:
    state = State.from_text(_input() if options.position == "-" else options.position)
    deal = None
    if options.deal is not None:
        deal = _deal(options.deal)
    elif not options.chance:
        deal = Deal.consistent_with(state, generator("perft", options.seed))
    if not options.divide or not options.depth:
        print(perft(state, options.depth, deal=deal))
        return 0
    counts = divide(state, options.depth, deal=deal)
    for line, number in counts.items():
        print(f"{line}: {number}")
    print(sum(counts.values()))
    return 0


def _input() -> str:
    """Read text from standard input, up to the size limit of a position."""
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="backslashreplace")
    try:
        return sys.stdin.read(Limits().size + 1) if sys.stdin is not None else ""
    except OSError as error:
        raise _FailedError(f"cannot read the input: {error.strerror}") from None


def _deal(name: str) -> Deal:
    try:
        with Path(name).open("rb") as file:
            content = file.read(MOST_BYTES * Limits().size + 1)
    except OSError as error:
        raise _FailedError(f"cannot read {shown_name(name)}: {error.strerror}") from None
    try:
        return Deal.from_json(content)
    except FormatError as error:
        raise _FailedError(f"{shown_name(name)} is not a deal: {error}") from None


def _print(lines: Iterable[str]) -> None:
    """Print lines, in ASCII if the encoding of the output lacks a character."""
    for line in lines:
        print(_showable(line))


def _showable(text: str) -> str:
    try:
        text.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        return in_ascii(text)
    return text


def _players(text: str, seed: int) -> tuple[tuple[Bot, Bot], tuple[str, str]]:
    parts = [as_kind(part) for part in text.split(",")]
    if len(parts) != len(Player):
        raise BotError(f"--players: expected two bots, such as random,greedy, got {shown(text)}")
    one, two = parts
    bots = (opponent(one, seed, Player.ONE), opponent(two, seed, Player.TWO))
    return bots, called((one, two))


def _rules(options: Sequence[str]) -> dict[str, str]:
    rules = {}
    for option in options:
        name, equals, value = option.partition("=")
        if not equals:
            raise RuleOptionError(f"--rule: expected OPTION=VALUE, got {shown(option)}")
        rules[name.strip().replace("-", "_")] = value.strip()
    return rules
