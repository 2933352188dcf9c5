"""The program ``wonders-duel``: it imports the package, and runs its command line.

It is not in the package so that it can prepare for Ctrl-C before the package is imported, which
takes longer than some users wait. Worker processes import this module, too, and need no more of the
command line.
"""

from __future__ import annotations

import os
import signal
from types import FrameType

__all__ = ["main"]

_INTERRUPTED = 130


def main() -> int:
    """Run the command line. Ctrl-C ends it without a traceback, however early.

    Returns:
        The exit code.
    """
    # A program that a shell starts in the background ignores Ctrl-C.
    is_interruptible = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if is_interruptible:
        signal.signal(signal.SIGINT, _end)
    try:
        from wonders_duel import cli  # noqa: PLC0415 - see above

        if is_interruptible:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        return cli.main()
    except KeyboardInterrupt:  # just before `cli.main` can catch it
        return _INTERRUPTED
    finally:
        if is_interruptible:
            signal.signal(signal.SIGINT, _end)


def _end(_: int, __: FrameType | None) -> None:
    """End the program at once: nothing is open before the command line runs, or after it."""
    os._exit(_INTERRUPTED)
