"""Executors: worker processes of this machine, and any executor that the caller brings."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, ParamSpec, Protocol, TypeVar, cast

from wonders_duel.arena import worker
from wonders_duel.errors import MatchError, WrongTypeError
from wonders_duel.support.arguments import expect_number
from wonders_duel.support.browser import is_in_browser
from wonders_duel.support.phrases import shown

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing.process import BaseProcess

__all__ = ["Processes", "Workers", "cores", "expect_executor", "processes"]

_P = ParamSpec("_P")
_T = TypeVar("_T")

_MOST: Final = 61 if os.name == "nt" else 999_999_999
"""The most processes for an executor. Python can start no more on Windows; elsewhere, nobody needs as many."""
_NOTICED: Final = 1.0
"""Seconds after which an executor has noticed that a process has ended."""


def cores() -> int:
    """Return how many processors this process may use, at least 1."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0)) or 1
    return os.cpu_count() or 1


class Processes:
    """A way to start an executor with worker processes, again if a worker was killed.

    Call it to get an executor. The processes are started with ``spawn`` on every system, so that
    they share nothing with the driver, and they end with it, even if it is killed.

    Args:
        number: how many processes, from 1 to 999,999,999, on Windows 61; one for each processor by
            default.

    Raises:
        MatchError: these are more processes.
        WrongTypeError: the number is not a whole number from 1.
    """

    def __init__(self, number: int | None = None) -> None:
        """Check the number."""
        if number is not None:
            expect_number(number, 1, "the number of workers")
            if number > _MOST:
                raise MatchError(
                    f"expected at most {_MOST:,} workers on this system, got {shown(number)}"
                )
        self.number: int = min(cores(), _MOST) if number is None else number

    def __repr__(self) -> str:
        """Return the call that makes it."""
        return f"processes({self.number})"

    def __call__(self) -> Executor:
        """Start an executor.

        Raises:
            MatchError: there are no processes, as in a browser.
        """
        if is_in_browser():
            raise MatchError(
                "worker processes cannot be started here, as in a browser: leave workers out"
            )
        # There are no such modules in a browser.
        from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415
        from multiprocessing import get_context  # noqa: PLC0415

        spawn = get_context("spawn")
        ours, theirs = spawn.Pipe(duplex=False)
        # The workers hold the end that reads; when the driver closes the other one, they end.
        pool = ProcessPoolExecutor(
            self.number, mp_context=spawn, initializer=worker.start, initargs=(ours,)
        )
        return _Followed(pool, ours, theirs)


@contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """Let processes that are started meanwhile hold back Ctrl-C, until `worker.start` ignores it.

    It reaches the whole group of processes, also those that are still importing what they need.
    """
    if not hasattr(signal, "pthread_sigmask"):  # pragma: no cover - Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _Closable(Protocol):
    """An end of a connection."""

    def close(self) -> None:
        """Close it."""


class _Followed(Executor):
    """An executor whose processes end at once when it is shut down without waiting.

    The executor of the standard library waits for ever if a process ends while it sends a result:
    it reads on, since it could itself send the rest, and the other processes wait for their turn.
    """

    def __init__(self, pool: ProcessPoolExecutor, reader: _Closable, writer: _Closable) -> None:
        self._pool = pool
        self._reader = reader
        # There is no public way to its processes and their results, from Python 3.11 to 3.14.
        results: _Closable = vars(pool)["_result_queue"]._writer  # noqa: SLF001 - see above
        self._ends = (writer, results)
        self._is_closed = threading.Event()
        arguments = (vars(pool)["_processes"], self._is_closed, self._ends)
        self._watcher = threading.Thread(target=_watch, args=arguments, daemon=True)
        self._watcher.start()

    def submit(self, fn: Callable[_P, _T], /, *args: _P.args, **kwargs: _P.kwargs) -> Future[_T]:
        with _interrupts_held_back():  # it starts a process if none is free
            return self._pool.submit(fn, *args, **kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: FBT001, FBT002 - as in Executor
        self._is_closed.set()
        self._watcher.join()  # two threads may not close the same connection
        if not wait:
            _close(self._ends)
        self._pool.shutdown(wait=True, cancel_futures=cancel_futures or not wait)
        _close((*self._ends, self._reader))


def _watch(
    processes: dict[int, BaseProcess], is_closed: threading.Event, ends: tuple[_Closable, ...]
) -> None:
    """End all processes of an executor if one has ended and the executor does not notice."""
    from multiprocessing.connection import wait  # noqa: PLC0415 - as in `Processes`

    was_ended = False
    while not is_closed.wait(_NOTICED):
        is_ended = bool(wait([one.sentinel for one in processes.copy().values()], 0))
        if is_ended and was_ended:
            _close(ends)
            return
        was_ended = is_ended


def _close(ends: tuple[_Closable, ...]) -> None:
    for one in ends:
        one.close()


def processes(number: int | None = None) -> Callable[[], Executor]:
    """Return worker processes of this machine, for :func:`wonders_duel.arena.run`.

    The main module of a program that uses them needs ``if __name__ == "__main__":``, as always
    with ``multiprocessing``.

    Args:
        number: how many processes, from 1 to 999,999,999, on Windows 61; one for each processor by
            default.

    Returns:
        A function that starts an executor with these processes.

    Raises:
        MatchError: these are more processes.
        WrongTypeError: the number is not a whole number of at least 1.

    >>> processes(2)
    processes(2)
    """
    return Processes(number)


class Workers:
    """The workers of a run: an executor, which is replaced when it breaks if we can start one.

    Args:
        given: an executor, or a function that starts one.
    """

    def __init__(self, given: Executor | Callable[[], Executor]) -> None:
        """Start an executor unless one is given."""
        # A class has the method, too, but starts one.
        is_executor = isinstance(given, Executor) or (
            not isinstance(given, type) and hasattr(given, "submit")
        )
        self._start = None if is_executor else cast("Callable[[], Executor]", given)
        self._executor = (
            cast("Executor", given) if self._start is None else self._started(self._start)
        )

    @staticmethod
    def _started(start: Callable[[], Executor]) -> Executor:
        made = start()
        if not callable(getattr(made, "submit", None)):
            raise WrongTypeError(
                f"expected a function that returns an executor, it returned {shown(made)}"
            )
        return made

    def submit(self, fn: Callable[_P, _T], /, *args: _P.args, **kwargs: _P.kwargs) -> Future[_T]:
        """Submit a call.

        Raises:
            BrokenExecutor: the executor is broken.
            MatchError: it was shut down, or a process cannot be started.
        """
        try:
            return self._executor.submit(fn, *args, **kwargs)
        except BrokenExecutor:
            raise
        except Exception as error:  # each library has errors of its own for this
            if isinstance(self._start, Processes):  # nobody else can have shut it down
                raise MatchError(
                    f"a worker process cannot be started: {type(error).__name__}: {error}; "
                    "leave workers out"
                ) from error
            raise MatchError(
                f"the executor takes no more tasks: {error}; pass one that was not shut down"
            ) from error

    def replace(self) -> None:
        """Start another executor after a worker was killed.

        Raises:
            MatchError: the executor was the caller's own.
        """
        if self._start is None:
            raise MatchError(
                "the executor is broken, since a worker was killed: pass a function that starts "
                "one instead, such as processes(2), so that the run can start another"
            )
        self._executor.shutdown(wait=False)
        self._executor = self._started(self._start)

    def close(self, *, at_once: bool) -> None:
        """Shut the executor down, unless it is the caller's own.

        The executors of loky and Dask have no argument except whether to wait.

        Args:
            at_once: whether to end tasks under way.
        """
        if self._start is not None:
            self._executor.shutdown(wait=not at_once)


def expect_executor(executor: object) -> None:
    """Raise `WrongTypeError` unless something is an executor or a function that starts one.

    Args:
        executor: the argument to check; ``None`` stands for this process.

    Raises:
        WrongTypeError: it is something else.
    """
    if executor is not None and not callable(getattr(executor, "submit", executor)):
        raise WrongTypeError(
            "expected an executor of concurrent.futures, or a function that starts one such as "
            f"processes(2), got {shown(executor)}"
        )
