"""The command ``engine``: the search of this library for programs in any language."""

from __future__ import annotations

import os
import select
import sys
from argparse import Namespace

from wonders_duel import __version__
from wonders_duel.command_line.cards_option import searched_catalogue_of
from wonders_duel.command_line.output import FailedError, prints_apart, write_error
from wonders_duel.command_line.reading import INPUT, called, unreadable
from wonders_duel.protocol.server import Server

__all__ = ["run_engine"]

_CHUNK = 1 << 16
_PART = getattr(select, "PIPE_BUF", _CHUNK)
"""The most bytes that do not wait once a pipe can be written to."""
_LOOK = 50
"""The milliseconds between two looks whether the host has asked to quit, while it does not read."""


def run_engine(options: Namespace) -> int:
    """Answer requests from the input until it ends and all are answered.

    Args:
        options: the parsed options.

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
    cards = searched_catalogue_of(options)
    failures: list[OSError] = []

    def read() -> bytes:
        try:
            return os.read(source, _CHUNK)
        except OSError as error:  # reported when all requests until then are answered
            failures.append(error)
            return b""

    def write(content: bytes) -> None:
        while content:
            if _has_room(target):
                content = content[os.write(target, content[:_PART]) :]
            elif server.is_over:
                return  # nobody reads, and nobody wants to

    def is_heard() -> bool:
        return _is_read(target)

    with prints_apart():
        server = Server("wonders-duel", __version__, read, write, is_heard, cards)
        server.run()
    if failures:
        raise unreadable(called(INPUT), failures[0])
    return 0


def _is_read(target: int) -> bool:
    """Return whether somebody reads what is written to a file or pipe, as far as the system says."""
    if not hasattr(select, "poll"):
        return True
    watch = select.poll()
    watch.register(target, 0)  # only errors, such as a pipe that nobody reads
    return not watch.poll(0)


def _has_room(target: int) -> bool:
    """Wait for a moment until a file or pipe can be written to, and return whether it can."""
    if not hasattr(select, "poll"):
        return True
    watch = select.poll()
    watch.register(target, select.POLLOUT)
    return bool(watch.poll(_LOOK))
