"""The JSON documents in files, folders and open files, compressed or not, with bounded memory."""

from __future__ import annotations

import os
import zlib
from bz2 import BZ2File
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from gzip import BadGzipFile, GzipFile
from io import BufferedIOBase, BufferedReader, RawIOBase
from lzma import LZMAError, LZMAFile
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any, Final, Protocol, TypeGuard, cast
from zipfile import BadZipFile, ZipFile

import attrs
from typing_extensions import Buffer, override

from wonders_duel.errors import Fault, FormatError, LimitError, WrongTypeError
from wonders_duel.limits import Limits
from wonders_duel.serialization.strict_json import read_json
from wonders_duel.support.arguments import can_be_read
from wonders_duel.support.phrases import NOT_UTF8, shown, shown_name
from wonders_duel.text.files import named

__all__ = [
    "DEFAULT_LIMITS",
    "Document",
    "Source",
    "documents",
    "expect_file",
    "files_of",
    "is_document",
]

Source = (
    str
    | os.PathLike[str]
    | IO[str]
    | IO[bytes]
    | BufferedIOBase
    | Sequence[object]
    | Mapping[str, object]
)
"""A path, an open file, or a document."""

DEFAULT_LIMITS: Final = Limits(size=20_000_000, depth=64)
"""The limits on a document: a log has one or two million characters."""

MOST_TIMES: Final = 200
"""A compressed file may become so many times as large: logs become 10 to 40 times as large."""
_FREE: Final = 10_000_000
"""Bytes that a compressed file may always have."""
_MOST_EMPTY: Final = 10_000
_EACH_LINE: Final = "expected one document, or one on each line"
_ADVICE: Final = {
    "this is not JSON: Extra data": _EACH_LINE,
    NOT_UTF8: "save it as UTF-8",
}
"""What to say after messages that begin so."""
_PAGE: Final = "it looks like a web page; save the log itself"
"""What to say if a file begins as a page does."""
_RETURNS: Final = "its lines end with a carriage return alone; save it with line feeds"
"""What to say instead if a file has lines, but none that ends as expected."""
_ZIP: Final = (b"PK\x03\x04", b"PK\x05\x06")
"""How zip files begin, with and without files."""
_PACKED: Final = {
    b"\x1f\x8b": "a gzip file",
    b"BZh": "a bzip2 file",
    b"\xfd7zXZ": "an xz file",
    **dict.fromkeys(_ZIP, "a zip file"),
}
"""How compressed files begin."""
_TAR: Final = (257, b"ustar")
"""What tar archives have, and where."""
_START: Final = 6
"""The bytes that show how a file is compressed."""
_BLOCK: Final = 1 << 20
_MOST_ZIPPED: Final = 2_000_000_000
"""The most bytes of a zip file that comes from a pipe."""
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
    found = Path(named(path))
    if not found.is_dir():
        return [found]
    inside = [one for one in sorted(found.rglob("*")) if one.is_file()]
    return [
        one for one in inside if not any(p.startswith(".") for p in one.relative_to(found).parts)
    ]


def documents(source: Source, limits: Limits, name: str = "") -> Iterator[Document]:
    """Yield the documents of a source; a file of a folder that cannot be read is one with a fault.

    Args:
        source: a path, an open file, or a document.
        limits: the limits on each document.
        name: the name of a file; an empty text for its own, without its path, or in a folder with the
            path from there.

    Raises:
        FormatError: a compressed file is broken.
        LimitError: a document is too large, or a compressed file becomes more than 200 times as large.
        OSError: a file cannot be read.
    """
    if isinstance(source, (str, os.PathLike)):
        folder = Path(named(source))
        is_alone = not folder.is_dir()
        for path in files_of(source):
            own = path.name if is_alone else path.relative_to(folder).as_posix()
            own = shown_name(name or own)
            with path.open("rb") as file:
                try:
                    yield from _unpacked(file, own, limits)
                except FormatError as error:
                    if is_alone:
                        raise
                    yield Document(own, None, "; ".join(error.problems))
    elif is_document(source):
        value = dict(source) if isinstance(source, Mapping) else list(source)
        yield Document("the document", value)
    else:
        source = cast("IO[str] | IO[bytes]", source)  # see expect_file
        start = source.read(0)
        name = shown_name(name or str(getattr(source, "name", "the input")))
        if isinstance(start, str):
            yield from _read(_Bounded(_Encoded(source, name), name), name, limits)
        else:
            yield from _unpacked(cast("IO[bytes]", source), name, limits)


def is_document(source: object) -> TypeGuard[Sequence[object] | Mapping[str, object]]:
    """Return whether a value is a document as Python values, and no path or file.

    Args:
        source: the value.
    """
    return isinstance(source, (Sequence, Mapping)) and not isinstance(
        source, (str, bytes, bytearray, memoryview)
    )


def expect_file(source: object) -> None:
    """Raise ``WrongTypeError`` if a value is not a file that is open for reading.

    Args:
        source: the value.
    """
    if not can_be_read(source, "read", "readline"):
        raise WrongTypeError(f"expected a path, an open file or a document, got {shown(source)}")


class _Encoded:
    """A text file as one of bytes."""

    def __init__(self, file: IO[Any], name: str) -> None:
        self._file = file
        self._name = name

    def readline(self, most: int) -> bytes:
        """Return a line, or its first characters.

        Raises:
            FormatError: the file was opened with another encoding than its own.
        """
        try:
            found: str = self._file.readline(most)
        except UnicodeDecodeError as error:
            message = f"{self._name} is not {error.encoding.upper()}: {error.reason}"
            raise FormatError([f"{message}; open it with its own encoding"]) from None
        return found.encode("utf-8", "surrogatepass")


class _Lines(Protocol):
    """A file of bytes, as far as its lines are read here."""

    def readline(self, most: int, /) -> bytes: ...


class _Blocks(Protocol):
    """A file of bytes, as far as its blocks are read here."""

    def read(self, most: int, /) -> bytes | None: ...


class _Bounded:
    """A file of bytes that must not have more of them than some bound."""

    def __init__(self, file: _Lines | _Blocks, name: str, most: int | None = None) -> None:
        self._file = file
        self._name = name
        self._most = most
        self.seen = 0

    def readline(self, most: int) -> bytes:
        """Return a line, or its first bytes."""
        return self._counted(cast("_Lines", self._file).readline, most)

    def read(self, most: int) -> bytes:
        """Return some bytes."""
        return self._counted(cast("_Blocks", self._file).read, most)

    def _counted(self, read: Callable[[int], bytes | None], most: int) -> bytes:
        try:
            found = read(most) or b""
        except _BROKEN as error:
            raise FormatError([f"{self._name} is a broken compressed file: {error}"]) from None
        except OSError as error:
            if error.errno is not None:
                raise
            raise FormatError([f"{self._name} is a broken compressed file: {error}"]) from None
        self.seen += len(found)
        if self._most is not None and self.seen > self._most:
            message = f"{self._name} becomes more than {MOST_TIMES:,} times as large"
            raise LimitError([f"{message} when it is decompressed"])
        return found


def _unpacked(file: IO[bytes], name: str, limits: Limits) -> Iterator[Document]:
    """Yield the documents of a file of bytes, which may be compressed."""
    with ExitStack() as stack:
        start = file.read(_START) or b""  # None if a pipe that does not wait has nothing yet
        most = None
        if getattr(file, "seekable", bool)():
            most = _FREE + MOST_TIMES * file.seek(0, os.SEEK_END)
            file.seek(0)
        elif start.startswith(_ZIP):  # a pipe: zip files have to be read from their end
            file = stack.enter_context(_copy(start, file, name))
            most = _FREE + MOST_TIMES * file.seek(0, os.SEEK_END)
        else:
            file = cast("IO[bytes]", BufferedReader(_Pipe(start, file)))
        plain = _decompressed(file, start)
        if start.startswith(_ZIP):
            yield from _zipped(file, name, limits, most or _FREE)
        elif plain is not None:
            yield from _read(_Bounded(stack.enter_context(plain), name, most), name, limits)
        else:
            yield from _read(_Bounded(file, name), name, limits)


class _Pipe(RawIOBase):
    """A pipe, some of which has been read."""

    def __init__(self, start: bytes, file: _Blocks) -> None:
        self._start = start
        self._file = file

    @override
    def readable(self) -> bool:
        return True

    @override
    def readinto(self, buffer: Buffer) -> int:
        view = memoryview(buffer)
        found = self._start[: len(view)] or self._file.read(len(view)) or b""
        self._start = self._start[len(found) :]
        view[: len(found)] = found
        return len(found)


def _copy(start: bytes, file: IO[bytes], name: str) -> IO[bytes]:
    """Return a pipe as a file, if it is not too large."""
    copied = cast("IO[bytes]", TemporaryFile())  # noqa: SIM115 - the caller closes it
    copied.write(start)
    while block := file.read(_BLOCK):
        copied.write(block)
        if copied.tell() > _MOST_ZIPPED:
            copied.close()
            raise LimitError([f"{name} is a zip file of more than {_MOST_ZIPPED:,} bytes; save it"])
    return copied


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
    except (*_BROKEN, ValueError) as error:  # ValueError: it has lost its beginning, or names
        raise FormatError([f"{name} is a broken compressed file: {error}"]) from None
    with archive:
        for info in archive.infolist():
            inner = f"{name}/{shown_name(info.filename)}"
            if info.is_dir() or any(
                part.startswith((".", "__MACOSX")) for part in info.filename.split("/")
            ):
                continue
            try:
                opened = archive.open(info)
            except (*_BROKEN, ValueError, OSError, RuntimeError) as error:  # such as a password
                yield Document(inner, None, f"it cannot be read: {error}")
                continue
            with opened:
                packed = _Bounded(opened, inner, most)
                try:
                    yield from _member(packed, inner, limits, most)
                except LimitError:
                    raise
                except FormatError as error:
                    yield Document(inner, None, "; ".join(error.problems))
                most -= packed.seen


def _member(packed: _Bounded, name: str, limits: Limits, most: int) -> Iterator[Document]:
    """Yield the documents of a file in a zip file, which may be compressed once more.

    Args:
        packed: the file; the bytes that it becomes are counted as seen, too.
        name: its name.
        limits: the limits on each document.
        most: the most bytes of the file, and of what it becomes.
    """
    start = packed.read(_START)
    file = cast("IO[bytes]", BufferedReader(_Pipe(start, packed)))
    plain = _decompressed(file, start)
    if plain is None:
        yield from _read(_Bounded(file, name), name, limits)
        return
    with plain:
        bounded = _Bounded(plain, name, most)
        yield from _read(bounded, name, limits)
        packed.seen += bounded.seen


def _packed_as(first: bytes) -> str:
    """Return what a file is if it has to be unpacked, by its first line; else an empty text."""
    place, mark = _TAR
    if first.startswith(mark, place) and b"\0" in first[:place]:
        return "a tar archive"
    found = (what for start, what in _PACKED.items() if first.startswith(start))
    return next((f"{what} inside a compressed file" for what in found), "")


def _read(file: _Bounded, name: str, limits: Limits) -> Iterator[Document]:
    """Yield the documents of a file: one, or one on each line."""
    first, number = _next(file, name, limits)
    if not first:
        yield Document(name, None, "it is empty")
        return
    if what := _packed_as(first):
        yield Document(name, None, f"it is {what}; unpack it, and import the files")
        return
    first = first.removeprefix(b"\xef\xbb\xbf")
    document = _document(first, name, limits)
    is_long = len(first) > limits.size
    _pass(file, first, limits)
    line, passed = _next(file, name, limits)
    if not line:
        if is_long:
            raise _too_long(name, limits)
        yield document
        return
    ahead = [(line, passed)]
    if (
        document.fault and not is_long
    ):  # the start of a document of several lines, or a damaged line
        ahead.append(_next(file, name, limits))
        if _begins_document(first, [one for one, _ in ahead if one], limits):
            lines = [first, *(one for one, _ in ahead)]
            yield _document(_whole(file, lines, name, limits), name, limits)
            return
    yield attrs.evolve(document, name=f"{name}, line {number}", is_line=True)
    while ahead and ahead[0][0]:
        line, passed = ahead.pop(0)
        number += passed
        yield attrs.evolve(_document(line, f"{name}, line {number}", limits), is_line=True)
        _pass(file, line, limits)
        if not ahead:
            ahead.append(_next(file, name, limits))


def _begins_document(first: bytes, others: list[bytes], limits: Limits) -> bool:
    """Return whether a line that cannot be read is the start of a document of several lines.

    Args:
        first: the line.
        others: the next ones.
        limits: the limits on a document.
    """
    if not _is_torn(first, limits):
        return False
    start = first.strip()
    if not start.startswith((b"[", b"{")):  # such as a comment before the games
        return all(_is_torn(one, limits) for one in others)
    return start in (b"[", b"{") or any(_is_torn(one, limits) for one in others)


def _is_torn(line: bytes, limits: Limits) -> bool:
    """Return whether a line is not a whole document, whatever its encoding, its size and its numbers."""
    try:
        read_json(line.decode("utf-8", "replace").strip(), limits)
    except FormatError as error:
        # An error of syntax has a line as its place; a wrong value has the path to it.
        return any(fault.place.startswith("line ") for fault in error.faults)
    return False


def _pass(file: _Bounded, line: bytes, limits: Limits) -> None:
    """Pass the rest of a line that is too long."""
    while len(line) > limits.size and not line.endswith(b"\n"):
        line = file.readline(limits.size + 1)


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
        return Document(
            name, read_json(content.strip(), limits, long_as_text=True), size=len(content)
        )
    except FormatError as error:
        faults = [_placed(fault, content.strip()) for fault in error.faults]
        return Document(name, None, "; ".join(faults))


def _placed(fault: Fault, content: bytes) -> str:
    """Return a problem with its place in the document, and with what helps if that is known."""
    has_lines = b"\n" in content
    # The name of a single line already tells its number.
    place = fault.place if has_lines else fault.place.removeprefix("line 1, ")
    message = f"{fault.message} ({place})" if place else fault.message
    if content.startswith(b"<"):
        return f"{message}; {_PAGE}"
    for start, advice in _ADVICE.items():
        if message.startswith(start):
            has_returns = advice == _EACH_LINE and b"\r" in content and not has_lines
            return f"{message}; {_RETURNS if has_returns else advice}"
    return message


def _too_long(name: str, limits: Limits) -> LimitError:
    return LimitError([_said_too_long(name, limits)])


def _said_too_long(what: str, limits: Limits) -> str:
    return f"{what} has more than {limits.size:,} bytes; pass a larger limit (--size) to allow it"
