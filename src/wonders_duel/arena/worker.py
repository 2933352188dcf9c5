"""What runs in the workers of a match: a chunk of tasks, and what came of it."""

from __future__ import annotations

import os
import pickle
import signal
import sys
import threading
from collections.abc import Sequence
from functools import cache, lru_cache
from time import perf_counter, sleep
from traceback import format_exception
from typing import TYPE_CHECKING, Final, Protocol

import attrs

from wonders_duel.errors import WondersDuelError
from wonders_duel.support import children

if TYPE_CHECKING:
    from wonders_duel.match import MatchRow

__all__ = ["Done", "Failure", "Job", "Output", "Wire", "packed", "play_chunk", "probe", "start"]


_YOUNG: Final = 0.5
"""For how many seconds a worker of Dask waits before its first chunk."""


class Wire(Protocol):
    """The end of a connection that reads."""

    def recv_bytes(self) -> bytes:
        """Wait for a message."""


class Job(Protocol):
    """A list of numbered tasks; a `Match` is one."""

    def __len__(self) -> int:
        """Return the number of tasks."""

    def play(self, number: int) -> MatchRow:
        """Do a task."""


@attrs.frozen
class Done:
    """What came of one task.

    Attributes:
        row: the row.
        line: the same as a line of JSON, without times.
    """

    row: MatchRow
    line: str


@attrs.frozen
class Failure:
    """Why a chunk ended early.

    Attributes:
        task: the number of the task that failed.
        error: the error in words, with a traceback if it is not one of the library.
        kind: the name of the class of the error.
    """

    task: int
    error: str
    kind: str


@attrs.frozen
class Output:
    """What came of a chunk.

    Attributes:
        done: the finished tasks.
        seconds: how long they took.
        failure: why the chunk ended early, or ``None``.
    """

    done: tuple[Done, ...]
    seconds: float
    failure: Failure | None = None


def packed(job: Job) -> bytes:
    """Return a job as bytes, which a worker unpacks once.

    Args:
        job: the job.
    """
    return pickle.dumps(job, protocol=pickle.HIGHEST_PROTOCOL)


@lru_cache(maxsize=4)
def _unpacked(content: bytes) -> Job:
    job: Job = pickle.loads(content)  # noqa: S301 - made by `packed` in the driver
    return job


def play_chunk(content: bytes, numbers: Sequence[int], tries: int = 0) -> Output:  # noqa: ARG001 - see below
    """Do some tasks of a job.

    Args:
        content: the job, packed.
        numbers: the numbers of the tasks.
        tries: how often they were handed out before. Executors such as Dask's return for an equal
            call the result or the error that the first one had.
    """
    _wait_if_young()
    began = perf_counter()
    done: list[Done] = []
    for number in numbers:
        try:
            row = _unpacked(content).play(number)
        except Exception as error:  # noqa: BLE001 - reported to the driver, which raises it
            text = (
                str(error)
                if isinstance(error, WondersDuelError)
                else "".join(format_exception(error)).rstrip()
            )
            failure = Failure(number, text, type(error).__name__)
            return Output(tuple(done), perf_counter() - began, failure)
        done.append(Done(row, row.to_json()))
    return Output(tuple(done), perf_counter() - began)


@cache  # once in each process
def _wait_if_young() -> None:
    """Let a worker of Dask finish its start.

    Dask does not replace a worker that ends before its nanny has noted that it started
    (dask/distributed#6426). Tasks that end their workers would end the whole cluster.
    """
    if "distributed" in sys.modules:
        sleep(_YOUNG)


def probe() -> None:
    """Do nothing; a worker that cannot even do this cannot be started."""


def start(driver: Wire) -> None:
    """Prepare a process of the standard library's executor.

    Args:
        driver: a connection on which nothing is sent: it ends with the driver.
    """
    # Ctrl-C reaches the whole group of processes; the driver ends its workers itself.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):  # pragma: no branch - Windows
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})  # it was held back
    # The executor ends all workers so when one of them has ended.
    signal.signal(signal.SIGTERM, _end)
    threading.Thread(target=_follow, args=(driver,), daemon=True).start()


def _end(*_: object) -> None:
    """End this process, and the programs that bots in it have started."""
    children.kill_all()
    os._exit(1)


def _follow(driver: Wire) -> None:
    """End this process when the driver closes the connection or is gone, killed for example."""
    try:
        driver.recv_bytes()
    except (EOFError, OSError):
        _end()
