"""What commands read: records of files, and the standard input."""

from __future__ import annotations

import sys
from contextlib import suppress
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Final, TextIO

from wonders_duel.command_line.output import FailedError
from wonders_duel.errors import FormatError
from wonders_duel.limits import Limits
from wonders_duel.support.phrases import shown, shown_name

if TYPE_CHECKING:
    from wonders_duel.record import Record

__all__ = ["content_of", "nth_record", "read_input", "unreadable"]

_LONGEST_NAME: Final = 255
"""The most characters of the name of a file, or of a folder that it is in."""


def unreadable(name: str, error: OSError) -> FailedError:
    """Return the error for a file that cannot be read.

    Args:
        name: the name of the file.
        error: the error of the system.
    """
    if "\n" in name or max(map(len, Path(name).parts), default=0) > _LONGEST_NAME:
        return FailedError(
            f"expected the name of a file, got the text {shown(name)}; save it to a file"
        )
    return FailedError(f"cannot read {shown_name(name)}: {error.strerror or error}")


def nth_record(name: str, wanted: int, file: TextIO | None = None) -> tuple[Record, bool]:
    """Return a record from a file, and whether it is the last one.

    Args:
        name: the name of the file.
        wanted: the number of the record, from 1.
        file: the file, if it is open.
    """
    from wonders_duel import records  # noqa: PLC0415 - slow to import

    number = 0
    try:
        reader = records.read(name if file is None else file)
        for number, record in enumerate(reader, start=1):
            if number == wanted:
                with suppress(FormatError):
                    return record, next(reader, None) is None
                return record, False
    except OSError as error:
        raise unreadable(name, error) from None
    there = "no record" if not number else f"{number} record{'s' if number > 1 else ''}"
    message = f"{shown_name(name)} has {there}; there is no game {wanted}"
    raise FormatError([message])


def content_of(name: str) -> str:
    """Return the content of a file with a position, up to one character more than allowed.

    Args:
        name: the name of the file.
    """
    try:
        with Path(name).open(encoding="utf-8-sig", errors="backslashreplace") as file:
            return file.read(Limits().size + 1)
    except OSError as error:
        raise unreadable(name, error) from None


def read_input(most: int) -> str:
    """Read text from standard input, up to a size limit.

    Args:
        most: the most characters; one more is read, so that the limit is noticed.
    """
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="backslashreplace")
    try:
        return sys.stdin.read(most + 1) if sys.stdin is not None else ""
    except OSError as error:
        raise FailedError(f"cannot read the input: {error.strerror}") from None
