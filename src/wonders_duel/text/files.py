"""Files: atomic writing, and reading in parts that are limited in size."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from errno import EACCES, EINVAL, EISDIR, ENOENT
from io import BufferedIOBase
from pathlib import Path
from secrets import token_hex
from time import time
from typing import IO, BinaryIO, Final, TypeVar

from wonders_duel.errors import Fault, FormatError, LimitError
from wonders_duel.limits import MOST_BYTES, Limits, too_large
from wonders_duel.support.arguments import expect
from wonders_duel.support.phrases import not_utf8, shown
from wonders_duel.text import record_parser, state_text

__all__ = [
    "expect_writable",
    "in_line",
    "named",
    "open_file",
    "parts",
    "unknown_format",
    "write_whole",
]

# Possessive and without a required closing quote, so that each character is read once.
_STRING = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?')
BEGINNINGS: Final = (record_parser.MARK, "{", f"{state_text.MARK} ")
"""The beginnings of the first line of a record, a JSON document and a position, without indentation."""
_SURE: Final = (record_parser.MARK, '{"format"', f"{state_text.MARK} ")
"""Beginnings that no line inside a document has."""

_BINARY: Final = getattr(os, "O_BINARY", 0)
"""The flag for binary files, which only Windows has."""
_NAME: Final = 50
"""The most characters of the target's name in the name of the temporary file, to keep it short."""
STALE: Final = 300.0
"""The age in seconds from which a temporary file is taken for a leftover of a killed program."""

_T = TypeVar("_T")
_Make = Callable[[], Iterable[str]]


def write_whole(path: str | os.PathLike[str], text: str) -> None:
    """Write a text to a file atomically: afterwards it has either the new or the old contents.

    The text is written to a temporary file in the same folder, flushed to the disk
    and moved to the target in one step. Links are followed; the permissions of an
    existing file are kept.

    If the system supports it, the temporary file has no name until it is complete, so
    that nothing is left if the program is killed. Otherwise a hidden ``.NAME.part`` can
    be left, which the next save of the same file removes. It is readable only by those
    who can read the file.

    Args:
        path: the path of the file.
        text: the new contents, written as UTF-8.

    Raises:
        OSError: the file cannot be written; it is unchanged.
    """
    write_parts(path, lambda: [text])


def write_parts(path: str | os.PathLike[str], make: Callable[[], Iterable[str]]) -> None:
    """Write a text to a file atomically, as :func:`write_whole` does, with one part in memory at a time.

    Args:
        path: the path of the file.
        make: returns the parts of the new contents, the same ones each time.

    Raises:
        OSError: the file cannot be written; it is unchanged.
    """
    expect(path, (str, os.PathLike), "the path of a file")
    target, kept = _target(path)
    try:
        part = _nameless(target, make, kept) or _hidden(target, make, kept)
        with _removed_on_failure(part):
            part.replace(target)
    except OSError as error:  # name the target, not the temporary file
        raise OSError(error.errno, error.strerror, os.fspath(path)) from None
    _flush_folder(target.parent)


def expect_writable(path: str | os.PathLike[str]) -> None:
    """Raise an error if :func:`write_whole` cannot write a file, before the work for it is done.

    It may still fail later, such as on a full disk.

    Args:
        path: the path of the file.

    Raises:
        OSError: the file cannot be written.
    """
    target, _ = _target(path)
    if not os.access(target.parent, os.W_OK | os.X_OK):  # the temporary file is there, too
        raise PermissionError(EACCES, os.strerror(EACCES), os.fspath(path))


def _target(path: str | os.PathLike[str]) -> tuple[Path, int | None]:
    """Return the file that a path leads to, and its permissions, ``None`` if there is none yet.

    Args:
        path: the path of the file.

    Raises:
        OSError: there is something that a file may not replace.
    """
    target = Path(os.path.realpath(named(path)))
    try:
        found = target.stat().st_mode
    except FileNotFoundError:
        return target, None
    if stat.S_ISDIR(found):
        raise IsADirectoryError(EISDIR, "it is a folder; expected the name of a file", path)
    if not stat.S_ISREG(found):
        raise OSError(EINVAL, "it is not a regular file, and would be overwritten", path)
    if not found & stat.S_IWUSR:
        raise PermissionError(EACCES, "it is read-only", path)
    return target, stat.S_IMODE(found)


def _nameless(target: Path, make: _Make, kept: int | None) -> Path | None:
    """Write a temporary file that gets a name only when it is complete.

    Args:
        target: the file that it will replace.
        make: returns the parts of the contents.
        kept: the permissions of the existing file, if there is one.

    Returns:
        The temporary file; ``None`` if the system does not support unnamed files.
    """
    try:
        handle = os.open(target.parent, os.O_WRONLY | os.O_TMPFILE, _permissions(kept))
    except (AttributeError, OSError):
        return None
    with os.fdopen(handle, "wb") as file:
        if kept is not None:
            os.fchmod(handle, kept)
        _fill(file, make())
        # os.link follows this link only if a folder is given; any will do.
        this = f"/proc/self/fd/{handle}"
        with suppress(OSError):
            return _beside(target, lambda name: os.link(this, name, src_dir_fd=handle))[0]
    return None


def _hidden(target: Path, make: _Make, kept: int | None) -> Path:
    """Write a hidden temporary file; the arguments are those of :func:`_nameless`."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY
    part, handle = _beside(target, lambda name: os.open(name, flags, _permissions(kept)))
    with _removed_on_failure(part), os.fdopen(handle, "wb") as file:
        if kept is not None:
            part.chmod(kept)
        _fill(file, make())
    return part


def _permissions(kept: int | None) -> int:
    """Return the permissions of a temporary file, private if it is to replace an existing file."""
    return 0o666 if kept is None else 0o600


def _fill(file: BinaryIO, texts: Iterable[str]) -> None:
    file.writelines(text.encode() for text in texts)
    file.flush()
    os.fsync(file.fileno())


def _beside(target: Path, make: Callable[[Path], _T]) -> tuple[Path, _T]:
    """Make a hidden file in the target's folder, and remove the leftover of a killed program.

    Args:
        target: the file that it will replace.
        make: makes a file with a name, and fails if it exists.

    Returns:
        The file and the result of ``make``.

    Raises:
        OSError: the file cannot be made.
    """
    part = target.with_name(f".{target.name[:_NAME]}.part")
    with suppress(FileExistsError):
        return part, make(part)
    with suppress(OSError):
        if part.lstat().st_mtime < time() - STALE:
            part.unlink()
            return part, make(part)
    part = target.with_name(f".{token_hex(8)}.part")  # another program saves the same file
    return part, make(part)


@contextmanager
def _removed_on_failure(part: Path) -> Iterator[None]:
    try:
        yield
    except BaseException:
        with suppress(OSError):
            part.unlink()
        raise


def open_file(path: str | os.PathLike[str]) -> BinaryIO:
    """Open a file for reading.

    Args:
        path: the file.

    Raises:
        OSError: it cannot be read.
    """
    return Path(named(path)).open("rb")


def named(path: str | os.PathLike[str]) -> str:
    """Return a path as a string.

    Args:
        path: the path of a file.

    Raises:
        FileNotFoundError: no file can have it.
        WrongTypeError: it is one of bytes, such as those of ``os.scandir(b".")``.
    """
    name: object = os.fspath(path)
    expect(name, str, "the path of a file as text")
    assert isinstance(name, str)  # for mypy
    try:
        os.fsencode(name)
    except UnicodeEncodeError:
        raise FileNotFoundError(ENOENT, "no file can have this name", repr(name)) from None
    if "\0" in name:
        raise FileNotFoundError(ENOENT, "no file can have this name", repr(name))
    return name


def _flush_folder(folder: Path) -> None:
    """Flush a folder to the disk, if the system supports it."""
    with suppress(OSError, AttributeError):
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def parts(
    file: IO[str] | IO[bytes] | BufferedIOBase, limits: Limits
) -> Iterator[tuple[int, list[str]]]:
    """Split a file into its records, documents and positions.

    Each starts on a new line, which may be indented unless a document comes before it that has no
    end. Empty lines and comments between them are skipped.

    Args:
        file: a file that is open for reading.
        limits: the limits for each part.

    Returns:
        An iterator over pairs of the number of the first line and the lines of a part.

    Raises:
        LimitError: a part exceeds the limits.
        FormatError: the file is not UTF-8.
    """
    part: list[str] = []
    first = 1
    size = depth = 0
    for number, line in enumerate(_lines(file, limits), start=1):
        is_whole = bool(part) and depth <= 0 and part[0].startswith(BEGINNINGS[1:])
        bare = line.lstrip()
        if not part or is_whole:
            if not bare or bare[0] == "#":
                continue
            if bare.startswith(BEGINNINGS):
                line = bare  # noqa: PLW2901 - what begins may be indented
        elif bare.startswith(BEGINNINGS) and part[0].startswith(record_parser.MARK):
            line = bare  # noqa: PLW2901 - no line of a record begins so
        # A truncated document must not swallow the parts after it.
        if is_whole or (part and line.startswith(BEGINNINGS if depth <= 0 else _SURE)):
            yield first, part
            part, size, depth = [], 0, 0
        if not part:
            first = number
        part.append(line)
        # Lines of a document may start with a brace: it ends with its last bracket.
        if part[0].startswith("{"):
            depth += _opened(line)
        size += len(line) + 1
        if size - 1 > limits.size:
            message = too_large("it", limits.size)
            raise LimitError([Fault(message, f"lines {first} to {number}")])
    if part:
        yield first, part


def _opened(line: str) -> int:
    """Return the number of brackets that a line of JSON opens, less those that it closes."""
    bare = _STRING.sub("", line)
    return bare.count("{") + bare.count("[") - bare.count("}") - bare.count("]")


def unknown_format(line: str) -> str:
    """Return the message for lines that are neither a record nor a document nor a position.

    Args:
        line: the first of them.
    """
    return (
        f"unknown format, starting with {shown(line)}; a record starts with "
        f"{record_parser.FIRST_LINE!r}, a position with 'wd1', a document with a brace"
    )


def in_line(error: FormatError, line: int) -> FormatError:
    """Return an error with the line of the file at which the document begins.

    Args:
        error: an error about the document.
        line: the number of its first line in the file.
    """
    where = f"the document in line {line}"
    return type(error)(
        Fault(fault.message, f"{where}, {fault.place}" if fault.place else where)
        for fault in error.faults
    )


def _lines(file: IO[str] | IO[bytes] | BufferedIOBase, limits: Limits) -> Iterator[str]:
    """Yield the lines of a file as strings without line ends, none longer than the limit."""
    number = 0
    while True:
        number += 1
        most = MOST_BYTES * limits.size + 2
        try:
            line = file.readline(most)
            if len(line) == most:  # too long, and perhaps cut off inside a character
                raise LimitError([Fault(too_large("it", limits.size), f"line {number}")])
            text = line.decode("utf-8") if isinstance(line, bytes) else line
        except UnicodeDecodeError as error:
            raise FormatError([Fault(not_utf8(error), f"line {number}")]) from None
        if not text:
            return
        if len(text) > limits.size + 2:
            raise LimitError([Fault(too_large("it", limits.size), f"line {number}")])
        if number == 1:
            text = text.removeprefix("\ufeff")
        yield text.rstrip("\r\n")
