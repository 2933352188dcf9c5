"""The limits of a search, and checks of them."""

from __future__ import annotations

import os
import time
from math import inf
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, TypeGuard

from wonders_duel.errors import WrongTypeError
from wonders_duel.support.arguments import expect_number, is_finite, is_within
from wonders_duel.support.phrases import one_of, shown

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = [
    "CLOCKS",
    "MEMORY",
    "MOST_WORKERS_HERE",
    "expect_evaluation",
    "expect_limits",
    "expect_parts",
    "expect_stop",
    "expect_workers",
    "is_interval",
]

MEMORY: Final = 1 << 30
"""The most memory of a tree in bytes, by default."""
LEAST_MEMORY: Final = 1_000_000
_MOST_WORKERS: Final = 256
"""The most processes that share the work of a search."""
MOST_WORKERS_HERE: Final = 61 if os.name == "nt" else _MOST_WORKERS
"""The most of them on this system: as for matches on Windows, where Python waits for some 60 others."""
CLOCKS: Final[Mapping[str, Callable[[], float]]] = MappingProxyType(
    {"process": time.process_time, "wall": time.perf_counter}
)
"""The clocks that a limit in seconds can refer to: the time of the processor, or that of a watch."""


def expect_limits(
    simulations: object, seconds: object, clock: object, memory: object, workers: object
) -> None:
    """Raise ``WrongTypeError`` unless the arguments of a search are valid.

    Args:
        simulations: the number of simulations, or ``None``.
        seconds: the time, or ``None``.
        clock: the name of the clock.
        memory: the most memory of the tree in bytes.
        workers: how many processes share the work.
    """
    if simulations is not None:
        expect_number(simulations, 1, "simulations")
    if seconds is not None and not (is_finite(seconds) and seconds > 0):
        raise WrongTypeError(
            f"expected a finite number of seconds above 0, got {shown(seconds)}; "
            "leave seconds out for no limit of time"
        )
    expect_number(memory, LEAST_MEMORY * expect_workers(workers), "memory")
    if not isinstance(clock, str) or clock not in CLOCKS:
        raise WrongTypeError(f"expected a clock, {one_of(CLOCKS)}; got {shown(clock)}")


def expect_workers(workers: object) -> int:
    """Return a number of processes, or raise ``WrongTypeError``.

    Args:
        workers: how many processes share the work.
    """
    if not is_within(workers, 1, _MOST_WORKERS):
        raise WrongTypeError(
            f"workers must be a whole number from 1 to {_MOST_WORKERS}, not {shown(workers)}"
        )
    assert isinstance(workers, int)
    if workers > MOST_WORKERS_HERE:
        raise WrongTypeError(
            f"expected at most {MOST_WORKERS_HERE} workers on Windows, got {workers}"
        )
    return workers


def expect_parts(evaluation: object, prior: object, selection: object) -> None:
    """Raise ``WrongTypeError`` unless objects can be the parts of a search.

    Args:
        evaluation: rates states; ``None`` stands for that of the library, here and below.
        prior: says how promising moves are.
        selection: says which move is tried next.
    """
    expect_evaluation(evaluation)
    for part, method, name in (
        (prior, "shares(state, moves, values)", "a prior"),
        (selection, "score(value, share, visits, node_visits)", "a selection"),
    ):
        if part is not None and not _has(part, method.partition("(")[0]):
            raise WrongTypeError(f"expected {name} with a method {method}, got {shown(part)}")


def _has(part: object, method: str) -> bool:
    return not isinstance(part, type) and callable(getattr(part, method, None))


def expect_evaluation(evaluation: object) -> None:
    """Raise ``WrongTypeError`` unless something rates states.

    Args:
        evaluation: the argument to check; ``None`` stands for the evaluation of the library.
    """
    if evaluation is not None and not _has(evaluation, "log_odds"):
        raise WrongTypeError(
            f"expected an evaluation with a method log_odds(state), got {shown(evaluation)}"
        )


def expect_stop(stop: object) -> None:
    """Raise ``WrongTypeError`` unless something can end an analysis.

    Args:
        stop: the argument to check; ``None`` for nothing that ends it early.
    """
    if stop is not None and not _has(stop, "is_set"):
        raise WrongTypeError(
            "expected an object with a method is_set(), such as a threading.Event, "
            f"got {shown(stop)}"
        )


def is_interval(value: object) -> TypeGuard[float]:
    """Return whether a value is a number of seconds of at least 0, which may be infinite.

    Args:
        value: any value.
    """
    return (isinstance(value, float) and value == inf) or (is_finite(value) and value >= 0)
