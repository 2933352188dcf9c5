"""Numbers of numpy as those of Python, and anything that can be listed as a list."""

from __future__ import annotations

from collections.abc import Iterable
from operator import index
from typing import Any, TypeVar

from wonders_duel.errors import WrongTypeError
from wonders_duel.seeds import Seed, expect_seed
from wonders_duel.support.phrases import shown

__all__ = ["listed", "plain_index", "plain_seed"]

_T = TypeVar("_T")


def plain_index(given: Any) -> Any:  # noqa: ANN401 - anything else stays as it is
    """Return a whole number of numpy as an int; anything else stays as it is.

    Args:
        given: any value.
    """
    if isinstance(given, bool):
        return given
    try:
        return index(given)
    except TypeError:
        return given


def plain_seed(seed: object) -> Seed:
    """Return a seed as a value of Python: a number of numpy draws like the equal number.

    Args:
        seed: a seed.

    Raises:
        WrongTypeError: it has another type.
    """
    found = plain_index(seed)
    for kind in (float, str, bytes):
        if isinstance(found, kind):
            return kind(found)  # type: ignore[arg-type]  # of the same kind
    expect_seed(found)
    return found  # type: ignore[no-any-return]  # see above


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
