"""Checking a journal line by line, with each game replayed."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from wonders_duel.arena.journal import Tasks, match_of
from wonders_duel.arena.lines import again, beyond, damage, task_of
from wonders_duel.errors import FormatError, MatchError
from wonders_duel.limits import too_large
from wonders_duel.match import Match, MatchRow

if TYPE_CHECKING:
    from wonders_duel.catalogues import Catalogue
    from wonders_duel.limits import Limits

__all__ = ["check_journal"]


def check_journal(
    path: str | os.PathLike[str], catalogue: Catalogue | None, limits: Limits
) -> Iterator[tuple[int, str, tuple[str, ...]]]:
    """Check every line of a journal, with one line in memory at a time.

    Args:
        path: the path of the journal.
        catalogue: the cards of the match; the base game by default.
        limits: the limits on the size of each line.

    Yields:
        For each line its number, its kind (``match`` or ``row``), and its faults.

    Raises:
        OSError: the file cannot be read.
    """
    most = limits.size + 1
    with Path(path).open("rb") as file:
        first = file.readline(most)
        if len(first) == most:
            yield 1, "match", (f"line 1: {too_large('it', limits.size)}",)
            return
        if first.endswith(b"\r\n"):
            yield 1, "match", (f"line 1 {damage(first)}",)
            return
        try:
            match = match_of(first, Path(path), catalogue)
        except FormatError as error:
            yield 1, "match", tuple(f"line 1: {fault}" for fault in error.faults)
            return
        yield 1, "match", ()
        tasks = Tasks()
        number = 1
        while line := file.readline(most):
            number += 1
            if len(line) == most:
                yield number, "row", (f"line {number}: {too_large('it', limits.size)}",)
                return
            wrong = _fault(line, match, tasks)
            yield number, "row", () if wrong is None else (f"line {number} {wrong}",)


def _fault(line: bytes, match: Match, tasks: Tasks) -> str | None:
    """Return what is wrong with a line of a row."""
    task = task_of(line)
    if task is None:
        return damage(line)
    if task >= len(match):
        return beyond(task, len(match))
    if not tasks.add(task):
        return again(task)
    try:
        match.games(MatchRow.from_json(line))
    except MatchError as error:
        return f"is wrong: {error}"
    except (ArithmeticError, FormatError, LookupError, TypeError, ValueError):
        return "is not the row of a match, although its checksum is right"
    return None
