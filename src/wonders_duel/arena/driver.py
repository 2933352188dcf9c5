"""The driver of a run: it hands out chunks of tasks to workers, and survives killed workers.

Tasks are numbered and can be done anywhere, so all that the driver does is keep enough chunks
under way, aim at chunks that take a fixed time, and do again what was lost with a worker.

When a worker is killed, executors tell no more than that some chunks are lost. These are suspects:
they go alone, one at a time. A chunk that loses its worker again is divided into its tasks, and a
task that loses its worker ``TRIES`` times alone is left out.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Future
from itertools import islice
from queue import SimpleQueue
from typing import Final

import attrs

from wonders_duel.arena import worker
from wonders_duel.arena.executors import Workers
from wonders_duel.arena.worker import Failure, Output
from wonders_duel.errors import BotError, CatalogueError, MatchError, WondersDuelError

__all__ = ["CHUNK_SECONDS", "TRIES", "Driver"]

CHUNK_SECONDS: Final = 0.2
"""The time that a chunk should take."""
MOST_IN_CHUNK: Final = 1000
TRIES: Final = 3
"""How many times a task may lose its worker when it runs alone."""
_GROWTH: Final = 10
"""How many times as many tasks as the longest chunk so far a chunk may have."""
_KEPT: Final = 0.7
"""The weight of the average so far in the time that a task takes."""


@attrs.define(eq=False)
class _Chunk:
    numbers: Sequence[int]
    alone: bool = False
    lost: int = 0
    tries: int = 0


class Driver:
    """Hands out the tasks of a job to workers.

    Args:
        workers: the workers.
        content: the job, packed.
        tasks: the numbers of the tasks.
        left: how many tasks these are.
        window: the most chunks under way.
        chunk: the number of tasks of a chunk; ``None`` to adapt it to the time that they take.
        times: whether the lines of rows have times; ``None`` if no lines are wanted.

    Attributes:
        left_out: the tasks that were left out, since they end their workers.
    """

    def __init__(
        self,
        workers: Workers,
        content: bytes,
        tasks: Iterator[int],
        left: int,
        *,
        window: int,
        chunk: int | None = None,
        times: bool | None = None,
    ) -> None:
        """Store the arguments."""
        self._workers = workers
        self._content = content
        self._tasks = tasks
        self._left = left
        self._window = window
        self._fixed = chunk
        self._times = times
        self._under_way: dict[Future[Output], _Chunk] = {}
        self._finished: SimpleQueue[Future[Output]] = SimpleQueue()
        self._suspects: deque[_Chunk] = deque()
        self._mean: float | None = None  # seconds a task
        self._longest = 1
        self.left_out: list[int] = []

    def outputs(self) -> Iterator[Output]:
        """Yield what came of each chunk, in the order in which they are finished.

        Raises:
            BotError: a bot cannot be created, or it did something wrong and the match is to stop.
            CatalogueError: the effect of a custom card raised an error.
            MatchError: a task failed for another reason; or workers cannot be started, or an
                executor that cannot be replaced is broken or was shut down.
        """
        while True:
            self._hand_out()
            if not self._under_way:
                return
            future = self._finished.get()
            chunk = self._under_way.pop(future, None)
            if chunk is None:
                continue  # lost with an executor that was replaced
            error = _error_of(future)
            if error is not None:
                del future
                self._lose(chunk, error)
                continue
            output = future.result()
            del future  # as long as it is there, Dask repeats a finished call if its worker ends
            if output.tasks:
                self._learn(output)
                yield output
            if output.failure is not None:
                raise _raised(output.failure)

    def cancel(self) -> None:
        """Cancel the chunks that have not begun."""
        for future in self._under_way:
            future.cancel()

    # -- handing out ------------------------------------------------------------------------------

    def _hand_out(self) -> None:
        """Submit chunks up to the window, or the next suspect alone."""
        while not self._suspects and len(self._under_way) < self._window:
            numbers = list(islice(self._tasks, self._size()))
            if not numbers:
                break
            self._left -= len(numbers)
            self._submit(_Chunk(numbers))
        while self._suspects and not self._under_way:  # submitting it can fail, too
            chunk = self._suspects.popleft()
            chunk.alone = True
            self._submit(chunk)

    def _size(self) -> int:
        """Return how many tasks the next chunk has."""
        if self._fixed is not None:
            return min(self._fixed, self._left)
        if self._mean is None:
            return 1
        wanted = CHUNK_SECONDS / max(self._mean, CHUNK_SECONDS / MOST_IN_CHUNK)
        # The last tasks are spread, so that no worker is left with a long chunk.
        return max(1, min(int(wanted), self._longest * _GROWTH, self._left // self._window))

    def _submit(self, chunk: _Chunk) -> None:
        try:
            future = self._workers.submit(
                worker.play_chunk, self._content, chunk.numbers, chunk.tries, self._times
            )
        except BrokenExecutor as error:
            self._lose(chunk, error)
            return
        chunk.tries += 1
        self._under_way[future] = chunk
        future.add_done_callback(self._finished.put)

    def _learn(self, output: Output) -> None:
        """Note how long tasks take."""
        number = len(output.tasks)
        mean = output.seconds / number
        self._mean = mean if self._mean is None else _KEPT * self._mean + (1 - _KEPT) * mean
        self._longest = max(self._longest, number)

    # -- losses -----------------------------------------------------------------------------------

    def _lose(self, chunk: _Chunk, error: BaseException) -> None:
        """Find out what to do about a chunk that was lost with its worker."""
        lost = [chunk]
        if isinstance(error, BrokenExecutor):
            lost += self._under_way.values()
            self._under_way.clear()
            self._workers.replace()
        if self._mean is None:
            self._check_workers(
                error,
                "workers cannot be started",
                "the main module of a program that uses processes needs the line if __name__ == "
                '"__main__": before the code that it runs, and every worker has to be able to '
                "import wonders_duel",
            )
        for one in lost:
            if not one.alone:
                self._suspects.append(one)
            elif len(one.numbers) > 1:
                self._suspects.extend(_Chunk([number]) for number in one.numbers)
            else:
                one.lost += 1
                if one.lost < TRIES:
                    self._suspects.appendleft(one)
                else:
                    # A cluster that is gone loses every task, and no task is to blame.
                    self._check_workers(
                        error,
                        "the executor does no more calls",
                        "start the cluster, and run the match again with the same journal",
                    )
                    self.left_out.append(one.numbers[0])

    def _check_workers(self, error: BaseException, what: str, remedy: str) -> None:
        """Raise `MatchError` if workers end although they have nothing to do."""
        try:
            self._workers.submit(worker.probe).result()
        except Exception:  # noqa: BLE001 - see above
            cause = ": ".join(filter(None, [type(error).__name__, str(error).rstrip(".")]))
            raise MatchError(f"{what}: {cause}; {remedy}") from error


def _error_of(future: Future[Output]) -> BaseException | None:
    """Return the error of a call, whatever it is; Ctrl-C in the meantime is raised, not returned."""
    try:
        return future.exception()
    except CancelledError as error:
        return error


def _raised(failure: Failure) -> WondersDuelError:
    """Return the error that a worker reported."""
    for kind in (BotError, CatalogueError):
        if failure.kind == kind.__name__:
            return kind(failure.error)
    return MatchError(f"task {failure.task} failed: {failure.error}")
