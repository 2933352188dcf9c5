"""Ctrl-C in programs whose coverage is measured."""

from __future__ import annotations

import signal
from types import FrameType
from typing import Final

__all__ = ["interrupt", "interruptible"]

_RUNNERS: Final = ("coverage.cmdline", "coverage.execfile")
"""What runs a whole program, and keeps nothing locked."""


def interrupt(_: int, frame: FrameType | None) -> None:
    """Raise ``KeyboardInterrupt``, as a handler of SIGINT or SIGALRM.

    What measures the coverage takes a lock with nearly every call, and an exception there keeps it for ever:
    an alarm comes back a moment later. That may come while this function runs, for which there is a
    lock, too.

    Args:
        frame: where the program is.

    Raises:
        KeyboardInterrupt: unless the coverage is being measured at the moment.
    """
    while frame is not None:
        module = frame.f_globals.get("__name__", "")
        if module.startswith("coverage.") and module not in _RUNNERS:
            signal.setitimer(signal.ITIMER_REAL, 0.0001)
            return
        frame = frame.f_back
    raise KeyboardInterrupt


def interruptible() -> None:
    """Let Ctrl-C interrupt this program, wherever it is."""
    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGALRM, interrupt)
        signal.signal(signal.SIGINT, interrupt)
