"""What strong play says about the game: ``python -m tools.strong_play``.

The library's search plays against itself. The statistics of the games are written to the file that
the tables of ``docs/explanation/strong_play.md`` are made of, and the tables are printed. Games are
kept in a journal: a run that was stopped goes on where it stopped. With the name of a table, nothing
is played, and the table is made of the file.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from tools import balance
from tools.computed import FOLDER, Table, load, markdown, save
from wonders_duel.arena import run
from wonders_duel.bots import names
from wonders_duel.command_line.arguments import positive
from wonders_duel.errors import BotError, MatchError
from wonders_duel.match import Match, MatchRow
from wonders_duel.support.exit_codes import INTERRUPTED

BOT = "search,simulations=400"
"""The bot that plays against itself by default."""
DEALS = 2_500
"""The number of deals; two games are played with each."""
SEED = "strong play"
KEPT = (*balance.KEPT, "lengths")
"""The tables of reports that the file contains."""
_NAME = balance.FILES[balance.SEARCH]
_SHOWN = 50
"""The deals between two lines of the progress."""


def play(bot: str, deals: int, folder: Path, workers: int, journal: Path) -> None:
    """Play a match of a bot against itself, and write the statistics of its games.

    Args:
        bot: the bot, perhaps with settings.
        deals: the number of deals.
        folder: the folder of the file.
        workers: the number of worker processes.
        journal: the journal of the match, which is resumed if it is there.

    Raises:
        BotError: there is no such bot.
        MatchError: the journal is of another match.
    """
    match = Match([bot, bot], deals=deals, seed=SEED)
    names.check(match.bots[0].source, match.bots[0].settings)
    rows = _shown(run(match, workers=workers, journal=journal), len(match))
    figures = balance.figures_of(match, rows, KEPT)
    save(folder, _NAME, {"bot": bot, **figures, "seed": SEED})


def _shown(rows: Iterator[MatchRow], number: int) -> Iterator[MatchRow]:
    """Yield rows, and show how many there have been."""
    for done, row in enumerate(rows, start=1):
        yield row
        if not done % _SHOWN or done == number:
            print(f"{done:,} of {number:,} deals", file=sys.stderr, flush=True)


# -- tables ---------------------------------------------------------------------------------------


def _summary(file: Mapping[str, Any]) -> Table:
    headings, rows = balance.TABLES["summary"]({"strong play": dict(file)})
    return [file["bot"], *headings[1:]], rows


def _victories(file: Mapping[str, Any]) -> Table:
    found = balance.by_key(file, "victories", "victory")
    lengths = balance.by_key(file, "lengths", "games")
    rows = [
        [
            f"{name} victories",
            f"{found[name]['games']:,}",
            balance.figure(found[name], "share"),
            balance.figure(found[name], "by_first_share"),
            balance.figure(lengths[name], "moves", kind="mean"),
        ]
        for name in ("civilian", "military", "scientific")
    ]
    return ["", "games", "share, %", "first player won, %", "moves of a game"], rows


def _wonders(file: Mapping[str, Any]) -> Table:
    tier_of = balance.tiers()
    found = balance.by_key(file, "wonders", "wonder")
    rows = [
        [
            found[wonder]["name"],
            str(tier_of[wonder]),
            balance.plain(found[wonder]["mean_pick"], 1),
            balance.figure(found[wonder], "drafted_lift", signed=True),
            balance.percent(found[wonder]["built_share"], 0),
            balance.figure(found[wonder], "built_lift", signed=True),
        ]
        for wonder in sorted(found, key=lambda one: balance.falling(found[one]["drafted_lift"]))
    ]
    headings = [
        "",
        "tier in strong self-play",
        "mean pick",
        "lift of those who drafted it",
        "built, %",
        "lift of those who built it",
    ]
    return headings, rows


def _tokens(file: Mapping[str, Any]) -> Table:
    found = balance.by_key(file, "tokens", "token")
    rows = [
        [
            row["name"],
            f"{row['on_board']:,}",
            _part(row["from_board"], row["on_board"]),
            f"{row['drawn']:,}",
            _part(row["from_box"], row["drawn"]),
            balance.figure(row, "lift", signed=True),
        ]
        for row in sorted(found.values(), key=lambda one: balance.falling(one["taken_share"]))
    ]
    headings = [
        "",
        "games with it on the board",
        "taken, %",
        "drawn with the Great Library",
        "taken, %",
        "lift of those who took it",
    ]
    return headings, rows


def _part(count: int, number: int) -> str:
    return balance.percent(count / number if number else None, 0)


TABLES = {
    "summary": _summary,
    "victories": _victories,
    "wonders": _wonders,
    "tokens": _tokens,
}


def table(name: str, folder: Path = FOLDER) -> Table:
    """Return a table, made of the file.

    Args:
        name: one of ``TABLES``.
        folder: the folder of the file.
    """
    return TABLES[name](load(folder, _NAME))


def main(arguments: Sequence[str] | None = None) -> int:
    """Play, write the file, and print the tables; or print one.

    Args:
        arguments: by default those of the command line.

    Returns:
        The exit code: 130 if it was stopped.
    """
    parser = ArgumentParser(prog="python -m tools.strong_play", description=__doc__)
    parser.add_argument("table", nargs="?", choices=TABLES, help="print a table, and play nothing")
    parser.add_argument("--bot", default=BOT, help="who plays (default: %(default)s)")
    parser.add_argument("--deals", type=positive, default=DEALS, help="default: %(default)s")
    parser.add_argument(
        "--workers", type=positive, default=2, help="processes (default: %(default)s)"
    )
    parser.add_argument(
        "--journal", type=Path, default=Path("strong_play.jsonl"), help="default: %(default)s"
    )
    parser.add_argument("--folder", type=Path, default=FOLDER, help="the folder of the file")
    options = parser.parse_args(arguments)
    if not options.folder.is_dir():
        parser.error(f"there is no folder {options.folder}; create it, or leave --folder out")
    if options.table is None:
        try:
            play(options.bot, options.deals, options.folder, options.workers, options.journal)
        except BotError as error:
            parser.error(str(error))
        except MatchError as error:
            parser.error(f"{error}; name another file with --journal")
        except KeyboardInterrupt:
            print("strong_play: stopped; the same command goes on", file=sys.stderr)
            return INTERRUPTED
    elif not (options.folder / f"{_NAME}.json").exists():
        parser.error(f"{options.folder} has no {_NAME}.json; leave the name of the table out")
    for name in TABLES if options.table is None else [options.table]:
        print(f"\n{markdown(table(name, options.folder))}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
