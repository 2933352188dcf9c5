"""Faults of a document: noted where they are found, gathered with their JSON paths."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from cattrs.errors import (
    BaseValidationError,
    ClassValidationError,
    ForbiddenExtraKeysError,
    IterableValidationError,
)

from wonders_duel.errors import Fault, FormatError, WondersDuelError, shown
from wonders_duel.limits import MOST_FAULTS

__all__ = ["InvalidError", "PlacedError", "faults_in", "is_ours", "step_to"]

_NAME: Final = re.compile(r"[A-Za-z_]\w*")


class InvalidError(ValueError):
    """A value that cannot be; the message is ours."""


class PlacedError(Exception):
    """Several faults inside one value, each with its path from there.

    Attributes:
        faults: paths such as ``.cities[0].coins``, each with a message.
    """

    def __init__(self, *faults: tuple[str, str]) -> None:
        """Hold the faults."""
        super().__init__(*faults)
        self.faults = faults


def is_ours(error: BaseException) -> bool:
    """Whether everything in an error is about the document, and nothing about the library."""
    if isinstance(error, BaseValidationError):
        return all(is_ours(inner) for inner in error.exceptions)
    return isinstance(
        error, (WondersDuelError, InvalidError, PlacedError, ForbiddenExtraKeysError, KeyError)
    )


def faults_in(error: BaseException, path: str = "$") -> list[Fault]:
    """Return all faults of a document that cannot be read.

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
    elif isinstance(error, ForbiddenExtraKeysError):
        for key in sorted(error.extra_fields, key=str):
            yield Fault("unknown key", f"{path}{step_to(str(key))}")
    elif isinstance(error, PlacedError):
        for inside, message in error.faults:
            yield Fault(message, f"{path}{inside}")
    elif isinstance(error, FormatError):
        for fault in error.faults:
            yield Fault(fault.message, path)
    elif isinstance(error, KeyError) and not isinstance(error, WondersDuelError):
        yield Fault("missing key", path)
    else:
        yield Fault(str(error), path)


def step_to(key: str) -> str:
    """Return a key as part of a path."""
    if len(key) > 60:  # noqa: PLR2004 - keys of documents are short
        return f"[{shown(key)}]"
    return f".{key}" if _NAME.fullmatch(key) else f"[{key!r}]"
