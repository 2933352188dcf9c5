"""Keeps the garbage collector from looking through a whole tree, again and again, during a search.

The objects of a tree never refer to each other in a circle, so there is nothing to find. A full
collection takes the longer the larger the tree is: a tenth of a second after some seconds of search,
at any moment, so also when the time is over. Collections of young objects take little; without them
all objects would be young at the end, and be looked through then.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Final

__all__ = ["without_full_collections"]

_NEVER: Final = 2**31 - 1
_lock = Lock()
_searches: set[object] = set()
_before = (0, 0, 0)


@contextmanager
def without_full_collections() -> Iterator[None]:
    """Pause full collections; after the last of several searches, everything is as it was before."""
    search = object()
    # Ctrl-C may come between any two lines, also those that end the pause: then it ends once more.
    # If it comes before the first of them, Python ends this function when nothing refers to it.
    try:
        try:
            _begin(search)
            yield
        finally:
            _end(search)
    finally:
        _end(search)


def _begin(search: object) -> None:
    global _before  # noqa: PLW0603 - the collector is global, too
    with _lock:
        if not _searches:
            _before = gc.get_threshold()
        _searches.add(search)
        gc.set_threshold(*_before[:2], _NEVER)


def _end(search: object) -> None:
    """End a pause, unless it has not begun or has ended."""
    if _searches == {search} and gc.isenabled() and gc.get_threshold()[0]:
        # The next collection will be a full one, and not before the caller has its result, since
        # there are no young objects now.
        gc.collect(0)
    with _lock:
        if _searches == {search}:
            gc.set_threshold(*_before)
        _searches.discard(search)


def _begin_again() -> None:
    """Leave no pause in a process that was forked during searches of other threads or its own."""
    global _lock  # noqa: PLW0603 - another thread may have held it, which is not there to release it
    _lock = Lock()
    if _searches:
        _searches.clear()
        gc.set_threshold(*_before)


def _watch_forks() -> None:
    """Let forked processes begin again, on systems that fork."""
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=_begin_again)


_watch_forks()
