"""One mutant on trial: a forked process loads the mutated module and runs the tests."""

from __future__ import annotations

import gc
import json
import os
import resource
import signal
import sys
import traceback
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType
from typing import NoReturn

import pytest
from cosmic_ray.work_item import MutationSpec

from tests.mutation.mutants import source_of
from tests.mutation.settings import PACKAGE, ROOT

QUIET = ("-x", "-q", "--no-header", "--tb=no", "-p", "no:cacheprovider", "-m", "not slow")
# The parent has imported pytest's plugins already; hypothesis takes the same examples each time.
PYTEST = (*QUIET, "-W", "ignore::pytest.PytestAssertRewriteWarning", "--hypothesis-profile=ci")
SURVIVED, KILLED, FAILED = 0, 1, 2
MEMORY = 4 << 30
LONGEST = 1800
"""Seconds after which a process that waits for something is ended."""


class _Loader(SourceFileLoader):
    """Loads a module from a changed source."""

    def __init__(self, name: str, path: Path, source: str) -> None:
        super().__init__(name, str(path))
        self._source = source

    def get_code(self, fullname: str) -> CodeType:
        return compile(self._source, self.get_filename(fullname), "exec", dont_inherit=True)


class _Finder(MetaPathFinder):
    """Finds the mutated module before the one on disk."""

    def __init__(self, path: Path, source: str) -> None:
        self._name = f"{PACKAGE}.{path.stem}"
        self._path = path
        self._source = source

    def find_spec(self, name: str, *_: object) -> ModuleSpec | None:
        if name != self._name:
            return None
        return spec_from_file_location(
            name, self._path, loader=_Loader(name, self._path, self._source)
        )


class _Witness:
    """Remembers the test that failed."""

    def __init__(self) -> None:
        self.seen = ""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note a failure."""
        if report.failed:
            self.seen = report.nodeid


def warm_up() -> None:
    """Import what every trial needs, but nothing of the package."""
    import cattrs  # noqa: F401, PLC0415
    import hypothesis.strategies  # noqa: F401, PLC0415
    import jsonschema  # noqa: F401, PLC0415
    import sybil  # noqa: F401, PLC0415

    assert PACKAGE not in sys.modules
    gc.collect()
    gc.freeze()


def begin(
    mutation: MutationSpec,
    stages: Sequence[Sequence[str]],
    limits: Sequence[float],
    hints: Sequence[str],
    notes: Path,
) -> int:
    """Start a process that tries a mutant; its exit code is the verdict.

    Args:
        mutation: what is changed.
        stages: groups of tests, run until one fails.
        limits: for each stage the seconds of processor time it may take.
        hints: tests to begin with, since they noticed mutants of the same function.
        notes: a file to which the test is written that notices it.

    Returns:
        The id of the process.
    """
    child = os.fork()
    if not child:
        os.setsid()  # where the system shares the processor among sessions, each has its part
        _run(mutation, [hints, *stages], [limits[0], *limits], notes)
    return child


def measure(stages: Sequence[Sequence[str]], notes: Path) -> list[float]:
    """Run the tests without a mutant.

    Args:
        stages: the groups of tests.
        notes: a file that the process writes its figures to.

    Returns:
        The seconds of processor time that each stage takes.

    Raises:
        RuntimeError: a test fails.
    """
    child = os.fork()
    if not child:
        _run(None, stages, [LONGEST] * len(stages), notes)
    _, status = os.waitpid(child, 0)
    if status:
        raise RuntimeError("the tests fail without a mutant")
    times: list[float] = json.loads(notes.read_text(encoding="utf-8"))
    return times


def _run(
    mutation: MutationSpec | None,
    stages: Sequence[Sequence[str]],
    limits: Sequence[float],
    notes: Path,
) -> NoReturn:
    verdict = FAILED
    try:
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        signal.alarm(LONGEST)
        if mutation is not None:
            silent = os.open(os.devnull, os.O_RDWR)
            os.dup2(silent, 1)
            os.dup2(silent, 2)
        os.chdir(ROOT)
        sys.path.insert(0, str(ROOT / "src"))
        if mutation is not None:
            sys.meta_path.insert(0, _Finder(mutation.module_path, source_of(mutation)))
        verdict, times, witness = _judge(stages, limits, hinted=mutation is not None)
        if mutation is not None:
            notes.write_text(witness, encoding="utf-8")
        else:
            import wonders_duel  # noqa: PLC0415

            if wonders_duel.is_compiled or Path(wonders_duel.__file__).parents[2] != ROOT:
                verdict = FAILED  # then a mutant would not be what is run
            notes.write_text(json.dumps(times), encoding="utf-8")
    except BaseException:  # noqa: BLE001 - whatever it is, this process ends here
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(verdict)


def _judge(
    stages: Sequence[Sequence[str]], limits: Sequence[float], *, hinted: bool
) -> tuple[int, list[float], str]:
    times = []
    witness = _Witness()
    for number, (tests, limit) in enumerate(zip(stages, limits, strict=True)):
        before = _used()
        resource.setrlimit(resource.RLIMIT_CPU, (int(before + limit) + 1, resource.RLIM_INFINITY))
        code = pytest.main([*PYTEST, *tests], [witness]) if tests else pytest.ExitCode.OK
        times.append(_used() - before)
        if code in {pytest.ExitCode.USAGE_ERROR, pytest.ExitCode.NO_TESTS_COLLECTED}:
            if number == 0 and hinted:
                continue  # the file of a hint cannot be imported: the stages will tell
            return FAILED, times, ""
        if code != pytest.ExitCode.OK:
            return KILLED, times, witness.seen
    return SURVIVED, times, ""


def _used() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime
