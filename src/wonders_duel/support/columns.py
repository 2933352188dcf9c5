"""The width of texts in the columns of a terminal."""

from __future__ import annotations

from functools import lru_cache
from unicodedata import category, combining, east_asian_width

__all__ = ["columns", "is_mark"]


def columns(text: str) -> int:
    """Return the width of a text: East Asian characters take two columns, combining marks none.

    Args:
        text: the text.

    >>> columns("Baths"), columns("浴場"), columns("Re\u0301")
    (5, 4, 2)
    """
    return len(text) if text.isascii() else sum(map(_columns_of, text))


def is_mark(character: str) -> bool:
    """Return whether a character combines with the one before it.

    Args:
        character: the character.
    """
    return combining(character) > 0 or category(character) in {"Mn", "Me"}


@lru_cache(maxsize=4096)
def _columns_of(character: str) -> int:
    if is_mark(character):
        return 0
    return 2 if east_asian_width(character) in "WF" else 1
