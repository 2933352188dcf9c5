"""Arguments of the command line that have to be numbers or names of files."""

from __future__ import annotations

import re
from argparse import ArgumentTypeError
from math import inf

from wonders_duel.seeds import MOST_SEED_DIGITS
from wonders_duel.support.phrases import shown

__all__ = ["decimal", "file_name", "natural", "positive", "seconds", "seed"]


def file_name(text: str) -> str:
    """Read the name of a file or folder; an empty one often comes from a variable that is not set.

    Args:
        text: the argument.

    Raises:
        ArgumentTypeError: it is empty.
    """
    if not text:
        raise ArgumentTypeError("expected a name, got an empty text")
    return text


def natural(text: str) -> int:
    """Read a whole number of at least 0.

    Args:
        text: the argument.

    Raises:
        ArgumentTypeError: it is not such a number.
    """
    return _whole(text, 0)


def positive(text: str) -> int:
    """Read a whole number of at least 1.

    Args:
        text: the argument.

    Raises:
        ArgumentTypeError: it is not such a number.
    """
    return _whole(text, 1)


def decimal(text: str) -> float:
    """Read a number that need not be whole; like whole numbers, it has no digits but those of ASCII.

    Args:
        text: the argument, or a part of it.

    Raises:
        ValueError: it is not a number.
    """
    if not text.isascii() or "_" in text:
        message = f"not a number: {shown(text)}"
        raise ValueError(message)
    return float(text)


def seconds(text: str) -> float:
    """Read a number of seconds above 0.

    Args:
        text: the argument.

    Raises:
        ArgumentTypeError: it is not such a number.
    """
    try:
        seconds = decimal(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < inf:
        raise ArgumentTypeError(f"expected seconds above 0, such as 2.5, got {shown(text)}")
    return seconds


def seed(text: str) -> int:
    """Read a whole number, which may be negative.

    Args:
        text: the argument.

    Raises:
        ArgumentTypeError: it is not such a number, or has more than 40 digits.
    """
    if not re.fullmatch(rf"-?[0-9]{{1,{MOST_SEED_DIGITS}}}", text):
        raise ArgumentTypeError(
            f"expected a whole number with at most {MOST_SEED_DIGITS} digits, got {shown(text)}"
        )
    return int(text)


def _whole(text: str, least: int) -> int:
    """Read a whole number."""
    is_number = text.isascii() and text.isdigit() and len(text) < 10  # noqa: PLR2004 - see below
    if not is_number or int(text) < least:
        raise ArgumentTypeError(
            f"expected a whole number from {least}, with at most 9 digits, got {shown(text)}"
        )
    return int(text)
