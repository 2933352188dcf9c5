"""Documents: the JSON envelope of an object, and the functions that write and read it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from types import MappingProxyType, UnionType
from typing import IO, Final, TypeVar, get_args, overload

from typing_extensions import TypeForm

from wonders_duel.arguments import is_within
from wonders_duel.catalogues import Catalogue, as_catalogue
from wonders_duel.deal import Deal
from wonders_duel.errors import Fault, FormatError, LimitError, WrongTypeError
from wonders_duel.events import Event
from wonders_duel.languages import Language
from wonders_duel.languages import language as language_of
from wonders_duel.limits import MOST_BYTES, Limits, as_limits
from wonders_duel.moves import Move
from wonders_duel.options import Options
from wonders_duel.outcomes import ChanceOutcome
from wonders_duel.payment import PaymentPlan
from wonders_duel.phrases import nearest, shown
from wonders_duel.reasons import Reason
from wonders_duel.record import Record
from wonders_duel.rules import Rules
from wonders_duel.scoring import Result, Score
from wonders_duel.serialization.catalogue_document import catalogue_shape
from wonders_duel.serialization.converter import converter_for
from wonders_duel.serialization.faults import faults_in, is_ours, step_to
from wonders_duel.serialization.layout import OWN_EVENTS
from wonders_duel.serialization.strict_json import Json, read_json
from wonders_duel.serialization.versions import CURRENT, upgraded
from wonders_duel.state import State
from wonders_duel.step import Step

__all__ = [
    "KINDS",
    "Document",
    "dump",
    "dumps",
    "from_document",
    "kind_of",
    "load",
    "loads",
    "to_document",
]

Document = (
    State
    | Move
    | PaymentPlan
    | Score
    | Result
    | ChanceOutcome
    | Deal
    | Rules
    | Record
    | Step
    | Event
    | Options
    | Reason
    | Catalogue
)
"""All types of objects that have a document."""

_T = TypeVar("_T")

_PREFIX: Final = "wonders-duel/"
MOST_INDENT: Final = 100
"""The maximum indent of a document, in spaces for each level."""

KINDS: Final[Mapping[str, object]] = MappingProxyType(
    {
        "state": State,
        "move": Move,
        "payment": PaymentPlan,
        "score": Score,
        "result": Result,
        "outcome": ChanceOutcome,
        "deal": Deal,
        "rules": Rules,
        "record": Record,
        "step": Step,
        "event": OWN_EVENTS,
        "options": Options,
        "reason": Reason,
        "catalogue": Catalogue,
    }
)
"""The type of object in each format."""

_CLASSES: Final[dict[str, tuple[type, ...]]] = {
    name: (kind,) if isinstance(kind, type) else get_args(kind) for name, kind in KINDS.items()
}
"""The classes of the objects in each format."""


def kind_of(thing: object) -> str:
    """Return the name of an object's format, such as ``state``.

    Args:
        thing: an object of one of the types in ``Document``.

    Raises:
        WrongTypeError: there is no format for this type.

    >>> from wonders_duel import Game
    >>> kind_of(Game(seed=1).state)
    'state'
    """
    for name, classes in _CLASSES.items():
        if isinstance(thing, classes):
            return name
    raise WrongTypeError(f"no format for {shown(thing)}; expected one of {', '.join(KINDS)}")


def to_document(
    thing: Document,
    catalogue: Catalogue | None = None,
    *,
    language: str | Language = "en",
) -> dict[str, Json]:
    """Return the document of an object: dicts, lists, texts, whole numbers, booleans and ``None``.

    Args:
        thing: a state, move, payment plan, score, result, chance outcome, deal, rules, record,
            step, event, reason or catalogue, or the options of a state.
        catalogue: the cards of a plan, a reason, an outcome or an event, unless the object
            refers to its catalogue itself; the base game by default.
        language: the language of the names and sentences in the document of a catalogue;
            other documents have only ids.

    Raises:
        UnknownNameError: there is no such language.
        WrongTypeError: there is no format for this type.

    >>> from wonders_duel import parse_move
    >>> to_document(parse_move("build baths"))
    {'format': 'wonders-duel/move', 'version': 1, 'type': 'build', 'building': 'baths'}
    """
    name = kind_of(thing)
    to = language_of(language)
    cards = _cards_of(thing, catalogue)
    document: dict[str, Json] = {"format": _PREFIX + name, "version": CURRENT[name]}
    if isinstance(thing, Catalogue):
        document.update(converter_for(thing).unstructure(catalogue_shape(thing, to)))
        return document
    if not cards.is_base:
        document["catalogue"] = {"name": cards.name, "digest": cards.digest}
    document.update(converter_for(cards).unstructure(thing, unstructure_as=KINDS[name]))
    return document


def _cards_of(thing: Document, catalogue: Catalogue | None) -> Catalogue:
    """Return the catalogue of an object: its own, or the one that the caller passed."""
    cards = as_catalogue(catalogue)
    if isinstance(thing, Options):
        return thing[0].move.catalogue if thing else cards
    own = getattr(thing, "catalogue", None)
    return own if isinstance(own, Catalogue) else cards


@overload
def from_document(
    document: object,
    kind: None = None,
    *,
    catalogue: Catalogue | None = None,
    limits: Limits | None = None,
) -> Document: ...


@overload
def from_document(
    document: object,
    kind: type[_T],
    *,
    catalogue: Catalogue | None = None,
    limits: Limits | None = None,
) -> _T: ...


@overload
def from_document(
    document: object,
    kind: TypeForm[_T],
    *,
    catalogue: Catalogue | None = None,
    limits: Limits | None = None,
) -> _T: ...


def from_document(
    document: object,
    kind: TypeForm[_T] | None = None,
    *,
    catalogue: Catalogue | None = None,
    limits: Limits | None = None,
) -> _T | Document:
    """Read an object from its document.

    Args:
        document: a document from :func:`to_document`, in this or an older version.
        kind: the expected type: a class such as ``State``, or a union such as ``Move``
            or ``ChanceOutcome``; any type by default.
        catalogue: the cards of the document; the base game by default.
        limits: the maximum number of moves of a record.

    Returns:
        The object, which type checkers see as ``kind``. States and deals are checked; a
        record is not replayed. For the document of a catalogue, this is the catalogue that
        was passed, which has to be the one in the document.

    Raises:
        FormatError: ``document`` is not a document or not of this type, or it has invalid
            values; ``faults`` lists every problem with its JSON path.
        LimitError: a record has more moves than the limits allow.

    >>> from wonders_duel import Rules
    >>> from_document(to_document(Rules(wonder_setup="first-game")), Rules).wonder_setup
    <WonderSetup.FIRST_GAME: 'first-game'>
    """
    limits = as_limits(limits)
    cards = as_catalogue(catalogue)
    wanted = _wanted(kind)
    if not isinstance(document, dict):
        raise FormatError([Fault(f"expected an object, got {shown(document)}", "$")])
    if not all(isinstance(key, str) for key in document):
        raise FormatError([Fault("expected only texts as keys", "$")])
    name = _format(document, wanted)
    document = upgraded(document, name)
    # The document of a catalogue names its catalogue itself.
    envelope = _ENVELOPE - {"catalogue"} if name == "catalogue" else _ENVELOPE
    if name != "catalogue":
        _check_catalogue(document, cards)
    turns = document.get("turns")
    if isinstance(turns, list) and len(turns) > limits.moves:
        message = (
            f"the record has {len(turns):,} moves, more than {limits.moves:,}; "
            "pass limits=Limits(moves=...) to allow it"
        )
        raise LimitError([Fault(message, "$.turns")])
    payload = {key: document[key] for key in document if key not in envelope}
    try:
        made: _T | Document = converter_for(cards).structure(payload, KINDS[name])  # type: ignore[arg-type]  # it accepts a union
    except Exception as error:
        faults = faults_in(error)
        if is_ours(error):
            raise FormatError(faults) from None
        _check_keys(payload)
        raise
    if wanted is not None and not isinstance(made, wanted):
        message = f"expected a {_kind_name(wanted)}, got a {type(made).__name__}"
        raise FormatError([Fault(message, "$.type")])
    return made


_ENVELOPE: Final = frozenset({"format", "version", "catalogue"})


def _check_keys(document: object) -> None:
    """Raise `FormatError` for keys that are not texts, which only Python objects can have."""
    level = [("$", document)]
    while level:
        place, found = level.pop()
        if isinstance(found, dict):
            for key, value in found.items():
                if not isinstance(key, str):
                    fault = Fault("expected a text as key", f"{place}[{shown(key)}]")
                    raise FormatError([fault])
                level.append((place + step_to(key), value))
        elif isinstance(found, list):
            level += [(f"{place}[{index}]", one) for index, one in enumerate(found)]


def _wanted(kind: object) -> type | UnionType | None:
    """Return the expected type, or raise `WrongTypeError` if it is not a type."""
    if kind is None or isinstance(kind, (type, UnionType)):
        return kind
    raise WrongTypeError(f"expected a class such as State or None, got {shown(kind)}")


def _format(document: dict[str, Json], kind: type | UnionType | None) -> str:
    """Return the name of a document's format, and check that it is an expected one."""
    named = document.get("format")
    if "format" not in document:
        message = f"missing key; expected the format of the document, such as {_PREFIX}state"
        raise FormatError([Fault(message, "$.format")])
    name = named.removeprefix(_PREFIX) if isinstance(named, str) else ""
    if not isinstance(named, str) or not named.startswith(_PREFIX) or name not in KINDS:
        known = [_PREFIX + one for one in KINDS]
        hint = nearest(named, known) if isinstance(named, str) else ""
        message = f"unknown format {shown(named)}; expected one of {', '.join(known)}{hint}"
        raise FormatError([Fault(message, "$.format")])
    if kind is not None:
        wanted = get_args(kind) if isinstance(kind, UnionType) else (kind,)
        fitting = [one for one, classes in _CLASSES.items() if _is_kind(wanted, classes)]
        if not fitting:
            raise WrongTypeError(f"no format for {_kind_name(kind)}")
        if name not in fitting:
            message = f"expected a document of the format {_PREFIX}{fitting[0]}, got {named}"
            raise FormatError([Fault(message, "$.format")])
    return name


def _is_kind(wanted: tuple[type, ...], classes: tuple[type, ...]) -> bool:
    return any(issubclass(kind, one) or issubclass(one, kind) for kind in wanted for one in classes)


def _kind_name(kind: type | UnionType) -> str:
    return kind.__name__ if isinstance(kind, type) else str(kind)


def _check_catalogue(document: dict[str, Json], cards: Catalogue) -> None:
    """Raise `FormatError` if a document was written with another catalogue."""
    given = document.get("catalogue")
    own: Json = None
    if not cards.is_base:
        own = {"name": cards.name, "digest": cards.digest}
    if given == own and (given is None) == ("catalogue" not in document):
        return
    if "catalogue" in document and (
        not isinstance(given, dict)
        or given.keys() != {"name", "digest"}
        or not all(isinstance(value, str) for value in given.values())
    ):
        message = f"expected an object with the keys name and digest, got {shown(given)}"
    else:
        message = (
            f"the document is for {_cards_text(given)}, but was read with "
            f"{_cards_text(own)}: pass the right catalogue=..."
        )
    raise FormatError([Fault(message, "$.catalogue")])


def _cards_text(given: Json) -> str:
    if isinstance(given, dict):
        return f"the catalogue {shown(given['name'])} (digest {shown(given['digest'])})"
    return "the base game"


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
        WrongTypeError: the indent is out of range, or there is no format for this type.

    >>> from wonders_duel import parse_move
    >>> dumps(parse_move("token law"))
    '{"format": "wonders-duel/move", "version": 1, "type": "token", "token": "law"}'
    """
    if indent is not None and not is_within(indent, 0, MOST_INDENT):
        raise WrongTypeError(
            f"expected None or a number of spaces from 0 to {MOST_INDENT} as indent, "
            f"got {shown(indent)}"
        )
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

    >>> from io import StringIO
    >>> from wonders_duel import Game
    >>> file = StringIO()
    >>> dump(Game(seed=1).state, file)
    >>> loads(file.getvalue()) == Game(seed=1).state
    True
    """
    file.write(dumps(thing, indent=indent, catalogue=catalogue, language=language) + "\n")


@overload
def load(
    file: IO[str] | IO[bytes],
    kind: None = None,
    *,
    catalogue: Catalogue | None = None,
    limits: Limits | None = None,
) -> Document: ...


@overload
def load(
    file: IO[str] | IO[bytes],
    kind: type[_T],
    *,
    catalogue: Catalogue | None = None,
    limits: Limits | None = None,
) -> _T: ...


@overload
def load(
    file: IO[str] | IO[bytes],
    kind: TypeForm[_T],
    *,
    catalogue: Catalogue | None = None,
    limits: Limits | None = None,
) -> _T: ...


def load(
    file: IO[str] | IO[bytes],
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
    if not callable(getattr(file, "read", None)):
        raise WrongTypeError(f"expected an open file, got {shown(file)}")
    try:
        text = file.read(MOST_BYTES * limits.size + 1)
    except UnicodeDecodeError as error:
        message = f"this is not UTF-8: {error.reason} in byte {error.start}"
        raise FormatError([message]) from None
    return from_document(read_json(text, limits), kind, catalogue=catalogue, limits=limits)
