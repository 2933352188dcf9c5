"""Trials in a process that has collected the tests; each is a fork with one function replaced."""

from __future__ import annotations

import gc
import importlib
import json
import os
import pkgutil
import signal
import sys
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import NoReturn

import attrs
import cattrs
import pytest
from cosmic_ray.work_item import MutationSpec

from tools.mutation import trial
from tools.mutation.patch import Functions, Place, Watch
from tools.mutation.settings import PACKAGE, ROOT

ATTEMPTS = 3
"""How often a test is measured until it passes: a signal may hit the code that watches the calls."""
UNSURE = 3
"""No test noticed the mutant, but some code ran without it before."""
NO_PYTHON = 4
"""The mutant cannot be compiled."""


def is_in(test: str, chosen: str) -> bool:
    """Return whether a test belongs to a path.

    Args:
        test: the name of a test.
        chosen: a folder, a file, or the name of a test.
    """
    return test == chosen or test.startswith((f"{chosen}/", f"{chosen}::", f"{chosen}["))


@attrs.frozen
class Measured:
    """The measurements of a test.

    Attributes:
        seconds: its processor time.
        calls: the numbers of the package's functions that it calls.
    """

    seconds: float
    calls: list[int]


def seconds_of(tests: Sequence[str], notes: Path) -> float:
    """Return the processor time of tests in seconds.

    Args:
        tests: folders, files or names of tests.
        notes: the measurements.
    """
    found = cattrs.structure(json.loads(notes.read_text(encoding="utf-8")), dict[str, Measured])
    return sum(
        one.seconds for name, one in found.items() if any(is_in(name, part) for part in tests)
    )


class Tests:
    """A pytest plugin with the collected tests and the work to do with them."""

    def __init__(self, at_import: set[Place], work: Callable[[Tests], None]) -> None:
        """Store the work.

        Args:
            at_import: the functions that are called when the package is imported.
            work: called when the tests are collected.
        """
        self._at_import = at_import
        self._work = work
        self._failed = ""
        self._items: dict[str, pytest.Item] = {}
        self._functions = Functions({})
        self._numbers: dict[Place, int] = {}
        self._measured: dict[str, Measured] = {}

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Do the work instead of running tests."""
        self._items = {item.nodeid: item for item in session.items}
        package = sys.modules[PACKAGE]
        assert package.__file__ is not None
        folder = Path(package.__file__).parent
        if package.is_compiled or folder.parents[1] != ROOT:
            raise RuntimeError("another build of the library is in the way")
        gc.unfreeze()  # what is frozen, as for other runs of the tests, is not among the objects
        self._functions = Functions.find(folder)
        if not self._functions.there:
            raise RuntimeError("no function of the library was found in this process")
        self._numbers = {place: one for one, place in enumerate(sorted(self._functions.there))}
        gc.collect()
        gc.freeze()
        self._work(self)
        return True

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Record a failure."""
        if report.failed:
            self._failed = report.nodeid

    def measure(self, workers: int, notes: Path) -> None:
        """Run each test in its own process, and record its time and the functions that it calls.

        Args:
            workers: the number of parallel processes.
            notes: the file for the measurements.

        Raises:
            RuntimeError: a test fails.
        """
        parts = [notes.with_suffix(f".{number}") for number in range(workers)]
        children = []
        for number, part in enumerate(parts):
            child = os.fork()
            if not child:
                self._measure_each([*self._items][number::workers], part)
            children.append(child)
        if any(os.waitpid(child, 0)[1] for child in children):
            raise RuntimeError("the tests fail without a mutant")
        found = {}
        for part in parts:
            for line in part.read_text(encoding="utf-8").splitlines():
                found.update(json.loads(line))
            part.unlink()
        notes.write_text(json.dumps(found), encoding="utf-8")
        self._measured = cattrs.structure(found, dict[str, Measured])

    def _measure_each(self, names: list[str], notes: Path) -> NoReturn:
        """Run some tests with empty caches, so that each one makes all its calls."""
        notes.write_text("", encoding="utf-8")
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        for name in names:
            if not any(self._measure_one(name, notes) for _ in range(ATTEMPTS)):
                print(f"{name} fails", file=sys.stderr)
                os._exit(1)
        os._exit(0)

    def _measure_one(self, name: str, notes: Path) -> bool:
        """Return whether a test passes in a process of its own, and record what it calls."""
        child = os.fork()
        if child:
            return not os.waitpid(child, 0)[1]
        with Watch() as watch:
            self._run(name, "")
        if self._failed:
            os._exit(1)
        calls = sorted(self._numbers[one] for one in watch.called & self._numbers.keys())
        with notes.open("a", encoding="utf-8") as file:
            measured = attrs.asdict(Measured(trial.used(), calls))
            file.write(json.dumps({name: measured}) + "\n")
        os._exit(0)

    def begin(
        self,
        mutation: MutationSpec,
        stages: Sequence[Sequence[str]],
        hints: Iterable[str],
        notes: Path,
    ) -> int:
        """Start a process that tries a mutant; its exit code is the verdict.

        Args:
            mutation: the mutation.
            stages: groups of tests, run until one fails; those that do not call the function are
                left out.
            hints: tests to begin with, since they noticed mutants of the same function.
            notes: the file for the name of the test that notices it.

        Returns:
            The id of the process.
        """
        child = os.fork()
        if not child:
            os.setsid()
            self._try(mutation, stages, hints, notes)
        return child

    def _try(
        self,
        mutation: MutationSpec,
        stages: Sequence[Sequence[str]],
        hints: Iterable[str],
        notes: Path,
    ) -> NoReturn:
        verdict = trial.FAILED
        try:
            trial.shut_in()
            places = self._functions.places(mutation)
            if not self._functions.put(mutation):
                verdict = UNSURE
            elif self._notices({self._numbers[one] for one in places}, stages, hints):
                verdict = trial.KILLED
                notes.write_text(self._failed, encoding="utf-8")
            elif self._at_import.isdisjoint(places):
                verdict = trial.SURVIVED
            else:
                verdict = UNSURE
        except SyntaxError:
            verdict = NO_PYTHON
        finally:
            os._exit(verdict)

    def _notices(
        self, functions: set[int], stages: Sequence[Sequence[str]], hints: Iterable[str]
    ) -> bool:
        """Run the tests that call any of some functions until one fails."""
        those = [
            name for name, one in self._measured.items() if not functions.isdisjoint(one.calls)
        ]
        those.sort(key=lambda name: self._measured[name].seconds)
        order = dict.fromkeys(hint for hint in hints if hint in those)
        for stage in stages:
            order |= dict.fromkeys(one for one in those if any(is_in(one, part) for part in stage))
        for name, following in pairwise((*order, "")):
            trial.limit(self._measured[name].seconds)
            self._run(name, following)
            if self._failed:
                return True
        return False

    def _run(self, name: str, following: str) -> None:
        """Run a test and keep the fixtures that it shares with the following one."""
        item, after = self._items[name], self._items.get(following)
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)


def collect(tests: Sequence[str], work: Callable[[Tests], None]) -> None:
    """Collect tests in a separate process and do some work there.

    Args:
        tests: the tests.
        work: the work.

    Raises:
        RuntimeError: collecting or the work failed.
    """
    child = os.fork()
    if not child:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        os.chdir(ROOT)
        sys.path.insert(0, str(ROOT / "src"))
        with Watch() as watch:
            package = importlib.import_module(PACKAGE)
            for module in pkgutil.walk_packages(package.__path__, f"{PACKAGE}."):
                if not module.name.endswith("__main__"):
                    importlib.import_module(module.name)
        plugin = Tests(watch.called, work)
        code = pytest.main([*trial.PYTEST, "--capture=no", *tests], [plugin])
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(0 if code == pytest.ExitCode.OK else 1)
    _, status = os.waitpid(child, 0)
    if status:
        raise RuntimeError("the tests could not be collected, or the work on them failed")
