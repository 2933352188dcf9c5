"""What a search and its worker processes send each other."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import TYPE_CHECKING

import attrs

if TYPE_CHECKING:
    from wonders_duel.errors import WondersDuelError
    from wonders_duel.search.findings import Findings, Sums

__all__ = ["Answer", "Halt", "Report", "Task", "packed", "share", "unpacked"]


@attrs.frozen
class Task:
    """Search a state.

    Attributes:
        number: the number of the task, from 1.
        content: the state, and the move that was played or ``None``, packed.
        simulations: the limits, as those of a search.
        seconds: the time.
        clock: what the time is read from.
        samples: for an analysis, the most games to play on after each move; ``None`` to choose.
    """

    number: int
    content: bytes
    simulations: int | None
    seconds: float | None
    clock: Callable[[], float]
    samples: int | None


@attrs.frozen
class Report:
    """Say what has been found out so far.

    Attributes:
        number: the number of the task.
    """

    number: int


@attrs.frozen
class Halt:
    """Finish a task, and all before it, at once.

    Attributes:
        number: the number of the task.
    """

    number: int


@attrs.frozen
class Answer:
    """What a worker has found out.

    Attributes:
        number: the number of the task; 0 for the first answer, which says that it listens, and
            for errors before its first task.
        found: about the moves, or for an analysis; ``None`` if nothing.
        is_final: whether the task is finished.
        error: what went wrong instead.
    """

    number: int
    found: Sums | Findings | None = None
    is_final: bool = True
    error: WondersDuelError | None = None


def packed(thing: object) -> bytes:
    """Return an object as bytes.

    Args:
        thing: the object.
    """
    return pickle.dumps(thing, protocol=pickle.HIGHEST_PROTOCOL)


def unpacked(content: bytes) -> object:
    """Return an object that was packed.

    Args:
        content: the bytes.
    """
    return pickle.loads(content)  # noqa: S301 - made by `packed` in the process that started this one


def share(total: int, place: int, workers: int) -> int:
    """Return a worker's share of a number: the first ones have one more if it cannot be divided.

    Args:
        total: the number.
        place: the place of the worker, from 0.
        workers: how many there are.
    """
    return total // workers + (place < total % workers)
