"""Playing matches: in this process, in many, or on a cluster, with a journal to resume from.

:func:`run` yields the rows of a :class:`wonders_duel.match.Match`. They are the same with any executor
and any number of workers.
"""

from __future__ import annotations

from wonders_duel.arena.executors import processes
from wonders_duel.arena.journal import Journal, open_journal, read_journal
from wonders_duel.arena.merging import merge_journals
from wonders_duel.arena.running import run

__all__ = [
    "Journal",
    "merge_journals",
    "open_journal",
    "processes",
    "read_journal",
    "run",
]
