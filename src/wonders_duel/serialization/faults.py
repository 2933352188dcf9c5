"""Faults of a document: noted where they are found, gathered with their JSON paths."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextvars import ContextVar
from typing import Final

import attrs
from cattrs.errors import (
    BaseValidationError,
    ClassValidationError,
    ForbiddenExtraKeysError,
    IterableValidationError,
)

from wonders_duel.errors import Fault, FormatError, WondersDuelError, shown
from wonders_duel.limits import MOST_FAULTS

__all__ = [
    "InvalidError",
    "PlacedError",
    "TooManyError",
    "faults_in",
    "spend",
    "spending",
    "step_to",
]

_MOST: Final = 1_000
"""Faults after which a document is given up: nobody reads them, and each takes memory."""
_NAME: Final = re.compile(r"[A-Za-z_]\w*")

_left: ContextVar[int] = ContextVar("_left", default=_MOST)


class TooManyError(BaseException):
    """A document with so many faults that it is none; passes through everything that gathers faults."""


class InvalidError(ValueError):
    """A value that cannot be; the message is ours."""


@attrs.frozen
class PlacedError(Exception):
    """Several faults inside one value, each with its path from there."""

    faults: tuple[tuple[str, str], ...]
    """Paths such as ``.cities[0].coins``, and messages."""


def spending() -> None:
    """Begin a document: as many faults as any may have."""
    _left.set(_MOST)


def spend() -> None:
    """Count a fault; give up after too many."""
    left = _left.get() - 1
    _left.set(left)
    if left < 0:
        raise TooManyError


def faults_in(error: BaseException, path: str = "$") -> list[Fault]:
    """Give all faults of a document that cannot be read.

    Args:
        error: what reading it raised.
        path: the path of what was read.
    """
    found = []
    for fault in _each(error, path):
        found.append(fault)
        if len(found) >= MOST_FAULTS:
            break
    return found


def _each(error: BaseException, path: str) -> Iterator[Fault]:
    if isinstance(error, (ClassValidationError, IterableValidationError)):
        placed, others = error.group_exceptions()
        for inner, note in placed:
            step = step_to(str(note.name)) if hasattr(note, "name") else f"[{note.index}]"
            yield from _each(inner, path + step)
        for inner in others:
            yield from _each(inner, path)
    elif isinstance(error, BaseValidationError):
        for inner in error.exceptions:
            yield from _each(inner, path)
    elif isinstance(error, ForbiddenExtraKeysError):
        for key in sorted(map(str, error.extra_fields)):
            yield Fault("there is no such key here", f"{path}{step_to(key)}")
    elif isinstance(error, PlacedError):
        for inside, message in error.faults:
            yield Fault(message, f"{path}{inside}")
    elif isinstance(error, FormatError):
        for fault in error.faults:
            yield Fault(fault.message, path)
    elif isinstance(error, KeyError) and not isinstance(error, WondersDuelError):
        yield Fault("this key is missing", path)
    else:
        yield Fault(str(error), path)


def step_to(key: str) -> str:
    """Give a key as part of a path."""
    if len(key) > 60:  # noqa: PLR2004 - keys of documents are short
        return f"[{shown(key)}]"
    return f".{key}" if _NAME.fullmatch(key) else f"[{key!r}]"
