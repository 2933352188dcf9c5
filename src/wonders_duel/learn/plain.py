"""Numbers of numpy as those of Python, and anything that can be listed as a list."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from operator import index
from typing import SupportsIndex, TypeVar

from wonders_duel.errors import WrongTypeError
from wonders_duel.seeds import Seed, expect_seed
from wonders_duel.support.phrases import shown

__all__ = ["is_option", "listed", "plain_action", "plain_index", "plain_seed"]

_T = TypeVar("_T")


def is_option(given: object, known: Collection[object]) -> bool:
    """Return whether a value is one of the texts that an option takes, or ``None`` if it is among them.

    Arrays are not compared with texts: the comparison is an array, which may be neither true nor false.

    Args:
        given: any value.
        known: the values of the option.

    >>> is_option("one", ("one", "two")), is_option(["one"], ("one", "two"))
    (True, False)
    """
    return (given is None or isinstance(given, str)) and given in known


def plain_index(given: _T) -> _T | int:
    """Return a whole number of numpy as an int; anything else stays as it is.

    Args:
        given: any value.
    """
    if isinstance(given, bool):
        return given
    try:
        return index(given)  # type: ignore[arg-type]  # tried
    except TypeError:
        return given


def plain_action(given: SupportsIndex) -> int:
    """Return the number of an action, also one of numpy, as an int.

    Args:
        given: a whole number; booleans are none.

    Raises:
        WrongTypeError: it is something else.
    """
    number = plain_index(given)
    if isinstance(number, bool) or not isinstance(number, int):
        raise WrongTypeError(f"expected the number of an action, got {shown(given)}")
    return number


def plain_seed(seed: Seed) -> Seed:
    """Return a seed, with a whole number of numpy as an int.

    Args:
        seed: a seed.

    Raises:
        WrongTypeError: it has another type.
    """
    expect_seed(found := plain_index(seed))
    return found


def listed(given: Iterable[_T], what: str) -> list[_T]:
    """Return values as a list.

    Args:
        given: the values.
        what: what they are, for the error.

    Raises:
        WrongTypeError: they cannot be listed.
    """
    try:
        return list(given)
    except TypeError:
        raise WrongTypeError(f"expected {what} as a list or an array, got {shown(given)}") from None
