"""The JSON documents in files, folders and open files, compressed or not, with bounded memory."""

from __future__ import annotations

import os
import zlib
from bz2 import BZ2File
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from gzip import BadGzipFile, GzipFile
from lzma import LZMAError, LZMAFile
from pathlib import Path
from shutil import copyfileobj
from tempfile import TemporaryFile
from typing import IO, Any, Final, Protocol, cast
from zipfile import BadZipFile, ZipFile

import attrs

from wonders_duel.errors import FormatError, LimitError, WrongTypeError
from wonders_duel.limits import Limits
from wonders_duel.serialization.strict_json import read_json
from wonders_duel.support.phrases import shown, shown_name

__all__ = ["DEFAULT_LIMITS", "Document", "Source", "documents", "expect_file", "files_of"]

Source = str | os.PathLike[str] | IO[str] | IO[bytes] | Sequence[object] | Mapping[str, object]
"""A path, an open file, or a document."""

DEFAULT_LIMITS: Final = Limits(size=20_000_000, depth=64)
"""The limits on a document: a log has one or two million characters."""

MOST_TIMES: Final = 200
"""A compressed file may become so many times as large: logs become 10 to 40 times as large."""
_FREE: Final = 10_000_000
"""Bytes that a compressed file may always have."""
_MOST_EMPTY: Final = 10_000
_ZIP: Final = b"PK\x03\x04"
_BROKEN: Final = (EOFError, BadGzipFile, LZMAError, BadZipFile, NotImplementedError, zlib.error)


@attrs.frozen
class Document:
    """A document of a file.

    Attributes:
        name: the file and, if it has several documents, the line.
        value: the document; ``None`` if it is not JSON.
        fault: why it is not JSON; an empty text if it is.
        is_line: whether the file has a document on each line.
        size: its bytes; 0 if they are not known.
    """

    name: str
    value: object
    fault: str = ""
    is_line: bool = False
    size: int = 0


def files_of(path: str | os.PathLike[str]) -> list[Path]:
    """Return a file, or the files in a folder and its folders, in the order of their names.

    Args:
        path: the file or the folder.

    Raises:
        OSError: there is no such file or folder.
    """
    found = Path(path)
    if not found.is_dir():
        return [found]
    inside = [one for one in sorted(found.rglob("*")) if one.is_file()]
    return [
        one for one in inside if not any(p.startswith(".") for p in one.relative_to(found).parts)
    ]


def documents(source: Source, limits: Limits) -> Iterator[Document]:
    """Yield the documents of a source.

    Args:
        source: a path, an open file, or a document.
        limits: the limits on each document.

    Raises:
        FormatError: a compressed file is broken.
        LimitError: a document is too large, or a file is compressed too well.
        OSError: a file cannot be read.
    """
    if isinstance(source, (str, os.PathLike)):
        for path in files_of(source):
            with path.open("rb") as file:
                yield from _unpacked(file, shown_name(path.name), limits)
    elif isinstance(source, (list, dict)):
        yield Document("the document", source)
    else:
        source = cast("IO[str] | IO[bytes]", source)  # see expect_file
        start = source.read(0)
        name = shown_name(str(getattr(source, "name", "the input")))
        if isinstance(start, str):
            yield from _read(_Bounded(_Encoded(source), name), name, limits)
        else:
            yield from _unpacked(cast("IO[bytes]", source), name, limits)


def expect_file(source: object) -> None:
    """Raise ``WrongTypeError`` if a value is not an open file.

    Args:
        source: the value.
    """
    if not callable(getattr(source, "readline", None)):
        raise WrongTypeError(f"expected a path, an open file or a document, got {shown(source)}")


class _Encoded:
    """A text file as one of bytes."""

    def __init__(self, file: IO[Any]) -> None:
        self._file = file

    def readline(self, most: int) -> bytes:
        """Return a line, or its first characters."""
        found: str = self._file.readline(most)
        return found.encode("utf-8", "surrogatepass")


class _Lines(Protocol):
    """A file of bytes, as far as it is read here."""

    def readline(self, most: int, /) -> bytes: ...


class _Bounded:
    """A file of bytes that must not have more of them than some bound."""

    def __init__(self, file: _Lines, name: str, most: int | None = None) -> None:
        self._file = file
        self._name = name
        self._most = most
        self.seen = 0

    def readline(self, most: int) -> bytes:
        """Return a line, or its first bytes."""
        try:
            found = self._file.readline(most)
        except _BROKEN as error:
            raise FormatError([f"{self._name} is a broken compressed file: {error}"]) from None
        self.seen += len(found)
        if self._most is not None and self.seen > self._most:
            message = f"{self._name} becomes more than {MOST_TIMES:,} times as large"
            raise LimitError([f"{message} when it is decompressed"])
        return found


def _unpacked(file: IO[bytes], name: str, limits: Limits) -> Iterator[Document]:
    """Yield the documents of a file of bytes, which may be compressed."""
    with ExitStack() as stack:
        if not file.seekable():  # a pipe: zip files have to be read from their end
            copied = stack.enter_context(TemporaryFile())
            copyfileobj(file, copied)
            copied.seek(0)
            file = copied
        start = file.read(6)
        size = file.seek(0, os.SEEK_END)
        file.seek(0)
        most = _FREE + MOST_TIMES * size
        plain = _decompressed(file, start)
        if start.startswith(_ZIP):
            yield from _zipped(file, name, limits, most)
        elif plain is not None:
            yield from _read(_Bounded(stack.enter_context(plain), name, most), name, limits)
        else:
            yield from _read(_Bounded(file, name), name, limits)


def _decompressed(file: IO[bytes], start: bytes) -> GzipFile | BZ2File | LZMAFile | None:
    """Return a file decompressed; ``None`` if it is not compressed with gzip, bzip2 or xz."""
    if start.startswith(b"\x1f\x8b"):
        return GzipFile(fileobj=file)
    if start.startswith(b"BZh"):
        return BZ2File(file)
    return LZMAFile(file) if start.startswith(b"\xfd7zXZ") else None


def _zipped(file: IO[bytes], name: str, limits: Limits, most: int) -> Iterator[Document]:
    """Yield the documents of the files in a zip file."""
    try:
        archive = ZipFile(file)
    except _BROKEN as error:
        raise FormatError([f"{name} is a broken compressed file: {error}"]) from None
    with archive:
        for info in archive.infolist():
            if info.is_dir():
                continue
            inner = f"{name}/{shown_name(info.filename)}"
            try:
                opened = archive.open(info)
            except (*_BROKEN, RuntimeError) as error:  # RuntimeError: it needs a password
                yield Document(inner, None, f"it cannot be read: {error}")
                continue
            with opened:
                bounded = _Bounded(opened, inner, most)
                yield from _read(bounded, inner, limits)
                most -= bounded.seen


def _read(file: _Bounded, name: str, limits: Limits) -> Iterator[Document]:
    """Yield the documents of a file: one, or one on each line."""
    first, number = _next(file, name, limits)
    if not first:
        yield Document(name, None, "it is empty")
        return
    first = first.removeprefix(b"\xef\xbb\xbf")
    document = _document(first, name, limits)
    line, passed = _next(file, name, limits)
    if not line:
        if len(first) > limits.size:
            raise _too_long(name, limits)
        yield document
        return
    is_start = first.strip() in (b"[", b"{") or bool(_document(line, name, limits).fault)
    if document.fault and is_start:
        yield _document(_whole(file, [first, line], name, limits), name, limits)
        return
    yield attrs.evolve(document, name=f"{name}, line {number}", is_line=True)
    while line:
        number += passed
        yield attrs.evolve(_document(line, f"{name}, line {number}", limits), is_line=True)
        while len(line) > limits.size and not line.endswith(b"\n"):
            line = file.readline(limits.size + 1)  # the rest of a line that is too long
        line, passed = _next(file, name, limits)


def _next(file: _Bounded, name: str, limits: Limits) -> tuple[bytes, int]:
    """Return the next line that is not empty, and how many lines were read for it."""
    passed = 0
    while line := file.readline(limits.size + 1):
        passed += 1
        if line.strip():
            break
        if passed > _MOST_EMPTY:
            raise LimitError([f"{name} has more than {_MOST_EMPTY:,} empty lines in a row"])
    return line, passed


def _whole(file: _Bounded, lines: list[bytes], name: str, limits: Limits) -> bytes:
    """Return the rest of a file whose document has several lines."""
    length = sum(map(len, lines))
    while line := file.readline(limits.size + 1):
        lines.append(line)
        length += len(line)
        if length > limits.size:
            raise _too_long(name, limits)
    return b"".join(lines)


def _document(content: bytes, name: str, limits: Limits) -> Document:
    """Return the document of some bytes."""
    if len(content) > limits.size:
        return Document(name, None, _said_too_long("it", limits))
    try:
        return Document(name, read_json(content.strip(), limits), size=len(content))
    except FormatError as error:
        return Document(name, None, "; ".join(error.problems))


def _too_long(name: str, limits: Limits) -> LimitError:
    return LimitError([_said_too_long(name, limits)])


def _said_too_long(what: str, limits: Limits) -> str:
    return f"{what} has more than {limits.size:,} bytes; pass a larger limit to read() to allow it"
