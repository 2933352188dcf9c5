"""The command ``report``: statistics of games in files of records and journals of matches."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from wonders_duel.arena.journal import is_journal, read_journal
from wonders_duel.command_line.cards_option import catalogue_of
from wonders_duel.command_line.output import (
    FailedError,
    expect_apart,
    expect_new,
    prints_apart,
    showable,
    terminal_width,
    write_error,
    written_to,
)
from wonders_duel.command_line.progress import Progress, progress
from wonders_duel.command_line.reading import INPUT, called, on_disk, unreadable
from wonders_duel.errors import BadGameError, FormatError, UnknownNameError, WrongTypeError
from wonders_duel.statistics import TABLES, BadGame, Collector, Report
from wonders_duel.statistics.references import as_reference
from wonders_duel.statistics.report import expect_table
from wonders_duel.support.exit_codes import FAILED
from wonders_duel.support.phrases import shown_name
from wonders_duel.text.files import write_whole

__all__ = ["run_report"]

_MORE: Final = "\N{HORIZONTAL ELLIPSIS}"
"""What a name that is cut ends with."""


def run_report(options: Namespace) -> int:
    """Count the games of some files, and print or write tables.

    Args:
        options: the parsed options.

    Returns:
        The exit code.
    """
    option = "--table"
    try:
        for table in options.tables:
            expect_table(table)
        option = "--reference"
        as_reference(options.reference)
    except UnknownNameError as error:
        raise UnknownNameError(f"{option}: {error}") from None
    outputs = {
        "--html": options.html,
        "--json": None if options.json == "-" else options.json,
        "--markdown": options.markdown,
    }
    if options.force and not any((*outputs.values(), options.csv)):
        raise WrongTypeError("--force is only valid with an option that names a file to write")
    if options.tables and (options.html or options.json) and not (options.markdown or options.csv):
        raise WrongTypeError(
            "--table chooses tables of text, --markdown and --csv; --html and --json have all tables"
        )
    folder = None if options.csv is None else Path(options.csv)
    tables = tuple(options.tables) or TABLES
    inputs = [name for name in options.files if name != INPUT]
    expect_apart({**outputs, "--csv": options.csv}, inputs)
    for name in outputs.values():
        expect_new(name, force=options.force)
    expect_new(options.csv, force=options.force, is_folder=True)
    with prints_apart():
        report = _report(options)
    for bad in report.bad_games:
        write_error(f"left out: {bad}\n")
    contents: tuple[tuple[str | None, Callable[[], str]], ...] = (
        (options.html, report.to_html),
        (outputs["--json"], lambda: report.to_json(indent=1) + "\n"),
        (options.markdown, lambda: report.to_markdown(*tables)),
    )
    written: list[str] = []
    options.code = FAILED  # until all are written: printing may fail, too
    try:
        for name, content in contents:
            if name is not None:
                with written_to(name):
                    write_whole(name, content())
                written.append(name)
        if folder is not None:
            _write_folder(folder, report, tables)
            written.append(options.csv)
        options.code = 0
    finally:
        _say_written(options, written)
    if options.json == "-":
        print(report.to_json(indent=1))
    elif not written:
        _print(report, options.tables)
    return 0


def _write_folder(folder: Path, report: Report, tables: tuple[str, ...]) -> None:
    """Write a CSV file for each table."""
    with written_to(str(folder)):
        folder.mkdir(exist_ok=True)
        for table in tables:
            write_whole(folder / f"{table}.csv", report.to_csv(table))


def _say_written(options: Namespace, names: list[str]) -> None:
    """Say which files are written; standard output may have a document instead."""
    if options.json != "-":
        for name in names:
            print(showable(f"wrote {shown_name(name)}"))


def _report(options: Namespace) -> Report:
    """Count the games of the files."""
    collector = Collector(catalogue_of(options), skip_bad=options.skip_bad)
    notes: list[str] = []
    with progress("games", None) as shown_progress:
        for name in options.files:
            try:
                with on_disk(name) as path:
                    notes += _add_games(collector, path, called(name), shown_progress)
            except OSError as error:
                raise unreadable(called(name) if name == INPUT else name, error) from None
            except BadGameError as error:
                bad = BadGame(error.number, error.source, error.reason)
                raise FailedError(f"{bad}; pass --skip-bad to leave out such games") from None
            except FormatError as error:
                fault = "; ".join(error.problems)
                if called(name) not in fault:
                    fault = f"{called(name)}: {fault}"
                if not options.skip_bad:
                    raise FailedError(fault) from None
                write_error(f"left out: {fault}\n")
    for line in notes:
        write_error(f"{line}\n")
    if not collector.given:
        raise FailedError("there are no games to count")
    return collector.report(reference=options.reference)


def _add_games(collector: Collector, path: str, name: str, shown_progress: Progress) -> list[str]:
    """Count the games of a file, and return notes about a journal.

    Args:
        collector: counts them.
        path: the path of the file.
        name: what messages call it.
        shown_progress: shows how many games have been counted.

    Raises:
        FormatError: the file is damaged, or has no games.
    """
    before = collector.given
    if not is_journal(path):
        collector.add_file(path, progress=shown_progress.show)
        if collector.given == before:
            raise FormatError(["it is empty; expected records"])
        return []
    with read_journal(path, catalogue=collector.catalogue) as journal:
        done, every = len(journal), len(journal.match)
    before = collector.repeated
    collector.add_file(path, progress=shown_progress.show)
    notes = []
    if repeated := (collector.repeated - before) // 2:
        notes.append(
            f"{name}: {repeated:,} of {done:,} pairs of games are left out: an earlier file has them"
        )
    if done < every:
        notes.append(f"{name}: {done:,} of {every:,} pairs of games; the match is not finished")
    return notes


def _print(report: Report, tables: list[str]) -> None:
    """Print tables: with rich on a terminal, otherwise as plain text.

    If the encoding of the output lacks a character, they are in ASCII and keep their columns.
    """
    width = terminal_width()
    text = report.to_text(*tables, width=width)
    is_shown = showable(text) == text
    if is_shown and width is not None and find_spec("rich") is not None:
        from rich import print as print_in_colour  # noqa: PLC0415 - rich is optional

        print_in_colour(report.to_rich(*tables))
    else:
        print(text if is_shown else showable(text.replace(_MORE, ".")))
