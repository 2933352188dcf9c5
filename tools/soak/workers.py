"""The processes of a soak, which end with their parent."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed

from tools.soak.games import Part, Plan, play_part

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
    with ProcessPoolExecutor(
        workers, multiprocessing.get_context("spawn"), initializer=_begin_worker
    ) as pool:
        try:
            futures: list[Future[Part]] = [pool.submit(play_part, plan, one) for one in missing]
            for future in as_completed(futures):
                yield future.result()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            for worker in multiprocessing.active_children():
                worker.terminate()
            raise


def _begin_worker() -> None:
    """Ignore interrupts, which the parent handles, and end with the parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    assert parent is not None

    def follow() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=follow, daemon=True).start()
