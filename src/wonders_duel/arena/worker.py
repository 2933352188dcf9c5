"""What runs in the workers of a match: a chunk of tasks, and what came of it."""

from __future__ import annotations

import os
import pickle
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from time import perf_counter, sleep
from traceback import format_exception
from typing import Final, Protocol

import attrs

from wonders_duel.enums import Player, Victory
from wonders_duel.errors import WondersDuelError
from wonders_duel.match import BotFault, MatchGame, MatchRow
from wonders_duel.support import children

__all__ = ["Failure", "Job", "Output", "Wire", "packed", "play_chunk", "probe", "start"]


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


# A row is sent as the pickle of plain values, and made when the driver comes to it. A chunk of
# objects would take three times as long, and the garbage collector would look at all of them.

_GameParts = tuple[
    int | None,
    int | None,
    tuple[int, int],
    tuple[int, ...],
    BotFault | None,
    tuple[float, float] | None,
    tuple[int, int],
]
_PLAYERS: Final = tuple(Player)
_VICTORIES: Final = tuple(Victory)
_NUMBERS: Final = {victory: number for number, victory in enumerate(Victory)}


def _sent(row: MatchRow) -> bytes:
    one, two = row.games
    return pickle.dumps(
        (row.task, row.deal, row.bots, _game_parts(one), _game_parts(two)),
        protocol=pickle.HIGHEST_PROTOCOL,
    )


def _game_parts(game: MatchGame) -> _GameParts:
    return (
        None if game.winner is None else int(game.winner),
        None if game.victory is None else _NUMBERS[game.victory],
        game.points,
        game.moves,
        game.fault,
        game.seconds,
        game.decisions,
    )


def _received(content: bytes) -> MatchRow:
    task, deal, bots, one, two = pickle.loads(content)  # noqa: S301 - made by `_sent` in a worker
    return MatchRow(task, deal, bots, (_game(one), _game(two)))


def _game(parts: _GameParts) -> MatchGame:
    winner, victory, points, moves, fault, seconds, decisions = parts
    return MatchGame(
        None if winner is None else _PLAYERS[winner],
        None if victory is None else _VICTORIES[victory],
        points,
        moves,
        fault,
        seconds,
        decisions=decisions,
    )


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
        tasks: the numbers of the finished tasks.
        lines: their rows as lines of JSON; empty if they were not wanted.
        seconds: how long the tasks took.
        failure: why the chunk ended early, or ``None``.
    """

    tasks: list[int]
    lines: list[str]
    seconds: float
    failure: Failure | None
    _sent: list[bytes]

    def rows(self) -> Iterator[MatchRow]:
        """Yield the rows of the finished tasks."""
        return map(_received, self._sent)


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


def play_chunk(
    content: bytes,
    numbers: Sequence[int],
    tries: int = 0,  # noqa: ARG001 - see below
    times: bool | None = None,  # noqa: FBT001 - by position, as all executors can pass it
) -> Output:
    """Do some tasks of a job.

    Args:
        content: the job, packed.
        numbers: the numbers of the tasks.
        tries: how often they were handed out before. Executors such as Dask's return for an equal
            call the result or the error that the first one had.
        times: whether lines have times; ``None`` if no lines are wanted.
    """
    _wait_if_young()
    began = perf_counter()
    tasks: list[int] = []
    lines: list[str] = []
    sent: list[bytes] = []
    failure = None
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
            break
        tasks.append(row.task)
        sent.append(_sent(row))
        if times is not None:
            lines.append(row.to_json(times=times))
    return Output(tasks, lines, perf_counter() - began, failure, sent)


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
