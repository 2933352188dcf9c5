"""The programs that this process has started, so that they end with it.

A process that ends as usual closes them itself. One that ends at once, without running anything of
Python's, calls :func:`kill_all` first.
"""

from __future__ import annotations

import os
import signal
import subprocess
from typing import Final

__all__ = ["kill", "kill_all", "watch"]

_running: Final[dict[int, tuple[int, subprocess.Popen[bytes]]]] = {}
"""The programs by their process ids, each with the process that started it."""


def watch(program: subprocess.Popen[bytes]) -> None:
    """Note a program that leads a process group of its own.

    Args:
        program: the program.
    """
    _running[program.pid] = (os.getpid(), program)


def kill(program: subprocess.Popen[bytes]) -> None:
    """Kill a program with everything that it has started, as far as the system can tell.

    Args:
        program: the program, which this process has started.
    """
    _end(program)
    _running.pop(program.pid, None)
    program.wait()


def kill_all() -> None:
    """Kill all programs that this process has started."""
    for owner, program in list(_running.values()):
        if owner == os.getpid():  # not those of a process that this one was forked from
            _end(program)


def _end(program: subprocess.Popen[bytes]) -> None:
    try:
        os.killpg(program.pid, signal.SIGKILL)
    except AttributeError:  # Windows has no such groups
        program.kill()
    except (ProcessLookupError, PermissionError):  # it has ended; macOS reports the latter
        pass
