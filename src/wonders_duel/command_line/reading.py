"""What commands read: records and positions, from files and the standard input."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Final

from wonders_duel.catalogues import Catalogue, as_catalogue
from wonders_duel.command_line.output import FailedError, prints_apart
from wonders_duel.errors import Fault, FormatError, PositionError
from wonders_duel.limits import Limits
from wonders_duel.record import Record
from wonders_duel.state import State
from wonders_duel.support.phrases import counted, shown, shown_name
from wonders_duel.text import state_text
from wonders_duel.text.files import BEGINNINGS, in_line, open_file, parts, unknown_format
from wonders_duel.text.record_parser import read_lines

__all__ = ["INPUT", "called", "items", "nth_item", "nth_record", "on_disk", "unreadable"]

INPUT: Final = "-"
"""The name of standard input."""
_CHUNK: Final = 1 << 16
_LONGEST_NAME: Final = 255
"""The most characters of the name of a file, or of a folder that it is in."""
_START: Final = 200
"""The characters at the start of a document that show what it is."""
_RECORD, _DOCUMENT, _POSITION = BEGINNINGS
_STATE: Final = '"wonders-duel/state"'
_POSITIONS: Final = re.compile(rf"^\s*{state_text.MARK}\b", re.MULTILINE)
"""The beginnings of the positions in a text."""

_Part = tuple[int, list[str]]
"""The number of the first line of a position, record or document, and its lines."""


def called(name: str) -> str:
    """Return what messages call a file.

    Args:
        name: the name of the file, or ``-`` for standard input.

    >>> called("game.txt"), called("-")
    ('game.txt', 'the input')
    """
    return "the input" if name == INPUT else shown_name(name)


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


@contextmanager
def _opened(name: str) -> Iterator[IO[str] | IO[bytes]]:
    """Open a file for reading, and close it; standard input stays open.

    Args:
        name: the name of the file, or ``-`` for standard input.

    Raises:
        OSError: it cannot be read.
    """
    if name != INPUT:
        with open_file(name) as file:
            yield file
    elif sys.stdin is None:
        yield StringIO()
    else:
        yield getattr(sys.stdin, "buffer", sys.stdin)


@contextmanager
def on_disk(name: str) -> Iterator[str]:
    """Return a file that has the content of a file, for what cannot be read from standard input.

    Args:
        name: the name of the file, or ``-`` for standard input, which is copied.

    Raises:
        OSError: standard input cannot be read.
    """
    if name != INPUT:
        yield name
        return
    with TemporaryDirectory() as folder:
        path = Path(folder) / "input"
        with _opened(name) as source, path.open("wb") as file:
            while chunk := source.read(_CHUNK):
                file.write(chunk.encode() if isinstance(chunk, str) else chunk)
        yield str(path)


def items(name: str, expected: str, catalogue: Catalogue | None = None) -> Iterator[State | Record]:
    """Yield the positions and records of a file, without replaying them.

    Args:
        name: the name of the file, or ``-`` for standard input.
        expected: what the file should have, for the message about an empty one.
        catalogue: their cards; the base game by default.

    Raises:
        FailedError: the file cannot be read, is empty, or has something else.
    """
    for part in _parts(name, expected):
        yield _item(name, part, catalogue)


def nth_item(
    given: str,
    wanted: int | None,
    expected: str,
    several: str,
    catalogue: Catalogue | None = None,
) -> tuple[State | Record, bool]:
    """Return a position or record, and whether nothing follows it.

    Args:
        given: a position as text, the name of a file, or ``-`` for standard input.
        wanted: the number of the position or record, from 1. ``None`` stands for the first record,
            or for the only position.
        expected: what the file should have, for the message about an empty one.
        several: what to do if there are several positions, for the message.
        catalogue: the cards; the base game by default.

    Raises:
        FailedError: the file cannot be read, does not have it, or has something else.
        PositionError: the text is not a valid position.
    """
    found = _parts(given, expected)
    number, part = 1, next(found)
    while number < (wanted or 1):
        after = next(found, None)
        if after is None:
            noun, one = ("position",) * 2 if _kind(part) is State else ("record", "game")
            raise FailedError(
                f"{_source(given)} has {counted(number, noun)}; there is no {one} {wanted}"
            )
        number, part = number + 1, after
    with prints_apart():
        item = _item(given, part, catalogue)
    if wanted is None and isinstance(item, State):
        others = [_kind(one) is State for one in found]
        if others:
            number = len(others) + 1
            words = (
                counted(number, "position") if all(others) else f"{number} positions and records"
            )
            raise FailedError(f"{_source(given)} has {words}; {several}")
        return item, True
    try:
        return item, next(found, None) is None
    except FailedError:
        return item, False  # what follows is not asked for


def nth_record(
    name: str, wanted: int | None, catalogue: Catalogue | None = None
) -> tuple[Record, bool]:
    """Return a record from a file, and whether nothing follows it.

    Args:
        name: the name of the file, or ``-`` for standard input.
        wanted: the number of the record, from 1; the first one by default.
        catalogue: the cards; the base game by default.

    Raises:
        FailedError: the file cannot be read, or does not have the record.
    """
    item, is_last = nth_item(name, wanted or 1, "a record", "", catalogue)
    if isinstance(item, State):
        raise FailedError(f"{_source(name)} has a position; expected a record")
    return item, is_last


def _is_text(given: str) -> bool:
    """Return whether an argument is a position, and not the name of a file."""
    return given.lstrip().startswith(state_text.MARK)


def _source(given: str) -> str:
    """Return what messages call a file or text."""
    return "the text" if _is_text(given) else called(given)


def _parts(given: str, expected: str) -> Iterator[_Part]:
    """Yield what is in a file, or in a text."""
    if _is_text(given) and len(_POSITIONS.findall(given)) == 1:
        yield 1, [given]  # it may have line breaks
        return
    is_empty = True
    try:
        with nullcontext(StringIO(given)) if _is_text(given) else _opened(given) as file:
            for part in _joined(parts(file, Limits())):
                is_empty = False
                yield part
    except OSError as error:
        raise unreadable(called(given) if given == INPUT else given, error) from None
    except FormatError as error:
        raise _faulty(given, error.faults) from None
    if is_empty:
        raise FailedError(f"{called(given)} is empty; expected {expected}")


def _joined(found: Iterator[_Part]) -> Iterator[_Part]:
    """Yield parts, a position that goes on in the next lines as one of them."""
    held: _Part | None = None
    for part in found:
        if held is None:
            held = part
        elif _goes_on(held) and not part[1][0].startswith(BEGINNINGS):
            held = held[0], [*held[1], *part[1]]
        else:
            yield held
            held = part
    if held is not None:
        yield held


def _goes_on(part: _Part) -> bool:
    """Return whether a part is a position without its end."""
    lines = part[1]
    return lines[0].startswith(_POSITION) and not lines[-1].rstrip().endswith(state_text.END)


def _kind(part: _Part) -> type[State | Record] | None:
    """Return what a part of a file is, as far as its beginning shows."""
    lines = part[1]
    start = "\n".join(lines[:_START])[:_START].lstrip()
    if start.startswith(_POSITION) or (start.startswith(_DOCUMENT) and _STATE in start):
        return State
    return Record if start.startswith((_DOCUMENT, _RECORD)) else None


def _item(given: str, part: _Part, catalogue: Catalogue | None) -> State | Record:
    """Read a part of a file."""
    first, lines = part
    if _is_text(given):
        return State.from_text("\n".join(lines), catalogue)
    kind = _kind(part)
    try:
        if lines[0].startswith(_DOCUMENT) and kind is not None:
            return _document("\n".join(lines), first, kind, catalogue)
        if kind is State:
            return State.from_text("\n".join(lines), catalogue)
        if kind is Record:
            return read_lines(lines, first, as_catalogue(catalogue), Limits())
    except PositionError as error:
        line = f"line {first}"
        faults = [
            Fault(fault.message, f"{line}, {fault.place}" if fault.place else line)
            for fault in error.faults
        ]
        raise _faulty(given, faults) from None
    except FormatError as error:
        raise _faulty(given, error.faults) from None
    raise _faulty(given, [Fault(unknown_format(lines[0]), f"line {first}")])


def _document(
    text: str, first: int, kind: type[State | Record], catalogue: Catalogue | None
) -> State | Record:
    """Read a JSON document."""
    from wonders_duel import serialization  # noqa: PLC0415 - slow to import

    try:
        return serialization.loads(text, kind, catalogue=catalogue)
    except FormatError as error:
        raise in_line(error, first) from None


def _faulty(given: str, faults: Sequence[Fault]) -> FailedError:
    """Return the error for a file with faults, which it lists."""
    listed = "; ".join(map(str, faults))
    return FailedError(f"{_source(given)} has {counted(len(faults), 'problem')}: {listed}")
