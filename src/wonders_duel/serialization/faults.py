"""The faults of a document, collected with their JSON paths."""

from __future__ import annotations

from collections.abc import Iterator

from cattrs.errors import (
    BaseValidationError,
    ClassValidationError,
    ForbiddenExtraKeysError,
    IterableValidationError,
)

from wonders_duel.errors import Fault, FormatError, WondersDuelError
from wonders_duel.limits import MOST_FAULTS
from wonders_duel.support.json_keys import step_to

__all__ = ["InvalidError", "PlacedError", "faults_in", "is_ours"]


class InvalidError(ValueError):
    """An invalid value, with a message written by this library."""


class PlacedError(Exception):
    """Several faults inside a value, each with its path relative to that value.

    Attributes:
        faults: pairs of a path, such as ``.cities[0].coins``, and a message.
    """

    def __init__(self, *faults: tuple[str, str]) -> None:
        """Store the faults."""
        super().__init__(*faults)
        self.faults = faults


def is_ours(error: BaseException) -> bool:
    """Return whether an error was caused only by the document, not by a bug in the library."""
    if isinstance(error, BaseValidationError):
        return all(is_ours(inner) for inner in error.exceptions)
    return isinstance(
        error, (WondersDuelError, InvalidError, PlacedError, ForbiddenExtraKeysError, KeyError)
    )


def faults_in(error: BaseException, path: str = "$") -> list[Fault]:
    """Return the faults of a document that could not be read.

    Args:
        error: the error that reading raised.
        path: the path of the value that was read.
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
