"""Reading and writing of records in files and strings, as text or JSON.

A file can have many records: texts one after the other, or one JSON document per
line. :func:`read` iterates over them.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack
from io import BufferedIOBase
from pathlib import Path
from typing import IO, Final, Literal

from wonders_duel import serialization
from wonders_duel.catalogues import Catalogue, as_catalogue
from wonders_duel.errors import FormatError, WrongTypeError
from wonders_duel.limits import Limits, as_limits
from wonders_duel.record import Record
from wonders_duel.serialization.strict_json import decoded
from wonders_duel.support.arguments import can_be_read, expect, expect_text_file
from wonders_duel.support.phrases import shown
from wonders_duel.text.files import in_line, named, open_file, parts, write_whole
from wonders_duel.text.record_parser import read_lines
from wonders_duel.text.record_text import record_text
from wonders_duel.text.summary import COLUMNS, Row

__all__ = ["COLUMNS", "Form", "Row", "dump", "dumps", "load", "loads", "read", "save"]

SEVERAL: Final = "the file has more than one record; use read() to iterate over them"
"""The problem of a file that should have one record."""
Form = Literal["text", "json"]
"""The two forms of a record, which have the same contents."""

File = str | os.PathLike[str] | IO[str] | IO[bytes] | BufferedIOBase
"""The path of a file, or a file that is open for reading, also one of :mod:`gzip` or :mod:`zipfile`."""


def dumps(record: Record, form: Form = "text", *, indent: int | None = None) -> str:
    """Return a record as a string.

    Args:
        record: the record.
        form: ``text`` for people or ``json`` for programs.
        indent: for JSON, the number of spaces for each level, 0 to 100; everything on one line
            if left out.

    Raises:
        WrongTypeError: an argument has the wrong type, or the form is unknown.

    >>> from wonders_duel import Game
    >>> print(dumps(Game(seed=1).record(public=True)).splitlines()[0])
    wonders-duel record 1
    """
    expect(record, Record, "a Record, as returned by game.record()")
    if form not in ("text", "json"):
        raise WrongTypeError(f"unknown form {shown(form)}; expected 'text' or 'json'")
    return record_text(record) if form == "text" else serialization.dumps(record, indent=indent)


def loads(
    text: str | bytes, *, catalogue: Catalogue | None = None, limits: Limits | None = None
) -> Record:
    """Read one record from a string in either form, without replaying it.

    Args:
        text: the record; bytes are decoded as UTF-8.
        catalogue: the catalogue of the record; the base game by default.
        limits: the limits on size; the default ones if left out.

    Raises:
        FormatError: the string is not a valid record; the error lists every fault with its
            line or JSON path.
        LimitError: it is larger than the limits allow.
        WrongTypeError: an argument has the wrong type.

    >>> from wonders_duel import Game
    >>> record = Game(seed=1).record()
    >>> loads(dumps(record)) == loads(dumps(record, "json")) == record
    True
    """
    limits = as_limits(limits)
    expect(text, (str, bytes), "the text of a record")
    found = decoded(text, limits)
    if found.lstrip()[:1] == "{":
        return serialization.loads(found, Record, catalogue=catalogue, limits=limits)
    return read_lines(found.split("\n"), 1, as_catalogue(catalogue), limits)


def dump(record: Record, file: IO[str], form: Form = "text", *, indent: int | None = None) -> None:
    """Write a record to an open text file; call it repeatedly to write a file of many records.

    Args:
        record: the record.
        file: a file that is open for writing text.
        form: ``text`` for people or ``json`` for programs, with one line per record.
        indent: for JSON, the number of spaces for each level, 0 to 100; everything on one line
            if left out.

    Raises:
        OSError: the file cannot be written.
        WrongTypeError: the file is not open for writing text, another argument has the wrong type,
            or the form is unknown.

    >>> from io import StringIO
    >>> from wonders_duel import Game
    >>> file = StringIO()
    >>> for seed in range(3):
    ...     dump(Game(seed).record(), file)
    >>> len(list(read(StringIO(file.getvalue()))))
    3
    """
    expect_text_file(file, "use save()")
    text = dumps(record, form, indent=indent)
    file.write(text if text.endswith("\n") else text + "\n")


def load(file: File, *, catalogue: Catalogue | None = None, limits: Limits | None = None) -> Record:
    """Read the only record of a file, without replaying it.

    Args:
        file: the path of a file, or a file that is open for reading text or bytes.
        catalogue: the catalogue of the record; the base game by default.
        limits: the limits on size; the default ones if left out.

    Raises:
        FormatError: the file does not have exactly one valid record.
        LimitError: the record is larger than the limits allow.
        OSError: the file cannot be read.
        WrongTypeError: an argument has the wrong type.

    >>> from io import StringIO
    >>> from wonders_duel import Game
    >>> record = Game(seed=1).record()
    >>> load(StringIO(record.to_text())) == record
    True
    """
    records = read(file, catalogue=catalogue, limits=limits)
    record = next(records, None)
    if record is None:
        raise FormatError(["the file has no record"])
    if next(records, None) is not None:
        raise FormatError([SEVERAL])
    return record


def save(record: Record, path: str | os.PathLike[str]) -> None:
    """Write a record to a file atomically: the old contents stay until the new ones are complete.

    Args:
        record: the record.
        path: the path of the file; a name that ends in ``.json`` selects JSON, any other text.

    Raises:
        OSError: the file cannot be written; an existing file is unchanged.
        WrongTypeError: an argument has the wrong type.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from wonders_duel import Game
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder) / "game.txt"
    ...     save(Game(seed=1).record(), path)
    ...     print(load(path) == Game(seed=1).record())
    True
    """
    expect(path, (str, os.PathLike), "the path of a file")
    is_json = Path(named(path)).suffix.lower() == ".json"
    text = dumps(record, "json", indent=1) + "\n" if is_json else dumps(record)
    write_whole(path, text)


def read(
    file: File, *, catalogue: Catalogue | None = None, limits: Limits | None = None
) -> Iterator[Record]:
    """Iterate over the records of a file, without replaying them.

    Only one record is in memory at a time.

    Args:
        file: the path of a file, or a file that is open for reading text or bytes, with texts one
            after the other, or JSON documents that each start on a new line.
        catalogue: the catalogue of the records; the base game by default.
        limits: the limits on the size of each record; the default ones if left out.

    Returns:
        An iterator over the records.

    Raises:
        FormatError: a record is invalid; the error lists every fault with its line in the file.
            Like the next two, it comes once the iterator gets there.
        LimitError: a record is larger than the limits allow.
        OSError: the file cannot be read.
        WrongTypeError: ``file`` is neither a path nor a file that is open for reading, or another
            argument has the wrong type.

    >>> from io import StringIO
    >>> from wonders_duel import Game
    >>> file = StringIO()
    >>> for seed in range(3):
    ...     dump(Game(seed=seed).record(), file)
    >>> sum(1 for record in read(StringIO(file.getvalue())))
    3
    """
    if not isinstance(file, (str, os.PathLike)) and not can_be_read(file, "readline"):
        raise WrongTypeError(
            f"expected a path or a file that is open for reading, got {shown(file)}"
        )
    return _read(file, as_catalogue(catalogue), as_limits(limits))


def _read(file: File, cards: Catalogue, limits: Limits) -> Iterator[Record]:
    with ExitStack() as stack:
        if isinstance(file, (str, os.PathLike)):
            file = stack.enter_context(open_file(file))
        for first, lines in parts(file, limits):
            if lines[0].startswith("{"):
                yield _document("\n".join(lines), first, cards, limits)
            else:
                yield read_lines(lines, first, cards, limits)


def _document(text: str, first: int, cards: Catalogue, limits: Limits) -> Record:
    try:
        return serialization.loads(text, Record, catalogue=cards, limits=limits)
    except FormatError as error:
        raise in_line(error, first) from None
