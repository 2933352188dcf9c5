"""Tables about the balance of the game: ``python -m tools.balance TABLE``.

Bots play matches against themselves. The statistics of the games are written to the files that
the tables of ``docs/explanation/balance.md`` are made of, and the table is printed. ``--bots``
plays again only with some bots; the columns of the others are made of their files. ``--bots``
without a name plays nothing. To add a column, add a bot to ``DEALS``. The column of the search is
made of the file of ``tools.strong_play``.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from tools.computed import FOLDER, Table, load, markdown, save, within
from tools.stopping import run_program
from wonders_duel.arena import run
from wonders_duel.command_line.arguments import positive
from wonders_duel.match import Match, MatchRow
from wonders_duel.statistics import REFERENCES, Report

DEALS = {"random": 10_000, "greedy": 5_000}
"""The bots, and how many deals each plays against itself: two games for each deal."""
SEARCH = "search"
"""The heading of the strong player, which has a tool and a page of its own."""
FILES = {**{bot: f"balance_{bot}" for bot in DEALS}, SEARCH: "strong_play"}
"""The names of the files with the figures of each player."""
SEED = "balance"
KEPT = ("summary", "victories", "wonders", "tokens")
"""The tables of reports that the files contain."""


def play(bot: str, deals: int, folder: Path, workers: int) -> None:
    """Play a match of a bot against itself, and write the statistics of its games.

    Args:
        bot: the name of the bot.
        deals: the number of deals.
        folder: the folder of the files.
        workers: the number of worker processes.
    """
    match = Match([bot, bot], deals=deals, seed=SEED)
    found = figures_of(match, run(match, workers=workers), KEPT)
    save(folder, FILES[bot], {"games": found["games"], "seed": SEED, **found})


def figures_of(match: Match, rows: Iterable[MatchRow], kept: Iterable[str]) -> dict[str, Any]:
    """Return the statistics of a match as a file has them.

    Args:
        match: the match.
        rows: its rows.
        kept: the names of the tables to keep.
    """
    found = Report.of_match(match, rows).to_dict()
    tables = found["tables"]
    assert isinstance(tables, dict)
    short = {name: [_short(row) for row in tables[name]] for name in kept}
    return {"games": found["games"], "tables": short}


def _short(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return a row without what is the same for every bot, rounded."""
    return {
        name: round(value, 5) if isinstance(value, float) else value
        for name, value in row.items()
        if not name.startswith("reference")
    }


# -- tables ---------------------------------------------------------------------------------------

_Files = Mapping[str, dict[str, Any]]
_PLAYED_BY_ALL = (
    "first player wins",
    "first player wins decided games",
    "civilian victories",
    "military victories",
    "scientific victories",
    "shared victories",
    "moves of a game",
    "points of the winner",
    "points of the loser",
)


def _last_of_bots(files: _Files) -> int:
    """Return the place of the file by which tables are sorted: of the strongest of the simple bots."""
    return max(0, sum(bot in files for bot in DEALS) - 1)


def _headings(files: _Files) -> list[str]:
    return [f"{bot}, {file['games']:,} games" for bot, file in files.items()]


def by_key(file: Mapping[str, Any], table: str, key: str) -> dict[str, dict[str, Any]]:
    """Return the rows of a table of a report by the values of a field.

    Args:
        file: the contents of a file.
        table: the name of the table.
        key: the name of the field.
    """
    return {row[key]: row for row in file["tables"][table]}


def figure(row: Mapping[str, Any], name: str, *, kind: str = "share", signed: bool = False) -> str:
    """Return a figure with its interval: a share in percent, or a mean.

    Args:
        row: the row of a report.
        name: the name of the figure.
        kind: ``share`` or ``mean``.
        signed: whether to write a plus sign.
    """
    if row[name] is None:
        return "-"
    values = [row[name], row[f"{name}_low"], row[f"{name}_high"]]
    if kind == "share":
        value, low, high = (100 * one for one in values)
        digits = 2 if 0 < value < 1 and not signed else 1
        return within(value, low, high, digits, signed=signed)
    value, low, high = values
    return within(value, low, high, 1)


def plain(value: float | None, digits: int) -> str:
    """Return a number, or a dash for none.

    Args:
        value: the number.
        digits: the digits after the point.
    """
    return "-" if value is None else f"{value:.{digits}f}"


def percent(share: float | None, digits: int) -> str:
    """Return a share in percent, or a dash for none.

    Args:
        share: the share.
        digits: the digits after the point.
    """
    return plain(None if share is None else 100 * share, digits)


def falling(value: float | None) -> tuple[bool, float]:
    """Return a key that sorts the largest figures first, and those of nothing last.

    Args:
        value: the figure.
    """
    return value is None, -(value or 0)


def _summary(files: _Files) -> Table:
    found = [by_key(file, "summary", "figure") for file in files.values()]
    rows = []
    for name in _PLAYED_BY_ALL:
        kind = found[0][name]["kind"]
        cells = [figure(one[name], "value", kind=kind) for one in found]
        for reference in REFERENCES.values():
            published = reference.figures.get(name)
            value = 0.0 if published is None else published.value * (100 if kind == "share" else 1)
            cells.append("" if published is None else plain(value, 2 if value < 1 else 1))
        rows.append([f"{name}, %" if kind == "share" else name, *cells])
    headings = ["", *_headings(files), *(one.name for one in REFERENCES.values())]
    return headings, rows


def _victories(files: _Files) -> Table:
    found = [by_key(file, "victories", "victory") for file in files.values()]
    rows = [
        [
            f"{name} victories",
            *(
                cell
                for one in found
                for cell in (f"{one[name]['games']:,}", figure(one[name], "by_first_share"))
            ),
        ]
        for name in ("military", "scientific", "civilian")
    ]
    headings = [part for bot in files for part in (f"{bot}: games", f"{bot}: first player won, %")]
    return ["", *headings], rows


def tiers() -> dict[str, int]:
    """Return the tiers of the wonders in published games of strong self-play, by their ids."""
    return {
        name.removeprefix("wonder "): int(published.value)
        for name, published in REFERENCES["self-play"].figures.items()
        if name.startswith("wonder ")
    }


def _wonders(files: _Files) -> Table:
    tier_of = tiers()
    found = [by_key(file, "wonders", "wonder") for file in files.values()]
    ranked = found[_last_of_bots(files)]
    rows = [
        [
            found[0][wonder]["name"],
            str(tier_of[wonder]),
            *(
                cell
                for one in found
                for cell in (
                    figure(one[wonder], "drafted_lift", signed=True),
                    percent(one[wonder]["built_share"], 0),
                    plain(one[wonder]["mean_pick"], 1),
                )
            ),
        ]
        for wonder in sorted(
            tier_of, key=lambda one: (tier_of[one], falling(ranked[one]["drafted_lift"]))
        )
    ]
    headings = [
        part for bot in files for part in (f"{bot}: lift", f"{bot}: built, %", f"{bot}: mean pick")
    ]
    return ["", "tier in strong self-play", *headings], rows


def _tokens(files: _Files) -> Table:
    found = [by_key(file, "tokens", "token") for file in files.values()]
    ranked = found[_last_of_bots(files)]
    rows = [
        [
            row["name"],
            *(
                cell
                for one in found
                for cell in (
                    percent(one[token]["taken_share"], 1),
                    figure(one[token], "lift", signed=True),
                )
            ),
        ]
        for token, row in sorted(ranked.items(), key=lambda item: falling(item[1]["lift"]))
    ]
    headings = [part for bot in files for part in (f"{bot}: taken, %", f"{bot}: lift")]
    return ["", *headings], rows


TABLES = {
    "summary": _summary,
    "victories": _victories,
    "wonders": _wonders,
    "tokens": _tokens,
}


def table(name: str, folder: Path = FOLDER) -> Table:
    """Return a table, made of the files of all bots that have one.

    Args:
        name: one of ``TABLES``.
        folder: the folder of the files.
    """
    return TABLES[name](_files(folder))


def _files(folder: Path) -> _Files:
    """Return the files of all bots that have one, and that of the search."""
    return {bot: load(folder, name) for bot, name in FILES.items() if _is_there(folder, name)}


def _is_there(folder: Path, name: str) -> bool:
    return (folder / f"{name}.json").exists()


def main(arguments: Sequence[str] | None = None) -> None:
    """Play, write the files, and print a table.

    Args:
        arguments: by default those of the command line.
    """
    parser = ArgumentParser(prog="python -m tools.balance", description=__doc__)
    parser.add_argument("table", choices=TABLES, help="the table to print")
    parser.add_argument(
        "--bots", nargs="*", choices=DEALS, default=list(DEALS), help="who plays (default: all)"
    )
    parser.add_argument("--deals", type=positive, help="the number of deals of each match")
    parser.add_argument(
        "--workers", type=positive, default=2, help="processes (default: %(default)s)"
    )
    parser.add_argument("--folder", type=Path, default=FOLDER, help="the folder of the files")
    options = parser.parse_args(arguments)
    if not options.folder.is_dir():
        parser.error(f"there is no folder {options.folder}; create it, or leave --folder out")
    if not options.bots and not _files(options.folder):
        parser.error(f"{options.folder} has no figures of a bot; name the bots that are to play")
    for bot in options.bots:
        play(bot, options.deals or DEALS[bot], options.folder, options.workers)
    print(markdown(table(options.table, options.folder)))


if __name__ == "__main__":
    run_program(main)
