"""Ends a process whose test still hangs some time after its limit, and shows where.

pytest-timeout raises an error in the test after the ``timeout`` of ``pyproject.toml``. That is not
enough if the test waits again while it cleans up, as ``with Popen(…)`` does, or uses the same timer.
"""

from __future__ import annotations

import faulthandler
import os
import sys
from collections.abc import Generator

import pytest

__all__ = ["add"]

_LATER: float = 60.0
"""Seconds between the time limit of a test and the end of its process."""


def add(config: pytest.Config) -> None:
    """Watch the tests of this process, except in a debugger and where nothing can watch.

    Call it while pytest is configured, when nothing is captured.

    Args:
        config: the configuration.
    """
    seconds = float(config.getini("timeout") or 0)
    can_watch = hasattr(faulthandler, "dump_traceback_later") and sys.platform != "emscripten"
    if seconds and can_watch and not config.getoption("usepdb"):
        config.pluginmanager.register(_Watchdog(seconds + _LATER))


class _Watchdog:
    """Watches each test with its fixtures."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._shown = os.dup(2)  # while a test runs, it is captured

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self) -> Generator[None, object, object]:
        self._watch()
        try:
            return (yield)
        finally:
            faulthandler.cancel_dump_traceback_later()

    @pytest.hookimpl(trylast=True)
    def pytest_exception_interact(self) -> None:
        """Go on watching the fixtures of a failed test; pytest has just stopped it."""
        self._watch()

    def _watch(self) -> None:
        faulthandler.dump_traceback_later(self._seconds, exit=True, file=self._shown)
