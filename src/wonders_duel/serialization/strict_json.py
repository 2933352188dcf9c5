"""Reads untrusted JSON: with limits for size and depth, and without duplicate keys or NaN."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, NoReturn

from typing_extensions import TypeAliasType

from wonders_duel.errors import Fault, FormatError, LimitError
from wonders_duel.limits import MOST_DIGITS, MOST_FAULTS, TOO_LARGE, Limits
from wonders_duel.support.arguments import expect
from wonders_duel.support.browser import check_nesting
from wonders_duel.support.json_keys import repeated, step_to
from wonders_duel.support.phrases import not_utf8, shown

__all__ = ["Json", "decoded", "integral", "read_json"]

if TYPE_CHECKING:
    Json = dict[str, "Json"] | list["Json"] | str | int | float | bool | None
else:  # a name that tools which use types at run time find from every module that uses it
    Json = TypeAliasType("Json", dict[str, "Json"] | list["Json"] | str | int | float | bool | None)
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


def read_json(text: str | bytes, limits: Limits, *, long_as_text: bool = False) -> Json:
    """Read a JSON document.

    Args:
        text: the document; bytes are UTF-8.
        limits: the maximum size and depth.
        long_as_text: whether a number that is too large or too long becomes the text of its digits; without
            it, that is an error.

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
    decoder, finder = _TOLERANT if long_as_text else _STRICT
    try:
        check_nesting(text)
        try:
            found: Json = decoder.decode(text)
        except _WrongError:
            wrong = _wrong_in(finder.decode(text), limits.depth)
            raise FormatError(list(islice(wrong, MOST_FAULTS))) from None
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
        raise _WrongError("duplicate key")
    return found


def _constant(name: str) -> NoReturn:
    raise _WrongError(f"{name} is not a JSON number")


def _whole(digits: str) -> int:
    if len(digits.removeprefix("-")) > MOST_DIGITS:
        raise _WrongError(f"the number {shown(digits)} has more than {MOST_DIGITS} digits")
    return int(digits)


def _decimal(digits: str) -> int | float:
    """Return a number with a point or an exponent, as an integer if it is whole."""
    number = float(digits) if len(digits) <= 2 * MOST_DIGITS else float("inf")
    if abs(number) >= TOO_LARGE:
        raise _WrongError(f"the number {shown(digits)} is too large or too long")
    return int(number) if number.is_integer() else number


def integral(value: object) -> object:
    """Return a float that is whole as an integer, which it is for JSON Schema; other values as they are."""
    return int(value) if type(value) is float and value.is_integer() else value


def _or_text(read: Callable[[str], int | float]) -> Callable[[str], int | float | str]:
    def kept(digits: str) -> int | float | str:
        try:
            return read(digits)
        except _WrongError:
            return digits

    return kept


# -- where a wrong value is -----------------------------------------------------------------------


class _WrongError(Exception):
    """A number or an object that is not allowed."""


class _Wrong(str):
    """What is wrong, in the place of the value."""

    __slots__ = ()


class _Pairs(tuple[tuple[str, object], ...]):
    """The keys and values of an object."""

    __slots__ = ()


def _or_wrong(read: Callable[[str], object]) -> Callable[[str], object]:
    def kept(digits: str) -> object:
        try:
            return read(digits)
        except _WrongError as error:
            return _Wrong(error)

    return kept


_STRICT: Final = (
    json.JSONDecoder(
        object_pairs_hook=_object,
        parse_constant=_constant,
        parse_int=_whole,
        parse_float=_decimal,
    ),
    json.JSONDecoder(
        object_pairs_hook=_Pairs,
        parse_constant=_or_wrong(_constant),
        parse_int=_or_wrong(_whole),
        parse_float=_or_wrong(_decimal),
    ),
)
_TOLERANT: Final = (
    json.JSONDecoder(
        object_pairs_hook=_object,
        parse_constant=_constant,
        parse_int=_or_text(_whole),
        parse_float=_or_text(_decimal),
    ),
    json.JSONDecoder(
        object_pairs_hook=_Pairs,
        parse_constant=_or_wrong(_constant),
        parse_int=str,
        parse_float=str,
    ),
)
"""What reads a text, and what reads one with wrong values, so that they can be found."""


def _wrong_in(found: object, depth: int) -> Iterator[Fault]:
    """Yield what is wrong in a text, each with its path.

    Args:
        found: what the second decoder has read.
        depth: the most levels of lists and objects.

    Raises:
        LimitError: there are more.
    """
    steps: list[str] = []
    level: list[Iterator[tuple[str, object]]] = [iter([("$", found)])]
    while level:
        for step, value in level[-1]:
            if isinstance(value, _Wrong):
                yield Fault(str(value), "".join([*steps, step]))
            elif isinstance(value, (list, _Pairs)):
                if len(level) > depth:
                    raise LimitError([_too_deep(depth)])
                steps.append(step)
                level.append(_inside(value))
                break
        else:
            level.pop()
            del steps[-1:]


def _inside(value: list[object] | _Pairs) -> Iterator[tuple[str, object]]:
    """Yield the values of a list or an object, each with its step of a path."""
    if isinstance(value, list):
        yield from ((f"[{number}]", one) for number, one in enumerate(value))
    else:
        yield from ((step_to(key), _Wrong("duplicate key")) for key in repeated(value))
        yield from ((step_to(key), one) for key, one in value)
