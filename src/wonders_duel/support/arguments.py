"""Checks of arguments, which raise the error of the library for a wrong one."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from io import BufferedIOBase, IOBase, RawIOBase
from math import isfinite
from numbers import Real
from types import UnionType
from typing import Final, TypeGuard

import attrs

from wonders_duel.errors import BotError, CatalogueError, WrongTypeError
from wonders_duel.support.phrases import shown

__all__ = [
    "can_be_read",
    "expect",
    "expect_names",
    "expect_number",
    "expect_progress",
    "expect_text_file",
    "finite_number",
    "hint_for",
    "is_encodable",
    "is_finite",
    "is_name",
    "is_within",
]


def expect(value: object, kind: type | UnionType | tuple[type, ...], what: str) -> None:
    """Raise ``WrongTypeError`` unless an argument has the expected type.

    Args:
        value: the argument.
        kind: the expected class, or a union or tuple of classes.
        what: the expected type in words, such as "a State".

    Raises:
        WrongTypeError: it has another type.
    """
    if not isinstance(value, kind):
        hint = hint_for(kind, value) if isinstance(kind, type) else ""
        raise WrongTypeError(f"expected {what}, got {shown(value)}{hint}")


def hint_for(kind: type, value: object) -> str:
    """Return how to get what is expected from an argument of another type, for the end of a message.

    Args:
        kind: the expected class.
        value: the argument.

    >>> hint_for(int, "3")
    ''
    """
    names = [f"{one.__module__}.{one.__qualname__}" for one in type(value).__mro__]
    hints = _HINTS.get(kind.__name__, {})
    return next((f": use {hints[name]}" for name in names if name in hints), "")


_HINTS: Final[Mapping[str, Mapping[str, str]]] = {
    "BaseMove": {"builtins.str": "parse_move to read text"},
    "Record": {"wonders_duel.game.Game": "game.record()"},
    "State": {
        "builtins.str": "State.from_text to read text",
        "wonders_duel.game.Game": "game.state",
        "wonders_duel.position.Position": "position.state()",
    },
    "str": {"wonders_duel.history.remarks.Participant": "participant.name"},
}
"""The hints by the names of the expected and the given class, which cannot be imported here."""


def is_within(value: object, least: int, most: int) -> bool:
    """Return whether a value is a whole number in a range; booleans are not numbers.

    Args:
        value: any value.
        least: the smallest number allowed.
        most: the largest number allowed.
    """
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def is_name(value: object, name: str) -> bool:
    """Return whether a value is a name; an array, which is compared item by item, is none.

    Args:
        value: any value.
        name: the name.
    """
    return isinstance(value, str) and value == name


def is_encodable(text: str) -> bool:
    r"""Return whether a text can be written as UTF-8, so has no half of a surrogate pair.

    Args:
        text: any text; those of JSON can have such halves, as in ``"\ud800"``.
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def is_finite(value: object) -> TypeGuard[float]:
    """Return whether a value is a number that a float can hold; booleans and NaN are not numbers.

    Args:
        value: any value. Some whole numbers are too large for a float.
    """
    largest = sys.float_info.max
    return (
        isinstance(value, int | float)
        and not isinstance(value, bool)
        and -largest <= value <= largest
    )


def finite_number(value: object, name: str) -> float:
    """Return the number that a part of a bot has returned, as a float.

    Args:
        value: what it returned: any real number, such as a fraction or one of numpy.
        name: the call that returned it, for the message.

    Raises:
        BotError: it is not a number, or not a finite one.
    """
    if type(value) is float and isfinite(value):  # the usual case, and fast
        return value
    with suppress(OverflowError):  # an integer too large for a float
        if isinstance(value, Real) and isfinite(value):
            return float(value)
    raise BotError(f"expected a finite number from {name}, got {shown(value)}")


def whole_number(least: int, most: int) -> Callable[[object, attrs.Attribute[int], object], None]:
    """Return an attrs validator for a whole number in a range.

    Args:
        least: the smallest number allowed.
        most: the largest number allowed.

    The validator raises ``CatalogueError`` for any other value.
    """

    def check(_: object, attribute: attrs.Attribute[int], value: object) -> None:
        if not is_within(value, least, most):
            raise CatalogueError(
                f"{attribute.name} must be a whole number from {least} to {most}, not {shown(value)}"
            )

    return check


def expect_number(value: object, least: int, what: str) -> None:
    """Raise ``WrongTypeError`` unless a value is a whole number that is large enough.

    Args:
        value: any value.
        least: the smallest number allowed.
        what: the name of the value, for the message.

    Raises:
        WrongTypeError: it is not a whole number, or it is smaller.
    """
    if not isinstance(value, int) or isinstance(value, bool) or value < least:
        raise WrongTypeError(
            f"{what} must be a whole number of at least {least}, not {shown(value)}"
        )


def expect_text_file(file: object, instead: str) -> None:
    """Raise ``WrongTypeError`` unless a text can be written to a file.

    Args:
        file: any value.
        instead: what to do with a path instead, for the message.

    Raises:
        WrongTypeError: it is not a file, one for bytes, one open for reading, or closed.
    """
    is_wrong = isinstance(file, IOBase) and (
        file.closed or not file.writable() or isinstance(file, RawIOBase | BufferedIOBase)
    )
    if is_wrong or not callable(getattr(file, "write", None)):
        raise WrongTypeError(
            f"expected a file that is open for writing text, got {shown(file)}; "
            f"to write to a path, {instead}"
        )


def can_be_read(file: object, *methods: str) -> bool:
    """Return whether a value is a file that is open for reading, as far as it says so.

    Args:
        file: any value.
        methods: those that are called to read it.
    """
    if isinstance(file, IOBase) and (file.closed or not file.readable()):
        return False
    return all(callable(getattr(file, method, None)) for method in methods)


def expect_names(names: object) -> tuple[str, str]:
    """Return the names of the players as a pair of strings.

    Args:
        names: any value.

    Returns:
        The names of players one and two.

    Raises:
        WrongTypeError: it is not a list or tuple of two strings.
    """
    given = names if isinstance(names, (tuple, list)) else ()
    if len(given) != 2 or not all(isinstance(name, str) for name in given):  # noqa: PLR2004 - players
        hint = next((hint for name in given if (hint := hint_for(str, name))), "")
        raise WrongTypeError(f"expected the names of two players, got {shown(names)}{hint}")
    return given[0], given[1]


def expect_progress(value: object, given: str = "two numbers") -> None:
    """Raise ``WrongTypeError`` unless a value can report progress.

    Args:
        value: a function, or ``None``.
        given: what it is called with; by default, how much is done and how much there is.

    Raises:
        WrongTypeError: it cannot be called.
    """
    if value is not None and not callable(value):
        raise WrongTypeError(
            f"expected a function of {given} as progress, or None; got {shown(value)}"
        )
