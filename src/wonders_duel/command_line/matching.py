"""The command ``match``: bots play against each other, and the result is rated."""

from __future__ import annotations

import signal
import sys
from argparse import Namespace
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType
from typing import Final

from wonders_duel import records
from wonders_duel.arena import Journal, open_journal, processes, run
from wonders_duel.arena.executors import cores
from wonders_duel.bots import names
from wonders_duel.catalogues import Catalogue
from wonders_duel.command_line.arguments import decimal
from wonders_duel.command_line.cards_option import searched_catalogue_of
from wonders_duel.command_line.output import (
    FailedError,
    TerminatedError,
    expect_apart,
    expect_new,
    expect_no_dash,
    rules_of,
    terminal_width,
    valid_names,
    write_error,
    written_to,
)
from wonders_duel.command_line.progress import progress
from wonders_duel.command_line.reading import unreadable
from wonders_duel.errors import (
    BotError,
    CatalogueError,
    MatchError,
    WondersDuelError,
    WrongTypeError,
)
from wonders_duel.match import BotSpec, Match, MatchRow
from wonders_duel.play.opponents import look_here, unknown_bot
from wonders_duel.ratings import RunningSummary, Sprt
from wonders_duel.state import State
from wonders_duel.statistics import Report
from wonders_duel.support.browser import is_in_browser
from wonders_duel.support.exit_codes import FAILED
from wonders_duel.support.phrases import shown_name
from wonders_duel.text.files import write_parts, write_whole

__all__ = ["run_match"]

_MOST_SHOWN: Final = 15
"""The most pairings of the live table."""


def run_match(options: Namespace) -> int:
    """Play a match, and print its result.

    Args:
        options: the parsed options.

    Returns:
        The exit code.
    """
    look_here()
    cards = searched_catalogue_of(options, options.bots, is_sent=True)
    starting = _starts(options.starts, cards)
    with valid_names():
        match = Match(
            [BotSpec.parse(text) for text in options.bots],
            deals=options.deals,
            seed=options.seed,
            pairing="gauntlet" if options.gauntlet else "round-robin",
            rules=rules_of(options.rules),
            starts=starting,
            catalogue=cards,
            on_fault=options.on_fault,
            times=options.times,
        )
    for spec in match.bots:
        _check(spec)
    sprt = _sprt(options, match)
    files = {"--records": options.records, "--html": options.html}
    if options.force and not any(files.values()):
        raise WrongTypeError("--force is only valid with --records FILE or --html PAGE")
    if options.times and options.journal is None:
        raise WrongTypeError("--times is only valid with --journal FILE")
    starts = () if options.starts is None else (options.starts,)
    expect_no_dash(options.journal)
    expect_apart({"--journal": options.journal, **files}, starts)
    for name in files.values():
        expect_new(name, force=options.force)
    with ExitStack() as stack:
        stack.enter_context(_failing_bots())
        stack.enter_context(_without_leaks())
        if options.journal is None:
            folder = stack.enter_context(TemporaryDirectory())
            path = Path(folder) / "journal"
        else:
            path = Path(options.journal)
            stack.enter_context(_removed_if_useless(path))
        try:
            journal = stack.enter_context(open_journal(path, match))
        except OSError as error:
            message = f"cannot write {shown_name(str(path))}: {error.strerror}"
            raise FailedError(message) from None
        return _played(options, match, journal, sprt)


def _check(spec: BotSpec) -> None:
    """Raise `BotError` if there is no such bot, or if it does not have its settings."""
    try:
        names.check(spec.source, spec.settings)
    except BotError as error:
        if (unknown := unknown_bot(error, spec.source)) is not None:
            raise unknown from None
        raise


class _Counted:
    """The rows of a match that count: if a test ends it, those up to its decision, in their order.

    Without this, the result of such a match would depend on the number of workers: each of them
    finishes some of the tasks after the last one that counts, or none.
    """

    def __init__(self, summary: RunningSummary, sprt: Sprt | None) -> None:
        self.end: int | None = None  # the first task that does not count
        self._summary = summary
        self._sprt = sprt
        self._next = 0
        self._waiting: dict[int, MatchRow] = {}

    def add(self, row: MatchRow) -> None:
        """Add a row; with a test, rows wait for those of earlier tasks."""
        if self._sprt is None:
            self._summary.add(row)
            return
        self._waiting[row.task] = row
        while self.end is None and self._next in self._waiting:
            self._count(self._sprt, self._next)

    def finish(self, *, skip: bool) -> None:
        """Add the rows that wait for tasks without a row.

        Args:
            skip: whether these tasks will not have one, so that the test need not wait either.
        """
        if self._sprt is not None and skip:
            while self.end is None and self._waiting:
                self._count(self._sprt, self._next)
        for row in self._waiting.values() if self.end is None else ():
            self._summary.add(row)

    def _count(self, sprt: Sprt, task: int) -> None:
        """Add the next row to the summary and the test."""
        self._next += 1
        row = self._waiting.pop(task, None)
        if row is None:
            sprt.skip(task)
            return
        self._summary.add(row)
        if sprt.add(row) is not None:
            self.end = self._next

    def rows(self, journal: Journal) -> Iterator[MatchRow]:
        """Yield the rows of a journal that count, in the order of their tasks."""
        end = self.end
        return (row for row in journal.ordered() if end is None or row.task < end)


def _played(options: Namespace, match: Match, journal: Journal, sprt: Sprt | None) -> int:
    """Play what is missing, print the summary, and write the files."""
    summary = RunningSummary([spec.name for spec in match.bots])
    counted = _Counted(summary, sprt)
    failure: MatchError | None = None
    with _terminated():
        try:
            for row in _rows(options, match, journal, summary, sprt):
                counted.add(row)
                if counted.end is not None:
                    break
        except MatchError as error:
            if not len(journal):
                if is_in_browser():
                    raise  # there are no workers: these are a wrong argument
                raise FailedError(str(error)) from error
            failure = error
            counted.finish(skip=True)
        except BotError as error:
            if options.journal is None:
                raise
            done = f"after {len(journal):,} of {len(match):,} pairs of games"
            resumes = f"; it resumes {done}" if len(journal) else ""
            raise BotError(
                f"{error}\nFix the bot, and run the same command again{resumes}."
            ) from error
        except KeyboardInterrupt:
            done = f"stopped after {len(journal):,} of {len(match):,} pairs of games"
            resumes = "; the same command resumes" if options.journal else ""
            if not options.journal and len(journal):
                counted.finish(skip=False)
                _print(summary, sprt)
            write_error(f"wonders-duel: {done}{resumes}\n")
            raise
    if failure is not None:
        options.code = FAILED  # set first: printing may fail
    try:
        _print(summary, sprt)
    finally:  # also if the reader closed the pipe
        _write(options, match, journal, counted)
    if failure is not None:
        raise FailedError(str(failure))
    return 0


def _write(options: Namespace, match: Match, journal: Journal, counted: _Counted) -> None:
    """Write the records and the page of statistics."""
    if options.records is not None:
        with written_to(options.records):
            write_parts(
                options.records,
                lambda: (
                    records.dumps(record)
                    for row in counted.rows(journal)
                    for record in match.records(row)
                ),
            )
    if options.html is not None:
        report = Report.of_match(match, counted.rows(journal))
        names = " - ".join(spec.name for spec in match.bots)
        with written_to(options.html):
            write_whole(options.html, report.to_html(title=f"Match: {names}"))


def _print(summary: RunningSummary, sprt: Sprt | None) -> None:
    """Print the result."""
    print(summary.summary().to_text(width=terminal_width()))
    if sprt is not None:
        print(sprt)


def _rows(
    options: Namespace,
    match: Match,
    journal: Journal,
    summary: RunningSummary,
    sprt: Sprt | None,
) -> Iterator[MatchRow]:
    """Yield the rows of a match, and show the progress."""
    workers = options.workers or (1 if is_in_browser() else cores())
    done = len(journal)
    is_kept = options.journal is not None
    executor = None if workers == 1 and is_in_browser() else processes(workers)
    rows = run(match, executor, workers=workers, journal=journal if is_kept else None)

    def line() -> str:
        one, two = match.pairings[0]
        return f"Elo {_elo(summary, one, two)}" if len(match.pairings) == 1 else ""

    def table() -> Iterator[tuple[str, ...]]:
        yield ("bots", "pairs", "score", "Elo, 95 % interval", *(["SPRT"] if sprt else []))
        for one, two in islice(match.pairings, _MOST_SHOWN):
            counts = summary.counts(one, two)
            yield (
                f"{match.bots[one].name} - {match.bots[two].name}",
                f"{counts.pairs:,}",
                f"{counts.score:.4f}",
                _elo(summary, one, two),
                *([f"{sprt.llr:+z.2f}"] if sprt else []),
            )

    with progress(
        "pairs of games",
        len(match),
        done=done,
        table=table,
        line=line,
        in_pipes=True,
        at_most=sprt is not None,
    ) as shown:
        for number, row in enumerate(rows, start=1):
            if not is_kept:
                journal.append([row])
            yield row
            if number > done:
                shown.show(number)


def _elo(summary: RunningSummary, one: int, two: int) -> str:
    counts = summary.counts(one, two)
    low, high = counts.elo_interval()
    return f"{counts.elo:+z.1f} ({low:+z.1f} to {high:+z.1f})"


def _sprt(options: Namespace, match: Match) -> Sprt | None:
    """Return the test that may end the match early."""
    if options.sprt is None:
        return None
    if len(match.bots) > 2:  # noqa: PLR2004 - the test compares two
        raise MatchError("--sprt compares two bots; leave it out to rate several")
    parts = options.sprt.split(",")
    try:
        low, high = map(decimal, parts)
    except ValueError:
        raise MatchError(
            f"--sprt: expected two numbers of Elo such as 0,20, got {options.sprt!r}"
        ) from None
    return Sprt(low, high)


def _starts(name: str | None, cards: Catalogue | None) -> list[State]:
    """Read positions as text, one per line; empty lines and comments are skipped."""
    if name is None:
        return []
    try:
        lines = Path(name).read_text(encoding="utf-8-sig").splitlines()  # Windows may write a mark
    except OSError as error:
        raise unreadable(name, error) from None
    except UnicodeDecodeError:
        raise FailedError(f"cannot read {shown_name(name)}: it is not UTF-8") from None
    states = []
    for number, line in enumerate(lines, start=1):
        if line.strip() and not line.lstrip().startswith("#"):
            place = f"{shown_name(name)}, line {number}"
            try:
                state = State.from_text(line, cards)
            except WondersDuelError as error:
                raise FailedError(f"{place}: {error}") from None
            if state.is_over:
                raise FailedError(f"{place}: the game is over; expected positions to play on from")
            states.append(state)
    if not states:
        raise FailedError(f"{shown_name(name)} has no position")
    return states


@contextmanager
def _failing_bots() -> Iterator[None]:
    """Raise `FailedError` if a bot or a card fails in a game: the arguments were right."""
    try:
        yield
    except (BotError, CatalogueError) as error:
        raise FailedError(str(error)) from error


@contextmanager
def _removed_if_useless(path: Path) -> Iterator[None]:
    """Remove a new journal if a bot fails before the first row: its match may have a wrong name."""
    is_new = not path.exists()
    try:
        yield
    except BotError:
        if is_new and not _has_rows(path):
            path.unlink()
        raise


def _has_rows(path: Path) -> bool:
    with path.open("rb") as file:
        file.readline()
        return bool(file.readline())


@contextmanager
def _without_leaks() -> Iterator[None]:
    """Keep Python silent about what a killed program leaves, which it removes by itself."""
    option = "ignore:resource_tracker"
    sys.warnoptions.append(option)
    try:
        yield
    finally:
        sys.warnoptions.remove(option)


@contextmanager
def _terminated() -> Iterator[None]:
    """Treat a request to end the program like Ctrl-C, so that workers and files are closed."""

    def stop(_: int, __: FrameType | None) -> None:
        raise TerminatedError

    try:
        before = signal.signal(signal.SIGTERM, stop)
    except ValueError:  # not in the main thread
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
