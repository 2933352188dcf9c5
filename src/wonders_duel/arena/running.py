"""``run``: the rows of a match, played by any executor and kept in a journal."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import ExitStack

from wonders_duel.arena.driver import Driver
from wonders_duel.arena.executors import Processes, Workers, cores, expect_executor
from wonders_duel.arena.journal import Journal, open_journal
from wonders_duel.arena.worker import packed
from wonders_duel.errors import MatchError
from wonders_duel.match import Match, MatchRow
from wonders_duel.support.arguments import expect, expect_number
from wonders_duel.support.phrases import counted
from wonders_duel.support.plugins import failure

__all__ = ["run"]

_WINDOW = 3
"""How many chunks are under way for each worker."""
_NAMED = 20
"""How many tasks an error names."""


def run(
    match: Match,
    executor: Executor | Callable[[], Executor] | None = None,
    *,
    workers: int | None = None,
    journal: str | os.PathLike[str] | Journal | None = None,
    tasks: range | None = None,
    window: int | None = None,
    chunk: int | None = None,
) -> Iterator[MatchRow]:
    """Play a match, and yield its rows as they are finished.

    The rows are the same with any executor and any number of workers; only their order differs.
    A run can end at any time, even by ``kill -9``, and be resumed with the same journal.

    Args:
        match: the match.
        executor: an executor of ``concurrent.futures`` or of a library that has the same methods,
            or a function that starts one, such as :func:`processes`, which allows the run to
            continue after a worker was killed. Without one, and without workers, all games are played
            in this process.
        workers: the number of worker processes if there is no executor, from 1 to 999,999,999, on
            Windows 61. With an executor, the number of chunks that it works on at once, from 1; the
            number of processors by default.
        journal: the path of a journal, or an open one. Rows are written to it before they are
            yielded. Those that are there already are yielded first, and not played again.
        tasks: the numbers of the tasks to play, to divide a match among several programs, such as
            ``range(3, len(match), 10)`` for the fourth of ten; all by default.
        window: the most chunks of tasks under way, from 1; three for each worker by default.
        chunk: the number of tasks of a chunk, from 1; by default as many as take 0.2 seconds, at
            most 1,000.

    Yields:
        A row for each task.

    Raises:
        BotError: a bot cannot be created; or it raised an error or chose an illegal move, and
            the match is to stop then.
        CatalogueError: the effect of a custom card raised an error.
        FormatError: a line of the journal is damaged.
        MatchError: the journal is of another match, another run writes to it, or it was opened to
            read it or is closed; the match does not have these tasks; there are too many workers, or
            they cannot be started, as in a browser; the executor cannot be used; the cards cannot be
            pickled for it; a task failed; or, at the end, tasks that end their workers were left out.
        OSError: the journal cannot be read or written.
        WrongTypeError: an argument has the wrong type, a number is below 1, or the function that
            starts an executor returns something else.

    >>> match = Match(["greedy", "random"], deals=3, seed=1)
    >>> sum(row.quarters for row in run(match)) / 12
    1.0
    """
    expect(match, Match, "a Match")
    for value, what in ((workers, "workers"), (window, "window"), (chunk, "chunk")):
        if value is not None:
            expect_number(value, 1, what)
    expect_executor(executor)
    if journal is not None:
        expect(journal, (str, os.PathLike, Journal), "the path of a journal, or an open one")
    if isinstance(journal, Journal):
        if journal.match != match:
            raise MatchError("the journal is of another match")
        journal.expect_open()
    if tasks is None:
        tasks = range(len(match))
    expect(tasks, range, "a range of numbers of tasks")
    if tasks and not (min(tasks[0], tasks[-1]) >= 0 and max(tasks[0], tasks[-1]) < len(match)):
        raise MatchError(f"expected tasks from 0 to {len(match) - 1:,}, got {tasks}")
    return _run(match, executor, workers, journal, tasks, window, chunk)


def _run(
    match: Match,
    executor: Executor | Callable[[], Executor] | None,
    workers: int | None,
    journal: str | os.PathLike[str] | Journal | None,
    wanted: range,
    window: int | None,
    chunk: int | None,
) -> Iterator[MatchRow]:
    with ExitStack() as stack:
        if journal is None or isinstance(journal, Journal):
            log = journal
        else:
            log = stack.enter_context(open_journal(journal, match))
        tasks, left = iter(wanted), len(wanted)
        if log is not None:
            for row in log:
                if row.task in wanted:
                    left -= 1
                    yield row
            tasks = (task for task in wanted if task not in log)
        if not left:
            return
        if executor is None and workers in (None, 1):
            for task in tasks:
                row = match.play(task)
                if log is not None:
                    log.append([row])
                yield row
            return
        if window is None:
            window = _WINDOW * (workers or cores())
        job = _packed(match)
        crew = Workers(Processes(workers) if executor is None else executor)
        times = None if log is None else match.times
        driver = Driver(crew, job, tasks, left, window=window, chunk=chunk, times=times)
        yield from _driven(driver, crew, log, match)


def _packed(match: Match) -> bytes:
    """Return a match as bytes for workers, or raise ``MatchError`` if its cards cannot be sent."""
    try:
        return packed(match)
    except Exception as error:
        raise MatchError(
            f"{match.catalogue!r} cannot be sent to other processes: {failure(error)}; "
            "define the classes of its cards outside functions, or play without workers"
        ) from error


def _driven(driver: Driver, crew: Workers, log: Journal | None, match: Match) -> Iterator[MatchRow]:
    """Yield the rows that workers played, each written to the journal before."""
    finished = False
    try:
        for output in driver.outputs():
            if log is not None:
                log.append_lines(zip(output.tasks, output.lines, strict=True))
            yield from output.rows()
        finished = True
    finally:
        if not finished:
            driver.cancel()
        crew.close(at_once=not finished)
    if driver.left_out:
        raise MatchError(_left_out(match, sorted(driver.left_out), is_kept=log is not None))


def _left_out(match: Match, tasks: list[int], *, is_kept: bool) -> str:
    """Say which tasks were left out, and what to do about them."""
    named = []
    for task in tasks[:_NAMED]:
        one, two = match.task(task).bots
        named.append(f"{task} ({match.bots[one].name} - {match.bots[two].name})")
    more = ", …" if len(tasks) > _NAMED else ""
    return (
        f"left out {counted(len(tasks), 'task')} that ended the worker each time: "
        f"{', '.join(named)}{more}; to see what happens, call Match.play({tasks[0]}) in a program of "
        "its own, which ends, too" + ("; the journal has all other rows" if is_kept else "")
    )
