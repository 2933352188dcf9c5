"""Pauses the garbage collector while the pure build searches.

The objects of a tree never refer to each other in a circle, so looking through them again and again
finds nothing. The compiled build does not need this: the collector does not track its trees.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

__all__ = ["without_collector"]

_lock = Lock()
_searches = 0
_was_enabled = False


@contextmanager
def without_collector() -> Iterator[None]:
    """Pause the garbage collector; after the last of several searches, it is as it was before."""
    global _searches, _was_enabled  # noqa: PLW0603 - the collector is global, too
    with _lock:
        if not _searches:
            _was_enabled = gc.isenabled()
            gc.disable()
        _searches += 1
    try:
        yield
    finally:
        with _lock:
            _searches -= 1
            if not _searches and _was_enabled:
                gc.enable()
