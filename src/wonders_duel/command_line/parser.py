"""The parser of the command line: its commands and their options."""

from __future__ import annotations

from argparse import ArgumentParser, BooleanOptionalAction, Namespace, _SubParsersAction
from typing import TYPE_CHECKING

from wonders_duel import __version__
from wonders_duel.build import is_compiled
from wonders_duel.command_line.argument_parser import Parser
from wonders_duel.command_line.arguments import file_name, natural, positive, seconds, seed
from wonders_duel.command_line.cards_option import add_catalogue
from wonders_duel.command_line.commands import run_perft, run_play, run_validate
from wonders_duel.command_line.narrating import PAUSE, run_demo, run_replay
from wonders_duel.languages import LANGUAGES
from wonders_duel.play.command import add_colour, add_options
from wonders_duel.play.opponents import KINDS
from wonders_duel.support.phrases import one_of

if TYPE_CHECKING:
    _Commands = _SubParsersAction[Parser]

__all__ = ["parser"]


def parser() -> ArgumentParser:
    """Return the parser of the command line; ``options.run`` is the function of the command."""
    made = Parser(
        prog="wonders-duel",
        description="A rules engine for the board game 7 Wonders Duel.",
    )
    build = "compiled" if is_compiled else "pure Python"
    made.add_argument(
        "--version", action="version", version=f"wonders-duel {__version__} ({build})"
    )
    made.set_defaults(run=lambda _: _show_help(made))
    commands: _Commands = made.add_subparsers(metavar="COMMAND")
    _add_play(commands)
    _add_demo(commands)
    _add_replay(commands)
    _add_validate(commands)
    _add_perft(commands)
    _add_analyse(commands)
    _add_match(commands)
    _add_report(commands)
    _add_import(commands)
    _add_engine(commands)
    return made


def _show_help(made: ArgumentParser) -> int:
    """Show the help of the program, which has no command to run."""
    made.print_help()
    return 0


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
    add_catalogue(game, "play with these cards")
    game.set_defaults(run=run_play, first_player=None)


def _add_demo(commands: _Commands) -> None:
    demo = commands.add_parser(
        "demo",
        help="play a bot-vs-bot game and print it move by move",
        description=(
            "Play a game between two bots and print it move by move. On a terminal, the final board "
            "is drawn at the end."
        ),
    )
    demo.add_argument(
        "--players",
        default="random,greedy",
        metavar="ONE,TWO",
        help=f"the bots of players one and two: {KINDS}; with settings: "
        "MODULE:FACTORY,depth=3,greedy (default: %(default)s)",
    )
    demo.add_argument(
        "--watch",
        action="store_true",
        help="show the table in place instead, with a pause after each move",
    )
    demo.add_argument(
        "--pause",
        type=seconds,
        metavar="S",
        help=f"seconds between two moves of --watch (default: {PAUSE})",
    )
    _add_board(demo, "draw the final board (default: on a terminal)")
    add_colour(demo)
    _add_new_game(demo)
    _add_language(demo)
    add_catalogue(demo, "play with these cards")
    demo.set_defaults(run=run_demo)


def _add_replay(commands: _Commands) -> None:
    replay = commands.add_parser(
        "replay",
        help="print a recorded game move by move",
        description="Print a recorded game move by move, checking each move.",
    )
    replay.add_argument(
        "file",
        type=file_name,
        metavar="FILE",
        help="a file of records, as text or JSON, or - for standard input",
    )
    what = replay.add_mutually_exclusive_group()
    what.add_argument(
        "--to", type=natural, metavar="N", help="stop after move N and print the position"
    )
    what.add_argument(
        "--html",
        type=file_name,
        metavar="PAGE",
        help="write an HTML page that steps through the game in a browser, instead of printing it",
    )
    replay.add_argument("--force", action="store_true", help="let --html replace an existing file")
    replay.add_argument(
        "--game",
        type=positive,
        metavar="K",
        help="print the K-th game in the file (default: the first)",
    )
    _add_board(
        replay,
        "draw the final board; with --to, the board after that move instead of the position as text "
        "(default: on a terminal)",
    )
    add_colour(replay)
    _add_language(replay)
    add_catalogue(replay, "for a game with these cards")
    replay.set_defaults(run=run_replay)


def _add_validate(commands: _Commands) -> None:
    check = commands.add_parser(
        "validate",
        help="check files of records, positions and JSON, and journals of matches, for errors",
        description=(
            "Check every record (by replaying it), position and JSON document in the files, and "
            "every line of the journal of a match, and report all errors. The exit code is 1 if "
            "there are any."
        ),
    )
    check.add_argument(
        "files",
        nargs="+",
        type=file_name,
        metavar="FILE",
        help="a file to check, or - for standard input",
    )
    add_catalogue(check, "for games with these cards")
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
        "position",
        metavar="TEXT",
        help="a position as text, or a file with one; - for standard input",
    )
    count.add_argument(
        "--depth", type=natural, required=True, metavar="N", help="the number of moves"
    )
    count.add_argument("--divide", action="store_true", help="show the count for each first move")
    how = count.add_mutually_exclusive_group()
    how.add_argument(
        "--chance", action="store_true", help="count each possible chance outcome separately"
    )
    how.add_argument("--deal", type=file_name, metavar="FILE", help="the deal, as a JSON document")
    how.add_argument(
        "--seed",
        type=seed,
        default=0,
        metavar="N",
        help="the seed for a random deal consistent with the position (default: %(default)s)",
    )
    add_catalogue(count, "for a position with these cards")
    count.set_defaults(run=run_perft)


def _add_analyse(commands: _Commands) -> None:
    analysis = commands.add_parser(
        "analyse",
        help="rate the moves in a position or a recorded game, and find mistakes",
        description=(
            "Search a position, and print the win probability of each move. For a record, search "
            "every decision, and print how much each move loses compared with the best one, and a "
            "graph. Ctrl-C ends the search early, and prints the results so far."
        ),
    )
    analysis.add_argument(
        "source",
        type=file_name,
        metavar="FILE",
        help="a file with positions or records, a position as text, or - for standard input",
    )
    analysis.add_argument(
        "--simulations",
        type=positive,
        metavar="N",
        help="simulations for each decision (default: 1600)",
    )
    analysis.add_argument(
        "--seconds",
        type=seconds,
        metavar="S",
        help="wall-clock time for each decision; with both limits, the first one reached counts",
    )
    analysis.add_argument(
        "--workers",
        type=positive,
        default=1,
        metavar="N",
        help="processes that share the work (default: %(default)s)",
    )
    analysis.add_argument(
        "--seed",
        type=seed,
        default=0,
        metavar="N",
        help="a number that makes the draws of chance outcomes reproducible (default: %(default)s)",
    )
    analysis.add_argument(
        "--json",
        action="store_true",
        help="print JSON documents, one per line, for programs: for a record, one for each decision",
    )
    analysis.add_argument(
        "--game",
        type=positive,
        metavar="K",
        help="analyse the K-th game or position in the file (default: the first game, or the only "
        "position)",
    )
    analysis.add_argument(
        "--all",
        action="store_true",
        help="analyse all games in the file, and print, in English, how often each player found the "
        "best move",
    )
    analysis.add_argument(
        "--html", type=file_name, metavar="PAGE", help="for a record: write a page with a graph"
    )
    analysis.add_argument(
        "--force", action="store_true", help="let --html replace an existing file"
    )
    _add_language(analysis)
    add_catalogue(analysis, "for games with these cards")
    analysis.set_defaults(run=_run_analyse)


def _add_match(commands: _Commands) -> None:
    match = commands.add_parser(
        "match",
        help="play a match between bots, and rate them",
        description=(
            "Play each deal twice, with the seats swapped, and rate the bots with intervals. "
            "With --journal, the same command resumes a match that was stopped."
        ),
    )
    match.add_argument(
        "bots",
        nargs="+",
        metavar="BOT",
        help=(
            f"a bot: {KINDS}; with settings: MODULE:FACTORY,depth=3; a program in any language: "
            '"process,command=./mybot --fast,seconds=0.5"'
        ),
    )
    match.add_argument(
        "--deals",
        type=positive,
        default=100,
        metavar="N",
        help="the deals that each pairing plays (default: %(default)s)",
    )
    match.add_argument(
        "--seed",
        default="0",
        metavar="TEXT",
        help="decides all random choices (default: %(default)s)",
    )
    match.add_argument(
        "--gauntlet",
        action="store_true",
        help="play only the first bot against each of the others",
    )
    match.add_argument(
        "--starts",
        type=file_name,
        metavar="FILE",
        help="start from the positions in a file, one per line (lines with # are comments), instead "
        "of new games; the deals take them in turn, so --deals 100 plays each of 20 positions with 5 "
        "deals",
    )
    _add_rules(match)
    match.add_argument(
        "--on-fault",
        choices=("stop", "lose"),
        default="stop",
        help="what happens when a bot raises an error or chooses an illegal move: the match stops, "
        "or the bot loses the game; a bot that cannot be created always stops the match "
        "(default: %(default)s)",
    )
    match.add_argument(
        "--sprt",
        metavar="ELO0,ELO1",
        help="stop as soon as a sequential test decides between two differences in normalised Elo; "
        "write --sprt=-5,0 if the first is negative",
    )
    match.add_argument(
        "--workers",
        type=positive,
        metavar="N",
        help="worker processes (default: one for each processor)",
    )
    match.add_argument(
        "--journal", type=file_name, metavar="FILE", help="keep the rows in a file, to resume from"
    )
    match.add_argument(
        "--times", action="store_true", help="write the time that the bots take into the journal"
    )
    match.add_argument(
        "--records", type=file_name, metavar="FILE", help="write the records of the games"
    )
    match.add_argument("--html", type=file_name, metavar="PAGE", help="write a page of statistics")
    match.add_argument(
        "--force", action="store_true", help="let --records and --html replace existing files"
    )
    add_catalogue(match, "play with these cards")
    match.set_defaults(run=_run_match)


def _add_report(commands: _Commands) -> None:
    report = commands.add_parser(
        "report",
        help="count victories, points and cards in recorded games",
        description=(
            "Compute statistics of the games in files of records and journals of matches: victories, "
            "points, how often wonders, tokens and buildings are used, and how often they win. Print "
            "tables, unless an option names a file to write."
        ),
    )
    report.add_argument(
        "files",
        nargs="+",
        type=file_name,
        metavar="FILE",
        help="a file of records, the journal of a match, or - for standard input",
    )
    report.add_argument("--html", type=file_name, metavar="PAGE", help="write a page with charts")
    report.add_argument(
        "--json", type=file_name, metavar="FILE", help="write a JSON file; - for standard output"
    )
    report.add_argument("--markdown", type=file_name, metavar="FILE", help="write a Markdown file")
    report.add_argument(
        "--csv", type=file_name, metavar="FOLDER", help="write a CSV file for each table"
    )
    report.add_argument(
        "--table",
        action="append",
        default=[],
        metavar="NAME",
        dest="tables",
        help="only this table in text, Markdown and CSV; can be repeated",
    )
    report.add_argument(
        "--reference",
        metavar="NAME",
        help="compare with published figures: random, self-play, people or tournament",
    )
    report.add_argument(
        "--skip-bad",
        action="store_true",
        help="leave out games that are invalid or do not follow the rules, and name them",
    )
    report.add_argument("--force", action="store_true", help="replace existing files")
    add_catalogue(report, "for games with these cards")
    report.set_defaults(run=_run_report)


def _add_import(commands: _Commands) -> None:
    importer = commands.add_parser(
        "import",
        help="make records of games from the logs of the sites where they were played",
        description=(
            "Read the logs of a site, play each game by the rules, and write the records. A game whose "
            "log contradicts the rules counts as one that disagrees, and --report prints where. The "
            "exit code is 1 if a file or a game cannot be read."
        ),
    )
    importer.add_argument(
        "site",
        choices=("bga", "7wd-io", "sevenee"),
        metavar="SITE",
        help="bga (Board Game Arena), 7wd-io (7wd.io) or sevenee (sevenee.mattle.online)",
    )
    importer.add_argument(
        "files",
        nargs="+",
        type=file_name,
        metavar="FILE",
        help="a log, also compressed (gzip, bzip2, xz, zip), a folder, or - for standard input",
    )
    importer.add_argument(
        "--out", type=file_name, metavar="FILE", help="write the records of the games"
    )
    importer.add_argument(
        "--report",
        action="store_true",
        help="print each disagreement, and a table of their kinds",
    )
    add_catalogue(importer, "for games with more cards than the base game, such as promo wonders")
    importer.add_argument(
        "--size",
        type=positive,
        default=20_000_000,
        metavar="N",
        help="the maximum size of a log, or of a list of logs, in bytes (default: %(default)s)",
    )
    importer.add_argument(
        "--resume",
        action="store_true",
        help="resume an import that was stopped: the same files, and the same --out",
    )
    importer.add_argument("--force", action="store_true", help="let --out replace an existing file")
    importer.set_defaults(run=_run_import)


def _add_engine(commands: _Commands) -> None:
    engine = commands.add_parser(
        "engine",
        help="find good moves for programs in any language",
        description=(
            "Find good moves for programs in any language: read requests from standard input and "
            "write answers to standard output, one JSON object per line. The documentation "
            'describes them on the page "Bots in any language".'
        ),
    )
    add_catalogue(engine, "for games with these cards")
    engine.set_defaults(run=_run_engine)


def _run_engine(options: Namespace) -> int:
    from wonders_duel.command_line.engine import run_engine  # noqa: PLC0415 - slow to import

    return run_engine(options)


def _run_analyse(options: Namespace) -> int:
    from wonders_duel.command_line.analysing import run_analyse  # noqa: PLC0415 - slow to import

    return run_analyse(options)


def _run_import(options: Namespace) -> int:
    from wonders_duel.command_line.importing import run_import  # noqa: PLC0415 - slow to import

    return run_import(options)


def _run_match(options: Namespace) -> int:
    from wonders_duel.command_line.matching import run_match  # noqa: PLC0415 - slow to import

    return run_match(options)


def _run_report(options: Namespace) -> int:
    from wonders_duel.command_line.reporting import run_report  # noqa: PLC0415 - slow to import

    return run_report(options)


def _add_language(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--language",
        default="en",
        metavar="CODE",
        help=f"the output language, {one_of(LANGUAGES)} (default: %(default)s)",
    )


def _add_board(parser: ArgumentParser, explanation: str) -> None:
    parser.add_argument("--board", action=BooleanOptionalAction, default=None, help=explanation)


def _add_new_game(parser: ArgumentParser) -> None:
    """Add the options of a new game."""
    parser.add_argument(
        "--seed", type=seed, metavar="N", help="a number that makes the game reproducible"
    )
    parser.add_argument(
        "--first-player",
        choices=("one", "two"),
        default="one",
        help="the player who picks the first wonder and starts Age I (default: one)",
    )
    _add_rules(parser)


def _add_rules(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--rule",
        action="append",
        default=[],
        metavar="OPTION=VALUE",
        dest="rules",
        help="a rule option, such as wonder_setup=first-game; can be repeated",
    )
