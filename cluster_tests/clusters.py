"""Local clusters, and a program that plays a match on one: ``python -m cluster_tests.clusters``."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from tools.blocks import blocks
from wonders_duel.arena import run
from wonders_duel.match import Match

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "howto" / "clusters.md"

KINDS = ("loky", "dask", "dask-pure", "ray")
"""What a run is given. ``dask-pure`` is an executor of Dask with its default options."""

MATCH = Match(["random", "random"], deals=60, seed="arena")
LONG = Match(["random", "random"], deals=3_000, seed="killed")
"""A match that takes some seconds."""

PATIENCE = 300
"""For how many seconds a program may run, even on a slow machine."""


def program(beginning: str) -> str:
    """Return the program on the page of clusters that begins with a text.

    Args:
        beginning: the text.
    """
    page = PAGE.read_text(encoding="utf-8")
    (found,) = (one.text for one in blocks(page) if one.text.startswith(beginning))
    return found


def ray_executor() -> Executor:
    """Return the executor for Ray that is on the page."""
    names: dict[str, Any] = {"__name__": "page"}
    source = program("from collections.abc import Callable\nfrom concurrent.futures import")
    exec(source, names)  # noqa: S102 - our own page
    executor: Executor = names["RayExecutor"]()
    return executor


@contextmanager
def workers(kind: str, address: str = "") -> Iterator[Executor | Callable[[], Executor]]:
    """Connect to a cluster, and yield what a run is given.

    Args:
        kind: one of `KINDS`.
        address: the address of the cluster.
    """
    if kind == "loky":
        from loky import get_reusable_executor  # noqa: PLC0415 - only where it is used

        yield partial(get_reusable_executor, max_workers=2)
    elif kind == "ray":
        import ray  # noqa: PLC0415

        if not ray.is_initialized():
            # The tests are not installed.
            environment = {"env_vars": {"PYTHONPATH": str(ROOT)}}
            ray.init(address=address, runtime_env=environment, log_to_driver=False)
        yield ray_executor()
    else:
        from distributed import Client  # noqa: PLC0415

        with Client(address) as client:
            yield client.get_executor() if kind == "dask-pure" else client.get_executor(pure=False)


def main() -> None:
    """Play the long match with a cluster and a journal."""
    kind, address, journal = sys.argv[1:]
    with workers(kind, address) as executor:
        for _ in run(LONG, executor, workers=2, journal=journal):
            pass
    if kind == "ray":
        os._exit(0)  # disconnecting takes seconds


if __name__ == "__main__":
    main()
