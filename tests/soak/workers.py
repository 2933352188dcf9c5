"""The processes of a soak: none outlives the one that began them."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed

from tests.soak.games import Part, Plan, play_part

__all__ = ["play_parts"]


def play_parts(plan: Plan, missing: Sequence[int], workers: int) -> Iterator[Part]:
    """Play parts in processes of their own, or here if one worker is enough.

    Args:
        plan: what is to be played.
        missing: the numbers of the parts.
        workers: how many processes.

    Returns:
        The parts, each as soon as it is done.

    Raises:
        BrokenProcessPool: a worker was ended from outside.
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
    """Leave interrupts to the parent, and end with it whatever ends that."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    assert parent is not None

    def follow() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=follow, daemon=True).start()
