"""The command ``engine``: the search of this library for programs in any language."""

from __future__ import annotations

import os
import sys
from argparse import Namespace

from wonders_duel import __version__
from wonders_duel.command_line.output import FailedError, write_error
from wonders_duel.protocol.server import Server

__all__ = ["run_engine"]

_CHUNK = 1 << 16


def run_engine(options: Namespace) -> int:  # noqa: ARG001 - as every command
    """Answer requests from the input until it ends.

    Args:
        options: the parsed options; there are none.

    Returns:
        The exit code.
    """
    if sys.stdin is None or sys.stdout is None:
        raise FailedError("the engine needs an input and an output")
    if sys.stdin.isatty():
        write_error(
            'wonders-duel engine: waiting for requests such as {"type":"hello","protocol":1}; '
            '{"type":"quit"} ends it\n'
        )
    # Not the objects of Python: at the end, a thread may still be waiting for input.
    source, target = sys.stdin.fileno(), sys.stdout.fileno()

    def write(content: bytes) -> None:
        while content:
            content = content[os.write(target, content) :]

    Server("wonders-duel", __version__, lambda: os.read(source, _CHUNK), write).run()
    return 0
