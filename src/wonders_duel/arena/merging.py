"""``merge_journals``: one journal from those of the programs that played parts of a match."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import ExitStack
from itertools import islice
from typing import Final

from wonders_duel.arena.journal import Journal, open_journal, read_journal
from wonders_duel.catalogues import Catalogue
from wonders_duel.errors import MatchError, WrongTypeError
from wonders_duel.limits import Limits
from wonders_duel.support.phrases import shown, shown_name

__all__ = ["merge_journals"]

_AT_ONCE: Final = 1000
"""How many lines are appended at once."""


def merge_journals(
    paths: Iterable[str | os.PathLike[str]],
    target: str | os.PathLike[str],
    *,
    catalogue: Catalogue | None = None,
    limits: Limits | None = None,
) -> int:
    """Append the rows of journals of one match to another journal, each task once.

    If several journals have a row of the same task, the first one counts. The journals are not
    changed; they may still be written to, and you can merge them again later.

    Args:
        paths: the paths of the journals.
        target: the path of the journal that gets the rows; it is created if there is none.
        catalogue: the cards of the match; the base game by default.
        limits: the limits on the size of each row; the default ones if left out.

    Returns:
        The number of rows that were appended.

    Raises:
        FormatError: a file is not a journal with these cards, or a line of it is damaged.
        LimitError: a row is larger than the limits allow.
        MatchError: there are no journals, they are of different matches, or another run writes to
            the target.
        OSError: a file cannot be read or written.
        WrongTypeError: an argument has the wrong type.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from wonders_duel.arena import run
    >>> from wonders_duel.match import Match
    >>> match = Match(["greedy", "random"], deals=4, seed=1)
    >>> with TemporaryDirectory() as folder:
    ...     for part in range(2):
    ...         journal = Path(folder) / f"part-{part}.jsonl"
    ...         rows = list(run(match, journal=journal, tasks=range(part, len(match), 2)))
    ...     merge_journals(sorted(Path(folder).glob("part-*.jsonl")), Path(folder) / "all.jsonl")
    4
    """
    if isinstance(paths, (str, bytes, os.PathLike)) or not isinstance(paths, Iterable):
        raise WrongTypeError(f"expected a list of the paths of journals, got {shown(paths)}")
    with ExitStack() as stack:
        made: Journal | None = None
        added = 0
        for path in paths:
            with read_journal(path, catalogue=catalogue, limits=limits) as source:
                if made is None:
                    made = stack.enter_context(open_journal(target, source.match))
                elif source.match != made.match:
                    raise MatchError(
                        f"{shown_name(str(source.path))} is the journal of another match than the "
                        "first one; merge the journals of each match separately"
                    )
                added += _append_missing(source, made)
        if made is None:
            raise MatchError("expected at least one journal to merge, got none")
    return added


def _append_missing(source: Journal, target: Journal) -> int:
    """Append the rows of a journal that another one lacks, and return their number."""
    added = 0
    lines = (one for one in source.lines() if one[0] not in target)
    while some := list(islice(lines, _AT_ONCE)):
        target.append_lines(some)
        added += len(some)
    return added
