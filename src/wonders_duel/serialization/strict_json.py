"""Reads untrusted JSON: with limits for size and depth, and without duplicate keys or NaN."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any, Final, NoReturn

from wonders_duel.errors import Fault, FormatError, LimitError
from wonders_duel.limits import MOST_DIGITS, TOO_LARGE, Limits
from wonders_duel.support.arguments import expect
from wonders_duel.support.browser import check_nesting
from wonders_duel.support.phrases import not_utf8, shown

__all__ = ["Json", "decoded", "read_json"]

Json = dict[str, "Json"] | list["Json"] | str | int | float | bool | None
"""Any JSON value."""

_CONTAINERS: Final = frozenset({dict, list})
_SURELY_READ: Final = 200
"""The depth that every Python can read."""


def decoded(text: str | bytes, limits: Limits) -> str:
    """Return a text without its byte order mark; bytes are decoded as UTF-8.

    Args:
        text: the text or bytes.
        limits: the maximum length.

    Raises:
        FormatError: the bytes are not UTF-8.
        LimitError: the text is too long.
    """
    if isinstance(text, bytes):
        limits.check_bytes(text)
        try:
            text = text.decode("utf-8")
        except UnicodeDecodeError as error:
            raise FormatError([not_utf8(error)]) from None
    limits.check_size(text)
    return text.removeprefix("\ufeff")


def read_json(text: str | bytes, limits: Limits) -> Json:
    """Read a JSON document.

    Args:
        text: the document; bytes are UTF-8.
        limits: the maximum size and depth.

    Returns:
        The value as Python objects.

    Raises:
        FormatError: the text is not JSON, or has a duplicate key or an invalid number.
        LimitError: the text is too large or too deep.

    >>> read_json('{"pawn": 3}', Limits())
    {'pawn': 3}
    """
    expect(text, (str, bytes), "a JSON text")
    text = decoded(text, limits)
    try:
        check_nesting(text)
        found: Json = _DECODER.decode(text)
    except json.JSONDecodeError as error:
        raise FormatError(
            [Fault(f"this is not JSON: {error.msg}", f"line {error.lineno}, column {error.colno}")]
        ) from None
    except RecursionError:
        message = "the document is too deeply nested for this Python"
        raise LimitError(
            [message if limits.depth > _SURELY_READ else _too_deep(limits.depth)]
        ) from None
    _check_depth(found, limits.depth)
    return found


def _check_depth(found: Json, depth: int) -> None:
    """Raise `LimitError` if lists and objects are too deeply nested."""
    level: list[Any] = [found] if type(found) in _CONTAINERS else []
    for _ in range(depth):
        level = [
            inner
            for one in level
            for inner in (one.values() if type(one) is dict else one)
            if type(inner) in _CONTAINERS
        ]
        if not level:
            return
    raise LimitError([_too_deep(depth)])


def _too_deep(depth: int) -> str:
    return (
        f"the document is nested more than {depth} levels deep; "
        "pass limits=Limits(depth=...) to allow it"
    )


def _object(pairs: list[tuple[str, Json]]) -> Json:
    found = dict(pairs)
    if len(found) < len(pairs):
        times = Counter(key for key, _ in pairs)
        twice = next(key for key, number in times.items() if number > 1)
        raise FormatError([f"duplicate key {shown(twice)}"])
    return found


def _constant(name: str) -> NoReturn:
    raise FormatError([f"{name} is not a JSON number"])


def _whole(digits: str) -> int:
    if len(digits.removeprefix("-")) > MOST_DIGITS:
        raise FormatError([f"the number {shown(digits)} has more than {MOST_DIGITS} digits"])
    return int(digits)


def _decimal(digits: str) -> int | float:
    """Return a number with a point or an exponent, as an integer if it is whole."""
    number = float(digits) if len(digits) <= 2 * MOST_DIGITS else float("inf")
    if abs(number) >= TOO_LARGE:
        raise FormatError([f"the number {shown(digits)} is too large or too long"])
    return int(number) if number.is_integer() else number


_DECODER = json.JSONDecoder(
    object_pairs_hook=_object,
    parse_constant=_constant,
    parse_int=_whole,
    parse_float=_decimal,
)
