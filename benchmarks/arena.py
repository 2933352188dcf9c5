"""Measure runs of matches: the driver, the journal, two workers, and a thousand simulated ones.

``python -m benchmarks.arena`` measures everything; names of measures select some of them.
"""

from __future__ import annotations

import heapq
import platform
import resource
import statistics
import threading
import time
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from tools.machine import machine
from tools.stopping import run_program
from wonders_duel import is_compiled
from wonders_duel.arena import open_journal, processes, read_journal, run
from wonders_duel.arena.driver import Driver
from wonders_duel.arena.executors import Workers
from wonders_duel.arena.worker import packed
from wonders_duel.enums import Player, Victory
from wonders_duel.match import Match, MatchGame, MatchRow

ROUNDS: Final = 5
MATCH: Final = Match(["random", "random"], deals=1_000_000, seed="benchmark")
SAMPLE: Final = [MATCH.play(number) for number in range(50)]
_GAME = MatchGame(Player.ONE, Victory.CIVILIAN, (0, 0), ())


class Nothing:
    """A job whose tasks do nothing."""

    def __init__(self, number: int) -> None:
        """Store the number of tasks."""
        self.number = number

    def __len__(self) -> int:
        """Return the number of tasks."""
        return self.number

    def play(self, number: int) -> MatchRow:
        """Return an empty row."""
        return MatchRow(number, number, (0, 1), (_GAME, _GAME))


class Known(Nothing):
    """A job whose tasks were played before."""

    def play(self, number: int) -> MatchRow:
        """Return the row of a game."""
        row = SAMPLE[number % len(SAMPLE)]
        return MatchRow(number, number, row.bots, row.games)


def _driver(executor: Executor, job: Nothing, *, window: int, chunk: int) -> Driver:
    tasks, content = range(len(job)), packed(job)
    return Driver(
        Workers(executor), content, iter(tasks), len(job), window=window, chunk=chunk, times=False
    )


def outputs(executor: Executor, number: int, *, window: int, chunk: int) -> Iterator[MatchRow]:
    """Yield the rows of a job of empty tasks.

    Args:
        executor: where they are played.
        number: the number of tasks.
        window: the most chunks at a time.
        chunk: the tasks of a chunk.
    """
    for output in _driver(executor, Nothing(number), window=window, chunk=chunk).outputs():
        yield from output.rows()


def costs(
    executor: Executor, number: int, *, window: int, chunk: int
) -> tuple[list[float], list[float]]:
    """Return what an empty task costs in each round: the driver's own time, and the time that passes.

    Args:
        executor: where the tasks are played.
        number: the number of tasks.
        window: the most chunks at a time.
        chunk: the tasks of a chunk.

    Returns:
        Both in microseconds; the first is processor time.
    """
    own, wall = [], []
    for _ in range(ROUNDS):
        began, used = time.perf_counter(), time.process_time()
        assert sum(1 for _ in outputs(executor, number, window=window, chunk=chunk)) == number
        own.append((time.process_time() - used) / number * 1e6)
        wall.append((time.perf_counter() - began) / number * 1e6)
    return own, wall


def overhead() -> Iterator[str]:
    """What an empty task costs the driver, in chunks of 1, 10 and 100."""
    with processes(2)() as pool:
        list(outputs(pool, 100, window=6, chunk=1))  # starts the processes
        for chunk in (1, 10, 100):
            own, wall = costs(pool, 200 * chunk, window=6, chunk=chunk)
            yield (
                f"chunks of {chunk}: driver {statistics.median(own):.1f} µs a task "
                f"({min(own):.1f} to {max(own):.1f}), in all {statistics.median(wall):.1f} µs"
            )


def workers() -> Iterator[str]:
    """How many games two workers play in the time of one, in alternation."""
    match = Match(["random", "random"], deals=30_000 if is_compiled else 3_000, seed="two")
    rates: dict[int, list[float]] = {1: [], 2: []}
    for _ in range(ROUNDS):
        for number, found in rates.items():
            rows = run(match, processes(number), workers=number)
            for _ in range(50):
                next(rows)  # the processes have started
            began = time.perf_counter()
            left = sum(1 for _ in rows)
            found.append(2 * left / (time.perf_counter() - began))
    ratios = [two / one for one, two in zip(rates[1], rates[2], strict=True)]
    for number, found in rates.items():
        yield f"{number} workers: {statistics.median(found):,.0f} games a second"
    yield (
        f"two to one: {statistics.median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f}), "
        f"in {2 * len(match):,} games"
    )


def _numbered(count: int) -> Iterator[MatchRow]:
    for number in range(count):
        row = SAMPLE[number % len(SAMPLE)]
        yield MatchRow(number, number, row.bots, row.games)


def _peak() -> float:
    """Return the most memory of this process so far in megabytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def journal() -> Iterator[str]:
    """What a row costs in the journal, and how long a million rows take to open."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "journal"
        lines = [(row.task, row.to_json()) for row in _numbered(1_000)]
        size = sum(len(line) for _, line in lines) / len(lines)
        yield f"a row: {size:.0f} bytes, {size / 2:.0f} a game"
        with open_journal(path, MATCH) as made:
            used = 0.0
            for first in range(0, 1_000_000, 1_000):
                # Only the number of a line is another one.
                chunk = [
                    (
                        first + task,
                        line.replace(f'{{"task":{task},', f'{{"task":{first + task},', 1),
                    )
                    for task, line in lines
                ]
                began = time.process_time()
                made.append_lines(chunk)
                used += time.process_time() - began
        yield f"appending: {used:.1f} µs a row, in chunks of 1,000"
        before = _peak()
        times = []
        for _ in range(3):
            began = time.process_time()
            with read_journal(path) as opened:
                assert len(opened) == 1_000_000
            times.append(time.process_time() - began)
        yield (
            f"opening 1,000,000 rows ({path.stat().st_size / 1e6:,.0f} MB): "
            f"{statistics.median(times):.2f} s, {_peak() - before:.0f} MB more than before"
        )


def growth() -> Iterator[str]:
    """What a real row costs the driver, and how much memory it takes, up to 1,000,000 tasks."""
    with TemporaryDirectory() as folder, processes(1)() as pool:
        list(outputs(pool, 100, window=6, chunk=1))
        for number in (10_000, 100_000, 1_000_000):
            with open_journal(Path(folder) / str(number), MATCH) as made:
                used = time.process_time()
                for output in _driver(pool, Known(number), window=6, chunk=100).outputs():
                    made.append_lines(zip(output.tasks, output.lines, strict=True))
                    for _ in output.rows():
                        pass
                each = (time.process_time() - used) / number * 1e6
            yield f"{number:,} tasks: {each:.1f} µs a task with its journal, at most {_peak():.0f} MB"


class Simulated(Executor):
    """Many workers, simulated: each does a call at a time, which takes a fixed time."""

    def __init__(self, number: int, seconds: float) -> None:
        """Start the thread that finishes the calls."""
        self.busy = 0.0
        self._seconds = seconds
        self._free = [0.0] * number
        self._calls: list[tuple[float, int, Future[Any], Callable[[], Any]]] = []
        self._changed = threading.Condition()
        self._ended = False
        self._count = 0
        threading.Thread(target=self._work, daemon=True).start()

    def submit(self, fn: Callable[..., Any], /, *args: object, **kwargs: object) -> Future[Any]:
        """Give a call to the worker that is free first."""
        future: Future[Any] = Future()
        with self._changed:
            begins = max(time.monotonic(), heapq.heappop(self._free))
            ends = begins + self._seconds
            heapq.heappush(self._free, ends)
            self.busy += self._seconds
            self._count += 1
            heapq.heappush(self._calls, (ends, self._count, future, lambda: fn(*args, **kwargs)))
            self._changed.notify()
        return future

    def _work(self) -> None:
        while True:
            with self._changed:
                while not self._calls or self._calls[0][0] > time.monotonic():
                    if self._ended:
                        return
                    left = self._calls[0][0] - time.monotonic() if self._calls else None
                    self._changed.wait(left)
                _, _, future, call = heapq.heappop(self._calls)
            future.set_result(call())

    def shutdown(self, *_: object, **__: object) -> None:
        """End the thread."""
        with self._changed:
            self._ended = True
            self._changed.notify()


def thousand() -> Iterator[str]:
    """How busy the driver keeps 1,000 simulated workers with tasks of one second."""
    number, rounds = 1_000, 20
    simulated = Simulated(number, 1.0)
    began, used = time.monotonic(), time.process_time()
    with simulated:
        rows = sum(1 for _ in outputs(simulated, number * rounds, window=3 * number, chunk=1))
        wall = time.monotonic() - began
    yield (
        f"{rows:,} tasks of 1 s by 1,000 workers: {wall:.1f} s, busy {simulated.busy / wall / number:.1%}; "
        f"the driver and the simulation used {(time.process_time() - used) / wall:.0%} of a processor"
    )


MEASURES: Final = {one.__name__: one for one in (overhead, workers, journal, growth, thousand)}


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print.

    Args:
        arguments: by default those of the command line.

    Returns:
        The exit code.
    """
    parser = ArgumentParser(prog="python -m benchmarks.arena", description=__doc__)
    parser.add_argument(
        "names", nargs="*", metavar="MEASURE", help=f"some of {', '.join(MEASURES)}; all by default"
    )
    names = parser.parse_args(arguments).names
    if unknown := [name for name in names if name not in MEASURES]:
        parser.error(
            f"no such measure: {', '.join(unknown)}; expected some of {', '.join(MEASURES)}"
        )
    build = "compiled" if is_compiled else "pure"
    print(f"{machine()}, CPython {platform.python_version()}, {build}")
    for name, measure in MEASURES.items():
        if not names or name in names:
            print(f"{name}: {measure.__doc__}")
            for line in measure():
                print(f"  {line}", flush=True)
    return 0


if __name__ == "__main__":
    run_program(main)
