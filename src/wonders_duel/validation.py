"""Validation of files with records, positions and JSON documents.

Records and the games of journals are replayed, so they are checked against the rules too.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

import attrs

from wonders_duel import serialization
from wonders_duel.catalogues import Catalogue, as_catalogue
from wonders_duel.errors import FormatError, PositionError, RecordError, WondersDuelError
from wonders_duel.limits import Limits, as_limits
from wonders_duel.record import Record
from wonders_duel.support.arguments import expect
from wonders_duel.text.files import BEGINNINGS, in_line, open_file, parts, unknown_format
from wonders_duel.text.record_parser import read_lines
from wonders_duel.text.state_parser import parse_state

__all__ = ["Finding", "validate"]

_RECORD, _DOCUMENT, _POSITION = BEGINNINGS


@attrs.frozen
class Finding:
    """The result of checking one item of a file.

    Attributes:
        line: the line at which the item starts, from 1; 1 if the file cannot be read to its end.
        kind: the kind of the item: ``record``, ``position``, the kind of a document, or ``row``
            in the journal of a match; ``document`` for a JSON document that cannot be read, and
            ``file`` for what is none of these, for an empty file, and for one that cannot be read
            to its end.
        faults: every fault with its place; empty if the item is valid.

    >>> Finding(line=3, kind="position", faults=())
    Finding(line=3, kind='position', faults=())
    """

    line: int
    kind: str
    faults: tuple[str, ...]


def validate(
    path: str | os.PathLike[str],
    *,
    catalogue: Catalogue | None = None,
    limits: Limits | None = None,
) -> Iterator[Finding]:
    r"""Check every item of a file, with one item in memory at a time.

    Args:
        path: the path of a file with records, positions (one per line) and JSON documents
            (each starting on a new line), in any order; or of the journal of a match, whose lines
            are the items. Its games are replayed, too.
        catalogue: the catalogue of the items; the base game by default.
        limits: the limits on the size of each item; the default ones if left out.

    Returns:
        An iterator with a finding for each item. It stops at an item whose end cannot be
        found, because the file is not UTF-8 or the item exceeds the limits. What is wrong with
        an item is a fault of its finding, not an error.

    Raises:
        OSError: the file cannot be read; raised when the iterator is asked for the first finding.
        WrongTypeError: an argument has the wrong type.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from wonders_duel import Game
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder) / "mixed.txt"
    ...     _ = path.write_text(f"{Game(seed=1).state.to_text()}\nwd1 phase=turn end\n")
    ...     for finding in validate(path):
    ...         print(finding.line, finding.kind, len(finding.faults))
    1 position 0
    2 position 6
    """
    limits = as_limits(limits)
    cards = as_catalogue(catalogue)
    expect(path, (str, os.PathLike), "the path of a file")
    return _validate(path, cards, limits)


def _validate(path: str | os.PathLike[str], cards: Catalogue, limits: Limits) -> Iterator[Finding]:
    from wonders_duel.arena.checking import check_journal  # noqa: PLC0415 - matches are a layer above
    from wonders_duel.arena.journal import is_journal  # noqa: PLC0415

    if is_journal(path):
        for line, kind, faults in check_journal(path, cards, limits):
            yield Finding(line, kind, faults)
        return
    with open_file(path) as file:
        number = 0
        try:
            for first, lines in parts(file, limits):
                number += 1
                kind, faults = _check(first, lines, cards, limits)
                yield Finding(first, kind, faults)
        except FormatError as error:
            yield Finding(1, "file", tuple(str(fault) for fault in error.faults))
            return
        if not number:
            yield Finding(1, "file", ("the file is empty",))


def _check(
    first: int, lines: list[str], cards: Catalogue, limits: Limits
) -> tuple[str, tuple[str, ...]]:
    """Return the kind and the faults of an item."""
    kind = "file"
    try:
        if lines[0].startswith(_POSITION):
            kind = "position"
            parse_state("\n".join(lines), cards, limits)
        elif lines[0].startswith(_DOCUMENT):
            kind = "document"
            made = _document("\n".join(lines), first, cards, limits)
            kind = serialization.kind_of(made)
            if isinstance(made, Record):
                made.check()
        elif lines[0].startswith(_RECORD):
            kind = "record"
            read_lines(lines, first, cards, limits).check()
        else:
            return kind, (f"line {first}: {unknown_format(lines[0])}",)
    except PositionError as error:
        return kind, tuple(f"line {first}, {fault}" for fault in error.faults)
    except RecordError as error:
        return kind, (f"{_place(first, lines, error.turn)}: {error}",)
    except FormatError as error:
        return kind, tuple(str(fault) for fault in error.faults)
    except WondersDuelError as error:
        return kind, (f"line {first}: {error}",)
    return kind, ()


def _place(first: int, lines: list[str], turn: int | None) -> str:
    """Return the line of a turn of a record, or where the record starts."""
    if turn:
        for number, line in enumerate(lines, start=first):
            if line.lstrip().startswith(f"{turn}."):
                return f"line {number}"
    return f"the record in line {first}"


def _document(text: str, first: int, cards: Catalogue, limits: Limits) -> serialization.Document:
    try:
        return serialization.loads(text, catalogue=cards, limits=limits)
    except FormatError as error:
        raise in_line(error, first) from None
