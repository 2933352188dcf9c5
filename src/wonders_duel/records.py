"""Records in files and texts: one, or as many as there are, in either of their two forms.

A file of many records holds one text after the other, or one JSON document a
line. :func:`read` goes through it record by record.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import IO, TYPE_CHECKING, Literal

from wonders_duel import serialization
from wonders_duel.catalogues import as_catalogue
from wonders_duel.errors import FormatError, WrongTypeError, expect, shown
from wonders_duel.files import in_line, open_file, parts, write_whole
from wonders_duel.limits import Limits, as_limits
from wonders_duel.record import Record
from wonders_duel.record_parser import read_lines
from wonders_duel.record_text import record_text
from wonders_duel.serialization.strict_json import decoded
from wonders_duel.summary import COLUMNS, Row

if TYPE_CHECKING:
    from wonders_duel.catalogues import Catalogue

__all__ = ["COLUMNS", "Form", "Row", "dump", "dumps", "load", "loads", "read", "save"]

Form = Literal["text", "json"]
"""The two forms of a record: they hold the same."""

File = str | os.PathLike[str] | IO[str] | IO[bytes]
"""The path of a file, or one that is open for reading."""


def dumps(record: Record, form: Form = "text", *, indent: int | None = None) -> str:
    """Return a record as a string.

    Args:
        record: the record.
        form: ``text`` for people, ``json`` for programs.
        indent: for JSON, spaces for each level, from 0 to 100; everything on one line if left out.

    Raises:
        WrongTypeError: what is given is no record or no indent, or there is no such form.

    >>> from wonders_duel import Game
    >>> print(dumps(Game(seed=1).record(public=True)).splitlines()[0])
    wonders-duel record 1
    """
    expect(record, Record, "a Record, such as game.record() gives,")
    if form not in ("text", "json"):
        raise WrongTypeError(f"the form of a record is 'text' or 'json', not {shown(form)}")
    return record_text(record) if form == "text" else serialization.dumps(record, indent=indent)


def loads(
    text: str | bytes, *, catalogue: Catalogue | None = None, limits: Limits | None = None
) -> Record:
    """Read one record from a string in either form; it is not replayed.

    Args:
        text: the record; bytes are UTF-8.
        catalogue: the cards that it is about; the base game by default.
        limits: how large it may be.

    Raises:
        FormatError: it is no record; every fault with its line or JSON path.
        LimitError: it is larger than the limits allow.

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
    """Write a record to a file that is open for text; several one after the other make a file of many.

    Args:
        record: the record.
        file: open for writing text.
        form: ``text`` for people, ``json`` for programs: a line for each record.
        indent: for JSON, spaces for each level.

    Raises:
        WrongTypeError: the file is not open for text.

    >>> from io import StringIO
    >>> from wonders_duel import Game
    >>> file = StringIO()
    >>> for seed in range(3):
    ...     dump(Game(seed).record(), file)
    >>> len(list(read(StringIO(file.getvalue()))))
    3
    """
    if not callable(getattr(file, "write", None)):
        raise WrongTypeError(
            f"expected a file that is open for text, got {shown(file)}; see save()"
        )
    text = dumps(record, form, indent=indent)
    file.write(text if text.endswith("\n") else text + "\n")


def load(file: File, *, catalogue: Catalogue | None = None, limits: Limits | None = None) -> Record:
    """Read the one record in a file; it is not replayed.

    Args:
        file: its path, or an open file.
        catalogue: the cards that it is about; the base game by default.
        limits: how large it may be.

    Raises:
        FormatError: it holds no record, or more than one.
        LimitError: it is larger than the limits allow.
        OSError: it cannot be read.

    >>> from io import StringIO
    >>> from wonders_duel import Game
    >>> record = Game(seed=1).record()
    >>> load(StringIO(record.to_text())) == record
    True
    """
    records = read(file, catalogue=catalogue, limits=limits)
    record = next(records, None)
    if record is None:
        raise FormatError(["the file is empty: there is no record in it"])
    if next(records, None) is not None:
        raise FormatError(["the file holds more than one record: go through them with read()"])
    return record


def save(record: Record, path: str | os.PathLike[str]) -> None:
    """Write a record to a file, whole or not at all.

    Args:
        record: the record.
        path: where; a name that ends in ``.json`` gets the JSON form, any other the text.

    Raises:
        OSError: it cannot be written; a file that was there is as it was.

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
    is_json = Path(path).suffix.lower() == ".json"
    text = dumps(record, "json", indent=1) + "\n" if is_json else dumps(record)
    write_whole(path, text)


def read(
    file: File, *, catalogue: Catalogue | None = None, limits: Limits | None = None
) -> Iterator[Record]:
    """Go through a file of many records, holding one of them at a time; none is replayed.

    Args:
        file: its path, or an open file; texts one after the other, or JSON
            documents that each begin on a line of their own.
        catalogue: the cards that they are about; the base game by default.
        limits: how large each one may be.

    Returns:
        The records, each read when it is asked for.

    Raises:
        FormatError: one of them cannot be read; ``faults`` give the lines of the file.
        LimitError: one of them is larger than the limits allow.
        OSError: the file cannot be read.
        WrongTypeError: it is neither a path nor an open file.

    >>> from io import StringIO
    >>> from wonders_duel import Game
    >>> file = StringIO()
    >>> for seed in range(3):
    ...     dump(Game(seed=seed).record(), file)
    >>> sum(1 for record in read(StringIO(file.getvalue())))
    3
    """
    if not isinstance(file, (str, os.PathLike)) and not callable(getattr(file, "readline", None)):
        raise WrongTypeError(f"expected a path or an open file, got {shown(file)}")
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
