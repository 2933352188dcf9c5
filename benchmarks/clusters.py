"""Measure what a chunk costs with the executors of loky, Dask and Ray: ``python -m benchmarks.clusters``.

It needs the packages of the group ``cluster``.
"""

from __future__ import annotations

import platform
import statistics
import time
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from typing import Final

from benchmarks.arena import costs, outputs
from cluster_tests.clusters import ray_executor
from tools.machine import machine
from tools.stopping import run_program
from wonders_duel.arena import processes

CHUNKS: Final = 300


@contextmanager
def _of_processes() -> Iterator[Executor]:
    with processes(2)() as pool:
        yield pool


@contextmanager
def _of_loky() -> Iterator[Executor]:
    from loky import get_reusable_executor  # noqa: PLC0415 - only where it is measured

    pool: Executor = get_reusable_executor(max_workers=2)
    yield pool
    pool.shutdown()


@contextmanager
def _of_dask() -> Iterator[Executor]:
    from distributed import Client, LocalCluster  # noqa: PLC0415

    with (
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0") as cluster,
        Client(cluster) as client,
    ):
        yield client.get_executor(pure=False)


@contextmanager
def _of_ray() -> Iterator[Executor]:
    import ray  # noqa: PLC0415

    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    yield ray_executor()
    ray.shutdown()


EXECUTORS: Final = {
    "processes": _of_processes,
    "loky": _of_loky,
    "dask": _of_dask,
    "ray": _of_ray,
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print.

    Args:
        arguments: by default those of the command line.

    Returns:
        The exit code.
    """
    parser = ArgumentParser(prog="python -m benchmarks.clusters", description=__doc__)
    parser.add_argument(
        "names",
        nargs="*",
        metavar="EXECUTOR",
        help=f"some of {', '.join(EXECUTORS)}; all by default",
    )
    names = parser.parse_args(arguments).names
    if unknown := [name for name in names if name not in EXECUTORS]:
        parser.error(
            f"no such executor: {', '.join(unknown)}; expected some of {', '.join(EXECUTORS)}"
        )
    print(f"{machine()}, CPython {platform.python_version()}")
    for name in names or EXECUTORS:
        began = time.perf_counter()
        with EXECUTORS[name]() as executor:
            list(outputs(executor, 20, window=6, chunk=1))
            start = time.perf_counter() - began
            own, wall = costs(executor, CHUNKS, window=60, chunk=1)
            print(
                f"{name}: driver {statistics.median(own):,.0f} µs a chunk "
                f"({min(own):,.0f} to {max(own):,.0f}), in all {statistics.median(wall):,.0f} µs; "
                f"started in {start:.1f} s",
                flush=True,
            )
    return 0


if __name__ == "__main__":
    run_program(main)
