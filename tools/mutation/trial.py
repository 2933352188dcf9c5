"""A trial from the start: a forked process imports the mutated module and runs the tests."""

from __future__ import annotations

import gc
import importlib
import os
import resource
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

import pytest
from cosmic_ray.work_item import MutationSpec

from tools.mutation.changed import Finder
from tools.mutation.mutants import source_of
from tools.mutation.settings import PACKAGE, ROOT

QUIET = ("-x", "-q", "--no-header", "--tb=no", "-p", "no:cacheprovider")
# The parent has imported pytest's plugins; hypothesis uses the same examples each time.
PYTEST = (
    *QUIET,
    "-W",
    "ignore::pytest.PytestAssertRewriteWarning",
    "--hypothesis-profile=mutation",
)
SURVIVED, KILLED, FAILED = 0, 1, 2
MEMORY = 4 << 30
LONGEST = 1800
"""Seconds after which a waiting process is ended."""
SPARE_SECONDS, SPARE_FACTOR = 4, 5
"""Tests may take this many times as long as without a mutant, plus these seconds."""


class _Witness:
    """A plugin that remembers the test that failed."""

    def __init__(self) -> None:
        self.seen = ""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Record a failure."""
        if report.failed:
            self.seen = report.nodeid


def warm_up() -> None:
    """Import what every trial needs, but nothing of the package."""
    import cattrs  # noqa: F401, PLC0415
    import hypothesis.strategies  # noqa: PLC0415
    import jsonschema  # noqa: F401, PLC0415
    import sybil  # noqa: F401, PLC0415

    assert PACKAGE not in sys.modules
    # Finding the smallest example takes long and is not needed.
    hypothesis.settings.register_profile(
        "mutation",
        hypothesis.settings.get_profile("ci"),
        phases=(hypothesis.Phase.explicit, hypothesis.Phase.generate),
    )
    gc.collect()
    gc.freeze()


def begin(
    mutation: MutationSpec,
    stages: Sequence[Sequence[str]],
    times: Sequence[float],
    hints: Sequence[str],
    notes: Path,
) -> int:
    """Start a process that tries a mutant; its exit code is the verdict.

    Args:
        mutation: the mutation.
        stages: groups of tests, run until one fails.
        times: the processor time in seconds of each stage without a mutant.
        hints: tests to begin with, since they noticed mutants of the same function.
        notes: the file for the name of the test that notices it.

    Returns:
        The id of the process.
    """
    child = os.fork()
    if not child:
        os.setsid()  # so that each trial has its share where systems schedule by session
        _run(mutation, [hints, *stages], [times[0], *times], notes)
    return child


def shut_in() -> None:
    """Silence this process and limit its resources to those of a trial."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.alarm(LONGEST)
    silent = os.open(os.devnull, os.O_RDWR)
    os.dup2(silent, 1)
    os.dup2(silent, 2)


def limit(seconds: float) -> None:
    """Limit the additional processor time of this process.

    Args:
        seconds: the time that it takes without a mutant.
    """
    most = used() + SPARE_SECONDS + SPARE_FACTOR * seconds
    resource.setrlimit(resource.RLIMIT_CPU, (int(most) + 1, resource.RLIM_INFINITY))


def used() -> float:
    """Return the processor time of this process in seconds."""
    taken = resource.getrusage(resource.RUSAGE_SELF)
    return taken.ru_utime + taken.ru_stime


def _run(
    mutation: MutationSpec, stages: Sequence[Sequence[str]], times: Sequence[float], notes: Path
) -> NoReturn:
    verdict = FAILED
    try:
        shut_in()
        os.chdir(ROOT)
        sys.path.insert(0, str(ROOT / "src"))
        sys.meta_path.insert(0, Finder(mutation.module_path, source_of(mutation)))
        verdict, witness = _judge(stages, times)
        notes.write_text(witness, encoding="utf-8")
    finally:
        os._exit(verdict)


def _judge(stages: Sequence[Sequence[str]], times: Sequence[float]) -> tuple[int, str]:
    witness = _Witness()
    for number, (tests, seconds) in enumerate(zip(stages, times, strict=True)):
        limit(seconds)
        code = pytest.main([*PYTEST, *tests], [witness]) if tests else pytest.ExitCode.OK
        if code in {pytest.ExitCode.USAGE_ERROR, pytest.ExitCode.NO_TESTS_COLLECTED}:
            if number == 0:
                continue  # the file of a hint cannot be imported; the stages will show it
            return (FAILED if _is_importable("tests.conftest") else KILLED), ""
        if code != pytest.ExitCode.OK:
            return KILLED, witness.seen
    return SURVIVED, ""


def _is_importable(module: str) -> bool:
    """Return whether a module that no test runs without can be imported with the mutant."""
    try:
        importlib.import_module(module)
    except Exception:  # noqa: BLE001 - the mutant may raise any
        return False
    return True
