"""Documents as JSON texts and files."""

from __future__ import annotations

import json
from io import BufferedIOBase
from typing import IO, Final, TypeVar, overload

from typing_extensions import TypeForm

from wonders_duel.catalogues import Catalogue
from wonders_duel.errors import FormatError, WrongTypeError
from wonders_duel.languages import Language
from wonders_duel.limits import MOST_BYTES, Limits, as_limits
from wonders_duel.serialization.documents import from_document, to_document
from wonders_duel.serialization.formats import Document
from wonders_duel.serialization.strict_json import read_json
from wonders_duel.support.arguments import can_be_read, expect_text_file, is_within
from wonders_duel.support.phrases import not_utf8, shown

__all__ = ["dump", "dumps", "expect_indent", "load", "loads"]

_T = TypeVar("_T")

MOST_INDENT: Final = 100
"""The maximum indent of a document, in spaces for each level."""


def expect_indent(indent: object) -> None:
    """Raise ``WrongTypeError`` unless a value can be the indent of a document.

    Args:
        indent: the number of spaces for each level, from 0 to 100, or ``None``.

    Raises:
        WrongTypeError: it is something else.
    """
    if indent is not None and not is_within(indent, 0, MOST_INDENT):
        raise WrongTypeError(
            f"expected None or a number of spaces from 0 to {MOST_INDENT} as indent, "
            f"got {shown(indent)}"
        )


def dumps(
    thing: Document,
    *,
    indent: int | None = None,
    catalogue: Catalogue | None = None,
    language: str | Language = "en",
) -> str:
    """Return an object as a JSON text.

    Args:
        thing: as for :func:`to_document`.
        indent: the number of spaces for each level, from 0 to 100; by default, everything
            is on one line.
        catalogue: as for :func:`to_document`.
        language: as for :func:`to_document`.

    Raises:
        CatalogueError: a card is not in the catalogue.
        UnknownNameError: there is no such language.
        WrongTypeError: the indent is out of range, or there is no format for this type.

    >>> from wonders_duel import parse_move
    >>> dumps(parse_move("token law"))
    '{"format": "wonders-duel/move", "version": 1, "type": "token", "token": "law"}'
    """
    expect_indent(indent)
    document = to_document(thing, catalogue, language=language)
    return json.dumps(document, ensure_ascii=False, allow_nan=False, indent=indent)


@overload
def loads(
    text: str | bytes,
    kind: None = None,
    *,
    catalogue: Catalogue | None = None,
    limits: Limits | None = None,
) -> Document: ...


@overload
def loads(
    text: str | bytes,
    kind: type[_T],
    *,
    catalogue: Catalogue | None = None,
    limits: Limits | None = None,
) -> _T: ...


@overload
def loads(
    text: str | bytes,
    kind: TypeForm[_T],
    *,
    catalogue: Catalogue | None = None,
    limits: Limits | None = None,
) -> _T: ...


def loads(
    text: str | bytes,
    kind: TypeForm[_T] | None = None,
    *,
    catalogue: Catalogue | None = None,
    limits: Limits | None = None,
) -> _T | Document:
    """Read an object from a JSON text.

    Args:
        text: the document; bytes are UTF-8.
        kind: the expected type: a class such as ``State``, or a union such as ``Move``
            or ``ChanceOutcome``; any type by default.
        catalogue: the cards of the document; the base game by default.
        limits: the maximum size and depth of the text, and number of moves of a record.

    Returns:
        The object, which type checkers see as ``kind``. States and deals are checked; a
        record is not replayed. For the document of a catalogue, this is the catalogue that
        was passed, which has to be the one in the document.

    Raises:
        FormatError: the text is not JSON, not a document or not of this type, or it has
            invalid values; ``faults`` lists every problem with its place.
        LimitError: the text is larger or deeper than the limits allow.
        WrongTypeError: an argument has another type.

    >>> from wonders_duel import State
    >>> loads(State.start().to_json(), State) == State.start()
    True
    """
    limits = as_limits(limits)
    document = read_json(text, limits)
    return from_document(document, kind, catalogue=catalogue, limits=limits)


def dump(
    thing: Document,
    file: IO[str],
    *,
    indent: int | None = None,
    catalogue: Catalogue | None = None,
    language: str | Language = "en",
) -> None:
    """Write an object to an open text file.

    Args:
        thing: as for :func:`to_document`.
        file: a file open for writing text.
        indent: as for :func:`dumps`.
        catalogue: as for :func:`to_document`.
        language: as for :func:`to_document`.

    Raises:
        OSError: the file cannot be written.
        UnknownNameError: there is no such language.
        WrongTypeError: the file is not open for writing text, the indent is out of range, or there
            is no format for this type.

    >>> from io import StringIO
    >>> from wonders_duel import Game
    >>> file = StringIO()
    >>> dump(Game(seed=1).state, file)
    >>> loads(file.getvalue()) == Game(seed=1).state
    True
    """
    expect_text_file(file, "open it first")
    file.write(dumps(thing, indent=indent, catalogue=catalogue, language=language) + "\n")


@overload
def load(
    file: IO[str] | IO[bytes] | BufferedIOBase,
    kind: None = None,
    *,
    catalogue: Catalogue | None = None,
    limits: Limits | None = None,
) -> Document: ...


@overload
def load(
    file: IO[str] | IO[bytes] | BufferedIOBase,
    kind: type[_T],
    *,
    catalogue: Catalogue | None = None,
    limits: Limits | None = None,
) -> _T: ...


@overload
def load(
    file: IO[str] | IO[bytes] | BufferedIOBase,
    kind: TypeForm[_T],
    *,
    catalogue: Catalogue | None = None,
    limits: Limits | None = None,
) -> _T: ...


def load(
    file: IO[str] | IO[bytes] | BufferedIOBase,
    kind: TypeForm[_T] | None = None,
    *,
    catalogue: Catalogue | None = None,
    limits: Limits | None = None,
) -> _T | Document:
    """Read an object from an open file with one document.

    Args:
        file: a file open for reading; no more is read than the limits allow.
        kind: as for :func:`loads`.
        catalogue: as for :func:`loads`.
        limits: as for :func:`loads`.

    Raises:
        FormatError: as for :func:`loads`.
        LimitError: as for :func:`loads`.
        WrongTypeError: the file is not open for reading, or as for :func:`loads`.

    >>> from io import StringIO
    >>> from wonders_duel import Game
    >>> load(StringIO(dumps(Game(seed=1).state))).phase
    <Phase.DRAFT: 'draft'>
    """
    limits = as_limits(limits)
    if not can_be_read(file, "read"):
        raise WrongTypeError(f"expected an open file, got {shown(file)}")
    try:
        text = file.read(MOST_BYTES * limits.size + 1)
    except UnicodeDecodeError as error:
        raise FormatError([not_utf8(error)]) from None
    return from_document(read_json(text, limits), kind, catalogue=catalogue, limits=limits)
