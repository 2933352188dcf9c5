"""The processes of a soak, which end with their parent."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Future, as_completed

from tools.soak.games import Part, Plan, play_part
from wonders_duel.arena import processes

__all__ = ["play_parts"]


def play_parts(plan: Plan, missing: Sequence[int], workers: int) -> Iterator[Part]:
    """Play parts in separate processes, or here with a single worker.

    Args:
        plan: the games to play.
        missing: the numbers of the parts.
        workers: the number of processes.

    Returns:
        The parts, each as soon as it is done.

    Raises:
        BrokenProcessPool: a worker was killed.
    """
    if workers == 1:
        for number in missing:
            yield play_part(plan, number)
        return
    pool = processes(workers)()
    finished = False
    try:
        futures: list[Future[Part]] = [pool.submit(play_part, plan, one) for one in missing]
        for future in as_completed(futures):
            yield future.result()
        finished = True
    finally:
        pool.shutdown(wait=finished)
