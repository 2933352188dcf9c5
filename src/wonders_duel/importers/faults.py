"""Faults of logs, with the place where they are."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from wonders_duel.errors import FormatError

__all__ = ["at"]


@contextmanager
def at(where: str) -> Iterator[None]:
    """Begin the errors of the body with a place in the log.

    Args:
        where: the place.

    Raises:
        FormatError: the body raised one.
    """
    try:
        yield
    except FormatError as error:
        raise FormatError([f"{where}: {one}" for one in error.problems]) from None
