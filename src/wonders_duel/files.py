"""Files: written whole or not at all, and read part by part, no part beyond a limit."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from errno import EACCES, EINVAL, EISDIR, ENOENT
from pathlib import Path
from secrets import token_hex
from time import time
from typing import IO, BinaryIO, Final, TypeVar

from wonders_duel import position_text, record_parser
from wonders_duel.errors import Fault, FormatError, LimitError, expect
from wonders_duel.limits import MOST_BYTES, Limits, too_large

__all__ = ["in_line", "open_file", "parts", "write_whole"]

# Possessive, and happy without the closing quote: each character is looked at once.
_STRING = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?')
BEGINNINGS: Final = (record_parser.MARK, "{", f"{position_text.MARK} ")
"""What the first line of a record, a JSON document and a position begins with, at the margin."""
_SURE: Final = (record_parser.MARK, '{"format"', f"{position_text.MARK} ")
"""What no line inside a document begins with."""

_BINARY: Final = getattr(os, "O_BINARY", 0)
"""Asked for on Windows, where files are of two kinds."""
_NAME: Final = 50
"""Characters of the target in the name of the file beside it; with all of them it could be too long."""
STALE: Final = 300.0
"""Seconds after which a file beside the target is what a program left behind that was killed."""

_T = TypeVar("_T")


def write_whole(path: str | os.PathLike[str], text: str) -> None:
    """Write a text to a file so that it holds either the whole text or what it held before.

    The text goes to a new file beside it, is flushed to the disk, and takes the
    place of the old one in one step. A link is followed; the permissions of a
    file that is there are kept.

    Where the system can do that, the new file has no name until it is whole: if
    the program is killed, nothing is left of it. Elsewhere a hidden ``.NAME.part``
    can stay behind, which the next save of the same file removes. Nobody can read it who
    could not read the file.

    Args:
        path: where to.
        text: what the file will hold, as UTF-8.

    Raises:
        OSError: it cannot be written; the file is as it was.
    """
    expect(path, (str, os.PathLike), "the path of a file")
    target = Path(os.path.realpath(_named(path)))
    kept = None
    with suppress(FileNotFoundError):
        found = target.stat().st_mode
        if stat.S_ISDIR(found):
            raise IsADirectoryError(EISDIR, "it is a folder: give the name of a file in it", path)
        if not stat.S_ISREG(found):
            raise OSError(EINVAL, "it is no ordinary file, and would be lost", path)
        if not found & stat.S_IWUSR:
            raise PermissionError(EACCES, "it is read-only", path)
        kept = stat.S_IMODE(found)
    content = text.encode()
    try:
        part = _nameless(target, content, kept) or _hidden(target, content, kept)
        with _removed_on_failure(part):
            part.replace(target)
    except OSError as error:  # the name of the part means nothing to anybody
        raise OSError(error.errno, error.strerror, os.fspath(path)) from None
    _flush_folder(target.parent)


def _nameless(target: Path, content: bytes, kept: int | None) -> Path | None:
    """Write a file that gets a name beside the target when it is whole.

    Args:
        target: where it will go.
        content: what it will hold.
        kept: the permissions of the file that is there, if there is one.

    Returns:
        The file; ``None`` where the system or the file system has no files without a name.
    """
    try:
        handle = os.open(target.parent, os.O_WRONLY | os.O_TMPFILE, _permissions(kept))
    except (AttributeError, OSError):
        return None
    with os.fdopen(handle, "wb") as file:
        if kept is not None:
            os.fchmod(handle, kept)
        _fill(file, content)
        this = (
            f"/proc/self/fd/{handle}"  # a link, which is followed if a folder is given, whichever
        )
        with suppress(OSError):
            return _beside(target, lambda name: os.link(this, name, src_dir_fd=handle))[0]
    return None


def _hidden(target: Path, content: bytes, kept: int | None) -> Path:
    """Write a hidden file beside the target; the arguments are the same."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY
    part, handle = _beside(target, lambda name: os.open(name, flags, _permissions(kept)))
    with _removed_on_failure(part), os.fdopen(handle, "wb") as file:
        if kept is not None:
            part.chmod(kept)
        _fill(file, content)
    return part


def _permissions(kept: int | None) -> int:
    """Return those of a new file: nobody gets to read it who could not read the one that is there."""
    return 0o666 if kept is None else 0o600


def _fill(file: BinaryIO, content: bytes) -> None:
    file.write(content)
    file.flush()
    os.fsync(file.fileno())


def _beside(target: Path, make: Callable[[Path], _T]) -> tuple[Path, _T]:
    """Make a hidden file beside the target, and remove the one of a program that was killed.

    Args:
        target: the file that it will replace.
        make: makes a file of a name, and fails if there is one.

    Returns:
        The file, and what making it gave.

    Raises:
        OSError: it cannot be made.
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
    return Path(_named(path)).open("rb")


def _named(path: str | os.PathLike[str]) -> str:
    """Return a path that a system can have."""
    name = os.fspath(path)
    try:
        os.fsencode(name)
    except UnicodeEncodeError:
        raise FileNotFoundError(ENOENT, "no file has such a name", repr(name)) from None
    if "\0" in name:
        raise FileNotFoundError(ENOENT, "no file has such a name", repr(name))
    return name


def _flush_folder(folder: Path) -> None:
    """Let the new name reach the disk, where a system can do that with a folder."""
    with suppress(OSError, AttributeError):
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def parts(file: IO[str] | IO[bytes], limits: Limits) -> Iterator[tuple[int, list[str]]]:
    """Part a file into the records, documents and positions in it.

    Each begins on a line of its own, at the margin. Empty lines and remarks
    between them are left out.

    Args:
        file: open for reading.
        limits: how large a part may be.

    Returns:
        The number of the first line of each, and its lines; one at a time.

    Raises:
        LimitError: a part is larger than the limits allow.
        FormatError: the file is not UTF-8.
    """
    part: list[str] = []
    first = 1
    size = depth = 0
    for number, line in enumerate(_lines(file, limits), start=1):
        if not part and line.lstrip().startswith("{"):
            line = line.lstrip()  # noqa: PLW2901 - a document may be moved in
        is_whole = bool(part) and depth <= 0 and part[0].startswith(BEGINNINGS[1:])
        if (not part or is_whole) and (not line.strip() or line.lstrip().startswith("#")):
            continue
        # A document that breaks off does not swallow what comes after it.
        if is_whole or (part and line.startswith(BEGINNINGS if depth <= 0 else _SURE)):
            yield first, part
            part, size, depth = [], 0, 0
        if not part:
            first = number
        part.append(line)
        # A document may be laid out with braces at the margin: it ends with its last one.
        if part[0].startswith("{"):
            depth += _opened(line)
        size += len(line) + 1
        if size - 1 > limits.size:
            message = too_large("it", limits.size)
            raise LimitError([Fault(message, f"lines {first} to {number}")])
    if part:
        yield first, part


def _opened(line: str) -> int:
    """Count the brackets of a line of JSON that are opened and not closed."""
    bare = _STRING.sub("", line)
    return bare.count("{") + bare.count("[") - bare.count("}") - bare.count("]")


def in_line(error: FormatError, line: int) -> FormatError:
    """Return an error about a document with the line in which that begins in its file.

    Args:
        error: what is wrong with the document.
        line: where it begins.
    """
    where = f"the document in line {line}"
    return type(error)(
        Fault(fault.message, f"{where}, {fault.place}" if fault.place else where)
        for fault in error.faults
    )


def _lines(file: IO[str] | IO[bytes], limits: Limits) -> Iterator[str]:
    """Return the lines of a file, none longer than the limit, as text without their ends."""
    number = 0
    while True:
        number += 1
        most = MOST_BYTES * limits.size + 2
        try:
            line = file.readline(most)
            if len(line) == most:  # cut off in the middle of what is too long anyway
                raise LimitError([Fault(too_large("it", limits.size), f"line {number}")])
            text = line.decode("utf-8") if isinstance(line, bytes) else line
        except UnicodeDecodeError as error:
            message = f"this is not UTF-8: {error.reason} in byte {error.start}"
            raise FormatError([Fault(message, f"line {number}")]) from None
        if not text:
            return
        if len(text) > limits.size + 2:
            raise LimitError([Fault(too_large("it", limits.size), f"line {number}")])
        if number == 1:
            text = text.removeprefix("\ufeff")
        yield text.rstrip("\r\n")
