"""The plugin of pytest for Pyodide: it skips tests that try what WebAssembly lacks, and writes a report.

A test is left out only once it has tried to start a process or a thread, or used another thing
that Python does not have there: the exception of Python itself says so. Tests that notice this in
another way have the marker ``needs``.
"""

from __future__ import annotations

import errno
import json
import os
import sys
from collections.abc import Generator, Iterator
from doctest import UnexpectedException
from pathlib import Path
from typing import Any, Final, NoReturn

import hypothesis
import pytest
from sybil.example import SybilFailure

from wonders_duel.errors import BotError, ExtraError, MatchError

REPORTS = Path("/reports")
MISSING_MODULES: Final = {
    *("_multiprocessing", "dbm", "fcntl", "numpy", "pexpect", "resource", "termios"),
}
MISSING_FUNCTIONS: Final = {"link", "mkfifo", "pthread_kill", "pthread_sigmask", "setitimer"}
SIGNS: Final = (
    "as in a browser",
    "does not support processes",
    "can't start new thread",
    "No module named '_multiprocessing'",
    "No module named 'numpy'",
    "needs the package numpy",
)
"""Parts of the messages of such exceptions, in the examples of a page."""
REFUSALS: Final = "cannot be started here, as in a browser"


def lacking(error: BaseException) -> str | None:
    """Return what WebAssembly lacks, if that is why an exception was raised."""
    for one in chain(error):
        if isinstance(one, OSError) and one.errno == errno.ENOTSUP:
            return "processes"
        if isinstance(one, ExtraError):
            return "packages of extras"
        if isinstance(one, NotImplementedError) and "multiprocessing" in str(one):
            return "processes"
        if isinstance(one, (BotError, MatchError)) and REFUSALS in str(one):
            return "processes"
        if isinstance(one, RuntimeError) and str(one) == "can't start new thread":
            return "threads"
        if isinstance(one, ModuleNotFoundError) and one.name in MISSING_MODULES:
            return f"module {one.name}"
        if isinstance(one, AttributeError) and one.name in MISSING_FUNCTIONS:
            return f"function {one.name}"
        if isinstance(one, RuntimeError) and "stack switching" in str(one):
            return "event loops"
        if isinstance(one, OSError) and str(one) == "out of pty devices":
            return "terminals"
        if type(one).__name__ == "RefResolutionError":
            return "jsonschema of today, which has a compiled part"
        if isinstance(one, SybilFailure) and any(sign in one.result for sign in SIGNS):
            return "processes or threads"
    return None


def chain(error: BaseException | None) -> Iterator[BaseException]:
    """Return an exception, those of a group, and those that it came from."""
    while error is not None:
        yield error
        several = error.exceptions if isinstance(error, BaseExceptionGroup) else ()
        for one in (*several, *getattr(error, "failures", ())):  # the latter of a docstring
            yield from chain(one)
        if isinstance(error, UnexpectedException):
            yield from chain(error.exc_info[1])
        error = error.__cause__ or error.__context__


class Report:
    """What became of each test."""

    def __init__(self, path: Path) -> None:
        """Begin a report."""
        self.path = path
        self.left_out: dict[str, str] = {}
        self.passed: list[str] = []
        self.pages: set[str] = set()
        """The pages with examples that were left out: the following ones may depend on them."""

    def begin(self, test: str) -> None:
        """Write the test that runs now, in case that it ends everything."""
        self.path.write_text(test)

    def write(self) -> None:
        """Write the report."""
        self.path.write_text(json.dumps({"passed": self.passed, "left_out": self.left_out}))


REPORT = pytest.StashKey[Report]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that names the report."""
    parser.addoption("--pyodide-report", required=True, help="the name of the report")


def pytest_configure(config: pytest.Config) -> None:
    """Begin the report; let tests neither kill nor leave the only process, and take their time."""
    # Hypothesis gives up after a second, which one pause of a busy machine takes here.
    unhurried = [hypothesis.HealthCheck.too_slow]
    hypothesis.settings.register_profile("pyodide", deadline=None, suppress_health_check=unhurried)
    hypothesis.settings.load_profile("pyodide")
    config.stash[REPORT] = Report(REPORTS / config.getoption("--pyodide-report"))

    def refuse(*_: Any) -> NoReturn:
        raise OSError(errno.ENOTSUP, "there is only one process")

    for name in ("kill", "_exit"):
        setattr(os, name, refuse)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Note the test that begins, in case that it ends everything; skip it if it is marked."""
    item.config.stash[REPORT].begin(item.nodeid)
    for mark in item.iter_markers("needs"):
        pytest.skip(f"no {mark.args[0]}")


@pytest.hookimpl(tryfirst=True)
def pytest_timeout_set_timer() -> bool:
    """Set no timer, since there is none; the driver has a limit for the whole process."""
    return True


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Note how a test went; skip it if it tried what there is not."""
    report = yield
    noted = item.config.stash[REPORT]
    if report.failed and call.excinfo is not None:
        what = lacking(call.excinfo.value)
        page = item.nodeid.partition("::")[0]
        if what is None and page in noted.pages and isinstance(call.excinfo.value, SybilFailure):
            what = "example above"
        if what is not None and isinstance(call.excinfo.value, SybilFailure):
            noted.pages.add(page)
        if what is not None:
            report.outcome = "skipped"
            path, line, _ = item.location
            report.longrepr = (path, line or 0, f"Skipped: no {what}")
    if report.skipped:
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else ""
        noted.left_out[item.nodeid] = reason.removeprefix("Skipped: ")
    elif report.passed and report.when == "call" and item.nodeid not in noted.left_out:
        noted.passed.append(item.nodeid)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Note files that are left out as a whole."""
    report = yield
    if report.skipped:
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else ""
        collector.config.stash[REPORT].left_out[collector.nodeid] = reason.removeprefix("Skipped: ")
    return report


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Write the report."""
    session.config.stash[REPORT].write()


def pytest_report_header() -> str:
    """Say where this is."""
    return f"Python {sys.version} on {sys.platform}"
