"""Reads what sites write untidily: numbers as texts, empty lists for empty maps, odd characters in names."""

from __future__ import annotations

import re
from typing import Final

from wonders_duel.errors import FormatError
from wonders_duel.history.remarks import NOT_IN_A_LINE
from wonders_duel.support.phrases import shown

__all__ = ["Map", "clean", "items", "mapping", "number", "optional_number", "pair"]

Map = dict[str, object]
"""A JSON object."""

_MOST: Final = 10**15
_LONGEST_NAME: Final = 100


def number(given: object, what: str) -> int:
    """Return a whole number, which may be a text.

    Args:
        given: the value.
        what: what it is, for the error.

    Raises:
        FormatError: it is not a whole number of at most 15 digits.
    """
    found = optional_number(given)
    if found is None:
        raise FormatError([f"expected a whole number for {what}, got {shown(given)}"])
    return found


def optional_number(given: object) -> int | None:
    """Return a whole number, which may be a text, or ``None`` for anything else.

    Args:
        given: the value.
    """
    if isinstance(given, bool):
        return None
    if isinstance(given, str) and re.fullmatch(r"\s*[+-]?[0-9]{1,15}\s*", given):
        return int(given)
    if isinstance(given, float) and given.is_integer() and abs(given) < _MOST:
        return int(given)
    return given if isinstance(given, int) and abs(given) < _MOST else None


def pair(given: object) -> tuple[int, int] | None:
    """Return a list of two whole numbers, or ``None`` for anything else.

    Args:
        given: the value.
    """
    found = [optional_number(one) for one in items(given)]
    match found:
        case [int(one), int(two)]:
            return one, two
    return None


def mapping(given: object) -> Map:
    """Return a JSON object; an empty one for anything else, such as an empty list.

    Args:
        given: the value.
    """
    return given if isinstance(given, dict) else {}


def items(given: object) -> list[object]:
    """Return a list, also that of the values of an object; an empty one for anything else.

    Args:
        given: the value.
    """
    if isinstance(given, dict):
        return list(given.values())
    return given if isinstance(given, list) else []


def clean(given: object) -> str:
    """Return a text that a record can hold as a name: without control characters, and not too long.

    Args:
        given: the value; anything but a text or a number gives an empty text.
    """
    if isinstance(given, int) and optional_number(given) is None:
        return ""  # a truth value, or a number of thousands of digits
    if not isinstance(given, (str, int)):
        return ""
    text = re.sub(f"[{NOT_IN_A_LINE}\ud800-\udfff]+", " ", str(given)).strip()
    return text[:_LONGEST_NAME]
